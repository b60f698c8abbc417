import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { eraseTurn } from "../../src/journal/forget/erase.ts";
import { createJournal, type Journal } from "../../src/journal/journal.ts";
import { createTurnSearch, type TurnSearch } from "../../src/journal/search/search.ts";
import { gatherTexts, hitsIn, slotPlace } from "../../src/journal/search/text-slots.ts";
import type { TurnQuery } from "../../src/journal/search/turn-query.ts";
import type { Store } from "../../src/store/redis.ts";
import { type RedisServer, startRedis } from "../store/redis-server.ts";
import { question } from "./messages.ts";

let server: RedisServer;
let store: Store;
let journal: Journal;
let search: TurnSearch;

const hourMs = 3_600_000;
/** The texts of a day go with the wall clock of Redis. */
const nowMs = Date.now();
const signal = new AbortController().signal;
const gather = (days = 30) => gatherTexts({ store, days, wallMs: () => nowMs, signal });

interface Made {
  readonly id: string;
  readonly text: string;
  readonly failed: boolean;
}
/** Newest first. */
const made: Made[] = [];
const words = ["茅台 PE", "Moutai 现在多少钱", "五粮液\n的市盈率", "比亚迪", "telegram-7"];

before(async () => {
  server = await startRedis();
  store = server.store();
  journal = createJournal(store, { days: 30, wallMs: () => nowMs });
  search = createTurnSearch(store);
  for (let at = 0; at < 400; at++) {
    // Three at a moment, over two and a half days.
    const acceptedMs = nowMs - Math.floor(at / 3) * (hourMs / 2.2);
    const text = `${words[at % words.length]} ${at}号`;
    const message = question({ text, chatId: `c${at % 7}` });
    await journal.create(message, { acceptedMs });
    const failed = at % 3 === 0;
    const ending = failed
      ? { state: "failed" as const, error: "SOURCE_DOWN" as const }
      : { state: "completed" as const };
    await journal.end(message.id, 0, { ...ending, models: [], endedMs: acceptedMs });
    made.push({ id: message.id, text, failed });
  }
});
after(() => server.stop());

async function allPages(query: TurnQuery, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let from: string | undefined;
  do {
    const page = await search.find(query, { limit, ...(from === undefined ? {} : { after: from }) });
    ids.push(...page.turns.map(({ turn }) => turn.id));
    from = page.next;
  } while (from !== undefined);
  return ids;
}

const wanted = (text: string, onlyFailed: boolean): string[] =>
  made
    .filter((each) => !onlyFailed || each.failed)
    .filter((each) => each.text.toLowerCase().includes(text.toLowerCase()))
    .map(({ id }) => id);

const looksRight = async () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom("茅台", "pe", "moutai", "的市", "telegram-7", "号", "7号", "nowhere", "399号"),
      fc.boolean(),
      fc.integer({ min: 1, max: 90 }),
      async (text, onlyFailed, limit) => {
        const found = await allPages({ text, ...(onlyFailed ? { state: "failed" as const } : {}) }, limit);
        assert.deepEqual(found.toSorted(), wanted(text, onlyFailed).toSorted());
        assert.equal(new Set(found).size, found.length);
      },
    ),
    { numRuns: 12 },
  );

test("words are found all the same before their texts are gathered, after, and where a part of them is", async () => {
  await looksRight();
  assert.ok((await gather()) > 100);
  await looksRight();
  for (const { id } of made.slice(0, 200)) {
    const { slot, day } = slotPlace(Number(await store.redis.zscore(store.keys.turns, id)));
    if (slot % 2 === 0) await store.redis.hdel(store.keys.texts(day), String(slot));
  }
  const half = await allPages({ text: "moutai" }, 30);
  assert.deepEqual(half.toSorted(), wanted("moutai", false).toSorted());
  assert.ok((await gather()) > 10, "what is missing is gathered again");
  await looksRight();
});

test("a stretch with an open turn waits; no text is kept longer than its turn may be", async () => {
  const open = question({ text: "still open" });
  const acceptedMs = nowMs - hourMs;
  await journal.create(open, { acceptedMs });
  const { day, slot } = slotPlace(acceptedMs);
  await store.redis.hdel(store.keys.texts(day), String(slot));
  await gather();
  assert.equal(await store.redis.hexists(store.keys.texts(day), String(slot)), 0);
  assert.deepEqual(await search.ids({ text: "still open" }, 5), [open.id]);
  await journal.cancel(open.id);
  await gather();
  assert.match(String(await store.redis.hget(store.keys.texts(day), String(slot))), /\tstill open\n/);
  assert.deepEqual(await search.ids({ text: "still open" }, 5), [open.id]);
  const endsMs = await store.redis.pexpiretime(store.keys.texts(day));
  assert.ok(endsMs > nowMs && endsMs <= (day + 9) * 86_400_000);
  await store.redis.del(store.keys.texts(day - 2));
  await gather(1);
  assert.equal(await store.redis.exists(store.keys.texts(day - 2)), 0);
});

test("an erased turn takes its text along", async () => {
  const [gone] = made.slice(30, 31);
  const turn = await journal.read(gone?.id ?? "");
  assert.ok(turn);
  const { day, slot } = slotPlace(turn.accepted_ms);
  const text = async () => String(await store.redis.hget(store.keys.texts(day), String(slot)));
  assert.match(await text(), new RegExp(`${turn.id}\t`));
  await eraseTurn(store, turn);
  assert.equal(await text(), "null");
  await gather();
  assert.doesNotMatch(await text(), new RegExp(`${turn.id}\t`));
});

test("an id is no text, and what stands before the first line's text neither", () => {
  const texts = Buffer.from("a-1\t茅台 a-1\na-2\tmoutai\na-3\ta-1 a-1\n");
  const hits = (text: string, before = "") => hitsIn(texts, Buffer.from(text), before);
  assert.deepEqual(hits("a-1"), ["a-3", "a-1"]);
  assert.deepEqual(hits("a-2"), []);
  assert.deepEqual(hits("a"), ["a-3", "a-2", "a-1"]);
  assert.deepEqual(hits("a", "a-3"), ["a-2", "a-1"]);
  assert.deepEqual(hits("a", "a-1"), []);
});
