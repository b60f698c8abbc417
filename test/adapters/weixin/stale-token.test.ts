import assert from "node:assert/strict";
import { test } from "node:test";
import { AppError } from "#contract";
import { openAccounts } from "../../../adapters/weixin/accounts.ts";
import { createBots, until } from "./start.ts";

const createBot = await createBots();

test("-14 once is tried again and costs nothing", async () => {
  const bot = await createBot();
  bot.channel.fail("getupdates", { kind: "ret", ret: -14, errmsg: "session timeout" });
  await bot.hears("600519");
  assert.deepEqual(bot.counted, []);
});

test("-14 that stays: login is required, told once, and nobody knocks any more", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  bot.channel.expire();
  await bot.host.waitFor(() => bot.host.logged.some((line) => line.includes("log in again")));
  assert.deepEqual(bot.counted, ["login_required"]);
  assert.match(bot.adapter.health().detail, /npm run -s qianmen -- login weixin/);
  assert.equal(bot.adapter.health().ok, false);
  const polls = bot.channel.calls.get("getupdates");
  const part = bot.part("答案");
  assert.equal(await bot.adapter.mayWrite?.(part), false);
  assert.equal((await bot.adapter.send(part)).status, "held");
  assert.equal(bot.channel.calls.get("sendmessage"), undefined);
  await bot.adapter.typing?.(part);
  // A restart is no new beginning.
  await bot.adapter.stop();
  await bot.adapter.start();
  await until(() => bot.adapter.health().detail.includes("log in"));
  assert.equal(bot.channel.calls.get("getupdates"), polls);
  assert.equal(bot.channel.calls.get("getconfig"), undefined);
});

test("the operator is told of each loss once, after a stop in the middle of it too", async () => {
  const told: string[] = [];
  let isAway = true;
  const loginLost = async (accountId: string) => {
    told.push(accountId);
    if (isAway) throw new AppError("INTAKE_DOWN");
  };
  const bot = await createBot({ over: { loginLost }, timings: { loginProbeMs: 30 } });
  await bot.hears("600519");
  bot.channel.expire();
  await until(() => told.length >= 2);
  isAway = false;
  const { accountId } = bot.part("");
  await until(() => bot.counted.includes("login_required"));
  await bot.adapter.stop();
  const before = told.length;
  await bot.adapter.start();
  const tries = () => bot.channel.calls.get("msg/notifystart") ?? 0;
  const earlier = tries();
  await until(() => tries() > earlier + 2);
  assert.ok(told.length <= before + 1);
  const once = told.length;
  bot.channel.revive();
  await until(() => bot.adapter.health().ok);
  bot.channel.expire();
  await until(() => told.length > once);
  assert.equal(told.length, once + 1);
  assert.deepEqual([...new Set(told)], [accountId]);
  assert.equal(bot.counted.filter((what) => what === "login_required").length, 2);
});

test("a token that turns out good after all is polled again", async () => {
  const bot = await createBot({ timings: { loginProbeMs: 50 } });
  bot.channel.expire();
  await until(() => bot.counted.includes("login_required"));
  bot.channel.revive();
  await bot.hears("600519");
  await until(() => bot.adapter.health().ok);
});

test("the hour between two tries of a lost account is one of the handed-in clock", async () => {
  const bot = await createBot({ timings: { loginProbeMs: 3_600_000 } });
  await bot.hears("600519");
  bot.channel.expire();
  await until(() => bot.counted.includes("login_required"));
  bot.channel.revive();
  bot.channel.userSays("我在");
  // The first hour may pass before the wait for it has begun.
  await until(() => {
    bot.advance(3_600_000);
    return bot.host.received.at(-1)?.text === "我在";
  });
});

test("a new scan that brings the same token begins anew at once, from the beginning", async () => {
  const bot = await createBot({ timings: { loginProbeMs: 3_600_000 } });
  await bot.hears("600519");
  await bot.channel.waitFor(() => bot.channel.pending() === 0);
  bot.channel.expire();
  await until(() => bot.counted.includes("login_required"));
  bot.channel.revive();
  const accounts = openAccounts(bot.host.host as never);
  const [known = assert.fail()] = await accounts.list();
  await accounts.save({ ...known, savedAtMs: known.savedAtMs + 60_000 });
  bot.channel.userSays("我回来了");
  await bot.host.waitFor(() => bot.host.received.at(-1)?.text === "我回来了");
  assert.deepEqual(
    bot.host.received.map(({ text }) => text),
    ["600519", "600519", "我回来了"],
  );
  await until(() => bot.adapter.health().ok);
  assert.equal((await bot.adapter.send(bot.part("答案"))).status, "delivered");
});

test("a new binding of the same person takes over at once, from the beginning, and what was held goes out through it", async () => {
  const bot = await createBot();
  await bot.hears("600519");
  await bot.channel.waitFor(() => bot.channel.pending() === 0);
  const part = bot.part("答案");
  const { token, botId, userId } = bot.channel.addAccount(bot.userId);
  await bot.host.waitFor(() => bot.host.logged.some((line) => line.includes("log in again")));
  const accounts = openAccounts(bot.host.host as never);
  const savedAtMs = bot.host.host.clock.wallMs();
  await accounts.save({ accountId: botId, token, baseUrl: bot.channel.root, userId, savedAtMs });
  bot.channel.userSays("我回来了");
  await bot.host.waitFor(() => bot.host.received.at(-1)?.text === "我回来了");
  assert.equal(bot.host.received.at(-1)?.accountId, botId);
  assert.equal((await bot.adapter.send(part)).status, "delivered");
  assert.deepEqual(bot.texts(), ["答案"]);
});

test("two processes: one polls a token, the other takes over when the first stops", async () => {
  const held = new Set<string>();
  const alone = async (name: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>) => {
    held.add(name);
    await work(signal);
    held.delete(name);
  };
  const bot = await createBot({ over: { alone } });
  await bot.hears("600519");
  assert.equal(held.size, 1);
  await bot.adapter.stop();
  assert.equal(held.size, 0);
});
