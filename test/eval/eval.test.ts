import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import type { EvalMetrics, GateResult } from "../../src/eval/eval-metrics.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const folder = mkdtempSync(join(tmpdir(), "qm-eval-"));
after(() => rmSync(folder, { recursive: true, force: true }));

let runs = 0;

/** `qianmen eval` in an installation of its own. */
function evaluate(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const data = join(folder, `data-${runs++}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "eval", ...args], {
    env: { PATH: process.env.PATH ?? "", HOME: folder, QIANMEN_DATA: data, ...env },
    encoding: "utf8",
  });
  const metrics = (): EvalMetrics & { gates: readonly GateResult[] } =>
    JSON.parse(readFileSync(join(data, "eval", "metrics.json"), "utf8"));
  return { status, stdout, stderr, data, metrics };
}

function dataset(...cases: readonly object[]): string {
  const path = join(folder, `cases-${runs}.jsonl`);
  writeFileSync(path, cases.map((each) => `${JSON.stringify(each)}\n`).join("\n"));
  return path;
}

const price = {
  id: "one",
  lang: "zh",
  tags: ["price"],
  question: "600519 现在多少钱",
  expect: { answer: "numbers", codes: ["600519.SH"], says: ["1801.23"] },
};

test("the shipped cases keep the gates, and nothing of the installation is touched", () => {
  const { stdout, data, metrics } = evaluate(["--gates"], { QIANMEN_NOW: "2020-01-02T10:00:00+08:00" });
  const { cases, turns, by_tag, gates, numeric_claims, cited_value_age_seconds_median } = metrics();
  assert.ok(cases >= 60 && turns > cases, stdout);
  assert.ok((by_tag.zh?.cases ?? 0) >= 20 && (by_tag.en?.cases ?? 0) >= 20);
  assert.ok(numeric_claims > cases / 2 && cited_value_age_seconds_median !== null);
  // How fast this machine is today is no matter of right or wrong.
  const broken = gates.filter(({ metric, ok }) => !ok && metric !== "latency_ms_p95");
  assert.deepEqual(broken, [], stdout);
  assert.deepEqual(readdirSync(data), ["eval"]);
});

describe("a run", () => {
  test("that finds another answer than expected names it, and fails with and without gates", () => {
    const path = dataset(price, {
      ...price,
      id: "two",
      expect: {
        answer: "question",
        codes: ["000858.SZ"],
        metrics: ["pb"],
        says: ["1.23 元"],
        never: ["贵州"],
      },
    });
    for (const args of [
      ["--dataset", path],
      ["--dataset", path, "--gates"],
    ]) {
      const { status, stdout, metrics } = evaluate(args);
      assert.equal(status, 1);
      assert.deepEqual([metrics().cases, metrics().passed, metrics().success_rate], [2, 1, 0.5]);
      for (const part of [
        "✗ two  600519 现在多少钱",
        "numbers instead of question",
        "codes 600519.SH instead of 000858.SZ",
        "metric pb is missing",
        'does not say "1.23 元"',
        'says "贵州"',
      ])
        assert.ok(stdout.includes(part), `${part} in:\n${stdout}`);
    }
  });

  test("of a conversation asks its turns in one chat, at the case's own market clock", () => {
    const turns = [
      { question: "茅台现在多少钱", expect: { answer: "numbers", metrics: ["close"], date: "2026-04-24" } },
      { question: "五粮液呢", expect: { answer: "numbers", codes: ["000858.SZ"], date: "2026-04-24" } },
    ];
    const { status, stdout, metrics } = evaluate([
      "--dataset",
      dataset({ id: "talk", lang: "zh", tags: ["t"], now: "2026-04-25T12:00:00+08:00", turns }),
    ]);
    assert.equal(status, 0, stdout);
    // From the close of that Friday to the noon after it.
    assert.equal(metrics().cited_value_age_seconds_median, 21 * 3600);
  });

  test("of a dataset with faults is refused before anything starts, each line named", () => {
    const { status, stderr } = evaluate([
      "--dataset",
      dataset(
        price,
        price,
        { ...price, id: "x", lang: "fr" },
        { ...price, id: "y", expect: { answer: "numbers", sayz: [] } },
        { ...price, id: "z", expect: { answer: "refusal", error: "NO_SUCH_CODE" } },
      ),
    ]);
    assert.equal(status, 1);
    for (const part of [
      "line 3: the id one stands twice",
      "line 5: lang",
      "line 7: expect",
      "line 9: expect.error",
    ])
      assert.ok(stderr.includes(part), `${part} in:\n${stderr}`);
  });
});
