import { constant, type Given, type Question, type Reading, stated } from "./question.ts";

/** Words of calculation as signs, longest first. */
const signs: readonly (readonly [words: RegExp, sign: string])[] = [
  [/除以|divided by|÷/g, "/"],
  [/乘以|乘上|乘|multiplied by|times|[×*]|(?<=[⟩)]\s*)x(?=\s*[⟨(])/g, "*"],
  [/加上|加|plus/g, "+"],
  [/减去|减|minus|[−–]/g, "-"],
  [/⟨(\d+)⟩\s*的\s*⟨(\d+)⟩\s*次方/g, "⟨$1⟩^⟨$2⟩"],
  [/⟨(\d+)⟩\s*(?:的平方|squared)/g, "⟨$1⟩*⟨$1⟩"],
];

const formula = /[(\s]*⟨\d+⟩[\s)]*(?:[-+*/^][\s(]*⟨\d+⟩[\s)]*)+/g;

const letterOf = (index: number): string => String.fromCharCode(97 + index);

/** A percentage in a longer sum may be of the number before it or a number of its own: 100+20+5%. */
const isAmbiguous = (found: string, given: readonly Given[]): boolean =>
  /[-+]/.test(found) &&
  given.some(({ kind }) => kind === "percent") &&
  !given.every(({ kind }) => kind === "percent");

/** 100+5% as every pocket calculator has it: five per cent more than a hundred, and the answer says so. */
function markUp(found: string, operands: readonly Given[]): Reading | null {
  const [base, rate, ...others] = operands;
  const sign = /^[(\s]*⟨\d+⟩\s*([-+])\s*⟨\d+⟩[\s)]*$/.exec(found)?.[1];
  if (sign === undefined || base?.kind !== "amount" || rate?.kind !== "percent" || others.length > 0)
    return null;
  const metric = base.unit === "CNY" ? "calc_money" : "calc_number";
  const sum = { metric, expression: `a*(c${sign}b)`, operands: [base, rate, constant("one")] };
  return { sums: [sum], notes: ["percent"] };
}

/** A formula of the message's own numbers, where nothing else in it holds a number. */
export function readArithmetic({ words, given }: Question): Reading | null {
  const text = signs.reduce((before, [pattern, sign]) => before.replace(pattern, sign), words);
  const [found, ...others] = text.match(formula) ?? [];
  if (found === undefined || others.length > 0 || /⟨/.test(text.replace(found, ""))) return null;
  const used = [...found.matchAll(/⟨(\d+)⟩/g)].map(([, index]) => Number(index));
  const places = [...new Set(used)];
  const operands = places.flatMap((index) => given[index] ?? []);
  const marked = markUp(found, operands);
  if (marked !== null) return marked;
  if (isAmbiguous(found, operands)) return null;
  const expression = found
    .replace(/⟨(\d+)⟩/g, (_, index: string) => letterOf(places.indexOf(Number(index))))
    .replaceAll(/\s/g, "");
  const isRates = operands.every(({ kind }) => kind === "percent") && !/[*/^]/.test(expression);
  const metric = isRates
    ? "calc_change"
    : operands.some(({ unit }) => unit === "CNY")
      ? "calc_money"
      : "calc_number";
  return { sums: [{ metric, expression, operands }] };
}

const step =
  /^(?:那|再|然后|接着|结果|得数|它|and|then|,| )*(除以|乘以|乘上|乘|加上|加|减去|减|divided by|multiplied by|times|plus|minus|[-+*/×÷])\s*⟨0⟩/;
const signOf: Readonly<Record<string, string>> = {
  ...{ 除以: "/", "divided by": "/", "/": "/", "÷": "/" },
  ...{ 乘以: "*", 乘上: "*", 乘: "*", "multiplied by": "*", times: "*", "*": "*", "×": "*" },
  ...{ 加上: "+", 加: "+", plus: "+", "+": "+" },
  ...{ 减去: "-", 减: "-", minus: "-", "-": "-" },
};
const parts: readonly (readonly [words: RegExp, sign: string])[] = [
  [/一半|二分之一|\bhalf\b|\bhalve\b/, "/"],
  [/翻倍|翻一番|两倍|\bdoubled?\b|\btwice\b/, "*"],
];

/** 再乘3, 除以4呢, 那一半呢: one more step of the formula before. `words` has `⟨0⟩` for the number. */
export function readStep(words: string, number: Given | undefined, before: Reading): Reading | null {
  const [sum, ...others] = before.sums;
  if (sum === undefined || others.length > 0 || !/^calc_(?:number|money)$/.test(sum.metric)) return null;
  const sign =
    number === undefined
      ? parts.find(([part]) => part.test(words))?.[1]
      : signOf[step.exec(words)?.[1] ?? ""];
  if (sign === undefined) return null;
  const operand = number ?? constant("two");
  const isUnlike = number !== undefined && number.kind !== "amount" && number.kind !== "other";
  if (isUnlike) return null;
  const expression = `(${sum.expression})${sign}${letterOf(sum.operands.length)}`;
  return { sums: [{ ...sum, expression, operands: [...sum.operands, operand] }] };
}

const ofPrice =
  /(?:股价|现价|市价|价格|价|price)\s*(除以|乘以|乘上|乘|加上|加|减去|减|divided by|multiplied by|times|plus|minus|[-+*/×÷])\s*⟨(\d+)⟩/;

/** 茅台现价乘以100: the price and one number. */
export function readPriceArithmetic(question: Question): Reading | null {
  const match = ofPrice.exec(question.words);
  const [number, ...others] = stated(question);
  const sign = signOf[match?.[1] ?? ""];
  if (sign === undefined || number === undefined || others.length > 0) return null;
  if (question.given[Number(match?.[2])] !== number || number.kind === "percent") return null;
  return { sums: [{ metric: "calc_money", expression: `a${sign}b`, operands: ["price", number] }] };
}
