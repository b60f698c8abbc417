import type { Operand, UserNumber } from "#contract";

/** A number of the question and what it can be. */
export interface Given extends UserNumber {
  readonly kind: "amount" | "quantity" | "percent" | "term" | "other";
}

/** The message with each number replaced by `⟨i⟩`, in lower case and half-width, so that rules read its words. */
export interface Question {
  readonly words: string;
  readonly given: readonly Given[];
}

/** One result that is asked for. `price` stands for the company's price, `change` for how far it is from the close before. */
export interface Sum {
  readonly metric: string;
  readonly expression: string;
  readonly operands: readonly (Given | "price" | "change" | { readonly constant: string })[];
}

/** Shares that are held, and what one of them cost where that is told. */
export interface Lot {
  readonly quantity: Given;
  readonly cost?: Given;
}

/** What a rule made of a question. */
export interface Reading {
  readonly sums: readonly Sum[];
  /** The shares that it is about, where they are told. */
  readonly lots?: readonly Lot[];
  /** The amount for which as many shares as possible are to be bought, by the rule of each company's board. */
  readonly buysFor?: { readonly amount: Given; readonly inLots: boolean };
  /** The number of shares whose dividend is asked for. */
  readonly dividendOn?: Given;
  readonly notes?: readonly NoteName[];
  /** Ids of the registered facts that the sums go by. */
  readonly facts?: readonly string[];
}

export type NoteName =
  | "fees"
  | "commission"
  | "minimum"
  | "annuity"
  | "simple"
  | "side"
  | "percent"
  | "supposed"
  | "to_supposed"
  | "half"
  | "target"
  | "bought_now"
  | "cost_untold"
  | "in_profit"
  | "limit"
  | "main_board"
  | "rule_alone"
  | "price_given";

const kindOf = ({ unit }: UserNumber): Given["kind"] => {
  if (unit === null || unit === "CNY") return "amount";
  if (unit === "shares" || unit === "手") return "quantity";
  if (unit === "%") return "percent";
  return unit === "年" || unit === "日" ? "term" : "other";
};

/** Days, and counting words that are no numbers (一下, 一共). */
const noNumbers =
  /\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}[日号]?|\d{1,2}月\d{1,2}[日号]|\d{4}年|一下|一共|一起|一般|一样|一定|一算|一半|一番|百分之几|千分之几|万分之几/g;

/** I hold 200 CATL at 310: shares of it, which the name alone says. */
const heldBefore =
  /\b(?:i|we)(?:'ve| have)? (?:hold|have|own|got|bought|buy) ⟨(\d+)⟩ (?!\p{Sc}|%|yuan|rmb|cny|usd)[\p{L}\d]/iu;

const isBareWord = ({ literal, unit }: UserNumber): boolean => unit === null && !/\d/.test(literal);

const overlaps = (a: readonly [number, number], b: readonly [number, number]): boolean =>
  a[0] < b[1] && b[0] < a[1];

const traditional = "賺虧賠總漲計買賣價幾錢還補倉個紅兩隻損費稅傭單復現";
const simple = "赚亏赔总涨计买卖价几钱还补仓个红两只损费税佣单复现";
const isTraditional = new RegExp(`[${traditional}]`, "g");

/** The words of sums in simplified characters, as the rules have them. */
const simplified = (words: string): string =>
  words.replace(isTraditional, (each) => simple.charAt(traditional.indexOf(each)));

/** `names`: what the message calls the companies by, whose digits and numerals are no numbers of the question. */
export function readQuestion(
  text: string,
  numbers: readonly UserNumber[],
  names: readonly string[],
): Question {
  const masked: [number, number][] = [...text.matchAll(noNumbers)].map((match) => [
    match.index,
    match.index + match[0].length,
  ]);
  for (const name of names)
    for (let at = text.indexOf(name); at >= 0 && name !== ""; at = text.indexOf(name, at + 1))
      masked.push([at, at + name.length]);
  const given: Given[] = [];
  let words = "";
  let end = 0;
  for (const number of numbers) {
    if (masked.some((each) => overlaps(each, number.span))) continue;
    words += `${text.slice(end, number.span[0])}⟨${given.length}⟩`;
    end = number.span[1];
    given.push({ ...number, kind: kindOf(number) });
  }
  words += text.slice(end);
  const held = given[Number(heldBefore.exec(words)?.[1])];
  if (held?.unit === null && held.kind === "amount")
    given.splice(given.indexOf(held), 1, { ...held, kind: "quantity" });
  return { words: simplified(words.normalize("NFKC").toLowerCase()), given };
}

/** The numbers without single numerals that stand in words (一, 两). */
export const stated = ({ given }: Question): readonly Given[] => given.filter((each) => !isBareWord(each));

export const constant = (id: string): { readonly constant: string } => ({ constant: id });

/** An operand as the tool wants it; null for the price and its change, which the caller knows. */
export function operandOf(operand: Sum["operands"][number]): Operand | null {
  if (operand === "price" || operand === "change") return null;
  if ("constant" in operand) return { constant: operand.constant, origin: "constant" };
  return { literal: operand.literal, origin: "user" };
}
