import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type Service, startService } from "../line/service.ts";
import { ask, cookieOf, visit } from "./site-visitor.ts";

const tokens = {
  ADMIN_TOKEN: "operator-token-of-the-tests",
  ADMIN_VIEWER_TOKEN: "viewer-token-of-the-tests",
};
const operator = { token: tokens.ADMIN_TOKEN };
const viewer = { token: tokens.ADMIN_VIEWER_TOKEN };
let service: Service;

before(async () => {
  service = await startService({
    ...tokens,
    ADMIN_VIEWER_TEXT: "hide",
    PUBLIC_URL: "https://admin.example.com",
    DATA_SOURCES: "sample",
  });
});
after(() => service?.stop());

const turnPathOf = async (): Promise<string> => {
  const { text } = await (await visit(service.url, operator)).get("/admin/turns");
  return /href="(\/admin\/turns\/terminal[^"]+)"/.exec(text)?.[1] ?? "";
};

test("nothing but the log-in and its two files is shown to who has not logged in", async () => {
  for (const path of [
    "/admin",
    "/admin/turns",
    "/admin/turns/x",
    "/admin/audit",
    "/admin/live?of=/admin",
    "/admin/x",
  ]) {
    const { status, headers, text } = await ask(service.url, path);
    assert.equal(status, 303, path);
    assert.match(String(headers.location), /^\/admin\/login\?next=/);
    assert.equal(text, "");
  }
  assert.equal((await ask(service.url, "/admin/login")).status, 200);
  const posted = await ask(service.url, "/admin/dead/clear", { fields: { sure: "1" } });
  assert.equal(posted.status, 401);
});

test("every answer carries a policy that runs no inline script, and no page holds one", async () => {
  const mei = await visit(service.url, operator);
  for (const path of [
    "/admin",
    "/admin/turns",
    "/admin/charts",
    "/admin/people",
    "/admin/audit",
    "/admin/nothing",
  ]) {
    const { headers, text } = await mei.get(path);
    assert.match(
      String(headers["content-security-policy"]),
      /default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    assert.doesNotMatch(String(headers["content-security-policy"]), /unsafe/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.equal(headers["cache-control"], "no-store");
    assert.doesNotMatch(text, /<script(?! src="\/admin\/assets\/site\.js" defer>)| on\w+=| style=|<style/);
    assert.doesNotMatch(text, /operator-token|viewer-token/);
  }
});

test("the session's cookie is kept from scripts and other sites", async () => {
  const { headers } = await ask(service.url, "/admin/login", { fields: operator });
  assert.match(String(headers["set-cookie"]), /HttpOnly/);
  assert.match(String(headers["set-cookie"]), /SameSite=Strict/);
  assert.match(String(headers["set-cookie"]), /Path=\/admin/);
  const shown = { host: "admin.example.com", origin: "https://admin.example.com" };
  const abroad = await ask(service.url, "/admin/login", { fields: operator, headers: shown });
  assert.match(String(abroad.headers["set-cookie"]), /; Secure/);
});

test("a cookie that was changed, or that has been logged out, opens nothing", async () => {
  const mei = await visit(service.url, operator);
  const [name = "", value = ""] = mei.cookie.split("=");
  const [body = "", seal = ""] = value.split(".");
  const forged = Buffer.from(
    Buffer.from(body, "base64url")
      .toString()
      .replace(/"endsMs":\d/, '"endsMs":9'),
  ).toString("base64url");
  for (const wrong of [`${forged}.${seal}`, `${body}.`, body, `${body}.${seal}x`, `.${seal}`, "", "a.b.c"]) {
    const { status } = await ask(service.url, "/admin", { headers: { cookie: `${name}=${wrong}` } });
    assert.equal(status, 303, wrong);
  }
  assert.equal((await mei.get("/admin")).status, 200);
  assert.equal((await mei.post("/admin/logout")).status, 303);
  assert.equal((await mei.get("/admin")).status, 303);
});

test("a form without the session's token, with another session's, or from another site does nothing", async () => {
  const [mei, other] = [await visit(service.url, operator), await visit(service.url, operator)];
  const act = (fields: Record<string, string>) =>
    mei.post("/admin/people/block", { name: "telegram:1", sure: "1", ...fields });
  const foreign = /name="form" value="([^"]+)"/.exec((await other.get("/admin")).text)?.[1] ?? "";
  assert.notEqual(foreign, "");
  for (const form of ["", "x", foreign]) assert.equal((await act({ form })).status, 403);
  const own = /name="form" value="([^"]+)"/.exec((await mei.get("/admin")).text)?.[1] ?? "";
  for (const origin of ["https://evil.example", "null", "http://127.0.0.1:1", "https://admin.example.com"]) {
    const headers = { cookie: mei.cookie, origin };
    const { status } = await ask(service.url, "/admin/people/block", {
      headers,
      fields: { form: own, name: "telegram:1", sure: "1" },
    });
    assert.equal(status, 403, origin);
  }
  assert.doesNotMatch((await mei.get("/admin/people")).text, /telegram:1</);
});

