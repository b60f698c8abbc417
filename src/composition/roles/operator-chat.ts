import { setTimeout as sleep } from "node:timers/promises";
import type { Adapter, Bilingual, OutboundPart, SendOutcome } from "#contract";

export interface OperatorNote {
  /** Adapters that know a part by its turn show it once: another note has another name. */
  readonly name: string;
  readonly text: Bilingual;
}

const mostTries = 5;
const longestWaitMs = 30_000;

/** `<platform>:<chat>` of OPERATOR_CHAT in its two parts. */
export function operatorPlace(operatorChat: string): { readonly platform: string; readonly chatId: string } {
  const [platform = "", ...rest] = operatorChat.split(":");
  return { platform, chatId: rest.join(":") };
}

/** Writes to the operator's own chat, in both languages. It is no turn, and written down nowhere. Rejects with what the signal aborts with. */
export async function sendToOperator(
  adapter: Pick<Adapter, "send">,
  operatorChat: string,
  { name, text }: OperatorNote,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const part: OutboundPart = {
    ...{ turnId: `notice-${name}`, part: 0, of: 1, accountId: "operator", ...operatorPlace(operatorChat) },
    ...{ text: `${text.zh}\n\n${text.en}`, buttons: [] },
  };
  for (let tries = 1; ; tries++) {
    const outcome = await adapter.send(part);
    if (outcome.status !== "retry" || tries >= mostTries) return outcome;
    await sleep(Math.min(outcome.afterMs, longestWaitMs), undefined, { signal });
  }
}
