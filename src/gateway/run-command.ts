import {
  type Bilingual,
  type ChatAddress,
  chatKey,
  type IncomingMessage,
  isQuoting,
  type Language,
  type Reply,
  recordedAt,
  sessionKey,
  type Turn,
} from "#contract";
import { languageOf } from "#language";
import type { Journal } from "../journal/journal.ts";
import { type Observe, observedCancel } from "../journal/observation.ts";
import type { Memory } from "../memory/session.ts";
import type { OrderedQueue } from "../queue/ordered-queue.ts";
import type { Signals } from "../queue/signals.ts";
import { type Command, canceledText, commandTexts } from "./commands.ts";
import { type SourceEntry, sourcesOf, turnAskedAbout } from "./sources.ts";

export interface CommandParts {
  readonly journal: Journal;
  readonly memory: Memory;
  readonly inbound: Pick<OrderedQueue, "waiting">;
  readonly signals: Pick<Signals, "publish">;
  /** Told of the turns that end at the door. */
  readonly observe: Observe;
  /** Says true for the first caller in each `ttlMs`. */
  readonly locks: { firstIn(name: string, ttlMs: number): Promise<boolean> };
  /** One line a number: the phrase, its source, table, dates, tool call, and what was asked before. */
  readonly renderSources: (entries: readonly SourceEntry[], language: Language) => string;
}

/** The chat's newest question, waiting or answered; null where there is none. */
async function newestOf(parts: CommandParts, message: IncomingMessage): Promise<Turn | null> {
  const waiting = (await parts.inbound.waiting(chatKey(message))).at(-1);
  const newest = waiting ?? (await parts.memory.recall(sessionKey(message))).at(-1)?.turnId;
  return newest === undefined ? null : parts.journal.read(newest);
}

/** The language of a message that says little itself: that of the chat's newest question. */
export const languageFor = async (
  parts: CommandParts,
  message: IncomingMessage,
  text: string,
): Promise<Language> =>
  /\p{L}/u.test(text) ? languageOf(text) : languageOfTurn(await newestOf(parts, message));

const languageOfTurn = (turn: Turn | null): Language =>
  turn === null ? "zh" : (recordedAt(turn, "route")?.plan.language ?? languageOf(turn.message.text));

type CancelParts = Pick<CommandParts, "journal" | "signals" | "observe">;

/** Ends a turn that has said nothing yet, at work or not. The command's own turn counts it in the same moment. */
async function cancelTurn(
  { journal, signals, observe }: CancelParts,
  turnId: string,
  { id, platform, accountId, chatId }: Pick<IncomingMessage, "id"> & ChatAddress,
  language: Language,
): Promise<void> {
  if (!(await journal.cancel(turnId, id))) return;
  await signals.publish({ kind: "cancel", turnId, platform, accountId, chatId, language });
  const ended = await journal.read(turnId).catch(() => null);
  if (ended !== null) observe(observedCancel(ended));
}

/**
 * Ends the running turns and those that wait: in a group the sender's own, else all of the chat. Resolves with how many, those that the same
 * command ended before a crash included.
 */
async function cancelAll(parts: CommandParts, message: IncomingMessage, language: Language): Promise<number> {
  const { journal, inbound } = parts;
  // An alert that has come true is nothing that was just asked, and would be lost.
  const isOwn = async (turnId: string): Promise<boolean> => {
    const asked = (await journal.read(turnId))?.message;
    if (asked === undefined || asked.reminder !== undefined) return false;
    return message.chatKind === "direct" || asked.senderId === message.senderId;
  };
  // The last first, so that none of them is begun while those before it end.
  for (const turnId of (await inbound.waiting(chatKey(message))).toReversed())
    if (await isOwn(turnId)) await cancelTurn(parts, turnId, message, language);
  return journal.canceledBy(message.id);
}

/** `spoken`: the language of the words that asked; a bare command or button is answered in that of the turn it is about. */
async function sourceText(
  parts: CommandParts,
  message: IncomingMessage,
  turnId: string,
  spoken: Language | null,
) {
  const turn = await turnAskedAbout(parts, message, turnId);
  const language = spoken ?? (turn === null ? await languageFor(parts, message, "") : languageOfTurn(turn));
  const entries = turn === null ? [] : sourcesOf(turn);
  const nothing = turnId === "" && isQuoting(message) ? "noQuotedSources" : "noSources";
  return entries.length === 0 ? commandTexts[nothing][language] : parts.renderSources(entries, language);
}

/** In the language that the person writes; in both for who has not said anything yet. */
async function standing(parts: CommandParts, message: IncomingMessage, text: Bilingual): Promise<string> {
  const newest = await newestOf(parts, message);
  return newest === null ? `${text.zh}\n\n${text.en}` : text[languageOfTurn(newest)];
}

/** Who sends it again sooner has the list before them. */
const helpAgainMs = 10 * 60_000;

async function helpText(parts: CommandParts, message: IncomingMessage): Promise<string> {
  const isFirst = await parts.locks.firstIn(`help:${sessionKey(message)}`, helpAgainMs);
  return standing(parts, message, commandTexts[isFirst ? "help" : "helpAgain"]);
}

/**
 * Carries a command out and says what to answer. May run twice for one message (after a crash). `instead`: the turn of the question that was
 * edited into the command, to be withdrawn.
 */
export async function runCommand(
  parts: CommandParts,
  message: IncomingMessage,
  command: Command,
  instead?: string,
): Promise<Reply> {
  const plain = message.text.startsWith("/") ? "" : message.text;
  const language = await languageFor(parts, message, plain);
  // Counted with the others where all are canceled.
  if (instead !== undefined && command.name !== "cancel") await cancelTurn(parts, instead, message, language);
  const text = async (): Promise<string> => {
    switch (command.name) {
      case "start":
        return standing(parts, message, commandTexts.start);
      case "help":
        return helpText(parts, message);
      case "new":
        await parts.memory.clear(sessionKey(message));
        return commandTexts.new[language];
      case "cancel":
        return canceledText(await cancelAll(parts, message, language), message, language);
      case "source":
        return sourceText(parts, message, command.argument, plain === "" ? null : language);
      case "unknown":
        return commandTexts.unknown[language];
    }
  };
  return { text: await text(), buttons: [] };
}
