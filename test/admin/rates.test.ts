import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { chart } from "../../src/admin/html/chart.ts";
import { costOfCounts, firstPassShare, latencyMs, sumCounts } from "../../src/admin/rates.ts";
import { latencyBucketsMs } from "../../src/journal/activity.ts";

test("a latency lies within the bucket that holds its share, and grows with it", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 1 }), (all) => {
      const counts = sumCounts(
        all.map((ms) => ({ [`ms:${latencyBucketsMs.find((bucket) => ms <= bucket)}`]: 1 })),
      );
      const sorted = all.toSorted((a, b) => a - b);
      let before = 0;
      for (const share of [0.5, 0.95, 1]) {
        const exact = sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
        const at = latencyBucketsMs.findIndex((bucket) => exact <= bucket);
        const read = latencyMs(counts, share) ?? Number.NaN;
        assert.ok(
          read <= (latencyBucketsMs[at] ?? 0) && read >= (latencyBucketsMs[at - 1] ?? 0),
          `${read} of ${exact}`,
        );
        assert.ok(read >= before);
        before = read;
      }
    }),
  );
  assert.equal(latencyMs({}, 0.5), undefined);
});

test("a share of nothing is none, and a missing price makes no cost of zero", () => {
  assert.equal(firstPassShare({}), undefined);
  assert.equal(firstPassShare({ "first:true": 3, "first:false": 1 }), 0.75);
  const counts = { "in:openai:a:b": 1_000_000, "out:openai:a:b": 500_000 };
  assert.equal(costOfCounts(counts, new Map()), undefined);
  assert.equal(costOfCounts(counts, new Map([["openai:a:b", { prompt: 2, completion: 4 }]])), 4);
});

test("a chart of nothing and a chart of one value are drawn without a broken number", () => {
  const draw = (values: (number | undefined)[]) =>
    String(
      chart({
        title: "<t>",
        labels: values.map((_, at) => String(at)),
        kind: "lines",
        shown: String,
        empty: "nothing",
        more: "numbers",
        series: [{ name: "a", tone: "a", values }],
      }),
    );
  for (const values of [[], [undefined], [0], [0.3, undefined, 7]]) {
    assert.doesNotMatch(draw(values), /NaN|Infinity|undefined/);
    assert.match(draw(values), /&lt;t&gt;/);
  }
});
