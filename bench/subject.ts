import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** A program that takes part in answering Telegram messages. */
export interface Program {
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** True once it takes messages. */
  isReady(output: string): Promise<boolean>;
}

/** What is measured: one program or several that answer together. */
export interface Subject {
  readonly name: string;
  readonly programs: readonly Program[];
}

export interface Running {
  readonly pids: readonly number[];
  /** From the start of the first process until all took messages. */
  readonly coldStartMs: number;
  stop(): Promise<void>;
}

const readyWithinMs = 30_000;

interface Process {
  readonly pid: number;
  stop(): Promise<void>;
}

async function startProgram(name: string, { script, args, env, isReady }: Program): Promise<Process> {
  const startedMs = performance.now();
  const child: ChildProcess = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "/", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  while (!(await isReady(output))) {
    const waitedMs = performance.now() - startedMs;
    if (child.exitCode !== null || waitedMs > readyWithinMs)
      throw new Error(`${name} did not start:\n${output.slice(-2000)}`);
    await pause(5);
  }
  return {
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode !== null) return;
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      const killer = setTimeout(() => child.kill("SIGKILL"), 15_000);
      await gone;
      clearTimeout(killer);
    },
  };
}

/** Starts a subject on this process's Node and waits until it takes messages. */
export async function startSubject({ name, programs }: Subject): Promise<Running> {
  const startedMs = performance.now();
  const running: Process[] = [];
  for (const program of programs) running.push(await startProgram(name, program));
  return {
    pids: running.map(({ pid }) => pid),
    coldStartMs: performance.now() - startedMs,
    async stop() {
      for (const each of running) await each.stop();
    },
  };
}
