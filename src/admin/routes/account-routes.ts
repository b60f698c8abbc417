import { Hono } from "hono";
import { html } from "hono/html";
import { AppError } from "#contract";
import type { Connection } from "../connections/connection.ts";
import { loginPath } from "../connections/login-path.ts";
import { type Page, t, type View } from "../html/view.ts";
import { accountsPage, invitedPage, ownForm, type PlatformAccounts } from "../pages/accounts-page.ts";
import { loginProgress } from "../pages/login-progress.ts";
import type { AdminContext, AdminEnv, SiteContext } from "./site-context.ts";

/** Where this site is reached, for links that are handed on. */
const baseOf = (publicUrl: string | undefined, host: string): string =>
  publicUrl?.replace(/\/$/, "") ?? `http://${host}`;

/** The pages on which accounts are connected. Their codes are for operators: whoever scans one is let in. */
export function accountRoutes({ ports, show, languageOf, say }: SiteContext): Hono<AdminEnv> {
  const { connect, audit, clock, door } = ports;
  const app = new Hono<AdminEnv>();
  const find = (c: AdminContext): Connection | undefined =>
    connect.connections.find(({ platform }) => platform === c.req.param("platform"));
  const noSuch = (c: AdminContext) =>
    show(c, (view) => ({ title: t(view, "没有这一页", "There is no such page") }), 404);
  const note = (c: AdminContext, act: string, what: string) => {
    const { role, id } = c.var.session;
    return audit.write({ atMs: clock.wallMs(), who: `${role}#${id.slice(0, 6)}`, act, what });
  };
  const look = async (connection: Connection): Promise<PlatformAccounts> => {
    try {
      return { connection, accounts: await connection.accounts() };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { connection, accounts: [], trouble: error.message };
    }
  };
  const nameOf = ({ platform }: Connection) => `operator:${platform}`;
  const loginPage = async (view: View, connection: Connection): Promise<Page> => {
    const title = `${t(view, "登录", "Log in")} · ${connection.platform}`;
    if (!view.mayAct) return { title: t(view, "观察员不能操作", "Viewers only look") };
    const progress = await connect.logins.read(nameOf(connection));
    const path = loginPath(connection.platform);
    const live = loginProgress({
      view,
      progress,
      picture: progress?.link === undefined ? undefined : connect.qrPicture(progress.link),
      start: (label) => ownForm(view, path, html`<button>${label}</button>`),
      form: (fields) => ownForm(view, `${path}/digits`, fields),
    });
    return {
      title,
      live: html`<section>${live}<p><a href="/admin/accounts">${t(view, "返回", "Back")}</a></p></section>`,
    };
  };

  app.get("/admin/accounts", (c) =>
    show(c, async (view) => accountsPage(view, await Promise.all(connect.connections.map(look)))),
  );
  app.get("/admin/accounts/:platform/login", (c) => {
    const connection = find(c);
    return connection === undefined ? noSuch(c) : show(c, (view) => loginPage(view, connection));
  });
  app.post("/admin/accounts/:platform/login", async (c) => {
    const connection = find(c);
    if (connection === undefined || connection.hint !== undefined) return noSuch(c);
    const { platform } = connection;
    const connected = () => note(c, "account.connected", platform);
    const started = await connect.logins.start(nameOf(connection), connection, connected);
    if (started === "started") await note(c, "account.login", platform);
    if (started === "busy")
      await say(c, languageOf(c) === "zh" ? "✗ 正在登录的人太多。" : "✗ Too many log in right now.");
    return c.redirect(loginPath(platform), 303);
  });
  app.post("/admin/accounts/:platform/login/digits", async (c) => {
    const connection = find(c);
    if (connection === undefined) return noSuch(c);
    const digits = (c.var.fields.digits ?? "").replace(/\D/g, "").slice(0, 12);
    if (digits !== "") await connect.logins.answer(nameOf(connection), digits);
    return c.redirect(loginPath(connection.platform), 303);
  });
  app.post("/admin/accounts/:platform/invite", async (c) => {
    const connection = find(c);
    if (connection === undefined || !connection.invites || connection.hint !== undefined) return noSuch(c);
    const { token, expiresMs } = await connect.invites.make(connection.platform);
    await note(c, "invite", connection.platform);
    const link = `${baseOf(door.publicUrl, c.req.header("host") ?? "")}/invite/${token}`;
    return show(c, (view) => invitedPage(view, link, expiresMs));
  });
  return app;
}
