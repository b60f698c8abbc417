/** Commands and buttons, and words that mean one: answered at the door. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { chatKey, type IncomingMessage, sessionKey } from "#contract";
import { commandTexts } from "../../src/gateway/commands.ts";
import { asideTurns } from "../../src/pipeline/session/session-turns.ts";
import { clock, freshChat, openReceiveHarness, type ReceiveHarness } from "./receive-harness.ts";

let harness: ReceiveHarness;
before(async () => {
  harness = await openReceiveHarness();
});
after(() => harness.close());
beforeEach(() => {
  harness.published.length = 0;
});

test("/start and /help answer in both languages, an unknown command with a hint", async () => {
  const chat = freshChat();
  for (const name of ["start", "help"] as const) {
    const message = chat({ text: `/${name}` });
    await harness.receive(message);
    assert.equal(await harness.said(message.id), `${commandTexts[name].zh}\n\n${commandTexts[name].en}`);
    assert.equal(await harness.stateOf(message.id), "completed");
  }
  const unknown = chat({ text: "/nonsense 600519" });
  await harness.receive(unknown);
  assert.equal(await harness.said(unknown.id), commandTexts.unknown.zh);
  assert.deepEqual(await harness.inbound.waiting(chatKey(unknown)), []);
});

test("a command cut off before its answer is carried out when it is redelivered", async () => {
  const message = freshChat()({ text: "/help" });
  await harness.journal.create(message, { acceptedMs: 1 });
  assert.deepEqual(await harness.receive(message), { accepted: true, turnId: message.id });
  assert.notEqual(await harness.said(message.id), "");
  assert.equal(await harness.stateOf(message.id), "completed");
});

test("/help speaks both languages to a newcomer, and the person's own to whoever has asked something", async () => {
  const chat = freshChat();
  const first = chat({ text: "/help" });
  await harness.receive(first);
  assert.match(await harness.said(first.id), /直接发问题[\s\S]*Just ask/);
  await harness.receive(chat({ text: "price of 600519" }));
  await harness.store.redis.del(harness.store.keys.lock(`first:help:${sessionKey(first)}`));
  const second = chat({ text: "/help" });
  await harness.receive(second);
  assert.equal(await harness.said(second.id), commandTexts.help.en);
});

test("/help sent again within minutes is answered in one line, in the person's language, and so in each chat", async () => {
  const [chat, other] = [freshChat(), freshChat()];
  for (const from of [chat, other]) await harness.receive(from({ text: "price of 600519" }));
  const said = async (message: IncomingMessage) => {
    await harness.receive(message);
    return harness.said(message.id);
  };
  assert.equal(await said(chat({ text: "/help" })), commandTexts.help.en);
  assert.equal(await said(chat({ text: "/help" })), commandTexts.helpAgain.en);
  assert.equal(await said(other({ text: "/help" })), commandTexts.help.en);
});

test("/new forgets the conversation", async () => {
  const message = freshChat()({ text: "/new" });
  const key = sessionKey(message);
  await harness.memory.remember(key, [
    { turnId: "t", codes: ["600519.SH"], skill: "price", input: {}, claims: [], at: clock.market() },
  ]);
  await harness.receive(message);
  assert.deepEqual(await harness.memory.recall(key), []);
});

test("/cancel ends the running turn and the waiting ones, says so once, and then finds nothing", async () => {
  const chat = freshChat();
  const [running, waiting] = [chat(), chat()];
  for (const message of [running, waiting]) await harness.receive(message);
  const begun = await harness.journal.begin(running.id, { marketNow: clock.market(), startedMs: 1 });
  assert.ok(typeof begun === "object");
  const [first, second] = [chat({ text: "/cancel" }), chat({ text: "/cancel" })];
  await harness.receive(first);
  await harness.receive(second);
  for (const message of [running, waiting]) assert.equal(await harness.stateOf(message.id), "canceled");
  assert.deepEqual(
    new Set(harness.published.map(({ kind, turnId }) => `${kind} ${turnId}`)),
    new Set([`cancel ${running.id}`, `cancel ${waiting.id}`]),
  );
  assert.equal(await harness.said(first.id), "已取消 2 个问题。");
  assert.equal(await harness.said(second.id), commandTexts.nothingToCancel.zh);
  assert.equal(await harness.said(running.id), "");
});

test("/cancel leaves an alert that has come true to be told", async () => {
  const chat = freshChat();
  const [asked, due] = [chat(), chat({ reminder: { kind: "digest" } })];
  await harness.receive(asked);
  await harness.receive(due);
  await harness.receive(chat({ text: "/cancel" }));
  assert.equal(await harness.stateOf(asked.id), "canceled");
  assert.equal(await harness.stateOf(due.id), "submitted");
});

test("/cancel in a group ends the sender's own questions alone, and says how many", async () => {
  const chat = freshChat();
  const of = (senderId: string, over: Partial<IncomingMessage> = {}) =>
    chat({ chatKind: "group", senderId, addressed: true, ...over });
  const [running, waiting, other] = [of("ann"), of("ann"), of("ben", { text: "五粮液现在多少钱" })];
  for (const message of [running, other, waiting]) await harness.receive(message);
  await harness.journal.begin(running.id, { marketNow: clock.market(), startedMs: 1 });
  const stranger = of("cal", { text: "/cancel" });
  await harness.receive(stranger);
  assert.equal(await harness.said(stranger.id), "你没有正在处理的问题。");
  assert.equal(await harness.stateOf(running.id), "working");
  const own = of("ann", { text: "/cancel" });
  await harness.receive(own);
  assert.equal(await harness.said(own.id), "已取消你的 2 个问题。");
  for (const { id } of [running, waiting]) assert.equal(await harness.stateOf(id), "canceled");
  assert.equal(await harness.stateOf(other.id), "submitted");
  assert.deepEqual(
    new Set(harness.published.map(({ kind, turnId }) => `${kind} ${turnId}`)),
    new Set([`cancel ${running.id}`, `cancel ${waiting.id}`]),
  );
  const last = of("ben", { text: "/cancel" });
  await harness.receive(last);
  assert.equal(await harness.said(last.id), "已取消你的 1 个问题。");
});

test("a question edited into a command is withdrawn while it waits, and the command is run as one", async () => {
  const chat = freshChat();
  const edit = (message: IncomingMessage, text: string, at = "33") =>
    harness.receive({ ...message, text, event: "edited", sentAt: `2026-05-07T10:${at}:00+08:00` });
  const turnOf = (outcome: Awaited<ReturnType<typeof edit>>) => (outcome.accepted ? outcome.turnId : "");
  const [first, second] = [chat(), chat()];
  for (const message of [first, second]) await harness.receive(message);
  const helped = turnOf(await edit(first, "/help"));
  assert.notEqual(helped, first.id);
  assert.equal(await harness.said(helped), commandTexts.help.zh);
  assert.equal(await harness.stateOf(first.id), "canceled");
  assert.equal(await harness.stateOf(second.id), "submitted");
  assert.deepEqual(await edit(first, "/help"), { accepted: false, reason: "duplicate" });
  const canceled = turnOf(await edit(second, "/cancel"));
  assert.equal(await harness.said(canceled), "已取消。");
  assert.equal(await harness.stateOf(second.id), "canceled");
  assert.equal((await harness.journal.read(second.id))?.message.text, second.text);
  // One that is answered already goes on, unless it is canceled.
  const running = chat();
  await harness.receive(running);
  await harness.journal.begin(running.id, { marketNow: clock.market(), startedMs: 1 });
  await edit(running, "/help");
  assert.equal(await harness.stateOf(running.id), "working");
  assert.equal(await harness.said(turnOf(await edit(running, "/cancel", "34"))), "已取消。");
  assert.equal(await harness.stateOf(running.id), "canceled");
  const mistyped = chat({ text: "/hepl" });
  await harness.receive(mistyped);
  assert.match(await harness.said(turnOf(await edit(mistyped, "/help"))), /直接发问题/);
});

test("a bare command answers in the language of the turn it is about", async () => {
  const chat = freshChat();
  await answered(chat({ text: "茅台现在多少钱" }), "tc_zh");
  const earlier = chat({ text: "price of 600519" });
  await answered(earlier, "tc_en");
  await answered(chat({ text: "五粮液呢" }), "tc_last");
  const asked: [string, string][] = [
    [`/source ${earlier.id}`, "en tc_en tushare: RATE_LIMIT"],
    ["/source", "zh tc_last tushare: RATE_LIMIT"],
  ];
  for (const [text, expected] of asked) {
    const message = chat({ text });
    await harness.receive(message);
    assert.equal(await harness.said(message.id), expected);
  }
  await harness.receive(chat({ text: "price of 000858" }));
  const [first, second] = [chat({ text: "/cancel" }), chat({ text: "/cancel" })];
  await harness.receive(first);
  assert.equal(await harness.said(first.id), "Canceled.");
  await harness.receive(second);
  assert.equal(await harness.said(second.id), commandTexts.nothingToCancel.en);
});

const call = (id: string) => ({
  tool_call_id: id,
  tool: "get_price",
  args: { code: "600519.SH" },
  value: { current_price: 1801.23 },
  source: "akshare",
  served_by: "akshare",
  fetched_at: clock.market(),
  fallback_from: ["tushare: RATE_LIMIT"],
});

/** An answered turn of the chat whose second claim the Verifier has withheld. */
async function answered(message: IncomingMessage, callId: string) {
  await harness.journal.create(message, { acceptedMs: 1 });
  const begun = await harness.journal.begin(message.id, { marketNow: clock.market(), startedMs: 1 });
  assert.ok(typeof begun === "object");
  const claims = [callId, "tc_withheld"].map((id) => ({
    kind: "numeric" as const,
    value: 1801.23,
    metric: "current_price",
    code: "600519.SH",
    as_of: clock.market(),
    cite: { kind: "tool" as const, source: "akshare", fetched_at: clock.market(), tool_call_id: id },
  }));
  const executed = { trace: [call(callId), call("tc_withheld")], claims };
  await begun.log.record("execute", 0, executed, 1);
  await begun.log.record(
    "verify",
    0,
    { ok: false, failures: [{ claim_index: 1, reason: "stale", message: "" }] },
    1,
  );
  await harness.journal.end(message.id, begun.run, { state: "completed", models: [], endedMs: 1 });
  const entry = {
    turnId: message.id,
    codes: ["600519.SH"],
    skill: "price",
    input: {},
    claims,
    at: clock.market(),
  };
  await harness.memory.remember(sessionKey(message), [entry]);
}

