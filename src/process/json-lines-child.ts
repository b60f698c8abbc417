import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { killLeftBehind } from "./left-behind.ts";

export interface ChildCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** The whole environment, but for one variable by which what it starts is known: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
}

export interface ChildLimits {
  /** Longest line, in UTF-16 code units. */
  readonly maxLine: number;
  /** Most of all lines together; without it only each line is limited. */
  readonly maxTotal?: number;
}

export interface ChildListener {
  /** One line that the child wrote, without its end. */
  line(text: string): void;
  /** Once, whatever came first: it ended, could not be started, or wrote more than it may (then it is being killed). */
  ended(why: "exit" | "spawn" | "too_large"): void;
}

export interface JsonLinesChild {
  readonly pid: number | undefined;
  /** Writes one line of JSON. What a child that has ended is told gets lost. */
  send(value: unknown): void;
  /** Ends it with all that it has started: its input is closed, then it is killed; resolves once it is gone. */
  stop(graceMs: number): Promise<void>;
}

/** Signals a whole process group; one that is gone already is fine. */
function signalGroup(pid: number | undefined, signal: "SIGTERM" | "SIGKILL"): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: nobody is left in it.
  }
}

/** Cuts what arrives into lines. False once a limit is passed. */
function createLines(
  { maxLine, maxTotal = Number.POSITIVE_INFINITY }: ChildLimits,
  take: (line: string) => void,
) {
  let rest = "";
  let total = 0;
  return (chunk: string): boolean => {
    total += chunk.length;
    if (total > maxTotal) return false;
    const lines = chunk.split("\n");
    lines[0] = `${rest}${lines[0] ?? ""}`;
    rest = lines.pop() ?? "";
    if (rest.length > maxLine || lines.some(({ length }) => length > maxLine)) return false;
    for (const line of lines) if (line.trim() !== "") take(line);
    return true;
  };
}

const killGraceMs = 1_000;

/** Stands in the environment of a program and of all that it starts. */
const markName = "QIANMEN_CHILD";

/**
 * Starts a program that speaks JSON Lines over its standard input and output, in a process group of its own, so that nothing it starts
 * outlives it, as far as `killLeftBehind` sees. Its standard error goes nowhere: it may hold what a user wrote.
 */
export function startChild(
  { command, args, cwd, env }: ChildCommand,
  limits: ChildLimits,
  listener: ChildListener,
): JsonLinesChild {
  const mark = randomUUID();
  const child = spawn(command, [...args], {
    env: { ...env, [markName]: mark },
    detached: true,
    stdio: ["pipe", "pipe", "ignore"],
    ...(cwd === undefined ? {} : { cwd }),
  });
  const { pid } = child;
  let isOver = false;
  const gone = new Promise<void>((resolve) => {
    child.once("error", () => resolve());
    child.once("close", () => resolve());
  });
  let killing: Promise<void> | undefined;
  /** Kills it with all that it has started: first what left its group, for the dead no longer say whose children there were. */
  const killAll = (): Promise<void> => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    killing ??= killLeftBehind(`${markName}=${mark}`, isRunning ? pid : undefined).then(() =>
      signalGroup(pid, "SIGKILL"),
    );
    return killing;
  };
  const end = (why: Parameters<ChildListener["ended"]>[0]) => {
    if (isOver) return;
    isOver = true;
    void killAll();
    listener.ended(why);
  };
  const feed = createLines(limits, (line) => listener.line(line));
  child.once("error", () => end("spawn"));
  child.stdin.on("error", () => undefined);
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    if (!isOver && !feed(chunk)) end("too_large");
  });
  // What it has left behind may hold its output open, of which nothing more is to come.
  child.once("exit", () => void killAll());
  child.once("close", () => end("exit"));
  return {
    pid,
    send(value) {
      if (!isOver && child.stdin.writable) child.stdin.write(`${JSON.stringify(value)}\n`);
    },
    async stop(graceMs) {
      isOver = true;
      child.stdin.end();
      const timer = new AbortController();
      const after = (ms: number) => sleep(ms, false, { signal: timer.signal }).catch(() => true);
      const left = gone.then(() => true);
      if (graceMs > 0 && !(await Promise.race([left, after(graceMs)]))) {
        signalGroup(pid, "SIGTERM");
        await Promise.race([left, after(killGraceMs)]);
      }
      timer.abort();
      await killAll();
      // Held open only by what nobody has found.
      child.stdout.destroy();
      await gone;
    },
  };
}
