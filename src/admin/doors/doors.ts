import { createHash } from "node:crypto";
import { Hono, type MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { loginPage } from "../pages/login-page.ts";
import type { AdminPorts } from "../ports.ts";
import {
  type AdminContext,
  type AdminEnv,
  dropSessionCookie,
  keepLanguage,
  languageOf,
  type SiteContext,
  sessionCookie,
  setSessionCookie,
} from "../routes/site-context.ts";
import { isAllowedHost, isAllowedOrigin } from "./allowed-host.ts";
import { createLockOut, lockOutMs } from "./lock-out.ts";
import { sameSecret } from "./secret.ts";
import { type AdminRole, sessionMs } from "./session.ts";

const policy = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self' data:", "connect-src 'self'"],
  ...["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
].join("; ");

/**
 * The queue board writes its own address into its page, from where its scripts read it, and one style of its notices by itself,
 * known by its digest; nothing else is let loose.
 */
const boardPlace = "/admin/queues";
const boardStyle = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";
const boardPolicy = policy
  .replace("base-uri 'none'", "base-uri 'self'")
  .replace("style-src 'self'", `style-src 'self' ${boardStyle}`);

/** On every answer of the site. `same-origin`: with a stricter one, browsers leave the Origin out of forms. */
const headers: Readonly<Record<string, string>> = {
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  "cache-control": "no-store",
};

/** Says no to whoever does not mean this site, before anything else is looked at. */
export function guardDoors({
  door,
}: {
  readonly door: Pick<AdminPorts["door"], "publicUrl">;
}): MiddlewareHandler<AdminEnv> {
  return async (c, next) => {
    const host = c.req.header("host");
    if (!isAllowedHost(host, door.publicUrl))
      return c.text("This host is not allowed: set PUBLIC_URL.\n", 421, headers);
    const changes = c.req.method !== "GET" && c.req.method !== "HEAD";
    if (changes && c.req.path.startsWith(boardPlace))
      return c.text(
        "The queues are only looked at; what can be done are the acts of this site.\n",
        403,
        headers,
      );
    if (changes && c.req.method !== "POST") return c.text("not allowed\n", 405, headers);
    if (changes && !isAllowedOrigin(c.req.header("origin"), host, door.publicUrl))
      return c.text("This page is not allowed to do that.\n", 403, headers);
    await next();
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
    if (c.req.path.startsWith(boardPlace)) c.res.headers.set("content-security-policy", boardPolicy);
    if (door.publicUrl?.startsWith("https:"))
      c.res.headers.set("strict-transport-security", "max-age=31536000");
    return undefined;
  };
}

/** The name of a one-time link's code in the store: the code itself is not kept. */
export const onceName = (code: string): string => `once:${createHash("sha256").update(code).digest("hex")}`;

/** A path of this site to go to after the log-in; nothing else. */
const safeNext = (next: string | undefined): string =>
  next !== undefined && /^\/admin(\/[\w.@+%=&?/-]*)?(\?[\w.@+%=&/-]*)?$/.test(next) ? next : "/admin";

const fieldsOf = async (c: AdminContext): Promise<Record<string, string>> => {
  const body = await c.req.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
};

/** Which role a token opens. Both are compared, whatever the first says. */
function roleOf(
  token: string,
  { operatorToken, viewerToken = "" }: AdminPorts["door"],
): AdminRole | undefined {
  const isOperator = sameSecret(token, operatorToken);
  const isViewer = sameSecret(token, viewerToken);
  return isOperator ? "operator" : isViewer ? "viewer" : undefined;
}

/** Log-in, by token or by a one-time link, and log-out. */
export function loginRoutes({ ports, sessions }: SiteContext): Hono<AdminEnv> {
  const { keep, door, clock, audit } = ports;
  const lockOut = createLockOut(keep);
  const app = new Hono<AdminEnv>();
  const note = (act: string, what: string, who = "door") =>
    audit.write({ atMs: clock.wallMs(), who, act, what });
  const draw = (c: AdminContext, more: Partial<Parameters<typeof loginPage>[0]>, status: 200 | 401 | 429) =>
    c.html(loginPage({ language: languageOf(c), next: "/admin", ...more }), status);
  /** A link works once, even in two places at the same time. */
  const useLink = async (code: string): Promise<boolean> => {
    if ((await keep.get(onceName(code))) === undefined) return false;
    if ((await keep.increment(`${onceName(code)}:used`, sessionMs)) !== 1) return false;
    await keep.delete(onceName(code));
    return true;
  };

  app.get("/admin/login", (c) => {
    keepLanguage(c);
    const once = c.req.query("once");
    const next = safeNext(c.req.query("next"));
    return draw(c, { next, ...(once === undefined ? {} : { once }) }, 200);
  });
  app.post("/admin/login", async (c) => {
    const { token = "", once, next: wanted } = await fieldsOf(c);
    const { remoteAddress } = c.env;
    const next = safeNext(wanted);
    if (await lockOut.isLocked(c.env)) {
      c.header("retry-after", String(lockOutMs / 1000));
      return draw(c, { next, fault: "locked" }, 429);
    }
    const role = once === undefined ? roleOf(token, door) : (await useLink(once)) ? "operator" : undefined;
    if (role === undefined) {
      const isLast = await lockOut.fail(c.env);
      await note(isLast ? "login.locked" : "login.refused", remoteAddress);
      return draw(c, { next, fault: once === undefined ? "wrong" : "used" }, 401);
    }
    await lockOut.forgive(c.env);
    const { session, cookie } = sessions.begin(role, clock.wallMs());
    setSessionCookie(c, cookie, ports);
    await note("login", remoteAddress, `${role}#${session.id.slice(0, 6)}`);
    return c.redirect(next, 303);
  });
  return app;
}

/** Lets in who is logged in, and takes forms only with their token. */
export function requireSession({ ports, sessions }: SiteContext): MiddlewareHandler<AdminEnv> {
  const { keep, clock } = ports;
  return async (c, next) => {
    const session = sessions.read(getCookie(c, sessionCookie), clock.wallMs());
    if (session === undefined || (await keep.get(`ended:${session.id}`)) !== undefined) {
      if (c.req.method !== "GET") return c.text("Log in first.\n", 401);
      const url = new URL(c.req.url);
      return c.redirect(`/admin/login?next=${encodeURIComponent(url.pathname + url.search)}`, 303);
    }
    c.set("session", session);
    keepLanguage(c);
    if (c.req.method === "POST") {
      const fields = await fieldsOf(c);
      if (!sessions.isFormToken(session, fields.form ?? ""))
        return c.text("This form is not from your session; load the page anew.\n", 403);
      const isLogout = c.req.path === "/admin/logout";
      if (session.role !== "operator" && !isLogout) return c.text("Viewers only look.\n", 403);
      c.set("fields", fields);
    }
    return next();
  };
}

export function logoutRoute({ ports }: SiteContext): Hono<AdminEnv> {
  const app = new Hono<AdminEnv>();
  app.post("/admin/logout", async (c) => {
    await ports.keep.set(`ended:${c.var.session.id}`, "1", { ttlMs: sessionMs });
    dropSessionCookie(c);
    return c.redirect("/admin/login", 303);
  });
  return app;
}
