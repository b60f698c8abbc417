import assert from "node:assert/strict";
import { test } from "node:test";
import type { NumericClaim } from "#contract";
import { baseMetrics, bundledSecurities, createDirectory, renderPhrase } from "#language";
import { guard } from "../../src/verify/guard/guard.ts";

const directory = createDirectory(bundledSecurities);
const names = directory.names();
const now = "2026-05-07T10:32:05+08:00";

const closeOf = (code: string): NumericClaim => ({
  kind: "numeric",
  value: 11.79,
  metric: "close",
  code,
  unit: "CNY",
  as_of: "2026-05-06",
  cite: {
    kind: "tool",
    source: "tushare",
    table: "daily",
    fetched_at: now,
    tool_call_id: "tc_1",
    path: "/close",
  },
});

const check = (prose: string, claim: NumericClaim, lang: "zh" | "en" = "zh") =>
  guard({ lang, user_question: "", now, claims: [claim], prose, names, metrics: baseMetrics });

test("the phrase of every stock that is bundled passes, also where an index has the same digits", () => {
  const stocks = bundledSecurities.filter(({ kind }) => kind === "stock");
  assert.ok(stocks.some(({ code }) => code === "000001.SZ"));
  for (const language of ["zh", "en"] as const) {
    for (const { code } of stocks) {
      const claim = closeOf(code);
      const prose = renderPhrase(claim, { language, metrics: baseMetrics, names });
      assert.deepEqual(check(prose, claim, language).problems, [], prose);
    }
  }
});

test("a stock's number is refused under the name or the code of the index with its digits, and the other way round", () => {
  const cite = "(tushare, 2026-05-06)";
  const refused = (prose: string, code: string) => assert.equal(check(prose, closeOf(code)).ok, false, prose);
  refused(`上证指数(000001.SH) 收盘价 ¥11.79${cite}`, "000001.SZ");
  refused(`上证指数 收盘价 ¥11.79${cite}`, "000001.SZ");
  refused(`平安银行(000001.SH) 收盘价 ¥11.79${cite}`, "000001.SZ");
  refused(`平安银行(000001.SZ) 收盘价 ¥11.79${cite}`, "000001.SH");
  refused(`平安银行 收盘价 ¥11.79${cite}`, "000001.SH");
});
