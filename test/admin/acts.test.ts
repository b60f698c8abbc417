import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { AppError, chatKey, type IncomingMessage, sessionKey } from "#contract";
import { createActs } from "../../src/admin/acts/acts.ts";
import { createBulk } from "../../src/admin/acts/bulk.ts";
import { createLedger } from "../../src/gateway/ledger.ts";
import { againJobId, againLane, partJobId } from "../../src/queue/outbox.ts";
import { type ActHarness, actor, marketNow, openActHarness } from "./act-harness.ts";

let harness: ActHarness;

before(async () => {
  harness = await openActHarness();
});
after(() => harness?.close());

const lastLine = async () => (await harness.ports.audit.read({ limit: 1 }))[0];
const recordOf = (turnId: string) => harness.store.redis.hgetall(harness.store.keys.turn(turnId));
const recorded = { from: "route", live: false };

test("a waiting turn is canceled once, the person is told, and the audit says what it was", async () => {
  const message = await harness.waiting();
  assert.equal((await harness.acts.cancel(actor, message.id)).ok, true);
  assert.equal((await harness.read(message.id)).state, "canceled");
  const line = await lastLine();
  assert.deepEqual(
    [line?.who, line?.act, line?.what, line?.before, line?.after],
    [actor.who, "cancel", message.id, { state: "submitted" }, { state: "canceled" }],
  );
  const [observed, ...more] = harness.observed;
  assert.deepEqual([observed?.state, observed?.error, more], ["canceled", "CANCELED", []]);
  const notices = await harness.ports.search.ids(
    { marks: [{ dimension: "chat", value: chatKey(message) }] },
    5,
  );
  const [notice = ""] = notices.filter((id) => id !== message.id);
  assert.match((await harness.said(notice)).join(), /管理员取消/);
  assert.equal((await harness.acts.cancel(actor, message.id)).ok, false);
  assert.deepEqual((await lastLine())?.before, { state: "canceled", error: "CANCELED" });
});

test("only the head of a chat can be done at once", async () => {
  const first = await harness.waiting();
  const second = await harness.waiting({ chatId: first.chatId, senderId: first.senderId });
  assert.equal((await harness.acts.promote(actor, first.id)).ok, true);
  const refused = await harness.acts.promote(actor, second.id);
  assert.equal(refused.ok, false);
  assert.match(refused.said.en, /^1 messages/);
});

test("a dry replay of a turn in any state says nothing and leaves the original as it was", async () => {
  const turns = [(await harness.waiting()).id, (await harness.answered()).id, (await harness.failed()).id];
  for (const id of turns) {
    const before = await recordOf(id);
    const ledger = await harness.said(id);
    const kept = await harness.acts.replay(actor, id, recorded);
    assert.equal(kept?.replayed.state, "completed", id);
    assert.match(kept?.replayed.reply?.text ?? "", /当前价 ¥1801\.23/);
    assert.deepEqual(await recordOf(id), before);
    assert.deepEqual(await harness.said(id), ledger);
    assert.deepEqual(await harness.ports.outbox.rows(`${id}-r${kept?.id.slice(0, 10)}`), []);
  }
  assert.equal(await harness.acts.replay(actor, "telegram-7-0-0", recorded), undefined);
});

test("a delivered replay is a turn of its own, marked, and sent once", async () => {
  const turn = await harness.answered();
  const before = await recordOf(turn.id);
  const kept = await harness.acts.replay(actor, turn.id, recorded);
  const sent = await harness.acts.deliver(actor, kept?.id ?? "");
  assert.equal(sent.ok, true, sent.said.en);
  const later = await harness.read(sent.turnId ?? "");
  assert.equal(later.replay_of, turn.id);
  assert.equal(later.state, "completed");
  assert.deepEqual(
    new Set(later.stages.map(({ stage }) => stage)),
    new Set(turn.stages.map(({ stage }) => stage)).add("deliver"),
  );
  // Nothing of the original was confirmed by its platform yet: it still waits in the ledger.
  assert.match((await harness.said(later.id))[0] ?? "", /^【补发】贵州茅台/);
  assert.equal((await harness.acts.deliver(actor, kept?.id ?? "")).ok, false);
  assert.equal((await harness.said(later.id)).length, 1);
  assert.deepEqual(await recordOf(turn.id), before);
  assert.deepEqual(await harness.acts.replays.sentFor(turn.id), [later.id]);
  const [row] = await harness.ports.outbox.rows(later.id);
  assert.equal(row?.part.buttons[0]?.action, `/source ${later.id}`);
  assert.equal(row?.part.replyTo, turn.message.platformMessageId);
});

