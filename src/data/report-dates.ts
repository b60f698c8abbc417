import type { ReportDateRow } from "./company-days.ts";
import { addDays } from "./shanghai-time.ts";

/** A report comes after its period; the latest ones on record came within two years. */
export function reportDateFits({ period, booked, published }: ReportDateRow): boolean {
  return [booked, published].every(
    (date) => date === undefined || (date > period && date <= addDays(period, 731)),
  );
}
