import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";
import type { ErrorCode } from "#contract";
import type { RateLimiter } from "../../src/data/rate-limits.ts";
import { createRoutes, type ReadySource, type Routes } from "../../src/data/routing.ts";
import type { SpotRow } from "../../src/data/rows.ts";
import type { SourceClient, SourceResult } from "../../src/data/source.ts";
import { type HandClock, handClock, silentLog } from "./harness.ts";

type Spot = SourceResult<SpotRow>;

const row = (current_price: number): SpotRow => ({
  code: "600519.SH",
  as_of: "2026-05-07T10:32:00+08:00",
  currency: "CNY",
  adjust: "none",
  current_price,
});

/** A source that answers as scripted, the last answer again and again. */
function scripted(name: string, rank: number) {
  const state = { calls: 0, answer: (): Spot | Promise<Spot> => good(1) };
  const good = (price: number): Spot => ({
    ok: true,
    rows: [row(price)],
    table: "spot",
    adapter: name,
    fetched_at: "2026-05-07T10:32:05+08:00",
  });
  const fail = (code: ErrorCode): Spot => ({ ok: false, error: { code, message: "scripted" } });
  const source: ReadySource = {
    name,
    provides: { spot: rank },
    client: {
      async spot() {
        state.calls += 1;
        return state.answer();
      },
    },
  };
  return { state, good, fail, source };
}

