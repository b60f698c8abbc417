/** What a text shows of one measure of a company at several times, read once from the numbers that are bound. */
import { oncePer } from "#contract";
import type { BookClaim } from "../claims/claim-book.ts";
import type { Settled } from "../comparing/comparison-sides.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import type { Token } from "../tokens/token.ts";

export type Settlement = ReadonlyMap<Token, Settled>;

export interface Series {
  readonly company: string | null;
  readonly metric: string;
  /** One a day, in order of time. */
  readonly points: readonly BookClaim[];
  /** The one that the text tells first. */
  readonly first: BookClaim;
  /** No number of it carries a minus: of losses and outflows the text tells how large they are. */
  readonly isBare: boolean;
}

/** Every measure that the text shows of a company, also those of one day. */
export const measuresShown = oncePer((settled: Settlement): readonly Series[] => {
  const byMeasure = new Map<string, { entries: Map<number, BookClaim>; isBare: boolean }>();
  const inText = [...settled].toSorted(([a], [b]) => a.start - b.start);
  for (const [, { entry, quantity }] of inText) {
    if (entry === null) continue;
    const key = `${entry.company} ${entry.claim.metric} ${entry.window}`;
    const own = byMeasure.get(key) ?? { entries: new Map(), isBare: true };
    if (!own.entries.has(entry.asOf.day)) own.entries.set(entry.asOf.day, entry);
    if (quantity.number.sign !== "") own.isBare = false;
    byMeasure.set(key, own);
  }
  return [...byMeasure.values()].flatMap(({ entries, isBare }): Series[] => {
    const [first] = entries.values();
    const points = [...entries.values()].toSorted((a, b) => a.asOf.day - b.asOf.day);
    return first === undefined
      ? []
      : [{ company: first.company, metric: first.claim.metric, points, first, isBare }];
  });
});

/** Those of several days. */
export const seriesOf = oncePer((settled: Settlement): readonly Series[] =>
  measuresShown(settled).filter(({ points }) => points.length > 1),
);

/** Two trading days with the longest of holidays between. */
const mostApart = 11;

/** The close of the day before as the earlier of two, beside a price of the day: 收10.94元,昨收11.08元. */
export const pricesOf = (
  settled: Settlement,
  previous: readonly string[],
  prices: readonly string[],
): readonly Series[] =>
  measuresShown(settled).flatMap((now): Series[] => {
    const [own, ...more] = now.points;
    if (own === undefined || more.length > 0 || !prices.includes(now.metric)) return [];
    const before = measuresShown(settled).find(
      ({ company, metric, points }) =>
        company === now.company && previous.includes(metric) && points.length === 1,
    )?.points[0];
    const apart = before === undefined ? -1 : own.asOf.day - before.asOf.day;
    if (before === undefined || apart < 0 || apart > mostApart) return [];
    const day = apart === 0 ? own.asOf.day - 1 : before.asOf.day;
    return [{ ...now, points: [{ ...before, asOf: { ...before.asOf, day } }, own] }];
  });

const periodOf = ({ claim }: BookClaim): string => claim.as_of.slice(5, 10);
const ofReports = /^(?:03-31|06-30|09-30|12-31)$/;

/** A level stands for itself on any two days; a sum that reports add up only beside that of the same part of another year. */
export function areComparable(
  one: BookClaim,
  other: BookClaim,
  { priceLike, averages, flows, activity }: Lexicon,
): boolean {
  const { metric } = one.claim;
  const isLevel =
    one.unit.dimension !== "CNY" ||
    priceLike.has(metric) ||
    [averages, flows, activity].some((ids) => ids.includes(metric));
  const areReports = [one, other].every((each) => ofReports.test(periodOf(each)));
  return isLevel || !areReports || periodOf(one) === periodOf(other);
}

/** 从, 由, up from: what the number is said to have begun at is the earlier of two. */
const beginning = /(?:从|由|自|此前|(?<![a-z])from)[^,，。;；(（]{0,24}$/;
/** 至, to: what the number is said to have led to is the later. */
const leading = /(?:至|到|(?<![a-z])to)[^,，。;；(（]{0,24}$/;
const reach = 40;

/** How the text tells of a claim, wherever it shows it. */
interface Telling {
  readonly isBegun: boolean;
  readonly isLed: boolean;
}

const tellingsOf = oncePer(
  ({
    input: { lower },
    settled,
  }: {
    readonly input: { readonly lower: string };
    readonly settled: Settlement;
  }): ReadonlyMap<BookClaim, Telling> => {
    const told = new Map<BookClaim, Telling>();
    let end = 0;
    for (const [token, { entry }] of settled) {
      const before = lower.slice(Math.max(end, token.start - reach), token.start);
      end = token.end;
      if (entry === null) continue;
      const isBegun = beginning.test(before);
      const last = told.get(entry);
      told.set(entry, {
        isBegun: isBegun || last?.isBegun === true,
        isLed: (!isBegun && leading.test(before)) || last?.isLed === true,
      });
    }
    return told;
  },
);

type Told = Parameters<typeof tellingsOf>[0];

/** False where the text tells the two in the other order than that of their days. */
export const isToldInOrder = (earlier: BookClaim, later: BookClaim, text: Told): boolean =>
  tellingsOf(text).get(later)?.isBegun !== true && tellingsOf(text).get(earlier)?.isLed !== true;

export const isBegun = (entry: BookClaim, text: Told): boolean =>
  tellingsOf(text).get(entry)?.isBegun === true;
