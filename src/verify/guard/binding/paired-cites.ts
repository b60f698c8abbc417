/** 收盘价：akshare，2026-05-07；营收：tushare，2026-03-31: of several sources with a date each, every one has its own. */
import type { Token } from "../tokens/token.ts";

const letters: Readonly<Record<string, string>> = { source: "s", date: "d" };
const eachBefore = /^(?:sd+){2,}$/;
const eachBehind = /^(?:d+s){2,}$/;

/** The dates of each source, by its name; null where they do not stand source by source. */
export function datesBySource(tokens: readonly Token[]): ReadonlyMap<string, readonly Token[]> | null {
  const marks = tokens.filter(({ kind }) => Object.hasOwn(letters, kind));
  const shape = marks.map(({ kind }) => letters[kind]).join("");
  const isBehind = eachBehind.test(shape);
  if (!isBehind && !eachBefore.test(shape)) return null;
  const found = new Map<string, Token[]>();
  let waiting: Token[] = [];
  let own: Token[] = [];
  for (const each of marks) {
    if (each.kind === "source") {
      own = found.get(each.op) ?? [];
      found.set(each.op, own);
      own.push(...waiting);
      waiting = [];
    } else (isBehind ? waiting : own).push(each);
  }
  return found;
}
