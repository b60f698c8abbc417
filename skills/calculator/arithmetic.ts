import type { Given, Question, Reading } from "./question.ts";

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

/** 100+5%: people mean 105 as often as 100.05. */
const isAmbiguous = (found: string, given: readonly Given[]): boolean =>
  /[-+]/.test(found) &&
  given.some(({ kind }) => kind === "percent") &&
  !given.every(({ kind }) => kind === "percent");

/** A formula of the message's own numbers, where nothing else in it holds a number. */
export function readArithmetic({ words, given }: Question): Reading | null {
  const text = signs.reduce((before, [pattern, sign]) => before.replace(pattern, sign), words);
  const [found, ...others] = text.match(formula) ?? [];
  if (found === undefined || others.length > 0 || /⟨/.test(text.replace(found, ""))) return null;
  const used = [...found.matchAll(/⟨(\d+)⟩/g)].map(([, index]) => Number(index));
  const places = [...new Set(used)];
  const operands = places.flatMap((index) => given[index] ?? []);
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
