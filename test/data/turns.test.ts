import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createLocalRateLimiter } from "../../src/data/rate-limits.ts";
import { createTurns } from "../../src/data/turns.ts";
import { createSharedRateLimiter } from "../../src/store/rate-limiter.ts";
import { type RedisServer, startRedis } from "../store/redis-server.ts";
import { type HandClock, handClock } from "./harness.ts";

const { signal } = new AbortController();
const a = { host: "a.example", isOwn: false };
const b = { host: "b.example", isOwn: false };
const waiting = (clock: HandClock) => async (ms: number) => clock.passMs(ms);

function openTurns(clock = handClock("2026-05-07T10:32:05+08:00")) {
  const limiter = createLocalRateLimiter(clock.wallMs);
  return { clock, turn: createTurns({ source: "feed", limiter, clock, wait: waiting(clock) }) };
}

describe("the turns of a host", () => {
  test("come once a second on average, three at once", async () => {
    const { clock, turn } = openTurns();
    const takenMs: number[] = [];
    for (let n = 0; n < 30; n += 1) {
      assert.ok(await turn(a, signal));
      takenMs.push(clock.wallMs());
    }
    for (const [at, ms] of takenMs.entries()) {
      const soon = takenMs.filter((each) => each >= ms && each < ms + 3_000).length;
      assert.ok(soon <= 6, `${soon} within three seconds of call ${at}`);
    }
    const seconds = ((takenMs.at(-1) ?? 0) - (takenMs[0] ?? 0)) / 1000;
    assert.ok(seconds >= 26 && seconds <= 30, `${seconds} s`);
  });

  test("are each host's own, and each source's", async () => {
    const clock = handClock("2026-05-07T10:32:05+08:00");
    const limiter = createLocalRateLimiter(clock.wallMs);
    const never = () => Promise.reject(new Error("nobody has to wait"));
    const [one, other] = ["one", "other"].map((source) =>
      createTurns({ source, limiter, clock, wait: never }),
    );
    for (const host of [a, b]) {
      for (let n = 0; n < 3; n += 1) {
        assert.ok(await one?.(host, signal));
        assert.ok(await other?.(host, signal));
      }
    }
  });

  test("come twenty times as often at an address of the operator's own", async () => {
    const { clock, turn } = openTurns();
    const beganMs = clock.wallMs();
    for (let n = 0; n < 60; n += 1) assert.ok(await turn({ ...a, isOwn: true }, signal));
    assert.equal(clock.wallMs(), beganMs);
    assert.ok(await turn({ ...a, isOwn: true }, signal));
    assert.ok(clock.wallMs() > beganMs);
  });

  test("that would come too late do not come, and nobody waits for them", async () => {
    const clock = handClock("2026-05-07T10:32:05+08:00");
    const full = { take: async () => 1, coolDown: async () => undefined };
    let waitedMs = 0;
    const wait = async (ms: number) => {
      waitedMs += ms;
      clock.passMs(ms);
    };
    const turn = createTurns({ source: "feed", limiter: full, clock, wait });
    assert.equal(await turn(a, signal), false);
    assert.ok(waitedMs <= 5_000, `${waitedMs} ms`);
    assert.equal(await turn(a, AbortSignal.abort()), false);
  });
});

describe("several processes", () => {
  let server: RedisServer;
  before(async () => {
    server = await startRedis();
  });
  after(() => server.stop());

  test("have three turns in a slot together", async () => {
    const clock = handClock("2026-05-07T10:32:05+08:00");
    const patient = Promise.withResolvers<void>();
    const turns = [1, 2].map(() =>
      createTurns({
        source: "shared",
        limiter: createSharedRateLimiter(server.store()),
        clock,
        wait: () => patient.promise,
      }),
    );
    let taken = 0;
    const asked = turns.flatMap((turn) =>
      [1, 2, 3].map(async () => {
        if (await turn(a, signal)) taken += 1;
      }),
    );
    const all = Promise.all(asked);
    // As many as may go have gone once the others have asked and wait.
    await Promise.race([all, Promise.all(turns.map((turn) => turn(b, signal)))]);
    assert.ok(taken <= 3, `${taken} at once`);
    clock.passMs(3_000);
    patient.resolve();
    await all;
    assert.equal(taken, 6);
  });
});
