import type { Answer } from "./wire.ts";

/** What the channel's answer to a message of ours means, by the table of its users' experience. */
export type Sent =
  | { readonly kind: "taken"; readonly messageId: string }
  /** A yes without an id: dropped, or a repeated client id. It must not be sent again by itself. */
  | { readonly kind: "silent" }
  /** Nothing goes through before the person writes again. */
  | { readonly kind: "closed" }
  | { readonly kind: "throttled" }
  | { readonly kind: "stale_token" }
  /** Whether it got in is not known. */
  | { readonly kind: "unknown" }
  /** It never reached the channel. */
  | { readonly kind: "unsent" }
  | { readonly kind: "refused" };

function judgeFailure(code: number, message: string): Sent {
  if (code === -14) return { kind: "stale_token" };
  if (code === -2 && /prepare failed|unknown error/i.test(message)) return { kind: "closed" };
  return { kind: "throttled" };
}

export function judgeSend(answer: Answer): Sent {
  if (answer.kind === "ok") {
    const { message_id: id } = answer.body;
    return typeof id === "string" && id !== "" && id !== "0"
      ? { kind: "taken", messageId: id }
      : { kind: "silent" };
  }
  if (answer.kind === "failed") return judgeFailure(answer.code, answer.message);
  if (answer.kind === "none") return { kind: answer.written ? "unknown" : "unsent" };
  if (answer.status === 429) return { kind: "throttled" };
  return { kind: answer.status >= 500 ? "unknown" : "refused" };
}
