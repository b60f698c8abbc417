import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AdapterStore } from "#contract";
import weixin from "../../../adapters/weixin/index.ts";
import { createAdapterStore } from "../../../src/store/adapter-store.ts";
import { startPrivateRedis } from "../../../src/store/private-redis.ts";
import { connect } from "../../../src/store/redis.ts";
import { createWeixinEmulator } from "../../emulators/weixin.ts";
import type { StreamMessage } from "../../emulators/weixin-types.ts";
import type { Platform } from "../contract.ts";
import { createTestHost } from "../support/test-host.ts";

export const credentialsKey = "a key for tests, 32 characters..";

export interface OpenStore {
  readonly store: AdapterStore;
  /** How long a name of it is kept yet; undefined: for ever, or it is not there. */
  msLeft(name: string): Promise<number | undefined>;
  close(): Promise<void>;
}

/** An adapter's part of a Redis of its own. */
export async function openStore(): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), "qm-"));
  const redis = await startPrivateRedis({ folder, say: () => undefined });
  const store = connect({ socketPath: redis.socketPath });
  return {
    store: createAdapterStore(store, "weixin"),
    async msLeft(name) {
      const ms = await store.redis.pttl(store.keys.adapter("weixin", name));
      return ms < 0 ? undefined : ms;
    },
    async close() {
      await store.close();
      await redis.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The chat of one person who has scanned a code. */
export async function createPlatform(): Promise<Platform> {
  const [channel, redis] = await Promise.all([createWeixinEmulator(), openStore()]);
  const config = {
    WEIXIN_ENABLED: "on",
    WEIXIN_API_ROOT: channel.root,
    WEIXIN_CDN_ROOT: channel.cdnRoot,
    CREDENTIALS_KEY: credentialsKey,
  };
  const scanner = await createTestHost(weixin.settings.schema.parse(config), { store: redis.store });
  const nobody = { show: () => {}, tell: () => {}, ask: async () => undefined };
  await weixin.login?.(scanner.host, nobody, AbortSignal.timeout(120_000));
  await scanner.close();
  const { botId, userId } = channel.account();
  let last: StreamMessage | undefined;
  const seen = () => channel.shown().map(({ text }) => text);
  return {
    config,
    host: { store: redis.store },
    chat: { platform: "weixin", accountId: botId, chatId: userId },
    async open() {
      // the chat is there since the scan
    },
    async say(text) {
      last = channel.userSays(text);
    },
    async sayAgain() {
      if (last !== undefined) channel.repeat(last);
    },
    acknowledged: async () => void (await channel.waitFor(() => channel.pending() === 0)),
    unacknowledged: channel.pending,
    seen,
    sees: async (text) => void (await channel.waitFor(() => seen().includes(text))),
    async close() {
      await channel.close();
      await redis.close();
    },
  };
}
