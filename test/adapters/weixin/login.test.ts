import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import type { LoginScreen } from "#contract";
import { openAccounts } from "../../../adapters/weixin/accounts.ts";
import weixin from "../../../adapters/weixin/index.ts";
import { login } from "../../../adapters/weixin/login.ts";
import { createWeixinEmulator } from "../../emulators/weixin.ts";
import type { ScanStep } from "../../emulators/weixin-types.ts";
import { createTestHost } from "../support/test-host.ts";
import { credentialsKey, openStore } from "./harness.ts";
import { apart, testTimings } from "./start.ts";

const redis = await openStore();
after(() => redis.close());

/** One login, with digits typed as they are asked for. */
async function scan(codes: readonly (readonly ScanStep[])[], typed: readonly string[] = [], sealed = false) {
  const channel = await createWeixinEmulator();
  for (const steps of codes) channel.planScan(...steps);
  const store = apart(redis.store);
  const config = weixin.settings.schema.parse({
    WEIXIN_API_ROOT: channel.root,
    ...(sealed ? { CREDENTIALS_KEY: credentialsKey } : {}),
  });
  const { host, close } = await createTestHost(config, { store });
  const shown: string[] = [];
  const told: string[] = [];
  const asked: boolean[] = [];
  const left = [...typed];
  const screen: LoginScreen = {
    show: (link) => void shown.push(link),
    tell: ({ zh }) => void told.push(zh),
    async ask(wrong) {
      asked.push(wrong);
      return left.shift();
    },
  };
  const outcome = await login(host, screen, AbortSignal.timeout(120_000), testTimings);
  const accounts = await openAccounts(host as never).list();
  after(close);
  await channel.close();
  return { outcome, shown, told, asked, accounts, channel, host, store };
}

test("who logs in again stays the same account, so that their chat goes on, with the new token", async () => {
  const channel = await createWeixinEmulator();
  const config = weixin.settings.schema.parse({ WEIXIN_API_ROOT: channel.root });
  const { host, close } = await createTestHost(config, { store: apart(redis.store) });
  after(() => Promise.all([close(), channel.close()]));
  const screen: LoginScreen = { show: () => {}, tell: () => {}, ask: async () => undefined };
  const accounts = openAccounts(host as never);
  const enter = () => login(host, screen, AbortSignal.timeout(120_000), testTimings);
  channel.planScan("confirmed");
  const first = await enter();
  const [before] = await accounts.list();
  assert.ok(before !== undefined);
  channel.holdPhone(before.userId);
  await accounts.save({ ...before, accountId: "earlier@im.bot", token: "earlier" });
  const other = { ...before, userId: "other@im.wechat", accountId: "other@im.bot", token: "other" };
  await accounts.save(other);
  channel.planScan("confirmed");
  const second = await enter();
  assert.equal(first.ok && first.accountId === before.accountId, true);
  assert.equal(second.ok && second.accountId, "earlier@im.bot");
  const now = (await accounts.list()).find(({ userId }) => userId === before.userId);
  assert.deepEqual([now?.accountId, now?.token], ["earlier@im.bot", channel.account().token]);
  assert.equal((await accounts.list()).length, 2);
});

test("of many who scan at the same time nobody is lost", async () => {
  const channel = await createWeixinEmulator();
  const config = weixin.settings.schema.parse({ WEIXIN_API_ROOT: channel.root });
  const { host, close } = await createTestHost(config, { store: apart(redis.store) });
  after(() => Promise.all([close(), channel.close()]));
  const screen: LoginScreen = { show: () => {}, tell: () => {}, ask: async () => undefined };
  const scans = Array.from({ length: 6 }, () => {
    channel.planScan("confirmed");
    return login(host, screen, AbortSignal.timeout(120_000), testTimings);
  });
  const connected = (await Promise.all(scans)).map((outcome) => outcome.ok && outcome.accountId);
  const kept = (await openAccounts(host as never).list()).map(({ accountId }) => accountId);
  assert.equal(new Set(connected).size, 6);
  assert.deepEqual(kept.toSorted(), connected.toSorted());
});

test("scanned and confirmed: the credentials are kept where only this user may read them", async () => {
  const { outcome, shown, accounts, channel, host } = await scan([["wait", "scaned", "wait", "confirmed"]]);
  const { token, botId, userId } = channel.account();
  assert.deepEqual(outcome, { ok: true, accountId: botId, already: false });
  assert.equal(shown.length, 1);
  const [{ savedAtMs, ...account } = { savedAtMs: 0 }] = accounts;
  assert.deepEqual(account, { accountId: botId, token, baseUrl: channel.root, userId });
  assert.equal(savedAtMs, host.clock.wallMs());
  assert.equal((await stat(join(host.dataFolder, "weixin-accounts.json"))).mode & 0o777, 0o600);
  assert.deepEqual(channel.violations, []);
});

