import { Decimal } from "decimal.js";
import { z } from "zod";
import { refused } from "../../check-rows.ts";
import { createFeed, type Feed, feedFailure, feedRoot, feedSwitch, statusFailure } from "../../feed.ts";
import { parseJson } from "../../http.ts";
import { type BarCells, readBars } from "../../quote-rows.ts";
import type { DailyRow } from "../../rows.ts";
import { epochMs, shanghaiDate, toShanghaiIso } from "../../shanghai-time.ts";
import { type DateRange, defineSource, type SourceResult } from "../../source.ts";

const publicRoot = "https://query1.finance.yahoo.com";
const dayMs = 86_400_000;

const settings = { schema: z.object({ YAHOO_API_ROOT: feedRoot }), secrets: [] };

const column = z.array(z.number().nullable());
const result = z.object({
  meta: z.object({ symbol: z.string(), currency: z.string() }),
  timestamp: z.array(z.number()).optional(),
  events: z.object({ splits: z.record(z.string(), z.object({ date: z.number() })).optional() }).optional(),
  indicators: z.object({ quote: z.array(z.object({ close: column.optional(), volume: column.optional() })) }),
});
const chart = z.object({
  chart: z.object({
    result: z.array(result).nullable(),
    error: z.object({ code: z.string() }).nullish(),
  }),
});
type Series = z.infer<typeof result>;

/** `600519.SH` → `600519.SS`. Beijing is not covered. */
function symbolOf(code: string): string | null {
  if (code.endsWith(".BJ")) return null;
  return code.endsWith(".SH") ? `${code.slice(0, 6)}.SS` : code;
}

/** Spans that Yahoo knows, by the calendar days that they reach back. */
const spans: readonly (readonly [days: number, name: string])[] = [
  [60, "60d"],
  [180, "6mo"],
  [360, "1y"],
  [720, "2y"],
  [1_800, "5y"],
];

const spanFrom = (from: string, now: string): string => {
  const days = Math.ceil((Date.parse(now) - epochMs(from)) / dayMs);
  if (days <= 10) return "10d";
  return spans.find(([most]) => days <= most)?.[1] ?? "max";
};

const dateOf = (seconds: number): string => shanghaiDate(toShanghaiIso(seconds * 1000));

/**
 * Days of the range whose close is what was really paid. `close` is kept in single precision and is adjusted for later
 * splits, so it is rounded to 分 and days before a split are left out; `adjclose` is never read. Volumes cannot be proven;
 * a volume of 0 marks a day that was only filled up.
 */
function readDays(series: Series, { from, to }: DateRange): readonly BarCells[] {
  const { close: closes = [], volume: volumes = [] } = series.indicators.quote[0] ?? {};
  const splits = Object.values(series.events?.splits ?? {}).map(({ date }) => dateOf(date));
  return (series.timestamp ?? []).flatMap((seconds, i) => {
    const date = dateOf(seconds);
    const close = closes[i] ?? null;
    const isAsked = date >= from && date <= to && splits.every((split) => date >= split);
    if (!isAsked || close === null) return [];
    const rounded = new Decimal(close).toDecimalPlaces(2).toNumber();
    return [
      {
        date,
        close: rounded,
        open: undefined,
        high: undefined,
        low: undefined,
        volume: volumes[i] ?? undefined,
      },
    ];
  });
}

async function askChart(feed: Feed, question: { symbol: string; span: string }, signal: AbortSignal) {
  const { symbol, span } = question;
  const answer = await feed(`/v8/finance/chart/${symbol}?range=${span}&interval=1d&events=split`, signal);
  if (!answer.ok) return answer;
  const parsed = chart.safeParse(parseJson(answer.text));
  // An unknown code is a 404 that says so.
  if (parsed.data?.chart.error?.code === "Not Found") return { ok: true, series: null } as const;
  const failure = statusFailure(answer.status);
  if (failure !== null) return failure;
  if (!parsed.success) return feedFailure("SOURCE_DOWN", "no chart in the answer");
  const [series] = parsed.data.chart.result ?? [];
  if (series === undefined) return { ok: true, series: null } as const;
  if (series.meta.symbol !== symbol) return refused("it is about another code");
  if (series.meta.currency !== "CNY") return refused("the currency is not CNY");
  return { ok: true, series } as const;
}

/** Delayed and rounded, so nothing of it is ever shown: it only confirms or doubts the closes of others. */
export default defineSource({
  name: "yahoo",
  summary: {
    zh: "Yahoo Finance:仅用于核对收盘价",
    en: "Yahoo Finance: only to check closing prices",
  },
  settings,
  provides: {},
  checks: { daily: 9 },
  isOn: (roots, named) => feedSwitch({ name: "yahoo", named, roots }),
  create({ config, fetch, clock, turn }) {
    const feed = createFeed({ fetch, turn, root: config.YAHOO_API_ROOT, publicRoot, anyStatus: true });
    return {
      async daily(code, range, signal): Promise<SourceResult<DailyRow>> {
        const symbol = symbolOf(code);
        const origin = { table: "chart", adapter: "yahoo-http", fetched_at: clock.market() } as const;
        if (symbol === null) return { ok: true, rows: [], ...origin };
        const span = spanFrom(range.from, clock.market());
        const found = await askChart(feed, { symbol, span }, signal);
        if (!found.ok) return found;
        const now = clock.market();
        const days = found.series === null ? [] : readDays(found.series, range);
        const checked = readBars(days, { code, lot: 1, range, now });
        return checked.ok ? { ...checked, ...origin, fetched_at: now } : checked;
      },
    };
  },
});
