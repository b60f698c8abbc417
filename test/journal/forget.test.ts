import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chatKey, sessionKey, type Turn } from "#contract";
import { forget, type LeftJobs } from "../../src/journal/forget/forget.ts";
import { gatherTexts } from "../../src/journal/search/text-slots.ts";
import { createMemory } from "../../src/memory/session.ts";
import { dropJobs } from "../../src/queue/drop-jobs.ts";
import { createAdapterStore } from "../../src/store/adapter-store.ts";
import { createDaySpending } from "../../src/store/day-spending.ts";
import { type ActHarness, actor, openActHarness } from "../admin/act-harness.ts";

let harness: ActHarness;

before(async () => {
  harness = await openActHarness();
});
after(() => harness?.close());

/** Every value of the whole Redis, as one text a key. */
async function everything(): Promise<Map<string, string>> {
  const { redis } = harness.store;
  const all = new Map<string, string>();
  for (const key of await redis.keys("*")) {
    const type = await redis.type(key);
    const value =
      type === "hash"
        ? await redis.hgetall(key)
        : type === "zset"
          ? await redis.zrange(key, "0", "-1")
          : type === "list"
            ? await redis.lrange(key, 0, -1)
            : type === "set"
              ? await redis.smembers(key)
              : type === "stream"
                ? await redis.xrange(key, "-", "+")
                : await redis.get(key);
    all.set(key, JSON.stringify(value));
  }
  return all;
}

const settle = async () => undefined;
const end = async (turn: Turn | LeftJobs) => {
  await harness.ports.journal.cancel(turn.id);
  await dropJobs({ ...harness.ports, queueOf: harness.queueOf }, turn);
};

test("a forgotten person is nowhere any more, in no key and no value, and nobody else is touched", async () => {
  const theirs = { chatId: "880011223", senderId: "880011223", senderName: "Mei Forgetme" };
  const named = (id: string) => ({ ...theirs, id: `telegram-7-880011223-${id}` });
  // Its number holds the other's, which must not be mistaken for it.
  const other = await harness.answered({
    id: "telegram-7-1880011223-1",
    chatId: "1880011223",
    senderId: "1880011223",
  });
  const turn = await harness.answered(named("1"));
  await harness.answered({ ...named("2"), chatKind: "group", chatId: "-4455", id: "telegram-7--4455-9" });
  await harness.waiting(named("3"));
  await harness.acts.replay(actor, turn.id, { from: "route", live: false });
  await harness.acts.block(actor, "telegram:880011223");
  await createMemory(harness.store).remember(chatKey(turn.message), [
    { turnId: turn.id, codes: [], skill: "price", input: {}, claims: [], at: "2026-05-07" },
  ]);
  const paid = { id: "a", payer: "telegram/880011223", tokens: 1, cost: 0 };
  await createDaySpending(harness.store).reserve(paid, { user: {}, all: {} }, Date.now());
  const kept = createAdapterStore(harness.store, "telegram");
  await kept.set("window/880011223", "1");
  await kept.set("window/1880011223", "1");
  await kept.setEntry("seen", "880011223", "1");
  // A question that waited beside another one.
  await createAdapterStore(harness.store, "beside").set("telegram-7-880011223-1", "1");
  // An audit line about a turn that the journal holds no more.
  const [act, what] = ["replay", "telegram-7-880011223-77"];
  await harness.ports.audit.write({ atMs: 1, who: "cli:mei", act, what });
  const before = { sender: "telegram:880011223", chat: "telegram/7/880011223" };
  await harness.ports.audit.write({ atMs: 1, who: "cli:mei", act: "bulk.replay", what: "b1", before });
  const others = { sender: "telegram:1880011223", chat: "weixin/7/880011223" };
  await harness.ports.audit.write({
    atMs: 1,
    who: "cli:mei",
    act: "bulk.replay",
    what: "b2",
    before: others,
  });
  const later = Date.now() + 3_600_000;
  const { signal } = new AbortController();
  await end(turn);
  await harness.ports.journal.cancel("telegram-7-880011223-3");
  await gatherTexts({ store: harness.store, days: 30, wallMs: () => later, signal });
  const texts = [...(await everything())].filter(([key]) => key.startsWith("qm:texts"));
  assert.match(JSON.stringify(texts), /telegram-7-880011223-1/);

  const events = [...(await everything())].filter(([key]) => key.endsWith(":events"));
  assert.match(JSON.stringify(events), /telegram-7-880011223-3/);
  const found = await forget(
    harness.store,
    { platform: "telegram", id: "880011223", dropJobs: end, settle },
    sleep,
  );
  assert.equal(found.turns, 3);
  assert.equal(found.left, 0);
  assert.equal(found.rewritten, true);
  const traces = [...(await everything())].filter(
    ([key, value]) => /(^|\D)880011223|Forgetme/.test(key) || /(^|\D)880011223|Forgetme/.test(value),
  );
  assert.deepEqual(
    traces.map(([key]) => key).filter((key) => key !== "qm:audit"),
    [],
  );
  const audit = JSON.stringify(await harness.store.redis.xrange(harness.store.keys.audit, "-", "+"));
  assert.doesNotMatch(audit, /telegram(:|\/7\/|-7-)880011223|Forgetme/);
  assert.match(audit, /b2/, "a line about somebody else stays");
  assert.ok(await harness.ports.journal.read(other.id));
  assert.equal(await kept.get("window/1880011223"), "1");
});

