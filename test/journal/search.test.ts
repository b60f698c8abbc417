import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import fc from "fast-check";
import { chatKey, type IncomingMessage, type TurnState } from "#contract";
import { createActivity, hourMs } from "../../src/journal/activity.ts";
import { createAuditLog } from "../../src/journal/audit-log.ts";
import { eraseTurn } from "../../src/journal/forget/erase.ts";
import { createJournal, type Journal } from "../../src/journal/journal.ts";
import { createTurnSearch, type TurnSearch } from "../../src/journal/search/search.ts";
import type { TurnQuery } from "../../src/journal/search/turn-query.ts";
import type { Store } from "../../src/store/redis.ts";
import { type RedisServer, startRedis } from "../store/redis-server.ts";
import { question } from "./messages.ts";

let server: RedisServer;
let store: Store;
let journal: Journal;
let search: TurnSearch;
let nowMs = 10_000_000_000;

before(async () => {
  server = await startRedis();
  store = server.store();
  journal = createJournal(store, { days: 30, wallMs: () => nowMs });
  search = createTurnSearch(store);
});
after(() => server.stop());

/** A turn as it would have been: routed to a skill, with a claim about a code, and ended. */
async function turn(
  over: Partial<IncomingMessage>,
  about: { atMs: number; skill?: string; code?: string; state?: TurnState },
): Promise<string> {
  const message = question(over);
  const { atMs, skill = "price", code = "600519.SH", state = "completed" } = about;
  nowMs = atMs;
  await journal.create(message, { acceptedMs: atMs });
  if (state === "submitted") return message.id;
  const begun = await journal.begin(message.id, { marketNow: "2026-05-07T10:32:00+08:00", startedMs: atMs });
  if (typeof begun === "string") throw new Error(begun);
  const plan = { actions: [{ skill, input: {} }], language: "zh" };
  await begun.log.record("route", 0, { plan, models: [] }, 1);
  const claim = { kind: "numeric", value: 1, metric: "pe_ttm", code };
  await begun.log.record("execute", 0, { trace: [], claims: [claim], actions: [] }, 1);
  const error = state === "failed" ? { error: "SOURCE_DOWN" as const } : {};
  const ending = { state, models: [], endedMs: atMs + 5, ...error };
  await store.together([journal.endStep(message.id, begun.run, ending, begun.log.leave())]);
  return message.id;
}

const idsOf = async (query: TurnQuery, limit = 100) => search.ids(query, limit);

test("turns are found by platform, chat, skill, code, error, state, time and words, alone and together", async () => {
  const base = 20_000_000_000;
  const a = await turn({ chatId: "a1", text: "茅台现在多少钱" }, { atMs: base + 1 });
  const b = await turn({ chatId: "a1", text: "PE of Moutai" }, { atMs: base + 2, skill: "valuation" });
  const c = await turn(
    { platform: "weixin", id: "weixin-1-c-1", chatId: "c", text: "五粮液" },
    { atMs: base + 3, code: "000858.SZ", state: "failed" },
  );
  const d = await turn({ chatId: "d1", text: "还在等" }, { atMs: base + 4, state: "submitted" });
  const within = { fromMs: base, toMs: base + 1000 };
  const chat = chatKey(question({ chatId: "a1" }));
  const cases: [TurnQuery, string[]][] = [
    [{}, [d, c, b, a]],
    [{ marks: [{ dimension: "platform", value: "weixin" }] }, [c]],
    [{ marks: [{ dimension: "chat", value: chat }] }, [b, a]],
    [{ marks: [{ dimension: "skill", value: "valuation" }] }, [b]],
    [
      {
        marks: [
          { dimension: "code", value: "600519.SH" },
          { dimension: "skill", value: "price" },
        ],
      },
      [a],
    ],
    [{ marks: [{ dimension: "error", value: "SOURCE_DOWN" }] }, [c]],
    [{ state: "failed" }, [c]],
    [{ state: "submitted" }, [d]],
    [{ state: "completed" }, [b, a]],
    [{ text: "moutai" }, [b]],
    [{ text: "茅台" }, [a]],
    // A word of the record that no person wrote.
    [{ text: "senderid" }, []],
    [{ text: "五粮液", marks: [{ dimension: "skill", value: "valuation" }] }, []],
    [{ fromMs: base + 2, toMs: base + 3 }, [c, b]],
  ];
  for (const [query, wanted] of cases)
    assert.deepEqual(await idsOf({ ...within, ...query }), wanted, JSON.stringify(query));
  assert.deepEqual((await search.oldestOpen())?.id, d);
  await journal.cancel(d);
});

