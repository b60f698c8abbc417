import {
  type ErrorCode,
  errorCatalogue,
  finishReasonOf,
  finishReasons,
  type IncomingMessage,
  type ModelCallRecord,
  type Reply,
  type StageName,
  type StageRecord,
  stageNames,
  type Turn,
  type TurnState,
} from "#contract";
import { pack, unpack } from "../store/pack.ts";
import { turnField } from "../store/turn-fields.ts";

/** The fields of a turn's hash as Redis holds them. */
export type Fields = ReadonlyMap<string, string>;

/** A flat `[name, value, …]` reply as a map. */
export function fieldsOf(reply: unknown): Fields {
  const fields = new Map<string, string>();
  if (!Array.isArray(reply)) return fields;
  for (let index = 0; index + 1 < reply.length; index += 2)
    fields.set(String(reply[index]), String(reply[index + 1]));
  return fields;
}

export const stageField = (stage: StageName, attempt: number): string => `s:${attempt}:${stage}`;

/** Stages of a finished turn that take more than this are packed; below it packing costs more than it saves. */
const packFromCharacters = 8000;

/** The stages' records as one field, or undefined where they are small. `records` are JSON texts as `s:` fields hold them. */
export function packStages(records: readonly string[]): string | undefined {
  const size = records.reduce((sum, record) => sum + record.length, 0);
  if (size < packFromCharacters) return undefined;
  return pack(`[${records.join(",")}]`);
}

/** Stays a field of its own: a turn whose answer has aged is run again from its plan. */
export const planField = stageField("route", 0);

/** The stages in the order in which they ran: by attempt, then by their place in the line. */
function stagesOf(fields: Fields): StageRecord[] {
  const packed = fields.get(turnField.packed);
  // Written by `packStages`.
  const stages: StageRecord[] = packed === undefined ? [] : (JSON.parse(unpack(packed)) as StageRecord[]);
  for (const [name, text] of fields) {
    if (!name.startsWith("s:")) continue;
    // Written by `record` of this same module.
    stages.push(JSON.parse(text) as StageRecord);
  }
  return stages.sort(
    (left, right) =>
      left.attempt - right.attempt || stageNames.indexOf(left.stage) - stageNames.indexOf(right.stage),
  );
}

/** The message with the rest of a text that its platform had cut. */
function messageOf(fields: Fields): IncomingMessage {
  const message = JSON.parse(fields.get(turnField.message) ?? "null") as IncomingMessage;
  const rest = fields.get(turnField.rest);
  return rest === undefined ? message : { ...message, text: message.text + rest };
}

const errorOf = (text: string | undefined): ErrorCode | undefined =>
  text !== undefined && Object.hasOwn(errorCatalogue, text) ? (text as ErrorCode) : undefined;

/** The whole turn. `fields` must be those of an existing record. */
export function turnOf(turnId: string, fields: Fields): Turn {
  const number = (name: string): number | undefined => {
    const text = fields.get(name);
    return text === undefined ? undefined : Number(text);
  };
  const [marketNow, startedMs, endedMs] = [
    fields.get(turnField.marketNow),
    number(turnField.startedMs),
    number(turnField.endedMs),
  ];
  const [reply, error, replayOf] = [
    fields.get(turnField.reply),
    errorOf(fields.get(turnField.error)),
    fields.get(turnField.replayOf),
  ];
  const state = (fields.get(turnField.state) ?? "submitted") as TurnState;
  const ending = { state, ...(error === undefined ? {} : { error }) };
  const finish =
    finishReasons.find((reason) => reason === fields.get(turnField.finish)) ?? finishReasonOf(ending);
  return {
    v: 1,
    id: turnId,
    message: messageOf(fields),
    state,
    run: number(turnField.run) ?? 0,
    accepted_ms: number(turnField.acceptedMs) ?? 0,
    stages: stagesOf(fields),
    models: JSON.parse(fields.get(turnField.models) ?? "[]") as ModelCallRecord[],
    ...(marketNow === undefined ? {} : { market_now: marketNow }),
    ...(startedMs === undefined ? {} : { started_ms: startedMs }),
    ...(endedMs === undefined ? {} : { ended_ms: endedMs }),
    ...(reply === undefined ? {} : { reply: JSON.parse(reply) as Reply }),
    ...(error === undefined ? {} : { error }),
    ...(finish === undefined ? {} : { finish_reason: finish }),
    ...(replayOf === undefined ? {} : { replay_of: replayOf }),
  };
}