test("a delivery that Redis broke off goes on at the next try, and is sent once", async () => {
  const turn = await harness.answered();
  const kept = await harness.acts.replay(actor, turn.id, recorded);
  const faults: (() => Promise<unknown>)[] = [];
  const acts = createActs({
    ...harness.ports,
    together: async (steps) => {
      const fault = faults.shift();
      if (fault === undefined) return harness.ports.together(steps);
      await fault();
      return harness.ports.together(steps);
    },
  });
  const away = async () => Promise.reject(new AppError("INTAKE_DOWN", "a hiccup"));
  faults.push(away);
  await assert.rejects(acts.deliver(actor, kept?.id ?? ""));
  // Who never comes back to it leaves nothing half-way.
  assert.equal(await harness.ports.journal.read(`${turn.id}-r${kept?.id.slice(0, 10)}`), null);
  // Two at once: one of them comes first.
  const sent = await Promise.all([1, 2].map(() => acts.deliver(actor, kept?.id ?? "")));
  assert.ok(sent.some(({ ok }) => ok));
  const newId = sent.find(({ ok }) => ok)?.turnId ?? "";
  assert.equal((await harness.read(newId)).state, "completed");
  assert.equal((await harness.said(newId)).length, 1);
  assert.equal((await acts.deliver(actor, kept?.id ?? "")).ok, false);
  assert.deepEqual(await harness.acts.replays.sentFor(turn.id), [newId]);
});

test("what had arrived is corrected, not sent late", async () => {
  const turn = await harness.answered();
  const ledger = createLedger(harness.store, Date.now);
  await ledger.claim(turn.id, 0, "n", { canEdit: false });
  await ledger.settle(turn.id, 0, "n", { outcome: "delivered", receipt: "1" });
  const kept = await harness.acts.replay(actor, turn.id, recorded);
  const sent = await harness.acts.deliver(actor, kept?.id ?? "");
  assert.match((await harness.said(sent.turnId ?? ""))[0] ?? "", /^【更正】贵州茅台/);
});

test("recorded values that have grown too old are not delivered; an open turn's replay is not either", async (t) => {
  t.after(() => harness.setNow(marketNow));
  const turn = await harness.answered();
  const kept = await harness.acts.replay(actor, turn.id, recorded);
  harness.setNow("2026-05-07T10:52:05+08:00");
  const refused = await harness.acts.deliver(actor, kept?.id ?? "");
  assert.equal(refused.ok, false);
  assert.match(refused.said.en, /stale.*live data/);
  harness.setNow(marketNow);
  assert.equal((await harness.acts.deliver(actor, kept?.id ?? "")).ok, true);
  const open = await harness.waiting();
  const ofOpen = await harness.acts.replay(actor, open.id, recorded);
  assert.match((await harness.acts.deliver(actor, ofOpen?.id ?? "")).said.en, /has not ended/);
  assert.equal((await harness.acts.deliver(actor, "0")).ok, false);
});

test("a failed turn is retried on live data and answered late; an answered one is not retried", async () => {
  const turn = await harness.failed();
  const done = await harness.acts.retry(actor, turn.id);
  assert.equal(done.ok, true, done.said.en);
  assert.match((await harness.said(done.turnId ?? ""))[0] ?? "", /^【补发】贵州茅台\(600519\.SH\) 当前价/);
  assert.equal((await harness.acts.retry(actor, (await harness.answered()).id)).ok, false);
});

test("a turn is answered late once: whoever retries it a second time, or at the same time, is told so", async () => {
  const turn = await harness.failed();
  const both = await Promise.all([1, 2].map(() => harness.acts.retry(actor, turn.id)));
  assert.deepEqual(both.map(({ ok }) => ok).sort(), [false, true]);
  const again = await harness.acts.retry(actor, turn.id);
  assert.match(again.said.en, /has been answered since/);
  assert.equal((await harness.acts.replays.sentFor(turn.id)).length, 1);
  // What is sent for it all the same corrects that.
  const kept = await harness.acts.replay(actor, turn.id, { from: "route", live: true });
  const known = await harness.acts.replays.sentFor(turn.id);
  const sent = await harness.acts.deliver(actor, kept?.id ?? "", known);
  assert.match((await harness.said(sent.turnId ?? ""))[0] ?? "", /^【更正】/);
});

