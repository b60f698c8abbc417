import { refused } from "../../check-rows.ts";
import type { ReportDateRow } from "../../company-days.ts";
import { reportDateFits } from "../../report-dates.ts";
import { compactDate, readCompactDate } from "../../shanghai-time.ts";
import type { SourceResult } from "../../source.ts";
import { known } from "../../validate-row.ts";
import type { Cells } from "./api.ts";
import { answer, askTable, codeOf, type TushareConnection } from "./table.ts";

const fields = "ts_code ann_date end_date pre_date actual_date modify_date".split(" ");

interface Announced {
  readonly announced: string;
  readonly row: ReportDateRow;
  /** True where the corrections end with another day than the one said to be booked: which holds is not documented. */
  readonly unsure: boolean;
}

function isContradicted(booked: string | null, corrections: unknown): boolean {
  const last = String(corrections ?? "")
    .match(/\d{8}/g)
    ?.at(-1);
  return booked !== null && last !== undefined && readCompactDate(last) !== booked;
}

function read(cells: Cells): Announced | null {
  const period = readCompactDate(cells.end_date);
  if (period === null) return null;
  const [booked, published] = [readCompactDate(cells.pre_date), readCompactDate(cells.actual_date)];
  return {
    announced: readCompactDate(cells.ann_date) ?? "",
    unsure: published === null && isContradicted(booked, cells.modify_date),
    row: known<ReportDateRow>({
      code: codeOf(cells),
      period,
      booked: booked ?? undefined,
      published: published ?? undefined,
    }),
  };
}

/** Table `disclosure_date` (tushare.pro/document/2?doc_id=162, 500 points): of several announcements of one period the newest holds. */
export async function askReportDates(
  connection: TushareConnection,
  { code, period }: { readonly code: string; readonly period: string },
  signal: AbortSignal,
): Promise<SourceResult<ReportDateRow>> {
  const params = { ts_code: code, end_date: compactDate(period) };
  const query = { api: "disclosure_date", params, fields };
  const fault = (rows: readonly Announced[]) =>
    rows.every(({ row }) => row.code === code && row.period === period)
      ? null
      : "the answer is about another code or period";
  const result = await askTable(connection, query, { read, fault }, signal);
  if (!result.ok) return result;
  const last = result.rows
    .map(({ announced }) => announced)
    .toSorted()
    .at(-1);
  const [newest, ...others] = result.rows.filter(({ announced }) => announced === last);
  if (newest === undefined) return answer(connection, query.api, [{ code, period }]);
  const isOne = others.every(({ row }) => JSON.stringify(row) === JSON.stringify(newest.row));
  if (!isOne || newest.unsure || !reportDateFits(newest.row))
    return refused("the booked days contradict each other");
  return answer(connection, query.api, [newest.row]);
}
