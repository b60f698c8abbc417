import { ascending, scopeFault } from "../../check-rows.ts";
import type { SuspensionRow } from "../../rows.ts";
import { readCompactDate } from "../../shanghai-time.ts";
import type { DateRange, SourceResult } from "../../source.ts";
import { known } from "../../validate-row.ts";
import type { Cells } from "./api.ts";
import { answerTable, codeOf, rangeParams, type TushareConnection, textOf } from "./table.ts";

/** `suspend_timing` empty: the whole day; else `09:30-10:00`. */
function read(cells: Cells): SuspensionRow | null {
  const date = readCompactDate(cells.trade_date);
  if (date === null) return null;
  const timing = /^[\d:\-,; ]{5,40}$/.exec(textOf(cells.suspend_timing))?.[0];
  return known<SuspensionRow>({ code: codeOf(cells), date, timing });
}

export const askSuspensions = (
  connection: TushareConnection,
  code: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<SourceResult<SuspensionRow>> =>
  answerTable(
    connection,
    {
      api: "suspend_d",
      params: { ...rangeParams(code, range), suspend_type: "S" },
      fields: ["ts_code", "trade_date", "suspend_timing", "suspend_type"],
    },
    {
      read,
      // R: trading again.
      isAsked: ({ suspend_type = "S" }) => suspend_type === "S",
      fault: (rows) => scopeFault(rows, code, range),
      order: ascending,
    },
    signal,
  );
