import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import type { Claim, FailureReason, StageName, StageRecord } from "#contract";
import { createSignalMetrics } from "../../src/composition/metrics/signal-metrics.ts";
import { turnSignal } from "../../src/eval/turn-signal.ts";

const now = "2026-05-07T10:32:05+08:00";

const numeric = (as_of: string): Claim => ({
  kind: "numeric",
  value: 1,
  metric: "close",
  code: "600519.SH",
  as_of,
  cite: { kind: "tool", source: "sample", fetched_at: now, tool_call_id: "tc_1" },
});
const knowledge: Claim = {
  kind: "knowledge",
  claim: "a fact",
  cite: { kind: "competence", competence_id: "t-plus-one" },
};

const stage = (name: StageName, attempt: number, value: unknown): StageRecord => ({
  stage: name,
  attempt,
  value,
  ms: 1,
});
const call = (task: string, provider = "openai") => ({ task, provider, model: "m", ms: 1 });

/** The stages of one attempt up to its verdict. */
function attempt(index: number, claims: readonly Claim[], reasons: Readonly<Record<number, FailureReason>>) {
  const failures = Object.entries(reasons).map(([at, reason]) => ({
    claim_index: Number(at),
    reason,
    message: "",
  }));
  return [
    stage("execute", index, { trace: [], claims, actions: [] }),
    stage("verify", index, { ok: failures.length === 0, failures }),
  ];
}

const written = (index: number, over: object = {}) =>
  stage("synthesize", index, { draft: "", text: "", by: "openai:m", refusals: [], models: [], ...over });

test("a turn whose first attempt holds passes at first, and its shown values have their ages", () => {
  const claims = [numeric("2026-05-07T10:31:35+08:00"), numeric("2026-05-06"), knowledge];
  const signal = turnSignal({
    market_now: now,
    stages: [...attempt(0, claims, {}), written(0), stage("guard", 0, { ok: true, problems: [] })],
  });
  assert.deepEqual(signal, {
    firstPass: true,
    numericClaims: 2,
    validCites: 2,
    competenceReferences: 1,
    competencesResolved: 1,
    // A date counts from its close: 15:00 of the day before to 10:32:05.
    citedAgesSeconds: [30, 19.5 * 3600 + 125],
    draftRefusals: 0,
    fellBack: false,
    guardRefused: false,
    modelPlans: 0,
    malformedPlans: 0,
    escalated: false,
  });
});

test("what failed at first counts, and only what the written attempt shows has an age", () => {
  const claims = [numeric(now), numeric(now), knowledge];
  const signal = turnSignal({
    market_now: now,
    stages: [
      ...attempt(0, claims, { 0: "ghost_tool_call", 1: "stale", 2: "competence_expired" }),
      ...attempt(1, claims, { 1: "value_mismatch" }),
      written(1, { refusals: ["大涨", "9999"], by: "template" }),
      stage("guard", 1, { ok: false, problems: [] }),
    ],
  });
  assert.equal(signal.firstPass, false);
  assert.deepEqual([signal.numericClaims, signal.validCites], [4, 2]);
  assert.deepEqual([signal.competenceReferences, signal.competencesResolved], [2, 1]);
  assert.deepEqual(signal.citedAgesSeconds, [0]);
  assert.deepEqual([signal.draftRefusals, signal.fellBack, signal.guardRefused], [2, true, true]);
});

test("a plan asked for anew and a large model are counted once, though the next attempt goes by the same plan", () => {
  const route = { plan: {}, models: [call("routing"), call("routing")] };
  const same = [0, 1].map((index) => stage("route", index, route));
  const small = turnSignal({ stages: [...same, written(0, { models: [call("synthesis")] })] });
  assert.deepEqual([small.modelPlans, small.malformedPlans, small.escalated], [2, 1, false]);
  const large = turnSignal({ stages: [...same, written(1, { models: [call("escalation")] })] });
  assert.equal(large.escalated, true);
  const builtin = stage("route", 0, { plan: {}, models: [call("routing", "builtin")] });
  assert.equal(turnSignal({ stages: [builtin] }).modelPlans, 0);
});

test("a turn that never came to a claim says nothing of first passes", () => {
  assert.equal(turnSignal({ stages: [] }).firstPass, undefined);
  assert.equal(turnSignal({ stages: attempt(0, [], {}) }).firstPass, undefined);
});

test("the metrics count what the records say", async () => {
  const registry = new Registry();
  const observe = createSignalMetrics(registry);
  observe({ market_now: now, stages: [...attempt(0, [numeric(now), knowledge], {}), written(0)] });
  observe({
    market_now: now,
    stages: [
      ...attempt(0, [numeric(now), knowledge], { 0: "path_unresolved", 1: "competence_unknown" }),
      written(0, { refusals: ["x"], by: "template", models: [call("escalation")] }),
      stage("guard", 0, { ok: false, problems: [] }),
    ],
  });
  const lines = (await registry.metrics()).split("\n");
  for (const line of [
    'qianmen_verified_turns_total{first_pass="true"} 1',
    'qianmen_verified_turns_total{first_pass="false"} 1',
    'qianmen_numeric_claims_total{cite="valid"} 1',
    'qianmen_numeric_claims_total{cite="invalid"} 1',
    'qianmen_competence_references_total{resolved="true"} 1',
    'qianmen_competence_references_total{resolved="false"} 1',
    "qianmen_cited_value_age_seconds_count 1",
    "qianmen_synthesis_refusals_total 1",
    "qianmen_template_fallbacks_total 1",
    "qianmen_guard_refused_answers_total 1",
    "qianmen_escalated_turns_total 1",
  ])
    assert.ok(lines.includes(line), `${line} in:\n${lines.join("\n")}`);
});
