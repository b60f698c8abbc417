import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { AppError } from "#contract";
import { readCases } from "../eval/case.ts";
import { checkGates, evalMetrics } from "../eval/eval-metrics.ts";
import { renderReport } from "../eval/report.ts";
import { runCases } from "../eval/run-cases.ts";
import type { Verb } from "../main.ts";
import { openEvalDesk } from "./eval-desk.ts";
import { layFoundation } from "./foundation.ts";

/** Beside the code, so that the image holds it too. */
const shippedDataset = join(import.meta.dirname, "../eval/cases.jsonl");

/** Cases at once: enough to meet the queue, few enough for the latency to be a turn's own. */
const concurrency = 4;

function readDataset(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new AppError(
      "INVALID_ARGS",
      `${path}: ${error instanceof Error ? error.message : "cannot be read"}`,
    );
  }
}

/**
 * `qianmen eval [--dataset F] [--gates] [--out FOLDER]`: every case through the queue and the whole pipeline, on the sample data and
 * their clock, with the models of the configuration. Prints a table, writes metrics.json into FOLDER (the data folder's
 * `eval`, unless said otherwise). Exit code 1: with --gates where a gate is not kept, without where a case failed.
 */
export const run: Verb = async (args, { root, env }) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dataset: { type: "string", default: shippedDataset },
      gates: { type: "boolean", default: false },
      out: { type: "string" },
    },
  });
  const cases = readCases(readDataset(values.dataset));
  const settings = { ...env, DATA_SOURCES: "sample", LOG_LEVEL: env.LOG_LEVEL ?? "error" };
  const foundation = await layFoundation(root, settings);
  const hasTty = process.stderr.isTTY === true;
  const desk = await openEvalDesk(foundation);
  const results = await runCases(desk, cases, {
    concurrency,
    onCase(_, done, all) {
      if (hasTty) process.stderr.write(`\r${done}/${all}${done === all ? "\n" : ""}`);
    },
  }).finally(() => desk.close());
  const metrics = evalMetrics(results);
  const gates = values.gates ? checkGates(metrics) : [];
  const folder = resolve(values.out ?? join(foundation.config.dataFolder, "eval"));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "metrics.json");
  writeFileSync(file, `${JSON.stringify({ ...metrics, gates }, null, 2)}\n`);
  process.stdout.write(`${renderReport(results, metrics, gates)}\n${file}\n`);
  const isGood = values.gates ? gates.every(({ ok }) => ok) : metrics.passed === metrics.cases;
  return isGood ? 0 : 1;
};
