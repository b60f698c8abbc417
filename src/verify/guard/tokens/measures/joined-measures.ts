import type { Lexicon } from "../../lexicon/lexicon.ts";
import { claimUnit } from "../readers/units.ts";
import type { Reading } from "../reading.ts";
import { kindsOf, revised, type Token } from "../token.ts";
import { isNamesake, isNarrowed, isOfUnknownPart, leavesOut } from "./narrowings.ts";
import { toldBySentence } from "./sentence-measures.ts";

const isMillions = (each: Token | undefined): boolean => {
  if (each?.number == null) return false;
  const { shown, unit } = each.number;
  return unit?.dimension === "CNY" && shown.exponent + unit.exponent >= 6;
};
const isOwner = ({ kind, op }: Token): boolean => kind === "company" || /^(?:it|and|company)$/.test(op);

const bookedA =
  /(?<![a-z])(?:booked|posted|reported|recorded|registered|made|suffered|incurred|ran) a (?:net |full-year |annual )?$/;
const wasA = /(?<![a-z])(?:was|is|came to|amounted to|came in as) a (?:net )?$/;
const longestBooking = 40;

/** a loss of RMB 6.24 billion: of the profit, whatever else the registry calls a loss, if the company booked it or its profit is said to be it. */
function isLossOfMoney(tokens: readonly Token[], at: number, lower: string, profits: readonly string[]) {
  const each = tokens[at];
  if (each === undefined || tokens[at + 1]?.op !== "of" || !isMillions(tokens[at + 2])) return false;
  const said = lower.slice(each.start, each.end);
  const ahead = lower.slice(Math.max(0, each.start - longestBooking), each.start);
  const near = tokens.slice(Math.max(0, at - 10), at);
  // iFlytek made a loss of RMB 193 million: one word.
  if (each.kind === "event") {
    const owner = near.at(-1);
    return each.op === "earnings" && said.endsWith(" loss") && owner !== undefined && isOwner(owner);
  }
  if (each.kind !== "metric" || !/^loss(?:es)?$/.test(said)) return false;
  // Its bottom line was a loss of RMB 193 million.
  if (said === "loss" && wasA.test(ahead))
    return near.some(
      ({ kind, op, metrics }) =>
        op === "result" || (kind === "metric" && metrics.some((id) => profits.includes(id))),
    );
  // Vanke booked a loss of: the company itself, of the year and not of a month, a segment or its lenders.
  const verb = bookedA.exec(ahead);
  const start = each.start - (verb?.[0].length ?? 0);
  const [before, owner] = near.filter(({ end }) => end <= start).slice(-2);
  const named = owner ?? before;
  if (verb === null || named === undefined || start - named.end > 1) return false;
  const isOfOther = owner !== undefined && /^(?:in|of|for|by|to|against|with|from)$/.test(before?.op ?? "");
  return !isOfOther && isOwner(named);
}

/** R&D engineers: the bare word, which another noun makes its own. */
const isPartOfName = ({ start, end }: Token, next: Token | undefined, lower: string): boolean =>
  next?.kind === "text" &&
  /^[a-z]/.test(next.op) &&
  next.start - end === 1 &&
  /^(?:r&d|research and development)$/.test(lower.slice(start, end));

const mayBePeriod = kindsOf("growth licensed text");
/** annual revenue, quarterly net profit: a stretch of time right before the measure. */
const isOfPeriod = ({ start, end }: Token, next: Token | undefined, lower: string): boolean =>
  next?.kind === "metric" &&
  next.start - end === 1 &&
  /^(?:annual|yearly|quarterly)$/.test(lower.slice(start, end));

/** 单日净利润: no report is of a day, a week or a month. */
const isOfOneDay = ({ start }: Token, lower: string): boolean =>
  /单[日周月]的?$/.test(lower.slice(Math.max(0, start - 3), start));

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
  return revised(tokens, (each, i) => {
    if (mayBePeriod.has(each.kind))
      return isOfPeriod(each, tokens[i + 1], lower) ? { ...each, kind: "window", op: "" } : each;
    if (each.kind === "company") return isNamesake(each, lower) ? { ...each, kind: "entity", op: "" } : each;
    // foreign net outflow
    if (each.kind === "direction" && each.op === "loss" && /flow/.test(lower.slice(each.start, each.end)))
      return isNarrowed(each, lower) ? { ...each, kind: "foreign", sign: 0 } : each;
    if (each.kind !== "metric" && each.kind !== "event") return each;
    if (isLossOfMoney(tokens, i, lower, profits))
      return {
        ...each,
        kind: "metric",
        op: each.kind === "event" ? "" : each.op,
        metrics: profits,
        sign: -1,
      };
    if (each.kind !== "metric") return each;
    if (isPartOfName(each, tokens[i + 1], lower)) return { ...each, kind: "foreign", metrics: [] };
    const told = toldBySentence(tokens, i, { lower, lexicon });
    if (told !== null) return told;
    const before = tokens[i - 1];
    const isModified =
      (before?.kind === "foreign" && each.start - before.end <= 1) ||
      (!each.metrics.some((metric) => priceLike.has(metric)) &&
        (isNarrowed(each, lower) ||
          leavesOut(each, lower) ||
          (isOfReport(each) && (isOfUnknownPart(tokens, i, lower) || isOfOneDay(each, lower)))));
    return isModified ? { ...each, kind: "foreign", metrics: [] } : each;
  });
}