describe("routing", () => {
  let clock: HandClock;
  let routes: Routes;
  let first: ReturnType<typeof scripted>;
  let second: ReturnType<typeof scripted>;

  beforeEach(() => {
    clock = handClock("2026-05-07T10:32:05+08:00");
    first = scripted("first", 1);
    second = scripted("second", 2);
    routes = createRoutes({ sources: [second.source, first.source], clock, log: silentLog });
  });

  const ask = (options: { key?: string; excludeSources?: readonly string[]; atLeast?: number } = {}) =>
    routes.ask<SpotRow>({
      capability: "spot",
      key: options.key ?? "600519.SH",
      call: (client, signal) => client.spot?.("600519.SH", signal),
      accept: ({ rows }) =>
        (rows[0]?.current_price ?? 0) >= (options.atLeast ?? 0)
          ? null
          : { code: "STALE", message: "too low" },
      ...(options.excludeSources === undefined ? {} : { excludeSources: options.excludeSources }),
    });

  test("a source that we ask too often ourselves is passed over once, and asked again at the next question", async () => {
    const busy: Spot = { ok: false, error: { code: "RATE_LIMIT", message: "no turn", own: true } };
    first.state.answer = () => busy;
    for (let n = 1; n <= 4; n += 1) {
      const found = await ask({ key: `busy ${n}` });
      assert.deepEqual([found.ok && found.source, first.state.calls], ["second", n]);
    }
    first.state.answer = () => first.good(2);
    const found = await ask({ key: "free" });
    assert.equal(found.ok && found.source, "first");
  });

  test("the source of the lower rank answers, the other is not asked", async () => {
    const found = await ask();
    assert.ok(found.ok);
    assert.deepEqual([found.source, found.fallback_from, second.state.calls], ["first", [], 0]);
  });

  test("a failure goes on to the next source and is named", async () => {
    first.state.answer = () => first.fail("RATE_LIMIT");
    second.state.answer = () => second.good(2);
    const found = await ask();
    assert.ok(found.ok);
    assert.deepEqual(
      [found.source, found.rows[0]?.current_price, found.fallback_from],
      ["second", 2, ["first: RATE_LIMIT"]],
    );
  });

  test("only a failed connection is tried again, once", async () => {
    for (const [code, calls] of [
      ["SOURCE_DOWN", 2],
      ["NET_TIMEOUT", 1],
      ["RATE_LIMIT", 1],
      ["SOURCE_DENIED", 1],
      ["TOOL_ERROR", 1],
    ] as const) {
      const source = scripted("only", 1);
      source.state.answer = () => source.fail(code);
      const only = createRoutes({ sources: [source.source], clock, log: silentLog });
      const found = await only.ask<SpotRow>({
        capability: "spot",
        key: code,
        call: (client, signal) => client.spot?.("600519.SH", signal),
      });
      assert.ok(!found.ok);
      assert.deepEqual([found.error.code, source.state.calls], [code, calls]);
    }
  });

  test("an answer without rows is NO_DATA and goes on", async () => {
    first.state.answer = () => ({ ...first.good(1), rows: [] }) as Spot;
    const found = await ask();
    assert.ok(found.ok);
    assert.deepEqual(found.fallback_from, ["first: NO_DATA"]);
  });

  test("when the sources fail differently the answer is to ask later; when alike, their reason", async () => {
    first.state.answer = () => first.fail("RATE_LIMIT");
    second.state.answer = () => second.fail("NET_TIMEOUT");
    const mixed = await ask();
    assert.equal(mixed.ok ? "" : mixed.error.code, "SOURCE_DOWN");
    second.state.answer = () => second.fail("RATE_LIMIT");
    const alike = await ask();
    assert.equal(alike.ok ? "" : alike.error.code, "RATE_LIMIT");
  });

  test("a hundred askers of one thing cause one call", async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    first.state.answer = async () => {
      await gate;
      return first.good(7);
    };
    const asked = Array.from({ length: 100 }, () => ask());
    release();
    const found = await Promise.all(asked);
    assert.equal(first.state.calls, 1);
    assert.ok(found.every((each) => each.ok && each.rows[0]?.current_price === 7));
  });

  test("a kept answer is used for three seconds and keeps its time of fetch", async () => {
    const before = await ask();
    first.state.answer = () => first.good(9);
    clock.passMs(2_999);
    assert.deepEqual(await ask(), before);
    clock.passMs(1);
    const after = await ask();
    assert.ok(after.ok);
    assert.equal(after.rows[0]?.current_price, 9);
  });

  test("a kept answer is no answer once the market clock has moved on", async () => {
    await ask();
    first.state.answer = () => first.good(9);
    const wall = clock.wallMs();
    clock.set("2026-05-07T10:40:00+08:00");
    clock.passMs(wall - clock.wallMs());
    const after = await ask();
    assert.ok(after.ok);
    assert.equal(after.rows[0]?.current_price, 9);
  });

  test("a kept answer that does not satisfy is fetched anew before the next source is asked", async () => {
    await ask();
    first.state.answer = () => first.good(9);
    clock.passMs(1_000);
    const found = await ask({ atLeast: 5 });
    assert.ok(found.ok);
    assert.deepEqual([found.source, found.rows[0]?.current_price], ["first", 9]);
  });

  test("a source that has nothing fit is not asked again within the second, however many want it", async () => {
    for (let n = 0; n < 100; n += 1) {
      const found = await ask({ atLeast: 5 });
      assert.equal(found.ok ? "ok" : found.error.code, "STALE");
    }
    assert.deepEqual([first.state.calls, second.state.calls], [1, 1]);
  });

  test("a check's answer is on its way while the first source is asked, and comes from another upstream", async () => {
    const twin = scripted("twin", 2);
    const third = scripted("third", 3);
    third.state.answer = () => third.good(4);
    const sources = [first.source, { ...twin.source, upstreams: { spot: "first" } }, third.source];
    const checked = createRoutes({ sources, clock, log: silentLog });
    const question = {
      capability: "spot",
      key: "600519.SH",
      call: (client: SourceClient, signal: AbortSignal) => client.spot?.("600519.SH", signal),
    } as const;
    checked.prepareCheck(question);
    const found = await checked.ask({ ...question, independentOf: "first" });
    assert.ok(found.ok);
    assert.deepEqual([found.source, twin.state.calls, third.state.calls], ["third", 0, 1]);
    assert.ok(checked.canCheck("spot", "third"));
    const pair = createRoutes({ sources: sources.slice(0, 2), clock, log: silentLog });
    assert.equal(pair.canCheck("spot", "first"), false);
  });

  test("an excluded source is not asked, and nothing kept is used", async () => {
    await ask();
    const found = await ask({ excludeSources: ["first"] });
    assert.ok(found.ok);
    assert.deepEqual([found.source, found.fallback_from], ["second", []]);
    await ask({ excludeSources: ["first"] });
    assert.equal(second.state.calls, 2);
  });

  test("three failures open the circuit; one probe closes it or keeps it open", async () => {
    first.state.answer = () => first.fail("NET_TIMEOUT");
    for (const key of ["a", "b", "c", "d", "e"]) await ask({ key });
    assert.equal(first.state.calls, 3);
    clock.passMs(5_000);
    await Promise.all([ask({ key: "f" }), ask({ key: "g" })]);
    assert.equal(first.state.calls, 4, "one probe only");
    clock.passMs(4_999);
    await ask({ key: "h" });
    assert.equal(first.state.calls, 4, "a failed probe opens it again");
    clock.passMs(1);
    first.state.answer = () => first.good(3);
    const found = await ask({ key: "i" });
    assert.ok(found.ok);
    assert.equal(found.source, "first");
    await ask({ key: "j" });
    assert.equal(first.state.calls, 6);
  });

  test("a rate limit is left alone for a minute", async () => {
    first.state.answer = () => first.fail("RATE_LIMIT");
    await ask({ key: "a" });
    clock.passMs(59_999);
    const found = await ask({ key: "b" });
    assert.equal(first.state.calls, 1);
    assert.deepEqual(found.fallback_from, ["first: RATE_LIMIT"]);
    clock.passMs(1);
    await ask({ key: "c" });
    assert.equal(first.state.calls, 2);
  });

  test("a source without an upstream asks for no allowance, any other does", async () => {
    const asked: string[] = [];
    const limiter: RateLimiter = {
      async take(buckets) {
        asked.push(...buckets.map(({ name }) => name));
        return 60_000;
      },
      async coolDown() {},
    };
    const bundled: ReadySource = { ...first.source, limits: "no-upstream" };
    routes = createRoutes({ sources: [second.source, bundled], clock, log: silentLog, limiter });
    const found = await ask();
    assert.equal(found.ok && found.source, "first");
    assert.deepEqual(asked, []);
    first.state.answer = () => first.fail("SOURCE_DOWN");
    await ask({ key: "b" });
    assert.deepEqual(asked, ["second::spot"]);
    assert.equal(second.state.calls, 0);
  });

  test("answers without data do not open the circuit", async () => {
    first.state.answer = () => ({ ...first.good(1), rows: [] }) as Spot;
    for (const key of ["a", "b", "c", "d", "e"]) await ask({ key });
    assert.equal(first.state.calls, 5);
  });

  test("a source that throws is a failure like others", async () => {
    first.state.answer = () => {
      throw new Error("token=secret");
    };
    const found = await ask();
    assert.ok(found.ok);
    assert.deepEqual(found.fallback_from, ["first: TOOL_ERROR"]);
  });

  test("what no source ever has is NOT_OFFERED", async () => {
    assert.equal(routes.offers("daily"), false);
    const found = await routes.ask({ capability: "daily", key: "x", call: () => undefined });
    assert.equal(found.ok ? "" : found.error.code, "NOT_OFFERED");
  });
});
