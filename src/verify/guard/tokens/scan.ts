import { isChineseNumeral } from "../../../language/numbers.ts";
import { isRangeKey } from "../lexicon/known-measures.ts";
import { readAmount } from "./amounts.ts";
import { readAnnouncedUnit } from "./announced-units.ts";
import { readAverages } from "./averages-words.ts";
import { isDigit, isLetter, isWord } from "./characters.ts";
import { readComparing } from "./comparing-words.ts";
import { readDated } from "./dated-tokens.ts";
import { readDate } from "./dates.ts";
import { readDenied } from "./denied-comparisons.ts";
import {
  footnotesOf,
  isBareStretch,
  readCount,
  readFootnote,
  readInnerMark,
  readItemCount,
  readListMark,
  readOrdinal,
  readParameter,
} from "./marks.ts";
import { readOthers } from "./others-words.ts";
import { readPlace } from "./rank-words.ts";
import { readShare } from "./share-words.ts";
import { readSize } from "./size-words.ts";
import { readOnlyOne, readTally } from "./tally-words.ts";
import { type Token, token } from "./token.ts";
import { readTurn, readYearBeside } from "./turn-words.ts";
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
  const isThatIs = /(?:^|[^a-z])(?:i\.e|e\.g)$/.test(cursor.lower.slice(Math.max(0, at - 4), at));
  // No. It closed at…: an answer; No. 1 is a rank.
  const isAnswer = word === "no" && /^\.\s+[a-z]/.test(cursor.lower.slice(at, at + 4));
  const ends = !isWord(next) && (isAnswer || !abbreviations.has(word)) && !isThatIs;
  return ends ? token("break", at, at + 1) : null;
}

const longer = (a: Token | null, b: Token | null): Token | null =>
  a === null ? b : b === null || a.end >= b.end ? a : b;

function readNumeral(cursor: Cursor, at: number): Token | null {
  const code = cursor.lower.charCodeAt(at);
  const char = cursor.lower.charAt(at);
  // 日内区间938.32-1070.26元: the dash of a range, not a sign.
  const isRange =
    char === "-" &&
    cursor.tokens.at(-1)?.kind === "number" &&
    cursor.tokens.at(-1)?.end === at &&
    cursor.tokens
      .slice(-6)
      .findLast(({ kind }) => kind === "metric")
      ?.metrics.some(isRangeKey) === true;
  if (isRange) return null;
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

const sharedHead = /^(\d{1,3})日(?=(?:[和、及与/]\d{1,3}日){1,4}均线)/;

/** 站上5日和20日均线: the first of several averages that share one noun. */
function readAverage({ lower, lexicon }: Cursor, at: number): Token | null {
  if (!isDigit(lower.charCodeAt(at)) || isWord(lower.charCodeAt(at - 1))) return null;
  const days = sharedHead.exec(lower.slice(at, at + 32))?.[1];
  if (days === undefined) return null;
  const entry = lexicon.match(`${days}日均线`, 0)?.entry;
  const [kind, metrics] =
    entry?.kind === "metric" ? (["metric", entry.metrics] as const) : (["foreign", []] as const);
  return token(kind, at, at + days.length + 1, { metrics });
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
  const arrow = "=-".includes(lower.charAt(at)) ? /^(?:=|-{1,2})>/.exec(lower.slice(at, at + 3)) : null;
  if (arrow !== null) return token("clause", at, at + arrow[0].length, { op: "→" });
  const listMark = atLineStart ? readListMark(lower, at) : startsClause ? readInnerMark(lower, at) : null;
  const place = listMark === null ? readPlace(lower, at, cursor.tokens) : null;
  if (place !== null) return place;
  const ordinal =
    listMark ??
    readItemCount(lower, at) ??
    readOrdinal(lower, at) ??
    readFootnote(lower, at, cursor.footnotes);
  if (ordinal !== null) return ordinal;
  const note =
    readUnitNote(cursor, at) ??
    readAverage(cursor, at) ??
    readAnnouncedUnit(lower, at) ??
    readComparing(lower, at, cursor.lexicon);
  if (note !== null) return note;
  const tally = readTally(lower, at, cursor.tokens) ?? readOnlyOne(lower, at);
  if (tally !== null) return tally;
  const share = readShare(lower, at);
  if (share !== null) return share;
  const averages =
    readAverages(lower, at) ??
    readDenied(lower, at) ??
    readSize(lower, at, cursor.tokens) ??
    readOthers(lower, at, cursor.tokens);
  if (averages !== null) return averages;
  const years = readTurn(lower, at) ?? readYearBeside(lower, at);
  if (years !== null) return years;
  // 报收盘价96.42元: not 报收 and a measure that nobody knows.
  if (lower.startsWith("报收盘价", at)) return token("fill", at, at + 1, { op: "报" });
  const word = readMultipleOf(cursor, at) ?? readLexicon(cursor, at);
  const dated = readDated(cursor, at);
  const known = longer(longer(word, dated), parameterAt(cursor, at));
  const count = readCount(lower, at);
  const counted =
    count !== null && count.op !== "among" && isValue(cursor) && /[家只支]$/.test(lower.slice(at, count.end))
      ? null
      : count;
  if (
    counted !== null &&
    (counted.end > (known?.end ?? at) || (known?.kind === "quantity" && counted.end === known.end))
  )
    return counted;
  const code = readCode(cursor, at);
  if (code !== null && code.end >= (known?.end ?? at)) return code;
  // 三六零二〇二五年: the name, then a date.
  if (
    word?.kind === "company" &&
    isChineseNumeral(lower.charAt(word.end)) &&
    readDate(lower, word.end) !== null
  )
    return word;
  const numeral = readNumeral(cursor, at);
  if (numeral !== null && numeral.end > (known?.end ?? at)) return numeral;
  if (known !== null) return known;
  return readPunctuation(cursor, at) ?? readRest(cursor, at);
}

const phraseStarts: ReadonlySet<string> = new Set([
  "clause",
  "break",
  "line",
  "join",
  "open",
  "cell",
  "licensed",
]);

const isHan = (char: string): boolean => /^[\u4e00-\u9fff]$/.test(char);

/** 老窖收118.40元: two characters that stand for a company, where no other unknown characters touch them. */
function readShortName({ lower, lexicon, tokens }: Cursor, at: number): Token | null {
  const before = tokens.at(-1);
  const begins = before === undefined || phraseStarts.has(before.kind) || before.op === ":";
  const half = lower.slice(at, at + 2);
  const op = lexicon.short(half) ?? (begins ? lexicon.shortAtStart(half) : undefined);
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
