import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { ask, visit } from "../../admin/site-visitor.ts";
import { createTelegramEmulator, type TelegramEmulator } from "../../emulators/telegram.ts";
import { createWeixinEmulator, type WeixinEmulator } from "../../emulators/weixin.ts";
import { patienceMs } from "../../line/chat.ts";
import { type Service, startService } from "../../line/service.ts";

const adminToken = "operator-token-of-the-invitations";
const viewerToken = "viewer-token-of-the-invitations";
const operatorChat = 4711;

let channel: WeixinEmulator;
let telegram: TelegramEmulator;
let service: Service;
before(async () => {
  [channel, telegram] = await Promise.all([createWeixinEmulator(), createTelegramEmulator()]);
  service = await startService({
    WEIXIN_ENABLED: "on",
    WEIXIN_API_ROOT: channel.root,
    WEIXIN_CDN_ROOT: channel.cdnRoot,
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.root,
    OPERATOR_CHAT: `telegram:${operatorChat}`,
    ADMIN_TOKEN: adminToken,
    ADMIN_VIEWER_TOKEN: viewerToken,
    DATA_SOURCES: "sample",
  });
});
after(async () => {
  await service.stop();
  await Promise.all([channel.close(), telegram.close()]);
});

/** The path of a new link, from the command line. */
async function inviteAtTheTerminal(): Promise<string> {
  const { code, stdout, stderr } = await service.cli("invite");
  assert.equal(code, 0, stderr);
  const [, path = ""] = /^http:\/\/127\.0\.0\.1:\d+(\/invite\/[\w-]{43})$/m.exec(stdout) ?? [];
  assert.notEqual(path, "", stdout);
  return path;
}

/** The path of a new link, from the site. */
async function invite(): Promise<string> {
  const operator = await visit(service.url, { token: adminToken });
  const { text } = await operator.post("/admin/accounts/weixin/invite");
  return linkIn(text);
}

const linkIn = (text: string): string => /\/invite\/[\w-]{43}/.exec(text)?.[0] ?? "";

const page = (path: string) => ask(service.url, path, { headers: { "accept-language": "zh-CN" } });
const press = (path: string, fields: Readonly<Record<string, string>> = {}) =>
  ask(service.url, path, { fields });

/** Looks at a page until it says so. */
async function sees(path: string, pattern: RegExp): Promise<string> {
  for (const deadline = performance.now() + patienceMs; performance.now() < deadline; await pause(100)) {
    const { text } = await page(path);
    if (pattern.test(text)) return text;
  }
  throw new Error(`${path} never said ${pattern}`);
}

const codesAsked = () => channel.calls.get("get_bot_qrcode") ?? 0;
const operatorReads = () =>
  telegram
    .chat(operatorChat)
    .map(({ text = "" }) => text)
    .filter((text) => text.includes("重新登录"));

test("a link leads a person from the code over the digits to an answer, without terminal or log-in", async () => {
  const path = await inviteAtTheTerminal();
  channel.planScan("scaned", { status: "need_verifycode", code: "42" }, "confirmed");
  const first = await page(path);
  assert.equal(first.status, 200);
  assert.match(first.text, /显示二维码/);
  assert.equal(codesAsked(), 0, "whoever only previews the link draws no code");
  assert.equal((await press(path)).status, 303);
  const asked = await sees(path, /手机上显示的数字/);
  assert.doesNotMatch(asked, /数字不对/);
  await press(`${path}/digits`, { digits: "41" });
  await sees(path, /数字不对/);
  await press(`${path}/digits`, { digits: " 4 2 " });
  await sees(path, /已连接/);
  channel.userSays("600519 现在多少钱");
  await channel.waitFor(() => channel.shown().some(({ text }) => /当前价/.test(text)), patienceMs);
  const before = codesAsked();
  await press(path);
  assert.match((await page(path)).text, /已连接/);
  assert.equal(codesAsked(), before, "a link that was used draws no code");
});

