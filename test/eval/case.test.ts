import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { expectedWith, readCases } from "../../src/eval/case.ts";

const cases = readCases(readFileSync(join(import.meta.dirname, "../../src/eval/cases.jsonl"), "utf8"));

const errors = (hasModel: boolean) =>
  expectedWith(hasModel, cases).flatMap(({ turns }) => turns.map(({ expect }) => expect.error));

test("a case that needs a language model says what is expected with one and without", () => {
  assert.ok(errors(false).includes("MODEL_NEEDED"));
  assert.ok(!errors(true).includes("MODEL_NEEDED"));
  assert.equal(errors(true).length, errors(false).length);
});

test("what is expected with a model takes the place of all the rest", () => {
  const line = (expect: object) =>
    JSON.stringify({ id: "a", lang: "zh", tags: ["t"], question: "q", expect });
  const both = { answer: "refusal", error: "MODEL_NEEDED", with_model: { answer: "numbers" } };
  const expected = (hasModel: boolean, expect: object) =>
    expectedWith(hasModel, readCases(line(expect)))[0]?.turns[0]?.expect;
  assert.deepEqual(expected(true, both), { answer: ["numbers"] });
  assert.deepEqual(expected(false, both), { answer: ["refusal"], error: "MODEL_NEEDED" });
  assert.deepEqual(expected(true, { answer: "words" }), { answer: ["words"] });
});
