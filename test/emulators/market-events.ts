import { companies, type ListedCompany } from "./market-securities.ts";

/** A dividend as it came to be. Amounts per share: cash in CNY before tax, stock in shares. */
export interface TrueDividend {
  /** The period's last day. */
  readonly period: string;
  readonly cash: number;
  readonly stock: number;
  readonly planned: string;
  /** When the meeting agreed. */
  readonly approved?: string;
  /** When it was announced that it is carried out, with its days. */
  readonly carriedOut?: {
    readonly announced: string;
    readonly record: string;
    readonly ex: string;
    readonly pay: string;
  };
}

/** Shares that become free on one day, by holder. */
export interface TrueUnlock {
  readonly date: string;
  readonly announced: string;
  readonly parts: readonly { readonly holder: string; readonly shares: number; readonly percent: number }[];
}

/** The day booked for a report. `listedOn`: the exchange's first list of that period. */
export interface TrueBooking {
  readonly period: string;
  readonly listedOn: string;
  readonly first: string;
  readonly change?: { readonly announced: string; readonly to: string };
  readonly published?: string;
}

export interface TruthEvents {
  /** Oldest first; some companies have never paid. */
  dividends(code: string): readonly TrueDividend[];
  /** Oldest first; some companies have none. */
  unlocks(code: string): readonly TrueUnlock[];
  bookings(code: string): readonly TrueBooking[];
}

const fiveDecimals = (value: number): number => Math.round(value * 1e5) / 1e5;

const day = (month: string, of: number): string => `${month}-${String(of).padStart(2, "0")}`;

/** The day before, inside one month. */
const eve = (date: string): string => day(date.slice(0, 7), Number(date.slice(8)) - 1);

const carriedOut = (announced: string, ex: string) => ({ announced, record: eve(ex), ex, pay: ex });

/** By turns: planned, agreed to, carried out on a day to come. */
function newest(company: ListedCompany, index: number): TrueDividend {
  const plan = {
    period: "2025-12-31",
    cash: fiveDecimals(company.eps * 0.31193),
    stock: 0,
    planned: "2026-03-28",
  };
  if (company.dividend !== undefined)
    return {
      ...plan,
      cash: company.dividend.amount,
      approved: "2026-04-10",
      carriedOut: carriedOut("2026-04-14", company.dividend.date),
    };
  if (index % 3 === 0) return plan;
  if (index % 3 === 1) return { ...plan, approved: "2026-04-29" };
  return {
    ...plan,
    approved: "2026-04-24",
    carriedOut: carriedOut("2026-04-30", day("2026-05", 11 + (index % 15))),
  };
}

function dividendsOf(company: ListedCompany, index: number): readonly TrueDividend[] {
  if (company.eps < 0 || index % 7 === 6) return [];
  const before: TrueDividend = {
    period: "2024-12-31",
    // Now and then shares alone.
    cash: index % 25 === 15 ? 0 : fiveDecimals(company.eps * 0.28717),
    stock: index % 5 === 0 ? 0.49 : 0,
    planned: "2025-03-28",
    approved: "2025-05-20",
    carriedOut: carriedOut("2025-06-03", day("2025-06", 10 + (index % 17))),
  };
  const none: TrueDividend = { period: "2023-12-31", cash: 0, stock: 0, planned: "2024-03-28" };
  return [none, before, newest(company, index)];
}

function unlocksOf({ shares }: ListedCompany, index: number): readonly TrueUnlock[] {
  if (index % 3 === 0) return [];
  const unlock = (date: string, percents: readonly number[]): TrueUnlock => ({
    date,
    announced: "2023-06-20",
    parts: percents.map((percent, at) => ({
      holder: `股东${at + 1}`,
      shares: Math.round(shares * 100 * percent),
      percent,
    })),
  });
  const past = unlock(day("2025-11", 3 + (index % 20)), [1.9041, 0.2242]);
  const ahead = [unlock(day("2026-06", 1 + (index % 28)), [3.25, 3.25, 0.0145]), unlock("2027-06-21", [0.5])];
  return index % 3 === 1 ? [past, ...ahead] : [past];
}

const bookingsOf = (index: number): readonly TrueBooking[] => [
  { period: "2025-09-30", listedOn: "2025-10-01", first: "2025-10-25", published: "2025-10-25" },
  { period: "2025-12-31", listedOn: "2025-12-29", first: "2026-03-28", published: "2026-03-28" },
  { period: "2026-03-31", listedOn: "2026-04-01", first: "2026-04-25", published: "2026-04-25" },
  {
    period: "2026-06-30",
    listedOn: "2026-07-01",
    first: day("2026-08", 10 + (index % 10)),
    ...(index % 4 === 1 ? { change: { announced: "2026-07-03", to: day("2026-08", 25) } } : {}),
  },
];

const of = <Value>(
  code: string,
  build: (company: ListedCompany, index: number) => Value,
  none: Value,
): Value => {
  const index = companies.findIndex((company) => company.code === code);
  const company = companies[index];
  return company === undefined ? none : build(company, index);
};

export const createEvents = (): TruthEvents => ({
  dividends: (code) => of(code, dividendsOf, []),
  unlocks: (code) => of(code, unlocksOf, []),
  bookings: (code) => of(code, (_, index) => bookingsOf(index), []),
});

/** What a booking says on a day: the day that is booked, and whether the report is out. Undefined before the first list. */
export function bookedOn({ listedOn, first, change, published }: TrueBooking, today: string) {
  if (today < listedOn) return undefined;
  const isChanged = change !== undefined && change.announced <= today;
  return {
    first,
    changed: isChanged ? change.to : undefined,
    announced: isChanged ? change.announced : listedOn,
    published: published !== undefined && published <= today ? published : undefined,
  };
}
