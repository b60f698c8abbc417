import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type IncomingMessage, recordedAt, type Turn } from "#contract";
import { replay } from "../../src/cli/replay.ts";
import { question } from "../journal/messages.ts";
import { openWorkerHarness, type WorkerHarness } from "./worker-harness.ts";

let harness: WorkerHarness;
before(async () => {
  harness = await openWorkerHarness();
});
after(() => harness.close());

let chats = 0;
const newPerson = () => {
  const chatId = `q${chats++}`;
  return (text: string, over: Partial<IncomingMessage> = {}) =>
    question({ chatId, senderId: chatId, text, ...over });
};
const quoting = ({ message }: Turn): Partial<IncomingMessage> => ({
  replyTo: message.platformMessageId ?? "none",
});
const codesOf = (turn: Turn) => [
  ...new Set(recordedAt(turn, "execute")?.claims.flatMap((claim) => ("code" in claim ? [claim.code] : []))),
];

async function assertReplaysTheSame(turn: Turn): Promise<void> {
  for (const from of ["route", "execute", "synthesize"]) {
    const signal = AbortSignal.timeout(120_000);
    const report = await replay({ turn, ports: harness.agent.ports, from, live: false, signal });
    assert.ok(report.same, JSON.stringify(report.rows));
  }
}

test("a follow-up of a quoted turn goes by what that turn told, and so does its replay", async () => {
  const me = newPerson();
  const growth = await harness.ask(me("600519 2025年一季度净利润"));
  const metrics = (turn: Turn) =>
    recordedAt(turn, "execute")?.claims.flatMap((claim) =>
      claim.kind === "numeric" ? [`${claim.metric} ${claim.period}`] : [],
    ) ?? [];
  assert.ok(metrics(growth).length > 0, growth.reply?.text ?? "");
  await harness.ask(me("宁德时代现在多少钱"));
  const followed = await harness.ask(me("那五粮液呢", quoting(growth)));
  assert.deepEqual(codesOf(followed), ["000858.SZ"]);
  assert.deepEqual(new Set(metrics(followed)), new Set(metrics(growth)));
  assert.deepEqual(
    recordedAt(followed, "route")?.context.map(({ turnId }) => turnId),
    [growth.id],
  );
  await assertReplaysTheSame(followed);
});

test("a question back is answered by quoting it, whatever was said since", async () => {
  const me = newPerson();
  const back = await harness.ask(me("平安昨天收盘多少"));
  assert.equal(back.state, "input-required");
  await harness.ask(me("五粮液现在多少钱"));
  assert.deepEqual(codesOf(await harness.ask(me("2", quoting(back)))), ["601318.SH"]);
});

test("a quote that leads nowhere ends in a question back, and so does its replay", async () => {
  const me = newPerson();
  await harness.ask(me("600519 现在多少钱"));
  for (const over of [{ replyTo: "unknown" }, { replyTo: "" }, { quotedMark: "0".repeat(32) }]) {
    const turn = await harness.ask(me("它的市盈率呢", over));
    assert.equal(turn.state, "input-required");
    assert.match(turn.reply?.text ?? "", /^引用的那条消息/);
    assert.deepEqual(codesOf(turn), []);
    await assertReplaysTheSame(turn);
  }
  assert.deepEqual(codesOf(await harness.ask(me("五粮液的市盈率", { replyTo: "unknown" }))), ["000858.SZ"]);
});

test("its own words tell a message's language, else its conversation's, whatever it quotes", async () => {
  const me = newPerson();
  const english = await harness.ask(me("price of 600519"));
  const turn = await harness.ask(me("000858", { replyTo: "unknown" }));
  assert.equal(recordedAt(turn, "route")?.plan.language, recordedAt(english, "route")?.plan.language);
  await assertReplaysTheSame(turn);
});

test("a quote costs one script in a direct chat, and none where the conversation has to be looked up anyway", async () => {
  const scriptsOf = async (message: IncomingMessage): Promise<number> => {
    const before = harness.scripts();
    await harness.ask(message);
    return harness.scripts() - before;
  };
  const me = newPerson();
  const group = { chatKind: "group", senderId: "somebody" } as const;
  const first = me("600519 现在多少钱");
  const plain = await scriptsOf(first);
  const replyTo = first.platformMessageId ?? "";
  assert.equal(await scriptsOf(me("它的市盈率呢", { replyTo })), plain + 1);
  assert.equal(await scriptsOf(me("它的市盈率呢", { replyTo: "" })), plain, "there is nothing to look for");
  const inGroup = newPerson();
  const plainInGroup = await scriptsOf(inGroup("600519 现在多少钱", group));
  assert.equal(await scriptsOf(inGroup("它的市盈率呢", { ...group, replyTo: "unknown" })), plainInGroup);
});
