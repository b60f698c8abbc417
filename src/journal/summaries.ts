import type { ErrorCode, ModelCallRecord, Turn, TurnState } from "#contract";
import type { Store } from "../store/redis.ts";
import { turnField } from "../store/turn-fields.ts";
import { fieldsOf, turnOf } from "./record.ts";

/** One line of a list of turns. */
export interface TurnSummary {
  readonly id: string;
  readonly state: TurnState;
  readonly platform: string;
  readonly chatId: string;
  readonly text: string;
  readonly accepted_ms: number;
  readonly ended_ms?: number;
  readonly error?: ErrorCode;
  readonly models: readonly ModelCallRecord[];
}

export function summaryOf(turn: Turn): TurnSummary {
  const { id, state, message, accepted_ms, ended_ms, error, models } = turn;
  return {
    id,
    state,
    models,
    platform: message.platform,
    chatId: message.chatId,
    text: message.text,
    accepted_ms,
    ...(ended_ms === undefined ? {} : { ended_ms }),
    ...(error === undefined ? {} : { error }),
  };
}

/** Reads many turns without their stages. */
export async function readSummaries(store: Store, ids: readonly string[]): Promise<TurnSummary[]> {
  const { message, rest, state, acceptedMs, endedMs, error, models } = turnField;
  const names = [message, rest, state, acceptedMs, endedMs, error, models];
  const rows = await Promise.all(ids.map((id) => store.redis.hmget(store.keys.turn(id), ...names)));
  return rows.flatMap((values, index) => {
    const id = ids[index];
    // Expired between the index and here.
    if (id === undefined || values[0] == null) return [];
    const pairs = names.flatMap((name, at) => (values[at] == null ? [] : [name, values[at]]));
    return [summaryOf(turnOf(id, fieldsOf(pairs)))];
  });
}
