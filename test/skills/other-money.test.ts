import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

const remark = /没有汇率的数据来源,没有折算|no source for exchange rates, so nothing is converted/;

test("money asked for in another currency is told in CNY, and that nothing is converted", async () => {
  for (const text of [
    "茅台美元市值",
    "market cap of Moutai in usd",
    "茅台多少美元",
    "how much is Moutai in dollars",
    "茅台营收多少美元",
    "Moutai revenue in US dollars",
    "茅台和五粮液美元市值对比",
  ]) {
    const told = await line.ask(text);
    assert.ok(told.numbers.length > 0, `${text}: ${told.text}`);
    assert.match(told.text, remark, text);
  }
});

test("nothing is said of currencies where none was asked for, or where no money is shown", async () => {
  for (const text of ["茅台市值", "market cap of Moutai", "茅台净资产收益率,不要美元"])
    assert.doesNotMatch((await line.ask(text)).text, remark, text);
});
