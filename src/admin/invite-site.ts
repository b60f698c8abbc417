import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { AdapterStore } from "#contract";
import type { ConnectPorts } from "./connections/connect-ports.ts";
import type { Connection } from "./connections/connection.ts";
import { type Invite, inviteName } from "./connections/invites.ts";
import { guardDoors } from "./doors/doors.ts";
import { type Markup, t } from "./html/view.ts";
import { invitePage } from "./pages/invite-page.ts";
import { loginProgress } from "./pages/login-progress.ts";
import type { AdminPorts } from "./ports.ts";
import { type AdminEnv, languageOf, livePartHeader } from "./routes/site-context.ts";

export interface InvitePorts {
  readonly connect: ConnectPorts;
  /** For the counts of who asks too much. */
  readonly store: Pick<AdapterStore, "increment">;
  readonly door: Pick<AdminPorts["door"], "publicUrl">;
  readonly assets: { readonly style: string; readonly inviteScript: string };
  readonly log: AdminPorts["log"];
}

type Fetch = (request: Request, from: AdminEnv["Bindings"]) => Promise<Response>;

/** A link that is worth something: what it opens, and under which name its login runs. */
interface Open {
  readonly token: string;
  readonly name: string;
  readonly invite: Invite;
  readonly connection: Connection;
}

/** Links that lead nowhere, from one address in a minute. A good link is answered whatever came before it. */
const mostMisses = 30;
const missesMs = 60_000;
/** Logins of one link: each takes codes from the platform. */
const mostStarts = 20;
const startsMs = 24 * 3_600_000;

const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** The pages behind invitation links. The link's token is all the right there is: no cookie, no session, no administrator. */
export function createInviteSite(ports: InvitePorts): Fetch {
  const { connect, store, assets } = ports;
  const { logins, invites, connections } = connect;
  const app = new Hono<AdminEnv>();
  type C = Context<AdminEnv>;

  const open = async (c: C): Promise<Open | undefined> => {
    const token = c.req.param("token") ?? "";
    const invite = isToken(token) ? await invites.find(token) : undefined;
    const connection = connections.find(({ platform }) => platform === invite?.platform);
    if (invite === undefined || connection === undefined || connection.hint !== undefined) return undefined;
    return { token, name: inviteName(token), invite, connection };
  };
  const draw = (c: C, live: Markup, opened: Open | undefined, status: 200 | 404 | 410 | 429 | 503) => {
    if (c.req.header(livePartHeader) !== undefined) return c.html(live, status);
    const language = languageOf(c);
    const more =
      opened === undefined
        ? {}
        : { summary: opened.connection.summary[language], expiresMs: opened.invite.expiresMs };
    return c.html(invitePage({ language, live, isOpen: status === 200, ...more }), status);
  };
  const say = (c: C, status: 404 | 410 | 429 | 503, zh: string, en: string, opened?: Open) =>
    draw(
      c,
      html`<p class="said bad" role="alert">${t({ language: languageOf(c) }, zh, en)}</p>`,
      opened,
      status,
    );
  const refuse = async (c: C) => {
    const misses = await store.increment(`misses:${c.env.remoteAddress}`, missesMs);
    if (misses > mostMisses) return say(c, 429, "请稍后再试。", "Try again in a minute.");
    return say(
      c,
      404,
      "这个链接无效或已过期,请向发送者要一个新的。",
      "This link is not valid, or not any more. Ask for a new one.",
    );
  };
  const show = async (c: C, opened: Open) => {
    const { name, invite } = opened;
    const progress = await logins.read(name);
    if (invite.usedMs !== undefined && progress?.outcome?.ok !== true)
      return say(c, 410, "这个链接已经用过了。", "This link has been used.", opened);
    const language = languageOf(c);
    const here = `${c.req.path}?lang=${language}`;
    const live = loginProgress({
      view: { language },
      progress,
      picture: progress?.link === undefined ? undefined : connect.qrPicture(progress.link),
      start: (label) =>
        html`<form method="post" action="${here}"><button id="start">${label}</button></form>`,
      form: (fields) =>
        html`<form method="post" action="${`${c.req.path}/digits?lang=${language}`}">${fields}</form>`,
    });
    return draw(c, live, opened, 200);
  };
  const back = (c: C, { token }: Open) => c.redirect(`/invite/${token}?lang=${languageOf(c)}`, 303);

  // The doors look at the address that others reach this service by, and at nothing else.
  app.use(guardDoors(ports));
  app.get("/invite/assets/site.css", (c) =>
    c.body(assets.style, 200, { "content-type": "text/css; charset=utf-8" }),
  );
  app.get("/invite/assets/invite.js", (c) =>
    c.body(assets.inviteScript, 200, { "content-type": "text/javascript; charset=utf-8" }),
  );
  app.get("/invite/:token", async (c) => {
    const opened = await open(c);
    return opened === undefined ? refuse(c) : show(c, opened);
  });
  app.post("/invite/:token", async (c) => {
    const opened = await open(c);
    if (opened === undefined) return refuse(c);
    const { token, name, invite, connection } = opened;
    if (invite.usedMs !== undefined) return show(c, opened);
    const starts = await store.increment(`starts:${name}`, startsMs);
    if (starts > mostStarts)
      return say(
        c,
        429,
        "这个链接取二维码的次数太多,请要一个新的链接。",
        "This link has drawn too many codes. Ask for a new one.",
        opened,
      );
    const started = await logins.start(name, connection, () => invites.use(token));
    if (started === "busy")
      return say(
        c,
        503,
        "正在登录的人太多,请稍后再试。",
        "Too many log in right now. Try again soon.",
        opened,
      );
    return back(c, opened);
  });
  app.post("/invite/:token/digits", async (c) => {
    const opened = await open(c);
    if (opened === undefined) return refuse(c);
    const { digits } = await c.req.parseBody();
    const typed = typeof digits === "string" ? digits.replace(/\D/g, "").slice(0, 12) : "";
    if (typed !== "") await logins.answer(opened.name, typed);
    return back(c, opened);
  });
  app.notFound((c) => c.text("not found\n", 404));
  app.onError((error, c) => {
    ports.log.error({ kind: error.name, path: c.req.routePath }, "an invitation page failed");
    return c.text("internal error\n", 500);
  });
  return async (request, from) => app.fetch(request, from);
}
