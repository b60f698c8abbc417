import assert from "node:assert/strict";
import { test } from "node:test";
import { bundledSecurities, createDirectory, foreignSecurities, languageOf } from "#language";
import { routeByRules } from "../../src/models/builtin/route.ts";
import { catalogue } from "./catalogue.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const now = "2026-05-07T10:32:05+08:00";

function skillOf(text: string): string {
  const facts = { text, session: [], now, cards: catalogue, language: languageOf(text) };
  const [action] = routeByRules(facts, directory).plan.actions;
  return action?.input.reason === undefined ? `${action?.skill}` : `${action?.skill} ${action?.input.reason}`;
}

test("a question that only sounds like small talk is none", () => {
  for (const text of ["股东减持了吗", "股东增持了吗"]) assert.equal(skillOf(text), "help unsupported", text);
  for (const text of ["吃了吗", "吃了嘛", "你好", "谢谢", "在吗", "666", "nb", "[图片]", "[OK]", "👍"])
    assert.equal(skillOf(text), "chitchat", text);
});

test("wishes about the answers are for help, the same words about a company are not", () => {
  for (const text of ["详细点", "看不懂", "说人话", "用英文", "轉人工", "stop", "in English please"])
    assert.equal(skillOf(text), "help", text);
  assert.equal(skillOf("用英文告诉我茅台股价"), "price");
  assert.equal(skillOf("stop the daily digest"), "watchlist");
  assert.equal(skillOf("帮助"), "help");
});
