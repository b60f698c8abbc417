import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { companies } from "../emulators/market-securities.ts";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

const claimOf = ({ numbers }: Told, metric: RegExp, code?: string) =>
  numbers.find((each) => metric.test(each.metric) && (code === undefined || each.code === code));

test("while the market trades, whether a stock rose this week goes by the price of now", async () => {
  let live = 0;
  for (const { code } of companies.slice(0, 16)) {
    const told = await line.ask(`${code}这周涨了吗`);
    const [move, base, now] = [/^move_/, /^close$/, /^current_price$/].map((metric) => claimOf(told, metric));
    // A stock that is suspended, or goes ex-dividend, has its closes alone.
    if (move === undefined || base === undefined || now === undefined) continue;
    live++;
    assert.equal(base.as_of, "2026-04-30", told.text);
    assert.ok(Math.abs(move.value - (now.value / base.value - 1) * 100) < 1e-6, told.text);
    assert.ok(told.text.startsWith(move.value > 0 ? "是:" : "没有:"), told.text);
    assert.match(told.text, /今天还没收盘:涨跌幅按起始那天的收盘/);
  }
  assert.ok(live > 10, String(live));
});

test("the same in English and of the market", async () => {
  const week = await line.ask("is Moutai up this week");
  assert.match(week.text, /^(?:Yes|No): .*current price[^\n]*\nThe session is not over/);
  const market = await line.ask("上证指数这周涨了吗");
  const [move, base, now] = [/^move_/, /^index_close$/, /^index_current$/].map((each) =>
    claimOf(market, each),
  );
  assert.ok(move !== undefined && base !== undefined && now !== undefined, market.text);
  assert.ok(Math.abs(move.value - (now.value / base.value - 1) * 100) < 1e-6);
  assert.ok(market.text.startsWith(move.value > 0 ? "是:" : "没有:"), market.text);
});

test("a week that is over, and how far, go by closes", async () => {
  for (const text of ["茅台上周涨了吗", "茅台这周涨了多少", "茅台比上周高吗"]) {
    const told = await line.ask(text);
    assert.equal(claimOf(told, /^current_price$/), undefined, told.text);
    assert.equal(told.numbers.filter(({ metric }) => metric === "close").length, 2, told.text);
  }
});
