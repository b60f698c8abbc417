import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { Language } from "#contract";
import { type AdminSession, createSessions, type Sessions, sessionMs } from "../doors/session.ts";
import { layout } from "../html/layout.ts";
import type { Page, View } from "../html/view.ts";
import { outagePage, outagePart } from "../pages/outage-page.ts";
import type { AdminPorts } from "../ports.ts";

/** What every request of the site carries. */
export interface AdminEnv {
  /** `through`: the proxy that has told the address, where one has. `isShared`: the address is that of a proxy which tells none. */
  Bindings: { readonly remoteAddress: string; readonly through?: string; readonly isShared?: true };
  Variables: { session: AdminSession; fields: Readonly<Record<string, string>> };
}

export type AdminContext = Context<AdminEnv>;

/** What the routes share. */
export interface SiteContext {
  readonly ports: AdminPorts;
  readonly sessions: Sessions;
  /** Draws a page, or only its live part where that was asked for. */
  show(
    c: AdminContext,
    draw: (view: View) => Page | Promise<Page>,
    status?: 200 | 400 | 404,
  ): Promise<Response>;
  /** Remembers words for the next page of this session. */
  say(c: AdminContext, text: string): Promise<void>;
  languageOf(c: AdminContext): Language;
  /** In place of any answer while Redis is away. Where it is, only who holds a session's cookie is told. */
  outage(c: AdminContext): Response | Promise<Response>;
}

export const sessionCookie = "qm_admin";
const languageCookie = "qm_lang";
/** Asks for the live part of a page alone; only this site's own live stream does. */
export const livePartHeader = "x-live-part";

const isSecure = (c: AdminContext, { publicUrl }: AdminPorts["door"]): boolean =>
  publicUrl?.startsWith("https:") === true &&
  URL.parse(publicUrl)?.host === c.req.header("host")?.toLowerCase();

export function setSessionCookie(c: AdminContext, cookie: string, ports: AdminPorts): void {
  setCookie(c, sessionCookie, cookie, {
    path: "/admin",
    httpOnly: true,
    sameSite: "Strict",
    secure: isSecure(c, ports.door),
    maxAge: sessionMs / 1000,
  });
}

export const dropSessionCookie = (c: AdminContext): void =>
  void deleteCookie(c, sessionCookie, { path: "/admin" });

/** The wish of this very request, the one before, the browser's. */
export function languageOf(c: AdminContext): Language {
  const wish = c.req.query("lang") ?? getCookie(c, languageCookie);
  if (wish === "zh" || wish === "en") return wish;
  return /^\s*zh\b|,\s*zh\b/i.test(c.req.header("accept-language") ?? "") ? "zh" : "en";
}

export function keepLanguage(c: AdminContext): void {
  const wish = c.req.query("lang");
  if (wish !== "zh" && wish !== "en") return;
  setCookie(c, languageCookie, wish, {
    path: "/admin",
    sameSite: "Strict",
    httpOnly: true,
    maxAge: 31_536_000,
  });
}

/** The path with its query, without the wish for a language. */
function pathOf(c: AdminContext): string {
  const url = new URL(c.req.url);
  url.searchParams.delete("lang");
  return url.pathname + url.search;
}

export function createSiteContext(ports: AdminPorts, key: string): SiteContext {
  const sessions = createSessions(key);
  const { keep, door, clock } = ports;
  const saidName = ({ id }: AdminSession) => `said:${id}`;
  const takeSaid = async (session: AdminSession): Promise<string | undefined> => {
    const said = await keep.get(saidName(session));
    if (said !== undefined) await keep.delete(saidName(session));
    return said;
  };
  return {
    ports,
    sessions,
    languageOf,
    outage(c) {
      const session = sessions.read(getCookie(c, sessionCookie), clock.wallMs());
      const { redisPlace } = ports;
      const outage = {
        language: languageOf(c),
        isPrivate: redisPlace === undefined,
        wasAct: session !== undefined && c.req.method === "POST",
        ...(session === undefined || redisPlace === undefined ? {} : { place: redisPlace }),
      };
      const isPart = c.req.header(livePartHeader) !== undefined;
      return c.html(isPart ? outagePart(outage) : outagePage(outage), 503);
    },
    say: (c, text) => keep.set(saidName(c.var.session), text, { ttlMs: 60_000 }).then(() => undefined),
    async show(c, draw, status = 200) {
      const { session } = c.var;
      const isPart = c.req.header(livePartHeader) !== undefined;
      const said = isPart ? undefined : await takeSaid(session);
      const view: View = {
        language: languageOf(c),
        session,
        formToken: sessions.formToken(session),
        mayAct: session.role === "operator",
        hidesText: session.role === "viewer" && door.viewerText === "hide",
        path: pathOf(c),
        ...(said === undefined ? {} : { said }),
        nowMs: clock.wallMs(),
      };
      const page = await draw(view);
      if (isPart) return c.html(page.live ?? "", status);
      return c.html(layout(view, page), status);
    },
  };
}