test("the code is a picture of the channel's link, fetched by itself, and nothing else may run on its page", async () => {
  const path = await invite();
  // Nobody scans it: it asks for no second one, which would take what is planned for the codes of later tests.
  channel.planScan("wait");
  await press(path);
  const shown = await sees(path, /data:image\/png/);
  assert.match(shown, /href="https:\/\/liteapp\.weixin\.qq\.com\/q\//);
  const { headers } = await page(path);
  assert.equal(headers["cache-control"], "no-store");
  assert.match(String(headers["content-security-policy"]), /default-src 'none'.*script-src 'self'/);
  assert.equal(headers["referrer-policy"], "same-origin");
  const part = await ask(service.url, path, { headers: { "x-live-part": "1" } });
  assert.doesNotMatch(part.text, /<html/);
  for (const asset of ["site.css", "invite.js"])
    assert.equal((await ask(service.url, `/invite/assets/${asset}`)).status, 200);
});

test("three codes that nobody scanned end with words and a button, and the same link goes on from there", async () => {
  const path = await invite();
  const before = codesAsked();
  for (let codes = 0; codes < 3; codes++) channel.planScan("expired");
  await press(path);
  const ended = await sees(path, /二维码都失效了/);
  assert.equal(codesAsked() - before, 3);
  assert.match(ended, /<button id="start">/);
  channel.planScan("scaned", "confirmed");
  await press(path);
  await sees(path, /已连接/);
});

test("a link that leads nowhere says no more than that, too many of them are slowed, and a good one still opens", async () => {
  const path = await invite();
  for (const bad of ["a".repeat(43), "x", "a".repeat(4000)]) {
    const { status, text } = await page(`/invite/${bad}`);
    assert.equal(status, 404);
    assert.match(text, /无效或已过期/);
  }
  const statuses = new Set<number>();
  for (let tries = 0; tries < 40; tries++) statuses.add((await press(`/invite/${"b".repeat(43)}`)).status);
  assert.deepEqual([...statuses], [404, 429]);
  assert.equal((await page(path)).status, 200);
  const foreign = await ask(service.url, path, { headers: { host: "evil.example" } });
  assert.equal(foreign.status, 421);
  const crossed = await ask(service.url, path, { fields: {}, headers: { origin: "https://evil.example" } });
  assert.equal(crossed.status, 403);
});

test("the operator connects an account on the site, a viewer sees neither code nor button", async () => {
  const operator = await visit(service.url, { token: adminToken });
  const viewer = await visit(service.url, { token: viewerToken });
  const login = "/admin/accounts/weixin/login";
  channel.planScan("wait", "confirmed");
  assert.equal((await operator.post(login)).status, 303);
  assert.match((await operator.get(login)).text, /data:image\/png|正在取|Fetching|Connected|已连接/);
  const looked = await viewer.get(login);
  assert.doesNotMatch(looked.text, /data:image\/png|liteapp/);
  assert.equal((await viewer.post("/admin/accounts/weixin/invite")).status, 403);
  for (let text = ""; !/Connected|已连接/.test(text); { text } = await operator.get(login)) await pause(100);
  const { text } = await operator.get("/admin/accounts");
  assert.ok(text.includes(channel.account().userId));
  const invited = await operator.post("/admin/accounts/weixin/invite");
  const path = linkIn(invited.text);
  assert.equal((await page(path)).status, 200);
  const { text: audit } = await operator.get("/admin/audit");
  assert.match(audit, /account\.connected/);
  assert.doesNotMatch(audit, new RegExp(path));
});

test("a binding that is lost is told to the operator once, with a link by which it comes back", async () => {
  const { userId } = channel.account();
  channel.expire(userId);
  await telegram.waitFor(() => operatorReads().length > 0, patienceMs);
  const [notice = ""] = operatorReads();
  const path = linkIn(notice);
  const operator = await visit(service.url, { token: adminToken });
  assert.match((await operator.get("/admin/accounts")).text, /must log in again|要重新登录/);
  const { text: metrics } = await ask(service.url, "/metrics");
  assert.match(metrics, /qianmen_adapter_reports_total\{platform="weixin",what="login_required"\} 1/);
  assert.ok(!service.output().includes(path), "a link that lets somebody in is in no log");
  // A restart is no new loss.
  await service.stop({ keep: true });
  await service.start();
  channel.holdPhone(userId);
  await press(path);
  await sees(path, /已连接/);
  channel.holdPhone(undefined);
  channel.userSays("000858 现在多少钱");
  await channel.waitFor(
    () => channel.shown(userId).some(({ text }) => /五粮液.*当前价/.test(text)),
    patienceMs,
  );
  assert.equal(operatorReads().length, 1);
  assert.doesNotMatch((await operator.get("/admin/accounts")).text, /must log in again|要重新登录/);
});
