import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { AppError, type ModelClient, type TaskClass } from "#contract";
import { defaultModels, modelFaults } from "../../src/models/choices.ts";
import type { ModelConfig } from "../../src/models/model-config.ts";
import { createModelRouter } from "../../src/models/router.ts";
import { modelSettings } from "../../src/models/settings.ts";
import { createModelsEmulator } from "../emulators/models.ts";

const builtin: ModelClient = {
  provider: "builtin",
  model: "builtin",
  complete: async () => ({ text: "", usage: { prompt_tokens: 0, completion_tokens: 0 } }),
};

const router = (config: ModelConfig) =>
  createModelRouter(config, {
    builtin,
    fetch: globalThis.fetch,
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    random: () => 0.5,
    nowMs: () => Date.now(),
  });

const key = { OPENAI_API_KEY: "sk-o" };
const all = (name: string): Record<TaskClass, string> => ({
  routing: name,
  planning: name,
  synthesis: name,
  escalation: name,
});

describe("which model serves a class", () => {
  const table: readonly [string, ModelConfig, Record<TaskClass, string>][] = [
    ["nothing is set", {}, all("builtin")],
    [
      "only a key is set",
      key,
      {
        ...all(`openai:${defaultModels.openai.small}`),
        escalation: `openai:${defaultModels.openai.large}`,
      },
    ],
    [
      "only the other key is set",
      { ANTHROPIC_API_KEY: "sk-a" },
      {
        ...all(`anthropic:${defaultModels.anthropic.small}`),
        escalation: `anthropic:${defaultModels.anthropic.large}`,
      },
    ],
    [
      "routing is named: the others follow it",
      { ...key, MODEL_ROUTING: "openai:a:free" },
      all("openai:a:free"),
    ],
    ["routing is builtin in spite of a key", { ...key, MODEL_ROUTING: "builtin" }, all("builtin")],
    [
      "synthesis is named alone",
      { ...key, MODEL_SYNTHESIS: "openai:big" },
      {
        routing: `openai:${defaultModels.openai.small}`,
        planning: `openai:${defaultModels.openai.small}`,
        synthesis: "openai:big",
        escalation: "openai:big",
      },
    ],
    [
      "each class is named, over two providers",
      {
        ...key,
        ANTHROPIC_API_KEY: "sk-a",
        MODEL_ROUTING: "openai:r",
        MODEL_PLANNING: "openai:p",
        MODEL_SYNTHESIS: "anthropic:s",
        MODEL_ESCALATION: "anthropic:e",
      },
      { routing: "openai:r", planning: "openai:p", synthesis: "anthropic:s", escalation: "anthropic:e" },
    ],
  ];
  for (const [name, config, expected] of table)
    test(name, () => {
      const made = router(config);
      assert.deepEqual(made.summary, expected);
      for (const task of Object.keys(expected) as TaskClass[]) {
        const { provider, model } = made.route(task);
        assert.equal(provider === "builtin" ? provider : `${provider}:${model}`, expected[task]);
      }
    });
});

test("classes that share a model share its client", () => {
  const made = router({ ...key, MODEL_ROUTING: "openai:a" });
  assert.equal(made.route("routing"), made.route("synthesis"));
  assert.equal(made.builtin, builtin);
});

describe("faults of the configuration", () => {
  test("a named provider without a key is told, each variable by itself and without any key's value", () => {
    const config: ModelConfig = { ...key, MODEL_ROUTING: "anthropic:x", MODEL_SYNTHESIS: "anthropic:y" };
    const faults = modelFaults(config);
    assert.equal(faults.length, 2);
    assert.match(faults[0] ?? "", /^MODEL_ROUTING: .*ANTHROPIC_API_KEY/);
    assert.ok(!faults.join().includes("sk-o"));
    assert.throws(
      () => router(config),
      (error: unknown) => error instanceof AppError && error.code === "CONFIG_INVALID",
    );
  });

  test("only a server on this machine needs no key", () => {
    const named = { MODEL_ROUTING: "openai:hermes" };
    for (const url of ["http://127.0.0.1:1/v1", "http://localhost:1/v1", "http://[::1]:1/v1"])
      assert.deepEqual(modelFaults({ ...named, OPENAI_BASE_URL: url }), []);
    for (const url of ["http://10.0.0.1/v1", "https://localhost.example.com/v1"])
      assert.equal(modelFaults({ ...named, OPENAI_BASE_URL: url }).length, 1);
  });

  test("names without a provider and addresses without a scheme do not pass the schema", () => {
    const bad = modelSettings.schema.safeParse({ MODEL_ROUTING: "gpt-5", OPENAI_BASE_URL: "api.openai.com" });
    assert.deepEqual(bad.error?.issues.map((issue) => issue.path[0]).sort(), [
      "MODEL_ROUTING",
      "OPENAI_BASE_URL",
    ]);
    assert.ok(modelSettings.schema.safeParse({ MODEL_ROUTING: "builtin" }).success);
    assert.ok(modelSettings.schema.safeParse({ MODEL_ROUTING: "openai:qwen3:8b" }).success);
  });
});

test("a loopback server is called without a key, after its SDK was loaded beforehand", async (context) => {
  const server = await createModelsEmulator({ openaiKey: null });
  context.after(() => server.close());
  const made = router({ MODEL_ROUTING: "openai:hermes-4-70b", OPENAI_BASE_URL: server.openaiBaseUrl });
  await made.preload();
  const response = await made.route("synthesis").complete({
    system: "",
    messages: [{ role: "user", content: "{{c1}}" }],
    facts: { task: "synthesis", data: null },
    maxTokens: 50,
    signal: new AbortController().signal,
  });
  assert.equal(response.text, "{{c1}}");
  assert.equal(server.calls[0]?.model, "hermes-4-70b");
});
