import {
  type Adapter,
  type AdapterHost,
  createLifecycle,
  type ReplyLimits,
  type SendOutcome,
} from "#contract";
import { mostCharacters } from "./outgoing.ts";
import { openSession } from "./session.ts";
import type { WeixinConfig } from "./settings.ts";
import { usualTimings, type WeixinTimings } from "./timings.ts";

const notStarted: SendOutcome = { status: "retry", afterMs: 1000, reason: "weixin is not started" };

export const weixinLimits: ReplyLimits = {
  maxCharacters: mostCharacters,
  // Few are allowed for each message of the person's, and some are kept for what follows.
  maxParts: 3,
};

/** The adapter around one session at a time. It has no `edit`: what WeChat shows stays. */
export function createWeixin(
  host: AdapterHost<WeixinConfig>,
  timings: WeixinTimings = usualTimings,
): Adapter {
  const lifecycle = createLifecycle(() => openSession(host, timings));
  const session = lifecycle.current;
  return {
    ...weixinLimits,
    mostHeld: 30,
    cannotQuote: true,
    repeatable: true,
    start: lifecycle.start,
    stop: lifecycle.stop,
    send: async (part) => session()?.send(part) ?? notStarted,
    mayWrite: async (chat) => session()?.mayWrite(chat) ?? true,
    gaveUp: async (part) => session()?.gaveUp(part),
    typing: async (chat) => session()?.typing(chat),
    health: () => session()?.health() ?? { ok: false, detail: "not started" },
  };
}
