import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { chatKey, type Turn } from "#contract";
import { forget } from "../../src/journal/forget.ts";
import { gatherTexts } from "../../src/journal/text-slots.ts";
import { createMemory } from "../../src/memory/session.ts";
import { dropJobs } from "../../src/queue/drop-jobs.ts";
import { createAdapterStore } from "../../src/store/adapter-store.ts";
import { createDaySpending } from "../../src/store/day-spending.ts";
import { type ActDesk, actor, openActDesk } from "../admin/act-desk.ts";

let desk: ActDesk;

before(async () => {
  desk = await openActDesk();
});
after(() => desk?.close());

/** Every value of the whole Redis, as one text a key. */
async function everything(): Promise<Map<string, string>> {
  const { redis } = desk.store;
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

const end = async (turn: Turn) => {
  await desk.ports.journal.cancel(turn.id);
  await dropJobs({ ...desk.ports, queueOf: desk.queueOf }, turn);
};

test("a forgotten person is nowhere any more, in no key and no value, and nobody else is touched", async () => {
  const theirs = { chatId: "880011223", senderId: "880011223", senderName: "Mei Forgetme" };
  const named = (id: string) => ({ ...theirs, id: `telegram-7-880011223-${id}` });
  // Its number holds the other's, which must not be mistaken for it.
  const other = await desk.answered({
    id: "telegram-7-1880011223-1",
    chatId: "1880011223",
    senderId: "1880011223",
  });
  const turn = await desk.answered(named("1"));
  await desk.answered({ ...named("2"), chatKind: "group", chatId: "-4455", id: "telegram-7--4455-9" });
  await desk.waiting(named("3"));
  await desk.acts.replay(actor, turn.id, { from: "route", live: false });
  await desk.acts.block(actor, "telegram:880011223");
  await createMemory(desk.store).remember(chatKey(turn.message), [
    { turnId: turn.id, codes: [], skill: "price", input: {}, claims: [], at: "2026-05-07" },
  ]);
  const paid = { id: "a", payer: "telegram/880011223", tokens: 1, cost: 0 };
  await createDaySpending(desk.store).reserve(paid, { user: {}, all: {} }, Date.now());
  const kept = createAdapterStore(desk.store, "telegram");
  await kept.set("window/880011223", "1");
  await kept.set("window/1880011223", "1");
  await kept.setEntry("seen", "880011223", "1");
  // A question that waited beside another one.
  await createAdapterStore(desk.store, "beside").set("telegram-7-880011223-1", "1");
  // An audit line about a turn that the journal holds no more.
  const [act, what] = ["replay", "telegram-7-880011223-77"];
  await desk.ports.audit.write({ atMs: 1, who: "cli:mei", act, what });
  const before = { sender: "telegram:880011223", chat: "telegram/7/880011223" };
  await desk.ports.audit.write({ atMs: 1, who: "cli:mei", act: "bulk.replay", what: "b1", before });
  const others = { sender: "telegram:1880011223", chat: "weixin/7/880011223" };
  await desk.ports.audit.write({ atMs: 1, who: "cli:mei", act: "bulk.replay", what: "b2", before: others });
  const later = Date.now() + 3_600_000;
  const { signal } = new AbortController();
  await end(turn);
  await desk.ports.journal.cancel("telegram-7-880011223-3");
  await gatherTexts({ store: desk.store, days: 30, wallMs: () => later, signal });
  const texts = [...(await everything())].filter(([key]) => key.startsWith("qm:texts"));
  assert.match(JSON.stringify(texts), /telegram-7-880011223-1/);

  const events = [...(await everything())].filter(([key]) => key.endsWith(":events"));
  assert.match(JSON.stringify(events), /telegram-7-880011223-3/);
  const found = await forget(desk.store, { platform: "telegram", id: "880011223", dropJobs: end }, sleep);
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
  const audit = JSON.stringify(await desk.store.redis.xrange(desk.store.keys.audit, "-", "+"));
  assert.doesNotMatch(audit, /telegram(:|\/7\/|-7-)880011223|Forgetme/);
  assert.match(audit, /b2/, "a line about somebody else stays");
  assert.ok(await desk.ports.journal.read(other.id));
  assert.equal(await kept.get("window/1880011223"), "1");
});
