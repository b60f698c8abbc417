import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Language, SkillResult } from "#contract";
import chart from "../../skills/chart/index.ts";
import watchlist from "../../skills/watchlist/index.ts";
import { lists, now, openSkillHarness, type Script } from "./skill-context.ts";

const listed = ["600519.SH", "000858.SZ", "300750.SZ"] as const;
const changes: Readonly<Record<string, number>> = { "600519.SH": 0.5, "000858.SZ": 2.1, "300750.SZ": -1.4 };
const ratios: Readonly<Record<string, number | null>> = {
  "600519.SH": 18,
  "000858.SZ": 15,
  "300750.SZ": null,
};
const stretch = { metric: "move_wtd", from: "2026-04-30", to: "2026-05-06", bars_from: "2026-01-01" };
const rows = [
  { date: "2026-04-30", close: 10 },
  { date: "2026-05-06", close: 11 },
];

/** A list of these stocks, with prices, ratios and moves of this week. */
const holding =
  (codes: readonly string[]): Script =>
  (tool, args) => {
    const code = String(args.code);
    const change = changes[code] ?? 0;
    const live = { code, quality: "realtime", phase: "morning", suspended: false };
    if (tool === "get_watchlist") return { value: { codes: [...codes] } };
    if (tool === "get_price" && args.date !== undefined)
      return { value: { ...live, close: 12.3, pct_chg: change }, as_of: String(args.date) };
    if (tool === "get_price") return { value: { ...live, current_price: 12.3, pct_chg: change }, as_of: now };
    if (tool === "get_valuation")
      return { value: { code, pe_ttm: ratios[code] ?? null, pb: 2 }, as_of: "2026-05-06" };
    if (tool === "get_daily_bars") return { value: { code, adjust: "qfq", rows }, as_of: "2026-05-06" };
    if (tool === "plot_chart") return { value: {} };
    if (tool === "resolve_stretch")
      return String(args.query).includes("这周")
        ? { value: stretch }
        : { failure: { code: "BAD_DATE", message: "none" } };
    if (tool === "price_move")
      return {
        value: {
          code: "600519.SH",
          date: "2026-05-06",
          since: "2026-04-30",
          since_row: 0,
          date_row: 1,
          adjust: "qfq",
          move_wtd: 10,
        },
        as_of: "2026-05-06",
      };
    return lists(tool, args);
  };

const ask = (text: string, input: { date?: string } = {}, codes: readonly string[] = listed) =>
  watchlist.run(input, openSkillHarness(text, holding(codes)).context);

const shown = (result: SkillResult) =>
  result.kind === "answer"
    ? result.claims.flatMap((claim) => (claim.kind === "numeric" ? [`${claim.code} ${claim.metric}`] : []))
    : [];

