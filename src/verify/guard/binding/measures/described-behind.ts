import { stretchOf } from "../../lexicon/metric-keys.ts";
import { type Clause, kindsOf, type Token, type TokenKind, upTo } from "../../tokens/token.ts";
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
const link = /^ ?(?:也|又|正|恰|刚好|恰好|同时|(?:is|was) also )?(?:是|为|即|is|was|its|the)(?![a-z])/;
const border = /^\s*(?:[—–:→…•·-]\s*|[=-]>\s*)+$/;
const comma = /^[,，]\s*$/;

/** Kinds that make more of the phrase than a name for the number. */
const others: ReadonlySet<TokenKind> = kindsOf("number quantity compare superlative negation forecast");

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
    const inside = clause.slice(at + 2, close);
    const isCite =
      close > 0 && !inside.some(({ kind }) => naming.has(kind)) && otherLevelIn(inside, lower) === null;
    if (!isCite) return clause.slice(at + 2);
    return standsFirst(input, at) ? phraseBehind(input, close) : [];
  }
  if (next?.op === "-") return clause.slice(at + 2);
  if (next !== undefined)
    return next.op === ":" || link.test(lower.slice(end, end + 5)) ? clause.slice(at + 1) : [];
  const [behind = [], then] = sentence.clauses.slice(index + 1);
  const start = behind[0]?.start ?? end;
  const mark = lower.slice(end, start);
  const markBehind = lower.slice(behind.at(-1)?.end ?? end, then?.[0]?.start ?? end);
  // 开盘→74.10→收盘→75.26: the name is of the number behind it.
  const isOfNext = then?.[0]?.kind === "number" && border.test(markBehind);
  const isPhrase = (border.test(mark) && !isOfNext) || opening.test(lower.slice(start, start + 24));
  const isOf = behind[0]?.op === "of";
  // 75.26, the open; …
  const isLabel =
    comma.test(mark) &&
    !/[,，→—]/.test(markBehind) &&
    !isOf &&
    !behind.some(({ kind }) => kind === "number") &&
    isName(descriptionOf(behind));
  const isWhole = comma.test(mark) && clause.length === at + 1 && !isOf && !isOfNext && namesMeasure(behind);
  return isPhrase || isLabel || isWhole ? behind : [];
}

const otherLevel =
  /^(?:is |was |是|为|即|[:→>=-]|\s)*(?:[\u4e00-\u9fff]{1,6}价|(?:(?:an?|the|its) )?(?:[a-z]+(?:'s)? )?(?:high|low|vwap|average|bid|ask|mid-?point|peak|trough))$/;

/** 75.26元(成本价), CNY 75.26 → high: a level of the price that no claim is of. */
function otherLevelIn(phrase: readonly Token[], lower: string): Token | null {
  const last = phrase.at(-1);
  const isLevel = last !== undefined && otherLevel.test(lower.slice(phrase[0]?.start, last.end));
  return isLevel ? { ...last, kind: "foreign" } : null;
}

/** Nothing but the name of a company or of a measure; that of one without claims may have words before it (加权均价). */
const isName = (phrase: readonly Token[]): boolean =>
  phrase.at(-1)?.kind === "foreign"
    ? phrase.every(({ kind }) => kind === "foreign" || kind === "text" || kind === "fill")
    : phrase.some(({ kind }) => kind === "metric" || kind === "company") &&
      phrase.every(({ kind, op }) =>
        kind === "metric" ? !op.endsWith("verb") : /^(?:company|fill)$/.test(kind) || op === ":",
      );

const ofName = kindsOf("company metric fill relative date window open close");

/** 2.68亿元,隆基绿能主力资金净流出; CNY 2.68 billion, LONGi's net outflow: a clause that names a measure and says nothing of it. */
const namesMeasure = (clause: Clause): boolean =>
  clause.length <= longest &&
  clause.some(({ kind }) => kind === "metric") &&
  upTo(clause, ({ kind }) => kind === "open").every(
    ({ kind, op }) => ofName.has(kind) || op === "loss" || /^(?:an?|the|[的's])$/.test(op),
  );

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
  const other = named === undefined ? otherLevelIn(phrase, input.lower) : null;
  if (other !== null) return { measure: other, window: null, company: null };
  const measure = named === undefined ? null : withFlow(named, phrase);
  const company = phrase.findLast(({ kind }) => kind === "company")?.op ?? null;
  const isNamed = ((measure !== null || company !== null) && standsFirst(input, at)) || isName(phrase);
  return (window === null && !isNamed) || more.length > 0 ? null : { measure, window, company };
}

/** 15.67元。(紫金矿业收盘价,akshare,2026-05-07): numbers of one unit in the sentence before, with no measure yet, are what the bracket behind it says. */
export function describeLast({ bound, sentence: before }: Part, { tokens, counts, line }: Sentence): void {
  const { quantities } = bound;
  const [only, ...more] = quantities;
  const isBracket = tokens[0]?.kind === "open" && counts.number === 0 && before.line === line;
  const unit = only?.number.unit?.dimension;
  if (!isBracket || only === undefined || quantities.some(({ metrics }) => metrics.length > 0)) return;
  if (more.some(({ number }) => number.unit?.dimension !== unit)) return;
  const phrase = descriptionOf(tokens.slice(1, longest));
  const measure = phrase.findLast(({ kind }) => kind === "metric" || kind === "foreign");
  if (measure === undefined || before.counts.metric > 0 || phrase.some(({ kind }) => others.has(kind)))
    return;
  const owner = more.length > 0 ? undefined : phrase.findLast(({ kind }) => kind === "company")?.op;
  for (const [at, each] of quantities.entries())
    quantities[at] = {
      ...each,
      company: owner ?? each.company,
      metrics: measure.metrics,
      asked: [],
      bare: false,
    };
}
