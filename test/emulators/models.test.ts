import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { createModelsEmulator, type ModelsEmulator } from "./models.ts";

let server: ModelsEmulator;
before(async () => {
  server = await createModelsEmulator();
});
beforeEach(() => {
  server.clearFaults();
  server.setLatency(0);
  server.respond(() => undefined);
});
after(() => server.close());

const openai = (apiKey = server.openaiKey): OpenAI =>
  new OpenAI({ apiKey, baseURL: server.openaiBaseUrl, maxRetries: 0, logLevel: "off" });
const anthropic = (apiKey = server.anthropicKey): Anthropic =>
  new Anthropic({ apiKey, baseURL: server.anthropicBaseUrl, maxRetries: 0, logLevel: "off" });

const planSchema = { type: "object" as const, properties: { actions: { type: "array" } } };
const planFormat = { type: "json_schema" as const, json_schema: { name: "plan", schema: planSchema } };
const ask = (content: string) => [{ role: "user" as const, content }];

const statusOf = async (call: PromiseLike<unknown>): Promise<number | undefined> => {
  try {
    await call;
    return 200;
  } catch (error) {
    return (error as { status?: number }).status;
  }
};

describe("the default script", () => {
  test("plans the price of the first code, or help, in the language of the question", async () => {
    const planned = async (content: string): Promise<unknown> => {
      const completion = await openai().chat.completions.create({
        model: "m",
        messages: ask(content),
        response_format: planFormat,
      });
      return JSON.parse(completion.choices[0]?.message.content ?? "");
    };
    assert.deepEqual(await planned("600519 和 000858 现在多少钱?"), {
      actions: [{ skill: "price", input: { codes: ["600519"] } }],
      language: "zh",
    });
    assert.deepEqual(await planned("hello"), { actions: [{ skill: "help", input: {} }], language: "en" });
  });

  test("repeats the slots it was offered", async () => {
    const message = await anthropic().messages.create({
      model: "m",
      max_tokens: 9,
      messages: ask("{{c1}} is the price, {{t1}} the table, {{c1}} again"),
    });
    assert.deepEqual(
      message.content.map((block) => (block.type === "text" ? block.text : "")),
      ["{{c1}}\n{{t1}}"],
    );
  });
});

test("an object answers a forced tool as its input, and an output format as text", async () => {
  const create = { model: "m", max_tokens: 9, messages: ask("600519") };
  const forced = await anthropic().messages.create({
    ...create,
    tools: [{ name: "plan", input_schema: planSchema }],
    tool_choice: { type: "tool", name: "plan" },
  });
  assert.equal(forced.stop_reason, "tool_use");
  const [block] = forced.content;
  assert.ok(block?.type === "tool_use" && block.name === "plan");
  const formatted = await anthropic().messages.create({
    ...create,
    output_config: { format: { type: "json_schema", schema: planSchema } },
  });
  const [text] = formatted.content;
  assert.ok(text?.type === "text");
  assert.deepEqual(JSON.parse(text.text), block.input);
});

test("only the right key is let in, on either header of the Anthropic wire", async () => {
  const messages = ask("hi");
  assert.equal(await statusOf(openai("sk-no").chat.completions.create({ model: "m", messages })), 401);
  assert.equal(
    await statusOf(anthropic("sk-no").messages.create({ model: "m", max_tokens: 1, messages })),
    401,
  );
  const older = await fetch(`${server.root}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": server.anthropicKey },
    body: JSON.stringify({ model: "m", max_tokens: 1, messages }),
  });
  assert.equal(older.status, 200);
});

test("requests that the real servers refuse are refused", async () => {
  const messages = ask("hi");
  const strict = { ...planFormat, json_schema: { ...planFormat.json_schema, strict: true } };
  const refused = openai().chat.completions.create({ model: "m", messages, response_format: strict });
  assert.equal(await statusOf(refused), 400);
  const noTool = anthropic().messages.create({
    model: "m",
    max_tokens: 1,
    messages,
    tool_choice: { type: "tool", name: "gone" },
  });
  assert.equal(await statusOf(noTool), 400);
  assert.equal((await fetch(`${server.root}/v1/nothing`, { method: "POST" })).status, 401);
});

test("scripted answers and faults take turns, and every call is recorded with its tokens", async () => {
  const callsBefore = server.calls.length;
  const tokensBefore = { ...server.tokens };
  server.respond((seen) => (seen.system === "fail" ? { kind: "error", status: 503 } : `said ${seen.model}`));
  const say = (system: string) =>
    openai().chat.completions.create({
      model: "m1",
      messages: [{ role: "system", content: system }, ...ask("12345678")],
    });
  assert.equal((await say("")).choices[0]?.message.content, "said m1");
  assert.equal(await statusOf(say("fail")), 503);
  server.fail("openai", { kind: "rate_limit", retryAfter: 7 });
  assert.equal(await statusOf(say("")), 429);
  assert.deepEqual(
    server.calls.slice(callsBefore).map((call) => call.outcome),
    [200, 503, "rate_limit"],
  );
  assert.equal(server.tokens.calls - tokensBefore.calls, 3);
  assert.equal(
    server.tokens.prompt - tokensBefore.prompt,
    2,
    "eight characters are two tokens, failures are free",
  );
  assert.equal(server.tokens.completion - tokensBefore.completion, 2);
});

test("an answer waits for the latency that was set when it was asked for", async () => {
  const finished: string[] = [];
  const timed = async (name: string): Promise<void> => {
    const callsBefore = server.calls.length;
    await openai().chat.completions.create({ model: name, messages: ask("hi") });
    assert.ok(server.calls.length > callsBefore);
    finished.push(name);
  };
  server.setLatency(2000);
  const slow = timed("slow");
  await server.waitFor(() => server.waiting() === 1);
  server.setLatency(0);
  await timed("quick");
  await slow;
  assert.deepEqual(finished, ["quick", "slow"]);
});