test("the sources of the last answer are listed by command and by plain words, in its language", async () => {
  const chat = freshChat();
  const none = chat({ text: "/source" });
  await harness.receive(none);
  assert.equal(await harness.said(none.id), commandTexts.noSources.zh);
  await answered(chat({ text: "price of 600519" }), "tc_a");
  await answered(chat({ text: "price of 600519 again" }), "tc_b");
  const asked: [string, string][] = [
    ["/source", "en"],
    ["这个数哪来的?", "zh"],
    ["数据来源", "zh"],
    ["哪来的数据", "zh"],
    ["Where does this number come from?", "en"],
  ];
  for (const [text, language] of asked) {
    const message = chat({ text });
    await harness.receive(message);
    assert.equal(await harness.said(message.id), `${language} tc_b tushare: RATE_LIMIT`, text);
  }
});

test("small talk behind an answer takes no sources from it", async () => {
  const chat = freshChat();
  await answered(chat({ text: "price of 600519" }), "tc_told");
  const [hello, greeted] = [chat({ text: "你好" }), chat({ text: "你好" })];
  const session = await harness.memory.recall(sessionKey(hello));
  await harness.memory.remember(
    sessionKey(hello),
    asideTurns({ message: hello, session, language: "zh", now: clock.market() }),
  );
  await harness.receive({ ...greeted, text: "/source" });
  assert.match(await harness.said(greeted.id), /tc_told/);
});

test("a button shows the sources of its own turn, and of no other chat's", async () => {
  const chat = freshChat();
  const old = chat();
  await answered(old, "tc_old");
  await answered(chat(), "tc_new");
  const press = chat({ event: "button", text: `/source ${old.id}` });
  await harness.receive(press);
  assert.match(await harness.said(press.id), /tc_old/);
  const foreign = freshChat()({ event: "button", text: `/source ${old.id}` });
  await harness.receive(foreign);
  assert.equal(await harness.said(foreign.id), commandTexts.noSources.zh);
});

test("words about sources inside a question are a question", async () => {
  const chat = freshChat();
  for (const text of ["茅台的收入来源", "这个数哪来的 600519", "data source of revenue for Moutai"]) {
    const message = chat({ text });
    await harness.receive(message);
    assert.equal(await harness.isQueued(message), true, text);
  }
});