test("before it is done, it is asked about whom", async () => {
  const mei = await visit(service.url, operator);
  const asked = await mei.post("/admin/people/block", { name: "telegram:13" });
  assert.match(asked.text, /<code>telegram:13<\/code>/);
  assert.doesNotMatch((await mei.get("/admin/people")).text, /telegram:13</);
});

test("nobody is blocked under a name that nobody can bear, and the page says how one is written", async () => {
  const mei = await visit(service.url, operator);
  for (const [name, why] of [
    ["telegram12", /telegram12 is not blocked\. Write &lt;platform&gt;:&lt;id&gt;/],
    ["telegram:@wang", /telegram has no such ids/],
    ["telegrm:777", /There is no platform telegrm/],
  ] as const) {
    assert.equal((await mei.post("/admin/people/block?lang=en", { name, sure: "1" })).status, 303);
    const { text } = await mei.get("/admin/people?lang=en");
    assert.match(text, why);
    assert.doesNotMatch(text, new RegExp(`<code>${name}<`));
  }
  assert.equal((await mei.post("/admin/people/block", { name: " telegram:666 ", sure: "1" })).status, 303);
  assert.match((await mei.get("/admin/people")).text, /telegram:666</);
});

test("a host that is neither this machine nor PUBLIC_URL is turned away before the log-in", async () => {
  for (const host of [
    "evil.example",
    "127.0.0.1.evil.example",
    "admin.example.com.evil.example",
    "admin.example.com:81",
  ])
    assert.equal((await ask(service.url, "/admin/login", { headers: { host } })).status, 421, host);
  for (const host of ["localhost", "127.0.0.1:9", "[::1]:8787", "ADMIN.example.com"])
    assert.equal((await ask(service.url, "/admin/login", { headers: { host } })).status, 200, host);
});

test("paths lead nowhere else, and what stands in them reaches no header", async () => {
  const mei = await visit(service.url, operator);
  for (const path of [
    "/admin/assets/../../../../etc/passwd",
    "/admin/assets/..%2f..%2f..%2fetc%2fpasswd",
    "/admin/assets/site.js%00.css",
    "/admin/turns/..%2f..%2fetc%2fpasswd",
    "/admin/turns/__proto__",
    "/admin/turns/%0d%0aset-cookie:%20a=b",
    "/admin/turns/x%0d%0ax-evil:%201/export",
  ]) {
    const { status, headers, text } = await mei.get(path);
    assert.ok(status === 404 || status === 400, `${path}: ${status}`);
    assert.doesNotMatch(text, /root:/);
    assert.equal(headers["x-evil"], undefined);
  }
  for (const next of [
    "//evil.example",
    "https://evil.example",
    "/admin\r\nx-evil: 1",
    "/admin/../../x\\evil",
    "/other",
  ]) {
    const { headers } = await ask(service.url, "/admin/login", { fields: { ...operator, next } });
    assert.match(String(headers.location), /^\/admin(?!\/\.\.)/, next);
    assert.equal(headers["x-evil"], undefined);
  }
  const back = await mei.post("/admin/people/unblock", { name: "telegram:1", back: "//evil.example/admin" });
  assert.equal(back.headers.location, "/admin/people");
});

test("a viewer sees no text of people and can do nothing", async () => {
  await service.ask("600519 现在多少钱");
  const guest = await visit(service.url, viewer);
  const path = await turnPathOf();
  assert.notEqual(path, "");
  for (const page of ["/admin/turns", path]) {
    const { status, text } = await guest.get(page);
    assert.equal(status, 200);
    assert.doesNotMatch(text, /现在多少钱|¥1801/);
  }
  assert.match((await (await visit(service.url, operator)).get(path)).text, /现在多少钱/);
  for (const act of ["cancel", "remove", "retry", "replay", "promote"])
    assert.equal((await guest.post(`${path}/${act}`, { sure: "1" })).status, 403);
  assert.equal((await guest.get(`${path}/export`)).status, 404);
  assert.equal((await (await visit(service.url, operator)).get(path)).status, 200);
});

test("what people and data call themselves stays text", async () => {
  const evil = `<script>alert(1)</script>"><img src=x onerror=alert(2)>'&`;
  const { id } = await service.ask(evil);
  const mei = await visit(service.url, operator);
  for (const page of [
    `/admin/turns/${id}`,
    "/admin/turns",
    `/admin/turns?q=${encodeURIComponent(evil)}&code=${encodeURIComponent(evil)}`,
  ]) {
    const { text } = await mei.get(page);
    assert.doesNotMatch(text, /<script>alert|<img src=x/, page);
    assert.match(text, /&lt;script&gt;alert\(1\)/, page);
  }
});

