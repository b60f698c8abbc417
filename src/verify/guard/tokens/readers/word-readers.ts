import { companyKey, exchangeOf } from "../../../security-code.ts";
import type { Lexicon } from "../../lexicon/lexicon.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { codesOf, isDigit, isLetter, isWord, lastOf, type Token, token, unitNote } from "../token.ts";
import { citedCompany, followsSource } from "./cited-companies.ts";
import { readDate } from "./dates.ts";
import { endOfListing } from "./listings.ts";
import { readUnit, readUnitWord } from "./units.ts";

export interface Mask {
  readonly start: number;
  readonly end: number;
}

export interface ScanInput {
  /** Normalised text, lower-case. */
  readonly lower: string;
  readonly lexicon: Lexicon;
  /** Stretches that are licensed as they stand, in order, not overlapping. */
  readonly masks: readonly Mask[];
  /** Source ids that claims cite; a word equal to one is a source even if no list holds it. */
  readonly claimSources: ReadonlySet<string>;
  /** Names of source tables that claims cite; such a word says nothing. */
  readonly tables: ReadonlySet<string>;
}

/** Where the scan stands: the input and what has been read of it. */
export interface Cursor extends ScanInput {
  readonly tokens: Token[];
  mask: number;
}

const codeShape = /^(?:(sh|sz|bj)[.]?)?(\d{6})(?:\.(sh|sz|bj|ss|xshg|xshe))?(?![0-9a-z_]|\.\d)/;

/** Index of the last token that is no blank, or null. */
const before = (cursor: Cursor): Token | undefined => lastOf(cursor.tokens);

export const codeStarts = "0123456789sb";

export function readCode(cursor: Cursor, at: number): Token | null {
  const { lower, lexicon } = cursor;
  // Six digits, told by the last of them before the pattern is tried.
  if (isDigit(lower.charCodeAt(at)) && !isDigit(lower.charCodeAt(at + 5))) return null;
  if (
    at > 0 &&
    (isWord(lower.charCodeAt(at - 1)) || lower.charAt(at - 1) === "¥" || lower.charAt(at - 1) === ".")
  )
    return null;
  const match = codeShape.exec(lower.slice(at, at + 20));
  if (match?.[2] === undefined) return null;
  const written = match[0].toUpperCase();
  const end = at + match[0].length;
  const isMarked = match[1] !== undefined || match[3] !== undefined;
  if (!isMarked && !lexicon.isKnown(match[2])) return null;
  // 600519元 is an amount even though the digits are a code.
  const unit = isMarked ? null : readUnit(lower, end);
  // 600519 股价, 000002 万科A: the measure or the name begins with a word for a unit.
  const word = lexicon.match(lower, end + (/^\s{1,3}/.exec(lower.slice(end, end + 3))?.[0].length ?? 0));
  const isNamed =
    (word?.entry.kind === "metric" || word?.entry.kind === "company") && word.end > (unit?.end ?? end);
  if (!isNamed && unit !== null && (unit.unit !== null || unit.exponent !== 0)) return null;
  const previous = before(cursor);
  if (
    !isMarked &&
    (previous?.kind === "metric" || previous?.kind === "approximate" || previous?.kind === "vague")
  )
    return null;
  return token("company", at, endOfListing(lower, match[2], end), {
    op: companyKey(written),
    exchange: exchangeOf(written),
    byCode: true,
  });
}

export const unitNoteStarts = "(单";

/** `(亿元)` right after a measure, or 单位:亿元: the unit of the bare numbers that follow. */
export function readUnitNote(cursor: Cursor, at: number): Token | null {
  const { lower } = cursor;
  const ofMeasure = lastOf(cursor.tokens)?.kind === "metric" && lower.charAt(at) === "(";
  if (!ofMeasure && !lower.startsWith("单位", at)) return null;
  const match =
    /^(?:\((?:单位[:：]?\s?)?([^()\d]{1,12})\)|单位\s?(?:[:：为是]|均为|都是|统一为)?\s?([^\s,，。;:：()|\d]{1,8}))/.exec(
      lower.slice(at, at + 24),
    );
  const unit = match === null ? null : readUnitWord(match[1] ?? match[2] ?? "");
  return match === null || unit === null ? null : unitNote(at, match[0].length, unit);
}

const sourceId = /^[a-z][a-z0-9_.:-]{1,60}/;

