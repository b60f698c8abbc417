import type { Api } from "grammy";
import type { Log, OutboundPart, ReplyButton, SendOutcome } from "#contract";
import { describe, type Failure, readFailure } from "./failure.ts";
import type { MovedGroups } from "./moved-groups.ts";
import { createOutage, isServerError } from "./outage.ts";
import { insteadOf, readMessageId, type Shown, shownIn, shownOf, unmodified } from "./shown.ts";

const busyDelayMs = 2000;
const unauthorizedDelayMs = 30_000;
const floodDelayMs = 5000;

export interface Outgoing {
  send(part: OutboundPart): Promise<SendOutcome>;
  edit(receipt: string, part: OutboundPart): Promise<SendOutcome>;
}

/**
 * Sends and edits plain text, and pictures with the text below; a picture that Telegram does not take is left out, and said to be. Never
 * throws; the outcomes follow what is known of the request (see `SendOutcome`).
 */
export function createOutgoing(
  api: Api,
  { token, log, moved }: { readonly token: string; readonly log: Log; readonly moved: MovedGroups },
): Outgoing {
  const outage = createOutage(api);
  const attempt = async (
    part: OutboundPart,
    shown: Shown,
    call: (shown: Shown) => Promise<string>,
  ): Promise<SendOutcome> => {
    try {
      const cause = await outage.cause();
      if (cause !== undefined)
        return { status: "retry", afterMs: busyDelayMs, reason: describe(cause, token) };
      return { status: "delivered", receipt: await call(shown) };
    } catch (error) {
      const failure = readFailure(error);
      outage.note(failure);
      const outcome = outcomeOf(failure, describe(failure, token));
      log.debug({ turn: part.turnId, part: part.part, ...outcome }, "telegram did not take a part");
      const other = insteadOf(shown, failure);
      if (failure.kind === "answered" && failure.movedTo !== undefined)
        moved.note(shown.chat, failure.movedTo);
      return other === undefined ? outcome : attempt(part, other, call);
    }
  };
  return {
    async send(part) {
      const shown = shownOf(part);
      const there = shownIn(await moved.placeOf(shown.chat), shown);
      return attempt(part, there, async ({ chat, text, picture, quoted }) => {
        const options = {
          ...keyboardOf(part, log),
          // a question deleted meanwhile must not cost the answer
          ...(quoted === undefined
            ? {}
            : { reply_parameters: { message_id: quoted, allow_sending_without_reply: true } }),
        };
        const sent =
          picture === undefined
            ? await api.sendMessage(chat, text, { ...plain, ...options })
            : await api.sendPhoto(chat, picture, { caption: text, ...options });
        return String(sent.message_id);
      });
    },
    async edit(receipt, part) {
      const messageId = readMessageId(receipt);
      if (messageId === undefined) return { status: "refused", reason: "the receipt is not a message id" };
      const outcome = await attempt(part, shownOf(part, messageId), async ({ chat, text, picture }) => {
        if (picture === undefined)
          await api.editMessageText(chat, messageId, text, { ...plain, ...keyboardOf(part, log) });
        else
          await api.editMessageMedia(
            chat,
            messageId,
            { type: "photo", media: picture, caption: text },
            keyboardOf(part, log),
          );
        return receipt;
      });
      const alreadySo = outcome.status === "refused" && unmodified.test(outcome.reason);
      return alreadySo ? { status: "delivered", receipt } : outcome;
    },
  };
}

const plain = { link_preview_options: { is_disabled: true } };

function keyboardOf(part: OutboundPart, log: Log) {
  const keyboard = part.buttons.filter((button) => fits(button, log)).map(toKey);
  return keyboard.length === 0 ? {} : { reply_markup: { inline_keyboard: [keyboard] } };
}

const toKey = (button: ReplyButton) => ({ text: button.label, callback_data: button.action });

/** Telegram refuses the whole message for callback data over 64 bytes. */
function fits(button: ReplyButton, log: Log): boolean {
  const bytes = Buffer.byteLength(button.action);
  if (bytes >= 1 && bytes <= 64) return true;
  log.warn({ bytes }, "telegram button left out: its action must be 1 to 64 bytes");
  return false;
}

function outcomeOf(failure: Failure, reason: string): SendOutcome {
  if (failure.kind === "none")
    return failure.written
      ? { status: "unknown", reason }
      : { status: "retry", afterMs: busyDelayMs, reason };
  if (failure.code === 429) return { status: "retry", afterMs: failure.retryAfterMs ?? floodDelayMs, reason };
  // A gateway in between may answer so for what Telegram has taken.
  if (isServerError(failure)) return { status: "unknown", reason };
  // a revoked token is the operator's to mend; the answer waits for it
  if (failure.code === 401) return { status: "retry", afterMs: unauthorizedDelayMs, reason };
  // what stands in between is the operator's too, and has handed nothing on
  if (failure.isForeign) return { status: "retry", afterMs: busyDelayMs, reason };
  return { status: "refused", reason };
}
