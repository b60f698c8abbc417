import { isDay } from "../claims/calendar-match.ts";
import { onlyOf } from "../lists.ts";
import { type ComparisonInput, clauseStart, type Spot } from "./comparison-sides.ts";

/** What one day has of a measure that the text shows of several. */
export interface DayValue {
  readonly company: string | null;
  readonly metrics: readonly string[];
  readonly value: number;
}

/** 其中6月17日最高: the value of the one day that the clause names, of the measure and company spoken of, else of the only ones shown; null where a number stands there or the claims have none of that day. */
export function valueOfDay(
  { settled, book, now }: ComparisonInput,
  { flat, at }: Spot,
  [company, metrics]: readonly [string | null, readonly string[]],
): DayValue | null {
  const from = clauseStart(flat, at);
  const end = flat.findIndex(({ kind }, i) => i > at && kind === "clause");
  const clause = flat.slice(from, end < 0 ? flat.length : end);
  const [day, ...more] = clause.filter(({ date }) => date?.day != null);
  if (day?.date == null || more.length > 0 || clause.some(({ kind }) => kind === "number")) return null;
  const shown = [...settled.values()].flatMap(({ entry }) => (entry === null ? [] : [entry]));
  const only = onlyOf(shown.map(({ claim }) => claim.metric));
  const measures = metrics.length > 0 || only === null ? metrics : [only];
  const owner = company ?? onlyOf(shown.map((entry) => entry.company));
  const own = measures.flatMap((metric) => book.of(metric)).filter((entry) => entry.company === owner);
  const { date } = day;
  const value = onlyOf(own.filter(({ asOf }) => isDay(date, asOf.day, now)).map(({ base }) => base));
  return value === null ? null : { company: owner, metrics: measures, value };
}
