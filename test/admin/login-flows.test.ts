import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { LoginOutcome, LoginScreen } from "#contract";
import { createInvites, inviteName } from "../../src/admin/connections/invites.ts";
import { createLoginFlows } from "../../src/admin/connections/login-flows.ts";
import { createAdapterStore } from "../../src/store/adapter-store.ts";
import { type RedisServer, silent, startRedis } from "../store/redis-server.ts";

let server: RedisServer;
before(async () => {
  server = await startRedis();
});
after(() => server.stop());

/** The flows, and a platform whose login does as it is told. */
function harness() {
  const store = createAdapterStore(server.store(), "connect");
  const aborter = new AbortController();
  const ended = Promise.withResolvers<LoginOutcome>();
  const shown = Promise.withResolvers<LoginScreen>();
  const login = (screen: LoginScreen, signal: AbortSignal) => {
    shown.resolve(screen);
    signal.addEventListener("abort", () => ended.reject(signal.reason), { once: true });
    return ended.promise;
  };
  const logins = createLoginFlows({ store, log: silent, signal: aborter.signal, lookMs: 5 });
  return { logins, store, aborter, ended, screen: shown.promise, connection: { platform: "weixin", login } };
}

async function until<Value>(look: () => Promise<Value | undefined | false>): Promise<Value> {
  for (const deadline = performance.now() + 120_000; performance.now() < deadline; await pause(5)) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
  }
  throw new Error("waited in vain");
}

test("a second process sees how far it is, answers for the person, and cannot begin another", async () => {
  const here = harness();
  const there = harness();
  let connected = 0;
  const onConnected = async () => {
    connected += 1;
  };
  assert.equal(await here.logins.start("a", here.connection, onConnected), "started");
  assert.equal(await there.logins.start("a", there.connection, onConnected), "running");
  const screen = await here.screen;
  screen.show("https://liteapp.weixin.qq.com/q/1");
  const digits = screen.ask(true);
  const seen = await until(async () => {
    const progress = await there.logins.read("a");
    return progress?.asks === undefined ? undefined : progress;
  });
  assert.deepEqual([seen.link, seen.asks], ["https://liteapp.weixin.qq.com/q/1", "again"]);
  await there.logins.answer("a", "42");
  assert.equal(await digits, "42");
  here.ended.resolve({ ok: true, accountId: "x", already: false });
  await here.logins.settled();
  assert.deepEqual((await there.logins.read("a"))?.outcome, { ok: true, accountId: "x", already: false });
  assert.equal(connected, 1);
  assert.equal(await there.logins.start("a", there.connection, onConnected), "started");
  there.aborter.abort(new Error("stop"));
  await there.logins.settled();
});

test("a login that breaks off says so and may be begun anew; one that the service's end cuts off leaves nothing", async () => {
  const broken = harness();
  await broken.logins.start("b", broken.connection, async () => {});
  broken.ended.reject(new Error("secret words"));
  await broken.logins.settled();
  const progress = await broken.logins.read("b");
  assert.equal(progress?.outcome?.ok, false);
  assert.doesNotMatch(JSON.stringify(progress), /secret words/);
  const cut = harness();
  assert.equal(await cut.logins.start("b", cut.connection, async () => {}), "started");
  cut.aborter.abort(new Error("stop"));
  await cut.logins.settled();
  assert.equal(await cut.logins.read("b"), undefined);
  const next = harness();
  assert.equal(await next.logins.start("b", next.connection, async () => {}), "started");
  next.aborter.abort(new Error("stop"));
  await next.logins.settled();
});

test("an invitation ends after a day, is used once, and its token stands nowhere", async () => {
  let nowMs = 1_000_000;
  const store = createAdapterStore(server.store(), "connect");
  const invites = createInvites(store, { wallMs: () => nowMs });
  const { token, expiresMs } = await invites.make("weixin");
  assert.equal(expiresMs, nowMs + 24 * 3_600_000);
  assert.equal((await invites.find(token))?.usedMs, undefined);
  assert.equal(await invites.find(`${token.slice(1)}x`), undefined);
  assert.ok(!(await store.get(inviteName(token)))?.includes(token) && !inviteName(token).includes(token));
  nowMs += 1000;
  await invites.use(token);
  assert.equal((await invites.find(token))?.usedMs, nowMs);
  nowMs = expiresMs;
  assert.equal(await invites.find(token), undefined);
});
