import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Mention, readMention } from "../../../adapters/wechat/mention.ts";

const gap = "\u2005";
const unlisted: Mention = { names: ["前门", "前门(测试)"], isListed: false, isOnlyOne: false };
const listed: Mention = { ...unlisted, isListed: true, isOnlyOne: true };

const forUs: readonly (readonly [string, string])[] = [
  [`@前门${gap}600519 现在多少钱`, "600519 现在多少钱"],
  [`\uff20前门${gap}600519`, "600519"],
  ["@前门 600519", "600519"],
  ["@前门\n600519", "600519"],
  ["@前门\uff0c600519", "\uff0c600519"],
  [`600519 现在多少钱@前门${gap}`, "600519 现在多少钱"],
  [`请问@前门${gap}茅台`, "请问 茅台"],
  [`@前门(测试)${gap}茅台`, "茅台"],
  [`@前门${gap}@张三${gap}茅台`, `@张三${gap}茅台`],
  ["@前门", ""],
];

for (const [said, text] of forUs)
  test(`for us: ${JSON.stringify(said)}`, () =>
    assert.deepEqual(readMention(said, unlisted), { addressed: true, text }));

const notForUs = [
  "600519 现在多少钱",
  `@张三${gap}前门在哪`,
  `@前门助手${gap}茅台`,
  "mail me at a@前门.com",
  "前门 600519",
  `@所有人${gap}开会`,
];

for (const said of notForUs)
  test(`not for us: ${JSON.stringify(said)}`, () =>
    assert.deepEqual(readMention(said, unlisted), { addressed: false, text: said }));

test("where the puppet says that we are meant, an unknown name is taken out if it is the only one", () => {
  assert.deepEqual(readMention(`@群里的名字${gap}茅台`, listed), { addressed: true, text: "茅台" });
  assert.deepEqual(readMention("茅台", listed), { addressed: true, text: "茅台" });
  const both = `@群里的名字${gap}@张三${gap}茅台`;
  assert.deepEqual(readMention(both, { ...listed, isOnlyOne: false }), { addressed: true, text: both });
});

test("any name at all can be mentioned, and nothing of what is asked is lost", () => {
  const name = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((it) => it.trim() !== "");
  const asked = fc.constantFrom("600519", "茅台 市盈率", "price of CATL?");
  const property = fc.property(name, asked, (own, text) => {
    const mention = { names: [own], isListed: false, isOnlyOne: false };
    assert.deepEqual(readMention(`@${own.trim()}${gap}${text}`, mention), { addressed: true, text });
  });
  fc.assert(property);
});
