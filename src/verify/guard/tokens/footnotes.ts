/** 17.62[1] … [1] 来源:baostock,2026-05-07: a footnote stands wherever its mark does, and nowhere else. */
import type { Reading } from "./reading.ts";
import { type Token, token } from "./token.ts";

const mark = /^\[\d{1,2}\]$/;
const longestMark = 4;
const cited = ({ kind }: Token): boolean => kind === "source" || kind === "date" || kind === "time";

/** The mark that the token is, or null. */
function markOf({ kind, start, end }: Token, lower: string): string | null {
  if (kind !== "licensed" || end - start > longestMark) return null;
  const written = lower.slice(start, end);
  return mark.test(written) ? written : null;
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

/** Puts what a footnote cites, in brackets, in the place of each mark that points at it, and takes it out of the footnote. */
export function readFootnotes(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!lower.includes("\n[")) return tokens;
  const notes = new Map<string, Note>();
  const seen = new Set<string>();
  const defining = new Map<Token, Note>();
  for (const [at, each] of tokens.entries()) {
    const own = tokens[at - 1]?.kind === "line" ? markOf(each, lower) : null;
    if (own === null || seen.has(own)) continue;
    seen.add(own);
    const end = tokens.findIndex(({ kind }, i) => i > at && kind === "line");
    const line = tokens.slice(at, end < 0 ? tokens.length : end);
    const note = noteOf(line);
    if (note === null) continue;
    notes.set(own, note);
    for (const one of line) defining.set(one, note);
  }
  if (notes.size === 0) return tokens;
  const read = tokens.flatMap((each) => {
    const own = defining.has(each) ? null : markOf(each, lower);
    const note = own === null ? undefined : notes.get(own);
    if (note === undefined) return [each];
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
