/** What is known of trading days without the exchange's calendar: weekends, the holidays of fixed dates, and when those that move may be. */

/** Months and days between which some may be without trading. */
const mayRest =
  /^(?:01-0[1-4]|01-(?:2\d|3\d)|02-|04-0[2-7]|04-(?:29|30)|05-0[1-5]|05-(?:2[5-9]|3\d)|06-|09-|10-0\d)/;
const holidays = ["05-01", "10-01"];
const dayMs = 86_400_000;

const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
/** Weeks since the epoch, from Monday: 1970-01-01 was a Thursday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);
const isWeekend = (day: number): boolean => (day + 3) % 7 > 4;
/** Longer stretches hold trading days for sure. */
const mostDays = 14;

/** There has certainly been trading on a day between the two. */
export function isSessionBetween(day: number, today: number): boolean {
  if (today - day > mostDays) return true;
  for (let each = day + 1; each < today; each++)
    if (!isWeekend(each) && !mayRest.test(dateOf(each).slice(5))) return true;
  return false;
}

/** So many calendar weeks lie between the two. */
export const weeksBetween = (day: number, today: number): number => weekOf(today) - weekOf(day);

/** Labour Day or the National Day lies between the two. */
export const isHolidayBetween = (day: number, today: number): boolean =>
  holidays.some((each) => {
    const date = `${dateOf(today).slice(0, 5)}${each}`;
    return dateOf(day) < date && date <= dateOf(today);
  });
