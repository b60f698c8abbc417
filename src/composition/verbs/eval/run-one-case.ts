import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { z } from "zod";
import { type A2aPart, AppError, a2aErrors } from "#contract";
import { type CaseResult, refusedCase } from "../../evaluation/case-result.ts";
import { type CaseRequest, caseModes, openCaseRunner, runCase } from "../../run-case.ts";
import type { Verb } from "../verb.ts";

/** Lines under way at once. */
const atOnce = 100;

const part = z.looseObject({ kind: z.enum(["text", "data", "file"]) });

/** One line of standard input. Only its shape is judged here: what cannot be run is the case's own result. */
const lineSchema = z.strictObject({
  input: z.union([z.string(), z.array(part)]),
  expected_tools: z.array(z.string()).optional(),
  gold_answer: z.union([z.string(), z.array(z.string())]).optional(),
  mode: z.enum(caseModes).optional(),
  idempotency_key: z.string().min(1).optional(),
});

function readLine(text: string): CaseRequest | CaseResult {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refusedCase(a2aErrors.contentTypeNotSupported, "no JSON");
  }
  const parsed = lineSchema.safeParse(value);
  if (!parsed.success) {
    const fields = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    return refusedCase(a2aErrors.contentTypeNotSupported, fields.join("; "));
  }
  const { input, expected_tools, gold_answer, mode, idempotency_key } = parsed.data;
  return {
    // A part of another kind than text is refused whatever it holds.
    input: input as string | readonly A2aPart[],
    ...(expected_tools === undefined ? {} : { expectedTools: expected_tools }),
    ...(gold_answer === undefined ? {} : { goldAnswer: gold_answer }),
    ...(mode === undefined ? {} : { mode }),
    ...(idempotency_key === undefined ? {} : { idempotencyKey: idempotency_key }),
  };
}

/** A request a line in, a result a line out, in the order of the requests; one service for all of them. */
async function runLines(options: Parameters<typeof openCaseRunner>[0], signal: AbortSignal): Promise<number> {
  const runner = await openCaseRunner(options);
  let isGood = true;
  const waiting: Promise<CaseResult>[] = [];
  const print = async (): Promise<void> => {
    const result = await waiting.shift();
    isGood &&= result?.verified === true;
    process.stdout.write(`${JSON.stringify(result)}\n`);
  };
  try {
    for await (const text of createInterface({ input: process.stdin })) {
      if (text.trim() === "") continue;
      const read = readLine(text);
      waiting.push("state" in read ? Promise.resolve(read) : runner.runCase({ ...read, signal }));
      if (waiting.length >= atOnce) await print();
    }
    while (waiting.length > 0) await print();
  } finally {
    await runner.close();
  }
  return isGood ? 0 : 1;
}

const isMode = (text: string): text is (typeof caseModes)[number] => caseModes.some((mode) => mode === text);

/**
 * `qianmen eval case "<question>" [--expect-tool T]… [--gold TEXT]… [--mode PROFILE] [--key K]`: what `runCase` gives, as JSON. Without a
 * question a request a line is read from standard input: `{input, expected_tools, gold_answer, mode, idempotency_key}`. Exit code 0
 * where every answer is verified. SIGINT cancels.
 */
export const runOneCase: Verb = async (args, { root, env }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      "expect-tool": { type: "string", multiple: true, default: [] },
      gold: { type: "string", multiple: true, default: [] },
      mode: { type: "string" },
      key: { type: "string" },
    },
    allowPositionals: true,
  });
  const stopped = new AbortController();
  process.once("SIGINT", () => stopped.abort());
  if (positionals.length === 0 && process.stdin.isTTY)
    throw new AppError(
      "INVALID_ARGS",
      'usage: qianmen eval case "<question>", or one JSON request a line on standard input',
    );
  if (positionals.length === 0) return runLines({ root, env }, stopped.signal);
  const { mode, key } = values;
  if (mode !== undefined && !isMode(mode))
    throw new AppError("INVALID_ARGS", `--mode is one of ${caseModes.join(", ")}, not ${mode}`);
  const request: CaseRequest = {
    input: positionals.join(" "),
    expectedTools: values["expect-tool"],
    goldAnswer: values.gold,
    signal: stopped.signal,
    ...(mode === undefined ? {} : { mode }),
    ...(key === undefined ? {} : { idempotencyKey: key }),
  };
  const result = await runCase(request, { root, env });
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`);
  return result.verified ? 0 : 1;
};
