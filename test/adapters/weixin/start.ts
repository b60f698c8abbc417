import { randomUUID } from "node:crypto";
import { after } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Adapter, AdapterHost, AdapterStore, OutboundPart } from "#contract";
import { openAccounts } from "../../../adapters/weixin/accounts.ts";
import weixin from "../../../adapters/weixin/index.ts";
import type { WeixinTimings } from "../../../adapters/weixin/timings.ts";
import { createWeixin } from "../../../adapters/weixin/weixin.ts";
import { createWeixinEmulator, type WeixinEmulator } from "../../emulators/weixin.ts";
import { partFor } from "../contract.ts";
import { createTestHost, type TestHost } from "../support/test-host.ts";
import { openStore } from "./harness.ts";

/** Short waits, so that what is tried again is tried again within a test; long time-outs, since a busy machine is no fault. */
export const testTimings: WeixinTimings = {
  requestMs: 60_000,
  notifyMs: 60_000,
  pollMarginMs: 400,
  pollRetryMs: 5,
  pollPauseMs: 10,
  staleProbeMs: 10,
  loginProbeMs: 60_000,
  sendPaceMs: 0,
  sendRetryMs: 5,
  throttleMs: 30_000,
  accountsMs: 20,
  scanPauseMs: 5,
  scanPollMs: 60_000,
  loginMs: 120_000,
};

/** Waits for what no change announces. */
export async function until(predicate: () => boolean): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!predicate()) {
    if (performance.now() > deadline) throw new Error("waited in vain");
    await pause(5);
  }
}

export interface Bot {
  readonly channel: WeixinEmulator;
  readonly userId: string;
  readonly adapter: Adapter;
  readonly host: TestHost;
  readonly store: AdapterStore;
  /** What was counted for the operator. */
  readonly counted: string[];
  /** Moves the wall clock on. */
  advance(ms: number): void;
  /** The person writes; resolves once it is received. */
  hears(text: string): Promise<void>;
  part(text: string, over?: Partial<OutboundPart>): OutboundPart;
  texts(): readonly string[];
  close(): Promise<void>;
}

export interface BotOptions {
  readonly timings?: Partial<WeixinTimings>;
  readonly over?: Partial<AdapterHost<never>>;
  readonly budget?: number;
  /** Who stands between the bot and the channel: where they listen. */
  readonly through?: (channel: WeixinEmulator) => Promise<string>;
}

/** One Redis for the calling file; each bot has names of its own in it. */
export async function createBots(): Promise<(options?: BotOptions) => Promise<Bot>> {
  const redis = await openStore();
  const open = new Set<() => Promise<void>>();
  after(async () => {
    for (const close of open) await close();
    await redis.close();
  });
  return async (options = {}) => {
    const bot = await startBot(apart(redis.store), options);
    open.add(bot.close);
    return bot;
  };
}

/** The same Redis under other names. */
export function apart(store: AdapterStore): AdapterStore {
  const own = randomUUID();
  const name = (text: string) => `${own}:${text}`;
  return {
    get: (each) => store.get(name(each)),
    set: (each, value, options) => store.set(name(each), value, options),
    increment: (each, ttlMs) => store.increment(name(each), ttlMs),
    delete: (each) => store.delete(name(each)),
    entries: (group) => store.entries(name(group)),
    someEntries: (group, names) => store.someEntries(name(group), names),
    setEntry: (group, each, value, options) => store.setEntry(name(group), each, value, options),
    deleteEntry: (group, each) => store.deleteEntry(name(group), each),
  };
}

async function startBot(store: AdapterStore, options: BotOptions): Promise<Bot> {
  const { timings, over = {}, budget = 10, through } = options;
  const channel = await createWeixinEmulator({ pollMs: 200, budget });
  const root = through === undefined ? channel.root : await through(channel);
  const config = weixin.settings.schema.parse({
    WEIXIN_ENABLED: "on",
    WEIXIN_API_ROOT: root,
    WEIXIN_CDN_ROOT: `${root}/c2c`,
  });
  const counted: string[] = [];
  let wallMs = Date.parse("2026-05-07T10:32:05+08:00");
  const clock = { market: () => new Date(wallMs).toISOString(), wallMs: () => wallMs };
  const host = await createTestHost(config, { store, clock, count: (what) => counted.push(what), ...over });
  const { token, botId, userId } = channel.addAccount();
  const accounts = openAccounts(host.host);
  await accounts.save({ accountId: botId, token, baseUrl: root, userId, savedAtMs: wallMs });
  const adapter = createWeixin(host.host, { ...testTimings, ...timings });
  await adapter.start();
  const chat = { platform: "weixin", accountId: botId, chatId: userId };
  let isClosed = false;
  return {
    channel,
    userId,
    adapter,
    host,
    store,
    counted,
    advance: (ms) => {
      wallMs += ms;
    },
    async hears(text) {
      const count = host.received.length;
      channel.userSays(text);
      await host.waitFor(() => host.received.length > count);
    },
    part: (text, part = {}) => partFor(chat, text, part),
    texts: () => channel.shown(userId).map(({ text }) => text),
    async close() {
      if (isClosed) return;
      isClosed = true;
      await adapter.stop();
      await channel.close();
      await host.close();
    },
  };
}
