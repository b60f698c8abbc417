import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Turn } from "#contract";
import { compileCache } from "../support/compile-cache.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const readyWithinMs = 30_000;

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
  /** Asks at the desk and returns the whole turn. */
  ask(question: string): Promise<Turn & { readonly prose: string }>;
}

/** A port of 127.0.0.1 that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
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
  while (!(await isReady(url))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill("SIGKILL");
      throw new Error(`the service did not start:\n${text().slice(-3000)}`);
    }
    await pause(20);
  }
  // HTTP opens before the platforms do; the banner comes last.
  while (!text().includes("已就绪")) await pause(5);
  return { child, text };
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

/** Starts a service with these settings; nothing of the caller's environment but PATH and HOME reaches it. */
export async function startService(settings: Settings): Promise<Service> {
  const dataFolder = mkdtempSync(join(tmpdir(), "qm-line-"));
  const port = settings.HTTP_PORT ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...inherited(),
    ACCESS: "open",
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
      const killer = setTimeout(() => child.kill("SIGKILL"), 30_000);
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
