import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { newChat, patienceMs } from "./chat.ts";
import { type MarketLine, openMarketLine } from "./market-line.ts";

const at = (time: string): string => `2026-05-07T${time}+08:00`;
const maotai = "600519.SH";
const repeated = /^\(可能重复\) /;

let line: MarketLine;
before(async () => {
  line = await openMarketLine(at("10:00:05"));
});
after(() => line?.close());

test("an alert and a digest come by themselves on Telegram, once, though the service is killed as they come", async () => {
  const { market, telegram, service } = line;
  const chat = newChat(telegram);
  const before = market.truth.spot(maotai, at("10:00:05"));
  const later = at("13:20:05");
  const after = market.truth.spot(maotai, later);
  assert.ok(before !== undefined && after !== undefined && before !== after);
  const level = ((before + after) / 2).toFixed(2);
  const [words, relation] = after < before ? ["跌破", "低于"] : ["涨到", "高于"];
  assert.match(await chat.ask(`茅台${words}${level}提醒我`), /已设提醒:贵州茅台\(600519\.SH\)/);
  assert.match(await chat.ask("每天13:20发茅台现在多少钱"), /已设日报:每个交易日 13:20/);
  const unasked = () => chat.said().filter(({ reply_to_message }) => reply_to_message === undefined);
  line.setClock(later);
  await telegram.waitFor(() => unasked().length > 0, patienceMs, "the first of the two");
  await service.kill();
  await service.start();
  const distinct = () => unasked().filter(({ text = "" }) => !repeated.test(text));
  await telegram.waitFor(() => distinct().length === 2, patienceMs, "both");
  const of = (word: string) => distinct().find(({ text = "" }) => text.startsWith(`🔔 ${word}`))?.text ?? "";
  assert.match(
    of("提醒"),
    new RegExp(
      `^🔔 提醒:贵州茅台\\(600519\\.SH\\) 当前价 ¥${after.toFixed(2)}.*,${relation}你设的 ${level} 元。`,
    ),
  );
  assert.match(of("日报"), new RegExp(`^🔔 日报:贵州茅台\\(600519\\.SH\\) 当前价 ¥${after.toFixed(2)}`));
  assert.match(await chat.ask("我的提醒"), /^你的提醒和日报:\n1\. 日报:每个交易日 13:20/);
  assert.match(await chat.ask("不要再发日报"), /^已取消日报/);
});
