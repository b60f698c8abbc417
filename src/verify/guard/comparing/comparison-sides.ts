import { oncePer } from "#contract";
import type { Moment } from "../../moment.ts";
import { subjectBeside } from "../binding/owners/owner-links.ts";
import type { Quantity } from "../binding/quantity.ts";
import type { Sentence } from "../binding/structure.ts";
import { type BookClaim, type ClaimBook, claimsOf } from "../claims/claim-book.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import {
  allPaid,
  namesUsersFigure,
  paidPrice,
  type UsersWords,
  usersFigure,
  usersPrice,
} from "../question/users-price.ts";
import { type NumberRead, type Token, textOf, upTo } from "../tokens/token.ts";

/** What was said before the sentence, for words that lean on it. */
export interface Start {
  readonly company: string | null;
  readonly metrics: readonly string[];
}

/** A number that was matched: its base value and the claim, or the user's own number. */
export interface Settled {
  readonly quantity: Quantity;
  readonly base: number;
  readonly dimension: string;
  readonly entry: BookClaim | null;
  /** The words right beside it are judged with it (question/asked-levels.ts). */
  readonly isJudged?: true;
}

export interface Operand {
  readonly values: readonly number[];
  readonly dimension: string;
  /** A number of the user's, without a sign, of what fell: 是不是流出了3个亿. */
  readonly isSizeOfFall?: boolean;
}

/** What the question says of a comparison that the answer leaves unsaid. */
export interface AskedSides {
  /** The one measure that the question names, of its left side where it compares; else empty. */
  readonly metrics: readonly string[];
  /** The one company that the left side is of. */
  readonly company: string | null;
  /** The operator of the one comparison asked for, or null. */
  readonly op: string | null;
  /** What is compared, by the claims: the measure, else the price that the text shows. */
  readonly left: Operand | null;
  /** What it is compared with: the user's number, a measure, another company. */
  readonly right: Operand | null;
}

export interface ComparisonInput
  extends Pick<
    Lexicon,
    "averages" | "opens" | "priced" | "priceLike" | "flows" | "activity" | "profits" | "keysOf" | "grownOf"
  > {
  readonly sentence: Sentence;
  /** The normalised text. */
  readonly lower: string;
  readonly words: UsersWords;
  /** What the question compares, for an answer that leaves it unsaid. */
  readonly asked: AskedSides;
  /** 高于70视为超买,…在这条线之上: the one level of a registered fact that the text has named last before the place, or null. */
  readonly levelBefore: (place: number) => Operand | null;
  readonly start: Start;
  readonly settled: ReadonlyMap<Token, Settled>;
  readonly book: ClaimBook;
  /** Metrics that say how a price moved, for 跑赢. */
  readonly changes: readonly string[];
  /** Claims of moving averages that the text shows. */
  readonly shownAverages: ReadonlySet<BookClaim>;
  /** The close of the day before. */
  readonly previous: readonly string[];
  readonly now: Moment;
  /** The close. */
  readonly closed: readonly string[];
  /** The price beside the book value. */
  readonly books: readonly string[];
}

export interface ComparisonFault {
  readonly token: Token;
  readonly reason: "comparison_false" | "comparison_unsupported";
}

/** Null where the claims bear the comparison out. */
export type Verdict = ComparisonFault["reason"] | null;

/** A token of a sentence, whose clauses end in tokens `clause`. */
export interface Spot {
  readonly flat: readonly Token[];
  readonly at: number;
}

/** The tokens of a sentence, a token `clause` behind each of its clauses. */
export const flatOf = oncePer(({ clauses }: Sentence): readonly Token[] =>
  clauses.flatMap((clause) => {
    const last = clause.at(-1);
    return last === undefined ? [] : [...clause, { ...last, kind: "clause", op: "", number: null }];
  }),
);

/** Where the clause of the place begins. */
export const clauseStart = (flat: readonly Token[], at: number): number =>
  flat.slice(0, Math.max(0, at)).findLastIndex(({ kind }) => kind === "clause") + 1;

/** The tokens of its clause. */
export const ownClause = ({ flat, at }: Spot): readonly Token[] => [
  ...flat.slice(clauseStart(flat, at), at + 1),
  ...upTo(flat.slice(at + 1), ({ kind }) => kind === "clause"),
];

