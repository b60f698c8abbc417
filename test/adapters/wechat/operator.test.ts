import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { AdapterStore, LoginScreen } from "#contract";
import { connectedAccounts } from "../../../adapters/wechat/connected-accounts.ts";
import { loadPuppet } from "../../../adapters/wechat/load-puppet.ts";
import { login } from "../../../adapters/wechat/login.ts";
import { wechatSettings } from "../../../adapters/wechat/settings.ts";
import { eventually } from "../../support/eventually.ts";
import { partFor } from "../contract.ts";
import { openStore } from "../weixin/harness.ts";
import { intoWorld } from "./harness.ts";
import { type Bot, createBot } from "./start.ts";
import { botId, createWorld, personId, type World } from "./world.ts";

let world: World;
let leave: () => void;
let redis: { readonly store: AdapterStore; close(): Promise<void> };
let bot: Bot;
/** What the operator was told has to log in again. */
const lost: string[] = [];
before(async () => {
  redis = await openStore();
  world = createWorld({ isLoggedIn: false });
  leave = intoWorld(world);
  const over = { loginLost: async (what: string) => void lost.push(what) };
  bot = await createBot({ store: redis.store, timings: { startPatienceMs: 50 }, over });
});
after(async () => {
  await bot.close();
  leave();
  await redis.close();
});

const accounts = async () => (await connectedAccounts({ store: redis.store })).map(({ state }) => state);

const chat = { platform: "wechat", accountId: botId, chatId: personId };
const link = "https://login.weixin.qq.com/l/a-secret-code";

/** A screen that remembers; `onTell` stands for the person before it. */
function createScreen(onTell: (english: string) => void): LoginScreen & { readonly shown: string[] } {
  const shown: string[] = [];
  return {
    shown,
    show: (code) => void shown.push(code),
    tell: ({ en }) => onTell(en),
    ask: async () => undefined,
  };
}

test("a login without a running service says so", async () => {
  const outcome = await login(
    { store: redis.store },
    createScreen(() => {}),
    AbortSignal.timeout(120_000),
  );
  assert.equal(outcome.ok, false);
});

test("a code to scan is told once, stands in no log, and the command shows it until the account is in", async () => {
  await bot.adapter.start();
  await world.waitFor(() => world.puppet().state.active());
  const { mocker } = world.puppet();
  mocker.scan(link);
  mocker.scan(`${link}-2`);
  assert.deepEqual(bot.adapter.health(), {
    ok: false,
    detail: "login required: npm run -s qianmen -- login wechat",
  });
  assert.deepEqual(bot.counted, ["login_required"]);
  assert.equal((await bot.adapter.send(partFor(chat, "too early"))).status, "retry");
  assert.deepEqual(await accounts(), ["login_required"]);
  // The board is written behind.
  await eventually("the second link", async () => (await redis.store.get("login"))?.includes("-2"));
  const told: string[] = [];
  const screen = createScreen((english) => {
    told.push(english);
    if (told.length === 1) mocker.scan(link, 3);
    if (told.length === 2) mocker.login(mocker.ContactMock.load(botId));
  });
  const outcome = await login({ store: redis.store }, screen, AbortSignal.timeout(120_000), {
    lookMs: 20,
    patienceMs: 10_000,
  });
  assert.deepEqual(outcome, { ok: true, accountId: botId, already: false });
  assert.deepEqual(screen.shown, [`${link}-2`]);
  assert.equal(told.length, 2);
  assert.deepEqual(lost, ["wechaty-puppet-mock"]);
  await eventually("the account to be connected", async () => (await accounts())[0] === "connected");
  assert.equal(bot.adapter.health().ok, true);
  assert.equal(bot.host.logged.join("\n").includes("a-secret-code"), false);
});

test("a logout is told and counted once, and what is to be sent waits", async () => {
  await world.puppet().logout("somebody else took the account");
  assert.equal(bot.adapter.health().ok, false);
  assert.deepEqual(bot.counted, ["login_required", "login_required"]);
  assert.equal((await bot.adapter.send(partFor(chat, "logged out"))).status, "retry");
  world.puppet().mocker.scan(link);
  assert.deepEqual(bot.counted, ["login_required", "login_required"]);
});

test("trouble in the puppet is counted and logged by its name, not by its words", async () => {
  world.puppet().emit("error", new TypeError(`about ${link}`) as never);
  assert.equal(bot.counted.at(-1), "trouble");
  assert.match(bot.host.logged.join("\n"), /"reason":"TypeError"/);
  assert.equal(bot.host.logged.join("\n").includes("a-secret-code"), false);
});

test("another account than the one that was asked answers nothing", async () => {
  const { mocker } = world.puppet();
  mocker.login(mocker.ContactMock.load(botId));
  const other = { ...chat, accountId: "wxid_other" };
  assert.equal((await bot.adapter.send(partFor(other, "x"))).status, "refused");
});

/** What the adapter tells of holding its account, from now on. */
function holdingOf({ adapter }: Bot): readonly boolean[] {
  const told: boolean[] = [];
  adapter.onHolding?.((isHolding) => told.push(isHolding));
  return told;
}

test("while another process holds the account this one starts at once and stands by", async () => {
  const untilAborted = (signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  const alone = async (_name: string, signal: AbortSignal) => untilAborted(signal);
  const other = await createBot({
    store: redis.store,
    over: { alone },
    timings: { startPatienceMs: 60_000 },
  });
  await other.adapter.start();
  assert.deepEqual(other.adapter.health(), {
    ok: true,
    detail: "another process holds the account, standing by",
  });
  assert.equal((await other.adapter.send(partFor(chat, "x"))).status, "retry");
  assert.deepEqual(holdingOf(other), [false]);
  await other.close();
});

test("the one that holds it says so, until it stops", async () => {
  const held = await createBot({ store: redis.store });
  await held.adapter.start();
  const told = holdingOf(held);
  await held.close();
  assert.deepEqual(told, [true, false]);
});

test("where it is not installed one line says what to install", async () => {
  const absent = "wechaty-puppet-that-nobody-has";
  const load = () => import(absent);
  const loaders = {
    "wechaty-puppet-service": load,
    "wechaty-puppet-wechat4u": load,
    "wechaty-puppet-mock": load,
  };
  const config = { WECHATY_PUPPET: "wechaty-puppet-service" } as const;
  await assert.rejects(loadPuppet({ config, dataFolder: bot.host.host.dataFolder }, loaders), {
    code: "CONFIG_INVALID",
    message: /wechaty-puppet-service, which is not installed; npm install wechaty@/,
  });
});

test("the gateway's puppet needs an endpoint and a token that names its certificate", () => {
  const faults = (config: object) => wechatSettings.faults?.(wechatSettings.schema.parse(config)) ?? [];
  const service = { WECHATY_PUPPET: "wechaty-puppet-service" };
  assert.deepEqual(
    faults(service).map((line) => line.split(":")[0]),
    ["WECHATY_PUPPET_ENDPOINT", "WECHATY_PUPPET_TOKEN"],
  );
  const endpoint = { ...service, WECHATY_PUPPET_ENDPOINT: "127.0.0.1:8788" };
  assert.equal(faults({ ...endpoint, WECHATY_PUPPET_TOKEN: "no-name" }).length, 1);
  assert.deepEqual(faults({ ...endpoint, WECHATY_PUPPET_TOKEN: "insecure_1" }), []);
  assert.deepEqual(faults({ WECHATY_PUPPET: "wechaty-puppet-wechat4u" }), []);
  assert.equal(wechatSettings.schema.safeParse({ WECHATY_PUPPET: "left-pad" }).success, false);
});
