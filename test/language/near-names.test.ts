import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { bundledSecurities, createDirectory, foreignSecurities, languageOf, simplify } from "#language";
import { fold } from "../../src/language/fold.ts";
import { withNearMentions } from "../../src/language/near-names.ts";
import { oneSlip } from "../../src/language/spelling.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const named = (text: string) =>
  withNearMentions(text, directory.mentions(text), directory).map(
    ({ query, matches }) => `${query} ${matches.map(({ code }) => code).join("+")}`,
  );

test("a name with one character of the same sound, one slipped letter or in pinyin is read", () => {
  assert.deepEqual(named("五粮夜多少钱"), ["五粮夜 000858.SZ"]);
  assert.deepEqual(named("price of Hikvison"), ["Hikvison 002415.SZ"]);
  assert.deepEqual(named("zijin kuangye gujia"), ["zijin kuangye 601899.SH"]);
});

test("ordinary words, other companies and other sounds are no slips", () => {
  for (const text of [
    "没的说",
    "中心思想",
    "公司公告",
    "隔离措施",
    "五粮厂",
    "中国海油",
    "media coverage",
    "thanks",
  ])
    assert.deepEqual(
      named(text).filter((each) => !directory.mentions(text).some(({ query }) => each.startsWith(query))),
      [],
      text,
    );
});

test("a name as it is listed is never read as another's slip", () => {
  for (const { name } of bundledSecurities) {
    const exact = directory.mentions(name);
    assert.deepEqual(withNearMentions(name, exact, directory), exact, name);
  }
});

test("traditional characters become simplified ones in their places, and simplified text stays as it is", () => {
  assert.equal(simplify("貴州茅臺現在幾塊錢"), "贵州茅台现在几块钱");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.equal(simplify(text).length, text.length);
      assert.equal(simplify(simplify(text)), simplify(text));
      assert.equal(fold(text).at.length, fold(text).text.length + 1);
    }),
  );
  for (const { name } of bundledSecurities) assert.equal(simplify(name), name);
});

test("one slip is one letter more, less, other, or two changed", () => {
  for (const written of ["moutia", "mouta", "moutaii", "noutai"])
    assert.ok(oneSlip(written, "moutai"), written);
  for (const written of ["moutai", "mtouia", "mou", "moutaiiii"])
    assert.ok(!oneSlip(written, "moutai"), written);
});

test("pinyin is Chinese, English names and words are English", () => {
  for (const text of ["maotai guzhi duoshao", "wuliangye gujia", "600519"])
    assert.equal(languageOf(text), "zh", text);
  for (const text of ["Moutai", "price of Moutai", "Zijin Mining", "AAPL", "can he sue me"])
    assert.equal(languageOf(text), "en", text);
});
