import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createRoutes, type ReadySource } from "../../src/data/routing.ts";
import type { SpotRow } from "../../src/data/rows.ts";
import type { SharedAnswers } from "../../src/data/shared-answers.ts";
import type { SourceResult } from "../../src/data/source.ts";
import { createSharedRateLimiter } from "../../src/store/rate-limiter.ts";
import { createSharedAnswers } from "../../src/store/shared-answers.ts";
import { type RedisServer, startRedis } from "../store/redis-server.ts";
import { handClock, silentLog } from "./harness.ts";

const now = "2026-05-07T10:32:05+08:00";

const quote = (fetched_at = now): SourceResult<SpotRow> => ({
  ok: true,
  rows: [{ code: "600519.SH", as_of: now, currency: "CNY", adjust: "none", current_price: 7 }],
  table: "spot",
  adapter: "scripted",
  fetched_at,
});

/** One upstream behind several processes. */
function upstream(answer: () => SourceResult<SpotRow> | Promise<SourceResult<SpotRow>>, limits = {}) {
  const state = { calls: 0 };
  const source = (setUp: string): ReadySource => ({
    name: "first",
    provides: { spot: 1 },
    limits,
    setUp,
    client: {
      async spot() {
        state.calls += 1;
        return answer();
      },
    },
  });
  return { state, source };
}

let server: RedisServer;
before(async () => {
  server = await startRedis();
});
after(() => server.stop());

function openProcess(source: ReadySource, answers?: SharedAnswers) {
  const store = server.store();
  const clock = handClock(now);
  const routes = createRoutes({
    sources: [source],
    clock,
    log: silentLog,
    limiter: createSharedRateLimiter(store),
    answers: answers ?? createSharedAnswers(store),
  });
  const ask = (key: string) =>
    routes.ask<SpotRow>({ capability: "spot", key, call: (client, signal) => client.spot?.(key, signal) });
  return { ask, clock };
}

describe("several processes before one upstream", () => {
  test("a hundred askers in each of three cause one call in all, and all cite its time of fetch", async () => {
    const { state, source } = upstream(() => quote("2026-05-07T10:32:01+08:00"));
    const processes = [1, 2, 3].map(() => openProcess(source("crowd")));
    const found = await Promise.all(
      processes.flatMap(({ ask }) => Array.from({ length: 100 }, () => ask("crowd"))),
    );
    assert.equal(state.calls, 1);
    assert.ok(found.every((each) => each.ok && each.fetched_at === "2026-05-07T10:32:01+08:00"));
  });

  test("other set-ups of the same source do not share", async () => {
    const { state, source } = upstream(quote);
    await openProcess(source("here")).ask("apart");
    await openProcess(source("there")).ask("apart");
    assert.equal(state.calls, 2);
  });

  test("a failure is shared by those who waited for it", async () => {
    const { state, source } = upstream(() => ({ ok: false, error: { code: "TOOL_ERROR", message: "no" } }));
    const processes = [1, 2, 3].map(() => openProcess(source("failing")));
    const found = await Promise.all(processes.map(({ ask }) => ask("failing")));
    assert.ok(found.every((each) => !each.ok && each.error.code === "TOOL_ERROR"));
    assert.ok(state.calls >= 1 && state.calls <= 3);
  });

  test("the minute's calls are those of all processes; used up, the failure comes at once", async () => {
    const { state, source } = upstream(quote, { each: 4 });
    const processes = [1, 2].map(() => openProcess(source("limit")));
    const found = await Promise.all(
      processes.flatMap(({ ask }, p) => [1, 2, 3, 4].map((n) => ask(`limit ${p} ${n}`))),
    );
    assert.equal(state.calls, 4);
    const codes = found.flatMap((each) => (each.ok ? [] : [each.error.code]));
    assert.deepEqual(codes, ["RATE_LIMIT", "RATE_LIMIT", "RATE_LIMIT", "RATE_LIMIT"]);
  });

  test("a rate limit that one of them meets is kept to by the others", async () => {
    const { state, source } = upstream(() => ({
      ok: false,
      error: { code: "RATE_LIMIT", message: "too often", perMinute: 2 },
    }));
    await openProcess(source("told")).ask("told 1");
    const found = await openProcess(source("told")).ask("told 2");
    assert.equal(found.ok ? "" : found.error.code, "RATE_LIMIT");
    assert.equal(state.calls, 1);
  });

  test("without the shared store everyone asks for himself", async () => {
    const { state, source } = upstream(quote);
    const away: SharedAnswers = {
      take: () => Promise.reject(new Error("away")),
      put: () => Promise.reject(new Error("away")),
    };
    const found = await Promise.all([1, 2].map(() => openProcess(source("away"), away).ask("away")));
    assert.ok(found.every(({ ok }) => ok));
    assert.equal(state.calls, 2);
  });
});
