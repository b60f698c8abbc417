import { z } from "zod";
import {
  defineTool,
  type IndexValue,
  type PriceValue,
  type ToolContext,
  type ToolFailure,
  type ToolOutcome,
} from "#contract";
import type { MarketData } from "../data/market-data.ts";
import { isIsoDate, shanghaiDate } from "../data/shanghai-time.ts";
import { isIndex } from "../data/validate-row.ts";
import { dailyQuestion, usualRange } from "./find-close.ts";
import { indexCloseQuestion, levelQuestion } from "./find-level.ts";
import { closingAge, liveAge, quoteQuestion } from "./find-quote.ts";
import { closeLevel, liveLevel, provisionalLevel } from "./index-value.ts";
import { closeOutcome, liveOutcome, provisionalOutcome } from "./price-value.ts";
import { codeArg, codeFault } from "./security-args.ts";

const args = z.strictObject({
  code: codeArg,
  /** A source's name, as `PriceValue.check` gives it. */
  source: z.string().regex(/^[a-z][a-z0-9_:-]{0,40}$/),
  date: z.string().optional(),
});
type Args = z.infer<typeof args>;

const failed = (error: ToolFailure): ToolOutcome => ({ ok: false, error });

/** The price alone: the other values of a second source are nobody's question. */
function priceAlone(outcome: ToolOutcome): ToolOutcome {
  if (!outcome.ok) return outcome;
  const { code, quality, phase, suspended, adjust, current_price, close } = outcome.value as PriceValue;
  const price = current_price === undefined ? { close } : { current_price };
  return {
    ...outcome,
    value: {
      code,
      quality,
      phase,
      suspended,
      ...(adjust === undefined ? {} : { adjust }),
      ...price,
    } as PriceValue,
  };
}

async function quoteFrom(data: MarketData, { code, source, date }: Args, context: ToolContext) {
  const calendar = await data.calendars.around(shanghaiDate(context.now), context.signal);
  const age = date === undefined ? liveAge(context.now, calendar) : closingAge(context.now);
  const found = await data.routes.ask({ ...quoteQuestion({ code, age }, context), only: source });
  const [row] = found.ok ? found.rows : [];
  if (!found.ok) return failed({ ...found.error, subject: code });
  if (row === undefined || row.volume === 0)
    return failed({ code: "NO_DATA", message: "no quote", subject: code });
  const phase = calendar.phaseAt(context.now);
  const origin = { ...found, fallback_from: [] };
  return date === undefined
    ? liveOutcome(row, { phase }, origin)
    : provisionalOutcome(row, { phase }, origin);
}

async function closeFrom(data: MarketData, code: string, source: string, date: string, context: ToolContext) {
  const calendar = await data.calendars.around(shanghaiDate(context.now), context.signal);
  const found = await data.routes.ask({ ...dailyQuestion(code, usualRange(date), context), only: source });
  const row = found.ok ? found.rows.find((each) => each.date === date) : undefined;
  if (!found.ok) return failed({ ...found.error, subject: code });
  if (row === undefined) return failed({ code: "NO_DATA", message: `no row for ${date}`, subject: code });
  return closeOutcome(row, { phase: calendar.phaseAt(context.now) }, { ...found, fallback_from: [] });
}

/** As the level of an index is told by the second source. */
async function levelFrom(data: MarketData, { code, source, date }: Args, context: ToolContext) {
  const today = shanghaiDate(context.now);
  const calendar = await data.calendars.around(today, context.signal);
  const setting = { phase: calendar.phaseAt(context.now) };
  if (date !== undefined) {
    const question = indexCloseQuestion({ code, day: date, calendar }, context);
    const found = await data.routes.ask({ ...question, only: source });
    const row = found.ok ? found.rows.at(-1) : undefined;
    if (found.ok && row !== undefined) return closeLevel(row, setting, { ...found, fallback_from: [] });
    if (date !== today) return failed({ code: "NO_DATA", message: `no row for ${date}`, subject: code });
  }
  const age = date === undefined ? liveAge(context.now, calendar) : closingAge(context.now);
  const found = await data.routes.ask({ ...levelQuestion({ code, age }, context), only: source });
  const [row] = found.ok ? found.rows : [];
  if (!found.ok) return failed({ ...found.error, subject: code });
  if (row === undefined) return failed({ code: "NO_DATA", message: "no quote", subject: code });
  const tell = date === undefined ? liveLevel : provisionalLevel;
  return tell(row, setting, { ...found, fallback_from: [] });
}

/** An index's level alone. */
function levelAlone(outcome: ToolOutcome): ToolOutcome {
  if (!outcome.ok) return outcome;
  const { code, quality, phase, index_current, index_close } = outcome.value as IndexValue;
  const level = index_current === undefined ? { index_close } : { index_current };
  return { ...outcome, value: { code, quality, phase, ...level } as IndexValue };
}

/** The second reading of a price or of an index's level that two sources tell differently, as a call and a cite of its own. */
export const createCheckPrice = (data: MarketData) =>
  defineTool<Args>({
    name: "check_price",
    args,
    timeoutMs: 20_000,
    retrySafe: true,
    async run(asked, context) {
      const { code, source, date } = asked;
      const fault = isIndex(code) ? null : codeFault(code);
      if (fault !== null) return failed(fault);
      if (date !== undefined && !isIsoDate(date))
        return failed({ code: "BAD_DATE", message: "no such date" });
      if (isIndex(code)) return levelAlone(await levelFrom(data, asked, context));
      if (date === undefined) return priceAlone(await quoteFrom(data, asked, context));
      const close = await closeFrom(data, code, source, date, context);
      // A close that is not published yet was compared by the day's last quotes.
      const isToday = date === shanghaiDate(context.now);
      return priceAlone(!close.ok && isToday ? await quoteFrom(data, asked, context) : close);
    },
  });
