import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { amountsInDigits, readUserNumbers } from "#language";

const pairs: readonly (readonly [words: string, digits: string])[] = [
  ["is it above three hundred", "is it above 300"],
  ["Three Hundred and fifty yuan?", "350 yuan?"],
  ["below a hundred and fifty", "below 150"],
  ["a hundred fifty-five or one hundred five", "155 or 105"],
  ["two thousand, thirteen hundred, nineteen hundred and twelve", "2000, 1300, 1912"],
  ["one thousand eight hundred and one point two three", "1801.23"],
  ["one point three thousand", "1300"],
  ["one point two five billion", "1250000000"],
  ["twelve million three hundred thousand shares", "12300000 shares"],
  ["CSI three hundred", "CSI 300"],
  ["twenty-five percent, five lots and ten shares", "25 percent, 5 lots and 10 shares"],
  ["茅台过了two thousand没", "茅台过了2000没"],
];

test("amounts in English words become digits, whatever stands around them", () => {
  for (const [words, digits] of pairs) assert.equal(amountsInDigits(words), digits);
});

test("words that count in passing, or are none, stay", () => {
  for (const text of [
    "which one is it",
    "the first two",
    "one and two",
    "a point",
    "someone had a hundredfold",
    "hundreds of them",
    "a twenty day average",
    "hundred percent",
    "十万",
    "1.3k or 2 thousand",
  ])
    assert.equal(amountsInDigits(text), text);
});

test("digits and a scale word are one number", () => {
  assert.deepEqual(
    readUserNumbers("3 hundred or 1.3k").map(({ value }) => value),
    ["300", "1300"],
  );
});

test("property: every whole number below a million that is spelt out is read back", () => {
  const ones =
    " one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
      " ",
    );
  const tens = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
  const below100 = (n: number): string =>
    n < 20 ? (ones[n] ?? "") : [tens[Math.floor(n / 10) - 2], ones[n % 10]].filter(Boolean).join("-");
  const below1000 = (n: number): string =>
    [n >= 100 ? `${ones[Math.floor(n / 100)]} hundred` : "", n % 100 > 0 ? below100(n % 100) : ""]
      .filter(Boolean)
      .join(n % 2 === 0 ? " and " : " ");
  const spelt = (n: number): string =>
    [n >= 1000 ? `${below1000(Math.floor(n / 1000))} thousand` : "", n % 1000 > 0 ? below1000(n % 1000) : ""]
      .filter(Boolean)
      .join(" ");
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 999_999 }), (n) => {
      assert.equal(amountsInDigits(`above ${spelt(n)}?`), `above ${n}?`);
    }),
  );
});
