import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isTradingDay } from "../emulators/market-calendar.ts";
import { companies } from "../emulators/market-securities.ts";
import { inGroups, openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

const morning = "2026-05-07T10:35:00+08:00";
let line: TruthLine;
before(async () => {
  line = await openTruthLine(morning);
});
after(() => line.close());

/** Another market's line, for as long as it is needed. */
async function withLine(
  now: string,
  sources: string | undefined,
  judge: (other: TruthLine) => Promise<void>,
): Promise<void> {
  const other = await openTruthLine(now, sources);
  try {
    await judge(other);
  } finally {
    await other.close();
  }
}

const ofMetric = ({ numbers }: Told, metric: string, code?: string) =>
  numbers.filter((each) => each.metric === metric && (code === undefined || each.code === code));
const datesOf = (told: Told, code?: string) =>
  ofMetric(told, "close", code).map(({ as_of }) => as_of.slice(5));

/** Trading days from one to the other, the newest first. */
function tradingDays(from: string, to: string): readonly string[] {
  const days: string[] = [];
  for (let at = Date.parse(to); at >= Date.parse(from); at -= 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10);
    if (isTradingDay(date)) days.push(date);
  }
  return days;
}

/** Checks each row against the market's truth; how many there were. */
function compare(told: Told, code: string, days: readonly string[]): number {
  const bars = days.flatMap((day) => line.truth.bar(code, day) ?? []);
  assert.deepEqual(
    ofMetric(told, "close", code).map(({ value, as_of, adjust }) => [value, as_of, adjust]),
    bars.map(({ close, date }) => [close, date, "none"]),
    told.text,
  );
  const changes = ofMetric(told, "pct_chg", code);
  assert.equal(changes.length, bars.length, told.text);
  for (const [at, { pct_chg }] of bars.entries())
    assert.ok(Math.abs((changes[at]?.value ?? Number.NaN) - pct_chg) < 0.011, told.text);
  const rows = told.text.split("\n").filter((row) => /收盘价 ¥|close ¥/.test(row));
  for (const [at, { date }] of bars.entries())
    assert.ok(
      rows.some((row) => row.endsWith(`(tushare, ${date})`)),
      `${at}: ${told.text}`,
    );
  return bars.length;
}

test("each of several days is a row with its close, its change, source and date, for every company", async () => {
  let rows = 0;
  const codes = companies.filter((_, at) => at % 3 === 0).map(({ code }) => code);
  const five = tradingDays("2026-04-27", "2026-05-06");
  for (const group of inGroups(codes, 4)) {
    const told = await line.ask(`${group.join("、")} 最近5天收盘价`);
    for (const code of group) rows += compare(told, code, five);
    const english = await line.ask(`closing prices of ${group.join(" and ")} for the last 5 days`);
    for (const code of group) rows += compare(english, code, five);
  }
  assert.ok(rows > 180, String(rows));
});

test("words for a stretch come to its finished trading days, the newest first", async () => {
  const week = ["05-06", "04-30", "04-29", "04-28", "04-27"];
  const before = ["04-30", "04-29", "04-28", "04-27"];
  const ten = tradingDays("2026-04-20", "2026-05-06").map((day) => day.slice(5));
  assert.equal(ten.length, 10);
  for (const [text, days] of [
    ["茅台最近一周收盘价", week],
    ["茅台过去10个交易日的收盘价", ten],
    ["茅台最近两周收盘价", ten],
    ["茅台上周每天的收盘价", before],
    ["茅台上周的收盘价", before],
    ["茅台近5日每天涨跌幅", week],
    ["宁德这周每天成交额", ["05-06"]],
    ["茅台4月16日到4月22日每天收盘价", ["04-22", "04-21", "04-20", "04-17", "04-16"]],
    ["茅台4月28日以来每天的收盘价", ["05-06", "04-30", "04-29", "04-28"]],
    ["茅台最近3个收盘价", ["05-06", "04-30", "04-29"]],
    ["茅台每天的成交额", week],
    ["Moutai closing prices for the last 5 days", week],
    ["BYD daily change over the past week", week],
    ["Moutai close of each day last week", before],
    ["show me BYD's closing price for each of the last five trading days", week],
    ["change of BYD on each of the last 5 days", week],
    ["茅台最近5个交易日的收盘价", week],
    ["Moutai last 3 closes", ["05-06", "04-30", "04-29"]],
    ["daily volume of Moutai this month", ["05-06"]],
  ] as const) {
    const told = await line.ask(text);
    assert.deepEqual(datesOf(told), days, `${text}\n${told.text}`);
    assert.equal(told.error, undefined);
    const isOpen = days[0] === "05-06";
    assert.equal(
      /今日尚未收盘,不在其中|Today's session has not closed yet/.test(told.text),
      isOpen,
      told.text,
    );
    assert.match(told.text, /收盘价不复权|closes are unadjusted/);
  }
});

