import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { createSharedRateLimiter } from "../../src/store/rate-limiter.ts";
import { createSharedAnswers } from "../../src/store/shared-answers.ts";
import { type RedisServer, startRedis } from "./redis-server.ts";

let server: RedisServer;
before(async () => {
  server = await startRedis();
});
after(() => server.stop());

describe("calls counted for all processes", () => {
  test("are as many as allowed, whoever asks, and the rest are told how long to wait", async () => {
    const processes = [1, 2, 3].map(() => createSharedRateLimiter(server.store()));
    const waits = await Promise.all(
      Array.from(
        { length: 60 },
        (_, n) => processes[n % 3]?.take([{ name: "five", perMinute: 5 }], 0) ?? Promise.resolve(-1),
      ),
    );
    assert.equal(waits.filter((wait) => wait === 0).length, 5);
    assert.ok(waits.every((wait) => wait >= 0 && wait <= 60_000));
  });

  test("come out of all buckets or out of none", async () => {
    const limiter = createSharedRateLimiter(server.store());
    const each = { name: "each", perMinute: 2 };
    const all = { name: "all", perMinute: 1 };
    assert.equal(await limiter.take([each, all], 0), 0);
    assert.ok((await limiter.take([each, all], 0)) > 0);
    assert.equal(await limiter.take([each], 0), 0);
    assert.ok((await limiter.take([each], 0)) > 0);
  });

  test("stop for everybody while the upstream cools down, unless the market clock has jumped over it", async () => {
    const [one, other] = [createSharedRateLimiter(server.store()), createSharedRateLimiter(server.store())];
    await one.coolDown("cool", { ms: 60_000 }, 1_000);
    const wait = await other.take([{ name: "cool", perMinute: 0 }], 1_000);
    assert.ok(wait > 50_000 && wait <= 60_000);
    assert.equal(await other.take([{ name: "cool", perMinute: 0 }], 3_600_000), 0);
  });

  test("keep to the allowance that the upstream named to one of them", async () => {
    const [one, other] = [createSharedRateLimiter(server.store()), createSharedRateLimiter(server.store())];
    await one.coolDown("named", { ms: 1, perMinute: 2 }, 0);
    const waits = await Promise.all([1, 2, 3].map(() => other.take([{ name: "named", perMinute: 200 }], 9)));
    assert.equal(waits.filter((wait) => wait === 0).length, 2);
  });
});

describe("answers shared by all processes", () => {
  const asked = { marketMs: 0, lockMs: 60_000, waited: false };
  const answer = { text: "{}", marketMs: 0, ttlMs: 60_000, failed: false };

  test("are fetched by one of them, and then there for all", async () => {
    const processes = [1, 2, 3].map(() => createSharedAnswers(server.store()));
    const taken = await Promise.all(processes.map((each) => each.take("one", asked)));
    assert.deepEqual(taken.map(({ state }) => state).toSorted(), ["mine", "wait", "wait"]);
    const mine = taken.find((each) => each.state === "mine");
    const [first] = processes;
    await first?.put("one", { ...answer, text: "7", ...(mine === undefined ? {} : { token: mine.token }) });
    for (const each of processes)
      assert.deepEqual(await each.take("one", asked), { state: "kept", text: "7" });
  });

  test("are no answer once the market clock has jumped", async () => {
    const answers = createSharedAnswers(server.store());
    await answers.put("jump", answer);
    assert.equal((await answers.take("jump", { ...asked, marketMs: 60_001 })).state, "mine");
  });

  test("a failure is told to those who waited, and a later one tries again", async () => {
    const answers = createSharedAnswers(server.store());
    const mine = await answers.take("down", asked);
    assert.equal(mine.state, "mine");
    await answers.put("down", { ...answer, failed: true, ...("token" in mine ? { token: mine.token } : {}) });
    assert.equal((await answers.take("down", { ...asked, waited: true })).state, "kept");
    assert.equal((await answers.take("down", asked)).state, "mine");
    assert.equal((await answers.take("down", { ...asked, waited: true })).state, "wait");
  });

  test("only who has the right to fetch gives it back", async () => {
    const answers = createSharedAnswers(server.store());
    assert.equal((await answers.take("held", asked)).state, "mine");
    await answers.put("held", { ...answer, failed: true, token: "another" });
    assert.equal((await answers.take("held", asked)).state, "wait");
  });
});
