import assert from "node:assert/strict";
import { test } from "node:test";
import { redisLine } from "../../src/composition/health/redis-line.ts";

const sound = {
  reachable: true,
  writable: true,
  version: "7.2.4",
  appendOnly: true,
  appendFsync: "everysec",
  maxmemoryPolicy: "noeviction",
};

test("the line of Redis tells what it keeps, and what REDIS_FSYNC asks for in vain", () => {
  const good = redisLine(sound, "everysec");
  assert.deepEqual(good, {
    group: "redis",
    name: "7.2.4",
    ok: true,
    detail: "AOF, everysec · noeviction",
  });
  assert.equal(redisLine({ ...sound, appendFsync: "always" }, "everysec").ok, true);
  const faults = [
    redisLine(sound, "always"),
    redisLine({ ...sound, appendFsync: "no" }, "everysec"),
    redisLine({ ...sound, appendOnly: false }, "always"),
    redisLine({ ...sound, maxmemoryPolicy: "allkeys-lru" }, "always"),
  ].map(({ ok, fault }) => [ok, fault]);
  assert.deepEqual(faults, [
    [false, "no_fsync"],
    [false, "no_fsync"],
    [false, "no_aof"],
    [false, "eviction"],
  ]);
});

test("a Redis whose settings cannot be read is no fault, and says so", () => {
  const { appendFsync: _, ...unread } = sound;
  const line = redisLine(unread, "always");
  assert.deepEqual([line.ok, line.fault], [true, undefined]);
  assert.match(String(line.detail), /appendfsync cannot be read/);
  assert.equal(redisLine(unread, "everysec").detail, "AOF · noeviction");
});
