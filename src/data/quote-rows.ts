import { ascending, refused } from "./check-rows.ts";
import type { FeedFailure } from "./feed.ts";
import { type FittingMove, fittingMove, unfitMove } from "./fitting-move.ts";
import type { DailyRow, SpotRow } from "./rows.ts";
import { secondsOfDay, shanghaiDate } from "./shanghai-time.ts";
import type { DateRange } from "./source.ts";
import { closeSeconds } from "./trading-calendar.ts";
import {
  dailyRowsFault,
  indexTrade,
  isIndex,
  known,
  repeatsDay,
  settledTime,
  spotFault,
  volumeInShares,
} from "./validate-row.ts";

/** A day's figures as a feed gives them: prices and amount in CNY (an index in points), volume in the feed's own unit. */
interface DayCells {
  readonly open: number | undefined;
  readonly high: number | undefined;
  readonly low: number | undefined;
  readonly prevClose?: number | undefined;
  readonly change?: number | undefined;
  readonly pctChg?: number | undefined;
  readonly volume?: number | undefined;
  readonly amount?: number | undefined;
}

export interface QuoteCells extends DayCells {
  /** Missing before the first match of the day: there is no quote then. */
  readonly price: number | undefined;
  /** ISO 8601 with offset; null where the feed gives none that can be read. */
  readonly time: string | null;
  readonly limitUp?: number | undefined;
  readonly limitDown?: number | undefined;
}

export interface BarCells extends DayCells {
  readonly date: string | null;
  readonly close: number | undefined;
}

const lunch = [11.5 * 3600, 13 * 3600] as const;
/** Feeds begin the day at about nine; an earlier time of day was written in another zone. */
const feedBeginSeconds = 9 * 3600;
/**
 * A history holds today's unfinished bar. It is taken for the confirmed one from 17:00 on, by when official tables are
 * out (data-sources §1); until then the close is a quote that waits for confirmation.
 */
const barFinishedSeconds = 17 * 3600;

const at = (iso: string, time: string): string => `${shanghaiDate(iso)}T${time}+08:00`;

/**
 * The time of the last trade that a feed's own time can stand for: feeds run on over lunch and after 15:00 while the
 * price stands still (after-hours trading is done at the close). Null: no time, one ahead of the fetch, or one in
 * another zone.
 */
export function tradeTime(feedTime: string | null, fetchedAt: string): string | null {
  const time = feedTime === null ? null : settledTime(feedTime, fetchedAt);
  if (time === null) return null;
  const seconds = secondsOfDay(time);
  if (seconds < feedBeginSeconds) return null;
  if (seconds > closeSeconds) return at(time, "15:00:00");
  return seconds > lunch[0] && seconds < lunch[1] ? at(time, "11:30:00") : time;
}

/** What has been traded, in shares and CNY. `lot`: shares in the feed's unit, by its documentation. */
interface Trade {
  readonly volume: number | undefined;
  readonly amount: number | undefined;
}

/** Null where a stock's volume and amount contradict its price. An index's say nothing about its level: they are left out then. */
function tradeOf({ volume, amount }: DayCells, price: number, about: { code: string; lot: 1 | 100 }) {
  if (isIndex(about.code)) return indexTrade(volume, amount, about.lot);
  const shares = volumeInShares(volume, amount, { price, lot: about.lot });
  return shares === null ? null : { volume: shares, amount };
}

const moveOf = ({ prevClose, open, change, pctChg }: DayCells, price: number) =>
  fittingMove(price, { prevClose, open, change, pctChg });

const factsOf = (cells: DayCells, move: FittingMove, trade: Trade) => ({
  currency: "CNY" as const,
  adjust: "none" as const,
  open: cells.open,
  high: cells.high,
  low: cells.low,
  prev_close: cells.prevClose,
  ...move,
  volume: trade.volume,
  amount: trade.amount,
});

/** The checked quote: no row where there is no price yet, a failure where something in it cannot be. */
export function readQuote(
  cells: QuoteCells,
  about: { readonly code: string; readonly lot: 1 | 100; readonly fetchedAt: string },
): { readonly ok: true; readonly rows: readonly SpotRow[] } | FeedFailure {
  const { price } = cells;
  const { code } = about;
  if (price === undefined) return { ok: true, rows: [] };
  const asOf = tradeTime(cells.time, about.fetchedAt);
  if (asOf === null) return refused("the quote has no usable time", "STALE");
  const trade = tradeOf(cells, price, about);
  if (trade === null) return refused("volume and amount do not fit the price");
  const move = moveOf(cells, price);
  if (move === null) return refused(unfitMove);
  const row = known<SpotRow>({
    code,
    as_of: asOf,
    current_price: price,
    ...factsOf(cells, move, trade),
    limit_up: cells.limitUp,
    limit_down: cells.limitDown,
  });
  const fault = spotFault(row, code);
  return fault === null ? { ok: true, rows: [row] } : refused(fault);
}

/** True for a bar that may still change, or may not yet be the confirmed one. */
const isUnfinished = (date: string, now: string): boolean =>
  date === shanghaiDate(now) && secondsOfDay(now) < barFinishedSeconds;

/** Checked rows of finished days, ascending. Days without any volume were not traded and have no row. */
export function readBars(
  bars: readonly BarCells[],
  about: { readonly code: string; readonly lot: 1 | 100; readonly range: DateRange; readonly now: string },
): { readonly ok: true; readonly rows: readonly DailyRow[] } | FeedFailure {
  const { code, range, now } = about;
  if (repeatsDay(bars)) return refused("a day repeats the one before it");
  const rows: DailyRow[] = [];
  for (const bar of bars) {
    const { date, close } = bar;
    if (date === null || close === undefined) return refused("a row has no date or no close");
    if (bar.volume === 0 || isUnfinished(date, now)) continue;
    const trade = tradeOf(bar, close, about);
    if (trade === null) return refused("volume and amount do not fit the price");
    const move = moveOf(bar, close);
    if (move === null) return refused(unfitMove);
    rows.push(known<DailyRow>({ code, date, close, ...factsOf(bar, move, trade) }));
  }
  const fault = dailyRowsFault(rows, code, range);
  if (fault !== null) return refused(fault);
  return { ok: true, rows: rows.toSorted(ascending) };
}
