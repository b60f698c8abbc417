/** 没有跌破, it is above, 招商银行最高: what such an answer leaves unsaid the user's question says. */
import { type BookClaim, type ClaimBook, claimsOf } from "../claims/claim-book.ts";
import { type AskedSides, measuresOf, type Operand, type Settled } from "../comparing/comparison-sides.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import { companiesIn, metricsIn, type NumberRead, sizeOf, type Token, upTo } from "../tokens/token.ts";
import { isMeasure, longestQuestion } from "./question.ts";

interface AskedInput {
  /** Tokens of the question. */
  readonly tokens: readonly Token[];
  /** Its normalised text. */
  readonly lower: string;
  readonly lexicon: Lexicon;
  readonly book: ClaimBook;
  readonly settled: ReadonlyMap<Token, Settled>;
}

const isPivot = ({ kind, op }: Token): boolean =>
  (kind === "compare" && /^(?:[<>]=?|[<>]post|than)$/.test(op)) || (kind === "vague" && /^[<>]$/.test(op));

const distinct = (of: readonly (readonly string[])[]): readonly (readonly string[])[] => [
  ...new Map(of.map((each) => [each.join(), each])).values(),
];

const companiesOf = (tokens: readonly Token[]): readonly string[] => [...companiesIn(tokens)];

const operand = (claims: readonly BookClaim[]): Operand | null => {
  const [first] = claims;
  return first === undefined
    ? null
    : { values: claims.map(({ base }) => base), dimension: first.unit.dimension };
};

/** The user's number in the unit of what it is set beside, where it has none of its own. */
function usersLevel(number: NumberRead, left: Operand | null): Operand | null {
  const { unit, sign } = number;
  if (left === null || (unit !== null && unit.dimension !== left.dimension)) return null;
  // 市盈率低于20, 换手率超过1: a bare number beside per cents says no unit.
  if (unit === null && left.dimension === "part") return null;
  return { values: [sign === "-" ? -sizeOf(number) : sizeOf(number)], dimension: left.dimension };
}

/** The price of the company that the text shows, else that the claims hold: now, or at the close. */
function shownPrices({ settled, lexicon, book }: AskedInput, company: string | null): Operand | null {
  const metrics = [...lexicon.priced, ...lexicon.closes.own];
  const entries = [...settled.values()].map(({ entry }) => entry).filter((entry) => entry !== null);
  const owner = company ?? book.only;
  const shown = entries.filter((each) => each.company === owner && metrics.includes(each.claim.metric));
  return operand(shown.length > 0 ? shown : claimsOf(owner, metrics, book));
}

const nothing: AskedSides = { metrics: [], company: null, op: null, left: null, right: null };

/** The tokens of the two sides; 在20日均线上方 has its right side before the word. */
function sidesAt(tokens: readonly Token[], at: number): readonly [readonly Token[], readonly Token[]] {
  const before = tokens.slice(0, at);
  if (tokens[at]?.op.endsWith("post") === true) {
    const last = before.findLastIndex(({ kind }) => kind === "metric" || kind === "number");
    return last < 0 ? [before, []] : [before.slice(0, last), before.slice(last, last + 1)];
  }
  const rest = tokens.slice(at + 1);
  const after = upTo(rest, ({ kind }) => kind === "clause" || kind === "break");
  // 268能不能站上, 1500守住了吗: the level stands before the word.
  const numbers = before.filter(({ kind }) => kind === "number");
  const isBare =
    at < tokens.length &&
    !after.some(({ kind }) => kind === "number" || kind === "metric" || kind === "company");
  return isBare && numbers.length === 1
    ? [before.filter(({ kind }) => kind !== "number"), numbers]
    : [before, after];
}

/** 海康比昨天高吗: the price beside the close before it. */
function besideYesterday(
  input: AskedInput,
  at: number | undefined,
  company: string | null,
): AskedSides | null {
  const { tokens, lexicon, book } = input;
  const times = tokens.filter(({ kind }) => kind === "date" || kind === "window" || kind === "relative");
  const isOne = times.length === 1 && /^(?:yesterday|past)$/.test(times[0]?.op ?? "");
  if (at === undefined || tokens[at]?.op !== "than" || !isOne || tokens.some(({ kind }) => kind === "number"))
    return null;
  const right = operand(claimsOf(company, lexicon.closes.previous, book));
  const left = shownPrices(input, company);
  return right === null || left === null ? null : { metrics: [], company, op: null, left, right };
}

