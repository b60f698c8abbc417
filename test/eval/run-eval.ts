import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StepEntry } from "#contract";
import type { EvalMetrics, GateResult } from "../../src/eval/eval-metrics.ts";
import { compileCache } from "../support/compile-cache.ts";

const main = join(import.meta.dirname, "../../src/main.ts");

export interface Ran {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The data folder of its installation. */
  readonly data: string;
  metrics(): EvalMetrics & { readonly gates: readonly GateResult[]; readonly seed: number };
  trace(): readonly (StepEntry & { readonly case: string; readonly turn: number })[];
  report(): string;
}

export interface EvalHarness {
  readonly folder: string;
  /** `qianmen …` in an installation of its own, or that of `data`. */
  run(
    args: readonly string[],
    options?: { env?: Record<string, string>; data?: string; input?: string },
  ): Promise<Ran>;
  /** Writes a dataset and says where. */
  dataset(...cases: readonly object[]): string;
  close(): void;
}

/** Nothing of the caller's environment but PATH reaches what is run. */
export function openEvalHarness(): EvalHarness {
  const folder = mkdtempSync(join(tmpdir(), "qm-eval-"));
  let runs = 0;
  return {
    folder,
    async run(args, { env = {}, data = join(folder, `data-${runs++}`), input = "" } = {}) {
      const child = spawn(process.execPath, [main, ...args], {
        env: { ...compileCache(), PATH: process.env.PATH ?? "", HOME: folder, QIANMEN_DATA: data, ...env },
        stdio: ["pipe", "pipe", "pipe"],
      });
      // A verb that reads none may have ended before.
      child.stdin.on("error", () => undefined).end(input);
      let [stdout, stderr] = ["", ""];
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        stdout += text;
      });
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        stderr += text;
      });
      await once(child, "close");
      const read = (name: string) => {
        const path = join(data, "eval", name);
        if (!existsSync(path)) throw new Error(`it wrote no ${name}:\n${stdout}${stderr}`);
        return readFileSync(path, "utf8");
      };
      return {
        status: child.exitCode ?? -1,
        ...{ stdout, stderr, data },
        metrics: () => JSON.parse(read("metrics.json")),
        trace: () =>
          read("trace.jsonl")
            .trimEnd()
            .split("\n")
            .map((line) => JSON.parse(line)),
        report: () => read("report.html"),
      };
    },
    dataset(...cases) {
      const path = join(folder, `cases-${runs++}.jsonl`);
      writeFileSync(path, cases.map((each) => `${JSON.stringify(each)}\n`).join("\n"));
      return path;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