/** The tokens of its clause before it. */
export const ownBefore = ({ flat, at }: Spot): readonly Token[] => flat.slice(clauseStart(flat, at), at);

/** What stands behind it, to the end of its clause or the next comparison. */
export const stretchAfter = ({ flat, at }: Spot): readonly Token[] =>
  flat.slice(at + 1, clauseEnd(flat, at + 1));

export function holds(op: string, left: number, right: number): boolean {
  switch (op) {
    case ">":
      return left > right;
    case "<":
      return left < right;
    case ">=":
      return left >= right;
    case "<=":
      return left <= right;
    default:
      return op === "=" && left === right;
  }
}

export const operandOf = (entries: readonly BookClaim[]): Operand | null => {
  const [first] = entries;
  return first === undefined
    ? null
    : { values: entries.map((entry) => entry.base), dimension: first.unit.dimension };
};

const spokenPrice = /^(?:股价|价格|share price|stock price)$/;

/** What the measure's word stands for: 股价 is the close where the claims hold no price now of the company. */
export function measuresOf(
  { book, priced, closed, lower }: Pick<ComparisonInput, "book" | "priced" | "closed" | "lower">,
  { metrics, start, end }: Token,
  company: string | null,
): readonly string[] {
  if (!metrics.every((id) => priced.includes(id)) || !spokenPrice.test(lower.slice(start, end)))
    return metrics;
  return claimsOf(company, metrics, book).length > 0 ? metrics : closed;
}

export const settledOperand = ({ base, dimension, entry }: Settled): Operand =>
  entry === null && base < 0
    ? { values: [base], dimension, isSizeOfFall: true }
    : { values: [base], dimension };

const besides: ReadonlySet<string> = new Set(["versus", "beside", "reference"]);

/** Company and metric as the tokens before the index leave them. */
export function stateAt(
  input: ComparisonInput,
  { flat, at }: Spot,
): { company: string | null; metrics: readonly string[] } {
  let { company, metrics } = input.start;
  let isVerb = false;
  let compared: string | null = null;
  let index = 0;
  let isTold = false;
  for (const [i, each] of flat.slice(0, at).entries()) {
    // 不到美的集团的13.61倍,估值更低: a company that is only set beside is not what the text goes on to speak of.
    if (
      each.kind === "compare"
        ? /^(?:[<>]=?(?:perf|earn|spend)?|than)$/.test(each.op)
        : (each.kind === "vague" && each.op !== "") ||
          (isTold && each.kind === "join" && besides.has(each.op))
    )
      compared ??= company;
    // outspends Sany Heavy on R&D and is the larger by revenue
    const goesOn = each.kind === "join" && /^(?:is|was|has|also)$/.test(flat[i + 1]?.op ?? "");
    if ((each.kind === "clause" || goesOn) && compared !== null) company = compared;
    if (each.kind === "clause" || goesOn || each.op === ":") compared = null;
    // above Luzhou Laojiao, whose P/E is the lowest
    if (each.kind === "clause") company = subjectBeside(input.sentence, ++index, input.lower) ?? company;
    if (each.kind === "company") company = each.op;
    isTold ||= each.kind === "number";
    if (each.kind === "metric") {
      metrics = each.metrics;
      isVerb = each.op.endsWith("verb");
    }
    // Hikvision is at 22.84x: what the number is of, where a verb of price names no measure.
    const isOpen = isVerb || (metrics.length === 0 && each.number?.sign !== "");
    const shown = isOpen && each.kind === "number" ? input.settled.get(each)?.entry : null;
    if (shown != null) metrics = [shown.claim.metric];
  }
  // 当前价低于昨收:宁德时代… names the company only later; 比五日线低。 leaves both to the question.
  const later = flat.find((each) => each.kind === "company")?.op;
  return {
    company: company ?? later ?? input.asked.company,
    metrics: metrics.length > 0 ? metrics : input.asked.metrics,
  };
}

