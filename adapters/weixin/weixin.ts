import type { Adapter, AdapterHost, SendOutcome } from "#contract";
import { openSession, type WeixinSession } from "./session.ts";
import type { WeixinConfig } from "./settings.ts";
import { usualTimings, type WeixinTimings } from "./timings.ts";

const notStarted: SendOutcome = { status: "retry", afterMs: 1000, reason: "weixin is not started" };

/** The adapter around one session at a time. It has no `edit`: what WeChat shows stays. */
export function createWeixin(
  host: AdapterHost<WeixinConfig>,
  timings: WeixinTimings = usualTimings,
): Adapter {
  let opening: Promise<WeixinSession> | undefined;
  let session: WeixinSession | undefined;
  return {
    // Longer texts were seen cut, refused and lost.
    maxCharacters: 1800,
    cannotQuote: true,
    repeatable: true,
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
    send: async (part) => session?.send(part) ?? notStarted,
    mayWrite: async (chat) => session?.mayWrite(chat) ?? true,
    typing: async (chat) => session?.typing(chat),
    health: () => session?.health() ?? { ok: false, detail: "not started" },
  };
}
