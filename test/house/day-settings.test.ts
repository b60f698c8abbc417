import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { AppError } from "#contract";
import { dayLimitsOf } from "../../src/composition/budgets/day-limits.ts";
import { layFoundation } from "../../src/composition/foundation.ts";

const folder = mkdtempSync(join(tmpdir(), "qm-day-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const foundationWith = (env: Record<string, string>) =>
  layFoundation(join(import.meta.dirname, "../.."), {
    LOG_LEVEL: "silent",
    QIANMEN_DATA: folder,
    DATA_SOURCES: "sample",
    ...env,
  });

const limitsWith = async (env: Record<string, string>) =>
  dayLimitsOf((await foundationWith(env)).config.core);

/** The lines of the refusal to start. */
async function faultsOf(env: Record<string, string>): Promise<readonly string[]> {
  const error: unknown = await foundationWith(env).then(
    () => undefined,
    (fault: unknown) => fault,
  );
  assert(error instanceof AppError && error.code === "CONFIG_INVALID");
  return error.message.split("\n").slice(1);
}

test("without settings nothing is limited; money is counted in billionths", async () => {
  const none = { requests: undefined, tokens: undefined, cost: undefined };
  assert.deepEqual(await limitsWith({}), { user: none, all: none });
  const all = {
    DAY_REQUESTS: "3",
    DAY_TOKENS: "4",
    DAY_COST: "0.05",
    TOTAL_DAY_REQUESTS: "6",
    TOTAL_DAY_TOKENS: "7",
    TOTAL_DAY_COST: "999999.999999",
  };
  assert.deepEqual(await limitsWith(all), {
    user: { requests: 3, tokens: 4, cost: 50_000_000 },
    all: { requests: 6, tokens: 7, cost: 999_999_999_999_000 },
  });
});

test("wrong values are told with an example", async () => {
  const wrong = { DAY_REQUESTS: "0", DAY_COST: "0.0", TOTAL_DAY_COST: "-1", TOTAL_DAY_TOKENS: "many" };
  const lines = await faultsOf(wrong);
  for (const name of Object.keys(wrong))
    assert(
      lines.some((line) => new RegExp(`- ${name}: .*, e\\.g\\. ${name}=`).test(line)),
      name,
    );
});

for (const limit of ["DAY_COST", "TOTAL_DAY_COST"] as const) {
  test(`${limit} with a model that has no price is a fault that names it`, async () => {
    const models = {
      OPENAI_API_KEY: "sk-any",
      MODEL_ROUTING: "openai:small",
      MODEL_ESCALATION: "openai:large",
    };
    const lines = await faultsOf({ ...models, [limit]: "1", MODEL_PRICES: "openai:small=1/2" });
    assert.equal(lines.length, 1);
    assert.match(
      lines[0] ?? "",
      new RegExp(`MODEL_PRICES: openai:large has no price, so ${limit} cannot be kept`),
    );
    await foundationWith({ ...models, [limit]: "1", MODEL_PRICES: "openai:small=1/2,openai:large=3/4" });
    await foundationWith({ [limit]: "1" });
    await foundationWith({ ...models, DAY_TOKENS: "1" });
  });
}