test("a failed turn that was answered since is found as that, and is neither counted nor retried as failed", async () => {
  const [turn, other] = [await harness.failed(), await harness.failed()];
  const marks = [{ dimension: "error" as const, value: "SOURCE_DOWN" }];
  const bulk = createBulk({ ...harness.ports, signal: new AbortController().signal }, harness.acts);
  const found = (state: "failed" | "sent-since") => harness.ports.search.ids({ state }, 100);
  const before = await bulk.count("retry", { marks });
  assert.equal(before, (await found("failed")).length, "without a state the failed are meant");
  assert.equal(await bulk.count("retry", { marks, state: "completed" }), 0);
  await harness.acts.retry(actor, turn.id);
  assert.equal(await bulk.count("retry", { marks }), before - 1);
  assert.deepEqual(
    [(await found("failed")).includes(turn.id), (await found("failed")).includes(other.id)],
    [false, true],
  );
  assert.ok((await found("sent-since")).includes(turn.id));
  assert.equal((await harness.read(turn.id)).state, "failed", "its record stays as it was");
  await harness.acts.remove(actor, turn.id);
  assert.ok(!(await found("sent-since")).includes(turn.id));
});

test("what a retry says of a watchlist or an alert is done with it, and no later correction says so again", async () => {
  const listed = async (turn: { message: IncomingMessage }) =>
    harness.memory.watchlists.read(sessionKey(turn.message));
  const turn = await harness.failed({ text: "把茅台加入自选" });
  const dry = await harness.acts.replay(actor, turn.id, { from: "route", live: true });
  assert.deepEqual(await listed(turn), []);
  const done = await harness.acts.retry(actor, turn.id);
  assert.equal(done.ok, true, done.said.en);
  assert.match((await harness.said(done.turnId ?? ""))[0] ?? "", /^【补发】已加入/);
  assert.deepEqual(await listed(turn), ["600519.SH"]);
  await harness.store.redis.del(harness.store.keys.watchlist(sessionKey(turn.message)));
  assert.match((await harness.acts.deliver(actor, dry?.id ?? "")).said.en, /^Not sent: .*watchlist/);
  assert.deepEqual(await listed(turn), []);
  assert.deepEqual(await harness.acts.replays.sentFor(turn.id), [done.turnId]);

  const wish = await harness.failed({ text: "茅台跌破1300提醒我" });
  await harness.acts.retry(actor, wish.id);
  const [kept] = await harness.memory.reminders.read(sessionKey(wish.message));
  assert.equal(kept?.kind, "alert");
});

test("a correction that would tell of a change is not sent, and one that tells of none is", async () => {
  for (const text of ["茅台跌破1200提醒我", "把茅台加入自选", "每天15:30发我的自选"])
    for (const live of [false, true]) {
      const turn = await harness.answered({ text });
      const kept = await harness.acts.replay(actor, turn.id, { from: "route", live });
      const sent = await harness.acts.deliver(actor, kept?.id ?? "");
      assert.match(sent.said.zh, /^没有发送.*把原话再发一次/, text);
      assert.deepEqual(await harness.acts.replays.sentFor(turn.id), []);
    }
  for (const text of ["我的提醒", "我的自选", "茅台到什么价位提醒我"]) {
    const turn = await harness.answered({ text });
    const ofThen = await harness.acts.replay(actor, turn.id, recorded);
    assert.match((await harness.acts.deliver(actor, ofThen?.id ?? "")).said.en, /those of then.*live data/);
    const kept = await harness.acts.replay(actor, turn.id, { from: "route", live: true });
    const sent = await harness.acts.deliver(actor, kept?.id ?? "");
    assert.equal(sent.ok, true, `${text}: ${sent.said.en}`);
  }
});

