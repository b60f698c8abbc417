import type { Adapter, AdapterHost, AdapterStore } from "#contract";
import wechat from "../../../adapters/wechat/index.ts";
import { usualTimings, type WechatTimings } from "../../../adapters/wechat/timings.ts";
import { createWechat } from "../../../adapters/wechat/wechat.ts";
import { createTestHost, type TestHost } from "../support/test-host.ts";
import { realClock } from "./harness.ts";

/** Short waits, so that what is retried is retried within a test. */
const testTimings: WechatTimings = {
  ...usualTimings,
  startPatienceMs: 60_000,
  firstDelayMs: 10,
  maxDelayMs: 50,
};

export interface Bot {
  readonly adapter: Adapter;
  readonly host: TestHost;
  /** What has been counted for the operator. */
  readonly counted: readonly string[];
  close(): Promise<void>;
}

export interface BotOptions {
  readonly store?: AdapterStore;
  readonly over?: Partial<AdapterHost<never>>;
  readonly timings?: Partial<WechatTimings>;
}

/** The adapter over mock puppets (see `intoWorld`), not yet started. */
export async function createBot({ store, over = {}, timings = {} }: BotOptions = {}): Promise<Bot> {
  const config = wechat.settings.schema.parse({ WECHATY_PUPPET: "wechaty-puppet-mock" });
  const counted: string[] = [];
  const host = await createTestHost(config, {
    clock: realClock,
    count: (what) => void counted.push(what),
    ...(store === undefined ? {} : { store }),
    ...over,
  });
  const adapter = createWechat(host.host, { ...testTimings, ...timings });
  return {
    ...{ adapter, host, counted },
    async close() {
      await adapter.stop();
      await host.close();
    },
  };
}
