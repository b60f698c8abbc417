import assert from "node:assert/strict";
import type { FinishReason, ToolOutcome } from "#contract";
import { budgetOf, type GateProfile, type TurnBudget } from "../../src/pipeline/budget/turn-budget.ts";
import { countersOf, stepLog, tokenUsageOf } from "../../src/pipeline/step-log/step-log.ts";
import type { ModelAnswer, SeenRequest } from "../emulators/models.ts";
import { createMemoryLog } from "./memory-log.ts";
import { openTurnHarness, type SeenToolCall, type TurnHarness, turnOf } from "./turn-harness.ts";

export const question = "600519 现在多少钱";
export const both = "茅台和五粮液现在多少钱";

export const isRouting = ({ system }: SeenRequest): boolean => system.includes("You route messages");
export const isLarge = ({ model }: { readonly model: string }): boolean => model === "gpt-5.4";
export const planFor = (...codes: string[]) => ({
  actions: [{ skill: "price", input: { codes } }],
  language: "zh",
});
export const isPriceOf = ({ name, args }: SeenToolCall, code: string): boolean =>
  name === "get_price" && args.code === code;

type Good = Extract<ToolOutcome, { ok: true }>;
const changed =
  (change: (outcome: Good) => Partial<ToolOutcome>) =>
  async (honest: () => Promise<ToolOutcome>): Promise<ToolOutcome> => {
    const outcome = await honest();
    return outcome.ok ? ({ ...outcome, ...change(outcome) } as ToolOutcome) : outcome;
  };
/** A failure of the data: other sources are asked. */
export const hourOld = changed(() => ({ as_of: "2026-05-07T09:31:00+08:00" }));
/** A failure of the claim's shape: another plan is asked for. */
export const undated = changed(() => ({ as_of: "some time ago" }));

export interface Path {
  readonly profile: GateProfile;
  readonly set?: Partial<TurnBudget>;
  readonly text?: string;
  readonly wallMs?: () => number;
}

export interface Want {
  /** Small calls, large calls, passes. */
  readonly counts: readonly number[];
  readonly finish: FinishReason;
  readonly gates: readonly string[];
  readonly error?: string;
}

/** The harness of whole turns, with what each took by its own record and by the models' server. */
export interface LoopHarness extends TurnHarness {
  readonly take: ReturnType<typeof taking>["take"];
  readonly takes: ReturnType<typeof taking>["takes"];
  /** Answers of the router, one call after another; the last one again and again. */
  plans(...answers: readonly (ModelAnswer | "bad")[]): void;
  /** Whatever is looked up is an hour old. */
  alwaysStale(): void;
  /** After each test: everything behaves well again. */
  reset(): void;
}

function taking(harness: TurnHarness) {
  /** One turn, with what it used by its own record and by the server's. */
  async function take({ profile, set = {}, text = question, wallMs }: Path) {
    const [modelsBefore, toolsBefore] = [harness.models.calls.length, harness.toolCalls.length];
    const journal = createMemoryLog();
    const outcome = await harness.run(text, {
      journal,
      budget: budgetOf(profile, set),
      ...(wallMs === undefined ? {} : { wallMs }),
    });
    const turn = turnOf(text, journal, outcome);
    const served = harness.models.calls.slice(modelsBefore).filter(({ outcome: status }) => status === 200);
    const used = countersOf(turn);
    const { small_model, big_model, total_tokens } = tokenUsageOf(turn);
    const tokensOf = (large: boolean) =>
      served
        .filter((call) => isLarge(call) === large)
        .reduce((sum, { promptTokens, completionTokens }) => sum + promptTokens + completionTokens, 0);
    assert.deepEqual([small_model, big_model], [tokensOf(false), tokensOf(true)]);
    assert.equal(total_tokens, small_model + big_model);
    return {
      ...outcome,
      turn,
      counts: [used.llm_calls_small, used.llm_calls_big, used.act_steps],
      served: [served.filter((call) => !isLarge(call)).length, served.filter(isLarge).length],
      looked: harness.toolCalls.length - toolsBefore,
      gates: stepLog(turn).flatMap(({ type, decision }) => (type === "gate" ? [decision] : [])),
    };
  }

  async function takes(path: Path, want: Want) {
    const taken = await take(path);
    assert.deepEqual(taken.counts, want.counts);
    assert.deepEqual(taken.served, want.counts.slice(0, 2), "what the record says was asked of the server");
    assert.equal(taken.finish_reason, want.finish);
    assert.deepEqual(taken.gates, want.gates);
    assert.equal(taken.error, want.error);
    return taken;
  }
  return { take, takes };
}

export async function openLoopHarness(): Promise<LoopHarness> {
  const harness = await openTurnHarness();
  function plans(...answers: readonly (ModelAnswer | "bad")[]): void {
    let asked = 0;
    harness.models.respond((request) => {
      if (!isRouting(request)) return undefined;
      const answer = answers[Math.min(asked++, answers.length - 1)] ?? "bad";
      return answer === "bad" ? { kind: "bad_json" } : answer;
    });
  }
  return {
    ...harness,
    ...taking(harness),
    plans,
    alwaysStale: () => harness.twist((_, honest) => hourOld(honest)),
    reset() {
      harness.twist(() => undefined);
      harness.models.respond(() => undefined);
      harness.models.clearFaults();
    },
  };
}
