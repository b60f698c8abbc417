import assert from "node:assert/strict";
import { test } from "node:test";
import { renderTools } from "../../src/cli/tool-list.ts";

test("a tool is a line: its arguments, its source, its time limit, and whether models get to see it", () => {
  const args = { type: "object", properties: { code: {}, date: {} }, required: ["code"] };
  const text = renderTools([
    { name: "get_price", source: "qianmen", timeout_ms: 20_000, args, allowed: true, no_room: false },
    { name: "mcp_box_x", source: "mcp:box", timeout_ms: 1_500, args: {}, allowed: false, no_room: false },
    { name: "mcp_box_y", source: "mcp:box", timeout_ms: 1_500, args: {}, allowed: true, no_room: true },
  ]);
  assert.deepEqual(text.split("\n"), [
    "get_price(code, date?)  qianmen · 20 s",
    "mcp_box_x()  mcp:box · 1.5 s · kept out by TOOLS_ALLOW or TOOLS_DENY",
    "mcp_box_y()  mcp:box · 1.5 s · not offered to models: no room in a prompt (LIMIT_PROMPT_TOKENS)",
  ]);
});
