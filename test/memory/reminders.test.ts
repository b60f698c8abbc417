import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Alert, type Digest, maxReminders, type ReminderChange, sessionKey } from "#contract";
import { createReminders, type Reminders } from "../../src/memory/reminders.ts";
import type { Store } from "../../src/store/redis.ts";
import { question } from "../journal/messages.ts";
import { type RedisServer, startRedis } from "../store/redis-server.ts";

let server: RedisServer;
let store: Store;
let reminders: Reminders;
before(async () => {
  server = await startRedis();
  store = server.store();
  reminders = createReminders(store);
});
after(() => server.stop());

const alert = (code: string, level: string): Alert => ({
  kind: "alert",
  text: `${code} ${level}`,
  rule: { code, side: "below", level },
  action: { skill: "watchlist", input: { codes: [code] } },
  until: "2026-08-05",
  armed: true,
});
const digest: Digest = { kind: "digest", text: "我的自选", at: "15:30", done: "2026-05-06" };

let turns = 0;
/** Carries changes out as a turn of the chat's. */
async function change(chatId: string, changes: readonly ReminderChange[], id = `t-${turns++}`) {
  await store.redis.hset(store.keys.turn(id), "s", "working");
  const turn = { id, message: question({ chatId, senderId: chatId, text: "" }) };
  await store.together([reminders.changeStep(turn, store.keys.turn(id), changes)]);
  return sessionKey(turn.message);
}

const set = (reminder: Alert | Digest): ReminderChange => ({ op: "set", reminder });
const textsOf = async (owner: string) => (await reminders.read(owner)).map(({ text }) => text);

test("alerts stand before digests, and the same wish again takes the earlier one's place", async () => {
  const owner = await change("1", [
    set(digest),
    set(alert("600519.SH", "1300")),
    set(alert("000858.SZ", "90")),
  ]);
  await change("1", [set(alert("600519.SH", "1300.0")), set(digest)]);
  const kept = await reminders.read(owner);
  assert.deepEqual(
    kept.map((each) => (each.kind === "alert" ? each.rule.level : each.at)),
    ["90", "1300.0", "15:30"],
  );
  await change("1", [{ op: "drop", ids: kept.map(({ id }) => id) }]);
  assert.deepEqual(await reminders.read(owner), []);
  assert.equal(await store.redis.exists(store.keys.reminders), 0);
});

test("another level of a company and another time of a question stand beside the first", async () => {
  const owner = await change("8", [set(alert("600519.SH", "1200")), set(alert("600519.SH", "1100"))]);
  await change("8", [set(alert("600519.SH", "1000")), set(digest), set({ ...digest, at: "16:00" })]);
  assert.deepEqual(
    (await reminders.read(owner)).map((each) => (each.kind === "alert" ? each.rule.level : each.at)),
    ["1200", "1100", "1000", "15:30", "16:00"],
  );
});

test("a turn that comes by again changes nothing, and none takes more than there may be", async () => {
  const owner = await change("2", [set(alert("600519.SH", "1300"))], "again");
  await change("2", [set(alert("000858.SZ", "90"))], "again");
  assert.deepEqual(await textsOf(owner), ["600519.SH 1300"]);
  const many = Array.from({ length: maxReminders + 3 }, (_, at) => set(alert(`${600_000 + at}.SH`, "1")));
  await change("2", many);
  assert.equal((await textsOf(owner)).length, maxReminders);
});

test("what is due lets the steps behind it run once", async () => {
  const owner = await change("3", [set(alert("600519.SH", "1300")), set(digest)]);
  const [first, second] = await reminders.read(owner);
  const due = async (id: string | undefined, patch: Parameters<Reminders["duePatchStep"]>[2]) =>
    (await store.together([reminders.duePatchStep(owner, id ?? "", patch)]))[0];
  assert.equal(await due(second?.id, { done: "2026-05-07" }), "due");
  assert.equal(await due(second?.id, { done: "2026-05-07" }), "gone");
  assert.equal(await due(first?.id, { armed: true }), "gone");
  assert.equal(await due(first?.id, null), "due");
  assert.equal(await due(first?.id, null), "gone");
  assert.deepEqual(await textsOf(owner), ["我的自选"]);
});

const unreadable = (owner: string) => assert.fail(owner);

test("everybody's are found with where they go, until a person's are dropped", async () => {
  const owners = [await change("4", [set(digest)]), await change("5", [set(digest)])];
  const found = (await reminders.all(unreadable)).find((each) => each.owner === owners[0]);
  assert.deepEqual([found?.to.chatId, found?.to.senderId, found?.reminders.length], ["4", "4", 1]);
  await reminders.dropOf("telegram:4");
  const left = (await reminders.all(unreadable)).map(({ owner }) => owner);
  assert.deepEqual(
    owners.map((owner) => left.includes(owner)),
    [false, true],
  );
});

test("one that cannot be read hides no other, and is told", async (t) => {
  const { redis, keys } = store;
  t.after(() => redis.del(keys.reminders));
  const owner = await change("6", [set(alert("600519.SH", "1300")), set(digest)]);
  const kept = JSON.parse((await redis.hget(keys.reminders, owner)) ?? "");
  delete kept.list[0].rule;
  await redis.hset(keys.reminders, owner, JSON.stringify(kept), "telegram/a/7", "{");
  const told: string[] = [];
  const all = await reminders.all((of) => told.push(of));
  assert.deepEqual(told.sort(), [owner, "telegram/a/7"].sort());
  assert.deepEqual(
    all.find((each) => each.owner === owner)?.reminders.map(({ kind }) => kind),
    ["digest"],
  );
  assert.deepEqual(await textsOf(owner), ["我的自选"]);
});
