import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

const moveOf = ({ numbers }: Told) => numbers.find(({ metric }) => metric.startsWith("move_"));
const closesOf = ({ numbers }: Told) => numbers.filter(({ metric }) => /^(?:index_)?close$/.test(metric));

test("how far since then, behind the close of a named day, is measured from that day", async () => {
  for (const [texts, first] of [
    [["茅台4月8号收盘价", "那到现在涨了多少"], "2026-04-08"],
    [["茅台4月8号收盘价", "跌了多少了"], "2026-04-08"],
    [["茅台4月8日多少钱", "到現在呢"], "2026-04-08"],
    [["茅台4月8日多少钱", "从那天到现在涨了多少"], "2026-04-08"],
    [["茅台4月8日多少钱", "至今涨了多少"], "2026-04-08"],
    [["what was Moutai's close on April 8", "how much has it risen since"], "2026-04-08"],
    [["上证4月8日收盘点位", "到现在涨了多少"], "2026-04-08"],
  ] as const) {
    const told = await line.converse(texts);
    const move = moveOf(told);
    const levels = told.numbers.filter(({ metric }) => !metric.startsWith("move_"));
    const base = levels.find(({ as_of }) => as_of.slice(0, 10) === first);
    const end = levels.find(({ as_of }) => as_of.slice(0, 10) > first);
    assert.ok(move !== undefined && base !== undefined && end !== undefined, `${texts.join()} ${told.text}`);
    assert.ok(Math.abs(move.value - (end.value / base.value - 1) * 100) < 0.01, told.text);
    assert.doesNotMatch(told.text, /没能看懂/, told.text);
  }
});

test("up to another day it ends there, and that day's own quote is not told beside it", async () => {
  for (const texts of [
    ["茅台4月8号收盘价", "那到昨天呢"],
    ["茅台4月8号收盘价", "那到现在涨了多少", "到昨天呢"],
  ]) {
    const told = await line.converse(texts);
    assert.notEqual(moveOf(told), undefined, told.text);
    assert.deepEqual(
      closesOf(told)
        .map(({ as_of }) => as_of)
        .toSorted(),
      ["2026-04-08", "2026-05-06"],
      told.text,
    );
  }
});

test("today, now, another company and a price of now ask for what they did", async () => {
  for (const texts of [
    ["茅台4月8日多少钱", "今天涨了多少"],
    ["茅台多少钱", "涨了多少"],
    ["茅台4月8日多少钱", "现在呢"],
    ["茅台4月8日多少钱", "现在多少钱"],
  ]) {
    const told = await line.converse(texts);
    assert.ok(
      told.numbers.some(({ metric }) => metric === "current_price"),
      `${texts.join()} ${told.text}`,
    );
    assert.equal(moveOf(told), undefined, told.text);
  }
  const other = await line.converse(["茅台4月8日多少钱", "五粮液呢"]);
  assert.deepEqual(
    closesOf(other).map(({ as_of }) => as_of),
    ["2026-04-08"],
    other.text,
  );
});
