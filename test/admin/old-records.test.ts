import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { indexTurns, isIndexed } from "../../src/journal/search/index-turns.ts";
import { createAdapterStore } from "../../src/store/adapter-store.ts";
import { connect, type Store } from "../../src/store/redis.ts";
import { type Service, startService } from "../line/service.ts";
import { eventually } from "../support/eventually.ts";
import { type ActHarness, openActHarness } from "./act-harness.ts";
import { visit } from "./site-visitor.ts";

/** A record as version 0.0 stored it, before there were indexes, packed stages and names of the finish. */
const { id, fields }: { id: string; fields: Record<string, string> } = JSON.parse(
  readFileSync(join(import.meta.dirname, "stored/turn-before-indexes.json"), "utf8"),
);
const acceptedMs = Date.now() - 3_600_000;

/** Puts it where that version would have left it an hour ago. */
async function putOld({ redis, keys }: Store, turnId = id, more: Readonly<Record<string, string>> = {}) {
  await redis.hset(keys.turn(turnId), { ...fields, a: String(acceptedMs), ...more });
  await redis.zadd(keys.turns, acceptedMs, turnId);
}

let harness: ActHarness;
before(async () => {
  harness = await openActHarness();
});
after(() => harness?.close());

const options = (signal = new AbortController().signal) => ({
  ...{ store: harness.store, journal: harness.ports.journal, days: 30, signal },
  keep: createAdapterStore(harness.store, "journal"),
});

test("the record of an earlier version is read, replayed and exported as one of today", async () => {
  await putOld(harness.store);
  const turn = await harness.read(id);
  assert.equal(turn.state, "completed");
  assert.deepEqual(
    turn.stages.map(({ stage }) => stage),
    ["route", "execute", "verify", "synthesize", "guard", "deliver"],
  );
  const kept = await harness.acts.replay({ who: "cli:mei" }, id, { from: "verify", live: false });
  assert.equal(kept?.replayed.state, "completed");
  assert.match(kept?.replayed.reply?.text ?? "", /贵州茅台\(600519\.SH\)/);
});

test("a pass over the journal finds what an earlier version has left, and is made once", async () => {
  const { keys, redis } = harness.store;
  await putOld(harness.store);
  for (let at = 0; at < 250; at++)
    await putOld(harness.store, `${id}-${at}`, { s: "failed", error: "NO_DATA" });
  const count = async (dimension: "platform" | "skill" | "code" | "error", value: string) =>
    (await harness.ports.search.ids({ marks: [{ dimension, value }] }, 1000)).length;
  assert.equal(await count("code", "600519.SH"), 0);
  assert.equal(await isIndexed(options().keep), false);
  assert.equal(await indexTurns(options()), 251);
  assert.equal(await isIndexed(options().keep), true);
  assert.equal(await count("code", "600519.SH"), 251);
  assert.equal(await count("skill", "price"), 251);
  assert.equal(await count("platform", "terminal"), 251);
  assert.equal(await count("error", "NO_DATA"), 250);
  assert.equal((await harness.ports.search.ids({ state: "failed" }, 1000)).length, 250);
  assert.ok((await redis.ttl(keys.turnsBy("code", "600519.SH"))) > 0);
});

test("a pass that is cut off is not taken for made", async () => {
  const aborter = new AbortController();
  aborter.abort();
  await options().keep.delete("turn-index");
  await indexTurns(options(aborter.signal));
  assert.equal(await isIndexed(options().keep), false);
});

const patience = { timeout: 120_000 };

test(
  "a service that comes up over an old journal finds its turns by company and shows their pages",
  patience,
  async (t) => {
    const service: Service = await startService({
      ADMIN_TOKEN: "operator-token-of-old",
      DATA_SOURCES: "sample",
    });
    t.after(() => service.stop());
    const store = connect({ socketPath: join(service.dataFolder, "redis.sock") });
    t.after(() => store.close());
    const keep = createAdapterStore(store, "journal");
    // Its own pass over the empty journal comes first: it would say afterwards that all is indexed.
    await eventually("the pass over the empty journal", () => isIndexed(keep));
    await putOld(store);
    await keep.delete("turn-index");
    await service.stop({ keep: true });
    await service.start();
    const mei = await visit(service.url, { token: "operator-token-of-old" });
    await eventually("the turn in its index", async () =>
      (await mei.get("/admin/turns?code=600519.SH")).text.includes(`/admin/turns/${id}`),
    );
    const { status, text } = await mei.get(`/admin/turns/${id}`);
    assert.equal(status, 200);
    assert.match(text, /贵州茅台/);
    assert.match(text, /get_price|get_quote/);
  },
);
