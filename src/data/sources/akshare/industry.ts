import { cleanName, readCode } from "#language";
import { refused } from "../../check-rows.ts";
import type { IndustryRow } from "../../rows.ts";
import type { SourceResult } from "../../source.ts";
import { safeValue } from "./aktools.ts";
import { type AkConnection, answer, bareCode, readItems, textOf } from "./ask-rows.ts";

const table = "stock_individual_info_em+stock_board_industry_cons_em";

/** The board that the company's own page names, then the board's members. */
export async function askIndustry(
  connection: AkConnection,
  code: string,
  signal: AbortSignal,
): Promise<SourceResult<IndustryRow>> {
  const info = await connection.call("stock_individual_info_em", { symbol: bareCode(code) }, signal);
  if (!info.ok) return info;
  const items = readItems(info.rows);
  if (items.size === 0) return answer<IndustryRow>(connection, table, []);
  if (String(items.get("股票代码")) !== bareCode(code)) return refused("it is about another code");
  const industry = textOf(items.get("行业"));
  if (industry === "" || industry === "-") return answer<IndustryRow>(connection, table, []);
  // It came from upstream, and AKTools evaluates what it is asked.
  if (!safeValue.test(industry)) return refused("the board's name must not reach AKTools");
  const members = await connection.call("stock_board_industry_cons_em", { symbol: industry }, signal);
  if (!members.ok) return members;
  const rows = members.rows.flatMap((cells) => {
    const member = readCode(textOf(cells.代码));
    return member?.kind === "stock"
      ? [{ industry, code: member.code, name: cleanName(textOf(cells.名称)) }]
      : [];
  });
  if (!rows.some((row) => row.code === code)) return refused("the board does not hold the company");
  return answer(connection, table, rows);
}