/** A word of Latin letters: a cited source or table, else plain text (digits in it are left for the reader after it). */
export function readWord(cursor: Cursor, at: number): Token {
  const { lower } = cursor;
  const id = (sourceId.exec(lower.slice(at, at + 61))?.[0] ?? "").replace(/[.:-]+$/, "");
  if (cursor.claimSources.has(id)) return token("source", at, at + id.length, { op: id });
  if (cursor.tables.has(id)) return token("licensed", at, at + id.length);
  // 据tushare2026年5月7日数据: the source, then its date.
  const stem = /^[a-z]+(?=\d)/.exec(id)?.[0] ?? "";
  if (cursor.claimSources.has(stem) && readDate(lower, at + stem.length) !== null)
    return token("source", at, at + stem.length, { op: stem });
  const roman = /^[ivxlcdm]{2,15}(?=\s?(?:元|%|倍|亿|万|手|点|级|期|档|yuan|percent))/.exec(
    lower.slice(at, at + 22),
  );
  if (roman !== null) return token("quantity", at, at + roman[0].length);
  let end = at;
  while (isLetter(lower.charCodeAt(end)) || lower.charAt(end) === "_") end++;
  return token("text", at, Math.max(end, at + 1), { op: lower.slice(at, Math.max(end, at + 1)) });
}

/** `24.31x earnings`: the measure that a multiple is of. */
export function readMultipleOf(cursor: Cursor, at: number): Token | null {
  const previous = lastOf(cursor.tokens);
  if (previous?.number?.unit?.dimension !== "times" || at - previous.end > 1) return null;
  const match = /^(?:(?:its|their|the) )?(?:trailing |ttm )?(earnings|book(?: value)?|sales)(?![a-z])/.exec(
    cursor.lower.slice(at, at + 22),
  );
  if (match === null) return null;
  const word = match[1] === "earnings" ? "p/e" : match[1] === "sales" ? "p/s" : "p/b";
  const entry = cursor.lexicon.match(word, 0)?.entry;
  return entry?.kind === "metric"
    ? token("metric", at, at + match[0].length, { op: "multiple", metrics: entry.metrics })
    : token("foreign", at, at + match[0].length, { op: "multiple" });
}

const money = "(?:cny|rmb|yuan|¥) ?[\\d.,]{1,16} ?(?:billion|million|trillion|bn|mn)(?![a-z])";
const lostOrEarned = pattern`^(?:(lost|loses|losing)|earned)(?= (?:about |some )?(?:a net )?${money})|^(?:(净?亏损?)|盈利)(?=[了约达为]{0,2}(?:人民币)?¥?[\d.,零一二三四五六七八九十百千点]{1,16}[万亿])`;
const earningStart = codesOf("le亏净盈");
const endsClause: ReadonlySet<string> = new Set(["number", "clause", "break", "line", "cell"]);
const otherOwner: ReadonlySet<string> = new Set(["metric", "foreign", "user", "direction"]);

/** `lost CNY 6.25 billion`, 亏损62.46亿元 of a company and of no measure: its net loss; a price loses a few yuan. */
function readEarnings({ lower, lexicon, tokens }: Cursor, at: number): Token | null {
  const isInWord = isLetter(lower.charCodeAt(at)) && at > 0 && isLetter(lower.charCodeAt(at - 1));
  if (!earningStart.has(lower.charCodeAt(at)) || isInWord) return null;
  const match = lostOrEarned.exec(lower.slice(at, at + 56));
  // A measure before it (market cap lost …) is what fell.
  const near = tokens.slice(-3);
  const own = near.slice(1 + near.findLastIndex(({ kind }) => endsClause.has(kind)));
  if (match === null || own.some(({ kind }) => otherOwner.has(kind))) return null;
  const isLoss = match[1] !== undefined || match[2] !== undefined;
  const entry = lexicon.match(isLoss ? "net loss" : "net profit", 0)?.entry;
  return entry?.kind === "metric"
    ? token("metric", at, at + match[0].length, { metrics: entry.metrics, sign: entry.sign })
    : null;
}

const marketCounts: ReadonlyMap<string, string> = new Map([
  ["涨停", "~limit_up"],
  ["跌停", "~limit_down"],
  ["上涨", "~advancers"],
  ["下跌", "~decliners"],
]);
/** A hundred and more are no companies that a text names. */
const manyCompanies = /^(?:的?(?:个股|股票)?(?:有|达|共|:)?)\s?\d{3,4}\s?[家只]/;
const someCompanies = /^(?:的?(?:个股|股票)?(?:有|达|共|:)?)\s?\d{1,4}\s?[家只]/;

/** 涨停73家, 上涨3215家: the count of the market's companies that did so, or null. */
function countedMove({ lower }: Cursor, at: number, end: number): string | null {
  if (end - at !== 2) return null;
  const word = lower.slice(at, end);
  const count = marketCounts.get(word);
  if (count === undefined) return null;
  const shape = word.endsWith("停") ? someCompanies : manyCompanies;
  return shape.test(lower.slice(end, end + 14)) ? count : null;
}

const shortForms: ReadonlyMap<number, string> = new Map(
  [
    ["收", "收盘"],
    ["开", "开盘"],
    ["高", "最高价"],
    ["低", "最低价"],
    ["量", "成交量"],
    ["额", "成交额"],
  ].map(([char = "", full = ""]) => [char.charCodeAt(0), full] as const),
);
/** 高, 量 and the like are parts of other words too, so they stand alone: at the start, after a blank or a border. */
const standsAlone = new Set(["高", "低", "量", "额"]);

