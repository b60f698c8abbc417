import { chineseNumerals } from "../../../../language/numbers.ts";
import { dayNumber } from "../../../moment.ts";
import { isDigit, isLetter, isWord, lastOf, type Token, token } from "../token.ts";
import { readDate, small } from "./dates.ts";
import { readTime, readWeekdayBefore } from "./times.ts";
import { readUnit } from "./units.ts";
import type { Cursor } from "./word-readers.ts";

const periodStarts = "jfmasondqhit第一二三四上下首前头中半年全0123456789";
const monthOrPeriod =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|q[1-4]|h[12]|fy|first|second|third|fourth|full|(?:three|six|nine)(?:-month(?!s)| months(?! (?:to|ended|ending|through|until|ago|earlier|later|before|old|of trading|in a row|running)))|interim (?:net |gross )?(?:revenue|profit|sales|margin|earnings|period)|(?:annual|interim|half-year) report,? (?:for |of )?(?:19|20)\d\d(?!\d|[.,]\d|%|-\d))/;
const weekdayStarts = "mtwfs";
export const datedStarts = [periodStarts, weekdayStarts, ...chineseNumerals].join("");

/** (tushare 5.7) after a number, 来源:tushare 5.7: a number there would have nothing that it measures. */
function endsCite(tokens: readonly Token[]): boolean {
  // The cite and the number before it; looking no further back keeps the work linear.
  const last = tokens.slice(-8);
  const line = last.slice(1 + last.findLastIndex(({ kind }) => kind === "line"));
  const near = line.slice(-5);
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

const isBareYear = (each: Token | undefined): boolean =>
  each?.kind === "date" && each.date?.year != null && each.date.month === null && each.end - each.start === 4;

const yearly: ReadonlySet<string> = new Set(["lastYear", "thisYear", "yearBeforeLast"]);
/** How far behind another bare year of its sentence the next of a list stands, in tokens. */
const yearReach = 24;

/** Columns of more characters head no table of a chat; the limit keeps the work linear. */
const longestHeader = 240;

/** A year alone in its cell of the row that the rule of a table follows. */
function isHeaderCell(lower: string, end: number): boolean {
  const rest = lower.slice(end, end + longestHeader);
  const line = rest.indexOf("\n");
  return /^ ?\|/.test(rest) && line >= 0 && /^\|? ?:?-{2,}/.test(rest.slice(line + 1, line + 8));
}

// finished 2025 in the red, closed out 2025 with revenue of RMB 89.3 billion; only 2025 is available, I have 2025 only
const ending = /(?<![a-z])(?:finish|end|clos)(?:ed|es|e|s|ing)?(?: (?:out|up))? $/;
const result = /^ (?:in the (?:red|black)|with)(?![a-z])/;
const only = /(?<![a-z])only (?:for )?$/;
const known =
  /^ (?:is|was) (?:available|here|covered|shown|returned|given|on (?:file|record|hand)|in)(?![a-z])/;

/**
 * in 2025 and 2024, last year (2025), `| 2025 | RMB 170.0 billion |`, 2025: RMB 170.0 billion: a bare year told by where it stands, where no
 * value of a claim could: behind another year, in the bracket of such a word, or alone in the first cell or before the colon of its line.
 */
function isYearByPlace({ lower, tokens }: Cursor, at: number): boolean {
  const [word, last] = [tokens.at(-2), lastOf(tokens)];
  const end = at + 4;
  if (last?.kind === "open" && yearly.has(word?.op ?? "") && lower.charAt(end) === ")") return true;
  if (
    /^(?:'s(?![a-z])| as a whole(?![a-z])| (?:annual |full-year )?(?:report|results|accounts|filing|figures)(?![a-z]))/.test(
      lower.slice(end, end + 24),
    )
  )
    return true;
  const [before, behind] = [lower.slice(Math.max(0, at - 14), at), lower.slice(end, end + 24)];
  if (ending.test(before) && result.test(behind)) return true;
  if ((only.test(before) && known.test(behind)) || (/^ only(?=[,.;:])/.test(behind) && !/ at $/.test(before)))
    return true;
  // WuXi AppTec 2025: revenue …, 药明康德(2025):营收…
  const isOfOwner = last?.kind === "company" && !last.byCode && at - last.end < 2;
  const isBracket = last?.kind === "open" && word?.kind === "company" && lower.charAt(end) === ")";
  if ((isOfOwner || isBracket) && /^\)? ?(?::|[-–—] )/.test(lower.slice(end, end + 4))) return true;
  const line = /(?:^|\n) ?((?:\||[-*•]|\d\.) ?)?$/.exec(lower.slice(Math.max(0, at - 5), at));
  if (line !== null) {
    const after = lower.slice(end, end + 3);
    return (line[1] ?? "").startsWith("|") ? /^ ?\|/.test(after) : /^ ?(?::|[-–—] )/.test(after);
  }
  if (last?.kind === "cell" && isHeaderCell(lower, end)) return true;
  if (last === undefined || !/^(?:join|clause|compare)$/.test(last.kind)) return false;
  const near = tokens.slice(-yearReach);
  const from = near.findLastIndex(({ kind }) => kind === "break" || kind === "line");
  return near.slice(from + 1).some(isBareYear);
}

