import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { AppError } from "#contract";
import { expectedWith, readCases } from "../../../eval/case.ts";
import { checkGates, evalMetrics } from "../../../eval/eval-metrics.ts";
import { type EvalRun, htmlReport } from "../../../eval/html-report.ts";
import { progressBar } from "../../../eval/progress-bar.ts";
import { renderReport } from "../../../eval/report.ts";
import { type CaseResult, runCases } from "../../../eval/run-cases.ts";
import { traceLines } from "../../../eval/trace-lines.ts";
import { makeFolder } from "../../../store/make-folder.ts";
import { openEvalService } from "../../evaluation/eval-service.ts";
import { type Foundation, layFoundation } from "../../foundation.ts";
import type { Verb } from "../verb.ts";

/** Beside the code, so that the image holds it too. */
const shippedDataset = join(import.meta.dirname, "../../../eval/cases.jsonl");

/** Cases at once: enough to meet the queue, few enough for the latency to be a turn's own. */
const concurrency = 4;

/** What `MODEL_SEED` takes. */
const mostSeed = 999_999_999;

function readDataset(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw new AppError(
      "INVALID_ARGS",
      isMissing
        ? `--dataset ${path}: there is no such file 没有这个文件`
        : `--dataset ${path} cannot be read as a file 无法读取这个文件`,
      { cause: error },
    );
  }
}

function seedOf(text: string): number {
  const seed = Number(text);
  if (!/^\d+$/.test(text) || seed > mostSeed)
    throw new AppError("INVALID_ARGS", `--seed is a whole number from 0 to ${mostSeed}, not ${text}`);
  return seed;
}

/** The bundled sample data and their clock, unless the configured sources are asked for; models get the seed of the run. */
function settingsFor(data: string, seed: number, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (data !== "sample" && data !== "configured")
    throw new AppError("INVALID_ARGS", `--data is sample or configured, not ${data}`);
  const quiet = { ...env, LOG_LEVEL: env.LOG_LEVEL ?? "error", MODEL_SEED: String(seed) };
  return data === "sample" ? { ...quiet, DATA_SOURCES: "sample" } : quiet;
}

/** One line that is written over, where somebody watches. */
function createProgress(output: NodeJS.WriteStream) {
  let failed = 0;
  return ({ passed }: CaseResult, done: number, all: number): void => {
    if (!passed) failed += 1;
    if (output.isTTY === true) output.write(`\r${progressBar(done, all, failed)}${done === all ? "\n" : ""}`);
  };
}

/** Said before anything is asked of a model that may cost something. */
function sayCost({ config, say }: Foundation, models: EvalRun["models"], questions: number): void {
  const paid = [...new Set(Object.values(models))].filter((model) => model !== "builtin");
  if (paid.length === 0) return;
  const { TOTAL_DAY_TOKENS: tokens, TOTAL_DAY_COST: cost } = config.core;
  const limits = [
    ...(tokens === undefined ? [] : [`TOTAL_DAY_TOKENS=${tokens}`]),
    ...(cost === undefined ? [] : [`TOTAL_DAY_COST=${cost}`]),
  ];
  const kept =
    limits.length === 0
      ? "no limit of the day is set 没有设当日上限"
      : `it counts for ${limits.join(", ")} and stops there 计入当日上限,到限即停`;
  say(`${questions} questions to ${paid.join(", ")}: this may cost money 可能产生费用; ${kept}`);
}

async function ask(
  foundation: Foundation,
  cases: ReturnType<typeof readCases>,
  seed: number,
): Promise<Pick<EvalRun, "results" | "models">> {
  const service = await openEvalService(foundation);
  try {
    const questions = cases.reduce((sum, { turns }) => sum + turns.length, 0);
    sayCost(foundation, service.models, questions);
    const onCase = createProgress(process.stderr);
    const expected = expectedWith(service.models.planning !== "builtin", cases);
    const results = await runCases(service, expected, { concurrency, seed, onCase });
    return { results, models: service.models };
  } finally {
    await service.close();
  }
}

/** Whether each task's model was sent the seed: Anthropic's wire has no field for one, the built-in rules need none. */
function seedTold(models: EvalRun["models"]): Readonly<Record<string, object>> {
  const told = Object.entries(models).map(([task, model]) => [
    task,
    { model, takes_seed: model.startsWith("openai:") },
  ]);
  return Object.fromEntries(told);
}

/** Makes the folder and tries whether it can be written, before a run has cost anything. Throws AppError INVALID_ARGS. */
async function openOutFolder(folder: string): Promise<void> {
  await makeFolder(folder, { named: "--out", code: "INVALID_ARGS" });
  const trial = join(folder, `.${process.pid}`);
  try {
    writeFileSync(trial, "", { mode: 0o600 });
    rmSync(trial);
  } catch (error) {
    throw new AppError(
      "INVALID_ARGS",
      `--out ${folder}: no file can be written there 无法写入 (${String(error)})`,
      { cause: error },
    );
  }
}

/** Writes the three files of a run and says where they are. */
function writeRun(folder: string, run: EvalRun): readonly string[] {
  const { results, metrics, gates, seed, models } = run;
  const files = {
    "metrics.json": `${JSON.stringify({ ...metrics, seed, models: seedTold(models), gates }, null, 2)}\n`,
    "trace.jsonl": traceLines(results),
    "report.html": htmlReport(run),
  };
  return Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  });
}

/**
 * `qianmen eval [--dataset F]… [--gates] [--out FOLDER] [--seed N] [--data sample|configured]`: every case through the queue and the
 * whole pipeline, on the sample data and their clock unless said otherwise, with the models of the configuration. Prints a table and
 * writes metrics.json, trace.jsonl and report.html into FOLDER (the data folder's `eval`). Exit code 1: with --gates where a gate is
 * not kept, without where a case failed; nothing is written where a limit of the day stops the run. Two runs of one configuration differ
 * in nothing but their times.
 */
export const runEvaluation: Verb = async (args, { root, env }) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dataset: { type: "string", multiple: true, default: [shippedDataset] },
      gates: { type: "boolean", default: false },
      out: { type: "string" },
      seed: { type: "string", default: "1" },
      data: { type: "string", default: "sample" },
    },
  });
  const seed = seedOf(values.seed);
  const cases = readCases(values.dataset.map(readDataset).join("\n"));
  const foundation = await layFoundation(root, settingsFor(values.data, seed, env));
  const folder = resolve(values.out ?? join(foundation.config.dataFolder, "eval"));
  await openOutFolder(folder);
  const { results, models } = await ask(foundation, cases, seed);
  const metrics = evalMetrics(results);
  const gates = values.gates ? checkGates(metrics) : [];
  const run = { results, metrics, gates, seed, models, endedMs: foundation.clock.wallMs() };
  const files = writeRun(folder, run);
  process.stdout.write(`${renderReport(results, metrics, gates)}\n${files.join("\n")}\n`);
  const isGood = values.gates ? gates.every(({ ok }) => ok) : metrics.passed === metrics.cases;
  return isGood ? 0 : 1;
};