test("a part that was given up is sent again, one that may have arrived as a possible repeat, a delivered one never", async () => {
  const ledger = createLedger(harness.store, Date.now);
  const queue = async (id: string) =>
    (await harness.store.redis.zscore(
      harness.store.keys.order("outbound-telegram", chatKey((await harness.read(id)).message)),
      partJobId(id, 0),
    )) !== null;
  const settled = async (outcome: "unconfirmed" | "refused" | "delivered") => {
    const { id } = await harness.answered();
    await ledger.claim(id, 0, "n", { canEdit: false });
    await ledger.settle(id, 0, "n", { outcome, reason: "r" });
    return id;
  };
  const dead = (await harness.answered()).id;
  await ledger.bury(dead, 0, "given up");
  assert.ok((await harness.ports.resend.deadLetters(10)).includes(dead));
  const unconfirmed = await settled("unconfirmed");
  for (const [id, repeat] of [
    [dead, false],
    [await settled("refused"), false],
    [unconfirmed, true],
  ] as const) {
    assert.equal((await harness.acts.resend(actor, id, 0)).ok, true);
    assert.equal(await queue(id), true);
    const claim = await ledger.claim(id, 0, "again", { canEdit: false });
    assert.equal(claim.kind === "claimed" && claim.repeat, repeat, id);
  }
  assert.ok(!(await harness.ports.resend.deadLetters(10)).includes(dead));
  for (const [id, part] of [
    [await settled("delivered"), 0],
    [unconfirmed, 0],
    [dead, 7],
    ["telegram-7-0-0", 0],
  ] as const)
    assert.equal((await harness.acts.resend(actor, id, part)).ok, false);
});

test("an answer that the platform would not take is found by that, until it is sent again or removed", async () => {
  const ledger = createLedger(harness.store, Date.now);
  const refused = () => harness.ports.search.ids({ state: "refused" }, 10);
  const [first, second] = [await harness.answered(), await harness.answered()];
  const release = { kind: { lua: "return 'on'" }, keys: [], args: [] };
  for (const { id } of [first, second]) {
    await ledger.claim(id, 0, "n", { canEdit: false });
    const settled = await ledger.settle(id, 0, "n", { outcome: "refused", reason: "403", release });
    assert.deepEqual(settled, { again: false, release: "on" });
  }
  // A late word of a try that has lost its claim lists nothing.
  const delivered = await harness.answered();
  await ledger.claim(delivered.id, 0, "n", { canEdit: false });
  await ledger.settle(delivered.id, 0, "n", { outcome: "delivered" });
  await ledger.settle(delivered.id, 0, "late", { outcome: "refused" });
  assert.deepEqual(new Set(await refused()), new Set([first.id, second.id]));
  await harness.acts.resend(actor, first.id, 0);
  assert.deepEqual(await refused(), [second.id]);
  await harness.acts.remove(actor, second.id);
  assert.deepEqual(await refused(), []);
});

test("dead letters are cleared one by one or all, and the records stay", async () => {
  const ledger = createLedger(harness.store, Date.now);
  const ids = [(await harness.answered()).id, (await harness.answered()).id, (await harness.answered()).id];
  for (const id of ids) await ledger.bury(id, 0, "given up");
  await harness.acts.clearDead(actor, ids[0]);
  assert.deepEqual(new Set(await harness.ports.resend.deadLetters(10)), new Set(ids.slice(1)));
  await harness.acts.clearDead(actor);
  assert.deepEqual(await harness.ports.resend.deadLetters(10), []);
  assert.deepEqual((await lastLine())?.after, { count: 2 });
  for (const id of ids) assert.equal((await harness.read(id)).state, "completed");
});

test("a removed record is gone; one in the queue is not removed", async () => {
  const turn = await harness.failed();
  assert.equal((await harness.acts.remove(actor, turn.id)).ok, true);
  assert.equal(await harness.ports.journal.read(turn.id), null);
  assert.equal((await harness.acts.remove(actor, (await harness.waiting()).id)).ok, false);
});

test("nor is one whose answer waits, is being sent or is made anew", async () => {
  const turn = await harness.answered();
  const isRemoved = async () => (await harness.acts.remove(actor, turn.id)).ok;
  const ledger = createLedger(harness.store, Date.now);
  assert.equal(await isRemoved(), false);
  await ledger.claim(turn.id, 0, "n", { canEdit: false });
  assert.equal(await isRemoved(), false);
  await ledger.settle(turn.id, 0, "n", { outcome: "delivered" });
  const anew = [againJobId(turn.id), againLane(chatKey(turn.message))] as const;
  await harness.ports.inbound.enqueue(...anew);
  assert.equal(await isRemoved(), false);
  await harness.ports.inbound.drop(...anew);
  assert.equal(await isRemoved(), true);
});

