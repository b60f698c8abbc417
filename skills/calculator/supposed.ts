import { asksOwnGain, feeWords, profitOf } from "./holding.ts";
import { falls, levelOf, rises } from "./level.ts";
import { constant, type Given, type Question, type Reading, type Sum, stated } from "./question.ts";

/** A sum as it was asked, and what it was read as. */
export interface Base {
  readonly question: Question;
  readonly reading: Reading;
  readonly codes: readonly string[];
  /** The sum that was told last was at a price that is supposed. */
  readonly isSupposed?: boolean;
  /** The sum that was told last was of half of the shares, of which no fees are known here. */
  readonly isOfHalf?: boolean;
  /** The price that is supposed, where it is told as such. */
  readonly level?: Given | undefined;
}

const toLevel =
  /(?:到|至|成|回|破|以)了?\s*⟨0⟩|⟨0⟩\s*(?:卖|抛|出手|清仓|的时候)|(?:股价|价格|价|卖)[^⟨]{0,4}⟨0⟩|\b(?:to|at|hits?|reach(?:es)?)\s*⟨0⟩/;

/** 成本1700: the number beside it is what was paid. */
export const saysCost = (words: string): boolean => /成本|买的|买入|⟨\d+⟩买⟨|cost|bought/.test(words);

const isOfPrice = ({ operands }: Sum): boolean => operands.includes("price");

/** The sums with another operand in the price's place. */
export const atLevel = (sums: readonly Sum[], level: Given): readonly Sum[] =>
  sums.map(({ metric, expression, operands }) => ({
    metric: metric === "calc_cost" ? "calc_value" : metric,
    expression,
    operands: operands.map((each) => (each === "price" ? level : each)),
  }));

/** How far a level is from the price of now, for a share or for a number of them. */
function awayFrom(level: Given, quantity?: Given): Reading {
  const operands = ["price" as const, level];
  const difference: Sum =
    quantity === undefined
      ? { metric: "calc_money_difference", expression: "b-a", operands }
      : { metric: "calc_money_difference", expression: "(b-a)*c", operands: [...operands, quantity] };
  return {
    sums: [{ metric: "calc_change", expression: "(b-a)/a", operands }, difference],
    notes: quantity === undefined ? ["to_supposed"] : ["to_supposed", "fees"],
  };
}

/** 要是茅台涨到2000呢: nothing is held, so that it is the way there. */
export function readSupposedLevel(question: Question): Reading | null {
  const found = levelOf(question);
  const isAlone =
    found !== null &&
    found.others.length === 0 &&
    !saysCost(question.words) &&
    !feeWords.test(question.words);
  return isAlone ? awayFrom(found.level) : null;
}

/** 成本130,跌到110亏几个点: a holding at a price that is supposed; 200股涨到1500赚多少, without what was paid, counts from the price of now. */
export function readSupposedHolding(question: Question): Reading | null {
  const found = levelOf(question);
  if (found === null) return null;
  const costs = found.others.filter(({ kind }) => kind === "amount");
  const quantities = found.others.filter(({ kind }) => kind === "quantity");
  if (!saysCost(question.words)) {
    const [only, ...others] = found.others;
    const isGain = others.length === 0 && only?.kind === "quantity" && asksOwnGain.test(question.words);
    return isGain ? awayFrom(found.level, only) : null;
  }
  const [[cost, ...moreCosts], [quantity, ...moreQuantities]] = [costs, quantities];
  const isWhole = costs.length + quantities.length === found.others.length;
  if (!isWhole || cost === undefined || moreCosts.length + moreQuantities.length > 0) return null;
  return { sums: atLevel(profitOf(cost, quantity), found.level), notes: ["supposed", "fees"] };
}

/** The sums with the price moved by a percentage. */
const afterMove = (sums: readonly Sum[], rate: Given, sign: "+" | "-"): readonly Sum[] =>
  sums.map(({ metric, expression, operands }) => {
    const letterAt = (at: number) => String.fromCharCode(97 + at);
    const price = letterAt(operands.indexOf("price"));
    const moved = `(${price}*(${letterAt(operands.length + 1)}${sign}${letterAt(operands.length)}))`;
    return {
      metric: metric === "calc_cost" ? "calc_value" : metric,
      expression: expression.replaceAll(price, moved),
      operands: [...operands, rate, constant("one")],
    };
  });

const sellsHalf =
  /^(?:那|要是|如果|我)*(?:先|只)?[卖抛](?:掉|出|了)?一半|^(?:and |what if i |if i )*sell half\b/;

/** 卖一半呢 behind a holding: what half of its shares are worth and have gained at the price of now; null where that is not asked. */
export function ofHalf(words: string, { question, reading }: Base): Reading | null {
  const [quantity, ...others] = stated(question).filter(({ kind }) => kind === "quantity");
  if (!sellsHalf.test(words) || quantity === undefined || others.length > 0) return null;
  const { sums } = reading;
  if (sums.length === 0 || !sums.every(isOfPrice)) return null;
  const halved = sums.map(({ metric, expression, operands }): Sum => {
    const at = operands.indexOf(quantity);
    const letter = String.fromCharCode(97 + at);
    const half = String.fromCharCode(97 + operands.length);
    return {
      metric: metric === "calc_cost" ? "calc_value" : metric,
      expression: at < 0 ? expression : expression.replaceAll(letter, `(${letter}*${half})`),
      operands: at < 0 ? operands : [...operands, constant("half")],
    };
  });
  return { sums: halved, notes: ["half", "fees"] };
}

/** 要是涨到2000呢, 再跌10%呢: what stands before, at a price that is supposed. */
export function supposed(words: string, number: Given, { question, reading }: Base): Reading | null {
  // What lots have cost on average stays as it is.
  const sums = reading.lots === undefined ? reading.sums : reading.sums.filter(isOfPrice);
  if (sums.length === 0 || !sums.every(isOfPrice)) return null;
  if (number.kind === "amount" && toLevel.test(words) && !saysCost(words))
    return reading.notes?.includes("to_supposed") === true
      ? awayFrom(
          number,
          stated(question).find(({ kind }) => kind === "quantity"),
        )
      : { sums: atLevel(sums, number), notes: ["supposed", "fees"] };
  const [up, down] = [rises.test(words), falls.test(words)];
  // A move of the sum's own is replaced, not moved again.
  const hasRate = stated(question).some(({ kind }) => kind === "percent");
  if (number.kind !== "percent" || up === down || hasRate) return null;
  return { sums: afterMove(sums, number, up ? "+" : "-"), notes: ["supposed", "fees"] };
}
