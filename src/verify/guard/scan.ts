import { isChineseNumeral } from "../../language/numbers.ts";
import { dayNumber } from "../moment.ts";
import { readAmount } from "./amounts.ts";
import { isDigit, isLetter, isWord } from "./characters.ts";
import { readDate } from "./dates.ts";
import {
  footnotesOf,
  isBareStretch,
  readCount,
  readFootnote,
  readInnerMark,
  readItemCount,
  readListMark,
  readOnlyOne,
  readOrdinal,
  readParameter,
  readTally,
} from "./marks.ts";
import { readTime } from "./times.ts";
import { type Token, token } from "./token.ts";
import { readUnit } from "./units.ts";
import { readWeekdayAfter, readWeekdayBefore } from "./weekdays.ts";
import {
  type Cursor,
  readCode,
  readLexicon,
  readMultipleOf,
  readUnitNote,
  readWord,
  type ScanInput,
} from "./word-readers.ts";

const opening = new Set(["(", "[", "“", "「", "『", "《", "<", "{"]);
const closing = new Set([")", "]", "”", "」", "』", "》", "}"]);
const sentenceEnds = new Set(["。", "!", "?"]);
const clauseEnds = new Set(["，", ",", "；", ";", "—", "…", "→", "•", "·"]);
const periodStart = new Set([..."jfmasondqh第一二三四上下首前中半年全0123456789"]);
const monthOrPeriod =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|q[1-4]|h[12]|fy|first|second|third|fourth|full)/;
const weekdayStart = new Set([..."mtwfs"]);
const abbreviations = new Set([
  "vs",
  "no",
  "inc",
  "co",
  "ltd",
  "approx",
  "corp",
  "jan",
  "feb",
  "mar",
  "apr",
  "jun",
  "jul",
  "aug",
  "sep",
  "sept",
  "oct",
  "nov",
  "dec",
]);

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

const longer = (a: Token | null, b: Token | null): Token | null =>
  a === null ? b : b === null || a.end >= b.end ? a : b;

/** (tushare 5.7) after a number, 来源:tushare 5.7: a number there would have nothing that it measures. */
function endsCite(tokens: readonly Token[]): boolean {
  const line = tokens.slice(1 + tokens.findLastIndex(({ kind }) => kind === "line"));
  const near = line.slice(-5);
  if (near.some(({ kind }) => kind === "sourceMark")) return true;
  const open = near.findLastIndex(({ kind }) => kind === "open");
  const bare = near.slice(open + 1).every(({ kind }) => kind === "source" || kind === "clause");
  return open >= 0 && bare && line.at(open - near.length - 1)?.kind === "number";
}

/** `akshare, 5/7`: right after a source a fraction is a month and a day; so is `5.7` where it ends a cite that follows a number. */
function readShortDate({ lower, tokens }: Cursor, at: number): Token | null {
  const joint = /^\d{1,2}([./])/.exec(lower.slice(at, at + 3))?.[1];
  if (joint === undefined) return null;
  const before = tokens.slice(-2).findLast(({ kind }) => kind !== "clause");
  if (before?.kind !== "source") return null;
  const found =
    joint === "/"
      ? /^(\d{1,2})\/(\d{1,2})(?![\d/.%])/.exec(lower.slice(at, at + 6))
      : endsCite(tokens)
        ? /^(\d{1,2})\.(\d{1,2})(?=\s?(?:[)\],，;；。]|$|\n))/.exec(lower.slice(at, at + 8))
        : null;
  const [month, day] = [Number(found?.[1]), Number(found?.[2])];
  if (found === null || dayNumber(2024, month, day) === null) return null;
  return token("date", at, at + found[0].length, { date: { year: null, month, day } });
}

function readDated(cursor: Cursor, at: number): Token | null {
  const { lower } = cursor;
  const code = lower.charCodeAt(at);
  if (isLetter(code) && weekdayStart.has(lower.charAt(at)) && !isWord(lower.charCodeAt(at - 1))) {
    const named = readWeekdayBefore(lower, at);
    if (named !== null) return token("date", at, named.end, { date: named.date });
  }
  if (!periodStart.has(lower.charAt(at)) && !isChineseNumeral(lower.charAt(at))) return null;
  if (at > 0 && isWord(code) && isWord(lower.charCodeAt(at - 1)) && lower.charAt(at - 1) !== "t") return null;
  if (isLetter(code) && !monthOrPeriod.test(lower.slice(at, at + 6))) return null;
  const time = readTime(lower, at);
  if (time !== null) return token("time", at, time.end, { time });
  const date = readDate(lower, at);
  if (date !== null) {
    const named = readWeekdayAfter(lower, date) ?? date;
    return token("date", at, named.end, { date: named.date });
  }
  const short = readShortDate(cursor, at);
  if (short !== null) return short;
  // A bare year needs a word that makes it one: "in 2025".
  const year = /^(?:19|20)\d\d(?![\d.,]*\d|[a-z_])/.exec(lower.slice(at, at + 8));
  const isSaid = /(?:\bin|\bfor|\bduring|\bof|\byear|\bfiscal|\bsince|\bcalendar) ?$/.test(
    lower.slice(Math.max(0, at - 9), at),
  );
  // Or a measure right after it: "2025 revenue".
  const isOfMeasure =
    lower.charAt(at + 4) === " " && cursor.lexicon.match(lower, at + 5)?.entry.kind === "metric";
  if (year === null || !(isSaid || isOfMeasure)) return null;
  const { unit, exponent } = readUnit(lower, at + 4);
  if (unit !== null || exponent !== 0) return null;
  return token("date", at, at + 4, { date: { year: Number(year[0]), month: null, day: null } });
}