describe("the whole list", () => {
  test("stands in its own order, and sorted by the day's change where that is asked", async () => {
    assert.deepEqual(
      shown(await ask("我的自选今天怎么样")).filter((each) => each.endsWith("price")),
      ["600519.SH current_price", "000858.SZ current_price", "300750.SZ current_price"],
    );
    const most = shown(await ask("自选里谁涨得最多")).filter((each) => each.endsWith("pct_chg"));
    assert.deepEqual(most, ["000858.SZ pct_chg", "600519.SH pct_chg", "300750.SZ pct_chg"]);
    const worst = shown(await ask("which of my watchlist fell most")).filter((each) =>
      each.endsWith("pct_chg"),
    );
    assert.deepEqual(worst, most.toReversed());
  });

  test("is sorted upwards by words of a fall alone, not by 多少 or a close", async () => {
    const codes = ["000858.SZ pct_chg", "600519.SH pct_chg", "300750.SZ pct_chg"];
    for (const text of [
      "自选里谁涨得最多,涨了多少",
      "which of my watchlist closed with the best gain",
      "谁比谁差多少,自选里排一下涨幅",
    ])
      assert.deepEqual(
        shown(await ask(text)).filter((each) => each.endsWith("pct_chg")),
        codes,
        text,
      );
  });

  test("shows the day's change where the largest one is asked for, not the market value", async () => {
    for (const text of ["自选里谁跌幅最大", "which of my watchlist had the biggest drop"])
      assert.ok(shown(await ask(text))[0]?.endsWith("pct_chg"), text);
    assert.ok(shown(await ask("自选里谁市值最大")).length === 0);
  });

  test("ranks values of one ratio alone: who lacks it comes last, whatever else there is of it", async () => {
    const result = await ask("自选里谁的市盈率、市净率最低");
    const first = shown(result).filter((each) => each.endsWith("pe_ttm") || each.startsWith("300750"));
    assert.deepEqual(first, ["000858.SZ pe_ttm", "600519.SH pe_ttm", "300750.SZ pb"]);
    assert.ok(result.kind === "answer" && result.notes?.some(({ zh }) => zh === "没有这一项的排在最后。"));
  });

  test("keeps the budget of a current price, however old a suspended stock's close is", async () => {
    const [halted] = listed;
    const script: Script = (tool, args) =>
      tool === "get_price" && args.code === halted
        ? {
            value: {
              code: halted,
              quality: "closing",
              phase: "morning",
              suspended: true,
              close: 9,
              pct_chg: 0,
            },
            as_of: "2026-03-02",
          }
        : holding(listed)(tool, args);
    const result = await watchlist.run({}, openSkillHarness("我的自选", script).context);
    assert.ok(result.kind === "answer");
    assert.deepEqual(result.freshness?.close, { since: "2026-03-02" });
    assert.equal(result.freshness?.current_price, undefined);
  });

  test("is told of a day, with that day's close", async () => {
    const result = await ask("我的自选昨天怎么样", { date: "2026-05-06" });
    assert.ok(result.kind === "answer");
    assert.equal(shown(result).filter((each) => each.endsWith("close")).length, 3);
    assert.deepEqual(result.freshness?.close, { since: "2026-05-06" });
  });

  test("has the ratio that is asked for, and a loss named by its company", async () => {
    const result = await ask("自选的市盈率");
    assert.deepEqual(shown(result), ["600519.SH pe_ttm", "000858.SZ pe_ttm"]);
    assert.ok(result.kind === "answer" && result.disclaimer === true);
    assert.deepEqual(result.missing, [{ code: "LOSS_MAKING", subject: "300750.SZ" }]);
    const cheapest = await ask("自选里谁最便宜");
    assert.deepEqual(shown(cheapest), ["000858.SZ pe_ttm", "600519.SH pe_ttm"]);
  });

  test("moves over a stretch of time", async () => {
    const result = await ask("自选这周涨了多少", { date: "这周" });
    assert.equal(shown(result).filter((each) => each.endsWith("move_wtd")).length, 3);
    assert.ok(result.kind === "answer" && result.freshness?.move_wtd !== undefined);
  });

  test("that is empty says how to add, whatever was asked of it", async () => {
    for (const text of ["自选里谁涨得最多", "自选的市盈率", "my watchlist this week"]) {
      const result = await ask(text, {}, []);
      assert.ok(result.kind === "text" && /加入自选/.test(result.text.zh), text);
    }
  });
});

describe("a chart of the list", () => {
  const draw = async (text: string, codes: readonly string[], language: Language = "zh") => {
    const { context, calls } = openSkillHarness(text, holding(codes), { language });
    const result = await chart.run({}, context);
    return { result, drawn: calls.filter((call) => call.startsWith("get_daily_bars")).length };
  };

  test("draws its stocks, no more than one picture holds, and says that it left some out", async () => {
    const many = ["600519", "000858", "300750", "600036", "002594", "601899", "601318"].map(
      (digits) => `${digits}.${digits.startsWith("6") ? "SH" : "SZ"}`,
    );
    const { result, drawn } = await draw("画一下自选", many);
    assert.equal(drawn, 6);
    assert.ok(result.kind === "answer" && result.notes?.some(({ zh }) => zh.includes("自选较多")));
    const few = await draw("chart my watchlist", listed, "en");
    assert.equal(few.drawn, 3);
    assert.ok(few.result.kind === "answer" && !few.result.notes?.some(({ zh }) => zh.includes("自选较多")));
  });

  test("of an empty list says how to add, and no list is read where none is spoken of", async () => {
    const { result } = await draw("画一下自选", []);
    assert.ok(result.kind === "text" && /加入自选/.test(result.text.zh));
    const away = openSkillHarness("画一下自选", () => ({ failure: { code: "TOOL_ERROR", message: "away" } }));
    const unread = await chart.run({}, away.context);
    assert.deepEqual(
      unread,
      { kind: "refusal", code: "TOOL_ERROR" },
      "a list that cannot be read is not empty",
    );
    const other = await draw("画一下", listed);
    assert.deepEqual([other.result.kind, other.drawn], ["refusal", 0]);
  });
});
