import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { isLiving } from "../../src/store/process-identity.ts";
import { freePort } from "../line/service.ts";
import { compileCache } from "../support/compile-cache.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const folder = mkdtempSync(join(tmpdir(), "qm-start-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a service, asks it to stop as soon as this holds, and again as often as `again` says, and tells how it ended. */
async function stopWhen(
  holds: (at: { data: string; url: string }) => Promise<boolean>,
  { signal: asked = "SIGTERM", again = 0 }: { signal?: NodeJS.Signals; again?: number } = {},
) {
  const data = mkdtempSync(join(folder, "data-"));
  const port = String(await freePort());
  const env = {
    ...{ PATH: process.env.PATH ?? "", HOME: folder, ...compileCache() },
    ...{ ACCESS: "open", DATA_SOURCES: "sample", LOG_LEVEL: "warn", QIANMEN_DATA: data, HTTP_PORT: port },
  };
  const child = spawn(process.execPath, [main, "start"], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  const ended = once(child, "exit");
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  while (isRunning() && !(await holds({ data, url: `http://127.0.0.1:${port}` }))) await pause(2);
  const pidFile = readdirSync(data, { recursive: true }).find((name) => String(name).endsWith("redis.pid"));
  const redis = pidFile === undefined ? "" : readFileSync(join(data, String(pidFile)), "utf8");
  for (let times = 0; times <= again && isRunning(); times += 1) {
    child.kill(asked);
    await pause(5);
  }
  const [code, signal] = await ended;
  return { code, signal, said, redis };
}

const moments = {
  "its Redis is up": async ({ data }: { data: string }) =>
    existsSync(data) && readdirSync(data, { recursive: true }).some((name) => String(name).endsWith(".sock")),
  "its HTTP door is open": async ({ url }: { url: string }) =>
    fetch(`${url}/healthz`).then(
      (response) => response.ok,
      () => false,
    ),
};

for (const [moment, holds] of Object.entries(moments))
  test(`a stop asked for during the start, when ${moment}, is an orderly one`, async () => {
    const { code, signal, said } = await stopWhen(holds);
    assert.deepEqual({ code, signal }, { code: 0, signal: null }, said);
  });

test("a SIGTERM that comes again and again, as from a whole group of processes, cuts no stop short: its Redis is stopped too", async () => {
  const { code, signal, said, redis } = await stopWhen(moments["its HTTP door is open"], { again: 1000 });
  assert.deepEqual({ code, signal }, { code: 0, signal: null }, said);
  assert.notEqual(redis, "");
  assert.equal(isLiving(redis), false);
});

test("a second SIGINT ends it at once", async () => {
  const { signal, redis } = await stopWhen(moments["its HTTP door is open"], {
    signal: "SIGINT",
    again: 1000,
  });
  if (isLiving(redis)) process.kill(Number(redis.split("@")[0]));
  assert.equal(signal, "SIGINT");
});
