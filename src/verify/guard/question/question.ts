import type { Moment } from "../../moment.ts";
import { companiesIn, type DateRead, type NumberRead, type Token } from "../tokens/token.ts";

/** What the user's own message holds, as far as an answer may repeat it. */
export interface Question {
  readonly companies: ReadonlySet<string>;
  holdsNumber(number: NumberRead): boolean;
  /** The user has named the date; a date that came without its year is the latest such one, not next year's. */
  holdsDate(date: DateRead, now: Moment): boolean;
}

/** A number apart from how it is written: 1,801.20 and 1801.2 are one. */
function canonical({ shown }: NumberRead): string {
  let { digits } = shown;
  let power = shown.exponent - shown.decimals;
  while (digits !== 0n && digits % 10n === 0n && power < 400) {
    digits /= 10n;
    power++;
  }
  return `${digits}e${digits === 0n ? 0 : power}`;
}

/** A unit as written; a number of the user's without one may be money or shares. */
const unitKey = ({ unit }: NumberRead): string | null =>
  unit === null ? null : `${unit.dimension}e${unit.exponent}`;
const impliedUnits: ReadonlySet<string | null> = new Set([null, "CNYe0", "sharese0", "sharese2", "timese0"]);

/** The user's numbers, each with its units. */
function numbersOf(tokens: readonly Token[]): Map<string, Set<string | null>> {
  const numbers = new Map<string, Set<string | null>>();
  for (const { number, kind } of tokens) {
    if (number === null || kind !== "number") continue;
    const key = canonical(number);
    numbers.set(key, (numbers.get(key) ?? new Set()).add(unitKey(number)));
  }
  return numbers;
}

/** A longer question, in tokens, asks more than one thing. */
export const longestQuestion = 60;

/** A word for a measure, none of what was done with it: 收盘 of 收盘价, not 收盘 of 收盘于. */
export const isMeasure = ({ kind, op }: Token): boolean => kind === "metric" && !op.endsWith("verb");

const dayMs = 86_400_000;

/** The date, whose year is shown, lies in the year up to now; a bare year or month is told by its last day. */
function isLatest({ year, month, day }: DateRead, now: Moment): boolean {
  if (year === null) return true;
  const end = day === null ? Date.UTC(year, month ?? 12, 0) : Date.UTC(year, (month ?? 12) - 1, day);
  const ago = now.day - end / dayMs;
  return ago >= -31 && ago <= 366;
}

export function readQuestion(tokens: readonly Token[]): Question {
  const numbers = numbersOf(tokens);
  const dates = tokens.map((each) => each.date).filter((date) => date !== null);
  return {
    companies: companiesIn(tokens),
    holdsNumber(number) {
      if (numbers.size === 0) return false;
      const units = numbers.get(canonical(number));
      if (units === undefined) return false;
      const shown = unitKey(number);
      return shown === null || units.has(shown) || (units.has(null) && impliedUnits.has(shown));
    },
    holdsDate: ({ year, month, day }, now) =>
      dates.some(
        (date) =>
          date.month === month &&
          date.day === day &&
          (year === null ||
            date.year === year ||
            (date.year === null && isLatest({ year, month, day }, now))),
      ),
  };
}