test("an approved stranger is told, and a wrong code is not written down", async () => {
  const { message } = await harness.answered();
  await harness.store.redis.hset(
    "qm:adapter:access:waiting",
    "ABCDEFGH",
    JSON.stringify({
      name: "telegram:77",
      kind: "direct",
      expiresMs: Date.now() + 60_000,
      message: { ...message, text: "" },
    }),
  );
  const wrong = await harness.acts.approve(actor, "hunter2-is-my-secret");
  assert.equal(wrong.ok, false);
  assert.match(`${wrong.said.zh} ${wrong.said.en}`, /已过期。请对方再发一条消息.*expired.*by writing again/);
  assert.doesNotMatch(JSON.stringify(await lastLine()), /hunter2/);
  assert.equal((await harness.acts.approve(actor, "abcd-efgh")).ok, true);
  assert.deepEqual([(await lastLine())?.act, (await lastLine())?.what], ["pair.approve", "telegram:77"]);
  const told = await harness.ports.search.ids({ marks: [{ dimension: "chat", value: chatKey(message) }] }, 5);
  const [notice = ""] = told.filter((id) => id !== message.id);
  assert.match((await harness.said(notice)).join(), /已获准[\s\S]*approved/);
});

test("who is revoked or blocked has no alerts any more, and nobody else loses theirs", async () => {
  const { acts, store, memory } = harness;
  const wish = async (id: string) => {
    const turn = await harness.failed({ text: "茅台跌破1300提醒我", senderId: id, chatId: id });
    await acts.retry(actor, turn.id);
    return sessionKey(turn.message);
  };
  const owners = [await wish("91"), await wish("92"), await wish("93")];
  const counts = () => Promise.all(owners.map(async (owner) => (await memory.reminders.read(owner)).length));
  assert.equal((await acts.revoke(actor, "telegram:91")).ok, false);
  assert.deepEqual(await counts(), [1, 1, 1], "who had not been let in is not shut out by that");
  const paired = { state: "paired", kind: "direct", atMs: 1, by: "cli:mei" };
  await store.redis.hset("qm:adapter:access:people", "telegram:91", JSON.stringify(paired));
  assert.equal((await acts.revoke(actor, "telegram:91")).ok, true);
  await acts.block(actor, "telegram:92");
  assert.deepEqual(await counts(), [0, 0, 1]);
});

test("many turns are replayed by a filter, each with what came of it, and nobody is told anything", async () => {
  const made = [];
  for (let at = 0; at < 12; at++) made.push(await harness.answered({ text: "五粮液的市盈率" }));
  const broken = made[0];
  assert.ok(broken?.reply);
  // One of them was answered otherwise than it would be now.
  await harness.store.redis.hset(
    harness.store.keys.turn(broken.id),
    "reply",
    JSON.stringify({ ...broken.reply, text: "别的" }),
  );
  const bulk = createBulk({ ...harness.ports, signal: new AbortController().signal }, harness.acts);
  // A notice has come out of no pipeline.
  const stranger = await harness.waiting({ text: "/start" });
  await harness.ports.journal.end(stranger.id, 0, { state: "completed", models: [], endedMs: Date.now() });
  await bulk.start(actor, "replay", { marks: [{ dimension: "chat", value: chatKey(stranger) }] }, recorded);
  await bulk.settled();
  assert.deepEqual(
    [(await lastLine())?.act, (await lastLine())?.after],
    ["bulk.replay.end", { total: 1, same: 0, different: 0, done: 0, refused: 1, failed: 0 }],
  );
  const query = { marks: [{ dimension: "code" as const, value: "000858.SZ" }] };
  assert.equal(await bulk.count("replay", query), 12);
  const posted = await harness.store.redis.keys("qm:ledger:*");
  const id = await bulk.start(actor, "replay", query, recorded);
  await bulk.settled();
  const state = await bulk.state(id);
  assert.equal(state?.running, false);
  assert.deepEqual(new Set(state?.items.map(({ turnId }) => turnId)), new Set(made.map((turn) => turn.id)));
  assert.deepEqual(
    state?.items.filter(({ result }) => result !== "same"),
    [{ turnId: broken.id, result: "different", detail: "prose" }],
  );
  assert.deepEqual((await harness.store.redis.keys("qm:ledger:*")).sort(), posted.sort());
  assert.equal((await lastLine())?.act, "bulk.replay.end");
});
