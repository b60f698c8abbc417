/** Blocks of lines that each end with a cite of their own (来源:akshare,2026-05-07): what it covers, and what it leaves to the others. */

import { kindsOf, type Token, type TokenKind } from "../../tokens/token.ts";
import type { Part } from "../part.ts";
import { type Marks, noMarks, put } from "./attribution.ts";

const citing: ReadonlySet<TokenKind> = new Set([
  "source",
  "date",
  "time",
  "sourceMark",
  "clause",
  "licensed",
  "open",
  "close",
]);
const isMark = ({ kind }: Token): boolean => kind === "source" || kind === "date";
const small = /^(?:[^a-z\d\u4e00-\u9fff]|日期|时间|数据|截至|截止|as of|data|dated?|on)*$/;

/** A line of nothing but a cite. */
const isCiteLine = ({ sentence: { tokens } }: Part, lower: string): boolean =>
  small.test(
    tokens.map(({ kind, start, end }) => (citing.has(kind) ? "" : lower.slice(start, end))).join(""),
  );

/** 102.36元(tushare,2026-05-07): each number has a source of its own. */
const isCited = (part: Part | undefined): boolean =>
  part !== undefined &&
  part.coverage.direct.size > 0 &&
  [...part.coverage.direct.values()].every(({ sources }) => sources.length > 0);

/**
 * Where blocks of numbers and their cites alternate, gives each block its own cite and takes that out of `global`, so that no cite
 * covers another's block, nor the block behind the last cite.
 */
export function coverBlocks(parts: Part[], global: Marks, lower: string): void {
  const numbered = new Set(
    parts.flatMap(({ coverage, sentence }) => (coverage.hasNumber ? [sentence.line] : [])),
  );
  const blocks: { readonly own: number[]; readonly cite: Token[] }[] = [{ own: [], cite: [] }];
  for (const [at, part] of parts.entries()) {
    const last = blocks.at(-1);
    if (last === undefined) return;
    if (part.coverage.hasNumber) {
      if (last.cite.length > 0) blocks.push({ own: [at], cite: [] });
      else last.own.push(at);
    } else if (!numbered.has(part.sentence.line) && part.sentence.tokens.some(isMark)) {
      if (!isCiteLine(part, lower)) return;
      last.cite.push(...part.sentence.tokens);
    }
  }
  const before = blocks.slice(0, -1);
  if (before.length === 0 || !blocks.every(({ own }) => own.length > 0)) return;
  // What is cited number by number leaves the line behind it to the next.
  const isNext = ({ own }: { readonly own: readonly number[] }): boolean =>
    own.every((at) => isCited(parts[at]));
  if (blocks.at(-1)?.cite.length === 0 && before.some(isNext)) return;
  for (const { own, cite } of blocks) {
    const marks = noMarks();
    for (const each of cite) put(marks, each);
    for (const at of own) {
      const part = parts[at];
      if (part !== undefined) parts[at] = { ...part, levels: [...part.levels, marks] };
    }
  }
  const taken = new Set(blocks.flatMap(({ cite }) => cite));
  for (const list of [global.sources, global.dates, global.times])
    list.splice(0, list.length, ...list.filter((each) => !taken.has(each)));
}

/**
 * 2026-05-06 ⏎ … ⏎ 2026-05-07 ⏎ …: lines, or the beginnings of lines, of nothing but a day stand for the numbers below them, where
 * each of two heads some; the days are taken out of `global`.
 */
export function coverUnderDays(parts: Part[], global: Marks, lower: string): void {
  const shown = parts.filter(({ sentence }) => sentence.tokens.length > 0);
  const numbered = new Set(
    parts.flatMap(({ coverage, sentence }) => (coverage.hasNumber ? [sentence.line] : [])),
  );
  const isHead = (part: Part | undefined): boolean =>
    part !== undefined &&
    part.sentence.counts.date === 1 &&
    part.sentence.counts.source + part.sentence.counts.number === 0 &&
    isCiteLine(part, lower);
  const heads = new Set(
    shown.filter((part, i) => isHead(part) && numbered.has(shown[i + 1]?.sentence.line ?? -1)),
  );
  const first = shown.findIndex(({ coverage }) => coverage.hasNumber);
  if (heads.size < 2 || !shown.slice(0, first).some((part) => heads.has(part))) return;
  const taken = new Set([...heads].flatMap(({ sentence }) => sentence.tokens));
  let own = noMarks();
  for (const [at, part] of parts.entries()) {
    if (heads.has(part)) {
      own = noMarks();
      for (const each of part.sentence.tokens) put(own, each);
    } else if (part.coverage.hasNumber) parts[at] = { ...part, levels: [...part.levels, own] };
  }
  global.dates.splice(0, global.dates.length, ...global.dates.filter((each) => !taken.has(each)));
}

const ofHead = kindsOf("source sourceMark date time clause fill text open close relative licensed user");

/** 以下数据来自akshare,日期为2026年5月8日:…: the one cite of the text, ahead of a colon and of all numbers, is of the lines after it too. */
export function coverFromHead(parts: readonly Part[], global: Marks): void {
  const head = parts.find(({ coverage }) => coverage.hasNumber);
  if (head === undefined) return;
  const { tokens } = head.sentence;
  const { prefix } = head.coverage;
  const [source] = prefix.sources;
  const colon = tokens.find(({ op, start }) => op === ":" && source !== undefined && start > source.start);
  if (source === undefined || colon === undefined) return;
  if (!tokens.every(({ kind, start }) => start >= colon.start || ofHead.has(kind))) return;
  const all = parts.flatMap(({ sentence }) => sentence.tokens.filter(({ kind }) => kind === "source"));
  if (all.some(({ start }) => start > colon.start || start < (tokens[0]?.start ?? 0))) return;
  for (const each of [...prefix.sources, ...prefix.dates, ...prefix.times])
    if (each.start < colon.start) put(global, each);
}

const asOf = /(?:截至|截止)(?:到|至|于)?\s?$|(?<![a-z])as of $/;

/**
 * 今开23.45元。截至2026-06-09盘中,当前价23.21元。来源:akshare: the one date of the text, told as that up to which it goes, is of the
 * sentences before it on its line too, where a line or a sentence of its own tells the one source of all.
 */
export function coverFromAsOf(parts: Part[], global: Marks, lower: string): void {
  if (global.dates.length > 0 || new Set(global.sources.map(({ op }) => op)).size !== 1) return;
  const at = parts.findIndex(({ coverage: { prefix } }) => prefix.dates.length === 1);
  const own = parts[at];
  const [date] = own?.coverage.prefix.dates ?? [];
  if (
    own === undefined ||
    date === undefined ||
    !asOf.test(lower.slice(Math.max(0, date.start - 6), date.start))
  )
    return;
  const isOther = (each: Token): boolean => isMark(each) && each !== date && !global.sources.includes(each);
  if (parts.some(({ sentence }) => sentence.tokens.some(isOther))) return;
  const marks = { ...noMarks(), dates: [date] };
  for (const [i, part] of parts.slice(0, at).entries())
    if (part.sentence.line === own.sentence.line) parts[i] = { ...part, levels: [...part.levels, marks] };
}
