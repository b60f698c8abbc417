import assert from "node:assert/strict";
import { test } from "node:test";
import { guard } from "../../src/verify/guard/guard.ts";
import { scenes } from "./written-scenes.ts";

for (const { question, now, claims, names, metrics, sound, unsound } of scenes) {
  const judge = (prose: string) =>
    guard({
      lang: /[\u4e00-\u9fff]/.test(prose) ? "zh" : "en",
      user_question: question,
      now,
      claims,
      prose,
      names,
      metrics,
    }).problems;
  test(`passes what is faithful: ${question} (${now.slice(0, 10)})`, () => {
    for (const prose of sound) assert.deepEqual(judge(prose), [], prose);
  });
  test(`refuses what is not: ${question} (${now.slice(0, 10)})`, () => {
    for (const prose of unsound) assert.notDeepEqual(judge(prose), [], prose);
  });
}
