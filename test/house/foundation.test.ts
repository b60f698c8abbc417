import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { AppError } from "#contract";
import { layFoundation } from "../../src/composition/foundation.ts";
import { compileCache } from "../support/compile-cache.ts";

const root = join(import.meta.dirname, "../..");
const main = join(root, "src/main.ts");

const wrong = {
  HTTP_PORT: "80a",
  DATA_SOURCES: "tushare,bloomberg",
  AKTOOLS_API_ROOT: "127.0.0.1:8080",
  MODEL_ROUTING: "openai:hermes-4-70b",
  MODEL_SYNTHESIS: "hermes",
  TELEGRAM_BOT_TOKEN: "123:abc",
  TELEGRAM_WEBHOOK_URL: "https://bot.example.com",
};

async function faultsOf(env: Record<string, string>): Promise<readonly string[]> {
  try {
    await layFoundation(root, env);
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, "CONFIG_INVALID");
    return error.message.split("\n").slice(1);
  }
  return [];
}

/** The variable that a line is about. */
const variableOf = (line: string): string => /^ {2}- ([A-Z_]+): ./.exec(line)?.[1] ?? line;

test("faults of core, sources, models and platforms are told together, each with its variable", async () => {
  const lines = await faultsOf(wrong);
  assert.deepEqual(
    new Set(lines.map(variableOf)),
    new Set([
      "HTTP_PORT",
      "DATA_SOURCES",
      "AKTOOLS_API_ROOT",
      "MODEL_ROUTING",
      "MODEL_SYNTHESIS",
      "TELEGRAM_WEBHOOK_SECRET",
    ]),
  );
  assert.equal(lines.filter((line) => variableOf(line) === "DATA_SOURCES").length, 2);
});

test("a secret that is written wrong is not also called missing", async () => {
  const lines = await faultsOf({ ...wrong, TELEGRAM_WEBHOOK_SECRET: "has a blank" });
  assert.equal(lines.filter((line) => variableOf(line) === "TELEGRAM_WEBHOOK_SECRET").length, 1);
});

test("nothing has to be said of who may ask: strangers are given a pairing code", async () => {
  assert.deepEqual(await faultsOf({ TELEGRAM_BOT_TOKEN: "123:abc" }), []);
});

test("the operator reads a headline and a line a fault, without codes and stacks", () => {
  const { status, stderr } = spawnSync(process.execPath, [main, "start"], {
    env: { ...compileCache(), PATH: process.env.PATH ?? "", ...wrong },
    encoding: "utf8",
  });
  assert.equal(status, 1);
  const [head, ...lines] = stderr.trimEnd().split("\n");
  assert.equal(head, "qianmen: 7 faults in the configuration 配置有误:");
  assert.ok(lines.length === 7 && lines.every((line) => /^ {2}- [A-Z_]+: /.test(line)), stderr);
});
