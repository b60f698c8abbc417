import { distinct, refused } from "../../check-rows.ts";
import type { UnlockListRow } from "../../company-days.ts";
import { addDays, shanghaiDate } from "../../shanghai-time.ts";
import type { SourceResult } from "../../source.ts";
import { sumUnlocks, type UnlockPart, unlockFits, unlockYears } from "../../unlocks.ts";
import { isNumberOrNothing, readNumber } from "../../validate-row.ts";
import { type AkConnection, answer, bareCode, readDateCell, textOf } from "./ask-rows.ts";

const name = "stock_restricted_release_queue_em";

/** The function makes shares of 万股 by a product of floats. */
const wholeShares = (value: number | undefined): number | undefined =>
  value === undefined ? undefined : Math.round(value);

/**
 * Eastmoney's 解禁批次 of one company (columns and units: akshare's stock_restricted_em.py): a row for each kind of shares and day, in
 * shares. Its share of the company is of the market value and not told. A row without a day is left out: it is no unlock yet.
 */
export async function askUnlocks(
  connection: AkConnection,
  code: string,
  signal: AbortSignal,
): Promise<SourceResult<UnlockListRow>> {
  const result = await connection.call(name, { symbol: bareCode(code) }, signal);
  if (!result.ok) return result;
  const from = addDays(shanghaiDate(connection.now()), -366 * unlockYears);
  if (!result.rows.every((cells) => isNumberOrNothing(cells.解禁数量)))
    return refused("an amount cannot be read");
  const parts = result.rows.flatMap((cells): readonly (UnlockPart & { readonly kind: string })[] => {
    const date = readDateCell(cells.解禁时间);
    const shares = wholeShares(readNumber(cells.解禁数量));
    return date === null
      ? []
      : [{ date, announced: "", shares, ratio: undefined, kind: textOf(cells.限售股类型) }];
  });
  if (result.rows.length > 0 && parts.every(({ shares }) => shares === undefined))
    return refused("no cell holds a number");
  const unlocks = sumUnlocks(distinct(parts)).filter(({ date }) => date >= from);
  return unlocks.every(unlockFits)
    ? answer(connection, name, [{ code, unlocks }])
    : refused("an amount makes no sense");
}