/** A time of day, a date or a bare year that begins here; what only looks like one is none. */
export function readDated(cursor: Cursor, at: number): Token | null {
  const { lower } = cursor;
  const code = lower.charCodeAt(at);
  if (isLetter(code) && weekdayStarts.includes(lower.charAt(at)) && !isWord(lower.charCodeAt(at - 1))) {
    const named = readWeekdayBefore(lower, at);
    if (named !== null) return token("date", at, named.end, { date: named.date });
  }
  if (isLetter(code) && !periodStarts.includes(lower.charAt(at))) return null;
  // 万科A2025年, 据tushare2026年5月7日: a name ends where its token does.
  const before = lastOf(cursor.tokens);
  const isOfYear = before?.kind === "metric" && /^\d{4}年/.test(lower.slice(at, at + 5));
  const isAfterName =
    before?.end === at && (before.kind === "company" || before.kind === "source" || isOfYear);
  if (
    at > 0 &&
    isWord(code) &&
    isWord(lower.charCodeAt(at - 1)) &&
    lower.charAt(at - 1) !== "t" &&
    !isAfterName
  )
    return null;
  if (isLetter(code) && !monthOrPeriod.test(lower.slice(at, at + 32))) return null;
  const first = small(lower, at);
  const time = readTime(lower, at, first);
  if (time !== null) return token("time", at, time.end, { time });
  const date = readDate(lower, at, first);
  if (date !== null) return token("date", at, date.end, { date: date.date });
  if (!isDigit(code)) return null;
  const short = readShortDate(cursor, at);
  if (short !== null) return short;
  // A bare year needs a word that makes it one: "in 2025".
  const year = /^(?:19|20)\d\d(?![\d.,]*\d|[a-z_])/.exec(lower.slice(at, at + 8));
  if (year === null) return null;
  const isSaid =
    /(?:\bin|\bfor|\bduring|\bof|\byear|\bfiscal|\bfinancial|\bsince|\bcalendar|\bopened|\bbegan|\bstarted) ?$/.test(
      lower.slice(Math.max(0, at - 11), at),
    );
  // Or a measure right after it: "2025 revenue".
  const isOfMeasure =
    lower.charAt(at + 4) === " " && cursor.lexicon.match(lower, at + 5)?.entry.kind === "metric";
  if (!isSaid && !isOfMeasure && !isYearByPlace(cursor, at)) return null;
  const { unit, exponent } = readUnit(lower, at + 4);
  if (unit !== null || exponent !== 0) return null;
  return token("date", at, at + 4, { date: { year: Number(year[0]), month: null, day: null } });
}
