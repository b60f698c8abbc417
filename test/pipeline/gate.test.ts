import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { failureReasons, type GateRecord } from "#contract";
import {
  budgetOf,
  firstTier,
  type GateProfile,
  type TurnBudget,
} from "../../src/pipeline/budget/turn-budget.ts";
import { type Attempt, type GateState, gate } from "../../src/pipeline/verify/gate.ts";

const nothing = { planFaults: [], metric: "graded" } as const;
const passed = (tier: Attempt["tier"]): Attempt => ({ ...nothing, tier, failures: [], score: 1 });
const failed = (tier: Attempt["tier"], reason: Attempt["failures"][number], score = 0): Attempt => ({
  ...nothing,
  tier,
  failures: [reason],
  score,
});
const misplanned = (tier: Attempt["tier"]): Attempt => ({
  tier,
  failures: [],
  planFaults: ["INVALID_ARGS"],
  score: 0,
  metric: "yes_no",
});
/** One value, so that its attempt is right or wrong. */
const wrong = (score = 0): Attempt => ({ ...failed("small", "stale", score), metric: "yes_no" });

interface Row {
  readonly name: string;
  readonly profile: GateProfile;
  readonly set?: Partial<TurnBudget>;
  readonly attempts: readonly Attempt[];
  readonly calls?: Partial<GateState["calls"]>;
  readonly toolCalls?: number;
  readonly elapsedMs?: number;
  readonly want: GateRecord;
}

const rows: readonly Row[] = [
  {
    name: "verified claims stop",
    profile: "strict",
    attempts: [passed("small")],
    want: { action: "stop", why: "verified" },
  },
  {
    name: "strict: a stale value is asked for again, of other sources, on the large tier",
    profile: "strict",
    attempts: [failed("small", "stale")],
    want: { action: "escalate", why: "steps", tier: "large", enter: "execute" },
  },
  {
    name: "strict: a wrong company goes back to the router",
    profile: "strict",
    attempts: [failed("small", "code_mismatch")],
    want: { action: "escalate", why: "steps", tier: "large", enter: "route" },
  },
  {
    name: "strict: the second failure is told",
    profile: "strict",
    attempts: [failed("small", "stale"), failed("large", "stale")],
    want: { action: "stop", why: "exhausted" },
  },
  {
    name: "hrm: after a first failure of the data the small tier goes on",
    profile: "hrm",
    attempts: [failed("small", "source_mismatch")],
    want: { action: "continue", why: "failed", tier: "small", enter: "execute" },
  },
  {
    name: "hrm: the small tier goes on while it improves",
    profile: "hrm",
    attempts: [failed("small", "stale", 0.2), failed("small", "stale", 0.5)],
    want: { action: "continue", why: "improves", tier: "small", enter: "execute" },
  },
  {
    name: "hrm: one attempt without improvement is borne",
    profile: "hrm",
    attempts: [failed("small", "stale", 0.5), failed("small", "stale", 0.5)],
    want: { action: "continue", why: "failed", tier: "small", enter: "execute" },
  },
  {
    name: "hrm: the second in a row is not",
    profile: "hrm",
    set: { steps: 9 },
    attempts: [0.5, 0.5, 0.505].map((score) => failed("small", "stale", score)),
    want: { action: "escalate", why: "stalled", tier: "large", enter: "execute" },
  },
  {
    name: "hrm: a hundredth of a graded score is improvement",
    profile: "hrm",
    set: { steps: 9, patience: 0 },
    attempts: [0.5, 0.51].map((score) => failed("small", "stale", score)),
    want: { action: "continue", why: "improves", tier: "small", enter: "execute" },
  },
  {
    name: "hrm: of a yes or no, nothing less than a yes is",
    profile: "hrm",
    set: { steps: 9, patience: 0 },
    attempts: [wrong(), wrong(0.99)],
    want: { action: "escalate", why: "stalled", tier: "large", enter: "execute" },
  },
  {
    name: "hrm: the small tier's steps are limited",
    profile: "hrm",
    attempts: [0.1, 0.2, 0.3].map((score) => failed("small", "stale", score)),
    want: { action: "escalate", why: "steps", tier: "large", enter: "execute" },
  },
  {
    name: "hrm: after a failure of the plan the larger tier plans anew",
    profile: "hrm",
    attempts: [failed("small", "metric_mismatch")],
    want: { action: "escalate", why: "failed", tier: "large", enter: "route" },
  },
  {
    name: "hrm: so it does where a skill could do nothing with its input",
    profile: "hrm",
    attempts: [misplanned("small")],
    want: { action: "escalate", why: "failed", tier: "large", enter: "route" },
  },
  {
    name: "with no larger tier the same one plans anew",
    profile: "hrm",
    set: { largeCalls: 0 },
    attempts: [failed("small", "schema")],
    want: { action: "continue", why: "failed", tier: "small", enter: "route" },
  },
  {
    name: "with no call left on either tier for another plan the turn stops",
    profile: "hrm",
    attempts: [failed("small", "schema")],
    calls: { small: 6, large: 2 },
    want: { action: "stop", why: "budget" },
  },
  {
    name: "other sources are asked though no model may be any more",
    profile: "hrm",
    attempts: [failed("small", "stale")],
    calls: { small: 6, large: 2 },
    want: { action: "continue", why: "failed", tier: "small", enter: "execute" },
  },
  {
    name: "hrm: the large tier is retried once",
    profile: "hrm",
    attempts: [failed("small", "stale"), failed("large", "stale")],
    want: { action: "continue", why: "failed", tier: "large", enter: "execute" },
  },
  {
    name: "hrm: and not twice",
    profile: "hrm",
    attempts: [failed("small", "stale"), failed("large", "stale"), failed("large", "stale")],
    want: { action: "stop", why: "exhausted" },
  },
  {
    name: "fallback_only: a first failure on the large tier is retried there",
    profile: "fallback_only",
    attempts: [failed("large", "schema")],
    want: { action: "continue", why: "failed", tier: "large", enter: "route" },
  },
  {
    name: "time used up stops",
    profile: "strict",
    attempts: [failed("small", "stale")],
    elapsedMs: 60_000,
    want: { action: "stop", why: "budget" },
  },
  {
    name: "tool calls used up stop",
    profile: "strict",
    attempts: [failed("small", "stale")],
    toolCalls: 18,
    want: { action: "stop", why: "budget" },
  },
  {
    name: "what is verified is no failure though everything is used up",
    profile: "hrm",
    attempts: [passed("large")],
    calls: { small: 6, large: 2 },
    toolCalls: 99,
    elapsedMs: 99_000,
    want: { action: "stop", why: "verified" },
  },
];

