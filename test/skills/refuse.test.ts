import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openTruthLine, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:32:05+08:00");
});
after(() => line.close());

test("a day to come that is named without its year says which year was understood", async () => {
  for (const question of ["招商银行5月12日收盘价", "茅台5月12日市盈率", "Moutai close on May 12"]) {
    const told = await line.ask(question);
    assert.equal(told.error, "FUTURE_DATE", question);
    assert.match(told.text, /\(2026-05-12\)/, question);
  }
});

test("a day to come that says of itself when it is stays as it was written", async () => {
  for (const question of ["招商银行2026年5月12日收盘价", "茅台明天收盘价"])
    assert.equal((await line.ask(question)).text, "所问日期还没有到,没有数据,也不做预测。", question);
});

test("an index that cannot be looked up says which ones can", async () => {
  const told = await line.ask("国证芯片指数多少点");
  assert.equal(told.error, "UNKNOWN_INDEX");
  assert.match(told.text, /可以查上证指数/);
});

test("the number of a stock behind the wrong exchange asks for the stock", async () => {
  for (const question of ["SH000858 指数", "000858.SH"])
    assert.match((await line.ask(question)).text, /五粮液\(000858\.SZ\)/, question);
});

test("one's own account is not other people's: that none is connected is said, and what can be worked out", async () => {
  for (const question of ["我的持仓", "查下我的持仓", "我的账户"])
    assert.match((await line.ask(question)).text, /这里不连接证券账户/, question);
  assert.match((await line.ask("show my portfolio")).text, /No brokerage account is connected/);
  for (const question of ["张三的持仓", "我老板的持仓", "我的账户密码"])
    assert.match((await line.ask(question)).text, /不会透露/, question);
});
