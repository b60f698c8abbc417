/** 17.62[1] … [1] 来源:baostock,2026-05-07: a footnote stands wherever its mark does, and nowhere else. */

import { beforeNote, footnoteKey } from "./marks.ts";
import type { Reading } from "./reading.ts";
import { type Token, token } from "./token.ts";

const longestMark = 8;
const longestLead = 24;
const cited = ({ kind }: Token): boolean => kind === "source" || kind === "date" || kind === "time";

/** The mark that the token is, or null. */
function markOf({ kind, start, end }: Token, lower: string): string | null {
  if (kind !== "licensed" || end - start > longestMark) return null;
  return footnoteKey(lower.slice(start, end).trim());
}

interface Note {
  readonly cites: readonly Token[];
  isPointedAt: boolean;
}

/** Of one source and of no number, company or measure: what may be read in the place of its mark. */
function noteOf(line: readonly Token[]): Note | null {
  const cites = line.filter(cited);
  const sources = new Set(cites.flatMap(({ kind, op }) => (kind === "source" ? [op] : [])));
  const isPlain = !line.some(({ kind }) => kind === "number" || kind === "company" || kind === "metric");
  return isPlain && sources.size < 2 && cites.length > 0 ? { cites, isPointedAt: false } : null;
}

const mayHold = /[[(注]\^?注? ?\d/;

/** The mark is the first word of a line, or follows another note on a line of notes. */
function begins(tokens: readonly Token[], at: number, lower: string): boolean {
  const start = tokens[at]?.start ?? 0;
  const ahead = lower.slice(Math.max(0, start - longestLead), start);
  return beforeNote.test(ahead.slice(ahead.lastIndexOf("\n") + 1)) && ahead.includes("\n");
}

/** Where the note ends: with its line, or before the next note of the line. */
function endOf(tokens: readonly Token[], at: number, lower: string): number {
  for (let end = at + 1; end < tokens.length; end++) {
    const each = tokens[end] as Token;
    if (each.kind === "line") return end;
    if (tokens[end - 1]?.kind === "clause" && markOf(each, lower) !== null) return end;
  }
  return tokens.length;
}

/** Puts what a footnote cites, in brackets, in the place of each mark that points at it, and takes it out of the footnote. */
export function readFootnotes(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!mayHold.test(lower)) return tokens;
  const notes = new Map<string, Note>();
  const seen = new Set<string>();
  const defining = new Map<Token, Note>();
  let lastEnd = -1;
  for (const [at, each] of tokens.entries()) {
    const own = markOf(each, lower);
    if (own === null || seen.has(own)) continue;
    if (!begins(tokens, at, lower) && !(at === lastEnd && tokens[at - 1]?.kind === "clause")) continue;
    const end = endOf(tokens, at, lower);
    const line = tokens.slice(at, end);
    const note = noteOf(line);
    if (note !== null || !own.startsWith("(")) seen.add(own);
    if (note === null) continue;
    lastEnd = end;
    notes.set(own, note);
    for (const one of line) defining.set(one, note);
  }
  if (notes.size === 0) return tokens;
  const read = tokens.flatMap((each, at) => {
    const own = defining.has(each) ? null : markOf(each, lower);
    const note = own === null ? undefined : notes.get(own);
    // (1) elsewhere is the mark of a list.
    const isList = own?.startsWith("(") === true && tokens[at - 1]?.end !== each.start;
    if (note === undefined || isList) return [each];
    note.isPointedAt = true;
    const { start, end } = each;
    return [
      token("open", start, end, { op: "[" }),
      ...note.cites.map((one) => ({ ...one, start, end })),
      token("close", start, end, { op: "]" }),
    ];
  });
  return read.map((each) =>
    cited(each) && defining.get(each)?.isPointedAt === true ? { ...each, kind: "licensed", op: "" } : each,
  );
}
