import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { evaluate } from "../../../src/tools/calculate/expression.ts";
import { inUnit, type Quantity, quantityOf } from "../../../src/tools/calculate/quantity.ts";

const quantity = (value: string, unit: string | null): Quantity => {
  const made = quantityOf(value, unit);
  assert.ok(made !== null);
  return made;
};

const shown = (expression: string, unit: string, ...operands: readonly Quantity[]): string => {
  const computed = evaluate(expression, operands);
  assert.ok(computed.ok, computed.ok ? "" : computed.why);
  return inUnit(computed.result, unit)?.toString() ?? "no such unit";
};

const why = (expression: string, ...operands: readonly Quantity[]): string => {
  const computed = evaluate(expression, operands);
  return computed.ok ? "no fault" : computed.why;
};

const plain = (value: string) => quantity(value, null);
const yuan = (value: string) => quantity(value, "CNY");

describe("exact arithmetic", () => {
  test("what floating point gets wrong is right here", () => {
    assert.equal(shown("a + b", "", plain("0.1"), plain("0.2")), "0.3");
    assert.equal(shown("a * b", "", plain("15"), plain("23")), "345");
    assert.equal(shown("a * b", "CNY", yuan("1801.23"), quantity("100", "shares")), "180123");
  });

  test("precedence, brackets, signs, and powers to the right", () => {
    const three = [plain("2"), plain("3"), plain("4")];
    assert.equal(shown("a + b * c", "", ...three), "14");
    assert.equal(shown("(a + b) * c", "", ...three), "20");
    assert.equal(shown("a ^ b ^ a", "", ...three), "512");
    assert.equal(shown("-a ^ a", "", ...three), "-4");
    assert.equal(shown("a - b - c", "", ...three), "-5");
    assert.equal(shown("a / b / c", "ratio", plain("24"), plain("3"), plain("4")), "2");
    assert.equal(shown("[a / b] * b", "", plain("23"), plain("4")), "20");
    assert.equal(shown("[a / b]", "", plain("24"), plain("4")), "6");
  });

  test("property: sums and products agree with whole numbers of any size", () => {
    const whole = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
    fc.assert(
      fc.property(whole, whole, whole, (a, b, c) => {
        const [x, y, z] = [a, b, c].map((each) => plain(String(each)));
        assert.ok(x && y && z);
        assert.equal(shown("a + b - c", "", x, y, z), new Decimal(String(a + b - c)).toString());
        assert.equal(shown("a * b", "", x, y), new Decimal(String(a * b)).toString());
      }),
    );
  });
});

describe("what a number counts", () => {
  test("money over money is a ratio, shown in percent where the metric is one", () => {
    assert.equal(shown("(b - a) / a", "%", yuan("1650"), yuan("1815")), "10");
    assert.equal(shown("(b - a) / a", "ratio", yuan("1650"), yuan("1815")), "0.1");
  });

  test("a bare number of the user's takes the meaning of its place", () => {
    assert.equal(shown("(b - a) / a", "%", plain("1650"), yuan("1815")), "10");
    assert.equal(shown("a * b", "CNY", yuan("2.5"), plain("100")), "250");
  });

  test("lots are a hundred shares, 万元 ten thousand yuan, percent a hundredth", () => {
    assert.equal(shown("a * b", "CNY", yuan("10"), quantity("3", "手")), "3000");
    assert.equal(shown("a / b", "shares", quantity("1", "万元"), yuan("10")), "1000");
    assert.equal(shown("a / b", "手", quantity("1", "万元"), yuan("10")), "10");
    assert.equal(shown("a * b", "CNY", quantity("1", "万元"), quantity("5", "%")), "500");
  });

  test("unlike quantities are not added, and no result passes for what it is not", () => {
    assert.match(why("a + b", yuan("1"), quantity("1", "shares")), /unlike/);
    assert.equal(shown("a * b", "CNY", yuan("2"), yuan("3")), "no such unit");
    assert.equal(shown("a + b", "%", yuan("2"), yuan("3")), "no such unit");
  });
});

describe("what is refused", () => {
  test("a numeral in the expression, a character of another kind, an operand that is not given", () => {
    assert.match(why("a * 2", plain("1")), /numeral/);
    assert.match(why("a; b", plain("1")), /character/);
    assert.match(why("constructor", plain("1")), /ends|end|operand/);
    assert.match(why("a + z", plain("1")), /not given/);
  });

  test("division by zero, endless powers, broken brackets, and depth", () => {
    assert.match(why("a / b", plain("1"), plain("0")), /zero/);
    assert.match(why("a ^ b", plain("9"), plain("99999")), /exponent/);
    for (const open of ["(a", "[a", "[a)", "(a]"]) assert.match(why(open, plain("1")), /bracket/, open);
    assert.match(why(`${"(".repeat(90)}a${")".repeat(90)}`, plain("1")), /deep/);
    assert.match(why("a +", plain("1")), /missing/);
  });

  test("property: no text makes it throw", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 250 }), (text) => {
        assert.equal(typeof evaluate(text, [plain("1"), plain("2")]).ok, "boolean");
      }),
    );
  });
});
