import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ModelRequest } from "#contract";
import { schemaInWords } from "../../src/models/json-answer.ts";
import { bodyOf } from "../../src/models/openai-body.ts";

const open = { type: "object", properties: { 名: { type: "string", enum: ['"', "\\n", "茅台"] } } };
const signal = new AbortController().signal;

const requests: fc.Arbitrary<ModelRequest> = fc
  .record({
    system: fc.string({ unit: "binary" }),
    said: fc.string({ unit: "binary" }),
    schema: fc.constantFrom(undefined, { name: 'a "plan"', json: open }),
    maxTokens: fc.nat(),
  })
  .map(({ system, said, schema, maxTokens }) => ({
    system,
    messages: [
      { role: "user", content: said },
      { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "get_price", args: { code: said } }] },
      { role: "tool", content: said, toolCallId: "c1" },
    ],
    ...(schema === undefined ? {} : { schema }),
    facts: { task: "routing", data: null },
    maxTokens,
    signal,
  }));

/** As the server reads it. */
const sent = (request: ModelRequest, plain: boolean, seed?: number) =>
  JSON.parse(Buffer.from(bodyOf(request, plain, { model: "m", isOfficial: false, seed })).toString());

test("whatever instructions, messages and schema hold stands in the body as it is, the second time too", () => {
  fc.assert(
    fc.property(requests, fc.boolean(), (request, plain) => {
      const { system, messages, schema, maxTokens } = request;
      const [user, , result] = messages;
      const words = plain && schema !== undefined ? schemaInWords(schema) : "";
      for (const body of [sent(request, plain), sent(request, plain)]) {
        const { messages: said, response_format, ...rest } = body;
        assert.deepEqual(rest, { model: "m", stream: false, max_tokens: maxTokens, temperature: 0 });
        assert.deepEqual(said[0], { role: "system", content: system + words });
        assert.equal(said[1].content, user?.content);
        assert.deepEqual(JSON.parse(said[2].tool_calls[0].function.arguments), { code: user?.content });
        assert.deepEqual(said[3], { role: "tool", content: result?.content, tool_call_id: "c1" });
        assert.deepEqual(
          response_format,
          plain || schema === undefined
            ? undefined
            : { type: "json_schema", json_schema: { name: schema.name, schema: schema.json, strict: false } },
        );
      }
    }),
  );
});

test("a seed is sent where there is one", () => {
  const [request] = fc.sample(requests, 1);
  assert.ok(request !== undefined);
  assert.equal(sent(request, false, 7).seed, 7);
  assert.equal("seed" in sent(request, false), false);
});
