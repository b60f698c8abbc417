/** Answers that come as a stream of events although none was asked for. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { messageOfStream } from "../../src/models/anthropic-stream.ts";
import { eventsIn, isEventStream } from "../../src/models/event-stream.ts";
import { completionOfStream } from "../../src/models/openai-stream.ts";

const stream = (...events: readonly object[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
const chunk = (delta: object, finish_reason: string | null = null, index = 0) => ({
  choices: [{ index, delta, finish_reason }],
});
const call = (piece: object) => chunk({ tool_calls: [piece] });

test("a stream is known by its first line, and its events by empty lines, whatever ends a line", () => {
  for (const body of ["data: {}\n\n", "\n: ping\n\ndata:{}", "event: a\r\ndata: {}\r\n\r\n"]) {
    assert.equal(isEventStream(body), true, body);
    assert.deepEqual(eventsIn(body), [{}]);
  }
  for (const body of ['{"data": 1}', '{\n"choices":[]}', "<html>", ""])
    assert.equal(isEventStream(body), false, body);
  assert.deepEqual(eventsIn('data: {"a":\ndata: 1}\n\ndata: [DONE]\n\n'), [{ a: 1 }]);
  assert.deepEqual(eventsIn('data: {"a": "1\u20282"}\n\n'), [{ a: "1\u20282" }], "that ends no line");
});

describe("a stream of the openai wire", () => {
  test("comes to its words, its end and its counts; another choice is none of it", () => {
    const body = stream(
      chunk({ role: "assistant", content: "茅" }),
      chunk({ content: "x" }, null, 1),
      chunk({ content: "台", reasoning_content: "1823.5" }),
      chunk({}, "length"),
      { choices: [], usage: { prompt_tokens: 7, completion_tokens: 2 } },
    );
    const { choices, usage } = completionOfStream(body);
    assert.equal(choices[0]?.message.content, "茅台");
    assert.equal(choices[0]?.finish_reason, "length");
    assert.deepEqual(usage, { prompt_tokens: 7, completion_tokens: 2 });
  });

  test("comes to its calls, by number or by id, with arguments in pieces or whole", () => {
    const numbered = stream(
      call({ index: 0, id: "a", function: { name: "one", arguments: "" } }),
      call({ index: 1, id: "b", function: { name: "two", arguments: '{"x"' } }),
      call({ index: 0, function: { arguments: "{}" } }),
      call({ index: 1, function: { arguments: ":1}" } }),
      chunk({}, "tool_calls"),
    );
    const named = stream(
      call({ id: "a", function: { name: "one", arguments: {} } }),
      call({ id: "b", function: { name: "two", arguments: '{"x"' } }),
      call({ function: { arguments: ":1}" } }),
      chunk({}, "tool_calls"),
    );
    for (const body of [numbered, named])
      assert.deepEqual(completionOfStream(body).choices[0]?.message.tool_calls, [
        { id: "a", type: "function", function: { name: "one", arguments: "{}" } },
        { id: "b", type: "function", function: { name: "two", arguments: '{"x":1}' } },
      ]);
  });

  test("that breaks off, or says that something went wrong, is no answer", () => {
    const whole = `${stream(chunk({ content: "a" }))}data: [DONE]\n\n`;
    assert.equal(completionOfStream(whole).choices[0]?.message.content, "a");
    for (const body of [
      stream(chunk({ content: "a" })),
      whole.slice(0, 20),
      stream({ error: { code: 502 } }),
      `${stream(chunk({ content: "a" }), { error: { code: 502 } })}data: [DONE]\n\n`,
      stream({ ...chunk({ content: "a" }, "error"), error: { code: 502 } }),
    ])
      assert.throws(() => completionOfStream(body), /protocol/);
  });
});

describe("a stream of the anthropic wire", () => {
  const start = (index: number, content_block: object) => ({
    ...{ type: "content_block_start", index, content_block },
  });
  const delta = (index: number, piece: object) => ({ type: "content_block_delta", index, delta: piece });
  const head = { type: "message_start", message: { id: "m", usage: { input_tokens: 7, output_tokens: 1 } } };
  const end = { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } };

  test("comes to its blocks in their order, the input of a call put together, and its counts", () => {
    const body = stream(
      head,
      start(0, { type: "thinking", thinking: "" }),
      delta(0, { type: "thinking_delta", thinking: "1823.5" }),
      start(2, { type: "tool_use", id: "t", name: "plan", input: {} }),
      start(1, { type: "text", text: "" }),
      delta(1, { type: "text_delta", text: "茅" }),
      delta(2, { type: "input_json_delta", partial_json: '{"x"' }),
      delta(1, { type: "text_delta", text: "台" }),
      { type: "ping" },
      delta(2, { type: "input_json_delta", partial_json: ":1}" }),
      end,
      { type: "message_stop" },
    );
    const message = messageOfStream(body);
    assert.deepEqual(message.content, [
      { type: "thinking", thinking: "" },
      { type: "text", text: "茅台" },
      { type: "tool_use", id: "t", name: "plan", input: '{"x":1}' },
    ]);
    assert.equal(message.stop_reason, "tool_use");
    assert.deepEqual(message.usage, { input_tokens: 7, output_tokens: 9 });
  });

  test("that breaks off, or says that something went wrong, is no answer", () => {
    const text = [start(0, { type: "text", text: "" }), delta(0, { type: "text_delta", text: "a" })];
    for (const body of [
      stream(head, ...text),
      stream(head, ...text, { type: "error", error: { type: "overloaded_error" } }, end),
    ])
      assert.throws(() => messageOfStream(body), /protocol/);
  });
});
