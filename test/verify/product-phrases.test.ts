import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { NumericClaim } from "#contract";
import { baseMetrics, fillSlots, renderAged } from "#language";
import { guard } from "../../src/verify/guard/guard.ts";

const names = { "600519.SH": ["贵州茅台", "Kweichow Moutai"], "000858.SZ": ["五粮液", "Wuliangye"] };
const now = "2026-05-07T10:35:00+08:00";
const seed = Number(process.env.SEED ?? 20261121);

const cents = (min: number, max: number) =>
  fc.integer({ min: min * 100, max: max * 100 }).map((value) => value / 100);
const figure = (metric: string): fc.Arbitrary<number> => {
  const unit = baseMetrics[metric]?.default_unit;
  if (unit === "%") return cents(-20, 20);
  if (metric === "volume") return fc.integer({ min: 1, max: 2_000_000_000 });
  if (metric === "amount" || metric.endsWith("_mv"))
    return fc.integer({ min: 1_000_000, max: 4_000_000_000_000 });
  return metric === "change" ? cents(-50, 50) : cents(1, 3000);
};

const claim = (metric: string, code: string): fc.Arbitrary<NumericClaim> =>
  figure(metric).map((value) => ({
    kind: "numeric",
    value,
    metric,
    code,
    unit: baseMetrics[metric]?.default_unit ?? "",
    as_of: "2026-05-07T10:32:05+08:00",
    cite: { kind: "tool", source: "akshare", fetched_at: "2026-05-07T10:32:05+08:00", tool_call_id: "tc_1" },
  }));

const answer = fc.record({
  language: fc.constantFrom("zh" as const, "en" as const),
  claims: fc
    .uniqueArray(fc.constantFrom(...Object.keys(baseMetrics)), { minLength: 1, maxLength: 5 })
    .chain((metrics) => fc.tuple(...metrics.map((metric) => claim(metric, "600519.SH")))),
  other: claim("current_price", "000858.SZ"),
});

test(`property: what the product's own phrases say passes its own guard (seed ${seed})`, () => {
  fc.assert(
    fc.property(answer, ({ language, claims, other }) => {
      const slots = [...claims, other].map((each, i) => ({ slot: `c${i + 1}`, claim: each }));
      const head = slots.slice(0, 1).map(({ slot }) => `{{${slot}}}`);
      const rest = slots.slice(1, -1).map(({ slot }) => `{{${slot}}}`);
      const text = [...head, rest.join(language === "zh" ? "，" : ", "), `{{c${slots.length}}}`]
        .filter((line) => line !== "")
        .join("\n");
      const view = { language, metrics: baseMetrics, names };
      const filled = fillSlots(text, slots, view);
      assert.ok(filled.ok);
      for (const prose of [filled.text, renderAged(text, slots, view)]) {
        const given = slots.map((each) => each.claim);
        const verdict = guard({
          lang: language,
          user_question: "600519",
          now,
          claims: given,
          prose,
          names,
          metrics: baseMetrics,
        });
        assert.deepEqual(verdict.problems, [], prose);
      }
    }),
    { seed, numRuns: 300 },
  );
});
