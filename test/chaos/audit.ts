import type { SentEntry } from "../emulators/telegram.ts";
import { progressText } from "../line/chat.ts";

/** One question of the load: what was asked, where, and what its answer must name. */
export interface Asked {
  readonly chatId: number;
  readonly messageId: number;
  /** The six digits of the asked security. */
  readonly code: string;
}

/** A turn of the journal, as far as the order of the work goes. */
export interface Worked {
  readonly id: string;
  readonly chatId: number;
  readonly messageId: number;
  readonly state: string;
  /** Wall time, epoch milliseconds. */
  readonly startedMs: number;
  readonly endedMs: number;
}

/** What people saw that they must never see, a line each; all empty is the promise kept. */
export interface Verdict {
  readonly lost: readonly string[];
  readonly doubled: readonly string[];
  readonly outOfOrder: readonly string[];
  readonly overlapping: readonly string[];
  readonly wrongChat: readonly string[];
  /** Failure notices: an ending, but not the answer that was asked for. */
  readonly failed: readonly string[];
  /** Sends that say of themselves that they may be a repeat: allowed, and counted. */
  readonly marked: number;
}

const repeatMark = /^\(可能重复\) /;
const answerTo = (code: string) => new RegExp(`\\(${code}\\.(?:SH|SZ|BJ)\\) (?:当前价|最近收盘|收盘)`);

interface Shown {
  readonly replyTo: number | undefined;
  readonly text: string;
  readonly order: number;
}

/** What each chat was shown as answers, in the order in which it stood there; an edited progress text counts at its edit. */
function shownByChat(sent: readonly SentEntry[]): ReadonlyMap<number, readonly Shown[]> {
  const quotes = new Map<string, number | undefined>();
  const chats = new Map<number, Shown[]>();
  for (const { chatId, messageId, method, text, replyTo, order } of sent) {
    const place = `${chatId}/${messageId}`;
    if (method !== "editMessageText") quotes.set(place, replyTo);
    if (progressText.test(text) || method === "deleteMessage") continue;
    const quoted = quotes.get(place);
    const shown = chats.get(chatId) ?? [];
    chats.set(chatId, shown);
    // An edit to the same text, made again after an unknown outcome, shows nothing new.
    const isSame = shown.some((row) => row.replyTo === quoted && row.text === text);
    if (method !== "editMessageText" || !isSame) shown.push({ replyTo: quoted, text, order });
  }
  return chats;
}

interface ChatFaults {
  readonly lost: string[];
  readonly doubled: string[];
  readonly outOfOrder: string[];
  readonly wrongChat: string[];
  readonly failed: string[];
  marked: number;
}

function auditChat(chatId: number, asked: readonly Asked[], shown: readonly Shown[], faults: ChatFaults) {
  const places = new Map(asked.map(({ messageId }, index) => [messageId, index]));
  const answered = new Set<number>();
  let newest = -1;
  for (const { replyTo, text } of shown) {
    const index = replyTo === undefined ? undefined : places.get(replyTo);
    const question = index === undefined ? undefined : asked[index];
    if (index === undefined || question === undefined) {
      faults.wrongChat.push(`${chatId}: quotes no question of this chat: ${text.slice(0, 40)}`);
      continue;
    }
    const name = `${chatId}/${question.messageId}`;
    const isMarked = repeatMark.test(text);
    if (isMarked) faults.marked += 1;
    const isAnswer = answerTo(question.code).test(text);
    if (!isAnswer && /\(\d{6}\./.test(text))
      faults.wrongChat.push(`${name}: is of another question: ${text}`);
    else if (!isAnswer) faults.failed.push(`${name}: ${text.slice(0, 60)}`);
    if (answered.has(index) && !isMarked) faults.doubled.push(`${name}: ${text.slice(0, 40)}`);
    if (index < newest) faults.outOfOrder.push(`${name} after ${asked[newest]?.messageId}`);
    newest = Math.max(newest, index);
    answered.add(index);
  }
  asked.forEach(({ messageId }, index) => {
    if (!answered.has(index)) faults.lost.push(`${chatId}/${messageId}`);
  });
}

/** Turns of one chat that were begun before the one before them had ended. */
function overlaps(worked: readonly Worked[]): string[] {
  const chats = Map.groupBy(worked, ({ chatId }) => chatId);
  return [...chats.values()].flatMap((turns) => {
    const ordered = turns.toSorted((a, b) => a.messageId - b.messageId);
    return ordered.flatMap((turn, index) => {
      const before = ordered[index - 1];
      return before !== undefined && turn.startedMs < before.endedMs
        ? [`${turn.id} began ${before.endedMs - turn.startedMs} ms before ${before.id} ended`]
        : [];
    });
  });
}

/** Compares what was asked with what the chats were shown, in any order of chats. `asked` is in each chat's order. */
export function audit(
  asked: readonly Asked[],
  sent: readonly SentEntry[],
  worked: readonly Worked[] = [],
): Verdict {
  const faults: ChatFaults = { lost: [], doubled: [], outOfOrder: [], wrongChat: [], failed: [], marked: 0 };
  const shown = shownByChat(sent);
  const byChat = Map.groupBy(asked, ({ chatId }) => chatId);
  for (const chatId of new Set([...byChat.keys(), ...shown.keys()]))
    auditChat(chatId, byChat.get(chatId) ?? [], shown.get(chatId) ?? [], faults);
  return { ...faults, overlapping: overlaps(worked) };
}
