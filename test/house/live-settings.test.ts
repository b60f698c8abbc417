import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createAgent } from "../../src/composition/agent/agent.ts";
import { layFoundation } from "../../src/composition/foundation.ts";
import { createPairingFor } from "../../src/composition/roles/live-pairing.ts";
import { question } from "../journal/messages.ts";
import { startRedis } from "../store/redis-server.ts";

const folder = mkdtempSync(join(tmpdir(), "qm-live-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const foundationWith = (env: Record<string, string>) =>
  layFoundation(join(import.meta.dirname, "../.."), {
    LOG_LEVEL: "silent",
    QIANMEN_DATA: folder,
    DATA_SOURCES: "sample",
    ...env,
  });

test("turns that begin after a reload have the new models and the new budget", async () => {
  const agent = await createAgent(await foundationWith({ BUDGET_SECONDS: "50" }));
  const { ports, models } = agent;
  const [budget, builtin] = [ports.budget(), ports.models.route("routing")];
  const next = await foundationWith({
    BUDGET_SECONDS: "20",
    GATE_PROFILE: "hrm",
    OPENAI_API_KEY: "sk-any",
    MODEL_ROUTING: "openai:small",
  });
  agent.reload(next.config);
  assert.deepEqual([ports.budget().ms, ports.budget().steps], [20_000, 3]);
  assert.equal(ports.models.route("routing").model, "small");
  assert.equal(models.summary.routing, "openai:small");
  assert.deepEqual([budget.ms, builtin.provider], [50_000, "builtin"], "what had begun keeps its own");
});

test("limits of the day follow the settings, and so do the prices", async () => {
  const server = await startRedis();
  after(() => server.stop());
  const agent = await createAgent(await foundationWith({}), server.store());
  const { ports } = agent;
  assert.equal(ports.dayBudget?.(), undefined);
  const next = await foundationWith({ DAY_TOKENS: "150", MODEL_PRICES: "openai:small=1/2" });
  agent.reload(next.config);
  const call = { id: "a", payer: "telegram/1", provider: "openai", model: "small" };
  const usage = { prompt_tokens: 90, completion_tokens: 10 };
  const ask = (id: string) => ports.dayBudget?.()?.reserve({ ...call, id, usage });
  assert.deepEqual([await ask("a"), await ask("b")], [true, false]);
  assert.equal(agent.settings().MODEL_PRICES.get("openai:small")?.completion, 2);
  agent.reload((await foundationWith({})).config);
  assert.equal(ports.dayBudget?.(), undefined);
});

test("who may ask follows the settings while the service runs", async () => {
  const server = await startRedis();
  after(() => server.stop());
  const pairing = createPairingFor(await foundationWith({ ACCESS: "open" }), server.store());
  const stranger = question({ senderId: "9", chatId: "9" });
  assert.equal(await pairing.isAllowed(stranger), true);
  pairing.setAccess({ mode: "allowlist", allow: ["telegram:1"] });
  assert.equal(await pairing.isAllowed(stranger), false);
  assert.deepEqual(await pairing.greet(stranger), { code: "ACCESS_DENIED" });
  pairing.setAccess({ mode: "pairing", allow: ["telegram:9"] });
  assert.equal(await pairing.isAllowed(stranger), true);
});
