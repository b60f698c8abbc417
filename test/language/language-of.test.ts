import assert from "node:assert/strict";
import { test } from "node:test";
import { languageOf } from "#language";

test("codes, numbers and abbreviations of the trade tell no language: Chinese", () => {
  for (const text of ["600519", "600036 MACD", "000858 PE PB", "sh600519 K", "茅台", "maotai gujia"])
    assert.equal(languageOf(text), "zh", text);
});

test("an English word makes it English", () => {
  for (const text of ["600036 price", "PE of BYD", "MACD of 600519", "hello"])
    assert.equal(languageOf(text), "en", text);
});
