import assert from "node:assert/strict";
import { test } from "node:test";
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { formatValue, type Unit, units } from "../../src/language/units.ts";

const zh = (value: number, unit: string, signed = false) =>
  formatValue(value, unit, { language: "zh", signed });
const en = (value: number, unit: string, signed = false) =>
  formatValue(value, unit, { language: "en", signed });

test("values read as the field writes them", () => {
  assert.equal(zh(1801.23, "CNY"), "¥1801.23");
  assert.equal(en(1801.23, "CNY"), "¥1801.23");
  assert.equal(zh(9.5, "CNY", true), "+9.50元");
  assert.equal(zh(-9.5, "CNY", true), "-9.50元");
  assert.equal(zh(4.123, "CNY"), "¥4.123");
  assert.equal(zh(5_786_000_000, "CNY"), "¥57.86亿");
  assert.equal(en(5_786_000_000, "CNY"), "CNY 5.79 billion");
  assert.equal(zh(2_260_000_000_000, "CNY"), "¥2.26万亿");
  assert.equal(zh(3_215_000, "shares"), "321.50万股");
  assert.equal(en(3_215_000, "shares"), "3.22 million shares");
  assert.equal(zh(1200, "shares"), "1200股");
  assert.equal(zh(0.53, "%", true), "+0.53%");
  assert.equal(zh(0, "%", true), "0.00%");
  assert.equal(zh(0.9152, "ratio"), "91.52%");
  assert.equal(zh(-12.345, "x"), "-12.35倍");
  assert.equal(en(23.4, "x"), "23.40x");
  assert.equal(zh(14.006, "pp", true), "+14.01个百分点");
  assert.equal(en(-0.5, "pp", true), "-0.50 percentage points");
  assert.equal(zh(12_345, "户"), "1.23万户");
  assert.equal(zh(12_345.6, "万元"), "1.23亿元");
  assert.equal(zh(-3200, "万元", true), "-3200.00万元");
});

test("exact numbers keep their digits", () => {
  const exact = (value: number, unit: string) => formatValue(value, unit, { language: "zh", exact: true });
  assert.equal(exact(180_123, "CNY"), "¥180123.00");
  assert.equal(exact(345, ""), "345");
  assert.equal(exact(1 / 7, ""), "0.142857");
  assert.equal(exact(0.000_012_345_6, ""), "0.00001235");
  assert.equal(exact(281.183, "shares"), "281.18股");
});

test("ties round half up on decimals, and a sign never stands before zero", () => {
  assert.equal(zh(1.005, "%"), "1.01%");
  assert.equal(zh(-1.005, "%", true), "-1.01%");
  assert.equal(zh(-0.001, "%", true), "0.00%");
  assert.equal(formatValue(1801.5, "CNY", { language: "zh", decimals: 0 }), "¥1802");
});

test("a unit outside the list and a value that is no number are refused", () => {
  assert.throws(() => zh(1, "USD"), { code: "CONFIG_INVALID" });
  assert.throws(() => zh(1, "__proto__"), { code: "CONFIG_INVALID" });
  assert.throws(() => zh(Number.NaN, "%"), RangeError);
});

const words: Readonly<Record<string, number>> = {
  万: 4,
  亿: 8,
  万亿: 12,
  million: 6,
  billion: 9,
  trillion: 12,
};
/** How much one of the shown unit is in the unit of the value, as a power of ten. */
const shift: Readonly<Partial<Record<Unit, number>>> = { ratio: 2, 万元: 4, 亿元: 8 };

interface ReadBack {
  readonly shown: Decimal;
  readonly decimals: number;
  readonly power: number;
}

function readBack(text: string): ReadBack {
  const match = /^([+-]?)(?:¥|CNY )?(\d+(?:\.(\d+))?) ?(万亿|万|亿|million|billion|trillion)?/.exec(text);
  assert.ok(match !== null, text);
  const [, sign, digits = "", decimals = "", word] = match;
  const shown = new Decimal(digits).times(sign === "-" ? -1 : 1);
  return { shown, decimals: decimals.length, power: word === undefined ? 0 : (words[word] ?? 0) };
}

test("the shown number is the value rounded half-up to the shown decimals, in its shown unit", () => {
  const value = fc.oneof(
    fc.double({ min: -1e15, max: 1e15, noNaN: true }),
    fc.double({ min: -20_000, max: 20_000, noNaN: true }),
    fc.integer({ min: -10_000_000, max: 10_000_000 }).map((cents) => cents / 100),
  );
  fc.assert(
    fc.property(
      value,
      fc.constantFrom(...units),
      fc.constantFrom("zh" as const, "en" as const),
      fc.boolean(),
      (number, unit, language, signed) => {
        const text = formatValue(number, unit, { language, signed });
        const { shown, decimals, power } = readBack(text);
        const exact = new Decimal(number).times(Decimal.pow(10, (shift[unit] ?? 0) - power));
        assert.ok(
          exact.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP).eq(shown),
          `${number} ${unit} → ${text}`,
        );
        assert.equal(text.startsWith("+"), signed && shown.gt(0), text);
      },
    ),
    { numRuns: 500 },
  );
});
