/** 以上毛利率来自tushare, 五粮液的数据来自akshare: a source said of some of the numbers only, which leaves the others without one. */

import type { Lexicon } from "../../lexicon/lexicon.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { type Clause, kindsOf, metricsIn, type Token, textOf } from "../../tokens/token.ts";
import type { Sentence } from "../structure.ts";
import { type Marks, noMarks } from "./attribution.ts";
import type { Footer } from "./footer.ts";
import { nameGroups, withGroups } from "./measure-groups.ts";
import { datesBySource, footersBySource } from "./source-dates.ts";

const from = "(?:来自|取自|引自|源自|出自|来源|数据源|由|看)[为是]?";
/** Between the measure or the company and its source. */
const saysFrom = pattern`^(?:数据|数字|数值|行情|价格|一项|这一项|两项|这两项|指标|部分|均|都|则|的|是|[、和与及\]]|\s)*${from}|^(?:'s)? ?(?:prices?|data|figures?|numbers?|values?)? ?(?:is|are|was|were|comes?|came|taken)? ?(?:taken |drawn )?(?:from|provided by|via|courtesy of) |^[)）]? ?[:：] ?$`;
const sourceFor = /(?:^|[^a-z])sources? ?(?:for|of|[(（]) ?(?:the )?|来源[^,，。]{0,4}$/;
const others = /其[余他它]|另外|全部|所有|rest|other|all |every/;
/** All volumes: akshare: of the one measure, or the one company, and no other. */
const allOf = /(?:全部|所有|各|(?<![a-z])(?:all|every)(?: the| of the)?) ?$/;
const lines =
  /(?:for|of|in) the (?:(first|top)|(last|bottom))(?: (?:one|line|row|item|figure|number|bullet|point))?(?= ?[:：(（]| (?:is|comes|was) )|(?:(第一|首)|(最后一))[行项条个]/;
const some =
  /部分|个别|多数|大多|主要(?!(?:财务|行情|市场)?(?:数据|指标)(?![均都由来取出]))|至少|并非|不全|不都|第[一二三四五]个|前[一二两三四]|后[一二两三]|其中(?:一|有)|[酒行商车药][^,，。;；]{0,3}股的?(?:数据|行情)?(?:来源|来自)|partly|partially|mostly|mainly|largely|chiefly|primarily|at least|not all|not every|(?:some|one|part|most|(?<!first |second |1st |2nd )half) of|in part|(?:first|last) (?:two|three)|(?:second|third|fourth)(?! quarter| half)/;
const except =
  /除了?[^,，。;；]{1,16}(?:之?外|以外)|[^,，。;；(（]{1,10}除外|(?<![a-z])(?:except(?: for)?|excluding|apart from|other than)(?![a-z])/;
const longest = 120;

function lineOf(text: string): Footer["line"] {
  if (some.test(text)) return "some";
  const found = lines.exec(text);
  if (found === null) return null;
  return found[1] !== undefined || found[3] !== undefined ? "first" : "last";
}

/** 当前价akshare, 价格:akshare, 五粮液——akshare: the label of a source in a list of several. */
const labels = /^ ?(?:[:：=(（|｜→]|[—–-]{1,2}>?)? ?$/;
/** akshare(当前价), akshare提供当前价: the source, then what is of it. */
const gives =
  /^(?:数据)?(?: ?[:：(（] ?| ?(?:提供|给出|负责|覆盖)(?:了|的是)?| (?:for|supplies|supplied|provides|provided|gives|gave|covers) (?:the )?)$/;

const isNamed = ({ kind, op }: Token): boolean =>
  (kind === "metric" && !op.endsWith("verb")) || kind === "company";

/** The words of which a source is said to be: right before it, or behind 来源 or "source for"; in a list of several right behind it too. */
function saidOf(clause: Clause, lower: string, isList: boolean): readonly Token[] {
  const source = clause.findIndex(({ kind }) => kind === "source");
  const named = clause.slice(0, Math.max(0, source)).filter(isNamed);
  const [first, last, mark] = [named[0], named.at(-1), clause[source]];
  if (mark === undefined) return [];
  if (first === undefined || last === undefined) {
    const behind = isList ? clause.slice(source + 1).filter(isNamed) : [];
    return gives.test(lower.slice(mark.end, behind[0]?.start ?? mark.end)) ? behind : [];
  }
  const head = lower.slice(clause[0]?.start ?? 0, first.start);
  const between = lower.slice(last.end, mark.start);
  return saysFrom.test(between) || sourceFor.test(head) || (isList && labels.test(between)) ? named : [];
}

/** 当前价来自akshare、市盈率来自tushare: a clause of several sources, cut where the words of the next begin. */
function piecesOf(clause: Clause): readonly Clause[] {
  if (clause.filter(({ kind }) => kind === "source").length < 2) return [clause];
  const first = clause.findIndex(({ kind }) => kind === "source");
  const isBehind = !clause.slice(0, first).some(isNamed);
  const pieces: Token[][] = [[]];
  let isFull = false;
  for (const each of clause) {
    const isNext = isBehind ? each.kind === "source" : isNamed(each);
    if (isNext && isFull) {
      pieces.push([]);
      isFull = false;
    }
    if (each.kind === "source") isFull = true;
    pieces.at(-1)?.push(each);
  }
  return pieces;
}

const isSource = ({ kind }: Token): boolean => kind === "source";
const isNameOrSmall = (each: Token): boolean =>
  isNamed(each) || /^(?:join|fill|open|close|sourceMark)$/.test(each.kind) || /^[:：-]$/.test(each.op);

/** change, turnover rate: akshare; akshare for change, turnover rate: names alone go with the source that the list they begin or end has. */
function withLists(pieces: readonly Clause[]): readonly Clause[] {
  const joined: Clause[] = [];
  let list: Token[] = [];
  for (const [at, piece] of pieces.entries()) {
    const before = joined.at(-1);
    const isList = piece.some(isNamed) && piece.every(isNameOrSmall);
    const source = before?.findIndex(isSource) ?? -1;
    if (before !== undefined && isList && source >= 0 && before.findIndex(isNamed) > source)
      joined[joined.length - 1] = [...before, ...piece];
    else if (isList && pieces.slice(at + 1).some((next) => next.some(isSource))) list.push(...piece);
    else {
      joined.push([...list, ...piece]);
      list = [];
    }
  }
  return joined;
}

const headKinds = kindsOf(
  "company metric open close clause source date time sourceMark licensed fill cell join window relative realtime",
);
const headWords = /^(?:[^a-z\u4e00-\u9fff]|数据|行情|概况|data|quote|snapshot)*$/;

/** 五粮液(000858)[akshare,2026-05-07], Volume · akshare · 12 November: the companies, or the measures, that a heading or a line of sources names alone. */
export function headOf(tokens: readonly Token[]): readonly Token[] {
  const words = tokens.map(({ kind, op }) => (kind === "text" ? op : ""));
  if (!tokens.every(({ kind }) => kind === "text" || headKinds.has(kind)) || !headWords.test(words.join("")))
    return [];
  const companies = tokens.filter(({ kind }) => kind === "company");
  return companies.length > 0 ? companies : tokens.filter(isNamed);
}

const marksOf = (tokens: readonly Token[], dates: readonly Token[]): Marks => {
  const own = tokens.filter(({ kind }) => kind === "date");
  return {
    ...noMarks(),
    sources: tokens.filter(({ kind }) => kind === "source"),
    dates: own.length > 0 ? own : [...dates],
    times: tokens.filter(({ kind }) => kind === "time"),
  };
};

const isOfOneSource = (tokens: readonly Token[]): boolean =>
  new Set(tokens.flatMap(({ kind, op }) => (kind === "source" ? [op] : []))).size === 1;

interface ScopeInput extends FooterInput {
  readonly isList: boolean;
}

/** What one clause, or a sentence of one source, says the source of; null where that is all of the text. */
function scopeOf(
  tokens: readonly Token[],
  dates: readonly Token[],
  { lower, lexicon, isList, isSectioned }: ScopeInput,
): Footer | null {
  const text = textOf(tokens, lower);
  const isExcept = except.test(text);
  const line = lineOf(text);
  const named = isExcept ? tokens.filter(({ kind }) => kind === "company") : saidOf(tokens, lower, isList);
  const head = named.length > 0 ? [] : headOf(tokens);
  const isHead = isSectioned || head.some(({ kind }) => kind === "company");
  const said = isHead && head.length > 0 ? head : named;
  const start = said[0]?.start ?? 0;
  const isAllOfOne = allOf.test(lower.slice(Math.max(0, start - 12), start));
  if (line === null && !isExcept && !isAllOfOne && others.test(text)) return null;
  if (line === null && said.length === 0) return null;
  return { marks: marksOf(tokens, dates), line, isExcept, ...ownersOf(said, lexicon) };
}

/** The measures and the companies that the words name; null for all. */
function ownersOf(said: readonly Token[], lexicon: Lexicon): Pick<Footer, "metrics" | "companies"> {
  const measures = metricsIn(said);
  const companies = said.flatMap(({ kind, op }) => (kind === "company" ? [op] : []));
  // A price and its move are one line of the same table.
  const ofPrice = [...lexicon.priceLike, ...lexicon.changes.all];
  const isOfPrice = measures.some((id) => ofPrice.includes(id));
  return {
    companies: companies.length > 0 ? new Set(companies) : null,
    metrics: measures.length > 0 ? new Set([...measures, ...(isOfPrice ? ofPrice : [])]) : null,
  };
}

/** multiples as of 7 May 2026, margin for FY2025: dates that are each of the measures before it, under one source or none; null for others. */
function datesApart(
  { clauses, tokens: flat }: Sentence,
  { lower, lexicon }: FooterInput,
): readonly Footer[] | null {
  const pieces: Token[][] = [];
  for (const clause of clauses) {
    pieces.push([]);
    for (const each of clause)
      if (/^(?:clause|open|close)$/.test(each.kind)) pieces.push([]);
      else pieces.at(-1)?.push(each);
  }
  const dated = pieces.filter((piece) => piece.some(({ kind }) => kind === "date"));
  const named = dated.map((piece) => {
    const date = piece.findIndex(({ kind }) => kind === "date");
    return withGroups(piece.slice(0, date), lower, lexicon).filter(isNamed);
  });
  const sources = sourcesOf(flat);
  if (dated.length < 2 || named.some((each) => each.length === 0)) return null;
  return dated.map((piece, i) => ({
    marks: { ...marksOf(piece, []), sources: [...sources] },
    line: null,
    isExcept: false,
    ...ownersOf(named[i] ?? [], lexicon),
  }));
}

/** 毛利率与收盘价分别来自akshare和tushare, 来源依次为…: each source with what stands at its place, or with the number at its place. */
function respective(flat: readonly Token[]): readonly Footer[] {
  const sources = flat.filter(({ kind }) => kind === "source");
  const dates = flat.filter(({ kind }) => kind === "date");
  const first = flat.findIndex(({ kind }) => kind === "source");
  const before = flat.slice(0, Math.max(0, first));
  const said = before.filter(({ kind, op }) => kind === "metric" && !op.endsWith("verb"));
  const isNamed = said.length === sources.length;
  return sources.map((source, i) => {
    const own = dates.length === sources.length ? dates.slice(i, i + 1) : dates;
    return {
      marks: { ...noMarks(), sources: [source], dates: own },
      metrics: isNamed ? new Set(said[i]?.metrics ?? []) : null,
      companies: null,
      isExcept: false,
      line: null,
      ...(!isNamed && { place: { at: i, of: sources.length } }),
    };
  });
}

interface FooterInput {
  readonly lower: string;
  readonly lexicon: Lexicon;
  /** True where the text has headings of several measures. */
  readonly isSectioned: boolean;
}

interface Footers {
  readonly footers: readonly Footer[];
  /** What is said of all the text. */
  readonly rest: readonly Token[];
}

/** 收盘价来自baostock,涨跌幅来自akshare: what has a clause of its own is not of the other's. */
function apart(footer: Footer, said: readonly (readonly string[])[], at: number): Footer {
  const others = said.filter((_, i) => i !== at).flat();
  const isOwn = (id: string): boolean => said[at]?.includes(id) === true || !others.includes(id);
  return { ...footer, metrics: footer.metrics === null ? null : new Set([...footer.metrics].filter(isOwn)) };
}

const sourcesOf = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(({ kind }) => kind === "source");

/** What a sentence without numbers says the sources of, clause by clause where it names several. */
export function footersOf(sentence: Sentence, given: FooterInput): Footers {
  const { clauses, tokens: flat, counts } = sentence;
  const { lower } = given;
  const isLong = (flat.at(-1)?.end ?? 0) - (flat[0]?.start ?? 0) > longest;
  const apartByDate = counts.date < 2 || isLong ? null : datesApart(sentence, given);
  if (apartByDate !== null && new Set(sourcesOf(flat).map(({ op }) => op)).size < 2)
    return { footers: apartByDate, rest: sourcesOf(flat) };
  if (counts.source === 0 || isLong) return { footers: [], rest: flat };
  const named = nameGroups(clauses, lower, given.lexicon);
  const pieces = withLists(named.flatMap(piecesOf));
  const own = pieces.filter((clause) => clause.some(isSource));
  // 收盘价来自akshare(5月7日),市盈率来自akshare(5月6日): one source, but as many dates.
  const isList = !isOfOneSource(flat) || (own.length > 1 && own.every((clause) => clause.some(isNamed)));
  const input = { ...given, isList };
  if (!isList) {
    const footer = scopeOf(named.flat(), [], input);
    return footer === null ? { footers: [], rest: flat } : { footers: [footer], rest: [] };
  }
  if (counts.respective > 0) return { footers: respective(flat), rest: [] };
  // 均为2026-05-07: the dates of a clause without a source are of all, those behind the last source too where no other has any.
  const quiet = pieces.filter((clause) => !own.includes(clause)).flat();
  const dated = own.filter((clause) => clause.some(({ kind }) => kind === "date"));
  const last = dated.length === 1 ? (own.at(-1) === dated[0] ? dated.flat() : []) : [];
  const dates = [...quiet, ...last].filter(({ kind }) => kind === "date");
  const paired = datesBySource(flat);
  const datesOf = (clause: Clause) => sourcesOf(clause).flatMap((each) => [...(paired?.get(each) ?? dates)]);
  const scopes = own.map((clause) =>
    isOfOneSource(clause) ? scopeOf(clause, datesOf(clause), input) : null,
  );
  // 长江电力行情来自akshare,估值来自tushare: the company is that of all clauses.
  const isOfAll = scopes.some((each) => each === null);
  const found = scopes.map((each) => (isOfAll && each?.metrics === null && each.line === null ? null : each));
  const open = own.filter((_, i) => found[i] === null);
  const said = own.map((clause) => saidOf(clause, lower, isList).flatMap(({ metrics }) => metrics));
  const scoped = found.flatMap((each, i) => (each === null ? [] : [apart(each, said, i)]));
  if (paired !== null)
    return { footers: [...scoped, ...footersBySource(paired, sourcesOf(open.flat()))], rest: [] };
  return { footers: scoped, rest: open.length === 0 ? [] : [...open.flat(), ...quiet] };
}
