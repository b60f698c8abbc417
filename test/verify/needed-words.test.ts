import assert from "node:assert/strict";
import { test } from "node:test";
import { neededWords } from "../../src/verify/guard/lexicon/needed-words.ts";
import { lookForRareWords, rare } from "../../src/verify/guard/lexicon/rare-words.ts";

const cases: readonly (readonly [pattern: RegExp, needed: readonly string[] | null])[] = [
  [/放缓|回落/, ["放缓", "回落"]],
  [/[涨跌]势/, ["涨势", "跌势"]],
  [/(?<![a-z])wins?(?![a-z])/, ["win", "wins"]],
  [/(?:明天|后天)[^。]{0,9}?(?:大涨|暴跌)/, ["明天", "后天"]],
  [/\d+(?:日|天)?线/, ["线"]],
  [/(?:很|非常)*(?:好+)/, ["好"]],
  [/x{2,}y{0,3}/, ["x"]],
  [/(?=.*均线)[^a]/, ["均线"]],
  [/(?<=均)线(?!上)/, ["均"]],
  [/(?<way>a|b)\k<way>[c-e]\u4e00/, ["c一", "d一", "e一"]],
  [/[^a]|b/, null],
  [/\d{4}|[a-z]+/, null],
  [/a?/, null],
  [/^$/, null],
  [/a/i, null],
];

for (const [pattern, needed] of cases)
  test(`${pattern} needs ${needed?.join(", ") ?? "nothing"}`, () => {
    assert.deepEqual(neededWords(pattern), needed);
  });

test("a pattern is found in a text that was looked through as in any other", () => {
  const words = rare(/(?:长期|一直)看[好涨]/g);
  const texts = ["我们长期看好", "一直看", "看好", "一直看涨,长期看好"];
  const found = texts.map((text) => words.all(text).map(([said]) => said));
  lookForRareWords(...texts);
  assert.deepEqual(
    texts.map((text) => words.all(text).map(([said]) => said)),
    found,
  );
  assert.deepEqual(
    texts.map((text) => words.test(text)),
    [true, false, false, true],
  );
  assert.deepEqual(
    texts.map((text) => words.mayBeIn(text)),
    [true, false, false, true],
  );
});
