import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { AppError, chatKey, type IncomingMessage, sessionKey, userText } from "#contract";
import { createAccess } from "../../src/gateway/access.ts";
import { commandTexts } from "../../src/gateway/commands.ts";
import { partsOf } from "../../src/gateway/parts.ts";
import { createRateLimit, usualLimits } from "../../src/gateway/rate-limit.ts";
import { createReceive, type Receive } from "../../src/gateway/receive.ts";
import { createJournal, type Journal } from "../../src/journal/journal.ts";
import { createMemory, type Memory } from "../../src/memory/session.ts";
import { languageTurns } from "../../src/pipeline/reply.ts";
import { createOrderedQueue, type OrderedQueue } from "../../src/queue/ordered-queue.ts";
import { createOutbox, type Outbox } from "../../src/queue/outbox.ts";
import { createSignals, type Signal } from "../../src/queue/signals.ts";
import type { Store } from "../../src/store/redis.ts";
import { question } from "../journal/messages.ts";
import { type RedisServer, silent, startRedis } from "../store/redis-server.ts";

let server: RedisServer;
let store: Store;
let journal: Journal;
let memory: Memory;
let inbound: OrderedQueue;
let outbound: OrderedQueue;
let outbox: Outbox;
let receive: Receive;
const published: Signal[] = [];
const clock = { market: () => "2026-05-07T10:32:00+08:00", wallMs: Date.now };

before(async () => {
  server = await startRedis();
  store = server.store();
  journal = createJournal(store, { days: 30, wallMs: Date.now });
  memory = createMemory(store);
  inbound = createOrderedQueue({ store, name: "inbound", log: silent, wallMs: Date.now });
  outbound = createOrderedQueue({ store, name: "outbound-telegram", log: silent, wallMs: Date.now });
  outbox = createOutbox({ store, queueOf: () => outbound });
  receive = open(createAccess({ mode: "open", allow: [], privatePlatforms: [] }));
});
after(async () => {
  await inbound.close();
  await outbound.close();
  await server.stop();
});
beforeEach(() => {
  published.length = 0;
});

let waitSeconds = 0;

function open(
  isAllowed: (message: IncomingMessage) => boolean,
  journalOf = journal,
  limits = usualLimits,
): Receive {
  const signals = createSignals(store, silent);
  return createReceive({
    journal: journalOf,
    memory,
    inbound,
    outbox,
    locks: store.locks,
    limit: createRateLimit(store.keys, limits, Date.now),
    replicated: store.replicated,
    pressure: { waitSeconds: () => waitSeconds },
    isAllowed,
    clock,
    log: silent,
    signals: {
      publish(signal) {
        published.push(signal);
        return signals.publish(signal);
      },
    },
    partsOf: (message, reply) => partsOf(message, reply, 4096),
    renderSources: (entries, language) =>
      entries.map(({ call }) => `${language} ${call?.tool_call_id} ${call?.fallback_from}`).join("\n"),
  });
}

let chats = 0;
/** Messages of one chat that no other test uses. */
function freshChat() {
  const chatId = `chat${chats++}`;
  return (over: Partial<IncomingMessage> = {}) => question({ chatId, senderId: chatId, ...over });
}

/** What the outbox holds for a turn, as one text. */
const said = async (turnId: string) => (await outbox.rows(turnId)).map(({ part }) => part.text).join("|");
const stateOf = async (turnId: string) => (await journal.read(turnId))?.state;
const isQueued = async (message: IncomingMessage) =>
  (await inbound.waiting(chatKey(message))).includes(message.id);

test("a question is journaled, queued and accepted, and a redelivered one is not queued again", async () => {
  const message = freshChat()();
  assert.deepEqual(await receive(message), { accepted: true, turnId: message.id });
  assert.deepEqual(await receive(message), { accepted: false, reason: "duplicate" });
  assert.deepEqual(await inbound.waiting(chatKey(message)), [message.id]);
  assert.equal(await stateOf(message.id), "submitted");
});

test("a message cut off between its record and its job is set going when it is redelivered", async () => {
  const message = freshChat()();
  await journal.create(message, { acceptedMs: 1, place: inbound.place(message.id, chatKey(message)) });
  const { counts } = inbound;
  const before = await counts();
  assert.deepEqual(await receive(message), { accepted: false, reason: "duplicate" });
  const later = await counts();
  assert.equal((later.wait ?? 0) - (before.wait ?? 0), 1);
});

