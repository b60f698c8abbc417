import assert from "node:assert/strict";
import { test } from "node:test";
import type { ModelResponse, ModelTool } from "#contract";
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

const callsOf = {
  openai: (args: object, finish: string) => ({
    choices: [
      {
        message: {
          content: null,
          tool_calls: ["first", "last"].map((name) => ({
            id: name,
            type: "function",
            function: { name, arguments: JSON.stringify(args).slice(0, name === finish ? -3 : undefined) },
          })),
        },
        finish_reason: finish === "" ? "tool_calls" : "length",
      },
    ],
  }),
  anthropic: (args: object, finish: string) => ({
    content: ["first", "last"].map((name) => ({ type: "tool_use", id: name, name, input: args })),
    stop_reason: finish === "" ? "tool_use" : "max_tokens",
  }),
};

for (const wire of ["openai", "anthropic"] as const) {
  const create = wire === "openai" ? createOpenaiClient : createAnthropicClient;
  const answerTo = (said: Said): Promise<ModelResponse> => answerOf(bodies[wire](said));
  const answerOf = (body: object, tools?: readonly ModelTool[]): Promise<ModelResponse> =>
    create({
      model: "m",
      apiKey: "k",
      fetch: async () => Response.json(body),
      log: { info() {}, warn() {}, error() {}, debug() {} },
      random: () => 0,
      nowMs: () => 0,
      retry: defaultRetryPolicy,
    }).complete({
      system: "s",
      messages: [{ role: "user", content: "c" }],
      facts: { task: "synthesis", data: null },
      ...(tools === undefined ? {} : { tools }),
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

  const tools = ["first", "last"].map((name) => ({ name, description: name, args: { type: "object" } }));

  test(`${wire}: of calls that were cut in the last one that one is not carried out`, async () => {
    const carriedOut = async (finish: string) => {
      const { toolCalls = [], isCut } = await answerOf(callsOf[wire]({ code: "600519.SH" }, finish), tools);
      return [isCut, toolCalls.filter(({ args }) => args !== null).map(({ name }) => name)];
    };
    assert.deepEqual(await carriedOut("last"), [true, ["first"]]);
    assert.deepEqual(await carriedOut(""), [undefined, ["first", "last"]]);
  });

  test(`${wire}: arguments far longer than an answer may be are none`, async () => {
    const { toolCalls = [] } = await answerOf(callsOf[wire]({ text: "x".repeat(400) }, ""), tools);
    assert.deepEqual(
      toolCalls.map(({ args }) => args !== null),
      [true, false],
    );
  });

  for (const tokens of ["abc", -1, 1.5, 1e15, {}])
    test(`${wire}: ${JSON.stringify(tokens)} is no count of tokens`, async () => {
      const { usage } = await answerTo({ text: "x", tokens });
      assert.deepEqual(usage, { prompt_tokens: 0, completion_tokens: 0 });
    });
}
