/** 估值倍数(市盈率(TTM))是-18.54倍, its valuation multiple (trailing P/E): a noun for any measure, which the bracket behind it names. */

import type { Reading } from "../reading.ts";
import { revised, type Token, upTo } from "../token.ts";

const noun =
  /(?:估值(?:倍数|指标|水平)?|倍数|指标|比率)$|(?<![a-z])(?:(?:valuation|earnings|price|key) )?(?:multiple|ratio|metric|measure|gauge|indicator)$/;
const longest = 24;

/** How many tokens from the one that opens a bracket to its end, where it holds a measure and at most its basis (P/E, TTM); else 0. */
function lengthOf(tokens: readonly Token[], at: number): number {
  if (tokens[at]?.kind !== "open" || tokens[at + 1]?.kind !== "metric") return 0;
  if (tokens[at + 2]?.kind === "close") return 3;
  return tokens[at + 2]?.kind === "clause" &&
    tokens[at + 3]?.kind === "window" &&
    tokens[at + 4]?.kind === "close"
    ? 5
    : 0;
}

/** (昨收), (P/E, TTM): the one measure that the bracket at the index holds. */
export const measureInBracket = (tokens: readonly Token[], at: number): Token | null =>
  lengthOf(tokens, at) > 0 ? (tokens[at + 1] ?? null) : null;

/** Puts the measure in the place of the noun and its bracket. */
export function readNamedInBrackets(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  const read: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const each = tokens[at] as Token;
    const length = lengthOf(tokens, at);
    const words =
      length === 0 ? null : noun.exec(lower.slice(Math.max(0, each.start - longest), each.start).trimEnd());
    if (words === null) {
      read.push(each);
      continue;
    }
    const head = each.start - (lower.charAt(each.start - 1) === " " ? 1 : 0) - words[0].length;
    while ((read.at(-1)?.start ?? -1) >= head) read.pop();
    read.push(...tokens.slice(at + 1, at + length - 1).filter(({ kind }) => kind !== "clause"));
    at += length - 1;
  }
  return read.length === tokens.length ? tokens : read;
}

/** How many tokens a remark in brackets has at most. */
const mostInside = 10;
const isDenial = ({ kind, op }: Token): boolean => kind === "negation" || op === "非";

/** Turnover (traded value, not the turnover rate) is…, 成交额(不是换手率)…: what a measure is told not to be is no denial of its number. */
export function withoutDeniedMeasures(tokens: readonly Token[]): readonly Token[] {
  let denied = -1;
  let measure: Token | undefined;
  return revised(tokens, (each, at) => {
    if (each.kind === "open") {
      const rest = tokens.slice(at + 1, at + 1 + mostInside);
      const inside = upTo(rest, ({ kind }) => kind === "close");
      const [first, ...own] = inside.slice(inside.findIndex(isDenial)).filter(({ op }) => op !== "the");
      measure = tokens.slice(Math.max(0, at - 2), at).findLast(({ kind }) => kind === "metric");
      const isName =
        own.length === 1 &&
        own.every(({ kind, metrics }) =>
          kind === "metric" ? !metrics.some((id) => measure?.metrics.includes(id)) : kind === "fill",
        );
      denied = isName && first !== undefined && isDenial(first) && measure !== undefined ? first.start : -1;
    }
    if (each.kind === "close") denied = -1;
    const isDenied = denied >= 0 && each.start >= denied && each.kind !== "close";
    return isDenied ? { ...each, kind: "licensed", op: "", metrics: [] } : each;
  });
}
