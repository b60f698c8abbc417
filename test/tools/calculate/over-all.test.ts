import assert from "node:assert/strict";
import { test } from "node:test";
import { Decimal } from "decimal.js";
import { evaluate } from "../../../src/tools/calculate/expression.ts";
import type { Quantity } from "../../../src/tools/calculate/quantity.ts";

const money = (value: number): Quantity => ({ value: new Decimal(value), dimension: { money: 1, days: 0 } });
const count = (value: number): Quantity => ({ value: new Decimal(value), dimension: { money: 0, days: 0 } });

const told = (expression: string, operands: readonly Quantity[]): string => {
  const computed = evaluate(expression, operands);
  return computed.ok ? computed.result.value.toString() : computed.why;
};

test("the sum and the mean are of all operands, of which there may be more than letters", () => {
  const sixty = Array.from({ length: 60 }, (_, at) => money(at + 0.1));
  assert.equal(told("sum", sixty), "1776");
  assert.equal(told("mean", sixty), "29.6");
  assert.equal(told("mean", [money(3)]), "3");
  assert.equal(told("sum", []), "an operand is missing");
  assert.equal(told("mean", [money(1), count(2)]), "unlike quantities cannot be added");
});
