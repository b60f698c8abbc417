/**
 * Which level answers when: the live quote while the market trades (lunch included), the day's last quote as a provisional close from
 * 15:00 until the daily row is published, else the newest close. An index is never suspended.
 */
import { z } from "zod";
import { defineTool, type PriceCheck, type ToolContext, type ToolFailure, type ToolOutcome } from "#contract";
import { readCode } from "#language";
import type { MarketData } from "../data/market-data.ts";
import type { SpotRow } from "../data/rows.ts";
import { shanghaiDate } from "../data/shanghai-time.ts";
import type { Phase, TradingCalendar } from "../data/trading-calendar.ts";
import { checkClose, checkQuote } from "./cross-check.ts";
import { dateFault } from "./date-args.ts";
import { indexCloseQuestion, levelQuestion } from "./find-level.ts";
import { closingAge, liveAge, type QuoteAge } from "./find-quote.ts";
import { closeLevel, liveLevel, provisionalLevel } from "./index-value.ts";
import { codeArg } from "./security-args.ts";
import { failed, type TableOrigin } from "./table-outcome.ts";

interface Asked {
  readonly data: MarketData;
  readonly code: string;
  readonly calendar: TradingCalendar;
  readonly phase: Phase;
  readonly context: ToolContext;
}

/** `onRows`: called where a source knows the index, be it by the rows of other days. */
async function closeOf(
  { data, code, calendar, phase, context }: Asked,
  day: string,
  onRows?: () => void,
): Promise<ToolOutcome> {
  const question = indexCloseQuestion({ code, day, calendar, onRows }, context);
  if (data.crossCheck) data.routes.prepareCheck(question);
  const found = await data.routes.ask(question);
  const row = found.ok ? found.rows.at(-1) : undefined;
  if (!found.ok || row === undefined)
    return failed({ ...(found.ok ? { code: "NO_DATA", message: "no row" } : found.error), subject: code });
  const check = await checkClose(data, question, { row, source: found.source }, context);
  return closeLevel(row, { phase, check }, found);
}

type FoundLevel =
  | {
      readonly ok: true;
      readonly row: SpotRow;
      readonly origin: TableOrigin;
      readonly check: PriceCheck | undefined;
    }
  | { readonly ok: false; readonly error: ToolFailure };

async function findLevel({ data, code, context }: Asked, age: QuoteAge): Promise<FoundLevel> {
  const question = levelQuestion({ code, age }, context);
  if (data.crossCheck) data.routes.prepareCheck(question);
  const found = await data.routes.ask(question);
  const row = found.ok ? found.rows[0] : undefined;
  if (!found.ok || row === undefined)
    return { ok: false, error: found.ok ? { code: "NO_DATA", message: "no quote" } : found.error };
  const check = await checkQuote(data, question, { row, source: found.source }, context);
  return { ok: true, row, origin: found, check };
}

/** While the market trades; without a usable quote the newest close, which says of which day it is. */
async function levelNow(asked: Asked): Promise<ToolOutcome> {
  const { data, code, calendar, phase, context } = asked;
  const found = await findLevel(asked, liveAge(context.now, calendar));
  if (found.ok) return liveLevel(found.row, { phase, check: found.check }, found.origin);
  let isKnown = false;
  const eve = calendar.previousTradingDay(shanghaiDate(context.now));
  const close = await closeOf(asked, eve, () => {
    isKnown = true;
  });
  // AKTools fails alike for what it does not know and for what it cannot fetch: that no source has a bar of it says which.
  const isHeldByNone = !close.ok && close.error.code === "NO_DATA" && !isKnown;
  return close.ok || isHeldByNone || !data.routes.offers("index_spot")
    ? close
    : failed({ ...found.error, subject: code });
}

async function levelAfterClose(asked: Asked): Promise<ToolOutcome> {
  const { calendar, phase, context } = asked;
  const today = shanghaiDate(context.now);
  const daily = await closeOf(asked, today);
  if (daily.ok) return daily;
  const found = await findLevel(asked, closingAge(context.now));
  if (!found.ok) return closeOf(asked, calendar.previousTradingDay(today));
  return provisionalLevel(found.row, { phase, check: found.check }, found.origin);
}

const isOver = (phase: Phase): boolean => phase === "after_close" || phase === "after_hours";

async function newestLevel(asked: Asked): Promise<ToolOutcome> {
  const { calendar, phase, context } = asked;
  const today = shanghaiDate(context.now);
  if (phase === "closed_day") return closeOf(asked, calendar.lastTradingDayOnOrBefore(today));
  if (isOver(phase)) return levelAfterClose(asked);
  const isOpened = phase !== "pre_open" && phase !== "auction" && phase !== "gap";
  return isOpened ? levelNow(asked) : closeOf(asked, calendar.previousTradingDay(today));
}

const args = z.strictObject({ code: codeArg, date: z.string().optional() });

export const createGetIndex = (data: MarketData) =>
  defineTool<z.infer<typeof args>>({
    name: "get_index",
    args,
    timeoutMs: 20_000,
    retrySafe: true,
    async run({ code, date }, context) {
      if (readCode(code)?.kind !== "index")
        return failed({ code: "UNKNOWN_SECURITY", message: "no index has this code", subject: code });
      const today = shanghaiDate(context.now);
      const fault = dateFault(date ?? today, today);
      if (fault !== null) return failed(fault);
      await data.calendars.around(date ?? today, context.signal);
      const calendar = await data.calendars.around(today, context.signal);
      const asked = { data, code, calendar, phase: calendar.phaseAt(context.now), context };
      if (date === undefined || date === today) return newestLevel(asked);
      return closeOf(asked, calendar.lastTradingDayOnOrBefore(date));
    },
  });
