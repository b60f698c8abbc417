import assert from "node:assert/strict";
import { test } from "node:test";
import type { SessionTurn } from "#contract";
import { languageOf } from "#language";

test("codes, numbers and abbreviations of the trade tell no language: Chinese", () => {
  for (const text of [
    "600519",
    "600036 MACD",
    "000858 PE PB",
    "sh600519 K",
    "茅台",
    "maotai gujia",
    "ndsd xianzai duoshao qian",
  ])
    assert.equal(languageOf(text), "zh", text);
});

test("an English word makes it English", () => {
  for (const text of ["600036 price", "PE of BYD", "MACD of 600519", "hello"])
    assert.equal(languageOf(text), "en", text);
});

test("a message without words goes on in the language of the conversation, one with words in its own", () => {
  const turn = (language?: "zh" | "en"): SessionTurn => ({
    ...{ turnId: "telegram-1-2-3", codes: ["600519.SH"], skill: "price", input: {}, claims: [] },
    ...(language === undefined ? {} : { language }),
    at: "2026-05-07T10:32:05+08:00",
  });
  for (const text of ["300750", "600036 MACD", "?"]) {
    assert.equal(languageOf(text, [turn("zh"), turn("en")]), "en", text);
    assert.equal(languageOf(text, [turn("en"), turn("zh")]), "zh", text);
    assert.equal(languageOf(text, [turn("en"), turn()]), "en", text);
    assert.equal(languageOf(text, [turn()]), "zh", text);
  }
  assert.equal(languageOf("gzmt", [turn("zh")]), "zh");
  assert.equal(languageOf("BYD", [turn("en")]), "en");
  assert.equal(languageOf("thx for the price", [turn("zh")]), "en");
  assert.equal(languageOf("五粮液呢", [turn("en")]), "zh");
  assert.equal(languageOf("price of BYD", [turn("zh")]), "en");
});

test("a link, or one word that may stand in a Chinese message too, changes no conversation's language", () => {
  const spoken = (language: "zh" | "en"): readonly SessionTurn[] => [
    {
      ...{ turnId: "t", codes: ["600519.SH"], skill: "price", input: {}, claims: [], language },
      at: "2026-05-07T10:32:05+08:00",
    },
  ];
  for (const text of ["2025Q4", "peg", "a50", "nb", "CATL", "wuliangye", "https://xueqiu.com/S/SH600519"])
    for (const language of ["zh", "en"] as const)
      assert.equal(languageOf(text, spoken(language)), language, text);
  for (const text of ["price", "how is CATL", "thanks"])
    assert.equal(languageOf(text, spoken("zh")), "en", text);
  assert.equal(languageOf("https://quote.eastmoney.com/sz300750.html"), "zh");
});
