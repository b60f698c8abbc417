import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelResponse } from "#contract";
import { createAnthropicClient } from "../../src/models/anthropic.ts";
import { createOpenaiClient } from "../../src/models/openai.ts";
import { defaultRetryPolicy } from "../../src/models/retry.ts";

interface Said {
  readonly text: string;
  readonly finish?: "length" | "stop";
  readonly tokens?: unknown;
}

const bodies = {
  openai: ({ text, finish = "stop", tokens = 7 }: Said) => ({
    choices: [{ message: { content: text }, finish_reason: finish }],
    usage: { prompt_tokens: tokens, completion_tokens: tokens },
  }),
  anthropic: ({ text, finish = "stop", tokens = 7 }: Said) => ({
    content: [{ type: "text", text }],
    stop_reason: finish === "length" ? "max_tokens" : "end_turn",
    usage: { input_tokens: tokens, output_tokens: tokens },
  }),
};

for (const wire of ["openai", "anthropic"] as const) {
  const create = wire === "openai" ? createOpenaiClient : createAnthropicClient;
  const answerTo = (said: Said): Promise<ModelResponse> =>
    create({
      model: "m",
      apiKey: "k",
      fetch: async () => Response.json(bodies[wire](said)),
      log: { info() {}, warn() {}, error() {}, debug() {} },
      random: () => 0,
      nowMs: () => 0,
      retry: defaultRetryPolicy,
    }).complete({
      system: "s",
      messages: [{ role: "user", content: "c" }],
      facts: { task: "synthesis", data: null },
      maxTokens: 10,
      signal: new AbortController().signal,
    });

  test(`${wire}: an answer that was cut says so`, async () => {
    assert.equal((await answerTo({ text: "half", finish: "length" })).isCut, true);
    assert.equal((await answerTo({ text: "whole" })).isCut, undefined);
  });

  test(`${wire}: an answer far longer than it may be is none`, async () => {
    assert.equal((await answerTo({ text: "x".repeat(640) })).text.length, 640);
    assert.equal((await answerTo({ text: "x".repeat(641) })).text, "");
  });

  for (const tokens of ["abc", -1, 1.5, 1e15, {}])
    test(`${wire}: ${JSON.stringify(tokens)} is no count of tokens`, async () => {
      const { usage } = await answerTo({ text: "x", tokens });
      assert.deepEqual(usage, { prompt_tokens: 0, completion_tokens: 0 });
    });
}
