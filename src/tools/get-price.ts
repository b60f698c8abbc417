/**
 * Which price answers when (design §6, data-sources §5): live quote while the market trades (lunch included), the last
 * close before it opens and on closed days, the day's last quote as a provisional close from 15:00 until the daily row
 * is published, that day's row for a date in the past. A close never passes for a current price.
 */
import { z } from "zod";
import { defineTool, type ToolContext, type ToolFailure, type ToolOutcome } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import { isIsoDate, secondsOfDay, shanghaiDate } from "../data/shanghai-time.ts";
import { openingMatchSeconds, type Phase, type TradingCalendar } from "../data/trading-calendar.ts";
import { type FoundClose, findClose } from "./find-close.ts";
import { closingAge, findQuote, liveAge } from "./find-quote.ts";
import { closeOutcome, liveOutcome, provisionalOutcome } from "./price-value.ts";
import { codeArg, codeFault } from "./security-args.ts";

interface Asked {
  readonly data: MarketData;
  readonly code: string;
  readonly calendar: TradingCalendar;
  readonly phase: Phase;
  readonly context: ToolContext;
}

const failed = (error: ToolFailure): ToolOutcome => ({ ok: false, error });

const toOutcome = (
  found: FoundClose,
  state: { phase: Phase; isSuspended: (date: string) => boolean; asked?: readonly string[] },
): ToolOutcome => {
  if (!found.ok) return failed(found.error);
  const fallback_from = [...(state.asked ?? []), ...found.origin.fallback_from];
  const suspended = state.isSuspended(found.row.date);
  return closeOutcome(found.row, { phase: state.phase, suspended }, { ...found.origin, fallback_from });
};

/** The close of a finished trading day, or the newest one before it, which then was its last day of trade. */
async function closeOf(asked: Asked, day: string, earlier: readonly string[] = []): Promise<ToolOutcome> {
  const { data, code, calendar, phase, context } = asked;
  const found = await findClose(data, { code, day, calendar }, context);
  return toOutcome(found, { phase, isSuspended: (date) => date !== day, asked: earlier });
}

/** While the market trades: the quote; without a usable one the newest close, which says of which day it is. */
async function priceNow(asked: Asked): Promise<ToolOutcome> {
  const { data, code, calendar, phase, context } = asked;
  const eve = calendar.previousTradingDay(shanghaiDate(context.now));
  const quote = await findQuote(data, { code, age: liveAge(context.now, calendar) }, context);
  if (quote.kind === "traded") return liveOutcome(quote.row, phase, quote.origin);
  if (quote.kind === "failed") {
    const close = await closeOf(asked, eve, quote.fallback_from);
    // "No such company" says more than "no quote"; a quote that failed says more than bars that failed too.
    const isTelling = close.ok || close.error.code === "UNKNOWN_SECURITY" || close.error.code === "NO_DATA";
    return isTelling || !data.routes.offers("spot") ? close : failed(quote.error);
  }
  const close = await findClose(data, { code, day: eve, calendar }, context);
  // In the opening gap no trade yet is nothing unusual.
  return toOutcome(close, { phase, isSuspended: (date) => phase !== "auction" || date !== eve });
}

/** After 15:00: today's published row, else today's last quote, else an older close. */
async function priceAfterClose(asked: Asked): Promise<ToolOutcome> {
  const { data, code, calendar, phase, context } = asked;
  const today = shanghaiDate(context.now);
  const eve = calendar.previousTradingDay(today);
  const daily = await findClose(data, { code, day: today, calendar }, context);
  if (daily.ok && daily.row.date === today) return toOutcome(daily, { phase, isSuspended: () => false });
  const quote = await findQuote(data, { code, age: closingAge(context.now) }, context);
  if (quote.kind === "traded") return provisionalOutcome(quote.row, quote.origin);
  // Not published yet is no suspension: only a quote without trade, or a gap before today, proves one.
  const isSuspended = (date: string) => quote.kind === "untraded" || date < eve;
  return toOutcome(daily, { phase, isSuspended });
}

async function newestPrice(asked: Asked): Promise<ToolOutcome> {
  const { calendar, phase, context } = asked;
  const today = shanghaiDate(context.now);
  if (phase === "closed_day") return closeOf(asked, calendar.lastTradingDayOnOrBefore(today));
  if (phase === "after_close") return priceAfterClose(asked);
  const isOpened = phase !== "auction" || secondsOfDay(context.now) >= openingMatchSeconds;
  if (phase === "pre_open" || !isOpened) return closeOf(asked, calendar.previousTradingDay(today));
  return priceNow(asked);
}

const args = z.strictObject({ code: codeArg, date: z.string().optional() });

export const createGetPrice = (data: MarketData) =>
  defineTool<z.infer<typeof args>>({
    name: "get_price",
    args,
    timeoutMs: 20_000,
    retrySafe: true,
    async run({ code, date }, context) {
      const fault = codeFault(code);
      if (fault !== null) return failed(fault);
      const today = shanghaiDate(context.now);
      if (date !== undefined && !isIsoDate(date))
        return failed({ code: "BAD_DATE", message: "no such date" });
      if (date !== undefined && date > today) {
        return failed({ code: "FUTURE_DATE", message: "the date has not come" });
      }
      if (date !== undefined && date !== today) await data.calendars.around(date, context.signal);
      const calendar = await data.calendars.around(today, context.signal);
      const asked = { data, code, calendar, phase: calendar.phaseAt(context.now), context };
      if (date === undefined || date === today) return newestPrice(asked);
      return closeOf(asked, calendar.lastTradingDayOnOrBefore(date));
    },
  });
