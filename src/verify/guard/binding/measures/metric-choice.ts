import { isKnownMeasure } from "../../lexicon/known-measures.ts";
import type { Lexicon } from "../../lexicon/lexicon.ts";
import { moveOver } from "../../lexicon/metric-keys.ts";
import { claimUnit } from "../../tokens/readers/units.ts";
import type { NumberRead, Token } from "../../tokens/token.ts";
import { isOfEarnings } from "../assertions.ts";
import type { ClauseInput, Window } from "../context.ts";

/** What stands around a number in its clause, as far as it says which metric the number is of. */
export interface Surroundings {
  /** The last measure named before the number in its clause: registered, foreign, or none. */
  readonly named: Token | null;
  /** The measure named right after it (`1801元的收盘价`), if any. */
  readonly after: Token | null;
  /** The last word of direction before it. */
  readonly direction: Token | null;
  /** 同比, before or after. */
  readonly growth: boolean;
  /** A signed per cent in brackets right after a number: 1801.23元(+0.53%). */
  readonly isAside: boolean;
  /** The metric that an earlier clause left open. */
  readonly inherited: readonly string[];
  /** True where that is the open or the previous close and no number of it has been said yet. */
  readonly isUnsaid: boolean;
  /** False where words that the guard does not know stand between. */
  readonly isClean: boolean;
  readonly dimension: string | null;
  /** The stretch of time named around it (近20日), in one spelling. */
  readonly stretch: string | null;
}

/** In what the registry measures it. */
export const dimensionOf = (lexicon: Lexicon, metric: string): string =>
  claimUnit(lexicon.metrics[metric]?.default_unit ?? "").dimension;

const isPart = (dimension: string | null): boolean =>
  dimension === "part" || dimension === "bp" || dimension === null;

/** The change of a day, or of the stretch of time that is named. */
const changesOf = ({ stretch }: Surroundings, lexicon: Lexicon): readonly string[] =>
  stretch === null ? lexicon.changes.percent : [moveOver(stretch), ...lexicon.changes.percent];

/** What moved, for a direction: the growth of the measure, or the change of the price. */
function moved(of: readonly string[], around: Surroundings, lexicon: Lexicon): readonly string[] {
  const way = around.direction?.op;
  // 营收同比下降0.48%,工行下降2.52%: the second is of the growth that the first was of.
  const growth = way === "growth" ? lexicon.grownOf(of) : of.flatMap(lexicon.growthOf);
  // 高开于18.20元 is the open; how far above the close before it is no claim's.
  if (way === "open") return around.dimension === "CNY" ? lexicon.opens : [];
  if (way === "sinceOpen") return [];
  const market = way === "market" || way === "comparative" || way === "lead";
  const priced = of.length === 0 || of.some((metric) => lexicon.priceLike.has(metric));
  // 收益率下行1.5bp: a yield shifts by points of its own.
  const shifts = around.dimension === "bp" && !around.growth ? of.flatMap(lexicon.shiftsOf) : [];
  if (shifts.length > 0) return shifts;
  if (isPart(around.dimension)) {
    if (around.growth || growth.length > 0) return growth;
    return priced || (market && around.named === null) ? changesOf(around, lexicon) : [];
  }
  return around.dimension === "CNY" && market && priced ? lexicon.changes.amount : [];
}

function ofNamed(named: Token, around: Surroundings, lexicon: Lexicon): readonly string[] {
  if (named.kind !== "metric") return [];
  const fits = named.metrics.filter(
    (metric) => isKnownMeasure(metric) || fitsDimension(dimensionOf(lexicon, metric), around.dimension),
  );
  const growth = named.metrics.flatMap((metric) => lexicon.growthOf(metric));
  if (around.growth && growth.length > 0) return growth;
  // 下跌 is said of whatever moved by so many per cent, whichever metric has the word.
  if (
    named.sign !== 0 &&
    named.metrics.some((metric) => lexicon.changes.percent.includes(metric)) &&
    isPart(around.dimension)
  )
    return [...new Set([...named.metrics, ...changesOf(around, lexicon)])];
  // "当前价上涨1.29%" speaks of the change, "换手率上升3.8%" of nothing that is claimed.
  if (isMove(around)) {
    const own = named.metrics.filter((metric) => lexicon.changes.all.includes(metric));
    const isGrowth = named.metrics.filter(
      (metric) =>
        lexicon.metrics[metric]?.signed === true && /同比|增长|growth/.test(namesOf(lexicon, metric)),
    );
    if (own.length > 0) return [...own, ...(around.stretch === null ? [] : [moveOver(around.stretch)])];
    return isGrowth.length > 0 ? isGrowth : moved(named.metrics, around, lexicon);
  }
  // 这周涨幅2.02%: of the stretch that is named.
  const isChange = named.metrics.some((metric) => lexicon.changes.percent.includes(metric));
  if (isChange && around.stretch !== null && isPart(around.dimension))
    return [moveOver(around.stretch), ...named.metrics];
  // 收盘时报38.52元: a verb of price says no more than the measure before it.
  if (named.op.endsWith("verb")) {
    const open = around.inherited.filter(
      (metric) => isKnownMeasure(metric) || fitsDimension(dimensionOf(lexicon, metric), around.dimension),
    );
    // 5月7日开盘,格力报38.20元: the open and nothing else.
    if (around.isUnsaid && open.length > 0) return open;
    if (open.length === 0 && fits.length === 0)
      return [...lexicon.priceLike].filter((id) => dimensionOf(lexicon, id) === around.dimension);
    if (named.op === "verb") return [...new Set([...open, ...fits, ...lexicon.closes.own])];
    return fits.length > 0 ? fits : open;
  }
  if (fits.length > 0) return fits;
  // An index closes and stands with the words of a stock; its level is no open and no high.
  const ofPrice = named.metrics.some(
    (metric) => lexicon.priced.includes(metric) || lexicon.closes.own.has(metric),
  );
  return around.dimension === "点" && ofPrice
    ? [...named.metrics, ...[...lexicon.priceLike].filter((id) => dimensionOf(lexicon, id) === "点")]
    : named.metrics;
}

