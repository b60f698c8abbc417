import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../line/service.ts";
import { compileCache } from "../support/compile-cache.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const folder = mkdtempSync(join(tmpdir(), "qm-start-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Starts a service, asks it to stop as soon as this holds, and tells how it ended. */
async function stopWhen(holds: (at: { data: string; url: string }) => Promise<boolean>) {
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
  while (child.exitCode === null && !(await holds({ data, url: `http://127.0.0.1:${port}` }))) await pause(2);
  child.kill("SIGTERM");
  const [code, signal] = await ended;
  return { code, signal, said };
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
