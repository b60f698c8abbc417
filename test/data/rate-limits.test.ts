import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { createLocalRateLimiter, orLocal, type RateLimiter } from "../../src/data/rate-limits.ts";

const minuteMs = 60_000;

function openLimiter() {
  let nowMs = 1_000_000;
  const limiter = createLocalRateLimiter(() => nowMs);
  return {
    limiter,
    passMs(ms: number) {
      nowMs += ms;
    },
    nowMs: () => nowMs,
  };
}

test("any minute holds as many calls as are allowed and no more, and what is refused is told how long", async () => {
  const steps = fc.array(fc.integer({ min: 0, max: 30_000 }), { minLength: 20, maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 8 }), async (pauses, perMinute) => {
      const { limiter, passMs, nowMs } = openLimiter();
      const takenMs: number[] = [];
      for (const pause of pauses) {
        passMs(pause);
        const lately = takenMs.filter((ms) => ms > nowMs() - minuteMs);
        const wait = await limiter.take([{ name: "a", perMinute }], 0);
        assert.equal(wait === 0, lately.length < perMinute);
        if (wait === 0) takenMs.push(nowMs());
        else assert.equal(nowMs() + wait, (lately[0] ?? 0) + minuteMs);
      }
    }),
  );
});

describe("an allowance", () => {
  const ask = (limiter: RateLimiter, marketMs = 0) => limiter.take([{ name: "a", perMinute: 2 }], marketMs);

  test("that is missing in one bucket takes nothing out of the other", async () => {
    const { limiter } = openLimiter();
    const both = [
      { name: "each", perMinute: 3 },
      { name: "all", perMinute: 1 },
    ];
    assert.equal(await limiter.take(both, 0), 0);
    assert.ok((await limiter.take(both, 0)) > 0);
    for (const _ of [1, 2]) assert.equal(await limiter.take([{ name: "each", perMinute: 3 }], 0), 0);
    assert.ok((await limiter.take([{ name: "each", perMinute: 3 }], 0)) > 0);
  });

  test("of none known is never used up", async () => {
    const { limiter } = openLimiter();
    for (let n = 0; n < 1000; n += 1) assert.equal(await limiter.take([{ name: "a", perMinute: 0 }], 0), 0);
  });

  test("is shut for the cool-down, by wall time, or until the market clock has jumped over it", async () => {
    const { limiter, passMs } = openLimiter();
    await limiter.coolDown("a", { ms: 5_000 }, 0);
    assert.equal(await ask(limiter), 5_000);
    assert.equal(await ask(limiter, 5_001), 0);
    passMs(5_000);
    assert.equal(await ask(limiter), 0);
  });

  test("that the upstream names binds where it is the lower one", async () => {
    const { limiter } = openLimiter();
    await limiter.coolDown("a", { ms: 0, perMinute: 1 }, 0);
    assert.equal(await ask(limiter), 0);
    assert.ok((await ask(limiter)) > 0);
  });

  test("is counted in the process while the shared count is away", async () => {
    const away: RateLimiter = {
      take: () => Promise.reject(new Error("away")),
      coolDown: () => Promise.reject(new Error("away")),
    };
    const limiter = orLocal(away, openLimiter().limiter);
    assert.deepEqual([await ask(limiter), await ask(limiter)], [0, 0]);
    assert.ok((await ask(limiter)) > 0);
    await limiter.coolDown("b", { ms: 9_000 }, 0);
    assert.equal(await limiter.take([{ name: "b", perMinute: 0 }], 0), 9_000);
  });
});
