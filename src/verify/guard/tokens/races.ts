import { revised } from "../lists.ts";
import type { Reading } from "./reading.ts";
import type { Token, TokenKind } from "./token.ts";

const won = /^(?:beats?|beaten|beating|outpace[sd]?|outpacing)$/;
const lost = /^(?:lag(?:s|ged|ging)?|trail(?:s|ed|ing)?)$/;
/** What may stand behind the other one's name, where nothing but the race of their prices is meant. */
const ends: ReadonlySet<TokenKind> = new Set([
  "break",
  "clause",
  "line",
  "open",
  "date",
  "relative",
  "window",
]);

/** Moutai lagged the CSI 300 on 7 May: of how both prices moved, where the line has named no measure before. */
export function readRaces(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!/(?<![a-z])(?:beat|outpac|lag|trail)/.test(lower)) return tokens;
  let isNamed = false;
  return revised(tokens, (each, at) => {
    if (each.kind === "line") isNamed = false;
    if (each.kind === "metric" || each.kind === "foreign") isNamed = true;
    const word = lower.slice(each.start, each.end);
    const isWon = won.test(word);
    if (isNamed || !(isWon || lost.test(word))) return each;
    const other = tokens[at + 1]?.op === "the" ? at + 2 : at + 1;
    const next = tokens[other + 1]?.op === "on" ? tokens[other + 2] : tokens[other + 1];
    // trails Hikvision (CNY 93.12 billion) on revenue: of what the bracket holds.
    const held = next?.kind === "open" ? tokens[tokens.indexOf(next, other) + 1]?.number : undefined;
    const isRace =
      tokens[other]?.kind === "company" &&
      (held == null || held.unit?.dimension === "part") &&
      (next === undefined || ends.has(next.kind) || next.op === ":" || next.op === "while");
    return isRace ? { ...each, kind: "compare", op: isWon ? ">perf" : "<perf" } : each;
  });
}