for (const { name, profile, set, attempts, calls, toolCalls = 1, elapsedMs = 10, want } of rows) {
  test(name, () => {
    const state = { attempts, calls: { small: 1, large: 0, ...calls }, toolCalls, elapsedMs };
    assert.deepEqual(gate(state, budgetOf(profile, set)), want);
  });
}

test("only fallback_only begins on the large tier", () => {
  const tiers = (["strict", "hrm", "fallback_only"] as const).map((profile) => firstTier(budgetOf(profile)));
  assert.deepEqual(tiers, ["small", "small", "large"]);
});

test("the profile gives the budget, a setting overrides it, and the tokens of a turn follow its calls", () => {
  const hrm = budgetOf("hrm");
  assert.deepEqual(
    [hrm.smallCalls, hrm.largeCalls, hrm.toolCalls, hrm.ms, hrm.steps, hrm.patience, hrm.largeRetries],
    [6, 2, 6, 60_000, 3, 1, 1],
  );
  assert.deepEqual([hrm.improvement, hrm.improvementYesNo], [0.01, 1]);
  assert.deepEqual([hrm.promptTokens, hrm.completionTokens], [32_000, 8000]);
  const set = budgetOf("hrm", { smallCalls: 1, ms: undefined });
  assert.deepEqual([set.smallCalls, set.ms, set.promptTokens], [1, 60_000, 12_000]);
});

const anyAttempt = fc.record({
  failures: fc.array(fc.constantFrom(...failureReasons), { minLength: 1, maxLength: 3 }),
  planFaults: fc.constant([]),
  score: fc.double({ min: 0, max: 1, noNaN: true }),
  metric: fc.constantFrom("graded" as const, "yes_no" as const),
});

test("whatever fails, every profile stops within its passes, and never goes back to the small tier", () => {
  fc.assert(
    fc.property(
      fc.constantFrom<GateProfile>("strict", "hrm", "fallback_only"),
      fc.infiniteStream(anyAttempt),
      (profile, stream) => {
        const budget = budgetOf(profile);
        const most = budget.steps + 1 + budget.largeRetries;
        const attempts: Attempt[] = [];
        let tier = firstTier(budget);
        for (const attempt of stream) {
          attempts.push({ ...attempt, tier });
          const state = { attempts, calls: { small: 0, large: 0 }, toolCalls: 0, elapsedMs: 0 };
          const decision = gate(state, budget);
          if (decision.action === "stop") return decision.why === "exhausted" && attempts.length <= most;
          if (tier === "large" && decision.tier === "small") return false;
          tier = decision.tier;
        }
        return false;
      },
    ),
  );
});
