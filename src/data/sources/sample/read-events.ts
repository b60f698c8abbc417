import type { Dividend, ReportDateRow, Unlock } from "../../company-days.ts";
import { known } from "../../validate-row.ts";
import events from "./events.json" with { type: "json" };
import { readSampleFinancials, rowsOf, type Table } from "./read-tables.ts";

/** True for a day whose announcements are out. */
type IsOut = (date: string) => boolean;

const text = (cell: unknown): string | undefined => (typeof cell === "string" ? cell : undefined);
const amount = (cell: unknown): number | undefined =>
  typeof cell === "number" && cell > 0 ? cell : undefined;

/** A dividend is a plan until its ex-date is announced. */
function readDividend(cells: Readonly<Record<string, unknown>>, isOut: IsOut): readonly Dividend[] {
  const planned = text(cells.plan_date) ?? "";
  if (!isOut(planned)) return [];
  const announced = text(cells.announced);
  const decided = announced !== undefined && isOut(announced);
  const day = (name: string) => (decided ? text(cells[name]) : undefined);
  const stage = text(cells.stage) ?? "";
  return [
    known<Dividend>({
      period: text(cells.period) ?? "",
      decided,
      stage: decided || announced === undefined ? stage : "预案",
      dividend_per_10: amount(cells.dividend_per_10),
      stock_per_10: amount(cells.stock_per_10),
      plan_date: planned,
      record_date: day("record_date"),
      ex_date: day("ex_date"),
      pay_date: day("pay_date"),
    }),
  ];
}

export const readSampleDividends = (code: string, isOut: IsOut): readonly Dividend[] =>
  rowsOf(events.dividends as unknown as Table, code, events.dividend_columns).flatMap((cells) =>
    readDividend(cells, isOut),
  );

export const readSampleUnlocks = (code: string): readonly Unlock[] =>
  rowsOf(events.unlocks as unknown as Table, code, events.unlock_columns).map((cells) =>
    known<Unlock>({
      date: text(cells.date) ?? "",
      unlock_shares: amount(cells.unlock_shares),
      unlock_ratio: amount(cells.unlock_ratio),
    }),
  );

/** A report is booked for the day on which its figures come out, from the end of its period on. */
export function readSampleReportDate(code: string, period: string, isOut: IsOut): ReportDateRow {
  const report = readSampleFinancials(code).find((row) => row.period === period);
  const day = report?.ann_date;
  if (day === undefined || !isOut(period)) return { code, period };
  return isOut(day) ? { code, period, booked: day, published: day } : { code, period, booked: day };
}
