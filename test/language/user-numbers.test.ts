import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { readUserNumbers } from "#language";

const read = (text: string) =>
  readUserNumbers(text).map(({ literal, value, unit }) => [literal, value, unit] as const);

describe("the numbers of a message", () => {
  test("with their unit words, in both kinds of digits", () => {
    assert.deepEqual(read("我1650元买了300股"), [
      ["1650元", "1650", "CNY"],
      ["300股", "300", "shares"],
    ]);
    assert.deepEqual(read("年化5%存3年"), [
      ["5%", "5", "%"],
      ["3年", "3", "年"],
    ]);
    assert.deepEqual(read("一千六百五十块, 百分之五"), [
      ["一千六百五十块", "1650", "CNY"],
      ["百分之五", "5", "%"],
    ]);
    assert.deepEqual(read("10万 at 2.5 percent"), [
      ["10万", "100000", null],
      ["2.5 percent", "2.5", "%"],
    ]);
    assert.deepEqual(read("10w, 80k and 5 thousand, 3 weeks"), [
      ["10w", "100000", null],
      ["80k", "80000", null],
      ["5 thousand", "5000", null],
      ["3", "3", null],
    ]);
  });

  test("as they are spoken, the place below left out or named", () => {
    const values = (text: string) => read(text).map(([, value, unit]) => `${value} ${unit}`);
    assert.deepEqual(values("1千3, 2万5, 3千5百, 1千8百5, 1万5千股"), [
      "1300 null",
      "25000 null",
      "3500 null",
      "1850 null",
      "15000 shares",
    ]);
    assert.deepEqual(values("三块五, 十二块八毛, 三块二毛五, 4块5"), [
      "3.5 CNY",
      "12.8 CNY",
      "3.25 CNY",
      "4.5 CNY",
    ]);
    assert.deepEqual(values("10万5年, 1万5000股"), ["100000 null", "5 年", "10000 null", "5000 shares"]);
  });

  test("full-width digits and separators", () => {
    assert.deepEqual(read("１，２３４．５元"), [["1,234.5元", "1234.5", "CNY"]]);
  });

  test("digits that belong to a word are no number", () => {
    assert.deepEqual(read("MA20 和 v2"), []);
  });

  test("a sign that holds two numbers is none", () => {
    assert.deepEqual(readUserNumbers("⅐"), []);
    assert.deepEqual(
      readUserNumbers("½股加3股").map(({ value }) => value),
      ["3"],
    );
  });

  test("property: spans lie in the message, in order, without overlap; nothing throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        let end = 0;
        for (const { span } of readUserNumbers(text)) {
          assert.ok(span[0] >= end && span[1] > span[0] && span[1] <= text.length);
          end = span[1];
        }
      }),
    );
  });

  test("property: a plain decimal number is read as it is written", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(99), (whole, cents) => {
        const text = `${whole}.${String(cents).padStart(2, "0")}`;
        assert.equal(Number(readUserNumbers(`成本${text}元`)[0]?.value), Number(text));
      }),
    );
  });
});

test("the x between two numbers is a sign, and 年化 is no year", () => {
  const read = (text: string) => readUserNumbers(text).map(({ literal, unit }) => [literal, unit]);
  assert.deepEqual(read("15x23"), [
    ["15", null],
    ["23", null],
  ]);
  assert.deepEqual(read("10万年化8%"), [
    ["10万", null],
    ["8%", "%"],
  ]);
});

test("small change behind 块 is part of the amount, another number is not", () => {
  assert.deepEqual(read("成本12块5"), [["12块5", "12.5", "CNY"]]);
  assert.deepEqual(read("3块25买的"), [["3块25", "3.25", "CNY"]]);
  assert.deepEqual(read("10块100股"), [
    ["10块", "10", "CNY"],
    ["100股", "100", "shares"],
  ]);
  assert.deepEqual(read("12块5%"), [
    ["12块", "12", "CNY"],
    ["5%", "5", "%"],
  ]);
});
