import {
  type ErrorCode,
  type FinishReason,
  type ModelCallRecord,
  stageCalls,
  type Turn,
  type TurnState,
} from "#contract";

/** What an ended turn tells the metrics; one for every turn, whoever ended it. */
export interface TurnObservation {
  readonly state: TurnState;
  /** From the acceptance of its message to its end: what its person waits, and what the record says. */
  readonly ms: number;
  /** From taking it up to its end: what of that was work. Absent where no worker ended it. */
  readonly workMs?: number;
  readonly models: readonly ModelCallRecord[];
  readonly error?: ErrorCode;
  readonly finish_reason?: FinishReason;
  /** What the stages left, and the market time that they went by: the turn's record as far as it came. */
  readonly record: Pick<Turn, "stages" | "market_now">;
  /** It was no question that was answered: a command, a notice at the door, or canceled. How well answers are made is not judged by it. */
  readonly isAside?: true;
}

export type Observe = (observation: TurnObservation) => void;

const nothingLeft = { stages: [] };

/** A turn that was answered at the door: no worker has seen it. */
export const observedAtDoor = (ms: number, error?: ErrorCode): TurnObservation => ({
  ...{ state: "completed", ms, models: [], record: nothingLeft, isAside: true },
  ...(error === undefined ? {} : { error }),
});

/** A turn that has been canceled, with what its finished stages have asked of models; `turn` as it stands after that. */
export function observedCancel({ accepted_ms, ended_ms = accepted_ms, stages }: Turn): TurnObservation {
  const models = stages.flatMap(stageCalls);
  const ms = ended_ms - accepted_ms;
  return { state: "canceled", ms, models, error: "CANCELED", record: nothingLeft, isAside: true };
}
