/** 17.62[1], 14.31% [ii], 40.35元¹ … [1] 来源:baostock,2026-05-07: a note stands wherever its mark does, and nowhere else. */

import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { type Token, token } from "../token.ts";

/** [1], [^1], [注1], (注1), 注1 are one mark; (1), which ① reads as, (i) and (甲) may be marks of a list. */
const shape = rare(
  /\[(?:\^|注 ?|note )?(\d{1,2}|[a-h甲乙丙丁]|i{1,3}|iv|vi{0,3})\]|\((?:注 ?|note )(\d{1,2})\)|注(\d{1,2}|[a-h])(?=[:. )])|(\((?:\d{1,2}|[a-h甲乙丙丁]|i{1,3}|iv|vi{0,3})\))|([†‡§])/g,
);
const mayHold = rare(/[[(注]\^?(?:注|note)? ?[\da-iv甲乙丙丁]|[†‡§]/);

/** What may stand before the first mark of a line of notes. */
const beginsLine = /(?:^|\n)[ \t]*(?:[-•·>]+ )?(?:(?:注|注释|备注|(?:数据)?来源|notes?|sources?): ?)?$/;
const behindSentence = /[.。] ?$/;
const longestLead = 24;
/** (1) stands glued to a word or a value and apart from the next, or a blank behind a value, where a phrase ends; elsewhere it is the mark of a list. */
const behindWord = /[^\s,，.。;；:、(（|]$|[\d元倍%股手亿万点xns)] $/;
const phraseEnd = /^ ?(?:$|[,，.。;；:、)）\n|]|(?:and|with|while|but)(?![a-z])|[和与及])/;
/** 成交量[30]手 is a value. */
const unit = /^ ?[元手%倍股点万亿户家]/;

interface Mark {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  readonly mayBeList: boolean;
}

interface Note {
  readonly cites: readonly Token[];
  isPointedAt: boolean;
}

const isCited = ({ kind }: Token): boolean => kind === "source" || kind === "date" || kind === "time";

function marksOf(lower: string): readonly Mark[] {
  return shape.all(lower).map((match) => {
    const [written, ...keys] = match;
    const key = keys.find((each) => each !== undefined) ?? written;
    return { key, start: match.index, end: match.index + written.length, mayBeList: key.startsWith("(") };
  });
}

/** Of one source and of no number or company: what may be read in the place of its mark; what begins no line begins with its source. */
function noteOf(line: readonly Token[], needsSource: boolean, beginsLine: boolean): Note | null {
  if (!beginsLine && line[0]?.kind !== "source" && line[0]?.kind !== "sourceMark") return null;
  const cites = line.filter(isCited);
  const sources = new Set(cites.flatMap(({ kind, op }) => (kind === "source" ? [op] : [])));
  const isPlain = !line.some(({ kind }) => kind === "number" || kind === "company");
  const isNote = sources.size === 1 || (sources.size === 0 && !needsSource && cites.length > 0);
  return isPlain && isNote ? { cites, isPointedAt: false } : null;
}

function isPointer({ start, end, mayBeList }: Mark, lower: string): boolean {
  const behind = lower.slice(end, end + 8);
  if (!mayBeList) return !unit.test(behind);
  const isApart = /^ \S/.test(behind) && !/\s/.test(lower.charAt(start - 1));
  return behindWord.test(lower.slice(Math.max(0, start - 2), start)) && (isApart || phraseEnd.test(behind));
}

/** Puts what a note cites, in brackets, in the place of each mark that points at it, and takes it out of the note. */
export function readFootnotes(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!mayHold.test(lower)) return tokens;
  const marks = marksOf(lower);
  const notes = new Map<string, Note | null>();
  const defining = new Map<Token, Note>();
  const heads = new Set<Mark>();
  let from = 0;
  let isNext = false;
  for (const [i, mark] of marks.entries()) {
    const { key, start, end, mayBeList } = mark;
    const before = lower.slice(Math.max(0, start - longestLead), start);
    const isFirst = beginsLine.test(before) && (start <= longestLead || before.includes("\n"));
    if (notes.has(key) || !(isFirst || isNext || behindSentence.test(before))) continue;
    while ((tokens[from]?.start ?? end) < end) from++;
    const next = marks[i + 1]?.start ?? lower.length;
    let to = from;
    while ((tokens[to]?.start ?? next) < next && tokens[to]?.kind !== "line") to++;
    const line = tokens.slice(from, to);
    const note = noteOf(line, mayBeList || !isFirst, isFirst);
    isNext = note !== null && tokens[to]?.kind !== "line";
    if (note === null && (mayBeList || !isFirst)) continue;
    notes.set(key, note);
    heads.add(mark);
    if (note !== null) for (const one of line) defining.set(one, note);
  }
  if (notes.size === 0) return tokens;
  const read: Token[] = [];
  let at = 0;
  for (const mark of marks) {
    const note = notes.get(mark.key);
    if (note === undefined || !(heads.has(mark) || isPointer(mark, lower))) continue;
    for (; at < tokens.length && (tokens[at] as Token).start < mark.start; at++)
      read.push(tokens[at] as Token);
    const { start, end } = mark;
    while ((tokens[at]?.start ?? end) < end) at++;
    if (note === null || heads.has(mark)) read.push(token("licensed", start, end));
    else {
      note.isPointedAt = true;
      const cites = note.cites.map((one) => ({ ...one, start, end }));
      // RMB 589.4 billion,† closed…: a mark right behind a comma or a full stop is of what they end.
      const last = read.at(-1);
      const isBehind = last?.end === start && (last.kind === "clause" || last.kind === "break");
      if (isBehind) read.pop();
      read.push(token("open", start, end, { op: "[" }), ...cites, token("close", start, end, { op: "]" }));
      if (isBehind) read.push(last);
    }
  }
  return [...read, ...tokens.slice(at)].map((each) =>
    isCited(each) && defining.get(each)?.isPointedAt === true ? { ...each, kind: "licensed", op: "" } : each,
  );
}
