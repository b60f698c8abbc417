import assert from "node:assert/strict";
import { test } from "node:test";
import { Redis } from "ioredis";
import { redisChecks } from "../../src/cli/doctor-redis.ts";
import { redisLine } from "../../src/composition/health/redis-line.ts";
import { awaitFitRedis, redisWarnings } from "../../src/composition/redis/redis-fitness.ts";
import { asIntakeDown } from "../../src/store/fault.ts";
import { checkHealth } from "../../src/store/health.ts";
import { testRedis } from "../support/redis.ts";

const { socketPath } = await testRedis();
const probe = { key: "qm:cache:probe", channel: "qm:signals:main" };

async function asAdministrator<Value>(run: (redis: Redis) => Promise<Value>): Promise<Value> {
  const redis = new Redis({ path: socketPath, replyMapping: "legacy" });
  try {
    return await run(redis);
  } finally {
    redis.disconnect();
  }
}

let users = 0;

/** How the server looks to a user of these rights. */
async function healthFor(...rights: readonly string[]) {
  const username = `user${users++}`;
  await asAdministrator((redis) => redis.acl("SETUSER", username, "on", ">word", ...rights));
  const redis = new Redis({ path: socketPath, username, password: "word", replyMapping: "legacy" });
  try {
    return await checkHealth(redis, probe, Date.now());
  } finally {
    redis.disconnect();
  }
}

const start = (health: Awaited<ReturnType<typeof healthFor>>, mustWrite = true) => {
  let ms = 0;
  const wallMs = () => (ms += 20_000);
  return awaitFitRedis(
    { health: async () => health },
    { place: "db:6379", wallMs, say: () => undefined, mustWrite },
  );
};

test("a user with all rights to our keys and channels, which is what the advice gives, lacks nothing", async () => {
  const health = await healthFor("~qm:*", "&qm:*", "+@all");
  assert.deepEqual([health.writable, health.denied], [true, undefined], health.detail);
  assert.equal(await start(health), health);
  assert.deepEqual(redisWarnings("db:6379", health, "everysec"), []);
  assert.equal(redisLine(health, "everysec").ok, true);
});

for (const [what, rights, denied] of [
  ["scripts", ["~*", "&*", "+@all", "-@scripting"], ["EVAL"]],
  ["INFO", ["~*", "&*", "+@all", "-info"], ["INFO"]],
  ["waiting for a job", ["~*", "&*", "+@all", "-@blocking"], ["BZPOPMIN"]],
  ["our keys", ["~app:*", "&*", "+@all"], ["qm:*"]],
] as const)
  test(`a user without ${what} is refused at the start with what to do, and every look at Redis says so`, async () => {
    const health = await healthFor(...rights);
    assert.deepEqual([health.reachable, health.writable, health.refuses], [true, false, undefined]);
    assert.deepEqual(health.denied, denied);
    await assert.rejects(start(health), (error: Error) => {
      assert.match(error.message, /^REDIS_UNFIT: db:6379 does not let the user of REDIS_URL/);
      assert.ok(error.message.includes(`(${denied.join(", ")})`), error.message);
      assert.match(error.message, /ACL SETUSER <user> on ~qm:\* &qm:\* \+@all$/);
      return true;
    });
    assert.equal(redisLine(health, "everysec").fault, "denied");
    const checks = redisChecks(health, { place: "db:6379", fsync: "everysec" });
    assert.equal(checks.find(({ name }) => name === "Redis rights")?.state, "fault");
  });

test("a user without channels is served, since questions are answered all the same, and every look says what is missing", async () => {
  const health = await healthFor("~*", "resetchannels", "+@all");
  assert.deepEqual([health.writable, health.denied], [true, ["SUBSCRIBE", "PUBLISH"]]);
  assert.equal(await start(health), health);
  assert.match(redisWarnings("db:6379", health, "everysec").join(), /qm:signals.*\/cancel.*&qm:\*/);
  assert.deepEqual(
    [redisLine(health, "everysec").ok, redisLine(health, "everysec").fault],
    [false, "no_channels"],
  );
  const checks = redisChecks(health, { place: "db:6379", fsync: "everysec" });
  assert.deepEqual(
    checks.filter(({ state }) => state === "fault").map(({ name }) => name),
    ["Redis rights"],
  );
});

test("a wrong password is still told as one", async () => {
  const redis = new Redis({ path: socketPath, username: "nobody", password: "wrong" });
  redis.on("error", () => undefined);
  const health = await checkHealth(redis, probe, Date.now());
  redis.disconnect();
  assert.deepEqual([health.reachable, health.refuses], [false, true], health.detail);
  await assert.rejects(start(health), /refuses the user or password in REDIS_URL/);
});

test("a Redis that is full is refused at a start with its reason and what to do, and looked at all the same", async (t) => {
  const limit = (bytes: string) => asAdministrator((redis) => redis.config("SET", "maxmemory", bytes));
  t.after(() => limit("0"));
  await limit("1");
  const health = await asAdministrator((redis) => checkHealth(redis, probe, Date.now()));
  assert.deepEqual([health.reachable, health.writable, health.denied], [true, false, undefined]);
  await assert.rejects(start(health), /takes no writes \(OOM .*raise its maxmemory/);
  assert.equal(await start(health, false), health);
  assert.equal(redisLine(health, "everysec").fault, "unwritable");
});

test("what Redis does not permit is Redis' fault and told with its words, never a raw error", () => {
  const said = "NOPERM this user has no permissions to run the 'evalsha' command";
  assert.match(String(asIntakeDown(new Error(said))), /INTAKE_DOWN.*NOPERM this user/);
});
