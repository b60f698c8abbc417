import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { AppError, chatKey, type IncomingMessage, sessionKey, userText } from "#contract";
import { createAccess } from "../../src/gateway/access.ts";
import { createJournal } from "../../src/journal/journal.ts";
import { awaitRest } from "../journal/messages.ts";
import { eventually } from "../support/eventually.ts";
import { clock, freshChat, openReceiveHarness, type ReceiveHarness } from "./receive-harness.ts";

let harness: ReceiveHarness;
before(async () => {
  harness = await openReceiveHarness();
});
after(() => harness.close());
beforeEach(() => {
  harness.published.length = 0;
});

test("a question is journaled, queued and accepted, and a redelivered one is not queued again", async () => {
  const message = freshChat()();
  assert.deepEqual(await harness.receive(message), { accepted: true, turnId: message.id });
  assert.deepEqual(await harness.receive(message), { accepted: false, reason: "duplicate" });
  assert.deepEqual(await harness.inbound.waiting(chatKey(message)), [message.id]);
  assert.equal(await harness.stateOf(message.id), "submitted");
});

test("a message cut off between its record and its job is set going when it is redelivered", async () => {
  const message = freshChat()();
  await harness.journal.create(message, {
    acceptedMs: 1,
    place: harness.inbound.place(message.id, chatKey(message)),
  });
  const { counts } = harness.inbound;
  const before = await counts();
  assert.deepEqual(await harness.receive(message), { accepted: false, reason: "duplicate" });
  const later = await counts();
  assert.equal((later.wait ?? 0) - (before.wait ?? 0), 1);
});

test("what cannot be a question gets its refusal and never the queue", async () => {
  const chat = freshChat();
  const cases: [Partial<IncomingMessage>, RegExp][] = [
    [{ text: "" }, /没有收到文字/],
    [{ text: " \n\u200b" }, /没有收到文字/],
    [{ text: "👍🏽👨‍👩‍👧‍👦 ❤️🇨🇳" }, /^收到😊 想查什么就发给我/],
    [{ text: "", attachments: [{ kind: "sticker" }] }, /只能读文字/],
    [{ text: "a".repeat(8193) }, /too long/],
    [{ text: "长".repeat(10_000) }, /太长/],
  ];
  for (const [over, expected] of cases) {
    const message = chat(over);
    assert.deepEqual(await harness.receive(message), { accepted: true, turnId: message.id });
    assert.match(await harness.said(message.id), expected);
    assert.equal(await harness.stateOf(message.id), "completed");
    assert.equal(await harness.isQueued(message), false);
    assert.equal((await harness.receive(message)).accepted, false);
  }
  assert.equal(await harness.isQueued(chat()), false);
  for (const text of ["1", "茅台", "?", "600519", "a".repeat(8192)]) {
    const message = chat({ text });
    await harness.receive(message);
    assert.equal(await harness.isQueued(message), true, text.slice(0, 9));
  }
});

test("a message with missing fields and a group's talk among others are ignored", async () => {
  const broken: unknown = { id: "telegram-1", text: 5 };
  assert.deepEqual(await harness.receive(broken as IncomingMessage), { accepted: false, reason: "ignored" });
  const chat = freshChat();
  const talk = chat({ chatKind: "group", addressed: false });
  assert.deepEqual(await harness.receive(talk), { accepted: false, reason: "ignored" });
  assert.equal(await harness.journal.read(talk.id), null);
  assert.equal((await harness.receive(chat({ chatKind: "group" }))).accepted, true);
});

