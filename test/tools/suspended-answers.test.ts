import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createMarketEmulator, type MarketEmulator } from "../emulators/market.ts";
import { openQuestionRun, type QuestionRun } from "../line/question-run.ts";

/** The evening of the last day of a suspension that began on 2026-04-29. */
const now = "2026-05-07T20:32:05+08:00";
const lastTraded = "2026-04-28";
const [stopped, trading] = ["600585", "600519"];
const note = "股票停牌中";

let market: MarketEmulator;
let line: QuestionRun | undefined;

before(async () => {
  market = await createMarketEmulator({ now: () => now });
  line = await openQuestionRun(
    { DATA_SOURCES: "tushare", TUSHARE_TOKEN: market.tushareToken, TUSHARE_API_ROOT: market.root },
    now,
  );
});
after(async () => {
  line?.close();
  await market.close();
});

for (const question of ["市盈率", "主力资金", "最近5天资金流向", "20日均线", "怎么样"]) {
  test(`${question} of a suspended company is of the last day traded, and says why`, async () => {
    assert.ok(line);
    const { text } = (await line.ask(`${stopped} ${question}`)).reply;
    assert.ok(text.includes(note), text);
    assert.match(text, new RegExp(`, ${lastTraded}\\)`));
    const other = (await line.ask(`${trading} ${question}`)).reply.text;
    assert.ok(!other.includes(note), other);
  });
}
