/** 20 日均线, 现价 30.52 元, 市盈率 (TTM): the blank between a Chinese word and a digit or a bracket says nothing, nor does a second blank. */

import { pattern } from "../../lexicon/patterns.ts";

/** A numeral behind a code begins a name or a number of its own: 000002 万科, 三六零 2026年. */
const word = "(?![〇零一二三四五六七八九十百千万亿])[\\u4e00-\\u9fff]";
const numeral = "(?<![〇零一二三四五六七八九十百千万亿])";
/** 2026 - 05 - 07: a date whose parts stand apart. */
const year = "(?<![\\d.])(?:19|20)\\d\\d";
const [sep, part] = [" {0,2}[-/.]", " {0,2}\\d{1,2}"];
const dateGap = [
  `(?<=${year}) {1,2}(?=[-/.]${part}${sep}${part}(?!\\d))`,
  `(?<=${year}${sep}) {1,2}(?=\\d{1,2}${sep}${part}(?!\\d))`,
  `(?<=${year}${sep}${part}) {1,2}(?=[-/.]${part}(?!\\d))`,
  `(?<=${year}${sep}${part}${sep}) {1,2}(?=\\d{1,2}(?!\\d))`,
].join("|");
/** CNY 1 403.60, 成交量 21 345手: a blank that parts thousands, where a currency, a measure or a colon leads to the number. */
const thousandsGap =
  "(?<=(?:cny|rmb|CNY|RMB|[¥价额值量润入为是约收报]|(?<!\\d):) ?\\d{1,3}(?: \\d{3}){0,4}) (?=\\d{3}(?: \\d{3})*(?:\\.\\d|(?![\\d.])))";
/** Not behind the mark of a list (1 茅台) or a code (600519 日内). */
const gap = pattern.all`(?<=\d)(?<!(?:^|\n) {0,2}\d{1,2})(?<!(?:^|[^\d.,])\d{6}) {1,2}(?=${word})|(?<=(?:^|\n) {0,2}\d{1,2}) {1,2}(?=[日年周月天])|(?<=[\u4e00-\u9fff])${numeral} {1,2}(?=\d)|(?<=[\u4e00-\u9fff]) {1,2}(?=\((?!\d{1,2}\)))|(?<=\S ) +(?=\S)|${dateGap}|${thousandsGap}`;

export interface Closed {
  readonly text: string;
  /** The index in the text that was given of the character at the index of this one. */
  readonly before: (index: number) => number;
}

/** The text without these blanks; linear in it. */
export function closeGaps(text: string): Closed {
  const cuts: { readonly at: number; readonly width: number }[] = [];
  const parts: string[] = [];
  let from = 0;
  for (const found of text.matchAll(gap)) {
    parts.push(text.slice(from, found.index));
    from = found.index + found[0].length;
    cuts.push({ at: found.index, width: found[0].length });
  }
  if (cuts.length === 0) return { text, before: (index) => index };
  parts.push(text.slice(from));
  return {
    text: parts.join(""),
    before: (index) => {
      let origin = index;
      for (const { at, width } of cuts) {
        if (at > origin) break;
        origin += width;
      }
      return origin;
    },
  };
}

export const isWideDigit = (code: number): boolean => code >= 0xff10 && code <= 0xff19;
const longestGroup = 3;

function wideDigitsFrom(prose: string, at: number): number {
  let end = at;
  while (end - at <= longestGroup && isWideDigit(prose.charCodeAt(end))) end++;
  return end - at;
}

/** １，７０３．６: the full-width comma at the index parts thousands, between full-width digits of which three follow. */
export function partsThousands(prose: string, at: number): boolean {
  if (prose.charAt(at) !== "，" || wideDigitsFrom(prose, at + 1) !== longestGroup) return false;
  let first = at;
  while (at - first <= longestGroup && isWideDigit(prose.charCodeAt(first - 1))) first--;
  const digits = at - first;
  if (digits === 0 || digits > longestGroup) return false;
  // No number begins in a date, a time or decimals; a group of three behind another comma goes on.
  const isInside = /^[0-9０-９][．.－\-／/：:，]$/.test(prose.slice(Math.max(0, first - 2), first));
  return !isInside || (prose.charAt(first - 1) === "，" && digits === longestGroup);
}
