import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { NumericClaim } from "#contract";
import { companies } from "../emulators/market-securities.ts";
import { inGroups, openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

const newest = "2026-05-06";
let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

/** Adjusted to the newest factor, as the market's truth has it; the newest day with trade on or before the date. */
function closeOf(code: string, date: string): { readonly value: number; readonly date: string } | undefined {
  const bar = line.truth.lastBar(code, date);
  if (bar === undefined) return undefined;
  const factor = line.truth.adjustFactor(code, bar.date) / line.truth.adjustFactor(code, newest);
  return { value: bar.close * factor, date: bar.date };
}

const moves = ({ numbers }: Told): readonly NumericClaim[] =>
  numbers.filter(({ metric }) => metric.startsWith("move_"));

/** Checks every move of an answer against the truth; how many there were. */
function compare(told: Told, metric: string, from: string, to = newest): number {
  for (const claim of moves(told)) {
    const code = claim.code ?? "";
    const [base, end] = [closeOf(code, from), closeOf(code, to)];
    assert.ok(base !== undefined && end !== undefined, code);
    assert.deepEqual([claim.metric, claim.as_of, claim.adjust], [metric, end.date, "qfq"], code);
    const percent = (end.value / base.value - 1) * 100;
    // Feeds round an adjusted price to 分.
    assert.ok(
      Math.abs(claim.value - percent) <= (2 / base.value) * 1.02,
      `${code} ${claim.value} ${percent}`,
    );
    const closes = told.numbers.filter((each) => each.metric === "close" && each.code === code);
    assert.deepEqual(
      closes.map(({ as_of }) => as_of),
      [base.date, end.date],
      `${code}: both days are stated`,
    );
  }
  return moves(told).length;
}

test("moves of this week, this month and since a day are true for every company that has them", async () => {
  let compared = 0;
  const listed = companies.filter((_, at) => at % 2 === 0).map(({ code }) => code.slice(0, 6));
  for (const group of inGroups(listed, 6)) {
    const codes = group.join("、");
    compared += compare(await line.ask(`${codes} 这周涨了多少`), "move_wtd", "2026-04-30");
    compared += compare(
      await line.ask(`${codes} 从4月1日到4月28日涨跌幅`),
      "move_range",
      "2026-04-01",
      "2026-04-28",
    );
    compared += compare(
      await line.ask(`how much have ${group.join(" and ")} gained in the last 20 trading days`),
      "move_20d",
      "2026-04-02",
    );
  }
  assert.ok(compared >= 60, `${compared} compared`);
});

test("the words of the stretch stand with its number, in both languages", async () => {
  const zh = await line.ask("茅台上个月涨了多少");
  assert.match(
    zh.text,
    /^贵州茅台\(600519\.SH\) 上月涨跌幅\(前复权\) [+-]?\d+\.\d\d%\(computed, 2026-04-30\)/,
  );
  assert.match(zh.text, /收盘价\(前复权\) ¥[\d.]+\(tushare, 2026-03-31\)/);
  assert.match(zh.text, /前复权收盘价计算/);
  const en = await line.ask("how much has CATL gained this month");
  assert.match(en.text, /^CATL\(300750\.SZ\) month-to-date change \(forward-adjusted\) [+-]?\d/);
});

const order = (told: Told): readonly number[] => moves(told).map(({ value }) => value);

test("who rose most, or fell most, is told by the order of the rows", async () => {
  const most = order(await line.ask("茅台、五粮液、宁德时代、招行这周谁涨得多"));
  assert.equal(most.length, 4);
  assert.deepEqual(
    most,
    most.toSorted((a, b) => b - a),
  );
  const least = order(await line.ask("茅台、五粮液、宁德时代、招行这周谁跌得多"));
  assert.deepEqual(least, most.toReversed());
  const indices = order(await line.ask("沪深300和创业板指这周哪个涨得多"));
  assert.equal(indices.length, 2);
  assert.ok((indices[0] ?? 0) >= (indices[1] ?? 0));
});

test("a comparison is carried to another day and to another stretch, companies and figure alike", async () => {
  const first = await line.ask("茅台和五粮液哪个涨得多");
  const yesterday = await line.ask("昨天呢", first.session);
  const changes = yesterday.numbers.filter(({ metric }) => metric === "pct_chg");
  assert.deepEqual(changes.map(({ code }) => code).toSorted(), ["000858.SZ", "600519.SH"]);
  assert.ok(yesterday.numbers.every(({ as_of }) => as_of.startsWith(newest)));
  const month = await line.ask("这个月呢", yesterday.session);
  assert.deepEqual(
    moves(month).map(({ metric }) => metric),
    ["move_mtd", "move_mtd"],
  );
  assert.ok(!month.numbers.some(({ metric }) => metric === "pct_chg"), month.text);
});

test("a stretch before the data and one too long are told and not guessed", async () => {
  const early = await line.ask("茅台今年以来涨了多少");
  // The emulated market begins with the year.
  assert.deepEqual([early.error, early.numbers], ["NO_EARLIER_DATA", []]);
  assert.equal((await line.ask("茅台近十年涨了多少")).error, "STRETCH_TOO_LONG");
});

test("rows stand in the order that is asked for, from high to low or the other way", async () => {
  for (const [text, sign] of [
    ["茅台、五粮液和宁德时代本周涨幅从高到低", -1],
    ["茅台、五粮液和宁德时代本周涨幅从低到高", 1],
  ] as const) {
    const told = await line.ask(text);
    const shown = moves(told).map(({ value }) => value);
    assert.equal(shown.length, 3, told.text);
    assert.deepEqual(
      shown,
      shown.toSorted((a, b) => sign * (a - b)),
      told.text,
    );
  }
});

test("from one day to another and between two days is that stretch in English too; up from a day is since that day", async () => {
  for (const [words, from, to] of [
    ["how much did Moutai change from April 10 to April 28", "2026-04-10", "2026-04-28"],
    ["how much did Moutai change between April 10 and April 28", "2026-04-10", "2026-04-28"],
    ["Moutai between April 10 and April 28", "2026-04-10", "2026-04-28"],
    ["how much is Moutai up from April 10", "2026-04-10", newest],
    ["how much has Moutai changed from April 10", "2026-04-10", newest],
  ] as const) {
    const told = await line.ask(words);
    const days = told.numbers.filter(({ metric }) => metric === "close").map(({ as_of }) => as_of);
    assert.deepEqual(days.toSorted(), [from, to], `${words} ${told.text}`);
  }
});