/** 营业收入合计432.7亿元, 前十大股东持股比例之和为43.27%: a sum that is the one measure itself, of the one company spoken of. */
const sums = /^(?:合计|总计|in total|altogether)$/;
/** Of shares of a whole that the measure itself adds up. */
const sumsOfParts = /^(?:合计|总计|总和|之和|加起来|in total|altogether|combined)$/;
const ofParts = /前十|top (?:10|ten)/;
const owning = new Set(["own", "owned", "hold", "held", "together"]);
const several: ReadonlySet<string> = new Set(["join", "pair", "count", "respective", "foreign", "window"]);
const ends: ReadonlySet<string> = new Set(["break", "line"]);
const clauseEnds: ReadonlySet<string> = new Set([...ends, "clause"]);

/** True where the last clause that names a company shows a value too. */
function holdsNumber(tokens: readonly Token[]): boolean {
  const company = tokens.findLastIndex(({ kind }) => kind === "company" || kind === "entity");
  return tokens.slice(company + 1).some(({ kind }) => kind === "number");
}

function addsUp(metric: string, said: string, lexicon: Lexicon): boolean {
  if (lexicon.wordsOf(metric).some((word) => ofParts.test(word))) return sumsOfParts.test(said);
  const { dimension } = claimUnit(lexicon.metrics[metric]?.default_unit ?? "%");
  const isAmount = dimension === "shares" || dimension === "CNY";
  return sums.test(said) && isAmount && !lexicon.priceLike.has(metric) && !/per|eps/.test(metric);
}

function isOwnTotal(tokens: readonly Token[], at: number, { lower, lexicon }: Reading): boolean {
  const { start, end } = tokens[at] ?? { start: 0, end: 0 };
  const isOpen = ({ kind, op }: Token): boolean =>
    kind === "fill" || kind === "open" || kind === "company" || owning.has(op);
  const measure = tokens.slice(Math.max(0, at - 6), at).findLast((each) => !isOpen(each));
  if (measure?.kind !== "metric") return false;
  // the top ten holders of Moutai owned a combined 68.9%
  const isOwned = lower.slice(measure.start, measure.end).endsWith(" of");
  if (!isOwned && start - measure.end > 4) return false;
  if (!measure.metrics.some((metric) => addsUp(metric, lower.slice(start, end), lexicon))) return false;
  const bounds = (kinds: ReadonlySet<string>): readonly [number, number] => {
    const to = tokens.findIndex(({ kind }, i) => i > at && kinds.has(kind));
    return [
      tokens.slice(0, at).findLastIndex(({ kind }) => kinds.has(kind)) + 1,
      to < 0 ? tokens.length : to,
    ];
  };
  const ofWhom = (all: readonly Token[]): number =>
    new Set(all.flatMap(({ kind, op }) => (kind === "company" || kind === "entity" ? [op] : []))).size;
  const [from, to] = bounds(ends);
  const [first, last] = bounds(clauseEnds);
  const inSentence = ofWhom(tokens.slice(from, to));
  // 紫金矿业成交额87.06亿元,恒瑞医药成交额合计24.11亿元: each clause of one company, and the one before it done with its own.
  const before = tokens.slice(from, first);
  const isOfClause = ofWhom(tokens.slice(first, last)) === 1 && (ofWhom(before) === 0 || holdsNumber(before));
  const isOfOne = isOfClause || inSentence === 1 || (inSentence === 0 && ofWhom(tokens) === 1);
  return (
    isOfOne &&
    !tokens
      .slice(first, at)
      .some((each) => several.has(each.kind) || (each.kind === "metric" && each !== measure))
  );
}

/** The tokens, such a word taken for one that joins a value to its measure. */
export function readOwnTotals(tokens: readonly Token[], reading: Reading): readonly Token[] {
  if (!tokens.some(({ kind }) => kind === "derived")) return tokens;
  return revised(tokens, (each, at) =>
    each.kind === "derived" && isOwnTotal(tokens, at, reading) ? { ...each, kind: "fill", op: "为" } : each,
  );
}
