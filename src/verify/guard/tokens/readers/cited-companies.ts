/** tencent, 腾讯: the word of a company that is a source's too, and is the source where it stands as a cite does. */

import { pattern } from "../../lexicon/patterns.ts";
import { lastOf, type Token } from "../token.ts";
import type { Seen } from "./bracket-units.ts";

const sourceWords: ReadonlyMap<string, string> = new Map([
  ["腾讯", "tencent"],
  ["tencent", "tencent"],
  ["东方财富", "eastmoney"],
]);

const months = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)";
const day = `(?:20\\d{6}(?!\\d)|二[〇零]|\\d{4}(?:[-年./q半中一三前全]|(?= ?(?:q[1-4]|h[12]|annual|full|first|half|third|interim|\\)|\\|)))|\\d{1,2}月|\\d{1,2}/\\d|${months}[a-z]* \\d|\\d{1,2}(?:st|nd|rd|th)? ${months}|q[1-4]|h[12] |fy|full[- ]year|(?:first|half|third)[- ]|today|yesterday|as of|data as of|今[天日]|昨[天日]|上?周[一二三四五]|截[至止]|日期|报告期|date)`;
/** (tencent, 2026-05-07), 现价102.36元·tencent·5月7日: what parts a cite from the value, and its day from the source. */
const opens = /(?:^|[[\](){,，、·|/;；:：—–\n#>。.按为以由是据自从考和与及-]| (?:and|by|from|via|per)) ?$/;
const thenDay = pattern`^(?: for| on)? ?[,，·|/;；:：@—-]? ?[[(]?(?:${day})`;
const closes = /^ ?(?:$|[^a-z\d\u4e00-\u9fff、&' ])|^ (?=[^a-z\d\u4e00-\u9fff&])/;
/** tencent data as of…, 据腾讯的行情: a company has a share price, a source has data. */
const thenData =
  /^(?:'s)? (?:data|figures|quotes) (?=as of|for|dated|shows?(?![a-z]))|^(?:'s)? (?:data|figures|quotes)(?:[,:;)]| ?\(|$)|^的?(?:数据|行情)(?=显示|如下|来?看|均|都|截|[^\u4e00-\u9fff]|$)/;
/** All figures: tencent, 数据均来自tencent: words that say of a whole text where it is from. */
const ofAll =
  /(?:^|\n|[.。;；(] ?)(?:(?:all|both|the|data|figures?|numbers?|prices?|closes|values?|quotes?|of|from|source|for|above|are|以上|上述|所有|全部|两[项者]|各项|数据|数字|行情|价格|收盘价|[均都皆是为由自来取引出的])[:= ]{0,2}){1,8}$/;
/** 这个数出自tencent, the figure is from tencent and dated…: what is taken from it. */
const takenFrom =
  /(?:数[据字值]?|行情|价格|figures?|data|numbers?|values?|prices?) ?(?:[均都皆]?[来取出引源]自|(?:is|are|was|were|comes?|taken)? ?from|according to) ?$|according to $/;
const andDated = /^ (?:and dated|data (?:from|for|of|on|dated) (?:\d|[a-z]{3,9} \d))/;
const longestHead = 40;
const inBracket = /[[(][^[\]()\n]*$/;
const bracketEnd = /^[^[\]()\n]{0,24}[\])]/;
/** How far back the header of a table is looked for, in tokens; the limit keeps the work linear. */
const tableReach = 240;

const isJoin = ({ kind, op }: Token): boolean => kind === "clause" || /^[/=:—–-]$/.test(op);
const isSourceWord = (each: Token | undefined): boolean =>
  each?.kind === "sourceMark" || each?.kind === "source";

/** 来源:tencent, akshare/tencent: what says that a source follows. */
export function followsSource(tokens: readonly Token[]): boolean {
  return isSourceWord(tokens.slice(-4).findLast(({ kind, op }) => kind !== "fill" && !/^[:=]$/.test(op)));
}

/** (7 May, tencent), 5月7日 | tencent: behind a day. */
const followsDay = (tokens: readonly Token[]): boolean => {
  const before = tokens.slice(-3).findLast((each) => !isJoin(each));
  return before?.kind === "date" || before?.kind === "time";
};
const followsReport = /(?:report|results|报告?|年报|季报)(?: ?[,，·|/] ?| )$/;

/** In which column of its row the token is that would stand at the index, and where the row begins. */
function cellAt(tokens: readonly Token[], end: number): { readonly column: number; readonly from: number } {
  const from = tokens.slice(0, end).findLastIndex(({ kind }) => kind === "line") + 1;
  const isBordered = tokens[from]?.kind === "cell";
  const borders = tokens.slice(from, end).filter(({ kind }) => kind === "cell").length;
  return { column: borders - (isBordered ? 1 : 0), from };
}

/** In a row or a column of a table that is headed 来源. */
function isUnderSource(all: readonly Token[]): boolean {
  const tokens = all.slice(-tableReach);
  if (lastOf(tokens)?.kind !== "cell") return false;
  const { column, from } = cellAt(tokens, tokens.length);
  const label = tokens.slice(from, from + 3).find(({ kind }) => kind !== "cell");
  if (label?.kind === "sourceMark") return column > 0;
  const mark = tokens.findLastIndex(
    ({ kind }, at) => kind === "sourceMark" && /^(?:cell|line)$/.test(tokens[at - 1]?.kind ?? ""),
  );
  return mark >= 0 && cellAt(tokens, mark).column === column;
}

/** 来源:茅台(akshare)、五粮液(tencent): further on in a line that began by saying that sources follow, and that has no number. */
function isAmongSources(tokens: readonly Token[]): boolean {
  const near = tokens.slice(-longestHead);
  const line = near.slice(near.findLastIndex(({ kind }) => kind === "line") + 1);
  const mark = line.findIndex(({ kind }) => kind === "sourceMark");
  return mark >= 0 && !line.slice(mark).some(({ kind }) => kind === "number" || kind === "cell");
}

const lineHead = /(?:^|\n)[\s|•·*#>-]*(?:\d{1,2}[.)、] ?)?$/;
const days = /\d{4}[-./年]\d{1,2}(?:[-./月]\d{1,2}日?)?|\d{1,2}月\d{1,2}日?|\d{1,2}:\d\d/g;
const longestLine = 160;

/** 东方财富 2026-05-06 PE 30.5倍: the first word of a line or a row that goes on with values is whose they are. */
function headsValues(lower: string, at: number, end: number): boolean {
  if (!lineHead.test(lower.slice(Math.max(0, at - longestHead), at))) return false;
  const [line = ""] = lower.slice(end, end + longestLine).split("\n");
  const rest = line.replace(days, "");
  return !/^[^,，|]{0,6}(?:显示|数据)/.test(rest) && /\d/.test(rest);
}

/** The source that the word from `at` to `end` names, or null where it names the company. */
export function citedCompany({ lower, tokens, claimSources }: Seen, at: number, end: number): string | null {
  const source = sourceWords.get(lower.slice(at, end));
  if (source === undefined || headsValues(lower, at, end)) return null;
  const after = lower.slice(end, end + 28);
  const head = lower.slice(Math.max(0, at - longestHead), at);
  const isOpen = opens.test(head);
  const isClosed = closes.test(after);
  const last = lastOf(tokens)?.kind;
  const isDated =
    ((isOpen || last === "number") && thenDay.test(after)) ||
    (isClosed && (followsDay(tokens) || followsReport.test(head)));
  const isNamed =
    (followsSource(tokens) && (isClosed || thenDay.test(after) || /^提供|^给出/.test(after))) ||
    thenData.test(after) ||
    (isClosed && (isUnderSource(tokens) || (isOpen && isAmongSources(tokens)))) ||
    (isDated && inBracket.test(head) && bracketEnd.test(after));
  if (isNamed) return source;
  const isCite =
    isDated ||
    (takenFrom.test(head) && (isClosed || andDated.test(after))) ||
    /^显示/.test(after) ||
    (followsDay(tokens) && /^ shows?(?![a-z])/.test(after)) ||
    (isClosed && (last === "open" || (isOpen && /^[.。]?(?:$|\n)/.test(after)))) ||
    (isClosed && ofAll.test(head));
  return isCite && claimSources.has(source) ? source : null;
}