/** 收188.20元, 开30.40元: the measure in one character, right before its value. */
function readShortForm({ lower, lexicon }: Cursor, at: number): Token | null {
  const full = shortForms.get(lower.charCodeAt(at));
  if (full === undefined) return null;
  if (standsAlone.has(lower.charAt(at)) && !/^[\s|/、,，;(·•。?!]?$/.test(lower.charAt(at - 1))) return null;
  if (!/^.(?:\s?|呢[?,，]?\s?)(?:¥|(?:cny|rmb|人民币) ?)?\d/.test(lower.slice(at, at + 10))) return null;
  const entry = lexicon.match(full, 0)?.entry;
  return entry?.kind === "metric" ? token("metric", at, at + 1, { metrics: entry.metrics }) : null;
}

/** 较贵州茅台的20.50倍更低: 较 and a name, not 较贵. */
function withoutName({ lower, lexicon }: Cursor, at: number, end: number): Token | null {
  if (lower.charAt(at) !== "较" || end - at !== 2) return null;
  const isName = lexicon.match(lower, at + 1)?.entry.kind === "company";
  return isName ? token("join", at, at + 1, { op: "beside" }) : null;
}

export function readLexicon(cursor: Cursor, at: number): Token | null {
  const match = cursor.lexicon.match(cursor.lower, at);
  if (match === null) return readShortForm(cursor, at);
  // For June 11: a day, and no month.
  const month = match.entry.kind === "window" ? cursor.lower.lastIndexOf(" ", match.end - 1) + 1 : 0;
  if (month > at && /^ \d{1,2}(?!\d)/.test(cursor.lower.slice(match.end, match.end + 4)))
    if (readDate(cursor.lower, month)?.date.day != null)
      return token("fill", at, month - 1, { op: cursor.lower.slice(at, month - 1) });
  // The market cap: more than the market.
  const isMarket = match.entry.kind === "entity" && cursor.lower.startsWith("the ", at);
  if (isMarket && (cursor.lexicon.match(cursor.lower, at + 4)?.end ?? 0) > match.end) return null;
  const cut = withoutName(cursor, at, match.end);
  if (cut !== null) return cut;
  const counted = countedMove(cursor, at, match.end);
  if (counted !== null) return token("metric", at, match.end, { metrics: [counted] });
  if (match.entry.rank !== "" && !isValued(cursor, match.end))
    return token("superlative", at, match.end, { op: match.entry.rank });
  const { kind, op, sign, metrics, source } = match.entry;
  // An exchange is a source by its own name where a claim has it; else it is where a company is listed.
  if (op === "exchange" && cursor.claimSources.has("szse"))
    if (/^(?:szse|深交所)$/.test(cursor.lower.slice(at, match.end)))
      return token("source", at, match.end, { op: "szse" });
  const earnings = kind === "direction" || kind === "fill" ? readEarnings(cursor, at) : null;
  if (earnings !== null) return earnings;
  const cited = kind === "source" ? null : citedCompany(cursor, at, match.end);
  // Where the registry holds it as a company, it is the source only if a claim has that source.
  if (cited !== null && (kind === "entity" || cursor.claimSources.has(cited)))
    return token("source", at, match.end, { op: cited });
  const isSource =
    source !== "" && kind !== "source" && followsSource(cursor.tokens) && !isOfSource(cursor, match.end);
  return token(isSource ? "source" : kind, at, match.end, {
    op: isSource ? source : op || (kind === "fill" ? lowerWord(cursor, at, match.end) : op),
    sign,
    metrics,
  });
}

/** 来源:东方财富——akshare: the company, whose source is told behind it. */
function isOfSource({ lower, lexicon, claimSources }: Cursor, end: number): boolean {
  const link = /^(?: ?(?:[—–-]{1,2}>?|→|[:：|｜(（=]) ?|(?:的?数据)?(?:来自|取自|为|用|是)| )/.exec(
    lower.slice(end, end + 8),
  );
  if (link === null) return false;
  const at = end + link[0].length;
  const word = /^[a-z]{2,20}/.exec(lower.slice(at, at + 20))?.[0] ?? "";
  return claimSources.has(word) || lexicon.match(lower, at)?.entry.kind === "source";
}

/** 最高25.30元, 最高触及25.30元: the measure with its value; 毛利率最高 and 最高的是 rank. */
function isValued({ lower, tokens }: Cursor, end: number): boolean {
  const before = tokens.findLast((each) => each.kind !== "fill");
  if (before?.kind === "metric") return false;
  return /^(?:价|点)?\s?(?:触及|触|探至|摸到|摸高至|下探至?|上探至?|冲至|达到?|见|报|为|至|到|在|于|过|:(?!\n)|=|\|)?\s?(?:至|到|过)?\s?¥?\d/.test(
    lower.slice(end, end + 12),
  );
}

const lowerWord = ({ lower }: Cursor, at: number, end: number): string => lower.slice(at, end);
