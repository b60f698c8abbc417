import type { Decimal } from "decimal.js";
import { type Dimension, Exact, type Quantity, sameDimension } from "./quantity.ts";

/** Names stand for operands in their order: `a` is the first. There is no numeral in an expression, on purpose. */
type Token =
  | { readonly kind: "name"; readonly index: number }
  | { readonly kind: "sign"; readonly sign: string };

export type Computed =
  | { readonly ok: true; readonly result: Quantity }
  | { readonly ok: false; readonly why: string };

const longest = 200;
const deepest = 30;

class Unfit extends Error {}

function tokens(expression: string): readonly Token[] {
  return [...expression.replaceAll(/\s/g, "")].map((character) => {
    if (/[a-z]/.test(character)) return { kind: "name", index: character.charCodeAt(0) - 97 };
    if ("+-*/^()[]".includes(character)) return { kind: "sign", sign: character };
    throw new Unfit(
      /\d/.test(character) ? "a numeral stands in the expression" : "a character is not allowed",
    );
  });
}

const combined = (a: Dimension, b: Dimension, sign: 1 | -1): Dimension =>
  a === null || b === null ? null : { money: a.money + sign * b.money, days: a.days + sign * b.days };

function add(a: Quantity, b: Quantity, sign: 1 | -1): Quantity {
  if (!sameDimension(a.dimension, b.dimension)) throw new Unfit("unlike quantities cannot be added");
  return { value: a.value.plus(b.value.times(sign)), dimension: a.dimension ?? b.dimension };
}

const multiply = (a: Quantity, b: Quantity): Quantity => ({
  value: a.value.times(b.value),
  dimension: combined(a.dimension, b.dimension, 1),
});

function divide(a: Quantity, b: Quantity): Quantity {
  if (b.value.isZero()) throw new Unfit("division by zero");
  return { value: a.value.div(b.value), dimension: combined(a.dimension, b.dimension, -1) };
}

const isPlain = (dimension: Dimension): boolean =>
  dimension === null || (dimension.money === 0 && dimension.days === 0);

function power(a: Quantity, b: Quantity): Quantity {
  if (!isPlain(a.dimension) || !isPlain(b.dimension)) throw new Unfit("only plain numbers have powers");
  if (b.value.abs().gt(1000)) throw new Unfit("the exponent is too large");
  const value: Decimal = Exact.pow(a.value, b.value);
  return { value, dimension: a.dimension === null ? null : { money: 0, days: 0 } };
}

/** Recursive descent: sum → product → power (to the right) → sign, name, brackets, or [what is rounded down]. */
function createParser(list: readonly Token[], operands: readonly Quantity[]) {
  let at = 0;
  let depth = 0;
  const takes = (signs: string): string | undefined => {
    const token = list[at];
    if (token?.kind !== "sign" || !signs.includes(token.sign)) return undefined;
    at++;
    return token.sign;
  };

  function primary(): Quantity {
    if (++depth > deepest) throw new Unfit("the expression is nested too deep");
    const token = list[at];
    if (takes("-") !== undefined) {
      const { value, dimension } = powered();
      depth--;
      return { value: value.negated(), dimension };
    }
    if (takes("(") !== undefined) {
      const inner = sum();
      if (takes(")") === undefined) throw new Unfit("a bracket is not closed");
      depth--;
      return inner;
    }
    if (takes("[") !== undefined) {
      const { value, dimension } = sum();
      if (takes("]") === undefined) throw new Unfit("a bracket is not closed");
      depth--;
      return { value: value.floor(), dimension };
    }
    if (token?.kind !== "name") throw new Unfit("an operand is missing");
    at++;
    const operand = operands[token.index];
    if (operand === undefined) throw new Unfit("the expression names an operand that is not given");
    depth--;
    return operand;
  }

  function powered(): Quantity {
    const base = primary();
    return takes("^") === undefined ? base : power(base, powered());
  }

  function product(): Quantity {
    let left = powered();
    for (let sign = takes("*/"); sign !== undefined; sign = takes("*/")) {
      left = sign === "*" ? multiply(left, powered()) : divide(left, powered());
    }
    return left;
  }

  function sum(): Quantity {
    let left = product();
    for (let sign = takes("+-"); sign !== undefined; sign = takes("+-")) {
      left = add(left, product(), sign === "+" ? 1 : -1);
    }
    return left;
  }

  return () => {
    const result = sum();
    if (at < list.length) throw new Unfit("the expression goes on where it should end");
    return result;
  };
}

/** What may stand for an expression over all operands, which may be more than there are letters. */
const overAll: ReadonlySet<string> = new Set(["sum", "mean"]);

function ofAll(expression: string, [first, ...others]: readonly Quantity[]): Quantity {
  if (first === undefined) throw new Unfit("an operand is missing");
  const sum = others.reduce((total, each) => add(total, each, 1), first);
  return expression === "sum" ? sum : { ...sum, value: sum.value.div(others.length + 1) };
}

/** Evaluates `sum` or `mean` of all operands, or `(a - b) / b` and the like, in exact decimals, with what each of them counts. Never throws. */
export function evaluate(expression: string, operands: readonly Quantity[]): Computed {
  if (expression.length > longest) return { ok: false, why: "the expression is too long" };
  try {
    const result = overAll.has(expression)
      ? ofAll(expression, operands)
      : createParser(tokens(expression), operands)();
    if (!result.value.isFinite()) return { ok: false, why: "the result is no finite number" };
    return { ok: true, result };
  } catch (error) {
    return { ok: false, why: error instanceof Unfit ? error.message : "it cannot be computed" };
  }
}
