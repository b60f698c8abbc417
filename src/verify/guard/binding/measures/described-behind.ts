import { stretchOf } from "../../lexicon/metric-keys.ts";
import { kindsOf, type Token, type TokenKind, upTo } from "../../tokens/token.ts";
import type { ClauseInput } from "../context.ts";
import { withFlow } from "../owners/neighbours.ts";
import type { Part } from "../part.ts";
import type { Sentence } from "../structure.ts";

/** What a phrase behind a number says that the number is. */
export interface Description {
  readonly measure: Token | null;
  readonly window: Token | null;
  readonly company: string | null;
}

const opening =
  /^(?:这|此|该数|即|也就是|就是|(?:and )?(?:that|which|this|it)(?: is| was|'s| represents| marks)(?![a-z]))/;
const link = /^ ?(?:是|为|即|is|was)(?![a-z])/;
const border = /^\s*(?:[—–:-]\s*)+$/;

/** Kinds that make more of the phrase than a name for the number. */
const others: ReadonlySet<TokenKind> = kindsOf("number quantity compare superlative negation forecast");

/** Tokens of such a phrase; the limit keeps the work linear. */
const longest = 16;

/** What a sentence names a thing by; where it has none of them before its first number, that number stands alone. */
const naming = kindsOf("company entity metric foreign number direction pair user window");

/** The tokens of the phrase behind the number: 是…, :…, ——…, 这是…, that is …; up to a bracket. */
function phraseBehind(input: ClauseInput, at: number): readonly Token[] {
  const { clause, sentence, index, lower } = input;
  const end = clause[at]?.end ?? 0;
  const next = clause[at + 1];
  if (next?.kind === "open") {
    const close = clause.findIndex(({ kind }, i) => i > at && kind === "close");
    const isCite = close > 0 && !clause.slice(at, close).some(({ kind }, i) => i > 0 && naming.has(kind));
    if (!isCite) return clause.slice(at + 2);
    return standsFirst(input, at) ? phraseBehind(input, close) : [];
  }
  if (next?.op === "-") return clause.slice(at + 2);
  if (next !== undefined)
    return next.op === ":" || link.test(lower.slice(end, end + 5)) ? clause.slice(at + 1) : [];
  const behind = sentence.clauses[index + 1] ?? [];
  const start = behind[0]?.start ?? end;
  const isPhrase = border.test(lower.slice(end, start)) || opening.test(lower.slice(start, start + 24));
  return isPhrase ? behind : [];
}

function standsFirst({ clause, sentence: { clauses }, index }: ClauseInput, at: number): boolean {
  const before = [...clauses.slice(0, index).flat(), ...clause.slice(0, at)];
  return !before.some(({ kind }) => naming.has(kind));
}

/** What ends a description: the cite behind it, or the end of its bracket. */
const ends = kindsOf("clause close date time source sourceMark");

/** Up to what ends it, without the code in brackets behind a name. */
function descriptionOf(all: readonly Token[]): readonly Token[] {
  const isCode = all.findIndex((each, i) => each.kind === "open" && all[i + 2]?.kind === "close");
  const flat = isCode > 0 ? [...all.slice(0, isCode), ...all.slice(isCode + 3)] : all;
  return upTo(flat, ({ kind }) => kind === "open" || ends.has(kind));
}

/**
 * `8.35%,这是三一重工近20日的涨幅`, `62.3%: its P/E percentile over the past 10 years`, `44.50元(平安银行当前价,akshare)` at the head of a
 * sentence: what the number is said to be; null where nothing is said so.
 */
export function describedBehind(input: ClauseInput, at: number): Description | null {
  const all = phraseBehind(input, at).slice(0, longest);
  const phrase = descriptionOf(all);
  if (phrase.length === 0 || phrase.some(({ kind }) => others.has(kind))) return null;
  const windows = phrase.filter(
    ({ kind, start, end }) => kind === "window" && stretchOf(input.lower.slice(start, end)) !== null,
  );
  const [window = null, ...more] = windows;
  const named = phrase.findLast(({ kind }) => kind === "metric" || kind === "foreign");
  const measure = named === undefined ? null : withFlow(named, phrase);
  const company = phrase.findLast(({ kind }) => kind === "company")?.op ?? null;
  const isName = (measure !== null || company !== null) && standsFirst(input, at);
  return (window === null && !isName) || more.length > 0 ? null : { measure, window, company };
}

/** 15.67元。(紫金矿业收盘价,akshare,2026-05-07): the one number of the sentence before, with no measure yet, is what the bracket behind it says. */
export function describeLast({ bound, sentence: before }: Part, { tokens, counts, line }: Sentence): void {
  const [only, ...more] = bound.quantities;
  const isBracket = tokens[0]?.kind === "open" && counts.number === 0 && before.line === line;
  if (!isBracket || only === undefined || more.length > 0 || only.metrics.length > 0) return;
  const phrase = descriptionOf(tokens.slice(1, longest));
  const measure = phrase.findLast(({ kind }) => kind === "metric" || kind === "foreign");
  if (measure === undefined || before.counts.metric > 0 || phrase.some(({ kind }) => others.has(kind)))
    return;
  const company = phrase.findLast(({ kind }) => kind === "company")?.op ?? only.company;
  bound.quantities[0] = { ...only, company, metrics: measure.metrics, asked: [], bare: false };
}
