import assert from "node:assert/strict";
import { test } from "node:test";
import type { Log, ModelTool } from "#contract";
import { fittingTools, tellLeftOut } from "../../src/pipeline/execute/pick/tool-room.ts";
import { promptTokens } from "../../src/pipeline/model-calls/prompt-tokens.ts";

const many = (description: string): readonly ModelTool[] =>
  Array.from({ length: 100 }, (_, at) => ({
    name: `mcp_box_${at}`,
    description,
    args: { type: "object", properties: { text: { type: "string" } } },
  }));

for (const [what, description] of Object.entries({
  Latin: "A tool of a server that brings many of them.",
  Chinese: "一台服务器带来的许多工具中的一个,说明文字是中文的。",
}))
  test(`tools with ${what} descriptions leave the rest of the prompt its share`, () => {
    const tools = fittingTools(many(description), { callPromptTokens: 4000 });
    assert.ok(tools.length > 10 && tools.length < 100);
    const used = promptTokens({ system: "", messages: [], tools });
    assert.ok(used > 2200 && used <= 2600, String(used));
  });

test("tools without room are told of once, and again when they are others", () => {
  const told: unknown[] = [];
  const none = () => {};
  const log: Log = { debug: none, info: none, error: none, warn: (fields) => void told.push(fields) };
  const offered = many("x").slice(0, 3);
  tellLeftOut(log, offered, offered);
  assert.deepEqual(told, []);
  tellLeftOut(log, offered, offered.slice(0, 1));
  tellLeftOut(log, offered, offered.slice(0, 1));
  assert.deepEqual(told, [{ tools: ["mcp_box_1", "mcp_box_2"] }]);
  tellLeftOut(log, offered, offered.slice(0, 2));
  assert.deepEqual(told.slice(1), [{ tools: ["mcp_box_2"] }]);
});
