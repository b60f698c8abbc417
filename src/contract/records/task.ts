import type { ErrorCode } from "./errors.ts";
import type { Json, JsonObject } from "./json.ts";
import type { StageName, TurnState } from "./stages.ts";

/**
 * How the work on a turn ended: `success`: what was asked is answered, declined or asked back · `budget`: its calls, steps or seconds
 * were used up first · `big_fail`: the large model's own attempts failed as well, or nothing was left to try · `canceled`: by its asker.
 */
export const finishReasons = ["success", "budget", "big_fail", "canceled"] as const;
export type FinishReason = (typeof finishReasons)[number];

/** What an ending says by itself, where the way to it is not known; undefined while the turn has not ended. */
export function finishReasonOf({
  state,
  error,
}: {
  readonly state: TurnState;
  readonly error?: ErrorCode;
}): FinishReason | undefined {
  if (state === "canceled") return "canceled";
  if (state === "completed" || state === "input-required") return "success";
  if (state !== "failed") return undefined;
  return error === "TURN_TIMEOUT" || error === "BUDGET_USED_UP" ? "budget" : "big_fail";
}

/** The small model first, the large one when needed. */
export type Tier = "small" | "large";

/** What one turn has used. A model call that no provider was asked for (the built-in router, a template) is none. */
export interface TurnCounters {
  readonly llm_calls_small: number;
  readonly llm_calls_big: number;
  /** Calls of tools, those of every attempt and action. */
  readonly tool_calls: number;
  /** Passes through plan, execute and verify, and the steps of an agentic skill. */
  readonly act_steps: number;
}

export interface TokenUsage {
  readonly small_model: number;
  readonly big_model: number;
  readonly total_tokens: number;
}

/** What one step of a turn was: a model call, a tool call, or a decision of the gate. */
export type StepType = "plan" | "tool" | "verify" | "gate" | "synthesize" | "guard";

/** One step of a turn as a log line. Args are redacted; no message text and no value stands in it. */
export interface StepEntry {
  /** One run of the turn: `<turn id>#<run number>`. */
  readonly run_id: string;
  /** The turn. */
  readonly task_id: string;
  /** `s<number>` in the order of the turn. */
  readonly step_id: string;
  /** The step that called for this one; absent for the first of an attempt. */
  readonly parent_step_id?: string;
  readonly stage: StageName;
  /** Passes through the loop, from 0. */
  readonly attempt: number;
  readonly type: StepType;
  readonly tier?: Tier;
  /** `provider:model`. */
  readonly model?: string;
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  /** In the operator's currency; absent where the model has no price. */
  readonly cost?: number;
  readonly ms?: number;
  readonly tool?: string;
  readonly args?: JsonObject;
  readonly error_code?: ErrorCode;
  /** What the gate or a wall decided: `stop`, `continue`, `escalate`, `refused`, with its reason. */
  readonly decision?: string;
}

/** Error codes as A2A has them, and ours in the range that it leaves free. */
export const a2aErrors = {
  taskNotFound: -32001,
  unsupportedOperation: -32004,
  contentTypeNotSupported: -32005,
  failed: -32000,
  budget: -32050,
  canceled: -32051,
  /** Another input under an idempotency key that was used before. */
  keyUsedOtherwise: -32052,
} as const;

/** Parts as A2A has them. `file` holds its bytes as Base64. */
export type A2aPart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "data"; readonly data: Json }
  | {
      readonly kind: "file";
      readonly file: { readonly name: string; readonly mimeType: string; readonly bytes: string };
    };
