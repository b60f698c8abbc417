import { isChineseNumeral } from "../../../language/numbers.ts";
import { isRangeKey } from "../lexicon/known-measures.ts";
import { pattern } from "../lexicon/patterns.ts";
import { readAmount } from "./readers/amounts.ts";
import { readDated } from "./readers/dated-tokens.ts";
import { amountStart, type Start, startAt } from "./readers/first-characters.ts";
import { isBareStretch, readCount, readListMark, readParameter } from "./readers/marks.ts";
import { isPlainAmount } from "./readers/plain-amounts.ts";
import {
  type Cursor,
  readCode,
  readLexicon,
  readMultipleOf,
  readWord,
  type ScanInput,
} from "./readers/word-readers.ts";
import { isDigit, isLetter, isWord, kindsOf, lastOf, type Token, type TokenKind, token } from "./token.ts";

/** Characters that part words, by code unit, with the kind of their token. */
const borders: ReadonlyMap<number, TokenKind> = new Map(
  [
    ["\n", "line"],
    ["|\t", "cell"],
    ["([“「『《<{", "open"],
    [")]”」』》}", "close"],
    ["。!?", "break"],
    ["，,；;—…→•·", "clause"],
  ].flatMap(([chars = "", kind]) =>
    [...chars].map((char) => [char.charCodeAt(0), kind as TokenKind] as const),
  ),
);
const point = 46;
/** Those of which the character itself is asked for later. */
const keepsSign: ReadonlySet<TokenKind> = new Set(["open", "close", "clause"]);
const abbreviations = new Set(
  "vs no inc co ltd approx corp jan feb mar apr jun jul aug sep sept oct nov dec".split(" "),
);