test("a figure that is asked for leads each row, one that no row has is named", async () => {
  const amounts = await line.ask("茅台最近3天每天成交额");
  const days = tradingDays("2026-04-29", "2026-05-06");
  for (const { value, as_of } of ofMetric(amounts, "amount"))
    assert.equal(Math.round(value), Math.round(line.truth.bar("600519.SH", as_of)?.amount ?? 0));
  assert.deepEqual(
    ofMetric(amounts, "amount").map(({ as_of }) => as_of),
    days,
  );
  assert.match(amounts.text, /^贵州茅台\(600519\.SH\) 成交额 /);
  assert.match((await line.ask("茅台最近5天换手率")).text, /没有逐日的换手率/);
});

test("the change on an ex-date is that of the exchange, from the lowered reference", async () => {
  const code = "601398.SH";
  const told = await line.ask("工商银行4月17日到4月21日每天涨跌幅");
  assert.equal(compare(told, code, tradingDays("2026-04-17", "2026-04-21")), 3);
  const [, lowered, eve] = ofMetric(told, "close");
  const change = ofMetric(told, "pct_chg")[1]?.value ?? Number.NaN;
  const plain = ((lowered?.value ?? 0) / (eve?.value ?? 1) - 1) * 100;
  assert.ok(change - plain > 2, `${change} ${plain}`);
});

test("days without a trade are left out and that is said", async () => {
  const told = await line.ask("海螺水泥最近5天收盘价");
  assert.deepEqual(datesOf(told), ["04-28", "04-27"]);
  assert.match(told.text, /没有成交\(例如停牌\)或没有数据的交易日未列出/);
});

test("the move of a counted number of days may be meant by 涨跌: it stands before the rows", async () => {
  const told = await line.ask("比亚迪最近三天涨跌");
  assert.deepEqual(datesOf(told), ["05-06", "04-30", "04-29"]);
  assert.equal(told.numbers[0]?.metric, "move_3d");
  for (const text of ["比亚迪最近三天涨了多少", "比亚迪最近三天涨跌幅", "BYD change over the last 3 days"]) {
    const { numbers } = await line.ask(text);
    assert.deepEqual(
      numbers.map(({ metric, adjust }) => [metric, adjust]),
      [
        ["move_3d", "qfq"],
        ["close", "qfq"],
        ["close", "qfq"],
      ],
      text,
    );
  }
});

test("more days than can be read are the first and the last close, with a picture and how to get fewer", async () => {
  const told = await line.ask("茅台4月每天收盘价");
  assert.deepEqual(datesOf(told), ["04-30", "04-01"], told.text);
  assert.deepEqual(
    ofMetric(told, "close").map(({ value, as_of }) => value === line.truth.close("600519.SH", as_of)),
    [true, true],
  );
  assert.match(told.text, /请缩短到两周以内/);
  const many = await line.ask("茅台、五粮液、宁德时代、比亚迪、招行最近5天收盘价");
  assert.equal(ofMetric(many, "close").length, 10);
  assert.match(many.text, /请一次问一家/);
});