export const clauseEnd = (flat: readonly Token[], at: number): number => {
  let depth = 0;
  for (let i = at; i < flat.length; i++) {
    const kind = flat[i]?.kind;
    if (kind === "open") depth++;
    if (kind === "close") depth = Math.max(0, depth - 1);
    if ((kind === "clause" && depth === 0) || kind === "compare") return i;
    // below the open and down 1.93% on the day: the move is another statement.
    if (kind === "join" && depth === 0 && flat[i + 1]?.kind === "direction") return i;
    // 当前价高于开盘价:… has said both sides before the colon.
    if (
      flat[i]?.op === ":" &&
      flat
        .slice(at, i)
        .some(
          ({ kind, op }) => kind === "number" || sides.has(kind) || (kind === "relative" && op === "past"),
        )
    )
      return i;
  }
  return flat.length;
};

const longestPhrase = 60;

/** 您的成本, your cost: the number beside it, else what the user said to have paid for the company, else the only number of theirs in the text. */
export function usersSide(
  input: ComparisonInput,
  stretch: readonly Token[],
  company: string | null,
): Operand | null {
  const said = textOf(stretch, input.lower).slice(0, longestPhrase);
  if (!usersPrice.test(said)) {
    // 远低于您提到的价格: how far is no claim.
    const start = stretch[0]?.start ?? 0;
    const isFar = /远[^,，。]{0,3}$|far $/.test(input.lower.slice(Math.max(0, start - 5), start));
    const figure =
      !isFar && namesUsersFigure(said) ? usersFigure(input.words, company ?? input.book.only) : null;
    return figure === null ? null : { values: [figure], dimension: "CNY" };
  }
  const beside = stretch.flatMap((each) => input.settled.get(each) ?? []).find(({ entry }) => entry === null);
  if (beside !== undefined) return settledOperand(beside);
  const paid = paidPrice(input.words, company ?? input.book.only);
  if (paid !== null) return { values: [paid], dimension: "CNY" };
  if (allPaid(input.words).length > 0) return null;
  const given = [...input.settled.values()].filter(({ entry }) => entry === null);
  const [first] = given;
  return first !== undefined && given.every(({ base }) => base === first.base)
    ? { values: [first.base], dimension: first.dimension }
    : null;
}

const reversed: Readonly<Record<string, string>> = { ">": "<", "<": ">", ">=": "<=", "<=": ">=" };

const opposites: Readonly<Record<string, string>> = { ">": "<=", "<": ">=", ">=": "<", "<=": ">" };

/** What a denied comparison says; empty for an operator without an opposite. */
export const deniedOp = (op: string): string => opposites[op] ?? "";

export const reversedOp = (op: string): string => reversed[op] ?? op;

/** 跌幅小于, 净流出多于: of a measure whose word carries the minus the larger is the lower value. */
export function ofMagnitude(op: string, { flat, at }: Spot): string {
  const before = flat.slice(0, at);
  const border = before.findLastIndex(({ kind }) => kind === "clause");
  const own = before.slice(border + 1).findLast(({ kind }) => kind === "metric");
  // 看跌幅,五粮液更大: what the clause before says that it is of.
  const from = before.slice(0, Math.max(0, border)).findLastIndex(({ kind }) => kind === "clause") + 1;
  const heading = border < 0 ? [] : before.slice(from, border);
  const isHeading = heading.every(({ kind }) => kind === "metric" || kind === "fill" || kind === "text");
  // Vanke's net loss, RMB 38.91 billion, was larger: the value between commas.
  const isValue =
    heading.length > 0 && heading.every(({ kind }) => kind === "number" || kind === "approximate");
  const said = isHeading ? heading : isValue ? before : [];
  const measure = own ?? said.findLast(({ kind }) => kind === "metric");
  return measure !== undefined && measure.sign < 0 ? (reversed[op] ?? op) : op;
}

/** The one number of the question; undefined where it holds none or several. */
export function askedNumber({ words }: Pick<ComparisonInput, "words">): NumberRead | undefined {
  const numbers = words.question.flatMap(({ kind, number }) =>
    kind === "number" && number !== null ? [number] : [],
  );
  return numbers.length === 1 ? numbers[0] : undefined;
}

/** What may stand on a side of a comparison. */
export const sides: ReadonlySet<string> = new Set(["company", "entity", "metric", "foreign"]);
