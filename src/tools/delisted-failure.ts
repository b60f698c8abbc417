import type { ToolFailure } from "#contract";
import type { MarketData } from "../data/market-data.ts";

/**
 * Why nothing can be told of a company that has left its exchange, with the day of that where the list has it; null for all others.
 * With `day` (ISO): null too where that is a day of its time on the exchange, of which there may be a price.
 */
export function delistedFailure(
  { securities }: Pick<MarketData, "securities">,
  code: string,
  day?: string,
): ToolFailure | null {
  const delisting = securities.delisting(code);
  if (delisting === undefined) return null;
  const { name, date, source } = delisting;
  if (date === undefined)
    return day === undefined ? { code: "DELISTED", message: "no longer listed", subject: code } : null;
  if (day !== undefined && day < date) return null;
  const shown = securities.directory().name(code) ?? name;
  return {
    code: "DELISTED_ON",
    message: `delisted on ${date}`,
    subject: `${shown}(${code}), ${date}, ${source}`,
  };
}
