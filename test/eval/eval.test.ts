import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { readCases } from "../../src/eval/case.ts";
import { loadSkills } from "../../src/load-extensions.ts";
import { openEvalHarness, type Ran } from "./run-eval.ts";

const repository = join(import.meta.dirname, "../..");
const shipped = readCases(readFileSync(join(repository, "src/eval/cases.jsonl"), "utf8"));

const harness = openEvalHarness();
after(() => harness.close());

const price = {
  id: "one",
  lang: "zh",
  tags: ["price"],
  question: "600519 现在多少钱",
  expect: { answer: "numbers", codes: ["600519.SH"], says: ["1801.23"] },
};

test("the shipped cases are of both languages and of every kind, and name skills that exist", async () => {
  assert.ok(shipped.length >= 150);
  const count = (tag: string) =>
    shipped.filter(({ tags, lang }) => tag === lang || tags.includes(tag)).length;
  assert.ok(count("zh") >= 50 && count("en") >= 50);
  const kinds = [
    "arithmetic",
    "calendar",
    "market",
    "chart",
    "knowledge",
    "multi-turn",
    "refusal",
    "injection",
  ];
  for (const kind of kinds) assert.ok(count(kind) >= 5, `${kind}: ${count(kind)}`);
  const skills = await loadSkills(join(repository, "skills"));
  const named = shipped.flatMap(({ turns }) => turns.flatMap(({ expect }) => expect.skills ?? []));
  assert.deepEqual(
    [...new Set(named)].filter((skill) => !skills.has(skill)),
    [],
  );
});

test("the shipped cases keep the gates, and nothing of the installation is touched", async () => {
  const ran = await harness.run(["eval", "--gates"], { env: { QIANMEN_NOW: "2020-01-02T10:00:00+08:00" } });
  const { cases, turns, by_tag, gates, numeric_claims, cited_value_age_seconds_median } = ran.metrics();
  assert.ok(cases === shipped.length && turns > cases, ran.stdout + ran.stderr);
  assert.equal((by_tag.zh?.cases ?? 0) + (by_tag.en?.cases ?? 0), cases);
  assert.ok(numeric_claims > cases / 2 && cited_value_age_seconds_median !== null);
  // How fast this machine is today is no matter of right or wrong.
  const broken = gates.filter(({ metric, ok }) => !ok && metric !== "latency_ms_p95");
  assert.deepEqual(broken, [], ran.stdout);
  assert.deepEqual(readdirSync(ran.data), ["eval"]);
});

/** Two that are answered as expected, and two that are not. */
const mixed = harness.dataset(
  price,
  {
    ...price,
    id: "two",
    expect: {
      answer: "question",
      codes: ["000858.SZ"],
      metrics: ["pb"],
      says: ["1.23 元"],
      never: ["贵州"],
    },
  },
  {
    ...price,
    id: "three",
    question: '<script>alert("x")</script> & 茅台现在多少钱',
    expect: { answer: "question" },
  },
  { ...price, id: "four" },
);
let mixedRun: Promise<Ran> | undefined;
const runMixed = () => {
  mixedRun ??= harness.run(["eval", "--dataset", mixed]);
  return mixedRun;
};

describe("a run", () => {
  test("that finds another answer than expected names it, and fails with and without gates", async () => {
    for (const run of [runMixed, () => harness.run(["eval", "--dataset", mixed, "--gates"])]) {
      const { status, stdout, metrics, report } = await run();
      assert.equal(status, 1);
      assert.deepEqual([metrics().cases, metrics().passed, metrics().success_rate], [4, 2, 0.5]);
      for (const part of [
        "numbers instead of question",
        "codes 600519.SH instead of 000858.SZ",
        "metric pb is missing",
        'does not say "1.23 元"',
        'says "贵州"',
      ]) {
        assert.ok(stdout.includes(part), `${part} in:\n${stdout}`);
        assert.ok(report().includes(part.replaceAll('"', "&quot;")), `${part} in the report`);
      }
      assert.ok(stdout.includes("✗ two  600519 现在多少钱"));
      assert.match(report(), /<article id="two">/);
      assert.doesNotMatch(report(), /<article id="one">/);
    }
  });

  test("of a conversation asks its turns in one chat, at the case's own market clock", async () => {
    const turns = [
      { question: "茅台现在多少钱", expect: { answer: "numbers", metrics: ["close"], date: "2026-04-24" } },
      { question: "五粮液呢", expect: { answer: "numbers", codes: ["000858.SZ"], date: "2026-04-24" } },
    ];
    const path = harness.dataset({
      id: "talk",
      lang: "zh",
      tags: ["t"],
      now: "2026-04-25T12:00:00+08:00",
      turns,
    });
    const { status, stdout, metrics } = await harness.run(["eval", "--dataset", path]);
    assert.equal(status, 0, stdout);
    // From the close of that Friday to the noon after it.
    assert.equal(metrics().cited_value_age_seconds_median, 21 * 3600);
  });

  test("of a dataset with faults is refused before anything starts, each line named", async () => {
    const path = harness.dataset(
      price,
      price,
      { ...price, id: "x", lang: "fr" },
      { ...price, id: "y", expect: { answer: "numbers", sayz: [] } },
      { ...price, id: "z", expect: { answer: "refusal", error: "NO_SUCH_CODE" } },
    );
    const { status, stderr } = await harness.run(["eval", "--dataset", path]);
    assert.equal(status, 1);
    for (const part of [
      "line 3: the id one stands twice",
      "line 5: lang",
      "line 7: expect",
      "line 9: expect.error",
    ])
      assert.ok(stderr.includes(part), `${part} in:\n${stderr}`);
    for (const seed of ["-1", "99999999999"])
      assert.match((await harness.run(["eval", `--seed=${seed}`])).stderr, /--seed/);
  });
});

test("two runs differ in nothing but their times, whatever the order that the seed gives", async () => {
  const path = harness.dataset(
    price,
    { ...price, id: "two", question: "五粮液的市净率", expect: { answer: "numbers", skills: ["valuation"] } },
    { ...price, id: "three", question: "茅台能买吗", expect: { answer: "words" } },
    { ...price, id: "four", question: "15 × 23 等于多少", expect: { answer: "numbers", says: ["346"] } },
    {
      ...{ id: "five", lang: "zh", tags: ["t"] },
      turns: [
        { question: "宁德时代现在多少钱", expect: { answer: "numbers" } },
        { question: "昨天呢", expect: { answer: "numbers", codes: ["300750.SZ"] } },
      ],
    },
  );
  const results = [];
  for (const seed of ["7", "8"]) {
    const ran = await harness.run(["eval", "--dataset", path, "--seed", seed]);
    const { latency_ms_p50, latency_ms_p95, seed: used, ...metrics } = ran.metrics();
    assert.equal(String(used), seed);
    assert.ok(latency_ms_p50 !== null && latency_ms_p95 !== null);
    const steps = ran.trace().map(({ ms, ...step }) => step);
    assert.ok(steps.some(({ case: id, turn, type }) => id === "five" && turn === 2 && type === "tool"));
    results.push({ metrics, steps });
  }
  const [first, second] = results;
  assert.deepEqual([first?.metrics.cases, first?.metrics.passed], [5, 4]);
  assert.deepEqual(second, first);
});

test("the report is one page that loads nothing, and what people wrote in it is only text", async () => {
  const page = (await runMixed()).report();
  assert.ok(page.includes("&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; 茅台现在多少钱"));
  assert.doesNotMatch(page, /<script|<link|<img|@import|\b(?:src|href)=|url\(/i);
  assert.equal(page.match(/<svg /g)?.length, 4);
});
