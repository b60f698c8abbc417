import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

const now = "2026-05-07T10:32:05+08:00";
let line: TruthLine;
before(async () => {
  line = await openTruthLine(now);
});
after(() => line.close());

const daysOf = ({ numbers }: Told) =>
  [
    ...new Set(numbers.filter(({ metric }) => metric === "close").map(({ as_of }) => as_of.slice(0, 10))),
  ].toSorted();

test("over a feast a price goes from the close before it to that of the first day after it", async () => {
  assert.deepEqual(daysOf(await line.ask("茅台五一期间涨了多少")), ["2026-04-30", "2026-05-06"]);
  assert.deepEqual(daysOf(await line.ask("茅台清明期間漲了多少")), ["2026-04-03", "2026-04-07"]);
});

test("after the feast is not today alone, however it is said", async () => {
  for (const text of ["茅台节过后跌了吗", "茅台节后跌了吗", "茅台五一过后涨了吗"]) {
    const told = await line.ask(text);
    assert.deepEqual(daysOf(told), ["2026-04-30"], told.text);
    assert.match(told.text, /^(?:是|没有):/, text);
  }
});

test("whether the market is open over a feast stays the calendar's, and a wish is none", async () => {
  assert.match((await line.ask("五一期间休市吗")).text, /休市/);
  assert.deepEqual((await line.ask("过年好")).numbers, []);
});

test("a stock whose trade has grown is asked for its trade, its low for its low", async () => {
  for (const text of ["茅台底部放量了吗", "茅台放量了吗"]) {
    const told = await line.ask(text);
    assert.equal(told.numbers[0]?.metric, "volume", told.text);
  }
  for (const text of ["茅台放量创新高了吗", "茅台离低点多远"])
    assert.ok(
      (await line.ask(text)).numbers.some(({ metric }) => /^(?:high|low)$/.test(metric)),
      text,
    );
});

test("what no fact is registered of is no flow of money", async () => {
  assert.equal((await line.ask("沪股通每日额度")).error, "NO_FACT");
  assert.match((await line.ask("北向资金流入多少")).text, /北向/);
});