/** As it is once Redis has let the records go: what else is kept of a turn may stand longer. */
async function expire(...turnIds: readonly string[]): Promise<void> {
  for (const turnId of turnIds) await harness.store.redis.del(harness.store.keys.turn(turnId));
}

/** Adds a company to the watchlist of a turn's conversation. */
const watch = (turn: Turn) =>
  harness.store.together([
    createMemory(harness.store).watchlists.changeStep(
      sessionKey(turn.message),
      harness.store.keys.turn(turn.id),
      [{ op: "add", codes: ["600519.SH"] }],
    ),
  ]);

/** Sets a digest in a turn's conversation. */
const remind = (turn: Turn) =>
  harness.store.together([
    createMemory(harness.store).reminders.changeStep(turn, harness.store.keys.turn(turn.id), [
      { op: "set", reminder: { kind: "digest", text: "我的自选", at: "15:30", done: "2026-05-06" } },
    ]),
  ]);

test("a watchlist goes with its owner, and so does what outlived their turns", async () => {
  const person = { senderId: "770011", senderName: "Ann" };
  const own = { ...person, chatId: "770011", id: "telegram-7-770011-1" };
  const inGroup = { ...person, chatKind: "group", chatId: "-4477", id: "telegram-7--4477-9" } as const;
  const neighbour = { senderId: "1770011", chatId: "1770011", id: "telegram-7-1770011-1" };
  const ofWeixin = { platform: "weixin", chatId: "770011", senderId: "770011", id: "weixin-7-m770" };
  const memory = createMemory(harness.store);
  const turns = [own, inGroup, neighbour, ofWeixin].map((over) => harness.answered(over));
  const [first, second, other, weixin] = await Promise.all(turns);
  assert.ok(first && second && other && weixin);
  for (const turn of [first, second, other, weixin]) {
    await watch(turn);
    await remind(turn);
    const entry = { turnId: turn.id, codes: [], skill: "price", input: {}, claims: [], at: "2026-05-07" };
    await memory.remember(sessionKey(turn.message), [entry]);
    await memory.clear(sessionKey(turn.message));
    await memory.remember(sessionKey(turn.message), [entry]);
    const shown = { chat: turn.message, turnId: turn.id, receipt: `m${turn.id}` };
    const step = harness.ports.journal.quotes.shownStep(shown);
    assert.ok(step);
    await harness.store.together([step]);
  }
  await expire(first.id, second.id, weixin.id);
  const found = await forget(
    harness.store,
    { platform: "telegram", id: "770011", dropJobs: end, settle },
    sleep,
  );
  assert.equal(found.turns, 0);
  assert.equal(found.left, 0);
  const traces = [...(await everything())].filter(([key, value]) => {
    const text = `${key} ${value}`;
    return /(^|\D)770011|-4477-9/.test(text) && !text.includes("weixin");
  });
  assert.deepEqual(traces, []);
  assert.deepEqual(await memory.watchlists.read(sessionKey(other.message)), ["600519.SH"]);
  assert.equal((await memory.reminders.read(sessionKey(other.message))).length, 1);
  assert.equal((await memory.recall(sessionKey(other.message))).length, 1);
  assert.equal((await harness.ports.outbox.rows(other.id)).length, 1);
  assert.deepEqual(await memory.watchlists.read(sessionKey(weixin.message)), ["600519.SH"]);
  const ofOther = await forget(
    harness.store,
    { platform: "weixin", id: "770011", dropJobs: end, settle },
    sleep,
  );
  assert.equal(ofOther.left, 0);
  const rest = [...(await everything())].filter(([key, value]) => /(^|\D)770011/.test(`${key} ${value}`));
  assert.deepEqual(rest, []);
});

