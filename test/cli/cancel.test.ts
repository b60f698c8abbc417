import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { createModelsEmulator } from "../emulators/models.ts";
import { startService } from "../line/service.ts";
import { compileCache } from "../support/compile-cache.ts";

const main = join(import.meta.dirname, "../../src/main.ts");

test("a piped chat whose question is canceled says so once, in the question's language, and leaves", async (t) => {
  const models = await createModelsEmulator();
  t.after(() => models.close());
  models.fail("*", { kind: "hang" }, Number.POSITIVE_INFINITY);
  const service = await startService({
    DATA_SOURCES: "sample",
    OPENAI_API_KEY: models.openaiKey,
    OPENAI_BASE_URL: models.openaiBaseUrl,
  });
  t.after(() => service.stop());
  const chat = spawn(process.execPath, [main, "chat"], {
    env: {
      ...compileCache(),
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      QIANMEN_DATA: service.dataFolder,
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  t.after(() => chat.kill("SIGKILL"));
  let said = "";
  chat.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const exited = once(chat, "exit");
  chat.stdin.write("price of 600519\n");
  await models.waitFor(() => models.calls.length > 0);
  chat.stdin.end("/cancel\n");
  const [code] = await exited;
  assert.deepEqual([code, said], [0, "Canceled.\n"]);
});
