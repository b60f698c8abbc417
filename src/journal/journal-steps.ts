import {
  chatKey,
  type ErrorCode,
  type FinishReason,
  type IncomingMessage,
  type ModelCallRecord,
  type Reply,
  sessionKey,
  type TurnState,
} from "#contract";
import type { Placement } from "../store/lua.ts";
import type { Store } from "../store/redis.ts";
import type { Step } from "../store/steps.ts";
import { turnField } from "../store/turn-fields.ts";
import type { Quotes } from "./quotes.ts";
import { beginLua, cancelLua, createLua, endLua, sentSinceLua } from "./scripts.ts";
import { errorMark, senderMark } from "./search/marks.ts";
import type { Left } from "./turn-log.ts";

export interface BeginOptions {
  readonly marketNow: string;
  readonly startedMs: number;
}

export interface Ending {
  readonly state: TurnState;
  readonly reply?: Reply;
  readonly error?: ErrorCode;
  /** Left out where state and error say it. */
  readonly finish_reason?: FinishReason;
  readonly models: readonly ModelCallRecord[];
  readonly endedMs: number;
}

export interface CreateOptions {
  readonly acceptedMs: number;
  /** In the order of the message's chat. */
  readonly place?: Placement;
  readonly replayOf?: string;
  /** It may be the rest of the text that the same sender began in the message before, which its platform has cut. */
  readonly follows?: boolean;
}

/** What the journal writes, as steps of scripts that write more than that. */
export interface JournalSteps {
  /** The first step of a script that goes on only where the turn is new. */
  createStep(message: IncomingMessage, options: CreateOptions): Step;
  /** See `Journal.begin`; a step of a script that passes the chat's gate as well. */
  beginStep(turnId: string, options: BeginOptions): Step;
  /** See `Journal.end`; a step of a script that posts the answer as well. `left`: what the run's log has not written yet. */
  endStep(turnId: string, run: number, ending: Ending, left?: Left): Step;
  /** See `Journal.cancel`; the first step of a script that tells of it: what comes behind it is done only where the turn was canceled. */
  cancelStep(turnId: string, by?: string): Step;
  /** A failed or canceled turn has been answered by a replay: it is found as `sent-since`, and as failed no more. */
  sentSinceStep(turnId: string): Step;
}

/** Pictures wait beside the ledger until they are sent; after that, and for a replay, they are drawn anew from the trace. */
function withoutPictures({ artifacts: _, ...reply }: Reply): Reply {
  return reply;
}

/** Field-value pairs of what an ending adds to the record. */
function endingFields(ending: Ending, { packed, records = [] }: Partial<Left>): string[] {
  const pairs: string[] = [...records];
  if (packed !== undefined) pairs.push(turnField.packed, packed);
  if (ending.reply !== undefined) pairs.push(turnField.reply, JSON.stringify(withoutPictures(ending.reply)));
  if (ending.error !== undefined) pairs.push(turnField.error, ending.error);
  if (ending.finish_reason !== undefined) pairs.push(turnField.finish, ending.finish_reason);
  if (ending.models.length > 0) pairs.push(turnField.models, JSON.stringify(ending.models));
  return pairs;
}

const createKind = { lua: createLua, goOn: "created" } as const;
const beginKind = { lua: beginLua, goOn: "begun" } as const;
const endKind = { lua: endLua, goOn: 1 } as const;
const cancelKind = { lua: cancelLua, goOn: 1 } as const;
const sentSinceKind = { lua: sentSinceLua } as const;

/** A message's text goes on in the next one where the platform has cut it: parts of at least this many characters. */
const longPart = 4000;
const joinMs = 1500;

export interface JournalStepsParts {
  readonly keys: Store["keys"];
  readonly quotes: Pick<Quotes, "ownName">;
  readonly ttlSeconds: number;
  readonly wallMs: () => number;
}

export function createJournalSteps({ keys, quotes, ttlSeconds, wallMs }: JournalStepsParts): JournalSteps {
  const createStep: JournalSteps["createStep"] = (message, { acceptedMs, place, replayOf, follows }) => {
    const conversation = sessionKey(message);
    const { text } = message;
    const name = quotes.ownName(message);
    return {
      kind: createKind,
      keys: [
        keys.turn(message.id),
        keys.turns,
        keys.turnsIn("open"),
        keys.epoch(conversation),
        keys.paste(conversation),
        keys.turnsBy("platform", message.platform),
        keys.turnsBy("chat", chatKey(message)),
        keys.turnsBy("sender", senderMark(message).value),
        keys.said(chatKey(message), name),
        ...(place?.keys ?? []),
      ],
      args: [
        message.id,
        JSON.stringify(message),
        acceptedMs,
        ttlSeconds,
        place?.chat ?? "",
        replayOf ?? "",
        follows === true ? text : "",
        text.length >= longPart ? 1 : 0,
        joinMs,
        keys.turn(""),
        name,
      ],
    };
  };
  const beginStep: JournalSteps["beginStep"] = (turnId, { marketNow, startedMs }) => ({
    kind: beginKind,
    keys: [keys.turn(turnId)],
    args: [marketNow, startedMs, joinMs],
  });
  const endStep: JournalSteps["endStep"] = (turnId, run, ending, left) => {
    const trimBeforeMs = wallMs() - ttlSeconds * 1000;
    // Completed turns have no set of their own; the step then does not touch the one it is given.
    const { state } = ending;
    const own = keys.turnsIn(state === "canceled" || state === "input-required" ? state : "failed");
    // Without a log nobody here knows what stands in the record; the step looks by itself.
    const spare = left === undefined ? [-1] : [left.spare.length, ...left.spare];
    const pairs = endingFields(ending, left ?? {});
    const marks = [...(left?.marks ?? []), ...(ending.error === undefined ? [] : [errorMark(ending.error)])];
    const shared = marks.map(({ dimension, value }) => keys.turnsBy(dimension, value));
    return {
      kind: endKind,
      keys: [keys.turn(turnId), keys.turns, keys.turnsIn("open"), own, ...shared],
      args: [run, turnId, state, ending.endedMs, ttlSeconds, trimBeforeMs, ...spare, ...pairs],
    };
  };
  const cancelStep: JournalSteps["cancelStep"] = (turnId, by) => ({
    kind: cancelKind,
    keys: [
      keys.turn(turnId),
      keys.turnsIn("open"),
      keys.turnsIn("canceled"),
      ...(by === undefined ? [] : [keys.turn(by)]),
    ],
    args: [wallMs(), turnId],
  });
  const sentSinceStep: JournalSteps["sentSinceStep"] = (turnId) => ({
    kind: sentSinceKind,
    keys: [keys.turnsIn("failed"), keys.turnsIn("canceled"), keys.turnsIn("sent-since")],
    args: [turnId, wallMs() - ttlSeconds * 1000],
  });
  return { createStep, beginStep, endStep, cancelStep, sentSinceStep };
}
