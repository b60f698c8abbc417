import { type EventKind, type EventRow, type EventsValue, noEventKeys } from "#contract";
import { periodWord, reportPeriod } from "#language";
import type { Dividend, ReportDateRow, Unlock } from "../data/company-days.ts";
import { isAgreedTo, isProposed } from "../data/dividends.ts";

/** An event and the day that decides whether it is past; none for a plan. */
export interface Dated {
  readonly day: string | undefined;
  readonly row: EventRow;
}

const mostComing = 6;
const mostPast = 8;

/** Keys without a value are left out. */
const rowOf = (cells: Readonly<Record<string, string | number | undefined | null>>): EventRow =>
  Object.fromEntries(
    Object.entries(cells).flatMap(([name, cell]) =>
      cell === undefined || cell === null || cell === "" ? [] : [[name, cell] as const],
    ),
  );

function paidFor(lastDay: string) {
  const period = reportPeriod(lastDay, "ytd");
  return period === null
    ? {}
    : { paid_for_zh: periodWord(period, "zh"), paid_for_en: periodWord(period, "en") };
}

function stageInEnglish(stage: string): string {
  if (isAgreedTo(stage)) return "approved by the shareholders' meeting";
  return isProposed(stage) ? "proposed" : stage;
}

export function dividendOf({ period, decided, ex_date: exDate, ...facts }: Dividend): Dated {
  const { stage, plan_date, record_date, pay_date, dividend_per_10, stock_per_10 } = facts;
  const amounts = {
    ...paidFor(period),
    dividend_per_10: dividend_per_10 || undefined,
    stock_per_10: stock_per_10 || undefined,
  };
  return decided
    ? { day: exDate, row: rowOf({ ...amounts, ex_date: exDate, record_date, pay_date }) }
    : {
        day: undefined,
        row: rowOf({ ...amounts, stage_zh: stage, stage_en: stageInEnglish(stage), plan_date }),
      };
}

export const unlockOf = ({ date, unlock_shares, unlock_ratio }: Unlock): Dated => ({
  day: date,
  row: rowOf({ unlock_date: date, unlock_shares, unlock_ratio }),
});

const reportNames: Readonly<Record<string, readonly [zh: string, en: string]>> = {
  "03": ["一季报", "first-quarter report"],
  "06": ["半年报", "half-year report"],
  "09": ["三季报", "third-quarter report"],
  "12": ["年报", "annual report"],
};

function reportName(period: string) {
  const [year, month = ""] = period.split("-");
  const [zh, en] = reportNames[month] ?? [];
  return zh === undefined ? {} : { report_zh: `${year}年${zh}`, report_en: `${year} ${en}` };
}

export function reportOf({ period, booked, published }: ReportDateRow): readonly Dated[] {
  const day = published ?? booked;
  if (day === undefined) return [];
  const row = rowOf({
    ...reportName(period),
    ...(published === undefined ? { booked_date: booked } : { published_date: published }),
  });
  return [{ day, row }];
}

const byDay = (a: Dated, b: Dated): number => ((a.day ?? "") < (b.day ?? "") ? -1 : 1);

const byPlan = (a: EventRow, b: EventRow): number =>
  String(a.plan_date ?? "") < String(b.plan_date ?? "") ? 1 : -1;

/** A day that has come is past; an ex-date or an unlock of today is still to be told as coming, a report of today is out. */
function isComing(kind: EventKind, { day = "", row }: Dated, today: string): boolean {
  return kind === "reports" && row.published_date !== undefined ? day > today : day >= today;
}

/**
 * The events of one company, parted by the day. `isWhole`: nothing that was asked went without an answer, so that what is not there is
 * known not to be.
 */
export function eventsValue(
  { code, kind }: { readonly code: string; readonly kind: EventKind },
  events: readonly Dated[],
  { asOf, today, isWhole }: { readonly asOf: string; readonly today: string; readonly isWhole: boolean },
): EventsValue {
  const dated = events.filter(({ day }) => day !== undefined).toSorted(byDay);
  const coming = dated.filter((each) => isComing(kind, each, today)).slice(0, mostComing);
  const past = dated.filter((each) => !isComing(kind, each, today)).toReversed();
  return {
    code,
    kind,
    as_of: asOf,
    coming: coming.map(({ row }) => row),
    planned: events
      .filter(({ day }) => day === undefined)
      .map(({ row }) => row)
      .toSorted(byPlan),
    past: past.slice(0, mostPast).map(({ row }) => row),
    ...(coming.length === 0 && isWhole ? { [noEventKeys[kind]]: asOf } : {}),
  };
}
