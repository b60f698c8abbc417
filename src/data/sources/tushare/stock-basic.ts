import { cleanName, cleanTitle } from "#language";
import type { IndustryRow, SecurityRow } from "../../rows.ts";
import type { SourceResult } from "../../source.ts";
import { known } from "../../validate-row.ts";
import { answer, askTable, codeOf, type TushareDesk, textOf } from "./table.ts";

const listed = (fields: readonly string[]) => ({
  api: "stock_basic",
  params: { list_status: "L" },
  fields,
});

const noFault = () => null;

/** All listed companies, with pinyin initials (`cnspell`). */
export async function askSecurities(
  desk: TushareDesk,
  signal: AbortSignal,
): Promise<SourceResult<SecurityRow>> {
  const query = listed(["ts_code", "name", "cnspell"]);
  const read = ({ ts_code, name, cnspell }: Readonly<Record<string, unknown>>): SecurityRow => {
    const pinyin = textOf(cnspell) === "" ? undefined : textOf(cnspell).toLowerCase();
    return known<SecurityRow>({ code: textOf(ts_code), name: textOf(name), pinyin });
  };
  const result = await askTable(desk, query, { read, fault: noFault }, signal);
  if (!result.ok) return result;
  return answer(
    desk,
    query.api,
    result.rows.filter(({ name }) => name !== ""),
  );
}

/** The companies of the code's own industry. No rows where the list does not hold the code or names no industry for it. */
export async function askIndustry(
  desk: TushareDesk,
  code: string,
  signal: AbortSignal,
): Promise<SourceResult<IndustryRow>> {
  const query = listed(["ts_code", "name", "industry"]);
  const result = await askTable(
    desk,
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
  return answer(desk, query.api, members);
}
