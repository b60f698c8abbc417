import assert from "node:assert/strict";
import { test } from "node:test";
import { type AuditKind, audit } from "../../src/cli/audit.ts";
import { claims, metrics, names, now } from "./examples.ts";

async function run(kind: AuditKind, pieces: readonly string[]) {
  const lines: string[] = [];
  async function* input() {
    yield* pieces;
  }
  let ms = 0;
  const summary = await audit(kind, {
    input: input(),
    write: (line) => {
      lines.push(line);
    },
    names,
    metrics,
    elapsedMs: () => ms++,
  });
  return { summary, answers: lines.map((line) => JSON.parse(line)) };
}

const record = (id: string, prose: string) =>
  JSON.stringify({ id, lang: "zh", user_question: "茅台", now, claims, prose });
const good = record("a", "贵州茅台当前价1801.23元（akshare，2026-05-07）。");
const bad = record("b", "贵州茅台当前价1802元（akshare，2026-05-07）。");

test("each line is answered in order, whatever the pieces it arrives in", async () => {
  const whole = `${good}\n\n${bad}\n`;
  const { answers, summary } = await run("guard", [
    whole.slice(0, 70),
    whole.slice(70, 900),
    whole.slice(900),
  ]);
  assert.deepEqual(
    answers.map(({ id, ok, ms }) => [id, ok, ms]),
    [
      ["a", true, 1],
      ["b", false, 1],
    ],
  );
  assert.equal(answers[1].problems[0].reason, "value");
  assert.deepEqual(summary, { lines: 2, malformed: 0, refused: 1 });
});

test("an answer is written before the next line has come", async () => {
  const lines: string[] = [];
  let before = -1;
  async function* input() {
    yield `${good}\n`;
    before = lines.length;
    yield `${bad}\n`;
  }
  await audit("guard", {
    input: input(),
    write: (line) => void lines.push(line),
    names,
    metrics,
    elapsedMs: () => 0,
  });
  assert.equal(before, 1);
});

test("a malformed line is answered with its id or number, and the next is read", async () => {
  const { answers, summary } = await run("guard", [`{oops\n{"id":"x"}\n[]\n${good}`]);
  assert.deepEqual(
    answers.map(({ id, ok }) => [id, ok]),
    [
      [1, false],
      ["x", false],
      [3, false],
      ["a", true],
    ],
  );
  assert.ok(answers.slice(0, 3).every(({ error }) => typeof error === "string"));
  assert.equal(summary.malformed, 3);
});

test("the verifier reads special floats", async () => {
  const claim = {
    kind: "numeric",
    value: { $special: "NaN" },
    metric: "m",
    code: null,
    as_of: "2026-05-07",
    cite: { kind: "tool" },
  };
  const line = JSON.stringify({
    id: 7,
    claims: [claim],
    trace: [],
    competences: {},
    staleness: { default: 1 },
    now,
  });
  const { answers } = await run("verify", [line]);
  assert.deepEqual(
    answers[0].failures.map(({ claim_index, reason }: { claim_index: number; reason: string }) => [
      claim_index,
      reason,
    ]),
    [[0, "schema"]],
  );
  assert.match(answers[0].failures[0].message, /finite/);
});