function readNumeral(cursor: Cursor, at: number): Token | null {
  const code = cursor.lower.charCodeAt(at);
  const char = cursor.lower.charAt(at);
  const mayStart =
    isDigit(code) ||
    ".-+负¥$€£".includes(char) ||
    isChineseNumeral(char) ||
    "cruehjgants人美港".includes(char);
  const previous = cursor.tokens.at(-1);
  const isGlued = previous?.end === at && (previous.kind === "company" || previous.kind === "metric");
  return mayStart ? readAmount(cursor.lower, at, isGlued) : null;
}

/** 涨停家数58家 gives a measure's value, not a count of companies. */
function isValue({ tokens, lexicon }: Cursor): boolean {
  const before = tokens.slice(-3).findLast((each) => each.kind !== "fill" && each.op !== ":");
  // 上涨的有两只 counts what rose.
  const isMove = before?.metrics.some((metric) => lexicon.changes.percent.includes(metric)) === true;
  return before?.kind === "metric" && !isMove;
}

const parametric: ReadonlySet<string> = new Set(["metric", "foreign", "superlative"]);

/** A parameter; 3日 alone is one only before what it is a parameter of (3日涨幅), else it is an amount. */
function parameterAt(cursor: Cursor, at: number): Token | null {
  const found = readParameter(cursor.lower, at);
  if (found === null || !isBareStretch(found.op)) return found;
  const next = cursor.lexicon.match(cursor.lower, found.end)?.entry.kind;
  return next !== undefined && parametric.has(next) ? found : null;
}

/** What starts at the index. The longest reading wins; among equals: registered word, date, count, parameter, number. */
function readToken(cursor: Cursor, at: number): Token {
  const { lower } = cursor;
  const atLineStart = at === 0 || lower.charAt(at - 1) === "\n";
  const previous = cursor.tokens.at(-1)?.kind;
  const startsClause =
    previous === "clause" ||
    previous === "break" ||
    previous === undefined ||
    lower.charAt(at - 1) === " " ||
    lower.charAt(at - 1) === ":";
  const listMark = atLineStart ? readListMark(lower, at) : startsClause ? readInnerMark(lower, at) : null;
  const ordinal =
    listMark ??
    readItemCount(lower, at) ??
    readOrdinal(lower, at) ??
    readFootnote(lower, at, cursor.footnotes);
  if (ordinal !== null) return ordinal;
  const note = readUnitNote(cursor, at);
  if (note !== null) return note;
  const tally = readTally(lower, at, cursor.tokens) ?? readOnlyOne(lower, at);
  if (tally !== null) return tally;
  const word = readMultipleOf(cursor, at) ?? readLexicon(cursor, at);
  const dated = readDated(cursor, at);
  const known = longer(longer(word, dated), parameterAt(cursor, at));
  const count = readCount(lower, at);
  const counted =
    count !== null && isValue(cursor) && /[家只支]$/.test(lower.slice(at, count.end)) ? null : count;
  if (
    counted !== null &&
    (counted.end > (known?.end ?? at) || (known?.kind === "quantity" && counted.end === known.end))
  )
    return counted;
  const code = readCode(cursor, at);
  if (code !== null && code.end >= (known?.end ?? at)) return code;
  const numeral = readNumeral(cursor, at);
  if (numeral !== null && numeral.end > (known?.end ?? at)) return numeral;
  if (known !== null) return known;
  return readPunctuation(cursor, at) ?? readRest(cursor, at);
}

const isHan = (char: string): boolean => /^[\u4e00-\u9fff]$/.test(char);

/** 老窖收118.40元: two characters that stand for a company, where no other unknown characters touch them. */
function readShortName({ lower, lexicon, tokens }: Cursor, at: number): Token | null {
  const op = lexicon.short(lower.slice(at, at + 2));
  const before = tokens.at(-1);
  if (op === undefined || (before?.kind === "text" && before.end === at && isHan(before.op))) return null;
  const isWhole =
    !isHan(lower.charAt(at + 2)) ||
    "收开".includes(lower.charAt(at + 2)) ||
    lexicon.match(lower, at + 2) !== null;
  return isWhole || isChineseNumeral(lower.charAt(at + 2)) ? token("company", at, at + 2, { op }) : null;
}

function readRest(cursor: Cursor, at: number): Token {
  const short = readShortName(cursor, at);
  if (short !== null) return short;
  const char = cursor.lower.charAt(at);
  if (isLetter(char.charCodeAt(0))) return readWord(cursor, at);
  // 一 that is no amount and no part of a known word: the article.
  return token(char === "一" ? "fill" : "text", at, at + 1, { op: char });
}

/** Cuts the text into tokens; linear: each reader looks a bounded way ahead. */
export function scan(input: ScanInput): Token[] {
  const cursor: Cursor = { ...input, tokens: [], mask: 0, footnotes: footnotesOf(input.lower) };
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
