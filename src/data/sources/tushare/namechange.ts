import { cleanName } from "#language";
import type { FormerNameRow } from "../../rows.ts";
import { readCompactDate } from "../../shanghai-time.ts";
import type { SourceResult } from "../../source.ts";
import { known } from "../../validate-row.ts";
import type { Cells } from "./api.ts";
import { answer, askTable, codeOf, type TushareConnection, textOf } from "./table.ts";

function read(cells: Cells): FormerNameRow | null {
  const from = readCompactDate(cells.start_date);
  const name = cleanName(textOf(cells.name));
  if (from === null) return null;
  const to = readCompactDate(cells.end_date) ?? undefined;
  return known<FormerNameRow>({ code: codeOf(cells), name, from, to });
}

/** All names of a company; the table repeats some rows. */
export async function askFormerNames(
  connection: TushareConnection,
  code: string,
  signal: AbortSignal,
): Promise<SourceResult<FormerNameRow>> {
  const query = {
    api: "namechange",
    params: { ts_code: code },
    fields: ["ts_code", "name", "start_date", "end_date"],
  };
  const fault = (rows: readonly FormerNameRow[]) =>
    rows.every((row) => row.code === code) ? null : "the answer is about another code";
  const result = await askTable(connection, query, { read, fault }, signal);
  if (!result.ok) return result;
  const once = new Map(
    result.rows.filter(({ name }) => name !== "").map((row) => [`${row.from} ${row.name}`, row] as const),
  );
  return answer(
    connection,
    query.api,
    [...once.values()].toSorted((a, b) => (a.from < b.from ? -1 : 1)),
  );
}
