import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { firstWall } from "../../src/verify/first-wall.ts";

const refusedOf = (text: string): readonly string[] =>
  firstWall({ text, language: "zh", codes: new Set(), codesIn: () => [] });

describe("outside slots a draft may not hold", () => {
  const refused: Readonly<Record<string, readonly string[]>> = {
    "a digit": ["共 5 家", "5 家", "② 个", "½"],
    "a numeral": ["三家", "两成", "a dozen", "twenty", "yi bai", "yībǎi", "san dian wu", "liushi er"],
    "a comparison or a direction": ["高于", "上涨", "第五", "上漲", "高於", "more than", "fell", "the best"],
    "advice or a forecast": [
      "逢低布局",
      "低吸",
      "目標價",
      "預計",
      "加仓",
      "減倉",
      "買入",
      "有望",
      "should",
      "recommended",
    ],
    "a link or a contact": ["https://x", "加群", "a.com"],
    "a foreign script": ["сто", "ひゃく", "백원"],
  };
  for (const [what, texts] of Object.entries(refused))
    for (const text of texts)
      test(`${what}: ${text}`, () => {
        const found = refusedOf(`{{c1}} ${text}`);
        assert.ok(
          found.some((each) => each.startsWith(what)),
          found.join("; "),
        );
      });
});

test("plain words beside slots pass", () => {
  for (const text of [
    "以下是查询结果:",
    "一起看一下:",
    "Here is what the data say:",
    "The answer for Shi Jian and Ping An is this:",
    "请看:",
  ])
    assert.deepEqual(refusedOf(`${text}\n{{c1}}\n{{c2}}`), [], text);
});

test("a long draft is read in one pass", () => {
  // With backtracking each of these would take minutes.
  for (const text of ["yi ".repeat(30_000), "yi".repeat(50_000), `${"ba-".repeat(30_000)}x`])
    assert.ok(refusedOf(text).length > 0);
});