test("what cannot be a question gets its refusal and never the queue", async () => {
  const chat = freshChat();
  const cases: [Partial<IncomingMessage>, RegExp][] = [
    [{ text: "" }, /没有收到文字/],
    [{ text: " \n\u200b" }, /没有收到文字/],
    [{ text: "👍🏽👨‍👩‍👧‍👦 ❤️🇨🇳" }, /没有收到文字/],
    [{ text: "", attachments: [{ kind: "sticker" }] }, /只能读文字/],
    [{ text: "a".repeat(8193) }, /too long/],
    [{ text: "长".repeat(10_000) }, /太长/],
  ];
  for (const [over, expected] of cases) {
    const message = chat(over);
    assert.deepEqual(await receive(message), { accepted: true, turnId: message.id });
    assert.match(await said(message.id), expected);
    assert.equal(await stateOf(message.id), "completed");
    assert.equal(await isQueued(message), false);
    assert.equal((await receive(message)).accepted, false);
  }
  assert.equal(await isQueued(chat()), false);
  for (const text of ["1", "茅台", "?", "600519", "a".repeat(8192)]) {
    const message = chat({ text });
    await receive(message);
    assert.equal(await isQueued(message), true, text.slice(0, 9));
  }
});

test("a message with missing fields and a group's talk among others are ignored", async () => {
  const broken: unknown = { id: "telegram-1", text: 5 };
  assert.deepEqual(await receive(broken as IncomingMessage), { accepted: false, reason: "ignored" });
  const chat = freshChat();
  const talk = chat({ chatKind: "group", addressed: false });
  assert.deepEqual(await receive(talk), { accepted: false, reason: "ignored" });
  assert.equal(await journal.read(talk.id), null);
  assert.equal((await receive(chat({ chatKind: "group" }))).accepted, true);
});

test("strangers are told so once a minute and chat; listed senders, groups and the desk may ask", async () => {
  const guarded = open(
    createAccess({
      mode: "allowlist",
      allow: ["telegram:alice", "telegram:-100"],
      privatePlatforms: ["terminal"],
    }),
  );
  const chat = freshChat();
  const [first, second] = [chat(), chat()];
  for (const message of [first, second])
    assert.deepEqual(await guarded(message), { accepted: false, reason: "no_access" });
  assert.match(await said(first.id), /没有使用权限/);
  assert.equal(await said(second.id), "");
  for (const over of [
    { senderId: "alice" },
    { chatId: "-100", chatKind: "group" },
    { platform: "terminal" },
  ] as const)
    assert.equal((await guarded(freshChat()(over))).accepted, true);
});

test("an edit replaces a question that waits, is too late for a begun one, and may change nothing", async () => {
  const chat = freshChat();
  const message = chat();
  await receive(message);
  const edited = {
    ...message,
    text: "000858 呢",
    event: "edited" as const,
    sentAt: "2026-05-07T10:33:00+08:00",
  };
  assert.deepEqual(await receive({ ...edited, text: message.text }), {
    accepted: false,
    reason: "duplicate",
  });
  assert.deepEqual(await receive(edited), { accepted: true, turnId: message.id });
  assert.equal((await journal.read(message.id))?.message.text, "000858 呢");
  await journal.begin(message.id, { marketNow: clock.market(), startedMs: 1 });
  const late = { ...edited, text: "300750 呢", sentAt: "2026-05-07T10:34:00+08:00" };
  const outcome = await receive(late);
  assert.ok(outcome.accepted && outcome.turnId !== message.id);
  assert.match(await said(outcome.turnId), /修改不会生效/);
  assert.deepEqual(await receive(late), { accepted: false, reason: "duplicate" });
  assert.equal((await journal.read(message.id))?.message.text, "000858 呢");
  const unseen = { ...chat(), event: "edited" as const };
  assert.deepEqual(await receive(unseen), { accepted: true, turnId: unseen.id });
  assert.equal(await isQueued(unseen), true);
});

test("/start and /help answer in both languages, an unknown command with a hint", async () => {
  const chat = freshChat();
  for (const name of ["start", "help"] as const) {
    const message = chat({ text: `/${name}` });
    await receive(message);
    assert.equal(await said(message.id), `${commandTexts[name].zh}\n\n${commandTexts[name].en}`);
    assert.equal(await stateOf(message.id), "completed");
  }
  const unknown = chat({ text: "/nonsense 600519" });
  await receive(unknown);
  assert.equal(await said(unknown.id), commandTexts.unknown.zh);
  assert.deepEqual(await inbound.waiting(chatKey(unknown)), []);
});

test("who may not ask is told in the language they wrote, and in both after a bare command", async () => {
  const turnedAway = open(() => false);
  const told = async (text: string) => {
    const message = freshChat()({ text });
    assert.deepEqual(await turnedAway(message), { accepted: false, reason: "no_access" });
    return said(message.id);
  };
  const [zh, en] = [userText("ACCESS_DENIED", "zh"), userText("ACCESS_DENIED", "en")];
  assert.equal(await told("茅台多少钱"), zh);
  assert.equal(await told("price of 600519"), en);
  assert.equal(await told("/start"), `${zh}\n${en}`);
});

