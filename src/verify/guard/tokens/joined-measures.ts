import { isNamesake, isNarrowed, leavesOut } from "./narrowings.ts";
import type { Reading } from "./reading.ts";
import { toldBySentence } from "./sentence-measures.ts";
import type { Token } from "./token.ts";
import { isOfUnknownPart } from "./unknown-parts.ts";

const bookedA =
  /(?<![a-z])(?:booked|posted|reported|recorded|registered|made|suffered|incurred|ran) a (?:net |full-year |annual )?$/;
const longestBooking = 40;

/** a loss of RMB 6.24 billion: of the profit, whatever else the registry calls a loss. */
function isLossOfMoney(tokens: readonly Token[], at: number, lower: string): boolean {
  const [each, of, amount] = tokens.slice(at, at + 3);
  if (each === undefined || of?.op !== "of" || amount?.number == null) return false;
  const { shown, unit } = amount.number;
  const isMillions = unit?.dimension === "CNY" && shown.exponent + unit.exponent >= 6;
  // Vanke booked a loss of: the company itself, of the year and not of a month, a segment or its lenders.
  const verb = bookedA.exec(lower.slice(Math.max(0, each.start - longestBooking), each.start));
  if (verb === null) return false;
  const start = each.start - verb[0].length;
  const owner = tokens.slice(Math.max(0, at - 6), at).findLastIndex(({ end }) => end <= start);
  const [before, who] = tokens.slice(Math.max(0, at - 6), at).slice(Math.max(0, owner - 1), owner + 1);
  const named = who ?? before;
  if (named === undefined || start - named.end > 1) return false;
  const isOfOther = who !== undefined && /^(?:in|of|for|by|to|against|with|from)$/.test(before?.op ?? "");
  if (isOfOther || !(named.kind === "company" || /^(?:it|and|company)$/.test(named.op))) return false;
  return isMillions && /^loss(?:es)?$/.test(lower.slice(each.start, each.end));
}

const isMillions = (each: Token | undefined): boolean => {
  if (each?.number == null) return false;
  const { shown, unit } = each.number;
  return unit?.dimension === "CNY" && shown.exponent + unit.exponent >= 6;
};

/** iFlytek made a loss of RMB 193 million: the word and its value, of the company itself. */
function isLossMade(tokens: readonly Token[], at: number, lower: string): boolean {
  const each = tokens[at];
  if (each?.kind !== "event" || each.op !== "earnings" || tokens[at + 1]?.op !== "of") return false;
  if (!/ loss$/.test(lower.slice(each.start, each.end)) || !isMillions(tokens[at + 2])) return false;
  const owner = tokens[at - 1];
  return owner?.kind === "company" || /^(?:it|and|company)$/.test(owner?.op ?? "");
}

const wasA = /(?<![a-z])(?:was|is|came to|amounted to|came in as) a (?:net )?$/;

/** Its bottom line was a loss of RMB 193 million: what the measure of the profit came to. */
function isResult(tokens: readonly Token[], at: number, lower: string, profits: readonly string[]): boolean {
  const each = tokens[at];
  if (each === undefined || !/^loss$/.test(lower.slice(each.start, each.end))) return false;
  if (tokens[at + 1]?.op !== "of" || !isMillions(tokens[at + 2])) return false;
  if (!wasA.test(lower.slice(Math.max(0, each.start - 24), each.start))) return false;
  return tokens
    .slice(Math.max(0, at - 10), at)
    .some(
      ({ kind, op, metrics }) =>
        (kind === "metric" && metrics.some((id) => profits.includes(id))) || op === "result",
    );
}

/** R&D engineers: the bare word, which another noun makes its own. */
const isPartOfName = ({ start, end }: Token, next: Token | undefined, lower: string): boolean =>
  next?.kind === "text" &&
  /^[a-z]/.test(next.op) &&
  next.start - end === 1 &&
  /^(?:r&d|research and development)$/.test(lower.slice(start, end));

/** annual revenue, quarterly net profit: a stretch of time right before the measure. */
const isOfPeriod = ({ kind, start, end }: Token, next: Token | undefined, lower: string): boolean =>
  (kind === "growth" || kind === "licensed" || kind === "text") &&
  next?.kind === "metric" &&
  next.start - end === 1 &&
  /^(?:annual|yearly|quarterly)$/.test(lower.slice(start, end));

/** A measure with a word before it that makes it another one (动态市盈率, forward P/E, 每股净利润) is not the registered one. */
export function joinMeasures(tokens: readonly Token[], { lower, lexicon }: Reading): readonly Token[] {
  const { priceLike, profits } = lexicon;
  // How a price moved and how much was traded are told in too many words.
  const ofDay = [
    ...lexicon.changes.percent,
    ...lexicon.changes.amount,
    ...lexicon.flows,
    ...lexicon.activity,
    ...lexicon.averages,
  ];
  const isOfReport = ({ metrics }: Token): boolean =>
    metrics.length > 0 && !metrics.some((id) => ofDay.includes(id));
  return tokens.map((each, i) => {
    if (isOfPeriod(each, tokens[i + 1], lower)) return { ...each, kind: "window", op: "" };
    if (each.kind === "company") return isNamesake(each, lower) ? { ...each, kind: "entity", op: "" } : each;
    if (isLossMade(tokens, i, lower)) return { ...each, kind: "metric", op: "", metrics: profits, sign: -1 };
    if (each.kind !== "metric") return each;
    if (isResult(tokens, i, lower, profits)) return { ...each, metrics: profits, sign: -1 };
    if (isLossOfMoney(tokens, i, lower)) return { ...each, metrics: profits, sign: -1 };
    if (isPartOfName(each, tokens[i + 1], lower)) return { ...each, kind: "foreign", metrics: [] };
    const told = toldBySentence(tokens, i, { lower, lexicon });
    if (told !== null) return told;
    const before = tokens[i - 1];
    const isModified =
      (before?.kind === "foreign" && each.start - before.end <= 1) ||
      (!each.metrics.some((metric) => priceLike.has(metric)) &&
        (isNarrowed(each, lower) ||
          leavesOut(each, lower) ||
          (isOfReport(each) && isOfUnknownPart(tokens, i, lower))));
    return isModified ? { ...each, kind: "foreign", metrics: [] } : each;
  });
}
