import { isArabicStart, isChineseNumeral, readArabic, readChinese } from "../../language/numbers.ts";
import { bareCode, exchangeOf } from "../security-code.ts";
import { readDate, readTime } from "./dates.ts";
import type { Lexicon } from "./lexicon.ts";
import { type NumberRead, type Token, token } from "./token.ts";
import { readCurrency, readUnit } from "./units.ts";

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

interface Cursor extends ScanInput {
  readonly tokens: Token[];
  mask: number;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isLetter = (code: number): boolean => code >= 97 && code <= 122;
const isWord = (code: number): boolean => isLetter(code) || isDigit(code) || code === 95;
const opening = new Set(["(", "[", "“", "「", "『", "《", "<", "{"]);
const closing = new Set([")", "]", "”", "」", "』", "》", "}"]);
const sentenceEnds = new Set(["。", "!", "?"]);
const clauseEnds = new Set(["，", ",", "；", ";", "—", "…", "→", "•", "·"]);
const codeShape = /^(?:(sh|sz|bj)[.]?)?(\d{6})(?:\.(sh|sz|bj|ss|xshg|xshe))?(?![0-9a-z_]|[.,]\d)/;
const periodStart = new Set([..."jfmasondqh第一二三四上下首前中半年全0123456789"]);
const monthOrPeriod = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|q[1-4]|h[12]|fy|first|second|third|fourth|full)/;
const abbreviations = new Set(["vs", "no", "inc", "co", "ltd", "approx", "corp", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"]);

/** Index of the last token that is no blank, or null. */
const before = (cursor: Cursor): Token | undefined => cursor.tokens.at(-1);

function readCode(cursor: Cursor, at: number): Token | null {
  const { lower, lexicon } = cursor;
  if (at > 0 && (isWord(lower.charCodeAt(at - 1)) || lower.charAt(at - 1) === "¥" || lower.charAt(at - 1) === ".")) return null;
  const match = codeShape.exec(lower.slice(at, at + 20));
  if (match?.[2] === undefined) return null;
  const written = match[0].toUpperCase();
  const end = at + match[0].length;
  const isMarked = match[1] !== undefined || match[3] !== undefined;
  if (!isMarked && !lexicon.isKnown(match[2])) return null;
  // 600519元 is an amount even though the digits are a code.
  const unit = isMarked ? null : readUnit(lower, end);
  if (unit !== null && (unit.unit !== null || unit.exponent !== 0)) return null;
  const previous = before(cursor);
  if (!isMarked && (previous?.kind === "metric" || previous?.kind === "approximate" || previous?.kind === "vague")) return null;
  return token("company", at, end, { op: bareCode(written), exchange: exchangeOf(written), byCode: true });
}

/** `-`, `+`, 负 before the number or its currency; a `-` right after a digit or a word is a range, not a sign. */
function readSign(lower: string, at: number): { sign: "-" | "+" | ""; malformed: boolean; end: number } {
  const char = lower.charAt(at);
  const next = lower.charAt(at + 1);
  if (char !== "-" && char !== "+" && char !== "负") return { sign: "", malformed: false, end: at };
  const previous = at === 0 ? " " : lower.charAt(at - 1);
  const glued = char !== "负" && (isWord(previous.charCodeAt(0)) || previous === "%" || previous === "-" || previous === "+");
  return { sign: char === "+" ? "+" : "-", malformed: glued || next === "-" || next === "+", end: at + 1 };
}

function readPartOf(lower: string, at: number): { exponent: number; end: number } | null {
  if (lower.startsWith("百分之", at)) return { exponent: -2, end: at + 3 };
  if (lower.startsWith("千分之", at)) return { exponent: -3, end: at + 3 };
  return lower.startsWith("万分之", at) ? { exponent: -4, end: at + 3 } : null;
}

function readBareNumber(lower: string, at: number) {
  if (isArabicStart(lower, at)) return at > 0 && isWord(lower.charCodeAt(at - 1)) ? null : readArabic(lower, at);
  return isChineseNumeral(lower.charAt(at)) ? readChinese(lower, at) : null;
}

const skipBlank = (lower: string, at: number): number => (lower.charAt(at) === " " ? at + 1 : at);

/** Sign, currency, digits, scale and unit as one number: `-¥3.2`, `RMB 210.3 billion`, `百分之八点一九`, `32亿5000万元`. */
function readAmount(cursor: Cursor, start: number): Token | null {
  const { lower } = cursor;
  let sign = readSign(lower, start);
  const currency = readCurrency(lower, skipBlank(lower, sign.end));
  let at = currency === null ? sign.end : skipBlank(lower, currency.end);
  if (sign.sign === "" && currency !== null) {
    sign = readSign(lower, at);
    at = sign.end;
    if (sign.sign !== "") sign = { ...sign, malformed: false };
  }
  const part = readPartOf(lower, at);
  if (part !== null) {
    const inner = readSign(lower, part.end);
    if (sign.sign === "") sign = { ...inner, malformed: false };
    at = inner.end;
  }
  const bare = readBareNumber(lower, at);
  if (bare === null) return null;
  const first = readUnit(lower, bare.end);
  const isPlain = bare.end - at === 1 && !isDigit(lower.charCodeAt(at)) && bare.exponent === 0;
  // 一 alone before an ordinary word (一家之言 aside) is the article, not an amount.
  if (isPlain && lower.charAt(at) === "一" && first.unit === null && first.exponent === 0 && sign.sign === "" && part === null && currency === null) return null;
  const joined = joinScales(lower, bare, first);
  const unit =
    part !== null
      ? { dimension: "part", exponent: part.exponent }
      : (joined.unit ?? currency?.unit ?? null);
  const clash = currency !== null && joined.unit !== null && joined.unit.dimension !== currency.unit.dimension;
  const number: NumberRead = {
    shown: joined.shown,
    sign: sign.sign,
    unit: clash ? { dimension: "two units", exponent: 0 } : unit,
    malformed: sign.malformed || (part !== null && joined.unit !== null),
  };
  return token("number", start, joined.end, { number });
}

type Bare = NonNullable<ReturnType<typeof readArabic>>;

/** 32亿5000万元 is one amount in 万; otherwise the scale read after the digits is added to their own. */
function joinScales(lower: string, bare: Bare, first: ReturnType<typeof readUnit>) {
  const exponent = bare.exponent + first.exponent;
  const plain = { shown: { digits: bare.digits, decimals: bare.decimals, exponent }, unit: first.unit, end: first.end };
  if (exponent !== 8 || first.unit !== null || bare.decimals > 0 || !isDigit(lower.charCodeAt(first.end))) return plain;
  const rest = readArabic(lower, first.end);
  const restUnit = rest === null ? null : readUnit(lower, rest.end);
  if (rest === null || restUnit?.exponent !== 4 || rest.decimals > 0 || rest.digits >= 10_000n) return plain;
  return {
    shown: { digits: bare.digits * 10_000n + rest.digits, decimals: 0, exponent: 4 },
    unit: restUnit.unit,
    end: restUnit.end,
  };
}

const countNouns =
  /^(?:只|家|支|个|大|檔|档)?(?:股票|公司|标的|个股|银行|股|上市公司|白酒股|龙头|企业|者)|^(?:只|家|支)(?![万亿])|^ (?:stocks|companies|names|firms|banks|shares listed|tickers|of them|securities)(?![a-z])/;
const englishCounts: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 };

/** A count of companies: 两只股票, 3家公司, two stocks, 两者. */
function readCount(lower: string, at: number): Token | null {
  if (at > 0 && isWord(lower.charCodeAt(at - 1))) return null;
  const word = /^[a-z]+/.exec(lower.slice(at, at + 6))?.[0];
  const english = word === undefined ? undefined : englishCounts[word];
  const read = english === undefined ? readBareNumber(lower, at) : null;
  const value = english ?? (read !== null && read.decimals === 0 && read.exponent === 0 ? Number(read.digits) : 0);
  const end = english === undefined ? (read?.end ?? at) : at + (word?.length ?? 0);
  if (value < 1 || value > 99) return null;
  const noun = countNouns.exec(lower.slice(end, end + 16));
  if (noun === null || (isDigit(lower.charCodeAt(at)) && noun[0] === "股")) return null;
  return token("count", at, end + noun[0].length, { count: value });
}

const parameter =
  /^(?:(?:近|过去|最近|前|未来)?\d{1,3}(?:个)?(?:交易日|日|天|周|月|年|个月)(?:均线|线|期|来|内|以来|移动平均|高点|低点)?|(?:近|过去|最近)[一二三四五六七八九十]+(?:个)?(?:交易日|日|天|周|月|年)|前(?:十|五|二十|三|\d{1,2})大?(?:股东|名|客户|位)?|每(?:十|\d{1,3})股|(?:past|last|previous|trailing) \d{1,3} (?:trading )?(?:days|weeks|months|years)|\d{1,3}-(?:day|week|month|year)|(?:ma|ema|rsi|boll|kdj|cci|wr|atr)\(?\d{1,3}\)?|top (?:10|5|20|ten|five)|per (?:10|ten) shares)/;
const parameterOnly = /^(?:前|每|top|per|(?:ma|ema|rsi|boll|kdj|cci|wr|atr))/;
const parameterStart = new Set([..."近过最前每未0123456789plmerbkcwat"]);

/** MA20, 近30日, 52周, 前十大, 每10股, 10年期: licensed as what they are. Those that name a stretch of time are windows. */
function readParameter(lower: string, at: number): Token | null {
  if (!parameterStart.has(lower.charAt(at)) || (at > 0 && isWord(lower.charCodeAt(at - 1)))) return null;
  const match = parameter.exec(lower.slice(at, at + 32));
  if (match === null || isWord(lower.charCodeAt(at + match[0].length)) ) return null;
  if (!/[\d一二三四五六七八九十]|ten|five/.test(match[0])) return null;
  const kind = parameterOnly.test(match[0]) ? (/^(?:ma|ema|rsi|boll|kdj|cci|wr|atr)/.test(match[0]) ? "foreign" : "licensed") : "window";
  return token(kind, at, at + match[0].length, { op: match[0] });
}

/** `1.`, `2)`, `(3)`, `①`, `一、`, `- ` at the start of a line. */
function readListMark(lower: string, at: number): Token | null {
  const match = /^[ \t]*(?:\(?(?:\d{1,2}|[一二三四五六七八九十]{1,2})(?:[.)、．]|⃣)(?!\d)|[-+•·▪◦‣#>]+(?= )|\d{1,2}(?= [^\d\s%元倍万亿手股年月日点.,x]))/.exec(
    lower.slice(at, at + 12),
  );
  return match === null ? null : token("licensed", at, at + match[0].length);
}

function readPunctuation(cursor: Cursor, at: number): Token | null {
  const char = cursor.lower.charAt(at);
  if (char === "\n") return token("line", at, at + 1);
  if (char === "|" || char === "\t") return token("cell", at, at + 1);
  if (opening.has(char)) return token("open", at, at + 1, { op: char });
  if (closing.has(char)) return token("close", at, at + 1, { op: char });
  if (sentenceEnds.has(char)) return token("break", at, at + 1);
  if (clauseEnds.has(char)) return token("clause", at, at + 1, { op: char });
  if (char !== ".") return null;
  const next = cursor.lower.charCodeAt(at + 1);
  const word = /[a-z]+$/.exec(cursor.lower.slice(Math.max(0, at - 8), at))?.[0] ?? "";
  const ends = !isWord(next) && !abbreviations.has(word);
  return ends ? token("break", at, at + 1) : null;
}

const sourceId = /^[a-z][a-z0-9_.:-]{1,60}/;

/** A word of Latin letters: a cited source or table, else plain text (digits in it are left for the reader after it). */
function readWord(cursor: Cursor, at: number): Token {
  const { lower } = cursor;
  const id = (sourceId.exec(lower.slice(at, at + 61))?.[0] ?? "").replace(/[.:-]+$/, "");
  if (cursor.claimSources.has(id)) return token("source", at, at + id.length, { op: id });
  if (cursor.tables.has(id)) return token("licensed", at, at + id.length);
  let end = at;
  while (isLetter(lower.charCodeAt(end)) || lower.charAt(end) === "_") end++;
  return token("text", at, Math.max(end, at + 1), { op: lower.slice(at, Math.max(end, at + 1)) });
}

function readLexicon(cursor: Cursor, at: number): Token | null {
  const match = cursor.lexicon.match(cursor.lower, at);
  if (match === null) return null;
  const { kind, op, sign, metrics, source } = match.entry;
  // A name that is a source's too (东方财富) is the source after 来源.
  const previous = cursor.tokens.slice(-4).findLast((each) => each.kind !== "fill" && each.op !== ":");
  const isSource = source !== "" && kind !== "source" && (previous?.kind === "sourceMark" || previous?.kind === "source");
  return token(isSource ? "source" : kind, at, match.end, { op: isSource ? source : op || (kind === "fill" ? lowerWord(cursor, at, match.end) : op), sign, metrics });
}

const lowerWord = ({ lower }: Cursor, at: number, end: number): string => lower.slice(at, end);

const longer = (a: Token | null, b: Token | null): Token | null =>
  a === null ? b : b === null || a.end >= b.end ? a : b;

function readDated(lower: string, at: number): Token | null {
  if (!periodStart.has(lower.charAt(at)) && !isChineseNumeral(lower.charAt(at))) return null;
  const code = lower.charCodeAt(at);
  if (at > 0 && isWord(code) && isWord(lower.charCodeAt(at - 1)) && lower.charAt(at - 1) !== "t") return null;
  if (isLetter(code) && !monthOrPeriod.test(lower.slice(at, at + 6))) return null;
  const time = readTime(lower, at);
  if (time !== null) return token("time", at, time.end, { time });
  const date = readDate(lower, at);
  if (date !== null) return token("date", at, date.end, { date: date.date });
  // A bare year needs a word that makes it one: "in 2025".
  const year = /^(?:19|20)\d\d(?![\d.,]*\d|[a-z_])/.exec(lower.slice(at, at + 8));
  if (year === null || !/(?:\bin|\bfor|\bduring|\bof|\byear|\bfiscal|\bsince|\bcalendar) ?$/.test(lower.slice(Math.max(0, at - 9), at))) return null;
  const { unit, exponent } = readUnit(lower, at + 4);
  if (unit !== null || exponent !== 0) return null;
  return token("date", at, at + 4, { date: { year: Number(year[0]), month: null, day: null } });
}

function readNumeral(cursor: Cursor, at: number): Token | null {
  const code = cursor.lower.charCodeAt(at);
  const char = cursor.lower.charAt(at);
  const mayStart = isDigit(code) || ".-+负¥$€£".includes(char) || isChineseNumeral(char) || "cruehjgants人美港".includes(char);
  return mayStart ? readAmount(cursor, at) : null;
}

/** What starts at the index. The longest reading wins; among equals: registered word, date, count, parameter, number. */
function readToken(cursor: Cursor, at: number): Token {
  const { lower } = cursor;
  const atLineStart = at === 0 || lower.charAt(at - 1) === "\n";
  const listMark = atLineStart ? readListMark(lower, at) : null;
  if (listMark !== null) return listMark;
  const word = readLexicon(cursor, at);
  const dated = readDated(lower, at);
  const known = longer(longer(word, dated), readParameter(lower, at));
  const counted = readCount(lower, at);
  if (counted !== null && counted.end > (known?.end ?? at)) return counted;
  const code = readCode(cursor, at);
  if (code !== null && code.end >= (known?.end ?? at)) return code;
  const numeral = readNumeral(cursor, at);
  if (numeral !== null && numeral.end > (known?.end ?? at)) return numeral;
  if (known !== null) return known;
  return readPunctuation(cursor, at) ?? readRest(cursor, at);
}

function readRest(cursor: Cursor, at: number): Token {
  const char = cursor.lower.charAt(at);
  if (isLetter(char.charCodeAt(0))) return readWord(cursor, at);
  // 一 that is no amount and no part of a known word: the article.
  return token(char === "一" ? "fill" : "text", at, at + 1, { op: char });
}

/** Cuts the text into tokens; linear: each reader looks a bounded way ahead. */
export function scan(input: ScanInput): Token[] {
  const cursor: Cursor = { ...input, tokens: [], mask: 0 };
  const { lower, tokens, masks } = cursor;
  let at = 0;
  while (at < lower.length) {
    const mask = masks[cursor.mask];
    if (mask !== undefined && at >= mask.start) {
      cursor.mask++;
      if (mask.end > at) tokens.push(token("licensed", at, mask.end, { op: "mask" }));
      at = Math.max(at, mask.end);
      continue;
    }
    const char = lower.charCodeAt(at);
    const isSpace = char === 32 || char === 0xa0;
    if (isSpace && !(at === 0 || lower.charAt(at - 1) === "\n")) {
      at++;
      continue;
    }
    const next = isSpace ? readListMark(lower, at) : readToken(cursor, at);
    if (next === null) at++;
    else {
      tokens.push(next);
      at = next.end;
    }
  }
  return tokens;
}
