/** akshare(2026-05-07)、tushare(2026-03-31); 收盘价：akshare，2026-05-07；营收：tushare，2026-03-31: of several sources with dates each has its own. */

import type { Token } from "../../tokens/token.ts";
import type { Part } from "../part.ts";
import { noMarks } from "./attribution.ts";
import type { Footer } from "./footer.ts";

/** Each source with its dates, for its own claims. */
export const footersBySource = (
  dates: ReadonlyMap<Token, readonly Token[]>,
  sources: readonly Token[],
): readonly Footer[] =>
  sources.map((source) => ({
    marks: {
      ...noMarks(),
      sources: [source],
      dates: sources.flatMap((each) => (each.op === source.op ? [...(dates.get(each) ?? [])] : [])),
    },
    metrics: null,
    companies: null,
    isExcept: false,
    line: null,
    source: source.op,
  }));

const letters: Readonly<Record<string, string>> = { source: "s", date: "d" };
const eachBefore = /^(?:sd+){2,}$/;
const eachBehind = /^(?:d+s){2,}$/;

/** The dates of each source; null where they do not stand source by source. */
export function datesBySource(tokens: readonly Token[]): ReadonlyMap<Token, readonly Token[]> | null {
  const marks = tokens.filter(({ kind }) => Object.hasOwn(letters, kind));
  const shape = marks.map(({ kind }) => letters[kind]).join("");
  const isBehind = eachBehind.test(shape);
  if (!isBehind && !eachBefore.test(shape)) return null;
  const found = new Map<Token, Token[]>();
  let waiting: Token[] = [];
  let own: Token[] = [];
  for (const each of marks) {
    if (each.kind === "source") {
      own = waiting;
      found.set(each, own);
      waiting = [];
    } else (isBehind ? waiting : own).push(each);
  }
  return found;
}

interface Cited {
  readonly parts: readonly Part[];
  readonly footers: Footer[];
}

/** 来源：akshare，2026-05-07 on one line and 来源：tushare，2026-03-31 on the next: each date is of the claims of its own line's source. */
export function pairLines({ parts, footers }: Cited): void {
  const ofSome = new Set(footers.flatMap(({ marks }) => marks.sources));
  const cites = parts
    .map(({ sentence, coverage }) => (coverage.hasNumber ? [] : sentence.tokens))
    .filter((tokens) => tokens.some((each) => each.kind === "source" && !ofSome.has(each)));
  if (cites.length < 2) return;
  const paired = datesBySource(cites.flat());
  const sources = cites.flat().filter(({ kind }) => kind === "source");
  const isEach = new Set(sources.map(({ op }) => op)).size === sources.length;
  if (paired !== null && isEach) footers.push(...footersBySource(paired, sources));
}
