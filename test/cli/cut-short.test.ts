import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { isLiving } from "../../src/store/process-identity.ts";
import { compileCache } from "../support/compile-cache.ts";
import { eventually } from "../support/eventually.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const folder = mkdtempSync(join(tmpdir(), "qm-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A question to a service of its own, and its Redis as soon as that works. */
async function askAlone(t: TestContext) {
  const data = mkdtempSync(join(folder, "data-"));
  const child = spawn(process.execPath, [main, "ask", "600519 现在多少钱", "--local"], {
    env: { PATH: process.env.PATH, QIANMEN_DATA: data, DATA_SOURCES: "sample", ...compileCache() },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  const [socket, pidFile] = [join(data, "redis.sock"), join(data, "redis.pid")];
  // The file is there a moment before what is written into it.
  const redisNow = () => (existsSync(pidFile) ? readFileSync(pidFile, "utf8") : "");
  await eventually("its Redis", () => existsSync(socket) && isLiving(redisNow()));
  const redis = redisNow();
  t.after(() => {
    if (isLiving(redis)) process.kill(Number(redis.split("@")[0]));
  });
  return { child, ended, redis };
}

test("a call that is told to stop stops its Redis first, and dies of the signal as it would have", async (t) => {
  const { child, ended, redis } = await askAlone(t);
  child.kill("SIGTERM");
  assert.deepEqual(await ended, [null, "SIGTERM"]);
  assert.equal(isLiving(redis), false);
});

test("a call whose answer nobody reads any more comes to its end, and its Redis with it", async (t) => {
  const { child, ended, redis } = await askAlone(t);
  child.stdout.destroy();
  child.stderr.destroy();
  assert.deepEqual(await ended, [0, null]);
  assert.equal(isLiving(redis), false);
});
