import { z } from "zod";
import { share, wholeNumber } from "./number-settings.ts";

const optional = (from: number, to: number, example: string) =>
  wholeNumber(from, to)
    .meta({ examples: [example] })
    .optional();

/**
 * What one question may cost and how the small and the large model share the work. GATE_PROFILE gives every value, a setting of its own
 * overrides it. All of it takes effect while the service runs.
 */
export const loopShape = {
  GATE_PROFILE: z
    .enum(["strict", "hrm", "fallback_only"], "must be one of strict, hrm, fallback_only")
    .meta({ examples: ["strict"] })
    .default("strict"),
  /** Plain questions that the built-in router is certain of are planned without a model. */
  ROUTER_FAST_PATH: z
    .enum(["on", "off"], "must be one of on, off")
    .meta({ examples: ["on"] })
    .default("off"),
  /** Passes of the small model. */
  GATE_STEPS: optional(0, 20, "3"),
  /** Of those, how many in a row may bring nothing. */
  GATE_PATIENCE: optional(0, 20, "1"),
  GATE_IMPROVEMENT: share.meta({ examples: ["0.01"] }).optional(),
  GATE_IMPROVEMENT_YES_NO: share.meta({ examples: ["1"] }).optional(),
  /** Passes of the large model after its first. */
  GATE_LARGE_RETRIES: optional(0, 5, "1"),
  BUDGET_SMALL_CALLS: optional(0, 100, "6"),
  BUDGET_LARGE_CALLS: optional(0, 100, "2"),
  /** Tool calls of one action, whatever number its skill names itself. */
  BUDGET_TOOL_CALLS: optional(1, 100, "6"),
  BUDGET_SECONDS: optional(1, 60, "60"),
  /** Tokens of one question, all its calls together. */
  BUDGET_PROMPT_TOKENS: optional(1, 100_000_000, "32000"),
  BUDGET_COMPLETION_TOKENS: optional(1, 100_000_000, "8000"),
  /** Tokens of one call. */
  LIMIT_PROMPT_TOKENS: optional(500, 1_000_000, "4000"),
  LIMIT_COMPLETION_TOKENS: optional(50, 100_000, "1000"),
  LIMIT_TOOL_CALLS_AT_ONCE: optional(1, 20, "3"),
} as const;

/** What no single value can see. */
export function loopFaults(settings: {
  readonly BUDGET_SMALL_CALLS?: number | undefined;
  readonly BUDGET_LARGE_CALLS?: number | undefined;
}): readonly string[] {
  const { BUDGET_SMALL_CALLS, BUDGET_LARGE_CALLS } = settings;
  return BUDGET_SMALL_CALLS === 0 && BUDGET_LARGE_CALLS === 0
    ? [
        "BUDGET_LARGE_CALLS: with BUDGET_SMALL_CALLS=0 no model could ever be asked; raise one of them, or write MODEL_ROUTING=builtin to do without models",
      ]
    : [];
}
