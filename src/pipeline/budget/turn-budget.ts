import { defaultToolCalls, type Tier } from "#contract";

/** `strict`: one small attempt, one retry on the large tier. `hrm`: small steps while they help. `fallback_only`: no small tier. */
export type GateProfile = "strict" | "hrm" | "fallback_only";

/** What one turn may spend, and how the gate goes about it (design §5). */
export interface TurnBudget {
  /** Calls of models; a re-ask counts, the built-in provider does not. */
  readonly smallCalls: number;
  readonly largeCalls: number;
  /** Tool calls of one action in one pass. A turn that has made `maxActions` times as many is not passed through again. */
  readonly toolCalls: number;
  /** True where the operator has set `toolCalls`: it then holds for skills that name a number of their own, too. */
  readonly toolCallsForAll: boolean;
  /** From the start of a run; no call is begun after it, and a model call ends with it. */
  readonly ms: number;
  /** Tokens of all model calls of the turn. */
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Tokens of one model call; a longer prompt is not sent. */
  readonly callPromptTokens: number;
  readonly callCompletionTokens: number;
  /** Tool calls of one turn that may wait for an upstream at the same time. */
  readonly toolCallsAtOnce: number;
  /** Passes of the small tier. */
  readonly steps: number;
  /** Small passes without improvement that are borne before the large tier is asked. */
  readonly patience: number;
  /** The least rise of the score that counts as improvement: of a graded one, and of one that is only yes or no. */
  readonly improvement: number;
  readonly improvementYesNo: number;
  /** Passes of the large tier after its first. */
  readonly largeRetries: number;
  /** True where an action that came to nothing for the plan's sake is planned anew, as a refused claim is. */
  readonly mendsPlans: boolean;
}

const shared = {
  toolCalls: defaultToolCalls,
  toolCallsAtOnce: 3,
  ms: 60_000,
  callPromptTokens: 4000,
  callCompletionTokens: 1000,
  improvement: 0.01,
  improvementYesNo: 1,
};

/** Steps of one research beside the rest of a turn. */
const studyCalls = 4;

/** What a profile fixes; the rest follows from that and from what is set. */
type ProfileBudget = Omit<TurnBudget, "promptTokens" | "completionTokens" | "toolCallsForAll">;

/** `strict` bears what its two attempts may ask for at most: plans, a re-ask and an escalation each, prose twice, and one research. */
const profiles = {
  strict: {
    ...shared,
    smallCalls: 4 + studyCalls,
    largeCalls: 5,
    steps: 1,
    patience: 0,
    largeRetries: 0,
    mendsPlans: false,
  },
  hrm: { ...shared, smallCalls: 6, largeCalls: 2, steps: 3, patience: 1, largeRetries: 1, mendsPlans: true },
  fallback_only: {
    ...shared,
    smallCalls: 0,
    largeCalls: 6 + studyCalls,
    steps: 0,
    patience: 0,
    largeRetries: 1,
    mendsPlans: true,
  },
} as const satisfies Record<GateProfile, ProfileBudget>;

export type BudgetOverrides = { readonly [Name in keyof TurnBudget]?: TurnBudget[Name] | undefined };

/** A profile's budget with what the operator has set. Tokens of a turn are those of all its calls at their largest, unless set. */
export function budgetOf(profile: GateProfile, overrides: BudgetOverrides = {}): TurnBudget {
  const set = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  const base = { ...profiles[profile], ...set };
  const calls = base.smallCalls + base.largeCalls;
  return {
    promptTokens: calls * base.callPromptTokens,
    completionTokens: calls * base.callCompletionTokens,
    toolCallsForAll: overrides.toolCalls !== undefined,
    ...base,
  };
}

/** The tier of a turn's first attempt. */
export const firstTier = ({ steps }: TurnBudget): Tier => (steps > 0 ? "small" : "large");
