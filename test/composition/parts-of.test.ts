import assert from "node:assert/strict";
import { test } from "node:test";
import telegram from "../../adapters/telegram/index.ts";
import weixin from "../../adapters/weixin/index.ts";
import { createPartsOf } from "../../src/composition/roles/parts-of.ts";
import { question } from "../journal/messages.ts";

const text = Array.from({ length: 400 }, (_, at) => `第${at}行 当前价 ¥1801.23(sample, 2026-05-07)`).join(
  "\n",
);
const partsOf = createPartsOf(new Map(), [telegram, weixin]);
const countFor = (platform: string, over = text) =>
  partsOf({ ...question(), platform }, { text: over, buttons: [] }).length;

test("a process that runs no adapter splits as the adapters do", () => {
  const [part, ...more] = partsOf({ ...question(), platform: "weixin" }, { text, buttons: [] });
  assert.equal(more.length, 0);
  assert.equal(part?.artifacts?.[0]?.mediaType, "text/plain");
  assert.equal(countFor("telegram", "一".repeat(4000)), 1);
});

test("an adapter that is there knows better, and a platform that says nothing gets short messages", () => {
  const own = createPartsOf(new Map([["weixin", { maxCharacters: 800 }]]), [weixin]);
  assert.ok(own({ ...question(), platform: "weixin" }, { text, buttons: [] }).length > 9);
  assert.equal(countFor("another", "一".repeat(4000)), 3);
});
