import type { IncomingMessage, Language } from "#contract";
import type { Signal, Signals } from "../queue/signals.ts";

/** Typing is shown where an answer takes longer than a thought (Nielsen, Usability Engineering, 1993: one second). */
const typingAfterMs = 1000;
/** Platforms let it fade after about five seconds. */
const typingEveryMs = 4500;
/** A short progress message follows after this; the answer is edited into it. */
const progressAfterMs = 2000;

/** Tells the gateway, lossily, that a turn takes a while. A quick turn sends nothing. */
export function showProgress(
  signals: Signals,
  message: IncomingMessage,
  language: Language,
): { stop(): void } {
  const { id: turnId, platform, accountId, chatId, platformMessageId } = message;
  const signal = (kind: "typing" | "progress"): Signal => ({
    kind,
    turnId,
    platform,
    accountId,
    chatId,
    language,
    ...(platformMessageId === undefined ? {} : { replyTo: platformMessageId }),
  });
  let typing: NodeJS.Timeout | undefined;
  const type = () => {
    signals.publish(signal("typing"));
    typing = setTimeout(type, typingEveryMs);
  };
  typing = setTimeout(type, typingAfterMs);
  const progress = setTimeout(() => signals.publish(signal("progress")), progressAfterMs);
  return {
    stop() {
      clearTimeout(typing);
      clearTimeout(progress);
    },
  };
}
