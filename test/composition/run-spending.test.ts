import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { openRunSpending } from "../../src/composition/budgets/run-spending.ts";
import { layFoundation } from "../../src/composition/foundation.ts";
import { openStore } from "../../src/composition/redis/open-store.ts";
import { createDaySpending } from "../../src/store/day-spending.ts";

const folder = mkdtempSync(join(tmpdir(), "qm-run-spending-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const foundationWith = (env: Record<string, string>) =>
  layFoundation(join(import.meta.dirname, "../.."), { QIANMEN_DATA: folder, LOG_LEVEL: "silent", ...env });

const call = (tokens: number) => ({
  ...{ id: "of the same turn", payer: "case/one", provider: "openai", model: "m" },
  usage: { prompt_tokens: tokens, completion_tokens: 0 },
});

test("two runs at once count side by side, whatever their turns are called, up to the limit of the installation alone", async () => {
  const limits = { OPENAI_API_KEY: "sk-none", DAY_TOKENS: "1", TOTAL_DAY_TOKENS: "1000" };
  const foundation = await foundationWith(limits);
  const [one, other] = [await openRunSpending(foundation), await openRunSpending(foundation)];
  assert.ok(one !== undefined && other !== undefined);
  const { store, close } = await openStore(foundation);
  try {
    assert.deepEqual(
      [await one.dayBudget().reserve(call(400)), await other.dayBudget().reserve(call(400))],
      [true, true],
    );
    assert.equal(await other.dayBudget().reserve({ ...call(400), id: "one more" }), false);
    assert.deepEqual([one.isUsedUp(), other.isUsedUp()], [false, true]);
    await one.dayBudget().settle(call(300));
    await other.dayBudget().settle(call(350));
    assert.equal((await createDaySpending(store).read(null)).tokens, 650);
    assert.equal((await createDaySpending(store).read("case/one")).tokens, 0);
  } finally {
    await close();
    await other.close();
    await one.close();
  }
});

test("without a limit of the installation, or without a model, nothing is opened", async () => {
  const noLimit = { OPENAI_API_KEY: "sk-none", DAY_TOKENS: "1", TOTAL_DAY_REQUESTS: "1" };
  for (const env of [noLimit, { TOTAL_DAY_TOKENS: "1" }]) {
    const opened = await openRunSpending(await foundationWith(env));
    await opened?.close();
    assert.equal(opened, undefined);
  }
});
