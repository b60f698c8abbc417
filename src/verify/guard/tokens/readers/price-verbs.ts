/** A BOE share costs CNY 4.12, BYD ended the day at CNY 103.10: verbs that say a price only before money or a trading day. */

import { isRangeKey } from "../../lexicon/known-measures.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { lastOf, type Token, token } from "../token.ts";
import type { Cursor } from "./word-readers.ts";

const money =
  "(?: (?:now|currently|just|about|around|roughly))*(?: a share)? (?:(?:cny|rmb|¥) ?\\d|\\d[\\d.,]{0,12} ?(?:yuan|cny|rmb|元))";
const costing = pattern`^(?:(?:shares?|stock)(?: (?:now|currently))? )?(?:costs|cost|fetches|(?:is |are |was |were )?priced at|sells for|selling for|changes hands for|changing hands for|can be had for)(?=${money})`;
const past = /(?<![a-z])(?:cost|(?:was|were) priced at)$|^priced at$/;
const day =
  "(?: (?:on|the|its|their|previous|prior|last|preceding|regular|trading)){0,4} (?:session|day|trading|yesterday|today|monday|tuesday|wednesday|thursday|friday)(?: before)?";
const ending = pattern`^(?:ended|ending|ends|finished|finishing|finishes|settled|settling)(?: trading(?= at))?(?=(?:${day})?(?: (?:at|on|below|above|under|over|higher|lower|up|down|flat|slightly)(?! the (?:year|quarter|month))(?![a-z])|${day}[,.;)]))`;
const beginning = pattern`^(?:started|starting|starts|began|beginning|begins|kicked off)(?=${day}(?: (?:at|below|above|higher|lower|up|down|flat))(?![a-z]))`;

/** 每股4.52元, 现在一股是4.52元: what a share is at. */
const eachShare =
  /^(?:每一?股|一股)(?=(?:大约|大概|是|为|约|卖|要|值|只|就|才|仅|价){0,3}¥?\d[\d.,]{0,9} ?(?:元|块|cny|rmb))/;
/** earns CNY 1.20 per share, 每股派1.20元: of the earnings or the dividend of a share, and not of its price. */
const ofShare =
  /^(?:(pays|paid|distributes|distributed|returned)|earns|earned|earning|makes|made|loses|lost)(?= (?:a )?(?:(?:cny|rmb|¥) ?[\d.]{1,8}|[\d.]{1,8} ?(?:yuan|cny|rmb)) ?(?:per|a|each|for each) share(?![a-z]))|^每一?(?:[\d十百千]{1,4}股|股(?:可|能|共|约|税[前后])?(?:(派|分|发|送)|赚|挣|盈(?!利)|亏(?!损))|[手张份])(?=[出发了到约为是]{0,2}(?:红利|股利|现金)?¥?\d[\d.]{0,8}元)/;
/** 分红方案:每股0.52元: what has been told before of a share. */
const ofOther =
  /(?:[红派送赚亏]|盈利|收益|利润|股利|资产|现金流|公积|成本|目标|发行|增发|回购)[^。;\n]{0,12}$/;
const payer = /^(?:you|i|we)$/;

const worth = pattern`^(?:worth|for)(?: a total of)?(?=${money})`;
const traded =
  /(?:lots|shares)(?: (?:of )?[a-z]+){0,3} (?:changed hands|were traded|traded),? $|(?<![a-z])(?:traded|exchanged|turned over) [\d,.]{1,16} (?:(?:million|billion) )?(?:lots|shares),? $/;
const tradedReach = 60;
/** The first words of all of these: told before any of them is tried. */
const first =
  /^(?:shares?|stock|cost|fetch|(?:is|are|was|were) priced|priced|sell|chang|can be|end|finish|settl|start|beg|kicked|worth|for|earn|ma[dk]e|los[te]|pa(?:id|ys)|distrib|return|每|一股)/;
export const priceVerbStarts = "cfipsewabkmldr每一";
const longest = 64;

/** The verb alone: the day and the level behind it are read for themselves. */
export function readPriceVerb({ lower, lexicon, tokens }: Cursor, at: number): Token | null {
  const ahead = lower.slice(at, at + longest);
  if (!first.test(ahead)) return null;
  const amount = worth.exec(ahead);
  const turnover = amount === null ? undefined : lexicon.match("turnover", 0)?.entry;
  if (
    amount !== null &&
    turnover?.kind === "metric" &&
    traded.test(lower.slice(Math.max(0, at - tradedReach), at))
  )
    return token("metric", at, at + amount[0].length, { metrics: turnover.metrics });
  const share = ofShare.exec(ahead);
  if (share !== null && !payer.test(lastOf(tokens)?.op ?? "")) {
    const name = share[1] ?? share[2];
    const own = lexicon.match(name === undefined ? "earnings per share" : "dividend per share", 0)?.entry;
    return token(own?.kind ?? "foreign", at, at + share[0].length, {
      metrics: own?.metrics ?? [],
      sign: /亏|los/.test(share[0]) ? -1 : 0,
    });
  }
  const readings = [
    [eachShare, "报"],
    [costing, "price"],
    [ending, "closed"],
    [beginning, "opened"],
  ] as const;
  for (const [pattern, word] of readings) {
    const found = pattern.exec(ahead);
    const entry = found === null ? undefined : lexicon.match(word === "price" ? "trades at" : word, 0)?.entry;
    if (found === null || entry?.kind !== "metric") continue;
    // A BYD car costs…, costs CNY 103.10 to produce: of something else.
    const last = tokens.at(-1);
    const isOther =
      last?.kind === "text" &&
      /^[a-z]{2,}$/.test(last.op) &&
      !/^(?:currently|now|just|single|each)$/.test(last.op);
    if (word === "报" && ofOther.test(lower.slice(Math.max(0, at - 16), at))) return null;
    if (word === "price" && (isOther || / (?:to|per|for each) [a-z]/.test(ahead))) continue;
    return token("metric", at, at + found[0].length, {
      // costs, is priced at: now, as trades at; cost, was priced at: of any day.
      op: word === "price" && past.test(found[0]) ? "verb" : entry.op,
      metrics: entry.metrics,
    });
  }
  return null;
}

// 在1790.00元到1810.00元之间波动: the range of the day, told by both its ends.

export const rangeStarts = "在介波运震之区";

const opening =
  /^(?:介于|(?:波动|运行|震荡)?(?:在|于))\s?(?=¥?\d[\d.,]{0,12}元?\s?(?:到|至|和|与|-|—|–|~)\s?¥?\d[\d.,]{0,12}元(?:的?区间|之间))/;
const closing = /^(?:之间|区间)(?:内)?/;
/** Tokens from the word that opens a range to the one that ends it. */
const span = 5;

/** The words that open such a range as the measure of both numbers, those that end it as nothing more. */
export function readSpokenRange({ lower, tokens, lexicon }: Cursor, at: number): Token | null {
  const end = closing.exec(lower.slice(at, at + 3))?.[0].length ?? 0;
  if (end > 0) {
    const isRange = tokens
      .slice(-span)
      .some(({ kind, metrics }) => kind === "metric" && metrics.some(isRangeKey));
    return isRange ? token("fill", at, at + end, { op: "之间" }) : null;
  }
  const found = opening.exec(lower.slice(at, at + 40));
  const entry = found === null ? undefined : lexicon.match("日内区间", 0)?.entry;
  return found === null || entry?.kind !== "metric"
    ? null
    : token("metric", at, at + found[0].length, { metrics: entry.metrics });
}
