import type { ToolFailure } from "#contract";
import { isIsoDate } from "../data/shanghai-time.ts";

/** Why nothing can be said of a day that was asked for, or null. */
export function dateFault(date: string, today: string): ToolFailure | null {
  if (!isIsoDate(date)) return { code: "BAD_DATE", message: "no such date" };
  return date > today
    ? { code: "FUTURE_DATE", message: "the date has not come", subject: ` (${date})` }
    : null;
}
