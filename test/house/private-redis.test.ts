import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Redis } from "ioredis";
import { startPrivateRedis } from "../../src/store/private-redis.ts";
import { isLiving } from "../../src/store/process-identity.ts";
import { socketCommand } from "../../src/store/socket-command.ts";
import { eventually } from "../support/eventually.ts";

const quiet = () => undefined;
const childFile = fileURLToPath(new URL("./private-redis-child.ts", import.meta.url));
const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "qm-"));
  folders.push(folder);
  return folder;
}

/** A second process that uses the same Redis; `word` is `owned` or `joined`. */
async function otherProcess(folder: string): Promise<{ child: ChildProcess; word: string }> {
  const child = spawn(process.execPath, [childFile, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const [chunk] = await once(child.stdout, "data");
  return { child, word: String(chunk).trim() };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

async function ask<Value>(socketPath: string, question: (redis: Redis) => Promise<Value>): Promise<Value> {
  const redis = new Redis({ path: socketPath, lazyConnect: true });
  try {
    return await question(redis);
  } finally {
    redis.disconnect();
  }
}

/** One configured value, as Redis tells it. */
const setting = (socketPath: string, name: string) =>
  ask(socketPath, async (redis) => ((await redis.call("CONFIG", "GET", name)) as string[])[1]);

test("the server writes every command down, refuses rather than evicts, and has no TCP port", async () => {
  const folder = await freshFolder();
  const redis = await startPrivateRedis({ folder, say: quiet });
  try {
    assert.equal(redis.owned, true);
    assert.equal(await setting(redis.socketPath, "appendonly"), "yes");
    assert.equal(await setting(redis.socketPath, "appendfsync"), "everysec");
    assert.equal(await setting(redis.socketPath, "maxmemory-policy"), "noeviction");
    assert.equal(await setting(redis.socketPath, "port"), "0");
    assert.equal(await setting(redis.socketPath, "save"), "");
  } finally {
    await redis.stop();
  }
  assert.equal(await socketCommand(redis.socketPath, "PING"), null);
});

test("REDIS_FSYNC=always holds for a new server and for one that is joined", async () => {
  const folder = await freshFolder();
  const first = await startPrivateRedis({ folder, say: quiet });
  const second = await startPrivateRedis({ folder, say: quiet, fsync: "always" });
  assert.equal(await setting(first.socketPath, "appendfsync"), "always");
  await Promise.all([first.stop(), second.stop()]);
  const third = await startPrivateRedis({ folder, say: quiet, fsync: "always" });
  assert.equal(await setting(third.socketPath, "appendfsync"), "always");
  await third.stop();
});

test("what was written is there after an orderly stop and a new start", async () => {
  const folder = await freshFolder();
  const first = await startPrivateRedis({ folder, say: quiet });
  await socketCommand(first.socketPath, "SET answer kept");
  await first.stop();
  const second = await startPrivateRedis({ folder, say: quiet });
  assert.equal(await ask(second.socketPath, (client) => client.get("answer")), "kept");
  await second.stop();
});

test("a server whose user was killed is taken over with its data, and stopped by the one who took it", async () => {
  const folder = await freshFolder();
  const { child, word } = await otherProcess(folder);
  assert.equal(word, "owned");
  const server = await readFile(join(folder, "redis.pid"), "utf8");
  await end(child, "SIGKILL");
  assert.equal(isLiving(server), true);
  const redis = await startPrivateRedis({ folder, say: quiet });
  assert.equal(redis.owned, true);
  assert.equal(await readFile(join(folder, "redis.pid"), "utf8"), server);
  assert.equal(await ask(redis.socketPath, (client) => client.get("kept")), "yes");
  await redis.stop();
  assert.equal(isLiving(server), false);
});

test("a second process joins a living server and leaves it running; the last to leave stops it", async () => {
  const folder = await freshFolder();
  const { child, word } = await otherProcess(folder);
  assert.equal(word, "owned");
  const server = await readFile(join(folder, "redis.pid"), "utf8");
  const redis = await startPrivateRedis({ folder, say: quiet });
  assert.equal(redis.owned, false);
  await end(child, "SIGTERM");
  assert.equal(await socketCommand(redis.socketPath, "PING"), "+PONG");
  await redis.stop();
  await redis.stop();
  assert.equal(isLiving(server), false);
});

test("a server that is killed comes back with its data, once, for all who use it", async () => {
  const folder = await freshFolder();
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const users = [await startPrivateRedis({ folder, say }), await startPrivateRedis({ folder, say })];
  const socketPath = join(folder, "redis.sock");
  await socketCommand(socketPath, "SET answer kept");
  const server = await readFile(join(folder, "redis.pid"), "utf8");
  process.kill(Number(server.split("@")[0]), "SIGKILL");
  const redis = new Redis({ path: socketPath, maxRetriesPerRequest: null });
  redis.on("error", quiet);
  // Answered before the kill has come about, or by the new server.
  const former = `process_id:${server.split("@")[0]}\r`;
  await eventually("another server", async () => !(await redis.info("server")).includes(former));
  assert.equal(await redis.get("answer"), "kept");
  redis.disconnect();
  await Promise.all(users.map((user) => user.stop()));
  assert.equal(lines.length, 2);
  assert.equal(await socketCommand(socketPath, "PING"), null);
});

test("many starts at once share one server", async () => {
  const folder = await freshFolder();
  const lines: string[] = [];
  const all = await Promise.all(
    Array.from({ length: 6 }, () => startPrivateRedis({ folder, say: (line) => void lines.push(line) })),
  );
  assert.equal(lines.length, 1);
  assert.equal(all.filter(({ owned }) => owned).length, 1);
  await Promise.all(all.map((redis) => redis.stop()));
  assert.deepEqual(
    (await readdir(folder)).filter((name) => /\.(sock|pid|lock)/.test(name)),
    [],
  );
});

test("what a crashed machine left behind (socket, lock, pid, user) does not stop the start", async () => {
  const folder = await freshFolder();
  await writeFile(join(folder, "redis.sock"), "");
  await writeFile(join(folder, "redis.lock"), "4194304@1\nstale");
  await writeFile(join(folder, "redis.pid"), `${process.pid}@1`);
  await mkdir(join(folder, "redis.users"));
  await writeFile(join(folder, "redis.users", "old"), "4194304@1");
  const redis = await startPrivateRedis({ folder, say: quiet });
  assert.equal(redis.owned, true);
  await redis.stop();
});

test("a server that lost its socket is named instead of doubled", async () => {
  const folder = await freshFolder();
  const redis = await startPrivateRedis({ folder, say: quiet });
  const server = await readFile(join(folder, "redis.pid"), "utf8");
  await rm(redis.socketPath);
  await assert.rejects(startPrivateRedis({ folder, say: quiet }), {
    code: "REDIS_UNFIT",
    message: new RegExp(`kill ${server.split("@")[0]}`),
  });
  process.kill(Number(server.split("@")[0]), "SIGTERM");
  await redis.stop();
  assert.equal(isLiving(server), false);
});

test("damaged data is reported with Redis' own words", async () => {
  const folder = await freshFolder();
  await mkdir(join(folder, "appendonlydir"));
  await writeFile(join(folder, "appendonlydir", "appendonly.aof.manifest"), "nonsense\n");
  await assert.rejects(startPrivateRedis({ folder, say: quiet }), {
    code: "REDIS_UNFIT",
    message: /manifest/i,
  });
});

test("a folder too deep for a socket is refused before anything starts", async () => {
  const folder = join(await freshFolder(), "d".repeat(90));
  await assert.rejects(startPrivateRedis({ folder, say: quiet }), { code: "CONFIG_INVALID", message: /107/ });
});