test("with a key they stand in Redis and cannot be read without it", async () => {
  const { accounts, channel, store, host } = await scan([["confirmed"]], [], true);
  assert.equal(accounts[0]?.token, channel.account().token);
  const stored = [...(await store.entries("accounts")).values()].join();
  assert.equal(stored.includes(channel.account().token), false);
  const other = { ...host, store, config: { CREDENTIALS_KEY: "another key, 32 characters long." } };
  await assert.rejects(openAccounts(other).list(), /CREDENTIALS_KEY/);
});

test("the digits of the phone are asked for, and once more when they were wrong", async () => {
  const steps = ["scaned", { status: "need_verifycode", code: "42" }, "confirmed"] as const;
  const { outcome, asked } = await scan([steps], ["41", "42"]);
  assert.equal(outcome.ok, true);
  assert.deepEqual(asked, [false, true]);
});

test("an empty line is no wrong try: the digits are asked for again", async () => {
  const steps = ["scaned", { status: "need_verifycode", code: "42" }, "confirmed"] as const;
  const { outcome, asked } = await scan([steps], ["", "", "", "", "42"]);
  assert.equal(outcome.ok, true);
  assert.deepEqual(asked, [false, false, false, false, false]);
});

test("too many wrong digits and codes that expire are followed by new codes, three at the most", async () => {
  const verify = { status: "need_verifycode", code: "42" } as const;
  const { outcome, shown } = await scan([[verify], ["expired"], ["confirmed"]], ["1", "2", "3"]);
  assert.equal(outcome.ok, true);
  assert.equal(shown.length, 3);
  const given = await scan([["expired"], ["scaned", "expired"], ["expired"], ["confirmed"]]);
  assert.ok(!given.outcome.ok && /3 张二维码都失效了.*再来一次/.test(given.outcome.reason.zh));
  assert.equal(given.shown.length, 3);
  assert.equal(given.told.filter((text) => /换一张/.test(text)).length, 2, "after the third none follows");
  assert.deepEqual(given.accounts, []);
});

test("where nobody can type the digits, that is said", async () => {
  const { outcome } = await scan([[{ status: "need_verifycode", code: "42" }]]);
  assert.ok(!outcome.ok && /数字/.test(outcome.reason.zh));
});

test("another data centre of the channel is followed, any other host is not", async () => {
  const channel = await createWeixinEmulator();
  const own = { status: "scaned_but_redirect", redirectHost: new URL(channel.root).host } as const;
  await channel.close();
  const foreign = await scan([[{ ...own, redirectHost: "evil.example" }, "confirmed"]]);
  assert.ok(!foreign.outcome.ok && /不可信/.test(foreign.outcome.reason.zh));
  assert.deepEqual(foreign.accounts, []);
});

test("another data centre is told by its host, or by its address", async () => {
  for (const write of [(host: string) => host, (host: string) => `https://${host}/`]) {
    const channel = await createWeixinEmulator();
    after(() => channel.close());
    channel.planScan(
      { status: "scaned_but_redirect", redirectHost: write(new URL(channel.root).host) },
      "confirmed",
    );
    const config = weixin.settings.schema.parse({ WEIXIN_API_ROOT: channel.root });
    const { host, close } = await createTestHost(config, { store: apart(redis.store) });
    after(close);
    const screen: LoginScreen = { show: () => {}, tell: () => {}, ask: async () => undefined };
    const outcome = await login(host, screen, AbortSignal.timeout(120_000), testTimings);
    assert.equal(outcome.ok, true);
  }
});

test("a code that nobody scans is given up by the handed-in clock", async () => {
  const channel = await createWeixinEmulator();
  after(() => channel.close());
  channel.planScan("wait");
  const config = weixin.settings.schema.parse({ WEIXIN_API_ROOT: channel.root });
  let wallMs = 1_778_121_125_000;
  const clock = { market: () => "2026-05-07T10:32:05+08:00", wallMs: () => wallMs };
  const { host, close } = await createTestHost(config, { store: apart(redis.store), clock });
  after(close);
  const show = () => {
    wallMs += 480_000;
  };
  const screen: LoginScreen = { show, tell: () => {}, ask: async () => undefined };
  const timings = { ...testTimings, loginMs: 480_000 };
  const outcome = await login(host, screen, AbortSignal.timeout(120_000), timings);
  assert.ok(!outcome.ok && /没有在时限内/.test(outcome.reason.zh));
});

test("an address of the server's that is not the channel's is not used", async () => {
  const { accounts, channel } = await scan([[{ status: "confirmed", baseurl: "http://evil.example" }]]);
  assert.equal(accounts[0]?.baseUrl, channel.root);
});

test("somebody who is bound already keeps what there is", async () => {
  const { outcome, accounts } = await scan([["scaned", "binded_redirect"]]);
  assert.deepEqual(outcome, { ok: true, accountId: "", already: true });
  assert.deepEqual(accounts, []);
});

test("a second scan of the same person replaces the first", async () => {
  const { host, channel: first } = await scan([["confirmed"]]);
  const { userId } = first.account();
  const accounts = openAccounts(host as never);
  await accounts.save({ accountId: "new@im.bot", token: "t2", baseUrl: first.root, userId, savedAtMs: 2 });
  assert.deepEqual(
    (await accounts.list()).map(({ accountId }) => accountId),
    ["new@im.bot"],
  );
});
