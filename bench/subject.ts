import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

/** What is measured: a program that answers Telegram messages. */
export interface Subject {
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** True once it takes messages. */
  isReady(output: string): Promise<boolean>;
}

export interface RunningSubject {
  readonly pid: number;
  /** From the start of the process until it took messages. */
  readonly coldStartMs: number;
  stop(): Promise<void>;
}

const readyWithinMs = 30_000;

/** Starts a subject on this process's Node and waits until it takes messages. */
export async function startSubject(subject: Subject): Promise<RunningSubject> {
  const startedMs = performance.now();
  const child: ChildProcess = spawn(process.execPath, [subject.script, ...subject.args], {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "/", ...subject.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  while (!(await subject.isReady(output))) {
    const waitedMs = performance.now() - startedMs;
    if (child.exitCode !== null || waitedMs > readyWithinMs)
      throw new Error(`${subject.name} did not start:\n${output.slice(-2000)}`);
    await pause(5);
  }
  const coldStartMs = performance.now() - startedMs;
  return {
    pid: child.pid ?? 0,
    coldStartMs,
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
