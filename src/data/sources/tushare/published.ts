import { scopeFault } from "../../check-rows.ts";
import type { FinancialRow } from "../../rows.ts";
import type { DateRange } from "../../source.ts";

/** One publication of a report period: both tables hold the first version of a figure beside its corrections. */
export interface Published<Row extends Pick<FinancialRow, "code" | "period">> {
  readonly published: string;
  readonly updated: boolean;
  readonly row: Row;
}

const isNewer = (a: Published<FinancialRow>, b: Published<FinancialRow>): boolean =>
  a.published === b.published ? a.updated && !b.updated : a.published > b.published;

const isAlike = (a: Published<FinancialRow>, b: Published<FinancialRow>): boolean =>
  a.published === b.published && a.updated === b.updated;

/**
 * One row per period: the one published last, of two of one day the one marked as updated. A period whose newest publications contradict
 * each other has none. Ascending.
 */
export function newestPublication(rows: readonly Published<FinancialRow>[]): readonly FinancialRow[] {
  const newest = new Map<string, Published<FinancialRow>>();
  for (const each of rows) {
    const known = newest.get(each.row.period);
    if (known === undefined || isNewer(each, known)) newest.set(each.row.period, each);
  }
  const contradicts = (one: Published<FinancialRow>) =>
    rows.some(
      (other) =>
        other.row.period === one.row.period &&
        isAlike(other, one) &&
        JSON.stringify(other.row) !== JSON.stringify(one.row),
    );
  return [...newest.values()]
    .filter((each) => !contradicts(each))
    .map(({ row }) => row)
    .toSorted((a, b) => (a.period < b.period ? -1 : 1));
}

export const reportFault = (rows: readonly Published<FinancialRow>[], code: string, range: DateRange) =>
  scopeFault(
    rows.map(({ row }) => ({ code: row.code, date: row.period })),
    code,
    range,
  );
