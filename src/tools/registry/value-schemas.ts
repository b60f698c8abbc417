/** The shapes of the tools' values (`src/contract/ports/tools.ts` and the files beside it) as schemas: for who reads them from outside. */
import { z } from "zod";

/** A number under its metric's id, null where it does not apply, or a string to quote. */
const cell = z.union([z.number(), z.string(), z.boolean(), z.null()]);
const row = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).catchall(cell);

const code = z.string();
const date = z.string();
const adjust = z.enum(["none", "qfq"]);
const quality = z.enum(["realtime", "provisional", "final"]);
const span = z.enum(["ytd", "quarter"]);
const phase = z.enum([
  "pre_open",
  "auction",
  "gap",
  "morning",
  "lunch",
  "afternoon",
  "closing_auction",
  "after_close",
  "after_hours",
  "closed_day",
]);

const check = z.object({
  state: z.enum(["agrees", "differs", "unavailable"]),
  source: z.string().optional(),
});
const match = z.object({
  code,
  name: z.string(),
  english_name: z.string().optional(),
  former_names: z.array(z.string()).optional(),
});
const forecast = row({ year: z.string() });
const bar = z.object({ date, paid: row({ adjust: z.literal("none") }).optional() }).catchall(cell);

const price = z
  .object({
    code,
    quality,
    phase,
    suspended: z.boolean(),
    gap: z.enum(["suspended", "no_data", "not_published"]).optional(),
    check: check.optional(),
  })
  .catchall(cell);

export const valueSchemas: Readonly<Record<string, z.ZodType>> = {
  resolve_security: z.looseObject({
    query: z.string(),
    status: z.enum(["one", "several", "none", "out_of_scope", "unsupported"]),
    matches: z.array(match).max(5),
  }),
  resolve_date: z.object({
    date,
    relation: z.enum(["past", "today", "future"]),
    is_trading_day: z.boolean(),
    trading_day: date,
  }),
  resolve_stretch: z.object({
    metric: z.string(),
    from: date,
    to: date,
    bars_from: date,
    from_unsure: z.literal(true).optional(),
    days: z.array(date).optional(),
    today_open: z.literal(true).optional(),
  }),
  get_price: price,
  check_price: price,
  get_valuation: row({ code }),
  get_daily_bars: z.object({ code, adjust, rows: z.array(bar) }),
  get_valuation_history: z.object({ code, rows: z.array(row({ date })) }),
  get_index: row({ code, quality, phase }),
  get_financials: z.object({
    code,
    span,
    rows: z.array(row({ period: z.string(), as_of: date, span, ann_date: date.optional() })),
  }),
  get_money_flow: z.object({ code, rows: z.array(row({ date })) }),
  get_top_list: z.looseObject({
    date,
    code: code.optional(),
    listed: z.boolean(),
    rows: z.array(row({ code, date, reason: z.string() })),
  }),
  get_research_reports: z.object({
    code,
    rows: z.array(z.object({ code, date, title: z.string(), forecasts: z.array(forecast) }).catchall(cell)),
  }),
  get_news: z.object({ code, rows: z.array(row({ code, as_of: z.string(), title: z.string() })) }),
  get_events: z.looseObject({
    code,
    kind: z.enum(["dividends", "unlocks", "reports"]),
    as_of: date,
    coming: z.array(row({})),
    planned: z.array(row({})),
    past: z.array(row({})),
  }),
  get_peers: z
    .object({
      code,
      industry: z.string(),
      members: z.number(),
      by_value: z.boolean(),
      peers: z.record(z.string(), row({ as_of: z.string() })),
    })
    .catchall(cell),
  trading_calendar: row({ asked_date: date, is_trading_day: z.boolean() }),
  list_sources: z.object({ sources: z.array(z.string()) }),
  calculate: z.record(z.string(), z.union([z.number(), z.string()])),
  count_run: row({ code, date }),
  percentile: row({ code, date }),
  price_move: row({
    code,
    date,
    since: date,
    adjust: z.string(),
    since_row: z.number(),
    date_row: z.number(),
  }),
  indicators: row({ code, date, adjust: z.string() }),
  plot_chart: z.looseObject({
    kind: z.enum(["candles", "closes", "lines"]),
    bars: z.array(z.string()),
    codes: z.array(code),
    from: date,
    to: date,
    adjust,
    sources: z.array(z.string()),
  }),
};
