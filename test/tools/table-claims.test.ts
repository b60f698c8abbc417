import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { bundledCalendar, type Claim, type JsonObject, type ToolCall } from "#contract";
import { baseMetrics, renderPhrase } from "#language";
import { selectNumber, selectText } from "../../src/pipeline/execute/select.ts";
import type { TextPort } from "../../src/pipeline/ports.ts";
import { guard } from "../../src/verify/guard/guard.ts";
import { verify } from "../../src/verify/verifier.ts";
import { type Harness, openHarness } from "../data/harness.ts";

const now = "2026-05-07T20:00:00+08:00";
const years = 4 * 366 * 86_400;

const textKeys: Readonly<Record<string, "title" | "url" | "label" | "date">> = {
  title: "title",
  url: "url",
  reason: "label",
  org: "label",
  rating: "label",
  outlet: "label",
  year: "label",
  industry: "label",
  previous_trading_day: "date",
  next_trading_day: "date",
  holiday_from: "date",
  holiday_to: "date",
};

/** Pointers of everything in the value that a claim may be made of. */
function pointers(value: unknown, path = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => pointers(inner, `${path}/${key}`));
}

const asked: readonly (readonly [string, JsonObject])[] = [
  ["get_daily_bars", { code: "601398.SH", days: 20 }],
  ["get_daily_bars", { code: "601398.SH", days: 20, adjust: "qfq" }],
  ["get_daily_bars", { code: "000300.SH", days: 5 }],
  ["get_index", { code: "000001.SH" }],
  ["get_financials", { code: "600519.SH" }],
  ["get_financials", { code: "000002.SZ", span: "quarter" }],
  ["get_money_flow", { code: "600519.SH" }],
  ["get_top_list", {}],
  ["get_research_reports", { code: "600519.SH" }],
  ["get_news", { code: "600519.SH" }],
  ["get_peers", { code: "600519.SH" }],
  ["trading_calendar", {}],
  ["trading_calendar", { date: "2025-09-08", otherwise: bundledCalendar }],
];

for (const sources of ["tushare,akshare", "akshare", "sample"]) {
  const at = sources === "sample" ? "2026-05-07T10:32:05+08:00" : now;
  let harness: Harness;
  before(async () => {
    harness = await openHarness({ now: at, sources });
    await harness.data.securities.ready(AbortSignal.timeout(120_000));
  });
  after(() => harness.close());

  for (const [tool, args] of asked) {
    test(`${sources}: whatever is picked from ${tool} ${JSON.stringify(args)} is verified and passes the guard`, async () => {
      const stocks =
        sources === "sample" && args.code !== undefined && String(args.code).startsWith("601398");
      const outcome = await harness.ask(tool, stocks ? { ...args, code: "600519.SH" } : args);
      if (!outcome.ok) {
        assert.deepEqual(
          [sources, outcome.error.code],
          ["akshare", "NO_DATA"],
          "only single quarters are not there",
        );
        assert.equal(args.span, "quarter");
        return;
      }
      const { ok: _, derived_from: __, fallback_from: ___, ...rest } = outcome;
      const call: ToolCall = { tool_call_id: "tc_1", tool, args: { ...args }, ...rest };
      if (stocks) call.args.code = "600519.SH";
      const names = harness.data.securities.directory().names();
      const text = {
        metric: (id: string) => baseMetrics[id],
        nameOf: (code: string) => names[code]?.[0],
      } as unknown as TextPort;
      const claims: Claim[] = pointers(call.value).flatMap((path) => {
        const key = path.split("/").at(-1) ?? "";
        const type = textKeys[key];
        const claim =
          type !== undefined
            ? selectText(call, path, type)
            : key in baseMetrics
              ? selectNumber(text, call, path)
              : null;
        return claim === null ? [] : [claim];
      });
      assert.ok(claims.length > 0);
      const staleness = { default: years };
      const verdict = verify({ claims, trace: [call], competences: {}, staleness, now: at });
      assert.deepEqual(verdict.failures, []);
      for (const claim of claims.slice(0, 80)) {
        // Quotations are licensed by the claims around them; what the guard makes of them is its own suite's matter.
        if (claim.kind !== "numeric") continue;
        for (const lang of claim.adjust === "qfq" ? (["zh"] as const) : (["zh", "en"] as const)) {
          const prose = renderPhrase(claim, { language: lang, metrics: baseMetrics, names });
          const { problems } = guard({
            lang,
            user_question: "",
            now: at,
            claims: [claim],
            prose,
            names,
            metrics: baseMetrics,
          });
          assert.deepEqual(problems, [], prose);
        }
      }
    });
  }
}
