import { z } from "zod";
import type { ChartPeriod, ToolCall } from "#contract";

/** One bar as it is drawn. `volume`: shares of a stock, the traded amount (CNY) of an index; null where nobody says. */
export interface ChartBar {
  readonly date: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number | null;
}

const price = z.number().positive();

const stockRow = z.looseObject({
  date: z.string(),
  open: price,
  high: price,
  low: price,
  close: price,
  volume: z.number().optional(),
  paid: z.looseObject({ volume: z.number().optional() }).optional(),
});

const indexRow = z.looseObject({
  date: z.string(),
  index_open: price,
  index_high: price,
  index_low: price,
  index_close: price,
  amount: z.number().optional(),
});

function barOf(row: unknown): ChartBar | null {
  const stock = stockRow.safeParse(row);
  if (stock.success) {
    const { date, open, high, low, close, volume, paid } = stock.data;
    return { date, open, high, low, close, volume: volume ?? paid?.volume ?? null };
  }
  const index = indexRow.safeParse(row);
  if (!index.success) return null;
  const { date, index_open: open, index_high: high, index_low: low, index_close: close, amount } = index.data;
  return { date, open, high, low, close, volume: amount ?? null };
}

const tableSchema = z.looseObject({ rows: z.array(z.unknown()) });

/** The bars of a traced call, oldest first; null where a row is no bar: half a picture would be a wrong one. */
export function barsOf(call: ToolCall): readonly ChartBar[] | null {
  const table = tableSchema.safeParse(call.value);
  if (!table.success) return null;
  const bars = table.data.rows.map(barOf);
  const known = bars.filter((bar) => bar !== null);
  return known.length === bars.length ? known : null;
}

/** The bars up to the last day to show. */
export const upTo = (bars: readonly ChartBar[], to: string): readonly ChartBar[] =>
  bars.filter(({ date }) => date <= to);

const dayMs = 86_400_000;

/** Weeks begin on Monday; 1970-01-01 was a Thursday. */
function bucketOf(date: string, period: ChartPeriod): string {
  if (period === "month") return date.slice(0, 7);
  return period === "week" ? String(Math.floor((Date.parse(date) / dayMs + 3) / 7)) : date;
}

function joined(bars: readonly ChartBar[]): readonly ChartBar[] {
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return [];
  const volumes = bars.map(({ volume }) => volume);
  return [
    {
      date: last.date,
      open: first.open,
      high: Math.max(...bars.map(({ high }) => high)),
      low: Math.min(...bars.map(({ low }) => low)),
      close: last.close,
      volume: volumes.reduce((sum, volume) => (sum === null || volume === null ? null : sum + volume), 0),
    },
  ];
}

/** Weekly or monthly bars of daily ones, each under its last day. */
export function byPeriod(bars: readonly ChartBar[], period: ChartPeriod): readonly ChartBar[] {
  if (period === "day") return bars;
  const buckets = new Map<string, ChartBar[]>();
  for (const bar of bars) {
    const key = bucketOf(bar.date, period);
    buckets.set(key, [...(buckets.get(key) ?? []), bar]);
  }
  return [...buckets.values()].flatMap(joined);
}

/** Mean of the last `window` closes at each bar; null where there are fewer. */
export function averageOf(bars: readonly ChartBar[], window: number): readonly (number | null)[] {
  return bars.map((_, at) => {
    if (at + 1 < window) return null;
    const sum = bars.slice(at + 1 - window, at + 1).reduce((total, { close }) => total + close, 0);
    return sum / window;
  });
}
