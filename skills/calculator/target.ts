import { constant, type Given, type Question, type Reading, stated } from "./question.ts";

/** 涨到多少能赚20%, 要赚1万要卖到多少: at which price a cost has gained or lost something; the group is the side. */
const target =
  /[涨跌卖]到(?:多少|几|什么价)[^⟨]{0,6}([赚亏赔])|([赚亏赔])[^⟨,，]{0,3}⟨\d+⟩[^⟨]{0,8}?(?:[涨跌卖]到|什么价|多少钱卖|多少卖)/;
/** The money that is to be gained, which is no cost. */
const gain = /[赚亏赔][^⟨,，]{0,3}⟨(\d+)⟩/;

export const asksTarget = (words: string): boolean => target.test(words);

/** 1500买的茅台,涨到多少能赚20%; 200股成本310,涨到多少能赚1万: the price at which the cost of a share has gained or lost so much. */
export function readTarget(question: Question): Reading | null {
  const { words, given } = question;
  const [, behind, before] = target.exec(words) ?? [];
  const side = behind ?? before;
  if (side === undefined) return null;
  const numbers = stated(question);
  const money = given[Number(gain.exec(words)?.[1])];
  const rate = numbers.find(({ kind }) => kind === "percent");
  const quantity = numbers.find(({ kind }) => kind === "quantity");
  const cost = numbers.find((each) => each.kind === "amount" && each !== money);
  const sign = side === "赚" ? "+" : "-";
  const sumOf = (
    expression: string,
    operands: readonly Given[],
    ...more: { readonly constant: string }[]
  ) => ({
    sums: [{ metric: "calc_target", expression, operands: [...operands, ...more] }],
    notes: ["target", "fees"] as const,
  });
  if (cost === undefined) return null;
  const isOfRate = numbers.every((each) => each === rate || each === cost || each === quantity);
  if (rate !== undefined && isOfRate) return sumOf(`a*(c${sign}b)`, [cost, rate], constant("one"));
  const isMoney = money?.kind === "amount" && quantity !== undefined && numbers.length === 3;
  return isMoney ? sumOf(`a${sign}b/c`, [cost, money, quantity]) : null;
}
