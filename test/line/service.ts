import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Turn } from "#contract";
import { compileCache } from "../support/compile-cache.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
/** Long, since a busy machine is no fault. */
const readyWithinMs = 120_000;
/** Beyond what a stop gives its work. */
const goneWithinMs = 120_000;

export type Settings = Readonly<Record<string, string>>;

/** One real service: `src/main.ts start` as a child, with a data folder and a port of its own. */
export interface Service {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly dataFolder: string;
  /** What it has written to its log and banner so far. */
  output(): string;
  /** Brings it up again on the same data after `kill`, or after `stop` with `keep`. */
  start(): Promise<void>;
  /** SIGKILL, as a crash. Its private Redis dies with it or is reused by the next start. */
  kill(): Promise<void>;
  /** SIGSTOP, SIGCONT: it lives, and does nothing for a while. */
  signal(signal: NodeJS.Signals): void;
  /** SIGTERM; the exit code must be 0. Removes the data unless they are to be kept. */
  stop(options?: { keep?: boolean }): Promise<void>;
  /** What `qianmen turns --json` and `qianmen ask --json` read, over the running service. */
  cli(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }>;
  /** Asks at the terminal and returns the whole turn. */
  ask(question: string): Promise<Turn & { readonly prose: string }>;
}

/** Below those that systems hand out by themselves, and above those of well-known services. */
const firstPort = 10_000;
const blocks = 625;
const portsEach = 32;
let portsTaken = 0;

/** A server on this port of 127.0.0.1, or null where it is taken. */
const listen = (port: number): Promise<Server | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  if (server !== null) await new Promise((resolve) => server.close(resolve));
  return server !== null;
}

/** The first port of a block that is this process's alone: it listens there as long as it lives, which a neighbour meets. */
async function claimBlock(): Promise<number> {
  for (let tries = 0; tries < blocks; tries += 1) {
    const first = firstPort + ((process.pid + tries) % blocks) * portsEach;
    const claim = await listen(first);
    if (claim === null) continue;
    claim.unref();
    return first;
  }
  throw new Error(`none of ${blocks} blocks of ports from ${firstPort} is free`);
}

let block: Promise<number> | undefined;

/**
 * A port of 127.0.0.1 that nobody uses now, nor takes before it is used: it is none of those that the system gives to whoever asks for any,
 * and test files that run beside one another have ports apart.
 */
export async function freePort(): Promise<number> {
  block ??= claimBlock();
  const first = await block;
  for (let tries = 1; tries < portsEach; tries += 1) {
    const port = first + 1 + (portsTaken++ % (portsEach - 1));
    if (await isFree(port)) return port;
  }
  throw new Error(`none of ${portsEach} ports from ${first} is free`);
}

const inherited = (): Settings => ({
  PATH: process.env.PATH ?? "",
  HOME: process.env.HOME ?? "/",
  ...compileCache(),
});

function collect(child: ChildProcess): { text: () => string; stdout: () => string } {
  let text = "";
  let stdout = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    stdout += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  return { text: () => text, stdout: () => stdout };
}

/** True once it takes messages: its HTTP door says so. */
async function isReady(url: string): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => null);
  await response?.arrayBuffer();
  return response?.ok === true;
}

async function startChild(env: Settings, url: string): Promise<{ child: ChildProcess; text: () => string }> {
  const child = spawn(process.execPath, [main, "start"], { env, stdio: ["ignore", "pipe", "pipe"] });
  const { text } = collect(child);
  const deadline = performance.now() + readyWithinMs;
  // HTTP opens before the platforms do; the banner comes last.
  while (!text().includes("已就绪") || !(await isReady(url))) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`the service did not start:\n${text().slice(-3000)}`);
    }
    await pause(20);
  }
  return { child, text };
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

/** No test is about how fast it asks, unless it says so. */
const manyMessages = { RATE_LIMIT_PERSON: "100000", RATE_LIMIT_CHAT: "100000" };

/** Starts a service with these settings; nothing of the caller's environment but PATH and HOME reaches it. */
export async function startService(settings: Settings): Promise<Service> {
  const dataFolder = mkdtempSync(join(tmpdir(), "qm-line-"));
  const port = settings.HTTP_PORT ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...inherited(),
    ACCESS: "open",
    ...manyMessages,
    LOG_LEVEL: "warn",
    ...settings,
    QIANMEN_DATA: dataFolder,
    HTTP_PORT: port,
  };
  let running = await startChild(env, url).catch((error: unknown) => {
    rmSync(dataFolder, { recursive: true, force: true });
    throw error;
  });
  let earlier = "";

  async function cli(...args: readonly string[]) {
    const child = spawn(process.execPath, [main, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    const { text, stdout } = collect(child);
    const code = await exitOf(child);
    return { code: code ?? -1, stdout: stdout(), stderr: text() };
  }

  return {
    url,
    dataFolder,
    output: () => earlier + running.text(),
    async start() {
      earlier += running.text();
      running = await startChild(env, url);
    },
    async kill() {
      running.child.kill("SIGKILL");
      await exitOf(running.child);
    },
    signal: (signal) => void running.child.kill(signal),
    async stop({ keep = false } = {}) {
      const { child, text } = running;
      child.kill("SIGTERM");
      const killer = setTimeout(() => child.kill("SIGKILL"), goneWithinMs);
      const code = await exitOf(child);
      clearTimeout(killer);
      if (!keep) rmSync(dataFolder, { recursive: true, force: true });
      assert.equal(code, 0, `an orderly stop ends with 0:\n${text().slice(-2000)}`);
    },
    cli,
    async ask(question) {
      const { stdout, stderr } = await cli("ask", question, "--json");
      assert.notEqual(stdout, "", stderr);
      return JSON.parse(stdout);
    },
  };
}
