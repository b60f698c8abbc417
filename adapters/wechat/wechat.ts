import { type Adapter, type AdapterHost, createLifecycle, type ReplyLimits } from "#contract";
import { notConnected } from "./outgoing.ts";
import { openSession } from "./session.ts";
import type { WechatConfig } from "./settings.ts";
import { usualTimings, type WechatTimings } from "./timings.ts";

export const wechatLimits: ReplyLimits = { maxCharacters: 2000 };

/** The adapter around one session at a time. It has no `edit`, for what WeChat shows stays, and no `typing`: wechaty has none. */
export function createWechat(
  host: AdapterHost<WechatConfig>,
  timings: WechatTimings = usualTimings,
): Adapter {
  let isHolding = false;
  let told = (_isHolding: boolean): void => {};
  const onHolding = (next: boolean): void => {
    isHolding = next;
    told(next);
  };
  const lifecycle = createLifecycle(() => openSession({ host, timings, onHolding }));
  const session = lifecycle.current;
  return {
    ...wechatLimits,
    cannotQuote: true,
    start: lifecycle.start,
    stop: lifecycle.stop,
    onHolding(tell) {
      told = tell;
      tell(isHolding);
    },
    send: async (part) => session()?.send(part) ?? notConnected,
    health: () => session()?.health() ?? { ok: false, detail: "not started" },
  };
}
