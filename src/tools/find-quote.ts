import { staleness, type ToolContext, type ToolFailure } from "#contract";
import { budgetSeconds } from "../data/freshness.ts";
import type { MarketData } from "../data/market-data.ts";
import type { Answer, Question } from "../data/routing.ts";
import type { SpotRow } from "../data/rows.ts";
import { secondsOfDay, shanghaiDate } from "../data/shanghai-time.ts";
import { closeSeconds, openingMatchSeconds, type TradingCalendar } from "../data/trading-calendar.ts";
import { isUntraded } from "../data/untraded.ts";
import { failuresBefore } from "./find-close.ts";
import type { Origin } from "./price-value.ts";

/** Some feeds stamp the last quote of a day a few seconds before 15:00. */
const earlyStampSeconds = closeSeconds - 10;
/** Until then such a stamp can be that of the last look before the closing auction, whose price is not the close. */
const settledSeconds = closeSeconds + 60;

export type FoundQuote =
  | { readonly kind: "traded" | "untraded"; readonly row: SpotRow; readonly origin: Origin }
  | { readonly kind: "failed"; readonly error: ToolFailure; readonly fallback_from: readonly string[] };

/** Why a quote is too old to be told, or null. */
export type QuoteAge = (row: SpotRow) => string | null;

/** For continuous trading, the opening gap and lunch: of today, since the opening match, and young in trading time. */
export function liveAge(now: string, calendar: TradingCalendar): QuoteAge {
  const today = shanghaiDate(now);
  const budget = budgetSeconds(staleness.fetched_quote, now, calendar);
  return ({ as_of }) => {
    if (shanghaiDate(as_of) !== today) return "the quote is of another day";
    if (secondsOfDay(as_of) < openingMatchSeconds) return "the quote is from before the opening";
    const ageSeconds = (Date.parse(now) - Date.parse(as_of)) / 1000;
    return ageSeconds > budget ? `the quote is ${Math.round(ageSeconds)} s old` : null;
  };
}

/** For the time after the close: today's last quote. */
export function closingAge(now: string): QuoteAge {
  const today = shanghaiDate(now);
  const from = secondsOfDay(now) < settledSeconds ? closeSeconds : earlyStampSeconds;
  return ({ as_of }) =>
    shanghaiDate(as_of) === today && secondsOfDay(as_of) >= from
      ? null
      : "the quote is from before the close";
}

/**
 * How long live quotes are looked for: sources that all hang leave the rest of a tool's time to the newest close. The wait for the
 * source that is being asked at that moment still ends by its own limit.
 */
const quotePatienceMs = 12_000;

/** Aborted where no further source is to be asked for a live quote. It is only looked at: a signal with a timer would outlive its question. */
export function quoteSignal(
  { signal }: Pick<ToolContext, "signal">,
  patienceMs = quotePatienceMs,
): Pick<AbortSignal, "aborted"> {
  const endMs = performance.now() + patienceMs;
  return {
    get aborted() {
      return signal.aborted || performance.now() >= endMs;
    },
  };
}

/** Asks for the quote of a code. */
export const quoteQuestion = (
  { code, age, patienceMs }: { readonly code: string; readonly age: QuoteAge; readonly patienceMs?: number },
  context: ToolContext,
): Question<SpotRow> => ({
  capability: "spot",
  key: code,
  call: (client, signal) => client.spot?.(code, signal),
  accept({ rows: [row] }) {
    const fault = row === undefined ? null : age(row);
    return fault === null ? null : { code: "STALE", message: fault, subject: code };
  },
  excludeSources: context.excludeSources,
  signal: quoteSignal(context, patienceMs),
});

/**
 * The first quote that is young enough. A quote without any trade says that nothing has been traded on that day; an older one says so
 * only where no source has a young one: feeds stop the clock of a suspended stock, but a feed that hangs since before the opening looks
 * the same.
 */
export async function findQuote(
  data: Pick<MarketData, "routes" | "crossCheck">,
  question: { readonly code: string; readonly age: QuoteAge; readonly patienceMs?: number },
  context: ToolContext,
): Promise<FoundQuote> {
  const asked = quoteQuestion(question, context);
  if (data.crossCheck) data.routes.prepareCheck(asked);
  const still: { readonly source: string; readonly answer: Answer<SpotRow> }[] = [];
  const found = await data.routes.ask({
    ...asked,
    accept(answer, source) {
      const refusal = asked.accept?.(answer, source) ?? null;
      const [quoted] = answer.rows;
      if (refusal !== null && quoted !== undefined && isUntraded(quoted)) still.push({ source, answer });
      return refusal;
    },
  });
  const row = found.ok ? found.rows[0] : undefined;
  if (found.ok && row !== undefined) {
    return { kind: isUntraded(row) ? "untraded" : "traded", row, origin: found };
  }
  const [first] = still;
  const stood = first?.answer.rows[0];
  if (!found.ok && first !== undefined && stood !== undefined) {
    const { source, answer } = first;
    const fallback_from = failuresBefore(found.fallback_from, source);
    return { kind: "untraded", row: stood, origin: { ...answer, source, fallback_from } };
  }
  const error: ToolFailure = found.ok ? { code: "NO_DATA", message: "no quote" } : found.error;
  return {
    kind: "failed",
    error: { ...error, subject: question.code },
    fallback_from: found.fallback_from,
  };
}
