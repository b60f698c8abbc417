import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect as connectTo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { AppError } from "#contract";
import { layFoundation } from "../../src/composition/foundation.ts";
import { openStore } from "../../src/composition/redis/open-store.ts";
import { connect } from "../../src/store/redis.ts";
import { freePort } from "../line/service.ts";
import { eventually } from "../support/eventually.ts";

const root = join(import.meta.dirname, "../..");
const safe = { appendonly: "yes", appendfsync: "always", "maxmemory-policy": "noeviction", save: "" };

/** A Redis of the operator's own, with settings of theirs. */
async function ownRedis(t: TestContext, settings: Readonly<Record<string, string>>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "qm-own-"));
  const port = await freePort();
  const place = { port: String(port), bind: "127.0.0.1", dir: folder };
  const args = Object.entries({ ...safe, ...place, ...settings }).flatMap(([name, value]) => [
    `--${name}`,
    ...(value === "" ? [""] : value.split(" ")),
  ]);
  const child = spawn("redis-server", args, { stdio: "ignore" });
  t.after(async () => {
    const gone = once(child, "exit");
    child.kill();
    await gone;
    await rm(folder, { recursive: true, force: true });
  });
  const probe = connect({ url: `redis://127.0.0.1:${port}` });
  await eventually("Redis", async () => (await probe.health(Date.now())).writable);
  await probe.close();
  return port;
}

/** Stands before a Redis and gives its version as another of the same length. */
async function asVersion(t: TestContext, port: number, version: string): Promise<number> {
  const server = createServer((socket) => {
    const inner = connectTo(port, "127.0.0.1");
    socket.pipe(inner);
    inner.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      socket.write(text.replace(/redis_version:\d+\.\d+\.\d+/, `redis_version:${version}`), "latin1");
    });
    for (const [one, other] of [
      [socket, inner],
      [inner, socket],
    ] as const)
      one.on("error", () => undefined).on("close", () => other.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** The warnings that a start on it gives; a Redis that is not fit throws. */
async function warningsOf(port: number, env: Record<string, string> = {}): Promise<readonly string[]> {
  const foundation = await layFoundation(root, {
    ...{ REDIS_URL: `redis://127.0.0.1:${port}`, LOG_LEVEL: "silent" },
    ...env,
  });
  const { warnings, close } = await openStore(foundation);
  await close();
  return warnings;
}

const always = { REDIS_FSYNC: "always" };

test("nothing is said of a Redis that keeps what it was asked to keep", async (t) => {
  const port = await ownRedis(t, {});
  assert.deepEqual(await warningsOf(port), []);
  assert.deepEqual(await warningsOf(port, always), []);
});

test("a Redis without its append-only file is told at the start, whatever fsync says", async (t) => {
  const port = await ownRedis(t, { appendonly: "no" });
  for (const env of [{}, always]) {
    const [warning = "", ...more] = await warningsOf(port, env);
    assert.match(warning, /127\.0\.0\.1:\d+ .*appendonly no.*loses messages.*appendonly yes/);
    assert.deepEqual(more, []);
  }
});

test("REDIS_FSYNC that the Redis of REDIS_URL does not follow is told at the start", async (t) => {
  const port = await ownRedis(t, { appendfsync: "everysec" });
  assert.deepEqual(await warningsOf(port), []);
  const [warning = ""] = await warningsOf(port, always);
  assert.match(warning, /REDIS_FSYNC=always.*appendfsync everysec.*set appendfsync always/);
  const lax = await ownRedis(t, { appendfsync: "no" });
  assert.match((await warningsOf(lax))[0] ?? "", /appendfsync no.*set appendfsync everysec/);
});

test("a Redis that does not let its settings be read is used, and what could not be seen is told", async (t) => {
  const port = await ownRedis(t, { user: "default on nopass ~* &* +@all -config" });
  assert.deepEqual(await warningsOf(port), []);
  assert.match((await warningsOf(port, always))[0] ?? "", /REDIS_FSYNC=always.*cannot be read/);
});

test("a Redis that refuses the user or the password is not called silent, and is not waited for", async (t) => {
  const port = await ownRedis(t, {});
  const url = `redis://nobody:hush-hush@127.0.0.1:${port}`;
  const startedMs = performance.now();
  const error = await warningsOf(port, { REDIS_URL: url }).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof AppError && error.code === "REDIS_UNFIT");
  assert.match(error.message, /127\.0\.0\.1:\d+ answers but refuses the user or password in REDIS_URL/);
  assert.doesNotMatch(error.message, /hush-hush|nothing answers/);
  assert.ok(performance.now() - startedMs < 10_000);
});

test("a Redis before 7 is refused, and so is one that evicts", async (t) => {
  const unfit = async (port: number): Promise<string> => {
    const error = await warningsOf(port).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof AppError, "it is refused");
    assert.equal(error.code, "REDIS_UNFIT");
    return error.message;
  };
  const old = await asVersion(t, await ownRedis(t, {}), "6.2.14");
  assert.match(await unfit(old), /is Redis 6\.2\.14: .*7 or newer/);
  assert.match(await unfit(await ownRedis(t, { "maxmemory-policy": "allkeys-lru" })), /allkeys-lru/);
});
