import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { askedPeriods, type NumericClaim, pickRows, type SkillAnswer } from "#contract";
import { formatValue } from "#language";
import fundamentals from "../../skills/fundamentals/index.ts";
import type { Report } from "../emulators/market-truth-tables.ts";
import { lists, openSkillHarness, type Script } from "./skill-context.ts";
import { inGroups, openTruthLine, type TruthLine } from "./truth-line.ts";

const now = "2026-05-07T20:00:00+08:00";

describe("against the emulated market", () => {
  let line: TruthLine;
  before(async () => {
    line = await openTruthLine(now);
  });
  after(() => line.close());

  const isQuarter = (period: string | undefined) => /Q[234]$/.test(period ?? "");

  /** What is true of a claim's metric and period. */
  function trueValue({ metric, code, as_of, period }: NumericClaim): number | null | undefined {
    const report = line.truth.reports(code ?? "").find(({ end }) => end === as_of);
    if (report === undefined || report.announced > now.slice(0, 10)) return undefined;
    const single = isQuarter(period) && !period?.includes("-");
    const values: Readonly<Record<string, (report: Report) => number | null>> = {
      revenue: (each) => (single ? each.quarterRevenue : each.revenue),
      total_revenue: (each) => each.totalRevenue,
      net_profit_parent: (each) => (single ? each.quarterProfit : each.profit),
      revenue_yoy: (each) => each.revenueYoy,
      total_revenue_yoy: (each) => each.totalRevenueYoy,
      net_profit_yoy: (each) => each.profitYoy,
      gross_margin: (each) => each.grossMargin,
      roe: (each) => each.roe,
      debt_ratio: (each) => each.debtRatio,
      eps: (each) => each.eps,
    };
    return values[metric]?.(report);
  }

  /** Asks about every company, and holds what is told to the truth and to what had to be told. */
  async function judge(
    question: (names: readonly string[]) => string,
    wanted: readonly (readonly [metric: string, end: string])[],
  ) {
    let judged = 0;
    for (const group of inGroups(line.truth.companies.slice(0, 24), 3)) {
      const { text, numbers } = await line.ask(question(group.map(({ code }) => code.slice(0, 6))));
      for (const claim of numbers) {
        assert.equal(claim.value, trueValue(claim), `${JSON.stringify(claim)} in ${text}`);
        judged += 1;
      }
      for (const { code } of group)
        for (const [metric, end] of wanted) {
          const claim = numbers.find(
            (each) => each.code === code && each.metric === metric && each.as_of === end,
          );
          const expected = trueValue({ metric, code, as_of: end, period: claim?.period } as NumericClaim);
          if (expected === null) continue;
          assert.ok(claim !== undefined, `${code} ${metric} of ${end} is told: ${text}`);
          const unit = claim.unit ?? "";
          const shown = [true, false].map((signed) =>
            formatValue(claim.value, unit, { language: /[a-z]{4}/.test(question([])) ? "en" : "zh", signed }),
          );
          assert.ok(
            shown.some((value) => text.includes(value)),
            `${shown.join(" or ")} stands in ${text}`,
          );
        }
    }
    assert.ok(judged >= 24);
  }

  const and = (names: readonly string[]) => names.join("和");

  test("a whole year, as named or counted back", async () => {
    const wanted = [
      ["revenue", "2025-12-31"],
      ["net_profit_parent", "2025-12-31"],
      ["net_profit_yoy", "2025-12-31"],
    ] as const;
    await judge((names) => `${and(names)} 2025年营收和净利润`, wanted);
    await judge((names) => `${and(names)}去年净利润`, wanted.slice(1));
  });

  test("the newest period, nine months and a single quarter", async () => {
    await judge(
      (names) => `${and(names)}财报`,
      [
        ["net_profit_parent", "2026-03-31"],
        ["gross_margin", "2026-03-31"],
        ["eps", "2026-03-31"],
      ],
    );
    await judge(
      (names) => `${and(names)}前三季度净利润和毛利率`,
      [
        ["net_profit_parent", "2025-09-30"],
        ["gross_margin", "2025-09-30"],
      ],
    );
    await judge(
      (names) => `${and(names)}三季度净利润`,
      [
        ["net_profit_parent", "2025-09-30"],
        ["net_profit_parent", "2024-09-30"],
      ],
    );
  });

  test("in English", async () => {
    await judge(
      (names) => `revenue and ROE of ${names.join(" and ")} in 2025`,
      [
        ["revenue", "2025-12-31"],
        ["roe", "2025-12-31"],
      ],
    );
  });

  test("without single quarters the cumulative period is told and named so", async () => {
    const akshare = await openTruthLine(now, "akshare");
    try {
      const { text, numbers } = await akshare.ask("600519三季度净利润");
      assert.deepEqual(
        numbers
          .filter(({ metric }) => metric === "net_profit_parent")
          .map(({ period, value }) => [period, value]),
        [["2025Q1-Q3", akshare.truth.reports("600519.SH").find(({ end }) => end === "2025-09-30")?.profit]],
      );
      assert.match(text, /前三季度.*\n(?:.*\n)*没有所问指标的单季度数/);
    } finally {
      await akshare.close();
    }
  });

  test("the day of publication is quoted, a loss keeps its sign", async () => {
    const { text } = await line.ask("万科去年净利润");
    assert.match(text, /2025年度 归母净利润 -¥/);
    assert.match(text, /公告日期「2026-03-28」/);
  });
});

