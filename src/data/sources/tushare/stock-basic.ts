import { cleanName, cleanTitle } from "#language";
import type { DelistedRow, IndustryRow, SecurityRow } from "../../rows.ts";
import { readCompactDate } from "../../shanghai-time.ts";
import type { SourceResult } from "../../source.ts";
import { known } from "../../validate-row.ts";
import type { Cells } from "./api.ts";
import { answer, askTable, codeOf, type TushareConnection, textOf } from "./table.ts";

const listed = (fields: readonly string[]) => ({
  api: "stock_basic",
  params: { list_status: "L" },
  fields,
});

const noFault = () => null;

/** All listed companies, with pinyin initials (`cnspell`) and the day of listing. */
export async function askSecurities(
  connection: TushareConnection,
  signal: AbortSignal,
): Promise<SourceResult<SecurityRow>> {
  const query = listed(["ts_code", "name", "cnspell", "list_date"]);
  const read = ({ ts_code, name, cnspell, list_date }: Readonly<Record<string, unknown>>): SecurityRow => {
    const pinyin = textOf(cnspell) === "" ? undefined : textOf(cnspell).toLowerCase();
    const since = readCompactDate(list_date) ?? undefined;
    return known<SecurityRow>({ code: textOf(ts_code), name: textOf(name), pinyin, listed: since });
  };
  const result = await askTable(connection, query, { read, fault: noFault }, signal);
  if (!result.ok) return result;
  return answer(
    connection,
    query.api,
    result.rows.filter(({ name }) => name !== ""),
  );
}

const former = (status: "D" | "P") => ({
  api: "stock_basic",
  params: { list_status: status },
  fields: ["ts_code", "name", "list_status", "delist_date"],
});

/** Companies that are off the list (`D`) or paused (`P`). A row that says otherwise refuses the answer: the filter was not understood. */
export async function askDelisted(
  connection: TushareConnection,
  signal: AbortSignal,
): Promise<SourceResult<DelistedRow>> {
  const ask = (status: "D" | "P") => {
    const read = (cells: Cells): DelistedRow | null =>
      cells.list_status === status && codeOf(cells) !== ""
        ? known<DelistedRow>({
            code: codeOf(cells),
            name: cleanName(textOf(cells.name)),
            date: readCompactDate(cells.delist_date) ?? undefined,
          })
        : null;
    return askTable(connection, former(status), { read, fault: noFault }, signal);
  };
  const gone = await ask("D");
  if (!gone.ok) return gone;
  const paused = await ask("P");
  return answer(connection, "stock_basic", paused.ok ? [...gone.rows, ...paused.rows] : gone.rows);
}

/** The companies of the code's own industry. No rows where the list does not hold the code or names no industry for it. */
export async function askIndustry(
  connection: TushareConnection,
  code: string,
  signal: AbortSignal,
): Promise<SourceResult<IndustryRow>> {
  const query = listed(["ts_code", "name", "industry"]);
  const result = await askTable(
    connection,
    query,
    {
      read: (cells) => ({
        code: codeOf(cells),
        name: cleanName(textOf(cells.name)),
        industry: cleanTitle(textOf(cells.industry), 24),
      }),
      fault: noFault,
    },
    signal,
  );
  if (!result.ok) return result;
  const own = result.rows.find((row) => row.code === code)?.industry ?? "";
  const members = own === "" ? [] : result.rows.filter(({ industry }) => industry === own);
  return answer(connection, query.api, members);
}
