/** A follow-up that is run again sees the claims that it saw before: they stand in the record of the turn that it goes on with. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Turn } from "#contract";
import { rerun } from "../../src/pipeline/replay/rerun.ts";
import { question } from "../journal/messages.ts";
import { openWorkerHarness, type WorkerHarness } from "./worker-harness.ts";

let harness: WorkerHarness;
before(async () => {
  harness = await openWorkerHarness();
});
after(() => harness?.close());

const replayed = (turn: Turn) =>
  rerun({
    turn,
    ports: harness.pipeline,
    from: "route",
    live: false,
    signal: AbortSignal.timeout(60_000),
    readTurn: harness.journal.read,
  });

for (const [at, texts] of [
  ["上证指数成交额多少", "谢谢", "Thanks a lot", "沪深300呢"],
  ["茅台什么时候分红", "那五粮液呢"],
  ["上证指数成交额多少", "沪深300呢"],
  ["茅台现在多少钱", "那五粮液呢"],
  ["茅台现在多少钱", "来源"],
  ["茅台现在多少钱", "这个数哪来的"],
  ["科创板涨跌停幅度是多少", "那688981呢"],
  ["100股茅台要多少钱", "300股呢"],
  ["茅台一季度营收", "五粮液呢"],
  ["茅台昨天收盘", "比前天高多少"],
].entries())
  test(texts.join(" · "), async () => {
    const chat = { chatId: `replay-${at}`, senderId: `replay-${at}` };
    const turns: Turn[] = [];
    for (const text of texts) turns.push(await harness.ask(question({ ...chat, text })));
    const turn = turns.at(-1) ?? assert.fail();
    const { report } = await replayed(turn);
    assert.deepEqual(
      report.rows.filter((row) => row.before !== row.after),
      [],
    );
    assert.equal(report.same, true);
  });

test("what a replay found is told by name, dates and texts too", async () => {
  const chat = { chatId: "replay-values", senderId: "replay-values" };
  const { report } = await replayed(await harness.ask(question({ ...chat, text: "五粮液什么时候分红" })));
  const values = report.rows.find(({ what }) => what === "values")?.after.split("; ") ?? [];
  assert.ok(values.includes("000858.SZ ex_date=2025-07-18"), values.join("; "));
  assert.ok(!values.includes("text"));
});