test("a reminder that cannot be read stops nothing: the person's own goes, another's is left and told", async () => {
  const { keys, redis } = harness.store;
  const turn = await harness.answered({ senderId: "5511", chatId: "5511", id: "telegram-7-5511-1" });
  const strange = { "telegram/7/5511": "{", "telegram/7/15511": "not JSON", "weixin/7/5511": "null" };
  await redis.hset(keys.reminders, strange);
  const found = await forget(
    harness.store,
    { platform: "telegram", id: "5511", dropJobs: end, settle },
    sleep,
  );
  assert.deepEqual([found.turns, found.left, found.unreadable], [1, 0, 2]);
  assert.equal(await harness.ports.journal.read(turn.id), null);
  const kept = await redis.hmget(keys.reminders, ...Object.keys(strange));
  assert.deepEqual(kept, [null, "not JSON", "null"]);
  await redis.hdel(keys.reminders, ...Object.keys(strange));
});

test("whoever is in the middle of an id, or only begins like one, is not taken for another", async () => {
  const glob = { senderId: "77[0]*", chatId: "77[0]*", id: "telegram-7-odd-1" };
  const like = { senderId: "770", chatId: "770", id: "telegram-7-770-1" };
  const [odd, plain] = [await harness.answered(glob), await harness.answered(like)];
  await watch(odd);
  await watch(plain);
  await forget(harness.store, { platform: "telegram", id: "77[0]*", dropJobs: end, settle }, sleep);
  const { watchlists } = createMemory(harness.store);
  assert.deepEqual(await watchlists.read(sessionKey(odd.message)), []);
  assert.deepEqual(await watchlists.read(sessionKey(plain.message)), ["600519.SH"]);
  assert.ok(await harness.ports.journal.read(plain.id));
});

test("no command about a person of very many turns holds all of their names", async () => {
  const { keys, redis } = harness.store;
  const ids = Array.from({ length: 4000 }, (_, n) => `telegram-7-660022-${n}`);
  const listed = ids.flatMap((id, n) => [String(n), id]);
  await redis.zadd(keys.turns, ...listed);
  await redis.zadd(keys.turnsBy("chat", "telegram/7/660022"), ...listed);
  const counts: number[] = [];
  const counting = new Proxy(redis, {
    get(of, name) {
      const value: unknown = Reflect.get(of, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (["del", "zrem", "hdel"].includes(String(name))) counts.push(args.length);
        return Reflect.apply(value, of, args);
      };
    },
  });
  const store = {
    ...harness.store,
    redis: counting,
    guarded: ((work) => harness.store.guarded(() => work(counting))) as typeof harness.store.guarded,
  };
  const found = await forget(store, { platform: "telegram", id: "660022", dropJobs: end, settle }, sleep);
  assert.equal(found.left, 0);
  assert.equal(await redis.zcard(keys.turnsBy("chat", "telegram/7/660022")), 0);
  assert.equal((await redis.zrange(keys.turns, "0", "-1")).filter((id) => id.includes("-660022-")).length, 0);
  assert.ok(counts.length > 8 && Math.max(...counts) <= 1100, String(Math.max(...counts)));
});
