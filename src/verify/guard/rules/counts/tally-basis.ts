/** What several companies are said to have done at once, and what the claims say that each of them did. */

import type { Bench } from "../../bench.ts";
import type { Part } from "../../binding/part.ts";
import type { Way } from "../../tokens/readers/tally-words.ts";
import type { Token } from "../../tokens/token.ts";
import { growthSigns, moveSigns } from "../moves/moves.ts";
import { isOfStretch } from "../moves/signs-in-words.ts";

/** A sign that is said of each of several companies: of how its price moved, or of the value of the measures. */
export interface Told {
  readonly sign: number;
  /** Null for the price. */
  readonly metrics: readonly string[] | null;
}

/** Where it is said. */
export interface Place {
  readonly part: Part;
  /** The measure named before it in the clause. */
  readonly measure: Token | null;
  readonly bench: Bench;
}

const ways = /流入|流出|净买|净卖|inflow|outflow|bought|sold/;
const earnings = /亏|盈|赚|profit|loss/;

/** The claims' signs for one company; none where no claim says it. */
export const signsOf = (company: string, { metrics }: Told, bench: Bench): readonly number[] =>
  metrics === null ? moveSigns(company, bench) : growthSigns(company, metrics, bench);

const profits = ({ input }: Bench): readonly string[] => input.lexicon.profits;

/** The one measure of those that the numbers of the sentence show, or none. */
function onlyShown({ part, bench }: Place, fits: (metric: string) => boolean): readonly string[] {
  const shown = part.bound.quantities.flatMap(({ token }) => bench.settled.get(token)?.entry ?? []);
  const metrics = new Set(shown.map(({ claim }) => claim.metric).filter(fits));
  return metrics.size === 1 ? [...metrics] : [];
}

/** 两家的利润都在下滑。招商银行净利润同比下降2.08%…: the one that the text shows, of the profit where that is spoken of. */
function shownElsewhere({ part, bench }: Place, fits: (metric: string) => boolean): readonly string[] {
  const { lexicon, lower } = bench.input;
  const [first, last] = [part.sentence.clauses[0]?.[0], part.sentence.clauses.at(-1)?.at(-1)];
  const isOfProfit = /利润|业绩/.test(lower.slice(first?.start ?? 0, last?.end ?? 0));
  const isProfit = (id: string): boolean =>
    lexicon.basesOf(id).some((base) => lexicon.profits.includes(base));
  const metrics = new Set(
    [...bench.settled.values()].flatMap(({ entry }) => entry?.claim.metric ?? []).filter(fits),
  );
  const found = isOfProfit ? [...metrics].filter(isProfit) : [...metrics];
  return found.length === 1 ? found : [];
}

/** How the measure named before grew, else the one growth that the sentence shows. */
function growthAt(place: Place): readonly string[] | null {
  const { measure, bench } = place;
  const { lexicon } = bench.input;
  const own = measure?.kind === "metric" ? measure.metrics : [];
  if (own.some((metric) => lexicon.priceLike.has(metric))) return null;
  if (own.length > 0) return lexicon.grownOf(own);
  const isGrowth = (id: string): boolean => lexicon.basesOf(id).length > 0;
  return place.part.bound.quantities.length > 0
    ? onlyShown(place, isGrowth)
    : shownElsewhere(place, isGrowth);
}

/** What a count's own way says: 两盈一亏, 营收一升一降. */
export function toldOfWay({ sign, of }: Way, isOfGrowth: boolean, place: Place): Told {
  const { measure, bench } = place;
  if (of === "earnings") return { sign, metrics: profits(bench) };
  if (of === "flow") return { sign, metrics: bench.input.lexicon.flows };
  if (of === "measure")
    return { sign, metrics: measure?.kind === "metric" ? measure.metrics : onlyShown(place, () => true) };
  const grown = of === "growth" || isOfGrowth ? growthAt(place) : null;
  const own = measure?.kind === "metric" && of === "move" ? bench.input.lexicon.grownOf(measure.metrics) : [];
  return { sign, metrics: grown ?? (own.length > 0 ? own : null) };
}

/** What a word of move after a count, 均 or 只有 says; null for any other word. */
export function toldOfWord(word: Token, place: Place): Told | null {
  const { kind, op, sign, metrics } = word;
  const { lexicon, lower } = place.bench.input;
  if (kind === "direction" && op === "growth") {
    const own = place.measure?.metrics ?? [];
    const isOfPrice = own.some((metric) => lexicon.priceLike.has(metric));
    return {
      sign,
      metrics: isOfPrice ? null : own.length > 0 ? lexicon.grownOf(own) : (growthAt(place) ?? []),
    };
  }
  if (kind === "direction" && op === "loss")
    return {
      sign,
      metrics: earnings.test(lower.slice(word.start, word.end)) ? profits(place.bench) : lexicon.flows,
    };
  if (kind === "direction" && op === "market" && place.part.sentence.counts.growth > 0) {
    // Revenues of both fell year on year.
    const own = lexicon.grownOf(place.measure?.metrics ?? []);
    return { sign, metrics: own.length > 0 ? own : null };
  }
  if (kind === "direction")
    return ["market", "comparative", "flat"].includes(op) ? { sign, metrics: null } : null;
  // in positive territory
  if (kind === "event" && op === "red")
    return isOfStretch(place.part.sentence.tokens, lower) ? null : { sign, metrics: null };
  if (kind !== "metric") return null;
  if (sign !== 0 && op !== "noun" && metrics.some((metric) => lexicon.changes.percent.includes(metric)))
    return { sign, metrics: null };
  // 三只股票的主力资金 heads a list and says no way.
  const isOfFlow = metrics.some((metric) => lexicon.flows.includes(metric));
  if (isOfFlow)
    return ways.test(lower.slice(word.start, word.end)) ? { sign: sign < 0 ? -1 : 1, metrics } : null;
  // 均为净亏损
  return sign < 0 ? { sign, metrics } : null;
}

// 一涨一跌 of two days of one company, 不是都跌 of several: counts that are none of companies that moved so.

/** True where the count is one of days, and has been judged. */
export function judgeDays(word: Token, told: Told, spoken: readonly string[], bench: Bench): boolean {
  if (spoken.length > 1 || told.metrics !== null) return false;
  const company = spoken[0] ?? bench.book.only;
  const shown = new Map<number, number>();
  for (const { entry } of bench.settled.values())
    if (entry?.company === company && bench.input.lexicon.changes.percent.includes(entry.claim.metric))
      shown.set(entry.asOf.day, Math.sign(entry.base));
  if (shown.size < 2) return false;
  bench.judged.add(word);
  const moved = [...shown.values()].filter((sign) => sign === told.sign).length;
  if (moved !== word.count) bench.report(word, "wrong_count");
  return true;
}

/** 不是都跌: of each it is known whether it did, and one at least did not. */
export function checkNotAll(
  { move, told }: { readonly move: Token; readonly told: Told },
  pool: readonly string[],
  bench: Bench,
): void {
  const signs = pool.map((company) => signsOf(company, told, bench));
  const areKnown = pool.length > 1 && signs.every(({ length }) => length > 0);
  if (!areKnown || signs.flat().every((sign) => sign === told.sign))
    bench.report(move, "direction_unsupported");
}