const namesOf = (lexicon: Lexicon, metric: string): string =>
  [...(lexicon.metrics[metric]?.zh ?? []), ...(lexicon.metrics[metric]?.en ?? [])].join(" ");

/** A change of so much, not a level that was reached (`count` 1: 跌至) and not a loss. */
const isMove = ({ direction, dimension }: Surroundings): boolean =>
  direction !== null &&
  direction.op !== "loss" &&
  // flat at 0.00%: the move itself.
  (direction.count !== 1 || (direction.op === "flat" && isPart(dimension)));

function fitsDimension(of: string, shown: string | null): boolean {
  return (
    shown === null || of === shown || (of === "part" && shown === "bp") || (of === "bp" && shown === "part")
  );
}

/** 60日跌11.2%,比三一重工3.5%的跌幅更大: the move behind a number, of the stretch that is named; not 涨幅 behind a fall. */
function ofAfter({ kind, metrics, sign }: Token, { stretch, direction }: Surroundings, { changes }: Lexicon) {
  if (kind !== "metric") return [];
  const isAlike = direction === null || direction.sign < 0 === sign < 0;
  const isMoved = stretch !== null && isAlike && metrics.some((id) => changes.percent.includes(id));
  return isMoved ? [moveOver(stretch), ...metrics] : metrics;
}

/** 近20日京东方A跌幅8.30%,海康威视3.10%: of the stretch too; 近20日涨跌幅为9.60%,近60日为4.15%: of another stretch than the measure left open. */
function overStretch(own: readonly string[], { stretch }: Surroundings, lexicon: Lexicon): readonly string[] {
  if (stretch === null) return own;
  if (own.some((metric) => lexicon.changes.percent.includes(metric))) return [moveOver(stretch), ...own];
  const isOther = own.some((metric) => {
    const of = lexicon.stretchOfMove(metric);
    return of !== null && of !== stretch;
  });
  return isOther ? [moveOver(stretch)] : own;
}

/** The metrics a number may be of, narrowest reading first found; empty where nothing registered is named. */
export function chooseMetrics(around: Surroundings, lexicon: Lexicon): readonly string[] {
  if (around.after !== null) return ofAfter(around.after, around, lexicon);
  if (around.named !== null) return ofNamed(around.named, around, lexicon);
  if (isMove(around)) return moved(around.inherited, around, lexicon);
  // 收益率为1.73%,变动-2.4bp: points of its own behind the level.
  const shifts = around.dimension === "bp" ? around.inherited.flatMap(lexicon.shiftsOf) : [];
  if (shifts.length > 0) return shifts;
  if (around.isAside) {
    const own = around.inherited.filter((metric) =>
      fitsDimension(dimensionOf(lexicon, metric), around.dimension),
    );
    return [...new Set([...moved(around.inherited, around, lexicon), ...overStretch(own, around, lexicon)])];
  }
  if (around.growth && isPart(around.dimension)) return lexicon.grownOf(around.inherited);
  if (!around.isClean) return [];
  const fits = (metric: string) =>
    isKnownMeasure(metric) || fitsDimension(dimensionOf(lexicon, metric), around.dimension);
  const own = around.inherited.filter(fits);
  if (own.length > 0) return overStretch(own, around, lexicon);
  if (around.direction?.op === "loss") return lexicon.flows;
  // 营收同比增长14.41%,达到169.89亿元: the measure that grew.
  return around.inherited.flatMap(lexicon.basesOf).filter(fits);
}

/** 亏损额为494.78亿元: the net profit, whatever was spoken of before; what the user lost is no claim's. */
export function earningsMetrics(
  { lower, lexicon }: ClauseInput,
  { named, direction, tokens }: Window,
  { unit }: NumberRead,
): readonly string[] | null {
  if (direction?.op !== "loss" || direction.sign > 0 || named !== null || unit?.dimension !== "CNY")
    return null;
  const isUsers = tokens.some(({ kind }) => kind === "user");
  return !isUsers && isOfEarnings(direction, lower) ? lexicon.profits : null;
}
