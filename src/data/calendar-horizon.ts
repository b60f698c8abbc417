/** How far the trading calendar reaches. */
export interface CalendarHorizon {
  /** The last day of the lists at hand, ISO. */
  readonly knownTo: string;
  /** True where a source is asked for the years that no list at hand covers. */
  readonly isAsked: boolean;
}

/** The exchanges publish a year's holidays in the last two months before it. */
const warnDays = 60;
const dayMs = 86_400_000;

/**
 * What an operator must know of it, and what mends it; null while there is time or somebody to ask. Past its end no price is told: a
 * weekday is never taken for a trading day.
 */
export function calendarTrouble(
  { knownTo, isAsked }: CalendarHorizon,
  today: string,
): { readonly isOver: boolean; readonly detail: string; readonly fix: string } | null {
  const daysLeft = Math.round((Date.parse(knownTo) - Date.parse(today)) / dayMs);
  if (isAsked || daysLeft > warnDays) return null;
  const isOver = daysLeft < 0;
  const end = isOver ? `ended on ${knownTo}` : `ends on ${knownTo}, in ${daysLeft} days`;
  return {
    isOver,
    detail: `${end}, and no source is asked for the next year: without it no price is told`,
    fix: "add szse to DATA_SOURCES, or set AKTOOLS_API_ROOT or TUSHARE_TOKEN",
  };
}
