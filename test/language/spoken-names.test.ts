import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bundledSecurities, createDirectory, foreignSecurities, formatValue, readSubjects } from "#language";

const now = "2026-05-07T10:35:00+08:00";
const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);

const codesIn = (text: string): string =>
  readSubjects({ text, session: [], now, directory })
    .mentions.flatMap(({ matches }) => matches.map(({ code }) => code.slice(0, 6)))
    .join(" ");

function all(expected: Readonly<Record<string, string>>): void {
  for (const [text, codes] of Object.entries(expected)) assert.equal(codesIn(text), codes, text);
}

describe("groups of companies", () => {
  test("a fixed group is all of its members, in their usual order", () => {
    all({
      工农中建: "601398 601288 601988 601939",
      工农中三家银行股价: "601398 601288 601988",
      工农中建交邮储: "601398 601288 601988 601939 601328 601658",
      四大行市盈率: "601398 601288 601988 601939",
      三桶油: "601857 600028 600938",
      两桶油和茅台: "601857 600028 600519",
      三大运营商: "600941 601728 600050",
      "the big four Chinese banks": "601398 601288 601988 601939",
    });
  });
  test("a nickname that one company alone has is its name", () => {
    all({
      茅子多少钱: "600519",
      酱香科技现在多少: "600519",
      猪茅跌了吗: "002714",
      免税茅: "601888",
      宁王: "300750",
    });
  });
  test("a word of opinion, or one that only begins like a group, is none", () => {
    all({ 白酒双雄: "", 工农中学: "", 六大行业: "", 建行: "601939" });
  });
});

describe("a code without its last digit", () => {
  test("is asked about where few codes begin so, and said to lack a digit where many do", () => {
    const few = directory.resolve("60051");
    assert.equal(few.status, "several");
    assert.ok(few.matches.every(({ code }) => code.startsWith("60051")));
    const many = Array.from({ length: 9 }, (_, at) => ({
      code: `60012${at}.SH`,
      name: `甲${at}`,
      kind: "stock" as const,
    }));
    const full = createDirectory(many);
    assert.deepEqual(
      [full.resolve("60012").status, full.resolve("60012").reason],
      ["none", "CODE_TOO_SHORT"],
    );
    // One that fits is only probable.
    assert.equal(createDirectory(many.slice(0, 1)).resolve("60012").status, "several");
  });
  test("is no amount, no price and nothing beside a company that is named", () => {
    for (const text of ["60051元", "60000", "花了60051", "60051.5", "60051手", "10086", "12345"])
      assert.equal(codesIn(text), "", text);
    assert.equal(codesIn("60051买茅台"), "600519");
  });
});

describe("names beside and in Latin letters", () => {
  test("a name that ends in a letter stands right before a word of the trade", () => {
    all({ 万科AMACD: "000002", 京东方AKDJ: "000725", 万科APE: "000002", 万科AMA20: "000002" });
  });
  test("the beginning of a name in pinyin is the company, where nothing else is named", () => {
    all({
      zijin: "601899",
      "zi jin gujia": "601899",
      "chart of hengrui": "600276",
      "maotai zijin": "600519",
      "zijin liuxiang": "",
      gujia: "",
      shanghai: "",
      zhongguo: "",
    });
  });
  test("beside a company that is named in full it is one where it is written as a name", () => {
    all({
      "Zijin and Vanke quotes": "601899 000002",
      "Moutai vs Zijin": "600519 601899",
      "maotai zijin": "600519",
      "Gujia of Moutai": "600519",
    });
  });
  test("what several names begin with is asked about", () => {
    const { mentions } = readSubjects({ text: "zhongjin", session: [], now, directory });
    assert.equal(mentions[0]?.status, "several");
    const names = mentions[0]?.matches.map(({ name }) => name) ?? [];
    assert.ok(names.length > 1 && names.every((name) => name.startsWith("中金")), names.join());
  });
});

test("a time that reaches into a name leaves the name whole, and itself as far as it goes", () => {
  const subjects = readSubjects({ text: "本周五粮液涨了多少", session: [], now, directory });
  assert.deepEqual(subjects.badDates, ["本周"]);
  assert.deepEqual(subjects.dates, []);
  assert.equal(subjects.mentions[0]?.matches[0]?.code, "000858.SZ");
});

test("one alone is no plural in English", () => {
  const shown = (value: number, unit: string) => formatValue(value, unit, { language: "en" });
  assert.deepEqual([shown(1, "日"), shown(2, "日"), shown(0, "日")], ["1 day", "2 days", "0 days"]);
  assert.deepEqual([shown(1, "手"), shown(-1, "家")], ["1 lot", "-1 firm"]);
  assert.equal(shown(1_000_000, "shares"), "1.00 million shares");
  assert.equal(formatValue(1, "日", { language: "zh" }), "1日");
});
