import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { type EvalCase, readCases } from "../../src/eval/case.ts";
import { caseLine } from "../../src/eval/case-of-turn.ts";
import { createModelsEmulator, type ModelsEmulator, type SeenRequest } from "../emulators/models.ts";
import { openEvalHarness } from "./run-eval.ts";

const dataset = join(import.meta.dirname, "../../src/eval/cases.jsonl");
const harness = openEvalHarness();
let models: ModelsEmulator;
before(async () => {
  models = await createModelsEmulator({ latencyMs: 2 });
});
after(async () => {
  await models.close();
  harness.close();
});

/** Single questions about prices and valuations, of which the plan is plain: the skill and the companies. */
const askable = readCases(readFileSync(dataset, "utf8")).filter(({ turns, now }) => {
  const [turn] = turns;
  const skills = turn?.expect.skills ?? [];
  return now === undefined && turns.length === 1 && ["price", "valuation"].includes(skills.join());
});

const isRouting = ({ system }: SeenRequest): boolean => system.includes("You route messages");

const promptOf = ({ messages }: SeenRequest): string => messages.map(({ content }) => content).join("\n");

/** What a model that knows the dataset plans. */
function planOf(request: SeenRequest): Record<string, unknown> {
  const prompt = promptOf(request);
  const asked = askable
    .filter(({ turns }) => prompt.includes(turns[0]?.question ?? "?"))
    .toSorted((a, b) => (b.turns[0]?.question.length ?? 0) - (a.turns[0]?.question.length ?? 0))[0];
  const { skills = [], codes = [] } = asked?.turns[0]?.expect ?? {};
  return { actions: skills.map((skill) => ({ skill, input: { codes } })), language: asked?.lang };
}

const lineOf = (each: EvalCase): object => JSON.parse(caseLine(each));

const run = (cases: readonly EvalCase[]) =>
  harness.run(["eval", "--gates", "--dataset", harness.dataset(...cases.map(lineOf))], {
    env: { OPENAI_API_KEY: models.openaiKey, OPENAI_BASE_URL: models.openaiBaseUrl },
  });

test("with a model the gates are kept, and every call and token is counted once", async () => {
  assert.ok(askable.length >= 30);
  models.respond((request) => (isRouting(request) ? planOf(request) : undefined));
  const before = { ...models.tokens };
  const { metrics, stdout, stderr, trace } = await run(askable);
  const { gates, counters, token_usage, ...found } = metrics();
  const broken = gates.filter(({ metric, ok }) => !ok && metric !== "latency_ms_p95");
  assert.deepEqual(broken, [], stdout + stderr);
  assert.deepEqual(
    [found.model_plans, found.plan_schema_error_rate, found.escalation_rate],
    [found.turns, 0, 0],
  );
  assert.deepEqual(
    [counters.llm_calls_small, counters.llm_calls_big],
    [models.tokens.calls - before.calls, 0],
  );
  const { prompt, completion } = models.tokens;
  const spent = prompt - before.prompt + completion - before.completion;
  assert.ok(spent > 0);
  assert.deepEqual(token_usage, { small_model: spent, big_model: 0, total_tokens: spent });
  const calls = trace().filter(({ model }) => model?.startsWith("openai:") === true);
  assert.equal(calls.length, counters.llm_calls_small);
});

test("plans that have to be asked for anew break their gate, and the command says so", async () => {
  const asked = new Set<string>();
  models.respond((request) => {
    if (!isRouting(request)) return undefined;
    const plan = planOf(request);
    const question = JSON.stringify(plan);
    if (asked.has(question)) return plan;
    asked.add(question);
    return { kind: "bad_json" };
  });
  const { status, stdout, metrics } = await run(askable.slice(0, 4));
  assert.equal(status, 1);
  const broken = metrics().gates.filter(({ ok }) => !ok);
  assert.ok(
    broken.some(({ metric }) => metric === "plan_schema_error_rate"),
    stdout,
  );
  assert.match(stdout, /plan_schema_error_rate\s+FAIL/);
});

test("a small model that never plans is escalated from, which breaks its gate, and the larger one's calls are its own", async () => {
  let smallModel: string | undefined;
  models.respond((request) => {
    if (!isRouting(request)) return undefined;
    smallModel ??= request.model;
    return request.model === smallModel ? { kind: "bad_json" } : planOf(request);
  });
  const { status, stdout, metrics } = await run(askable.slice(0, 2));
  assert.equal(status, 1);
  const { escalation_rate, counters, token_usage, success_rate } = metrics();
  assert.deepEqual([escalation_rate, success_rate], [1, 1], stdout);
  assert.ok(counters.llm_calls_big >= 2 && token_usage.big_model > 0);
  assert.match(stdout, /escalation_rate\s+FAIL/);
});
