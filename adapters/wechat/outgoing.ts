import type { Artifact, Log, OutboundPart, SendOutcome } from "#contract";
import { type Failure, readFailure } from "./failure.ts";
import type { Puppet } from "./load-puppet.ts";
import { within } from "./within.ts";

const busyDelayMs = 2000;
const loginDelayMs = 5000;
const throttledDelayMs = 30_000;

export const notConnected: SendOutcome = {
  status: "retry",
  afterMs: loginDelayMs,
  reason: "wechat is not logged in",
};

function outcomeOf({ kind, reason }: Failure): SendOutcome {
  if (kind === "unknown" || kind === "refused") return { status: kind, reason };
  if (kind === "not_logged_in") return { status: "retry", afterMs: loginDelayMs, reason };
  // A gateway that has enough, or another token: the operator's to mend, the answer waits.
  const afterMs = kind === "unsent" ? busyDelayMs : throttledDelayMs;
  return { status: "retry", afterMs, reason };
}

/** For a picture that did not go through, or may not have: the text before it speaks of it. */
const lostWords = (text: string): string =>
  /\p{Script=Han}/u.test(text)
    ? "图片可能没有发出去;没看到的话请再问一次。"
    : "The picture may not have been sent. Ask again if you do not see it.";

async function fileOf({ base64, name }: Artifact) {
  const { FileBox } = await import("file-box");
  return FileBox.fromBase64(base64, name);
}

/** What the puppet says of a message: its id, or nothing where it cannot tell whether WeChat has taken it. */
const sentAs = (id: string | undefined): SendOutcome =>
  typeof id === "string" && id !== ""
    ? { status: "delivered", receipt: id }
    : { status: "unconfirmed", reason: "the puppet gave no message id" };

/**
 * Sends plain text, and pictures after it: WeChat has no captions. The outcome is the text's, which must not be said twice on a
 * picture's account: of one that does not go through the person is told, as far as that goes through. Never throws.
 */
export async function sendPart(
  puppet: Puppet,
  part: OutboundPart,
  { sendMs, log }: { readonly sendMs: number; readonly log: Log },
): Promise<SendOutcome> {
  const attempt = async (send: () => Promise<string | undefined>): Promise<SendOutcome> => {
    try {
      return sentAs(await within(sendMs, send()));
    } catch (error) {
      return outcomeOf(readFailure(error));
    }
  };
  const { chatId, turnId, artifacts = [] } = part;
  if (!puppet.isLoggedIn) return notConnected;
  const outcome = await attempt(async () => (await puppet.messageSendText(chatId, part.text)) ?? undefined);
  if (outcome.status !== "delivered" && outcome.status !== "unconfirmed") return outcome;
  for (const artifact of artifacts) {
    const sent = await attempt(
      async () => (await puppet.messageSendFile(chatId, await fileOf(artifact))) ?? undefined,
    );
    if (sent.status === "delivered" || sent.status === "unconfirmed") continue;
    log.warn({ turn: turnId, artifact: artifact.name, ...sent }, "wechat did not take a picture");
    await attempt(async () => (await puppet.messageSendText(chatId, lostWords(part.text))) ?? undefined);
  }
  return outcome;
}