test("five wrong tokens lock the address out, the right one included, and each is in the audit", async (t) => {
  const own = await startService({ ...tokens, DATA_SOURCES: "sample" });
  t.after(() => own.stop());
  const mei = await visit(own.url, operator);
  for (const token of ["", "x", tokens.ADMIN_TOKEN.slice(1), `${tokens.ADMIN_TOKEN} `, "undefined"]) {
    const answer = await ask(own.url, "/admin/login", { fields: { token } });
    assert.equal(answer.status, 401, token);
    assert.equal(cookieOf(answer), "");
  }
  const locked = await ask(own.url, "/admin/login", { fields: operator });
  assert.equal(locked.status, 429);
  assert.equal(cookieOf(locked), "");
  const { text } = await mei.get("/admin/audit");
  assert.equal(text.match(/login\.refused/g)?.length, 4);
  assert.match(text, /login\.locked/);
});

test("behind a proxy who is locked out is the one who failed, by the address that the proxy wrote", async (t) => {
  const own = await startService({
    ...tokens,
    ...{ PUBLIC_URL: "https://admin.example.com", DATA_SOURCES: "sample" },
  });
  t.after(() => own.stop());
  const enter = async (forwarded: string | undefined, token: string) => {
    const from = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
    const headers = { host: "admin.example.com", ...from };
    return (await ask(own.url, "/admin/login", { fields: { token }, headers })).status;
  };
  const stranger = "198.51.100.7";
  // What stands before the last hop, the caller has written.
  for (let tries = 1; tries <= 5; tries += 1)
    assert.equal(await enter(`203.0.113.${tries}, ${stranger}`, "wrong"), 401);
  assert.equal(await enter(`203.0.113.6, ${stranger}`, tokens.ADMIN_TOKEN), 429);
  assert.equal(await enter("203.0.113.9", tokens.ADMIN_TOKEN), 303);
  // A network of IPv6 is one caller's.
  for (let tries = 1; tries <= 5; tries += 1) assert.equal(await enter(`2001:db8::${tries}`, "wrong"), 401);
  assert.equal(await enter("2001:db8::6", "wrong"), 429);
  assert.equal(await enter("2001:db8:0:1::6", tokens.ADMIN_TOKEN), 303);
  // A proxy that hands on what callers write lets them write any address: then it is the proxy's count that ends it.
  const answers = [];
  for (let tries = 1; tries <= 110; tries += 1) answers.push(await enter(`10.1.${tries}.1`, "wrong"));
  assert.equal(answers.filter((status) => status === 401).length, 90);
  assert.equal(await enter("203.0.113.9", tokens.ADMIN_TOKEN), 429);
  // Who comes from this machine itself, by an SSH tunnel, is not concerned.
  assert.equal(await enter(undefined, tokens.ADMIN_TOKEN), 303);
});

test("behind a proxy that tells no address a stranger's wrong tokens lock nobody out soon, and never who comes by an SSH tunnel", async (t) => {
  const own = await startService({
    ...tokens,
    ...{ PUBLIC_URL: "https://admin.example.com", DATA_SOURCES: "sample" },
  });
  t.after(() => own.stop());
  const enter = async (token: string, headers: Record<string, string> = { host: "admin.example.com" }) =>
    (await ask(own.url, "/admin/login", { fields: { token }, headers })).status;
  for (let tries = 1; tries <= 99; tries += 1) assert.equal(await enter("wrong"), 401);
  assert.equal(await enter(tokens.ADMIN_TOKEN), 303);
  for (let tries = 1; tries <= 101; tries += 1) await enter("wrong");
  assert.equal(await enter(tokens.ADMIN_TOKEN), 429);
  assert.equal(await enter(tokens.ADMIN_TOKEN, {}), 303);
});

test("without ADMIN_TOKEN one is made for its owner alone, and the link printed at the start works once", async (t) => {
  const own = await startService({ DATA_SOURCES: "sample" });
  t.after(() => own.stop());
  assert.equal(statSync(join(own.dataFolder, "admin-token")).mode & 0o777, 0o600);
  const once = /\/admin\/login\?once=([A-Za-z0-9_-]{20,})/.exec(own.output())?.[1] ?? "";
  assert.notEqual(once, "");
  // Looking at the page, as a preview of the link does, uses nothing up.
  assert.match((await ask(own.url, `/admin/login?once=${once}`)).text, /name="once"/);
  const both = await Promise.all([1, 2].map(() => ask(own.url, "/admin/login", { fields: { once } })));
  assert.deepEqual(both.map(({ status }) => status).sort(), [303, 401]);
  assert.equal((await ask(own.url, "/admin/login", { fields: { once } })).status, 401);
  assert.equal((await ask(own.url, "/admin/login", { fields: { once: "" } })).status, 401);
});