test("strangers are told so once a minute and chat; listed senders, groups and the terminal may ask", async () => {
  const guarded = harness.open(
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
  assert.match(await harness.said(first.id), /没有使用权限/);
  assert.equal(await harness.said(second.id), "");
  for (const over of [
    { senderId: "alice" },
    { chatId: "-100", chatKind: "group" },
    { platform: "terminal" },
  ] as const)
    assert.equal((await guarded(freshChat()(over))).accepted, true);
});

test("a stranger who floods is looked at once a minute, and is let in at once by the owner's code", async () => {
  let greeted = 0;
  const strangers = {
    claim: async ({ text }: IncomingMessage) => text === "the owner's code",
    async greet() {
      greeted += 1;
      return { code: "PAIRING_NEEDED", params: { code: "ABCDEFGH", minutes: "60" } } as const;
    },
  };
  const guarded = harness.open(() => false, undefined, undefined, strangers);
  const chat = freshChat();
  const flood = Array.from({ length: 5 }, () => chat());
  for (const message of flood)
    assert.deepEqual(await guarded(message), { accepted: false, reason: "no_access" });
  assert.equal(greeted, 1);
  assert.match(await harness.said(flood[0]?.id ?? ""), /ABCDEFGH/);
  const owner = chat({ text: "the owner's code" });
  await guarded(owner);
  assert.match(await harness.said(owner.id), /已获准/);
  assert.doesNotMatch(JSON.stringify(await harness.journal.read(owner.id)), /the owner's code/);
});

test("an edit replaces a question that waits, is too late for a begun one, and may change nothing", async () => {
  const chat = freshChat();
  const message = chat();
  await harness.receive(message);
  const edited = {
    ...message,
    text: "000858 呢",
    event: "edited" as const,
    sentAt: "2026-05-07T10:33:00+08:00",
  };
  assert.deepEqual(await harness.receive({ ...edited, text: message.text }), {
    accepted: false,
    reason: "duplicate",
  });
  assert.deepEqual(await harness.receive(edited), { accepted: true, turnId: message.id });
  assert.equal((await harness.journal.read(message.id))?.message.text, "000858 呢");
  await harness.journal.begin(message.id, { marketNow: clock.market(), startedMs: 1 });
  const late = { ...edited, text: "300750 呢", sentAt: "2026-05-07T10:34:00+08:00" };
  const outcome = await harness.receive(late);
  assert.ok(outcome.accepted && outcome.turnId !== message.id);
  assert.match(await harness.said(outcome.turnId), /修改不会生效/);
  assert.deepEqual(await harness.receive(late), { accepted: false, reason: "duplicate" });
  assert.equal((await harness.journal.read(message.id))?.message.text, "000858 呢");
  const unseen = { ...chat(), event: "edited" as const };
  assert.deepEqual(await harness.receive(unseen), { accepted: true, turnId: unseen.id });
  assert.equal(await harness.isQueued(unseen), true);
});

test("who may not ask is told in the language they wrote, and in both after a bare command", async () => {
  const turnedAway = harness.open(() => false);
  const told = async (text: string) => {
    const message = freshChat()({ text });
    assert.deepEqual(await turnedAway(message), { accepted: false, reason: "no_access" });
    return harness.said(message.id);
  };
  const [zh, en] = [userText("ACCESS_DENIED", "zh"), userText("ACCESS_DENIED", "en")];
  assert.equal(await told("茅台多少钱"), zh);
  assert.equal(await told("price of 600519"), en);
  assert.equal(await told("/start"), `${zh}\n${en}`);
});

test("with Redis away a message is not accepted, and is once Redis is back", async () => {
  const hasty = harness.server.store("main", 200);
  const impatient = harness.open(() => true, createJournal(hasty, { days: 30, wallMs: Date.now }));
  const message = freshChat()();
  await hasty.redis.ping();
  await harness.server.kill();
  await assert.rejects(
    impatient(message),
    (error) => error instanceof AppError && error.code === "INTAKE_DOWN",
  );
  await harness.server.restart();
  for (const each of [hasty, harness.store])
    await eventually("Redis to be back", async () => (await each.health(0)).writable);
  const outcome = await harness.receive(message);
  // The first try may have been sent after all; then this one is known as a duplicate, and is queued either way.
  assert.ok(outcome.accepted || outcome.reason === "duplicate");
  assert.equal(await harness.isQueued(message), true);
});

test("who writes too many is told so once; the rest is not accepted and leaves no trace; others are not touched", async () => {
  const guarded = harness.open(() => true, harness.journal, { perUser: 3, perChat: 100 });
  const chat = freshChat();
  const messages = Array.from({ length: 6 }, () => chat());
  const outcomes = [];
  for (const message of messages) outcomes.push((await guarded(message)).accepted);
  assert.deepEqual(outcomes, [true, true, true, false, false, false]);
  const texts = await Promise.all(messages.map(({ id }) => harness.said(id)));
  assert.match(texts[3] ?? "", /没有受理/);
  assert.deepEqual(texts.slice(4), ["", ""]);
  assert.equal(await harness.journal.read(messages[5]?.id ?? ""), null);
  const [first] = messages;
  assert.ok(first);
  assert.deepEqual(await guarded(first), { accepted: false, reason: "duplicate" });
  assert.equal((await guarded(freshChat()())).accepted, true);
});

test("a group has an allowance of its own beside its members'", async () => {
  const guarded = harness.open(() => true, harness.journal, { perUser: 100, perChat: 2 });
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
  harness.waitSeconds = 34;
  const chat = freshChat();
  const [first, second] = [chat(), chat()];
  for (const message of [first, second]) assert.equal((await harness.receive(message)).accepted, true);
  await eventually("the wait to be told", () => harness.published.length > 0);
  harness.waitSeconds = 0;
  assert.deepEqual(
    harness.published.map(({ kind, turnId, waitSeconds: told }) => [kind, turnId, told]),
    [["progress", first.id, 34]],
  );
});

test("the parts of a text that its platform has cut are one question, however they come in", async () => {
  const chat = freshChat();
  const [head, tail, next] = [chat({ text: "长".repeat(4096) }), chat({ text: "尾巴" }), chat()];
  assert.equal((await harness.receive(head)).accepted, true);
  await awaitRest(harness.store, head);
  for (const message of [tail, next]) assert.equal((await harness.receive(message)).accepted, true);
  assert.deepEqual(await harness.receive(tail), { accepted: false, reason: "duplicate" });
  assert.deepEqual(await harness.inbound.waiting(chatKey(head)), [head.id, next.id]);
  assert.equal((await harness.journal.read(head.id))?.message.text, `${"长".repeat(4096)}尾巴`);
  const options = { marketNow: clock.market(), startedMs: Date.now() };
  assert.equal(typeof (await harness.journal.begin(head.id, options)), "object");
});

test("a long text alone waits a moment for its rest, and is then begun; another sender's message is not its rest", async () => {
  const chat = freshChat();
  const head = chat({ text: "a".repeat(4000), chatKind: "group", senderId: "a" });
  const other = chat({ chatKind: "group", senderId: "b" });
  for (const message of [head, other]) await harness.receive(message);
  assert.deepEqual(await harness.inbound.waiting(chatKey(head)), [head.id, other.id]);
  const begin = (startedMs: number) =>
    harness.journal.begin(head.id, { marketNow: clock.market(), startedMs });
  assert.equal(await begin(Date.now() - 1000), "later");
  assert.equal(typeof (await begin(Date.now() + 60_000)), "object");
});

test("a question that came in before /new leaves nothing in the new conversation and sees nothing of it", async () => {
  const chat = freshChat();
  const before = chat();
  await harness.receive(before);
  await harness.receive(chat({ text: "/new" }));
  const after = chat();
  await harness.receive(after);
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
    harness.store.together([harness.memory.rememberStep(key, harness.journal.turnKey(id), [entry(id)])]);
  const recall = async (id: string) => {
    const [reply] = await harness.store.together([
      harness.memory.recallStep(key, harness.journal.turnKey(id)),
    ]);
    return harness.memory.readRecall(reply).map(({ turnId }) => turnId);
  };
  await remember(before.id);
  assert.deepEqual(await recall(after.id), []);
  await remember(after.id);
  assert.deepEqual(await recall(after.id), [after.id]);
  assert.deepEqual(await recall(before.id), []);
});

test("whatever is acknowledged has been waited for until a replica holds it, once", async () => {
  const chat = freshChat();
  const waitsFor = async (message: IncomingMessage): Promise<readonly [string, number]> => {
    harness.replicaWaits = 0;
    const outcome = await harness.receive(message);
    return [outcome.accepted ? "accepted" : outcome.reason, harness.replicaWaits];
  };
  const head = chat({ text: "长".repeat(4000) });
  assert.deepEqual(await waitsFor(head), ["accepted", 1]);
  assert.deepEqual(await waitsFor(head), ["duplicate", 1]);
  await awaitRest(harness.store, head);
  assert.deepEqual(await waitsFor(chat({ text: "尾巴" })), ["accepted", 1], "the rest of a text");
  const asked = chat();
  assert.deepEqual(await waitsFor(asked), ["accepted", 1]);
  assert.deepEqual(await waitsFor({ ...asked, text: "茅台", event: "edited" }), ["accepted", 1], "an edit");
  const command = chat({ text: "/help" });
  assert.deepEqual(await waitsFor(command), ["accepted", 1], "a command");
  assert.deepEqual(await waitsFor(command), ["duplicate", 1]);
  assert.deepEqual(await waitsFor(chat({ text: "" })), ["accepted", 1], "a notice");
});
