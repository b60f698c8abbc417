import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type IncomingMessage, sessionKey } from "#contract";
import { replay } from "../../src/cli/replay.ts";
import { question } from "../journal/messages.ts";
import { openWorkerHarness, type WorkerHarness } from "./worker-harness.ts";

let harness: WorkerHarness;
before(async () => {
  harness = await openWorkerHarness();
});
after(() => harness.close());

const said = async (message: IncomingMessage): Promise<string> =>
  (await harness.ask(message)).reply?.text ?? "";

const person = (chatId: string) => (text: string) => question({ chatId, senderId: chatId, text });
const listOf = (message: IncomingMessage) => harness.memory.watchlists.read(sessionKey(message));

test("what is added is listed with its quotes, and what is removed is gone", async () => {
  const me = person("lists");
  assert.equal(await said(me("我的自选")), "你的自选还是空的。可以这样加:「把茅台加入自选」。");
  assert.equal(
    await said(me("把茅台和五粮液加入自选")),
    "已加入自选:贵州茅台(600519.SH)、五粮液(000858.SZ)。",
  );
  const lines = (await said(me("我的自选"))).split("\n");
  assert.match(
    lines[0] ?? "",
    /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23,涨跌幅 \+0\.53%\(sample, 2026-05-07 10:32\)$/,
  );
  assert.match(lines[1] ?? "", /^五粮液\(000858\.SZ\) 当前价 ¥/);
  assert.deepEqual(lines.slice(2), ["示例数据,非真实行情。"]);
  assert.equal(await said(me("取消关注茅台")), "已移出自选:贵州茅台(600519.SH)。");
  assert.deepEqual(await listOf(me("")), ["000858.SZ"]);
});

test("a replay of every stage says the same and changes nobody's list", async () => {
  const me = person("replayed");
  const turns = [
    await harness.ask(me("把茅台加入自选")),
    await harness.ask(me("我的自选")),
    await harness.ask(me("清空自选")),
  ];
  await harness.ask(me("把宁德时代加入自选"));
  for (const turn of turns) {
    for (const from of ["route", "execute", "synthesize"]) {
      const signal = AbortSignal.timeout(120_000);
      const report = await replay({ turn, ports: harness.agent.ports, from, live: false, signal });
      assert.ok(report.same, JSON.stringify(report.rows));
    }
  }
  assert.deepEqual(await listOf(me("")), ["300750.SZ"]);
});

test("in a group each sender has a list, and one's own chat has another", async () => {
  const group = (senderId: string, text: string) =>
    question({ chatId: "-100", chatKind: "group", senderId, text });
  await harness.ask(group("alice", "把茅台加入自选"));
  await harness.ask(group("bob", "把五粮液加入自选"));
  assert.match(await said(group("bob", "我的自选")), /^五粮液[^\n]*\n示例数据[^\n]*$/);
  assert.match(await said(group("alice", "我的自选")), /^贵州茅台[^\n]*\n示例数据[^\n]*$/);
  assert.equal(await said(person("alice")("我的自选")), "你的自选还是空的。可以这样加:「把茅台加入自选」。");
});

test("a question back changes nothing; the company picked is added", async () => {
  const me = person("picks");
  const asked = await harness.ask(me("平安加自选"));
  assert.equal(asked.state, "input-required");
  assert.deepEqual(await listOf(me("")), []);
  assert.equal(await said(me("2")), "已加入自选:中国平安(601318.SH)。");
});

test("where the numbers come from is told in the words of the command, of the last answer that had any", async () => {
  const me = person("sources");
  assert.match(await said(me("你的数据从哪来")), /^还没有带数字的回答可以查出处。/);
  const priced = await harness.ask(me("600519 现在多少钱"));
  await harness.ask(me("谢谢"));
  const told = await said(me("这数据靠谱吗"));
  assert.match(told, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23.*来源 sample;.*编号 tc_/);
  const again = await harness.ask(me("where did you get that"));
  assert.match(again.reply?.text ?? "", /source sample; .*as of 2026-05-07/);
  assert.equal(priced.state, "completed");
  const report = await replay({
    ...{ turn: again, ports: harness.agent.ports, from: "route", live: false },
    signal: AbortSignal.timeout(120_000),
  });
  assert.ok(report.same, JSON.stringify(report.rows));
});

test("a fact is told with its id, and its document on asking", async () => {
  const me = person("facts");
  assert.match(await said(me("科创板涨跌幅限制")), /20%\(limit-star\)。$/);
  assert.match(await said(me("你的数据从哪来")), /依据 limit-star; 出处 .+; 登记日期 \d{4}-\d{2}-\d{2}$/);
});
