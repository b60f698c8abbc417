import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { allSources } from "../data/harness.ts";
import { createMarketEmulator, type MarketEmulator } from "../emulators/market.ts";
import { openQuestionRun, type QuestionRun } from "../line/question-run.ts";

const maotai = "600519.SH";
let now = "2026-05-07T10:32:05+08:00";
let market: MarketEmulator;
let line: QuestionRun | undefined;

before(async () => {
  market = await createMarketEmulator({ now: () => now });
  const { root } = market;
  line = await openQuestionRun(
    {
      DATA_SOURCES: allSources,
      TUSHARE_TOKEN: market.tushareToken,
      TUSHARE_API_ROOT: root,
      AKTOOLS_API_ROOT: root,
      XUEQIU_API_ROOT: root,
      TENCENT_API_ROOT: root,
      TENCENT_KLINE_API_ROOT: root,
      SINA_API_ROOT: root,
      EASTMONEY_API_ROOT: root,
      EASTMONEY_HIS_API_ROOT: root,
      YAHOO_API_ROOT: root,
    },
    now,
  );
});
after(async () => {
  line?.close();
  await market.close();
});

async function ask(at: string, text: string): Promise<readonly string[]> {
  now = at;
  assert.ok(line);
  line.setNow(at);
  const { reply } = await line.ask(text);
  return reply.text.split("\n");
}

const yuan = (price: number): string => `¥${price.toFixed(2)}`;

test("sources that agree are no matter for the user", async () => {
  const lines = await ask("2026-05-07T10:30:05+08:00", "茅台现在多少钱");
  assert.ok(!lines.join().includes("tencent") && !lines.join().includes("数据源"));
});

test("a price that differs is shown with both sources, each with its own value, verified and guarded", async () => {
  const at = "2026-05-07T10:42:05+08:00";
  market.fail("tencent", { kind: "off_by", percent: 0.05 }, 99);
  const lines = await ask(at, "茅台现在多少钱");
  market.clearFaults();
  const truth = market.truth.spot(maotai, at) ?? 0;
  const wrong = Math.round(truth * 100.05) / 100;
  const said = (source: string, price: number) =>
    lines.some((each) => each.includes(`当前价 ${yuan(price)}(${source}, 2026-05-07 10:42)`));
  assert.ok(said("xueqiu", truth), lines.join("\n"));
  assert.ok(said("tencent", wrong), lines.join("\n"));
  assert.match(lines.at(-1) ?? "", /数据源的?.*不一致/);
});

test("so is a close", async () => {
  market.fail("tencent", { kind: "off_by", percent: 0.05 }, 99);
  const lines = await ask("2026-05-07T15:02:00+08:00", "茅台现在多少钱");
  market.clearFaults();
  const truth = market.truth.close(maotai, "2026-05-07") ?? 0;
  const wrong = Math.round(truth * 100.05) / 100;
  for (const [source, price] of [
    ["xueqiu", truth],
    ["tencent", wrong],
  ] as const) {
    const part = `收盘价(待确认) ${yuan(price)}(${source}, 2026-05-07)`;
    assert.ok(
      lines.some((each) => each.includes(part)),
      lines.join("\n"),
    );
  }
});

test("a leg that failed is not said", async () => {
  market.fail("tencent", { kind: "html_502" }, 99);
  market.fail("sina", { kind: "html_502" }, 99);
  market.fail("eastmoney", { kind: "html_502" }, 99);
  const lines = await ask("2026-05-07T10:52:05+08:00", "茅台现在多少钱");
  market.clearFaults();
  assert.match(lines[0] ?? "", /当前价 .*\(xueqiu/);
  assert.ok(!lines.join().includes("数据源"));
});
