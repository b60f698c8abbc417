import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { companies } from "../emulators/market-securities.ts";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

const leadOf = ({ text }: Told): string => /^[^:(]{1,20}(?=:)/.exec(text)?.[0] ?? "";
const changesOf = ({ numbers }: Told): readonly number[] =>
  numbers.filter(({ metric }) => metric === "pct_chg").map(({ value }) => value);

test("what is asked of every day is judged by every day and not by the move over all of them", async () => {
  const seen = new Set<string>();
  let apart = 0;
  for (const { code } of companies.slice(0, 12))
    for (const [text, days, sign] of [
      [`${code}连续三天下跌吗`, 3, -1],
      [`${code}連續兩天上漲了嗎`, 2, 1],
      [`${code}最近3天都涨了吗`, 3, 1],
      [`${code}连跌2天了吗`, 2, -1],
      [`has ${code} risen two days in a row`, 2, 1],
      [`has ${code} fallen for 2 straight days`, 2, -1],
    ] as const) {
      const told = await line.ask(text);
      const changes = changesOf(told);
      if (changes.length !== days) continue;
      const isSo = changes.every((change) => change * sign > 0);
      apart += isSo === changes.reduce((sum, each) => sum + each, 0) * sign > 0 ? 0 : 1;
      seen.add(leadOf(told));
      const isEnglish = text.startsWith("has");
      assert.equal(leadOf(told), isEnglish ? (isSo ? "Yes" : "No") : isSo ? "是" : "没有", told.text);
      assert.ok(!told.numbers.some(({ metric }) => metric.startsWith("move_")), told.text);
    }
  assert.deepEqual([...seen].toSorted(), ["No", "Yes", "是", "没有"]);
  assert.ok(apart > 3, String(apart));
});

test("of an index as well, and of a number of candles", async () => {
  for (const [text, days, sign] of [
    ["上证连续三天下跌吗", 3, -1],
    ["上证最近5天都在涨吗", 5, 1],
    ["沪深300三连阳了吗", 3, 1],
    ["茅台三连阴了吗", 3, -1],
  ] as const) {
    const told = await line.ask(text);
    const changes = changesOf(told);
    assert.equal(changes.length, days, told.text);
    assert.equal(leadOf(told), changes.every((change) => change * sign > 0) ? "是" : "没有", told.text);
  }
});

test("a move over days, a run of any length, several companies and flows of money stay what they were", async () => {
  assert.ok((await line.ask("茅台最近3天跌了吗")).numbers.some(({ metric }) => metric === "move_3d"));
  assert.ok((await line.ask("茅台连跌几天了")).numbers.some(({ metric }) => metric.endsWith("_days")));
  assert.ok(
    (await line.ask("茅台和五粮液都涨了吗")).numbers.some(({ metric }) => metric === "current_price"),
  );
  assert.ok((await line.ask("茅台主力连续三天流出吗")).numbers.some(({ metric }) => metric === "main_net"));
});

test("so many days that end with the price of now hold today as one of them", async () => {
  const told = await line.ask("茅台最近3天涨了吗");
  const base = told.numbers.find(({ metric }) => metric === "close");
  assert.equal(base?.as_of, "2026-04-29", told.text);
});