/** Reads the question once a text. A side that the claims do not hold, or that is not one, is null. */
export function askedSides(input: AskedInput): AskedSides {
  const { tokens, book, lexicon, lower } = input;
  if (tokens.length > longestQuestion) return nothing;
  const pivots = tokens.filter(isPivot);
  const at = pivots[0] === undefined ? undefined : tokens.indexOf(pivots[0]);
  const [before, after] = sidesAt(tokens, at ?? tokens.length);
  const owners = companiesOf(before);
  const company = owners.length === 1 ? (owners[0] ?? null) : owners.length === 0 ? book.only : null;
  const held = { book, priced: lexicon.priced, closed: [...lexicon.closes.own], lower };
  const measures = distinct(before.filter(isMeasure).map((each) => measuresOf(held, each, company)));
  const metrics = measures.length === 1 ? (measures[0] ?? []) : [];
  const isOfOtherDay = tokens.some(
    ({ kind, op }) => kind === "date" || kind === "window" || (kind === "relative" && op !== "today"),
  );
  const isOther = before.some(({ kind }) => kind === "foreign" || kind === "entity");
  const ofYesterday =
    isOther || measures.length > 0 || owners.length > 1 ? null : besideYesterday(input, at, company);
  if (ofYesterday !== null)
    return { ...ofYesterday, op: at === undefined ? null : operatorOf(tokens[at] ?? null, after, tokens) };
  if (isOther || measures.length > 1 || owners.length > 1 || isOfOtherDay)
    return { ...nothing, metrics: isOther ? [] : metrics, company: isOther ? null : company };
  const left = metrics.length > 0 ? operand(claimsOf(company, metrics, book)) : shownPrices(input, company);
  const said = at === undefined ? undefined : tokens[at];
  if (said === undefined || pivots.length > 1) return { ...nothing, metrics, company, left };
  return {
    metrics,
    company,
    op: isEitherWay(said, after, input) ? null : operatorOf(said, after, tokens),
    left,
    right: rightSide(after, { metrics, company, left }, book),
  };
}

const adjectives: readonly (readonly [RegExp, string])[] = [
  [/高|大|多|贵|强/, ">"],
  [/低|小|少|便|宜|弱/, "<"],
];

/** Has it broken its 5-day line: an average is broken from above as well as from below. */
const isEitherWay = (
  { start, end }: Token,
  after: readonly Token[],
  { lower, lexicon }: AskedInput,
): boolean =>
  /^(?:broken?|broke)$/.test(lower.slice(start, end)) &&
  metricsIn(after).some((id) => lexicon.averages.includes(id));

/** What is asked, for a plain yes or no: null where it is denied in the question, or of what may come. */
function operatorOf(said: Token | null, after: readonly Token[], tokens: readonly Token[]): string | null {
  if (said === null) return null;
  const isOpen = tokens.some(({ kind }) => kind === "forecast" || kind === "negation");
  const isAtEnd = tokens.at(-1)?.kind === "negation" || tokens.at(-2)?.kind === "negation";
  if ((isOpen && !isAtEnd) || /^[<>]=/.test(said.op)) return null;
  if (said.op !== "than") return said.op.charAt(0);
  const words = after.filter(({ kind }) => kind === "text" || kind === "compare").map(({ op }) => op);
  const found = adjectives.filter(([pattern]) => words.some((word) => pattern.test(word)));
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
}

function rightSide(
  after: readonly Token[],
  { metrics, company, left }: Pick<AskedSides, "metrics" | "company" | "left">,
  book: ClaimBook,
): Operand | null {
  if (after.some(({ kind }) => kind === "foreign" || kind === "entity" || kind === "user")) return null;
  const numbers = after.filter(({ kind }) => kind === "number");
  const [others, measures] = [
    companiesOf(after),
    distinct(after.filter(isMeasure).map(({ metrics: of }) => of)),
  ];
  const [number, other, measure] = [numbers[0]?.number ?? null, others[0], measures[0]];
  if (numbers.length + others.length + measures.length !== 1) return null;
  if (number !== null) return usersLevel(number, left);
  if (other !== undefined) return operand(claimsOf(other, metrics, book));
  return measure === undefined ? null : operand(claimsOf(company, measure, book));
}