test("a follow-up keeps the stretch and what is asked of it", async () => {
  const week = ["05-06", "04-30", "04-29", "04-28", "04-27"];
  const other = await line.converse(["三一重工最近5天收盘价", "那五粮液呢"]);
  assert.deepEqual(datesOf(other, "000858.SZ"), week, other.text);
  const longer = await line.converse(["三一重工最近5天收盘价", "最近10天呢"]);
  assert.equal(datesOf(longer, "600031.SH").length, 10, longer.text);
  const amounts = await line.converse(["三一重工最近5天每天成交额", "那五粮液呢"]);
  assert.equal(ofMetric(amounts, "amount", "000858.SZ").length, 5, amounts.text);
  const named = await line.converse(["最近5天收盘价", "茅台"]);
  assert.deepEqual(datesOf(named, "600519.SH"), week, named.text);
  const english = await line.converse(["BYD close of each day last week", "what about CATL?"]);
  assert.deepEqual(datesOf(english, "300750.SZ"), week.slice(1), english.text);
  for (const figure of ["成交额呢", "那成交额呢", "and turnover?"]) {
    const kept = await line.converse(["三一重工最近5天收盘价", figure]);
    assert.deepEqual(
      ofMetric(kept, "amount", "600031.SH").map(({ as_of }) => as_of.slice(5)),
      week,
      kept.text,
    );
  }
  const day = await line.converse(["三一重工4月30日收盘价", "成交额呢"]);
  assert.deepEqual(
    ofMetric(day, "amount").map(({ as_of }) => as_of),
    ["2026-04-30"],
    day.text,
  );
  const today = await line.converse(["三一重工最近5天收盘价", "现在的成交额呢"]);
  assert.equal(ofMetric(today, "amount").length, 1, today.text);
  const now = await line.converse(["三一重工最近5天收盘价", "现在多少钱"]);
  assert.deepEqual(ofMetric(now, "close"), [], now.text);
});

test("without a company it is asked for, and a single day stays one", async () => {
  assert.equal((await line.ask("最近5天每天收盘价")).error, "INVALID_ARGS");
  assert.deepEqual(datesOf(await line.ask("茅台昨天收盘价")), ["05-06"]);
  assert.deepEqual(datesOf(await line.ask("茅台4月28日收盘价")), ["04-28"]);
  assert.ok(!(await line.ask("茅台5月6日和4月28日收盘差多少")).text.includes("逐日"));
});

test("today is a row once it has closed, and a close that is not published yet is left out and said", async () => {
  await withLine("2026-05-07T19:00:00+08:00", undefined, async (evening) => {
    const told = await evening.ask("茅台最近3天收盘价");
    assert.deepEqual(datesOf(told), ["05-07", "05-06", "04-30"]);
    assert.ok(!told.text.includes("今日尚未收盘"));
  });
  await withLine("2026-05-07T15:05:00+08:00", "tushare", async (early) => {
    const late = await early.ask("茅台最近3天收盘价");
    assert.deepEqual(datesOf(late), ["05-06", "04-30", "04-29"], late.text);
    assert.match(late.text, /尚未公布,未列入/);
  });
});

test("where a source gives no change, it is computed from adjusted closes and says so", async () => {
  await withLine(morning, "tencent", async (tencent) => {
    const told = await tencent.ask("工商银行4月17日到4月21日每天收盘价");
    assert.equal(told.error, undefined, told.text);
    const changes = ofMetric(told, "move_prev");
    assert.deepEqual(
      changes.map(({ as_of }) => as_of),
      ["2026-04-21", "2026-04-20", "2026-04-17"],
      told.text,
    );
    for (const { value, as_of } of changes) {
      const bar = tencent.truth.bar("601398.SH", as_of);
      // Prices of some yuan, rounded to 分 after the adjustment.
      assert.ok(Math.abs(value - (bar?.pct_chg ?? Number.NaN)) < 0.3, `${value} ${bar?.pct_chg}`);
    }
    assert.match(told.text, /该来源没有给出每天的涨跌幅/);
  });
});

test("one source's failure is made good by another, and that of all is told, with no row", async () => {
  await withLine(morning, undefined, async (broken) => {
    broken.fail("tushare", { kind: "html_502" }, 100);
    const other = await broken.ask("茅台最近5天收盘价");
    assert.equal(datesOf(other).length, 5, other.text);
    assert.match(other.text, /\(akshare, 2026-05-06\)/);
  });
  await withLine(morning, undefined, async (dark) => {
    dark.fail("*", { kind: "html_502" }, 10_000);
    for (const text of ["五粮液最近5天收盘价", "五粮液最近三个月收盘价"])
      await assert.rejects(dark.ask(text), /SOURCE_DOWN 数据源暂时都不可用,没有可靠的数字可以给出/);
  });
});