test("a command cut off before its answer is carried out when it is redelivered", async () => {
  const message = freshChat()({ text: "/help" });
  await journal.create(message, { acceptedMs: 1 });
  assert.deepEqual(await receive(message), { accepted: true, turnId: message.id });
  assert.notEqual(await said(message.id), "");
  assert.equal(await stateOf(message.id), "completed");
});

test("/new forgets the conversation", async () => {
  const message = freshChat()({ text: "/new" });
  const key = sessionKey(message);
  await memory.remember(key, [
    { turnId: "t", codes: ["600519.SH"], skill: "price", input: {}, claims: [], at: clock.market() },
  ]);
  await receive(message);
  assert.deepEqual(await memory.recall(key), []);
});

test("/cancel ends the running turn and the waiting ones, says so once, and then finds nothing", async () => {
  const chat = freshChat();
  const [running, waiting] = [chat(), chat()];
  for (const message of [running, waiting]) await receive(message);
  const begun = await journal.begin(running.id, { marketNow: clock.market(), startedMs: 1 });
  assert.ok(typeof begun === "object");
  const [first, second] = [chat({ text: "/cancel" }), chat({ text: "/cancel" })];
  await receive(first);
  await receive(second);
  for (const message of [running, waiting]) assert.equal(await stateOf(message.id), "canceled");
  assert.deepEqual(
    new Set(published.map(({ kind, turnId }) => `${kind} ${turnId}`)),
    new Set([`cancel ${running.id}`, `cancel ${waiting.id}`]),
  );
  assert.equal(await said(first.id), "已取消。");
  assert.equal(await said(second.id), commandTexts.nothingToCancel.zh);
  assert.equal(await said(running.id), "");
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
    await receive(message);
    assert.equal(await said(message.id), expected);
  }
  await receive(chat({ text: "price of 000858" }));
  const [first, second] = [chat({ text: "/cancel" }), chat({ text: "/cancel" })];
  await receive(first);
  assert.equal(await said(first.id), "Canceled.");
  await receive(second);
  assert.equal(await said(second.id), commandTexts.nothingToCancel.en);
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
  await journal.create(message, { acceptedMs: 1 });
  const begun = await journal.begin(message.id, { marketNow: clock.market(), startedMs: 1 });
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
  await journal.end(message.id, begun.run, { state: "completed", models: [], endedMs: 1 });
  const entry = {
    turnId: message.id,
    codes: ["600519.SH"],
    skill: "price",
    input: {},
    claims,
    at: clock.market(),
  };
  await memory.remember(sessionKey(message), [entry]);
}

test("the sources of the last answer are listed by command and by plain words, in its language", async () => {
  const chat = freshChat();
  const none = chat({ text: "/source" });
  await receive(none);
  assert.equal(await said(none.id), commandTexts.noSources.zh);
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
    await receive(message);
    assert.equal(await said(message.id), `${language} tc_b tushare: RATE_LIMIT`, text);
  }
});

test("small talk behind an answer takes no sources from it", async () => {
  const chat = freshChat();
  await answered(chat({ text: "price of 600519" }), "tc_told");
  const [hello, greeted] = [chat({ text: "你好" }), chat({ text: "你好" })];
  const session = await memory.recall(sessionKey(hello));
  await memory.remember(
    sessionKey(hello),
    languageTurns({ message: hello, session, language: "zh", now: clock.market() }),
  );
  await receive({ ...greeted, text: "/source" });
  assert.match(await said(greeted.id), /tc_told/);
});

test("a button shows the sources of its own turn, and of no other chat's", async () => {
  const chat = freshChat();
  const old = chat();
  await answered(old, "tc_old");
  await answered(chat(), "tc_new");
  const press = chat({ event: "button", text: `/source ${old.id}` });
  await receive(press);
  assert.match(await said(press.id), /tc_old/);
  const foreign = freshChat()({ event: "button", text: `/source ${old.id}` });
  await receive(foreign);
  assert.equal(await said(foreign.id), commandTexts.noSources.zh);
});

test("words about sources inside a question are a question", async () => {
  const chat = freshChat();
  for (const text of ["茅台的收入来源", "这个数哪来的 600519", "data source of revenue for Moutai"]) {
    const message = chat({ text });
    await receive(message);
    assert.equal(await isQueued(message), true, text);
  }
});

test("with Redis away a message is not accepted, and is once Redis is back", async () => {
  const hasty = server.store("main", 200);
  const impatient = open(() => true, createJournal(hasty, { days: 30, wallMs: Date.now }));
  const message = freshChat()();
  await hasty.redis.ping();
  await server.kill();
  await assert.rejects(
    impatient(message),
    (error) => error instanceof AppError && error.code === "INTAKE_DOWN",
  );
  await server.restart();
  while (!(await hasty.health(0)).writable);
  const outcome = await impatient(message);
  // The first try may have been sent after all; then this one is known as a duplicate, and is queued either way.
  assert.ok(outcome.accepted || outcome.reason === "duplicate");
  assert.equal(await isQueued(message), true);
});

