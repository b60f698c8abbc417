import { finishReasons, type TokenUsage, type TurnCounters } from "#contract";
import type { CaseResult, TurnResult } from "./run-cases.ts";
import type { TurnSignal } from "./turn-signal.ts";

/** What `metrics.json` holds. Rates are 0 to 1, null where there was nothing to count. */
export interface EvalMetrics {
  readonly v: 1;
  readonly cases: number;
  readonly passed: number;
  readonly success_rate: number | null;
  readonly turns: number;
  readonly first_pass_rate: number | null;
  readonly numeric_claims: number;
  readonly valid_cite_rate: number | null;
  readonly competence_references: number;
  readonly competence_resolved_rate: number | null;
  readonly cited_value_age_seconds_median: number | null;
  readonly draft_refusals: number;
  readonly template_fallbacks: number;
  readonly guard_refused_answers: number;
  readonly escalation_rate: number | null;
  readonly model_plans: number;
  readonly plan_schema_error_rate: number | null;
  readonly latency_ms_p50: number | null;
  readonly latency_ms_p95: number | null;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  /** Turns by how they ended; `not_taken` are those that the door refused. */
  readonly finish_reasons: Readonly<Record<string, number>>;
  /** Over all turns. */
  readonly counters: TurnCounters;
  readonly token_usage: TokenUsage;
  /** Of all model calls in the currency of MODEL_PRICES; null where one of them has no price. */
  readonly cost: number | null;
  readonly by_tag: Readonly<Record<string, { readonly cases: number; readonly passed: number }>>;
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

/** The value at or below which that share of all lies; null of nothing. */
function quantile(values: readonly number[], at: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * at) - 1)] ?? null;
}

function byTag(results: readonly CaseResult[]): EvalMetrics["by_tag"] {
  const tags = new Map<string, { cases: number; passed: number }>();
  for (const { tags: own, passed } of results) {
    for (const tag of new Set(own)) {
      const row = tags.get(tag) ?? { cases: 0, passed: 0 };
      tags.set(tag, { cases: row.cases + 1, passed: row.passed + Number(passed) });
    }
  }
  return Object.fromEntries([...tags].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function signalMetrics(turns: readonly TurnResult[]) {
  const signals = turns.map(({ signal }) => signal);
  const sum = (of: (signal: TurnSignal) => number) => signals.reduce((total, each) => total + of(each), 0);
  const judged = signals.filter(({ firstPass }) => firstPass !== undefined);
  const numeric = sum(({ numericClaims }) => numericClaims);
  const references = sum(({ competenceReferences }) => competenceReferences);
  const plans = sum(({ modelPlans }) => modelPlans);
  return {
    first_pass_rate: share(judged.filter(({ firstPass }) => firstPass === true).length, judged.length),
    numeric_claims: numeric,
    valid_cite_rate: share(
      sum(({ validCites }) => validCites),
      numeric,
    ),
    competence_references: references,
    competence_resolved_rate: share(
      sum(({ competencesResolved }) => competencesResolved),
      references,
    ),
    cited_value_age_seconds_median: quantile(
      signals.flatMap(({ citedAgesSeconds }) => citedAgesSeconds),
      0.5,
    ),
    draft_refusals: sum(({ draftRefusals }) => draftRefusals),
    template_fallbacks: sum(({ fellBack }) => Number(fellBack)),
    guard_refused_answers: sum(({ guardRefused }) => Number(guardRefused)),
    escalation_rate: share(
      sum(({ escalated }) => Number(escalated)),
      turns.length,
    ),
    model_plans: plans,
    plan_schema_error_rate: share(
      sum(({ malformedPlans }) => malformedPlans),
      plans,
    ),
  };
}

function finishes(turns: readonly TurnResult[]): Readonly<Record<string, number>> {
  const count = (reason: TurnResult["finish"]) => turns.filter(({ finish }) => finish === reason).length;
  return {
    ...Object.fromEntries(finishReasons.map((reason) => [reason, count(reason)])),
    not_taken: count(null),
  };
}

function costOfAll(turns: readonly TurnResult[]): number | null {
  const steps = turns.flatMap((turn) => turn.steps);
  const paid = steps.filter(
    ({ model = "builtin", prompt_tokens = 0, completion_tokens = 0 }) =>
      model !== "builtin" && prompt_tokens + completion_tokens > 0,
  );
  if (paid.some(({ cost }) => cost === undefined)) return null;
  return paid.reduce((sum, { cost = 0 }) => sum + cost, 0);
}

function usedBy(turns: readonly TurnResult[]): Pick<EvalMetrics, "counters" | "token_usage" | "cost"> {
  const sum = (of: (turn: TurnResult) => number) => turns.reduce((total, turn) => total + of(turn), 0);
  return {
    counters: {
      llm_calls_small: sum(({ counters }) => counters.llm_calls_small),
      llm_calls_big: sum(({ counters }) => counters.llm_calls_big),
      tool_calls: sum(({ counters }) => counters.tool_calls),
      act_steps: sum(({ counters }) => counters.act_steps),
    },
    token_usage: {
      small_model: sum(({ usage }) => usage.small_model),
      big_model: sum(({ usage }) => usage.big_model),
      total_tokens: sum(({ usage }) => usage.total_tokens),
    },
    cost: costOfAll(turns),
  };
}

/** Everything that a run says about itself. */
export function evalMetrics(results: readonly CaseResult[]): EvalMetrics {
  const turns = results.flatMap((result) => result.turns);
  const passed = results.filter((result) => result.passed).length;
  const latencies = turns.flatMap(({ ms }) => ms ?? []);
  return {
    v: 1,
    cases: results.length,
    passed,
    success_rate: share(passed, results.length),
    turns: turns.length,
    ...signalMetrics(turns),
    latency_ms_p50: quantile(latencies, 0.5),
    latency_ms_p95: quantile(latencies, 0.95),
    prompt_tokens: turns.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    completion_tokens: turns.reduce((sum, { completionTokens }) => sum + completionTokens, 0),
    finish_reasons: finishes(turns),
    ...usedBy(turns),
    by_tag: byTag(results),
  };
}

/** One limit that a run must keep. A rate of nothing keeps it. */
export interface GateResult {
  readonly metric: keyof EvalMetrics;
  readonly limit: string;
  readonly value: number | null;
  readonly ok: boolean;
}

const gates: readonly {
  readonly metric: keyof EvalMetrics;
  readonly least?: number;
  readonly most?: number;
}[] = [
  { metric: "success_rate", least: 0.95 },
  { metric: "valid_cite_rate", least: 1 },
  { metric: "competence_resolved_rate", least: 1 },
  { metric: "guard_refused_answers", most: 0 },
  { metric: "escalation_rate", most: 0.15 },
  { metric: "plan_schema_error_rate", most: 0.02 },
  { metric: "latency_ms_p95", most: 2000 },
];

/** The gates over a run's metrics, in a fixed order. */
export function checkGates(metrics: EvalMetrics): readonly GateResult[] {
  return gates.map(({ metric, least, most }) => {
    const found = metrics[metric];
    const value = typeof found === "number" ? found : null;
    const isKept = value === null || (value >= (least ?? value) && value <= (most ?? value));
    return { metric, limit: least === undefined ? `≤ ${most}` : `≥ ${least}`, value, ok: isKept };
  });
}
