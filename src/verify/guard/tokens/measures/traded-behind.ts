/** RMB 2.79 billion changing hands, 365,432 lots were traded, 0.66% of its shares turned over: what a verb of trade behind a number says it is of. */

import type { Lexicon } from "../../lexicon/lexicon.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { claimUnit } from "../readers/units.ts";
import type { Reading } from "../reading.ts";
import { type Token, token } from "../token.ts";

const owner =
  "(?: (?:worth|in (?:stock|shares)|(?:of )?(?:its |the |the company's )?(?:free float|float|shares|stock)))?";
const having = "(?: (?:has|have|had|having|is|are|was|were|being|been|so far|already))*";
/** Not of a price: changing hands at CNY 51.90. */
const verb =
  " (?:chang(?:e|es|ed|ing) hands|traded|turned over|exchanged|transacted)(?! (?:at|near|around)(?![a-z]))(?![a-z])";
const traded = pattern`^${owner}${having}${verb}`;
const longest = 72;
const worthTrying = rare(/worth|hands|traded|turned over|exchanged|transacted/);
const behind: ReadonlySet<string> = new Set(["fill", "text", "metric"]);

/** The measure of trade that is counted in the unit of the number. */
function measuresOf({ number }: Token, { activity, metrics }: Lexicon): readonly string[] {
  const dimension = number?.unit?.dimension;
  if (number === null || dimension === undefined || number.sign !== "") return [];
  return activity.filter((id) => claimUnit(metrics[id]?.default_unit ?? "").dimension === dimension);
}

const isHuge = ({ number }: Token): boolean =>
  number?.unit?.dimension === "CNY" && number.shown.exponent + number.unit.exponent >= 8;
const nearWorth = 8;

/** 222,834 lots, worth RMB 1.71 billion: what was traded; Midea, worth RMB 589.4 billion: the company. */
function readWorth(tokens: readonly Token[], at: number, lexicon: Lexicon): Token | null {
  const [each, next] = tokens.slice(at, at + 2);
  if (each?.op !== "worth" || next === undefined || !isHuge(next)) return null;
  const near = tokens.slice(Math.max(0, at - nearWorth), at);
  const own = near.slice(near.findLastIndex(({ kind }) => kind === "break" || kind === "line") + 1);
  const lots = own.findLast(({ kind }) => kind === "number");
  const last = own.findLast(({ kind }) => kind !== "fill" && kind !== "clause" && kind !== "close");
  if (lots?.number?.unit?.dimension === "shares")
    return { ...each, kind: "metric", metrics: measuresOf(next, lexicon) };
  const entry = last?.kind === "company" ? lexicon.match("market cap", 0)?.entry : undefined;
  return entry === undefined ? null : { ...each, kind: "metric", op: "", metrics: entry.metrics };
}

export function readTradedBehind(tokens: readonly Token[], { lower, lexicon }: Reading): readonly Token[] {
  if (!worthTrying.test(lower)) return tokens;
  const read: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const each = readWorth(tokens, at, lexicon) ?? (tokens[at] as Token);
    read.push(each);
    const metrics = each.kind === "number" ? measuresOf(each, lexicon) : [];
    const words =
      metrics.length === 0 ? undefined : traded.exec(lower.slice(each.end, each.end + longest))?.[0];
    if (words === undefined) continue;
    // A part is one of all shares.
    if (each.number?.unit?.dimension === "part" && !/float|shares|stock/.test(words)) continue;
    const end = each.end + words.length;
    let last = at;
    while (behind.has(tokens[last + 1]?.kind ?? "") && (tokens[last + 1]?.end ?? end + 1) <= end) last++;
    if (tokens[last]?.end !== end) continue;
    read.push(token("metric", (tokens[at + 1] as Token).start, end, { op: "multiple", metrics }));
    at = last;
  }
  return read;
}