test("report periods are read from the words of the message", () => {
  const read = (text: string) => {
    const { span, targets, count } = askedPeriods(text, now);
    const named = targets.map(({ year, part }) => `${year ?? ""}${part ?? ""}`).join(" ");
    return `${span} ${named === "" ? count : named}`;
  };
  const expected: Readonly<Record<string, string>> = {
    茅台净利润: "ytd 1",
    茅台去年净利润: "ytd 2025",
    茅台前年年报: "ytd 2024FY",
    茅台三年前营收: "ytd 2023",
    茅台跟去年同期比营收增长多少: "ytd 1",
    茅台营收比去年高吗: "ytd 1",
    茅台去年净利润比前年多多少: "ytd 2024 2025",
    茅台前年净利润和去年比: "ytd 2024",
    "is Moutai revenue higher than last year": "ytd 1",
    宁德时代一年能赚多少钱: "ytd FY",
    茅台10年前净利润: "ytd 2016",
    茅台24年前三季度净利润: "ytd 2024Q1-Q3",
    茅台24年前半年营收: "ytd 2024H1",
    茅台24年前两个季度净利润: "ytd 2024H1",
    茅台前2季度营收: "ytd H1",
    茅台去年一到三季度净利润: "ytd 2025Q1-Q3",
    茅台首三季度净利润: "ytd Q1-Q3",
    茅台去年下半年净利润: "quarter 2025Q3 2025Q4",
    "H2 2025 net profit": "quarter 2025Q3 2025Q4",
    "茅台7-9月净利润": "quarter Q3",
    茅台10至12月净利润: "quarter Q4",
    茅台本季度净利润: "quarter 2026Q2",
    茅台上半年净利润: "ytd H1",
    "Moutai revenue two years ago": "ytd 2024",
    茅台今年营收: "ytd 2026",
    茅台2024年和2025年营收: "ytd 2024 2025",
    茅台25年净利润: "ytd 2025",
    茅台一季报: "ytd Q1",
    茅台2025年中报: "ytd 2025H1",
    茅台半年度报告: "ytd H1",
    茅台前三季度营收: "ytd Q1-Q3",
    茅台2025年三季报: "ytd 2025Q1-Q3",
    茅台第三季度净利润: "quarter Q3",
    茅台2025年四季度净利润: "quarter 2025Q4",
    茅台单季净利润: "quarter 1",
    茅台最近四个季度净利润: "quarter 4",
    茅台近三年营收: "ytd 3",
    茅台上季度净利润: "quarter 2026Q1",
    "茅台2025-06-30负债率": "ytd 2025H1",
    "600519净利润": "ytd 1",
    茅台营收超过2000亿吗: "ytd 1",
    "net profit of Moutai in 2025": "ytd 2025",
    "revenue FY2024": "ytd 2024FY",
    "Q3 2025 net profit": "quarter 2025Q3",
    "first half 2025 revenue": "ytd 2025H1",
    "net profit last 2 years": "ytd 2",
  };
  for (const [text, period] of Object.entries(expected)) assert.equal(read(text), period, text);
});

