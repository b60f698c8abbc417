import type { Adapter, AdapterHost } from "#contract";
import { notConnected } from "./outgoing.ts";
import { openSession, type WechatSession } from "./session.ts";
import type { WechatConfig } from "./settings.ts";
import { usualTimings, type WechatTimings } from "./timings.ts";

/** The adapter around one session at a time. It has no `edit`, for what WeChat shows stays, and no `typing`: wechaty has none. */
export function createWechat(
  host: AdapterHost<WechatConfig>,
  timings: WechatTimings = usualTimings,
): Adapter {
  let opening: Promise<WechatSession> | undefined;
  let session: WechatSession | undefined;
  return {
    maxCharacters: 2000,
    cannotQuote: true,
    async start() {
      opening ??= openSession(host, timings);
      try {
        session = await opening;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    async stop() {
      const closing = opening;
      opening = undefined;
      await closing?.then(
        (opened) => opened.close(),
        () => undefined,
      );
      session = undefined;
    },
    send: async (part) => session?.send(part) ?? notConnected,
    health: () => session?.health() ?? { ok: false, detail: "not started" },
  };
}
