import { sells } from "./holding.ts";
import { levelOf } from "./level.ts";
import { type Given, type Lot, type Question, type Reading, type Sum, stated } from "./question.ts";
import { saysCost } from "./supposed.ts";

/** An operand of each lot has a letter, and the price one. */
const mostLots = 12;

const more =
  /^(?:那|要是|如果|我)*(?:后来|后面|之后|另外|今天|昨天)?(?:再|又|还(?!是)|加|补|追|另)|加仓|补仓|\b(?:more|add(?:ed)?|another)\b/;

/** 再加100股, 又买了100股成本240, another 100 shares: what joins the shares told before. */
export const addsShares = (words: string): boolean => more.test(words);

/** 均价多少, 成本降到多少: what a share has cost on average. */
export const asksAverage = (words: string): boolean =>
  /均价|平均成本|摊薄|均摊|成本[^,，]{0,4}(?:多少|几|降|变)|\baverage\b/.test(words);

/** What all lots of one company have gained, are worth and have cost a share; without every cost what they are worth. */
export function readTogether(lots: readonly Lot[]): Reading {
  const operands: Sum["operands"][number][] = ["price"];
  const put = (operand: Given) => String.fromCharCode(96 + operands.push(operand));
  const letters = lots.map(({ quantity, cost }) => ({
    shares: put(quantity),
    cost: cost === undefined ? null : put(cost),
  }));
  const shares = letters.map((each) => each.shares).join("+");
  const value: Sum = { metric: "calc_value", expression: `a*(${shares})`, operands };
  if (letters.some(({ cost }) => cost === null))
    return { sums: [value], lots, notes: ["cost_untold", "fees"] };
  const paid = letters.map((each) => `${each.shares}*${each.cost}`).join("+");
  const gain = `a*(${shares})-(${paid})`;
  return {
    sums: [
      { metric: "calc_profit", expression: gain, operands },
      { metric: "calc_return", expression: `(${gain})/(${paid})`, operands },
      value,
      // The price has no part in it, and so no letter.
      { metric: "calc_average_cost", expression: averageOf(lots), operands: lots.flatMap(pairOf) },
    ],
    lots,
    notes: ["fees"],
  };
}

const pairOf = ({ quantity, cost }: Lot): readonly Given[] =>
  cost === undefined ? [quantity] : [quantity, cost];

function averageOf(lots: readonly Lot[]): string {
  const letter = (at: number) => String.fromCharCode(97 + at);
  const paid = lots.map((_, at) => `${letter(at * 2)}*${letter(at * 2 + 1)}`).join("+");
  return `(${paid})/(${lots.map((_, at) => letter(at * 2)).join("+")})`;
}

/** 再加300股呢: more of the same, bought at today's price where it is told what the others cost. */
export function readAdded(lots: readonly Lot[], number: Given): Reading | null {
  if (lots.length === 0 || lots.length >= mostLots) return null;
  if (lots.some(({ cost }) => cost === undefined)) {
    const operands = ["price" as const, ...lots.map(({ quantity }) => quantity), number];
    const shares = operands.slice(1).map((_, at) => String.fromCharCode(98 + at));
    return {
      sums: [{ metric: "calc_cost", expression: `a*(${shares.join("+")})`, operands }],
      notes: ["fees"],
    };
  }
  const operands = [...lots.flatMap(pairOf), number, "price" as const];
  return {
    sums: [
      { metric: "calc_average_cost", expression: averageOf([...lots, { quantity: number }]), operands },
      { metric: "calc_cost", expression: "a*b", operands: ["price", number] },
    ],
    notes: ["bought_now", "fees"],
  };
}

/** 100股成本400,现在再买100股均价多少: what is bought now costs the price of now; null where that is not all that is said. */
export function readAddedNow(question: Question): Reading | null {
  const [quantity, cost, added, ...others] = stated(question);
  const isOf = (each: Given | undefined, kind: Given["kind"]) => each?.kind === kind;
  if (quantity === undefined || added === undefined || others.length > 0) return null;
  if (!isOf(quantity, "quantity") || !isOf(cost, "amount") || !isOf(added, "quantity")) return null;
  const behind = question.words.slice(question.words.indexOf(`⟨${question.given.indexOf(added)}⟩`) - 8);
  const isMore = /再|又|补|加|更多|more|another/.test(behind);
  if (cost === undefined || !isMore || !asksAverage(question.words) || !isOfLots(question)) return null;
  return readAdded([{ quantity, cost }], added);
}

/** A sale is no lot, and a price that is supposed no cost. */
const isOfLots = (question: Question): boolean => !sells.test(question.words) && levelOf(question) === null;

/** 100股成本250,再加100股成本240: the lots of one company in one message; null where its numbers are no pairs of shares and cost. */
export function readLots(question: Question): Reading | null {
  const numbers = stated(question);
  const lots = numbers.flatMap((quantity, at): readonly Lot[] => {
    const cost = numbers[at + 1];
    const isPair = at % 2 === 0 && quantity.kind === "quantity" && cost?.kind === "amount";
    return isPair ? [{ quantity, cost }] : [];
  });
  const isWhole = lots.length * 2 === numbers.length && lots.length > 1 && lots.length <= mostLots;
  return isWhole && saysCost(question.words) && isOfLots(question) ? readTogether(lots) : null;
}

/** 再加100股成本240 behind a holding: all of it together; null where that is not said, or nothing is held. */
export function joinedLots(question: Question, { lots: held = [] }: Reading): Reading | null {
  const numbers = stated(question);
  const quantity = numbers.find(({ kind }) => kind === "quantity");
  const cost = numbers.find(({ kind }) => kind === "amount");
  if (quantity === undefined || cost === undefined || numbers.length > 2) return null;
  const isMore = addsShares(question.words.trim()) && isOfLots(question);
  return isMore && held.length > 0 && held.length < mostLots
    ? readTogether([...held, { quantity, cost }])
    : null;
}

/** The lots as a question of their own, for what goes on with them. */
export const questionOfLots = (lots: readonly Lot[]): Question => {
  const given = lots.flatMap(pairOf);
  return { words: `成本${given.map((_, at) => `⟨${at}⟩`).join(",")}`, given };
};

/** How far the price of all the shares went since yesterday's close, whatever was paid; null where their number is not known. */
export function gainOfDay(lots: readonly Lot[]): Reading | null {
  if (lots.length === 0) return null;
  const quantities = lots.map(({ quantity }) => quantity);
  const letters = quantities.map((_, at) => String.fromCharCode("b".charCodeAt(0) + at));
  const expression = `a*(${letters.join("+")})`;
  return {
    sums: [{ metric: "calc_day_profit", expression, operands: ["change", ...quantities] }],
    lots,
    notes: ["fees"],
  };
}