test("a period that is not out yet gives way to the newest, one that is too old to nothing", () => {
  const periods = ["2026Q1", "FY2025", "2025Q1-Q3", "2025H1", "2025Q1", "FY2024"];
  const pick = (text: string) => pickRows(askedPeriods(text, now), periods);
  assert.deepEqual(pick("2026年中报"), { places: [0], isEarlier: true, isTooOld: false });
  assert.deepEqual(pick("2026年净利润"), { places: [0], isEarlier: false, isTooOld: false });
  assert.deepEqual(pick("2015年净利润"), { places: [], isEarlier: false, isTooOld: true });
  assert.deepEqual(pick("近三年净利润").places, [1, 5]);
});

const row = {
  period: "2026Q1",
  as_of: "2026-03-31",
  span: "ytd",
  total_revenue: 5e9,
  net_profit_parent: 1e9,
  roe: 7.8,
  ann_date: "2026-04-25",
};
const market: Script = (tool, args) =>
  tool === "get_financials"
    ? { value: { code: String(args.code), span: "ytd", rows: [row] }, as_of: "2026-03-31" }
    : lists(tool, args);

async function ask(text: string) {
  const harness = openSkillHarness(text, market);
  const answer = (await fundamentals.run({ codes: ["600519.SH"] }, harness.context)) as SkillAnswer;
  return {
    metrics: answer.claims.map((claim) => ("metric" in claim ? claim.metric : "")),
    notes: (answer.notes ?? []).map(({ zh }) => zh).join(),
  };
}

test("what is asked for is shown, under its own name where another figure stands in", async () => {
  assert.deepEqual((await ask("茅台营收")).metrics, ["total_revenue", "ann_date"]);
  assert.deepEqual((await ask("茅台赚了多少钱")).metrics, ["net_profit_parent", "ann_date"]);
  assert.deepEqual((await ask("茅台财报")).metrics, [
    "total_revenue",
    "net_profit_parent",
    "roe",
    "ann_date",
  ]);
});

test("what cannot be looked up is named, what the source lacks is said", async () => {
  assert.match((await ask("茅台扣非净利润")).notes, /「扣非净利润」目前查不了/);
  assert.match((await ask("茅台营收和毛利率")).notes, /部分指标数据源没有给出/);
  assert.match((await ask("茅台ROE")).notes, /没有折算成全年/);
});

test("那五粮液呢 asks for the figures and the period of the question before", async () => {
  const first = (await fundamentals.run(
    { codes: ["600519.SH"] },
    openSkillHarness("茅台一季度ROE", market).context,
  )) as SkillAnswer;
  const at = "2026-05-07T10:30:00+08:00";
  const turn = {
    turnId: "t1",
    codes: ["600519.SH"],
    skill: "fundamentals",
    input: {},
    claims: first.claims,
    at,
  };
  const told = async (text: string) => {
    const harness = openSkillHarness(text, market, { session: [turn] });
    const answer = (await fundamentals.run({ codes: ["000858.SZ"] }, harness.context)) as SkillAnswer;
    return answer.claims.map((claim) => ("metric" in claim ? claim.metric : ""));
  };
  assert.deepEqual(await told("那五粮液呢"), ["roe", "ann_date"]);
  assert.deepEqual(await told("五粮液财报"), ["total_revenue", "net_profit_parent", "roe", "ann_date"]);
});
