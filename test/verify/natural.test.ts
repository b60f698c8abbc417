import assert from "node:assert/strict";
import { test } from "node:test";
import { guard } from "../../src/verify/guard/guard.ts";
import { warmUp } from "../../src/verify/guard/warm-up.ts";
import { metrics } from "./examples.ts";
import { moveScenes } from "./moves-examples.ts";
import { naturalNames as names, type Scene, scenes } from "./natural-examples.ts";

const judge = ({ question, now, claims }: Scene, prose: string) =>
  guard({ lang: "zh", user_question: question, now, claims, prose, names, metrics }).problems;

for (const scene of [...scenes, ...moveScenes]) {
  for (const prose of scene.sound) test(`passes: ${prose}`, () => assert.deepEqual(judge(scene, prose), []));
  for (const prose of scene.unsound)
    test(`refuses: ${prose}`, () => assert.notDeepEqual(judge(scene, prose), []));
}

test("a claim of what is no number or of no known date bears out nothing", () => {
  const [scene] = scenes;
  assert.ok(scene !== undefined);
  const broken = scene.claims.map((claim) => ({ ...claim, as_of: "soon" }));
  assert.notDeepEqual(judge({ ...scene, claims: broken }, scene.sound[1] ?? ""), []);
});

test("the guard that was warmed up judges as before", () => {
  const [scene] = scenes;
  assert.ok(scene !== undefined);
  warmUp(names, metrics, 1);
  assert.deepEqual(judge(scene, scene.sound[0] ?? ""), []);
  assert.notDeepEqual(judge(scene, scene.unsound[0] ?? ""), []);
});
