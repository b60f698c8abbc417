import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { layFoundation } from "../../src/composition/foundation.ts";
import { openStore } from "../../src/composition/redis/open-store.ts";
import { createDaySpending } from "../../src/store/day-spending.ts";
import { createModelsEmulator, type ModelsEmulator } from "../emulators/models.ts";
import { openEvalHarness } from "./run-eval.ts";

const harness = openEvalHarness();
let models: ModelsEmulator;
before(async () => {
  models = await createModelsEmulator();
  models.respond(({ system }) =>
    system.includes("You route messages")
      ? { actions: [{ skill: "price", input: { codes: ["600519.SH"] } }], language: "zh" }
      : undefined,
  );
});
after(async () => {
  await models.close();
  harness.close();
});

const priceOf = (id: string) => ({
  ...{ id, lang: "zh", tags: ["price"], question: "600519 现在多少钱" },
  expect: { answer: "numbers", codes: ["600519.SH"] },
});
const ids = ["one", "two", "three", "four", "five", "six"];

const run = (data: string, limits: Record<string, string>) =>
  harness.run(["eval", "--dataset", harness.dataset(...ids.map(priceOf))], {
    data,
    env: {
      OPENAI_API_KEY: models.openaiKey,
      OPENAI_BASE_URL: models.openaiBaseUrl,
      MODEL_PRICES: "openai:gpt-5.4-mini=2/10,openai:gpt-5.4=20/100",
      ...limits,
    },
  });

/** What the installation has counted for its limits of the day. */
async function countedIn(folder: string) {
  const env = { QIANMEN_DATA: folder, LOG_LEVEL: "silent" };
  const foundation = await layFoundation(join(import.meta.dirname, "../.."), env);
  const { store, close } = await openStore(foundation);
  try {
    return await createDaySpending(store).read(null);
  } finally {
    await close();
  }
}

test("what a run spends counts for the installation's limits of the day, to the token; its questions are nobody's", async () => {
  const data = join(harness.folder, "counted");
  const limits = { DAY_REQUESTS: "1", TOTAL_DAY_REQUESTS: "1", DAY_TOKENS: "1", TOTAL_DAY_TOKENS: "900000" };
  const { status, stdout, stderr, metrics } = await run(data, limits);
  assert.equal(status, 0, stdout + stderr);
  const { token_usage, cost, passed } = metrics();
  assert.equal(passed, ids.length);
  assert.match(stderr, /^6 questions to openai:gpt-5\.4-mini, openai:gpt-5\.4: .*TOTAL_DAY_TOKENS=900000/m);
  const counted = await countedIn(data);
  assert.ok(counted.tokens > 0 && counted.cost > 0);
  assert.deepEqual([counted.tokens, counted.requests], [token_usage.total_tokens, 0]);
  assert.equal(counted.cost, Math.round((cost ?? 0) * 1e9));
});

test("a run stops at the limit, says so and writes nothing, and no model is asked beyond it", async () => {
  const data = join(harness.folder, "stopped");
  const asked = models.calls.length;
  const { status, stderr, stdout } = await run(data, { TOTAL_DAY_COST: "0.000001" });
  assert.equal(status, 1);
  assert.equal(stdout, "");
  assert.match(
    stderr,
    /TOTAL_DAY_COST=0\.000001 .*\n(.*\n)*qianmen: TOTAL_DAY_TOKENS or TOTAL_DAY_COST is reached after 0 of 6 /,
  );
  assert.equal(models.calls.length, asked);
  assert.equal(existsSync(join(data, "eval", "metrics.json")), false);
});

test("a place where nothing can be written is refused before a model is asked", async () => {
  const asked = models.calls.length;
  const path = harness.dataset(priceOf("one"));
  for (const out of process.platform === "linux" ? ["/proc", "/proc/nix"] : [join(path, "below")]) {
    const env = { OPENAI_API_KEY: models.openaiKey, OPENAI_BASE_URL: models.openaiBaseUrl };
    const { status, stderr } = await harness.run(["eval", "--dataset", path, "--out", out], { env });
    assert.equal(status, 1);
    assert.match(stderr, /^qianmen: --out [^\n]+\n$|^qianmen: --out: [^\n]+\n$/);
  }
  assert.equal(models.calls.length, asked);
});
