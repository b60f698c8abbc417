import assert from "node:assert/strict";
import { test } from "node:test";
import type { NumericClaim } from "#contract";
import { baseMetrics, renderPhrase, reportPeriod } from "#language";
import { guard } from "../../src/verify/guard/guard.ts";

const names = { "600519.SH": ["贵州茅台", "Kweichow Moutai"] };
const ends = ["2025-03-31", "2025-06-30", "2025-09-30", "2025-12-31"];

test("cumulative periods and single quarters have names of their own, but for the first quarter", () => {
  assert.deepEqual(
    ends.map((end) => reportPeriod(end, "ytd")),
    ["2025Q1", "2025H1", "2025Q1-Q3", "FY2025"],
  );
  assert.deepEqual(
    ends.map((end) => reportPeriod(end, "quarter")),
    ["2025Q1", "2025Q2", "2025Q3", "2025Q4"],
  );
  for (const end of ["2025-05-31", "2025-12-30", "2025", ""]) assert.equal(reportPeriod(end, "ytd"), null);
});

const phrase = (as_of: string, period: string, language: "zh" | "en") => {
  const claim: NumericClaim = {
    kind: "numeric",
    value: 123_456_789_012.5,
    metric: "revenue",
    code: "600519.SH",
    unit: "CNY",
    as_of,
    period,
    cite: {
      kind: "tool",
      source: "tushare",
      fetched_at: "2026-05-07T10:32:05+08:00",
      tool_call_id: "tc_1",
    },
  };
  return { claim, prose: renderPhrase(claim, { language, metrics: baseMetrics, names }) };
};

test("nine months are said as such in both languages, and every period's phrase passes the guard", () => {
  assert.match(phrase("2025-09-30", "2025Q1-Q3", "zh").prose, /2025年前三季度 营业收入/);
  assert.match(phrase("2025-09-30", "2025Q1-Q3", "en").prose, /year to 2025-09-30 operating revenue/);
  for (const end of ends) {
    for (const span of ["ytd", "quarter"] as const) {
      for (const lang of ["zh", "en"] as const) {
        const { claim, prose } = phrase(end, reportPeriod(end, span) ?? "", lang);
        const verdict = guard({
          lang,
          user_question: "",
          now: "2026-05-07T10:32:05+08:00",
          claims: [claim],
          prose,
          names,
          metrics: baseMetrics,
        });
        assert.deepEqual(verdict.problems, [], prose);
      }
    }
  }
});
