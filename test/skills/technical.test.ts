import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import technical from "../../skills/technical/index.ts";
import sample from "../../src/data/sources/sample/data.json" with { type: "json" };
import { type Bar, indicatorGroups } from "../../src/tools/indicators/compute.ts";
import { lists, openSkillHarness } from "./skill-context.ts";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

const now = "2026-05-07T20:00:00+08:00";

const seriesOf = (bars: readonly Bar[]): Readonly<Record<string, readonly number[]>> =>
  Object.assign({}, ...Object.values(indicatorGroups).map((lines) => lines(bars)));

/** Holds every number to the newest value of its line; gives how many there were. */
function judge({ numbers, text }: Told, bars: readonly Bar[], slack: number): number {
  const series = seriesOf(bars);
  for (const { metric, value, as_of } of numbers) {
    const expected = series[metric]?.at(-1);
    assert.ok(
      expected !== undefined && Math.abs(value - expected) <= slack,
      `${metric} ${expected}: ${text}`,
    );
    assert.equal(as_of, bars.at(-1)?.date, text);
  }
  return numbers.length;
}

describe("against the emulated market", () => {
  let line: TruthLine;
  before(async () => {
    line = await openTruthLine(now);
  });
  after(() => line.close());

  /** The true series, adjusted to the newest factor. */
  function trueBars(code: string): readonly Bar[] {
    const { truth } = line;
    const until = now.slice(0, 10);
    const newest = truth.adjustFactor(code, until);
    return truth.tradingDays
      .filter((date) => date <= until)
      .flatMap((date) => truth.bar(code, date) ?? [])
      .map(({ date, high, low, close }) => {
        const ratio = truth.adjustFactor(code, date) / newest;
        return { date, high: high * ratio, low: low * ratio, close: close * ratio };
      });
  }

  test("averages and bands of every company are those of the true, forward-adjusted series", async () => {
    let judged = 0;
    for (const { code } of line.truth.companies.slice(0, 24)) {
      const told = await line.ask(`${code.slice(0, 6)}均线和布林线`);
      // Vendors round adjusted prices to the fen.
      judged += judge(told, trueBars(code), 0.02);
    }
    assert.ok(judged >= 120, String(judged));
  });

  test("lines that need more bars than there are, are not told", async () => {
    const { numbers, error, text } = await line.ask("茅台MACD");
    assert.deepEqual([numbers, error], [[], "BARS_TOO_FEW"]);
    assert.match(text, /的日线不够,MACD无法计算/);
    assert.match((await line.ask("MACD and MA250 of Moutai")).text, /to compute .*MACD/);
    const average = await line.ask("茅台250日均线");
    assert.match(average.text, /MA250无法计算/);
  });
});

describe("on the sample's longer series", () => {
  const stocks = Object.entries(sample.stocks).map(([code, { bars }]) => ({
    code,
    bars: bars.map(
      (bar): Bar => ({
        date: String(bar[0]),
        high: Number(bar[2]),
        low: Number(bar[3]),
        close: Number(bar[4]),
      }),
    ),
  }));
  let line: TruthLine;
  before(async () => {
    line = await openTruthLine("2026-05-07T10:32:05+08:00", "sample");
  });
  after(() => line.close());

  test("whether the close is beyond an average is said first", async () => {
    assert.match(
      (await line.ask("茅台跌破20日均线了吗")).text,
      /^是:贵州茅台[\s\S]*收盘价较该均线的幅度 -2\.45%/,
    );
    assert.match((await line.ask("is Moutai above its 20-day average")).text, /^No: Kweichow Moutai/);
    assert.match((await line.ask("茅台离20日均线多远")).text, /^贵州茅台/);
  });

  test("every line, in both languages", async () => {
    for (const { code, bars } of stocks)
      for (const question of [`${code}技术面怎么样`, `MACD, KDJ and RSI of ${code}`])
        assert.ok(judge(await line.ask(question), bars, 1e-6) >= 9, question);
  });

  test("a crossing is told with its day, and on it the lines change sides", async () => {
    let judged = 0;
    for (const { code, bars } of stocks) {
      const series = seriesOf(bars);
      const { quotes } = await line.ask(`${code}有没有金叉`);
      for (const { metric, value } of quotes) {
        const [first = "", second = ""] =
          {
            macd: ["macd_dif", "macd_dea"],
            kdj: ["kdj_k", "kdj_d"],
            ma: ["ma5", "ma20"],
          }[metric.split("_")[0] ?? ""] ?? [];
        const at = bars.findIndex(({ date }) => date === value);
        const sideOf = (i: number) => Math.sign((series[first]?.[i] ?? 0) - (series[second]?.[i] ?? 0));
        const rising = metric.includes("golden");
        assert.deepEqual([sideOf(at - 1), sideOf(at)], rising ? [-1, 1] : [1, -1], `${code} ${metric}`);
        judged += 1;
      }
    }
    assert.ok(judged >= 20, String(judged));
  });

  test("a named day has the values of that day", async () => {
    const { numbers } = await line.ask("茅台4月20日的RSI");
    const bars = stocks.find(({ code }) => code === "600519.SH")?.bars ?? [];
    const until = bars.filter(({ date }) => date <= "2026-04-20");
    const { rsi6 = [] } = indicatorGroups.rsi(until);
    assert.deepEqual([numbers[0]?.value, numbers[0]?.as_of], [rsi6.at(-1), "2026-04-20"]);
  });
});

test("bars that are too few are said to be", async () => {
  const bars = { code: "600519.SH", adjust: "qfq", rows: [{ date: "2026-05-06", close: 10 }] };
  const { context } = openSkillHarness("茅台MACD", (tool, args) => {
    if (tool === "get_daily_bars") return { value: bars, as_of: "2026-05-06" };
    if (tool === "indicators") return { failure: { code: "NO_DATA", message: "few" } };
    return lists(tool, args);
  });
  const result = await technical.run({ codes: ["600519.SH"] }, context);
  const parts = [{ zh: "MACD", en: "MACD" }];
  assert.deepEqual(result, { kind: "refusal", code: "BARS_TOO_FEW", subject: "600519.SH", parts });
});

test("another day of the question before is of the same lines; the day of a crossing is no day to look at", async () => {
  const line = await openTruthLine(now);
  try {
    const first = await line.ask("茅台MA20");
    const again = await line.ask("上周四呢", first.session);
    assert.deepEqual(
      again.numbers.map(({ metric, as_of }) => [metric, as_of]),
      [["ma20", "2026-04-30"]],
    );
    const other = await line.ask("MA5呢", first.session);
    assert.deepEqual(
      other.numbers.map(({ metric }) => metric),
      ["ma5"],
    );
    const window = await line.ask("10日呢", first.session);
    const newest = first.numbers[0]?.as_of;
    assert.deepEqual(
      window.numbers.map(({ metric, as_of }) => [metric, as_of]),
      [["ma10", newest]],
    );
    const crossed = await line.ask("茅台均线金叉是哪天");
    assert.equal(crossed.error, undefined, crossed.text);
    assert.ok(
      crossed.numbers.some(({ metric }) => metric === "ma5"),
      crossed.text,
    );
  } finally {
    await line.close();
  }
});
