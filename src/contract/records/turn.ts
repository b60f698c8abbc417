import type { ModelCallRecord } from "../ports/model.ts";
import type { SkillResult } from "../ports/skill.ts";
import type { Claim } from "./claim.ts";
import type { ErrorCode } from "./errors.ts";
import type { IncomingMessage } from "./message.ts";
import type { RouteRecord } from "./plan.ts";
import type { OutboundPart, Reply } from "./reply.ts";
import type { StageName, TurnState } from "./stages.ts";
import type { FinishReason } from "./task.ts";
import type { ToolCall } from "./trace.ts";
import type { GuardVerdict, Verdict } from "./verdict.ts";

/** What a stage left behind. `attempt` counts the passes through the loop from 0. */
export interface StageRecord<Value = unknown> {
  readonly stage: StageName;
  readonly attempt: number;
  readonly value: Value;
  readonly ms: number;
}

/** Everything that happened for one message. Stored records carry `v`; a newer version reads the older. */
export interface Turn {
  readonly v: 1;
  readonly id: string;
  readonly message: IncomingMessage;
  readonly state: TurnState;
  /** How many runs have taken it up; a write with an older number is refused. */
  readonly run: number;
  /** Market time at which the turn's data were asked for; a recorded replay runs at this. */
  readonly market_now?: string;
  /** Wall time, epoch milliseconds. */
  readonly accepted_ms: number;
  readonly started_ms?: number;
  readonly ended_ms?: number;
  /** All passes, in order. */
  readonly stages: readonly StageRecord[];
  readonly models: readonly ModelCallRecord[];
  readonly reply?: Reply;
  readonly error?: ErrorCode;
  /** Absent until it has ended; read from the ending in records of before it was kept. */
  readonly finish_reason?: FinishReason;
  /** The turn this one replays. */
  readonly replay_of?: string;
}

/** Ledger states of one part. */
export type PartState = "pending" | "sending" | "delivered" | "unconfirmed" | "refused" | "dead";

export interface LedgerRow {
  readonly part: OutboundPart;
  readonly state: PartState;
  readonly receipt?: string;
  readonly reason?: string;
  readonly sends: number;
}

/** The recorded value of a stage, of the attempt that the answer was written from; of the last where nothing was written. */
export function recordedAt<Name extends StageName>(
  { stages }: Pick<Turn, "stages">,
  name: Name,
): StageValues[Name] | undefined {
  const written = stages.findLast(({ stage }) => stage === "synthesize")?.attempt;
  const record = stages.findLast(
    ({ stage, attempt }) => stage === name && (written === undefined || attempt === written),
  );
  // Recorded by the pipeline under the turn's version.
  return record?.value as StageValues[Name] | undefined;
}

/** The model calls that a finished stage has recorded. */
export const stageCalls = ({ value }: StageRecord): readonly ModelCallRecord[] =>
  // Recorded by the pipeline under the turn's version.
  (value as { readonly models?: readonly ModelCallRecord[] } | null)?.models ?? [];

/** Values of the stages, in the order of `stageNames`. */
export interface StageValues {
  readonly route: RouteRecord;
  readonly execute: ExecuteRecord;
  readonly verify: Verdict;
  readonly synthesize: SynthesisRecord;
  readonly guard: GuardVerdict;
  readonly deliver: { readonly parts: number };
}

/** How the prose came about. `refusals` names the spans that the walls refused, attempt by attempt. */
export interface SynthesisRecord {
  /** The text with its slots, and filled; both empty where there was nothing to write. */
  readonly draft: string;
  readonly text: string;
  /** `template`, or `provider:model`. */
  readonly by: string;
  readonly refusals: readonly string[];
  readonly degraded: boolean;
  readonly models: readonly ModelCallRecord[];
}

/** What the skills left: all tool calls, all claims in slot order (`claims[0]` is `c1`), and what each action came to. */
export interface ExecuteRecord {
  readonly trace: readonly ToolCall[];
  readonly claims: readonly Claim[];
  readonly actions: readonly ActionRecord[];
  /** Calls that an agentic skill made of a model; absent where none did. */
  readonly models?: readonly ModelCallRecord[];
}

/** One action's result; `first` and `count` say which of the turn's claims are its own. */
export interface ActionRecord {
  readonly skill: string;
  readonly first: number;
  readonly count: number;
  readonly result: SkillResult;
}

/**
 * How a run of a turn reads what earlier runs left, and writes. Writes go out in order over one connection, so a later one is
 * never held without those before it; an awaited `record` has them all durable.
 */
export interface TurnLog {
  /** The recorded value of a stage, or undefined if no run has passed it. */
  recall(stage: StageName, attempt: number): unknown;
  /** Throws AppError FENCED when a newer run has taken the turn. */
  record(stage: StageName, attempt: number, value: unknown, ms: number): Promise<void>;
  /**
   * The journaled result of an identical earlier call, else of `call` (its write is on the way before it is returned), so
   * that a crash pays for no model or tool call twice. `input` is hashed; the result must be JSON.
   */
  once<Value>(stage: StageName, attempt: number, input: unknown, call: () => Promise<Value>): Promise<Value>;
}
