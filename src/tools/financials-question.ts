import type { ToolContext } from "#contract";
import type { Question } from "../data/routing.ts";
import type { FinancialRow } from "../data/rows.ts";
import { addDays, shanghaiDate } from "../data/shanghai-time.ts";

/** Days of a quarter, and of the longest wait for a report. */
const quarterDays = 92;
const waitDays = 125;

/** One range for all questions of a company, so that a kept answer serves them all. */
export function financialsQuestion(
  code: string,
  { now, excludeSources, signal }: ToolContext,
): Question<FinancialRow> {
  const today = shanghaiDate(now);
  const range = { from: addDays(today, -12 * quarterDays - waitDays), to: today };
  return {
    capability: "financials",
    key: `${code} ${range.to}`,
    call: (client, limit) => client.financials?.(code, range, limit),
    excludeSources,
    signal,
  };
}
