import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { hasChineseNumeral, readArabic, readChinese, roundsTo } from "../../src/language/numbers.ts";

const plain = (read: ReturnType<typeof readChinese>) =>
  read === null ? null : [read.digits, read.decimals, read.exponent, read.end];

const chinese: readonly (readonly [text: string, digits: bigint, decimals: number, exponent: number])[] = [
  ["一千八百零一点二三", 180123n, 2, 0],
  ["五万三千五百七十八点一九万", 5357819n, 2, 4],
  ["六百三十四点零三亿", 63403n, 2, 8],
  ["二点零三万亿", 203n, 2, 12],
  ["三十二亿五千万", 325_000n, 0, 4],
  ["一万二千亿", 12_000n, 0, 8],
  ["二〇二六", 2026n, 0, 0],
  ["十二点八六万", 1286n, 2, 4],
  ["壹仟捌佰零贰", 1802n, 0, 0],
  ["十", 10n, 0, 0],
  ["一百零五", 105n, 0, 0],
];
for (const [text, digits, decimals, exponent] of chinese)
  test(`reads ${text}`, () =>
    assert.deepEqual(plain(readChinese(`${text}元`, 0)), [digits, decimals, exponent, text.length]));

test("a broken numeral is read no further than it is well formed", () => {
  assert.equal(readChinese("万", 0), null);
  assert.equal(readChinese("点五", 0), null);
  assert.equal(readChinese("上涨", 0), null);
});

test("thousands separators count only in groups of three", () => {
  assert.deepEqual(plain(readArabic("1,801.23元", 0)), [180123n, 2, 0, 8]);
  assert.deepEqual(plain(readArabic("1,80", 0)), [1n, 0, 0, 1]);
  assert.deepEqual(plain(readArabic("1801.", 0)), [1801n, 0, 0, 4]);
});

test("a number shown with any decimals rounds the value half-up, away from zero", () => {
  const shown = (digits: bigint, decimals: number) => ({ digits, decimals, exponent: 0 });
  assert.equal(roundsTo(1.005, 0, shown(101n, 2), false), true);
  assert.equal(roundsTo(1.005, 0, shown(100n, 2), false), false);
  assert.equal(roundsTo(-12.345, 0, shown(1235n, 2), true), true);
  assert.equal(roundsTo(1801.23, 0, shown(1800n, 0), false), false);
});

test("property: what toFixed writes of a whole number of cents is read and matched, and no neighbour is", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (cents) => {
      const value = cents / 100;
      const read = readArabic(value.toFixed(2), 0);
      assert.ok(read !== null);
      assert.equal(roundsTo(value, 0, read, false), true);
      assert.equal(roundsTo(value, 0, { ...read, digits: read.digits + 1n }, false), false);
      assert.equal(roundsTo(value, 0, read, true), false);
    }),
  );
});

const digitNames = "零一二三四五六七八九";

/** Writes a whole number below ten thousand as it is spoken. */
function spoken(value: number): string {
  const places = ["千", "百", "十", ""];
  const digits = String(value).padStart(4, "0");
  let text = "";
  for (const [i, digit] of [...digits].entries()) {
    if (digit !== "0") text += (digitNames[Number(digit)] ?? "") + (places[i] ?? "");
    else if (text !== "" && !text.endsWith("零") && Number(digits.slice(i)) > 0) text += "零";
  }
  return text;
}

test("property: a spoken number below ten thousand is read back, whatever unit follows", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), fc.constantFrom("元", "倍", "手"), (value, unit) => {
      const read = readChinese(spoken(value) + unit, 0);
      assert.equal(read?.digits, BigInt(value));
      assert.equal(read?.end, spoken(value).length);
    }),
  );
});

test("every numeral character is known as one", () => {
  for (const char of "零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟廿卅")
    assert.equal(hasChineseNumeral(char), true, char);
  assert.equal(hasChineseNumeral("上涨"), false);
});
