/**
 * Which price answers when (design §6, data-sources §5): live quote while the market trades (lunch included), the last
 * close before it opens and on closed days, the day's last quote as a provisional close from 15:00 until the daily row
 * is published, that day's row for a date in the past. A close never passes for a current price.
 */
import { z } from "zod";
import { defineTool, type ErrorCode, type ToolContext, type ToolFailure, type ToolOutcome } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import { isIsoDate, shanghaiDate } from "../data/shanghai-time.ts";
import type { Phase, TradingCalendar } from "../data/trading-calendar.ts";
import { checkClose, checkQuote } from "./cross-check.ts";
import { delistedFailure } from "./delisted-failure.ts";
import { type FoundClose, findClose } from "./find-close.ts";
import {
  closingAge,
  type FoundQuote,
  findQuote,
  liveAge,
  type QuoteAge,
  quoteQuestion,
} from "./find-quote.ts";
import { type Gap, gapOf } from "./price-gap.ts";
import { closeOutcome, liveOutcome, provisionalOutcome } from "./price-value.ts";
import { codeArg, codeFault } from "./security-args.ts";

interface Asked {
  readonly data: MarketData;
  readonly code: string;
  readonly calendar: TradingCalendar;
  readonly phase: Phase;
  readonly context: ToolContext;
}

type TradedQuote = Extract<FoundQuote, { kind: "traded" | "untraded" }>;

const aboutCompany: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "UNKNOWN_SECURITY",
  "DELISTED",
  "DELISTED_ON",
  "NOT_LISTED_YET",
  "NO_EARLIER_DATA",
  "NO_DATA",
]);

const failed = (error: ToolFailure): ToolOutcome => ({ ok: false, error });

/** A close that was found, compared with a second source's; `gap` says why it is an older one. */
async function toOutcome(
  { data, phase, context }: Asked,
  found: FoundClose,
  shown: { readonly gap?: Missing | undefined; readonly asked?: readonly string[] } = {},
): Promise<ToolOutcome> {
  if (!found.ok) return failed(found.error);
  const { row, origin, question } = found;
  const check = await checkClose(data, question, { row, source: origin.source }, context);
  const fallback_from = [...(shown.asked ?? []), ...origin.fallback_from];
  return closeOutcome(row, { phase, check, ...shown.gap }, { ...origin, fallback_from });
}

/** The close of a finished trading day, or the newest one before it, which says why it is not that day's. */
async function closeOf(asked: Asked, day: string, earlier: readonly string[] = []): Promise<ToolOutcome> {
  const { data, code, calendar, context } = asked;
  const found = await findClose(data, { code, day, calendar }, context);
  const gap = await gapAt(asked, day, found, false);
  return toOutcome(asked, found, { gap, asked: earlier });
}

/** Why a day has no close; `untraded`: nobody proves a suspension, but a quote or two independent sources say that nothing was traded. */
interface Missing {
  readonly gap: Gap;
  readonly untraded: boolean;
}

/** Undefined where the day's own close was found, or none at all. */
async function gapAt(
  { data, code, calendar, context }: Asked,
  day: string,
  found: FoundClose,
  untraded: boolean,
): Promise<Missing | undefined> {
  if (!found.ok || found.row.date === day) return undefined;
  const gap = await gapOf(data, { code, day, shown: found.row.date, untraded, calendar }, context);
  return { gap, untraded: gap === "no_data" && (untraded || found.isAgreed === true) };
}

async function checkedQuote(asked: Asked, { row, origin }: TradedQuote, age: QuoteAge) {
  const { data, code, context } = asked;
  const question = quoteQuestion({ code, age }, context);
  return checkQuote(data, question, { row, source: origin.source }, context);
}

/** While the market trades: the quote; without a usable one the newest close, which says of which day it is. */
async function priceNow(asked: Asked): Promise<ToolOutcome> {
  const { data, code, calendar, phase, context } = asked;
  const today = shanghaiDate(context.now);
  const eve = calendar.previousTradingDay(today);
  const age = liveAge(context.now, calendar);
  const quote = await findQuote(data, { code, age }, context);
  if (quote.kind === "traded") {
    return liveOutcome(quote.row, { phase, check: await checkedQuote(asked, quote, age) }, quote.origin);
  }
  if (quote.kind === "failed") {
    const close = await closeOf(asked, eve, quote.fallback_from);
    // What the company is, or is not, says more than "no quote"; a quote that failed says more than bars that failed too.
    return close.ok || aboutCompany.has(close.error.code) || !data.routes.offers("spot")
      ? close
      : failed(quote.error);
  }
  const close = await findClose(data, { code, day: eve, calendar }, context);
  // In the opening gap no trade yet is nothing unusual.
  const isEarly = phase === "gap" && close.ok && close.row.date === eve;
  return toOutcome(asked, close, { gap: isEarly ? undefined : await gapAt(asked, today, close, true) });
}

/** After 15:00: today's published row, else today's last quote, else an older close. */
async function priceAfterClose(asked: Asked): Promise<ToolOutcome> {
  const { data, code, calendar, phase, context } = asked;
  const today = shanghaiDate(context.now);
  const daily = await findClose(data, { code, day: today, calendar }, context);
  if (daily.ok && daily.row.date === today) return toOutcome(asked, daily);
  const age = closingAge(context.now);
  const quote = await findQuote(data, { code, age }, context);
  if (quote.kind === "traded") {
    return provisionalOutcome(
      quote.row,
      { phase, check: await checkedQuote(asked, quote, age) },
      quote.origin,
    );
  }
  return toOutcome(asked, daily, { gap: await gapAt(asked, today, daily, quote.kind === "untraded") });
}

async function newestPrice(asked: Asked): Promise<ToolOutcome> {
  const { calendar, phase, context } = asked;
  const today = shanghaiDate(context.now);
  if (phase === "closed_day") return closeOf(asked, calendar.lastTradingDayOnOrBefore(today));
  if (phase === "after_close" || phase === "after_hours") return priceAfterClose(asked);
  if (phase === "pre_open" || phase === "auction") return closeOf(asked, calendar.previousTradingDay(today));
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
        return failed({ code: "FUTURE_DATE", message: "the date has not come", subject: ` (${date})` });
      }
      const gone = delistedFailure(data, code, date ?? today);
      if (gone !== null) return failed(gone);
      if (date !== undefined && date !== today) await data.calendars.around(date, context.signal);
      const calendar = await data.calendars.around(today, context.signal);
      const asked = { data, code, calendar, phase: calendar.phaseAt(context.now), context };
      if (date === undefined || date === today) return newestPrice(asked);
      return closeOf(asked, calendar.lastTradingDayOnOrBefore(date));
    },
  });