function readPunctuation(cursor: Cursor, at: number): Token | null {
  const code = cursor.lower.charCodeAt(at);
  const border = borders.get(code);
  if (border !== undefined)
    return token(border, at, at + 1, keepsSign.has(border) ? { op: cursor.lower.charAt(at) } : undefined);
  if (code !== point) return null;
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

const labels: ReadonlySet<TokenKind> = new Set(["metric", "foreign", "company", "close", "text", "date"]);

/** Closing price – CNY 391.20, Sep 11 – CNY 112.35: a dash between blanks, behind a label, parts it from its value. */
function isDash({ lower, tokens }: Cursor, at: number): boolean {
  if (lower.charAt(at) !== "-" || lower.charAt(at + 1) !== " " || lower.charAt(at - 1) !== " ") return false;
  const before = lastOf(tokens);
  return before !== undefined && labels.has(before.kind) && before.end === at - 1;
}

function readNumeral(cursor: Cursor, at: number): Token | null {
  const { lower, tokens } = cursor;
  const previous = lastOf(tokens);
  const isAfter = previous?.end === at;
  // 日内区间938.32-1070.26元: the dash of a range, not a sign.
  const isRange =
    isAfter &&
    previous.kind === "number" &&
    lower.charAt(at) === "-" &&
    tokens
      .slice(-6)
      .findLast(({ kind }) => kind === "metric")
      ?.metrics.some(isRangeKey) === true;
  if (isRange || isDash(cursor, at)) return null;
  const isGlued = isAfter && (previous.kind === "company" || previous.kind === "metric");
  return readAmount(lower, at, isGlued);
}

/** 涨停家数58家 gives a measure's value, not a count of companies. */
function isValue({ tokens, lexicon }: Cursor): boolean {
  const before = tokens.slice(-3).findLast((each) => each.kind !== "fill" && each.op !== ":");
  // 上涨的有两只 counts what rose.
  const isMove = before?.metrics.some((metric) => lexicon.changes.percent.includes(metric)) === true;
  // 一共报了两家 counts those whose prices are told.
  return before?.kind === "metric" && !before.op.endsWith("verb") && !isMove;
}

const parametric: ReadonlySet<string> = new Set(["metric", "foreign", "superlative"]);
/** No day of a month: 60日跌11.2% is of 60 days. */
const isLong = (op: string): boolean => Number.parseInt(op, 10) > 31;
const spanOfDays = /^\d{1,3} (?:trading )?(?:days|weeks|months)(?![a-z])/;
const longestSentence = 120;
const spanning = /(?<![a-z])(?:over|in|within|during|across) $/;

/** down 11.2% over 60 days, over 60 days it lost 11.2%: the stretch of a move, right behind its number or before it; not what a measure is made of. */
function spanAt({ lower, tokens }: Cursor, at: number): Token | null {
  if (!isDigit(lower.charCodeAt(at))) return null;
  const days = spanOfDays.exec(lower.slice(at, at + 24))?.[0];
  if (days === undefined || !spanning.test(lower.slice(Math.max(0, at - 8), at))) return null;
  const before = tokens.at(-2);
  const isBehind = before?.number?.unit?.dimension === "part";
  const begins = before === undefined || /^(?:clause|break|line)$/.test(before.kind);
  const rest = lower.slice(at, at + longestSentence).split(/[;\n]|\. /)[0] ?? "";
  return isBehind || (begins && rest.includes("%"))
    ? token("window", at, at + days.length, { op: days })
    : null;
}

/** A parameter; 3日 alone is one only before what it is a parameter of (3日涨幅), else it is an amount. */
function parameterAt(cursor: Cursor, at: number): Token | null {
  const found = readParameter(cursor.lower, at) ?? spanAt(cursor, at);
  if (found === null || !isBareStretch(found.op)) return found;
  // 52周的最高价 is 52周最高价.
  const after = cursor.lower.charAt(found.end) === "的" ? found.end + 1 : found.end;
  if (ofMove.test(cursor.lower.slice(at, at + 24))) return found;
  const next = cursor.lexicon.match(cursor.lower, after)?.entry.kind;
  return next !== undefined && (parametric.has(next) || (next === "direction" && isLong(found.op)))
    ? found
    : null;
}

/** The customary stretches of a move: 12日 is a day of the month. */
const customary = "(?:5|10|20|30|60|90|120|180|250)(?:个?交易)?[日天]";
/** 20日涨9.60%, 60日:+4.15%, 20日和60日涨跌幅, 拉长到60日看: right before a move and its size, another stretch or a look. */
const ofMove = pattern`^${customary}(?:[:： ]{0,2}(?:累计)?(?:(?:上?涨|下?跌|涨幅|跌幅|涨跌幅)[了为:： ]{0,2}|[+-])\d|(?:[、和与及/]|以及)${customary}|来?看|维度|表现)`;

/** Halves of firms' names that begin with a numeral: words of their own where the registry has no such firm. */
const ofFirms = /^(?:万华|万达|千金|千禾|亿纬)$/;

/** What starts at the index. The longest reading wins; among equals: registered word, date, count, parameter, number. */
function readToken(cursor: Cursor, at: number): Token {
  const { lower } = cursor;
  const start = isPlainAmount(lower, at, cursor.tokens) ? amountStart : startAt(lower.charCodeAt(at));
  for (const read of start.readers) {
    const found = read(cursor, at);
    if (found !== null) return found;
  }
  const word = readMultipleOf(cursor, at) ?? readLexicon(cursor, at);
  if (word?.kind === "licensed" && ofFirms.test(lower.slice(at, word.end)))
    return readShortName(cursor, at) ?? word;
  return (
    (start.varied ? readVaried(cursor, at, { start, word }) : word) ??
    readPunctuation(cursor, at) ??
    readRest(cursor, at)
  );
}

interface Beginning {
  readonly start: Start;
  readonly word: Token | null;
}

/** The longest of what the character may begin: the word, a date, a parameter, a count, a code or a number. */
function readVaried(cursor: Cursor, at: number, { start, word }: Beginning): Token | null {
  const { lower } = cursor;
  const dated = start.dated ? readDated(cursor, at) : null;
  const known = longer(longer(word, dated), start.parameter ? parameterAt(cursor, at) : null);
  const count = start.count ? readCount(lower, at) : null;
  const counted =
    count !== null && count.op !== "among" && isValue(cursor) && /[家只支]$/.test(lower.slice(at, count.end))
      ? null
      : count;
  const code = start.code ? readCode(cursor, at) : null;
  if (
    counted !== null &&
    code === null &&
    (counted.end > (known?.end ?? at) || (known?.kind === "quantity" && counted.end === known.end))
  )
    return counted;
  if (code !== null && code.end >= (known?.end ?? at)) return code;
  // 三六零二〇二五年, 三六零一并查了: the name, then a date or another word.
  if (word?.kind === "company" && isChineseNumeral(lower.charCodeAt(word.end))) return word;
  const numeral = start.numeral ? readNumeral(cursor, at) : null;
  // 三六零股价, 三六零分别: the name, then a word that begins with a unit.
  if (numeral !== null && word?.kind === "company") {
    if (lower.startsWith("分别", word.end)) return word;
    const behind = cursor.lexicon.match(lower, lower.charAt(word.end) === " " ? word.end + 1 : word.end);
    if (behind?.entry.kind === "metric" && behind.end > numeral.end) return word;
  }
  return numeral !== null && numeral.end > (known?.end ?? at) ? numeral : known;
}

const phraseStarts = kindsOf("clause break line join open cell licensed date");

/** 格力高于美的, 格力和美的 */
const nameStarts = new Set([...phraseStarts, ...kindsOf("compare join")]);

const isHan = (code: number): boolean => code >= 0x4e00 && code <= 0x9fff;

/** 不过恒瑞…, 至于汾酒…: words behind which a name begins. */
const joins = /^(?:不过|至于|对于|关于|反观|此外|另外|因此|所以|而且|并且|其中|如果|持有|相比|对比|比较)$/;

/** 老窖收118.40元, 格力高一些, 汾酒要贵: what is said of a name right behind it. */
const behindName: ReadonlySet<string> = new Set(
  "收开高低贵要略稍更较大小多少强弱排位列居垫波振换股现报今也则都",
);

/** 老窖收118.40元: two characters that stand for a company, where no other unknown characters touch them. */
function readShortName({ lower, lexicon, tokens }: Cursor, at: number): Token | null {
  const before = lastOf(tokens);
  const begins = before === undefined || nameStarts.has(before.kind) || before.op === ":";
  const half = lower.slice(at, at + 2);
  const op = lexicon.short(half) ?? (begins ? lexicon.shortAtStart(half) : undefined);
  const isInWord = before?.kind === "text" && before.end === at && isHan(before.op.charCodeAt(0));
  if (op === undefined || (isInWord && !joins.test(lower.slice(Math.max(0, at - 2), at)))) return null;
  const isWhole =
    !isHan(lower.charCodeAt(at + 2)) ||
    behindName.has(lower.charAt(at + 2)) ||
    lexicon.match(lower, at + 2) !== null;
  return isWhole || isChineseNumeral(lower.charCodeAt(at + 2)) ? token("company", at, at + 2, { op }) : null;
}

/** 胜茅台的20.5倍, 赢了五粮液: a comparison where a company's name follows. */
function readWin({ lower, lexicon }: Cursor, at: number): Token | null {
  const end = at + (/^[了过]/.test(lower.charAt(at + 1)) ? 2 : 1);
  const isWin = /^[胜赢]$/.test(lower.charAt(at)) && lexicon.match(lower, end)?.entry.kind === "company";
  return isWin ? token("compare", at, end, { op: ">" }) : null;
}

function readRest(cursor: Cursor, at: number): Token {
  const win = readWin(cursor, at);
  if (win !== null) return win;
  const short = readShortName(cursor, at);
  if (short !== null) return short;
  const char = cursor.lower.charAt(at);
  if (isLetter(char.charCodeAt(0))) return readWord(cursor, at);
  // 一 that is no amount and no part of a known word: the article.
  return token(char === "一" ? "fill" : "text", at, at + 1, { op: char });
}

/** Cuts the text into tokens; linear: each reader looks a bounded way ahead. */
export function scan(input: ScanInput): Token[] {
  const cursor: Cursor = {
    ...input,
    tokens: [],
    mask: 0,
  };
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
