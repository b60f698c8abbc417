import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "#contract";
import { bundledSecurities, createDirectory, foreignSecurities, readSubjects } from "#language";

const directory = createDirectory([
  ...bundledSecurities,
  ...foreignSecurities,
  { code: "002832.SZ", name: "比音勒芬", kind: "stock", aliases: [] },
  { code: "603077.SH", name: "和邦生物", kind: "stock", aliases: [] },
  { code: "600085.SH", name: "同仁堂", kind: "stock", aliases: [] },
]);
const now = "2026-05-07T10:32:05+08:00";
const catl: Session = [
  {
    turnId: "t1",
    codes: ["300750.SZ"],
    skill: "valuation",
    input: { codes: ["300750.SZ"] },
    claims: [],
    at: now,
  },
];

/** Whether each message sets the company spoken of before beside what it names. */
const sets = (text: string): boolean => readSubjects({ text, session: catl, now, directory }).setsBeside;

test("a name that begins like a word of comparison sets nothing beside the company before", () => {
  for (const text of [
    "比音勒芬多少钱",
    "比音勒芬跌破20提醒我",
    "那比音勒芬贵吗",
    "比亚迪比茅台贵吗",
    "和邦生物和招商银行谁高",
    "同花顺比同仁堂贵吗",
    "同仁堂和茅台比",
  ])
    assert.equal(sets(text), false, text);
});

test("so does one that no list knows, unless it is said to be more or less", () => {
  for (const text of [
    "比依股份昨天收盘",
    "比依股份多少钱",
    "比依股份最高价多少",
    "比依股份的公告",
    "比依股份",
  ])
    assert.equal(sets(text), false, text);
  for (const text of ["比依股份贵吗", "比昨天高吗", "比行业平均高多少"]) assert.equal(sets(text), true, text);
});

test("a comparison whose sides are all named is among themselves", () => {
  for (const text of [
    "比较茅台和五粮液的市盈率",
    "對比茅台和五糧液",
    "比一比茅台、五粮液",
    "对比茅台和宇宙无敌股份",
    "对比宇宙无敌股份和茅台",
    "和五粮液比,茅台贵吗",
    "和五粮液比茅台贵吗",
    "比起五粮液,茅台便宜吗",
    "相比五粮液,今天茅台涨得多吗",
    "compared to Wuliangye, is Moutai dearer",
    "versus Moutai, how is BYD",
  ])
    assert.equal(sets(text), false, text);
});

test("a comparison with one side named is with the company before", () => {
  for (const text of [
    "对比茅台",
    "比较一下和茅台的市盈率",
    "对比茅台的市盈率和市净率",
    "比茅台贵吗",
    "那比茅台呢",
    "比茅台和五粮液都贵吗",
    "和茅台、五粮液比呢",
    "和茅台谁贵",
    "同茅台相比",
    "它和五粮液比呢",
    "对比茅台和它",
    "加上五粮液",
    "比茅台贵吗,五粮液呢",
    "vs Moutai",
    "compared to Moutai and BYD?",
    "compare it with Moutai",
  ])
    assert.equal(sets(text), true, text);
});
