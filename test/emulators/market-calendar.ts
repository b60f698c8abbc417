/** Weekdays of 2026 on which the exchanges are closed, by the State Council's notice on holidays. */
const closures2026 = new Set(
  [
    "01-01 01-02",
    "02-16 02-17 02-18 02-19 02-20 02-23",
    "04-06",
    "05-01 05-04 05-05",
    "06-19",
    "09-25",
    "10-01 10-02 10-05 10-06 10-07",
  ]
    .join(" ")
    .split(" ")
    .map((day) => `2026-${day}`),
);

const dayMs = 86_400_000;

const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Only 2026 is known. Saturdays and Sundays never trade, make-up workdays included. */
export function isTradingDay(date: string): boolean {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
  return date.startsWith("2026-") && weekday !== 0 && weekday !== 6 && !closures2026.has(date);
}

/** All calendar days from `from` to `to`, both included, ascending. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

export const tradingDays2026: readonly string[] = daysBetween("2026-01-01", "2026-12-31").filter(
  isTradingDay,
);

/** `2026-05-07` and `10:32:05` in Shanghai, of an ISO instant with any offset. */
export function shanghai(instant: string): { readonly date: string; readonly time: string } {
  const local = new Date(Date.parse(instant) + 8 * 3_600_000).toISOString();
  return { date: local.slice(0, 10), time: local.slice(11, 19) };
}

export const compact = (date: string): string => date.replaceAll("-", "");
export const dashed = (date: string): string => `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}`;