test("a turn that failed before it had any value is found by the company of its plan", async () => {
  const message = question({ chatId: "no-claim", text: "平安银行市值" });
  await journal.create(message, { acceptedMs: nowMs });
  const begun = await journal.begin(message.id, { marketNow: "2026-05-07T10:32:00+08:00", startedMs: nowMs });
  if (typeof begun === "string") throw new Error(begun);
  const actions = [{ skill: "valuation", input: { codes: ["000001.SZ"], metrics: ["600000"] } }];
  await begun.log.record("route", 0, { plan: { actions, language: "zh" }, models: [] }, 1);
  const ending = { state: "failed", error: "SOURCE_DOWN", models: [], endedMs: nowMs + 5 } as const;
  await store.together([journal.endStep(message.id, begun.run, ending, begun.log.leave())]);
  assert.deepEqual(await idsOf({ state: "failed", marks: [{ dimension: "code", value: "000001.SZ" }] }), [
    message.id,
  ]);
  assert.deepEqual(await idsOf({ marks: [{ dimension: "code", value: "600000" }] }), []);
});

test("pages follow one another without a gap or a repeat, however many share a moment", async () => {
  const base = 30_000_000_000;
  const made: string[] = [];
  for (let at = 0; at < 60; at++) made.push(await turn({ chatId: "p" }, { atMs: base + Math.floor(at / 7) }));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 25 }), async (limit) => {
      const query: TurnQuery = {
        fromMs: base,
        toMs: base + 1000,
        marks: [{ dimension: "skill", value: "price" }],
      };
      const seen: string[] = [];
      let after: string | undefined;
      do {
        const page = await search.find(query, { limit, ...(after === undefined ? {} : { after }) });
        seen.push(...page.turns.map(({ turn: { id } }) => id));
        after = page.next;
      } while (after !== undefined);
      assert.equal(seen.length, made.length);
      assert.deepEqual(new Set(seen), new Set(made));
    }),
    { numRuns: 8 },
  );
});

test("an erased turn is gone from the record and from every index", async () => {
  const base = 40_000_000_000;
  const id = await turn({ chatId: "e" }, { atMs: base, state: "failed" });
  const found = await journal.read(id);
  assert.ok(found);
  await eraseTurn(store, found);
  assert.equal(await journal.read(id), null);
  for (const key of await store.redis.keys("qm:turns*"))
    assert.equal(await store.redis.zscore(key, id), null, key);
});

test("indexes forget with the journal: what is older than its days goes, a quiet set expires", async () => {
  const old = await turn({ chatId: "old" }, { atMs: 50_000_000_000 });
  // Not every turn looks for what is too old, but some of so many do.
  for (let at = 0; at < 8; at++)
    await turn({ chatId: "new" }, { atMs: 50_000_000_000 + 31 * 86_400_000 + at });
  const key = store.keys.turnsBy("skill", "price");
  assert.equal(await store.redis.zscore(key, old), null);
  assert.ok((await store.redis.ttl(key)) > 0);
  assert.ok((await store.redis.ttl(store.keys.turnsBy("chat", "telegram/7/old"))) > 0);
});

test("audit lines come newest first, in pages", async () => {
  const audit = createAuditLog(store);
  for (let at = 1; at <= 5; at++)
    await audit.write({
      atMs: at,
      who: "cli:mei",
      act: "cancel",
      what: `t${at}`,
      before: { state: "working" },
      after: "done",
    });
  const first = await audit.read({ limit: 3 });
  assert.deepEqual(
    first.map(({ what }) => what),
    ["t5", "t4", "t3"],
  );
  assert.deepEqual(first[0]?.before, { state: "working" });
  const rest = await audit.read({ limit: 3, before: first[2]?.id ?? "" });
  assert.deepEqual(
    rest.map(({ what }) => what),
    ["t2", "t1"],
  );
});

test("counts of several processes add up by the hour", async () => {
  const [one, two] = [createActivity(store, { days: 30 }), createActivity(store, { days: 30 })];
  one.add(hourMs * 5 + 1, { turns: 1, "in:openai:x": 10 });
  one.add(hourMs * 5 + 2, { turns: 1 });
  two.add(hourMs * 5 + 3, { turns: 1, fallback: 0 });
  two.add(hourMs * 7, { turns: 1 });
  await one.close();
  await two.close();
  const read = await one.read(hourMs * 4, hourMs * 8);
  assert.deepEqual([...read.keys()], [5, 7]);
  assert.deepEqual(read.get(5), { turns: 3, "in:openai:x": 10 });
});
