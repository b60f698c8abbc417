import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { AppError, type MetricRegistry, type NameRegistry } from "#contract";
import { audit } from "../cli/audit.ts";
import type { Verb } from "../main.ts";

function readJson<Value>(path: string | undefined): Value | undefined {
  if (path === undefined) return undefined;
  try {
    // Its shape is the reader's to judge; a wrong one licenses nothing.
    return JSON.parse(readFileSync(path, "utf8")) as Value;
  } catch (error) {
    throw new AppError(
      "INVALID_ARGS",
      `${path}: ${error instanceof Error ? error.message : "cannot be read"}`,
    );
  }
}

/** `qianmen audit verify|guard [--names F] [--metrics F]`: JSON Lines on standard input, one verdict a line on standard output. */
export const run: Verb = async (args) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { names: { type: "string" }, metrics: { type: "string" } },
    allowPositionals: true,
  });
  const [kind] = positionals;
  if (kind !== "verify" && kind !== "guard")
    throw new AppError("INVALID_ARGS", "usage: qianmen audit verify|guard [--names F] [--metrics F]");
  const names = readJson<NameRegistry>(values.names);
  const metrics = readJson<MetricRegistry>(values.metrics);
  await audit(kind, {
    input: process.stdin,
    write: (line) => new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve())),
    elapsedMs: () => performance.now(),
    ...(names === undefined ? {} : { names }),
    ...(metrics === undefined ? {} : { metrics }),
  });
  return 0;
};