test("who writes too many is told so once; the rest is not accepted and leaves no trace; others are not touched", async () => {
  const guarded = open(() => true, journal, { perUser: 3, perChat: 100 });
  const chat = freshChat();
  const messages = Array.from({ length: 6 }, () => chat());
  const outcomes = [];
  for (const message of messages) outcomes.push((await guarded(message)).accepted);
  assert.deepEqual(outcomes, [true, true, true, false, false, false]);
  const texts = await Promise.all(messages.map(({ id }) => said(id)));
  assert.match(texts[3] ?? "", /没有受理/);
  assert.deepEqual(texts.slice(4), ["", ""]);
  assert.equal(await journal.read(messages[5]?.id ?? ""), null);
  const [first] = messages;
  assert.ok(first);
  assert.deepEqual(await guarded(first), { accepted: false, reason: "duplicate" });
  assert.equal((await guarded(freshChat()())).accepted, true);
});

test("a group has an allowance of its own beside its members'", async () => {
  const guarded = open(() => true, journal, { perUser: 100, perChat: 2 });
  const chat = freshChat();
  const from = (senderId: string) => chat({ chatKind: "group", senderId });
  const outcomes = [];
  for (const sender of ["a", "b", "c"]) outcomes.push(await guarded(from(sender)));
  assert.deepEqual(outcomes.at(-1), { accepted: false, reason: "rate_limited" });
  assert.deepEqual(
    outcomes.map(({ accepted }) => accepted),
    [true, true, false],
  );
});

test("where many wait the question is accepted and the wait is told once a minute", async () => {
  waitSeconds = 34;
  const chat = freshChat();
  const [first, second] = [chat(), chat()];
  for (const message of [first, second]) assert.equal((await receive(message)).accepted, true);
  while (published.length === 0) await new Promise(setImmediate);
  waitSeconds = 0;
  assert.deepEqual(
    published.map(({ kind, turnId, waitSeconds: told }) => [kind, turnId, told]),
    [["progress", first.id, 34]],
  );
});

test("the parts of a text that its platform has cut are one question, however they come in", async () => {
  const chat = freshChat();
  const [head, tail, next] = [chat({ text: "长".repeat(4096) }), chat({ text: "尾巴" }), chat()];
  for (const message of [head, tail, next]) assert.equal((await receive(message)).accepted, true);
  assert.deepEqual(await receive(tail), { accepted: false, reason: "duplicate" });
  assert.deepEqual(await inbound.waiting(chatKey(head)), [head.id, next.id]);
  assert.equal((await journal.read(head.id))?.message.text, `${"长".repeat(4096)}尾巴`);
  const options = { marketNow: clock.market(), startedMs: Date.now() };
  assert.equal(typeof (await journal.begin(head.id, options)), "object");
});

test("a long text alone waits a moment for its rest, and is then begun; another sender's message is not its rest", async () => {
  const chat = freshChat();
  const head = chat({ text: "a".repeat(4000), chatKind: "group", senderId: "a" });
  const other = chat({ chatKind: "group", senderId: "b" });
  for (const message of [head, other]) await receive(message);
  assert.deepEqual(await inbound.waiting(chatKey(head)), [head.id, other.id]);
  const begin = (startedMs: number) => journal.begin(head.id, { marketNow: clock.market(), startedMs });
  assert.equal(await begin(Date.now() - 1000), "later");
  assert.equal(typeof (await begin(Date.now() + 2000)), "object");
});

test("a question that came in before /new leaves nothing in the new conversation and sees nothing of it", async () => {
  const chat = freshChat();
  const before = chat();
  await receive(before);
  await receive(chat({ text: "/new" }));
  const after = chat();
  await receive(after);
  const key = sessionKey(before);
  const entry = (turnId: string) => ({
    turnId,
    codes: ["600519.SH"],
    skill: "price",
    input: {},
    claims: [],
    at: clock.market(),
  });
  const remember = (id: string) =>
    store.together([memory.rememberStep(key, journal.turnKey(id), [entry(id)])]);
  const recall = async (id: string) => {
    const [reply] = await store.together([memory.recallStep(key, journal.turnKey(id))]);
    return memory.readRecall(reply).map(({ turnId }) => turnId);
  };
  await remember(before.id);
  assert.deepEqual(await recall(after.id), []);
  await remember(after.id);
  assert.deepEqual(await recall(after.id), [after.id]);
  assert.deepEqual(await recall(before.id), []);
});
