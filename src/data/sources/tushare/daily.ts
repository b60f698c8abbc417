import { ascending } from "../../check-rows.ts";
import { fittingMove } from "../../fitting-move.ts";
import type { DailyRow } from "../../rows.ts";
import { readCompactDate } from "../../shanghai-time.ts";
import type { DateRange, SourceResult } from "../../source.ts";
import {
  dailyRowsFault,
  indexTrade,
  known,
  readNumber,
  readPositive,
  volumeInShares,
} from "../../validate-row.ts";
import type { Cells } from "./api.ts";
import { answerTable, codeOf, rangeParams, scaled, type TushareConnection } from "./table.ts";

const fields = "ts_code trade_date open high low close pre_close change pct_chg vol amount".split(" ");

/** Volume in shares beside the amount; null where they contradict the price. */
type Trade = (
  lots: number | undefined,
  amount: number | undefined,
  close: number,
) => { readonly [Name in "volume" | "amount"]: number | undefined } | null;

/** 手 are 100 shares; documented, and held against the amount. */
const tradeOfStock: Trade = (lots, amount, close) => {
  const volume = volumeInShares(lots, amount, { price: close, lot: 100 });
  return volume === null ? null : { volume, amount };
};
const tradeOfIndex: Trade = (lots, amount) => indexTrade(lots, amount, 100);

/** A row of `daily` or `index_daily`: prices in 元 (points), amount in 千元. Null where a cell makes no sense. */
const reader =
  (tradeOf: Trade) =>
  (cells: Cells): DailyRow | null => {
    const date = readCompactDate(cells.trade_date);
    const close = readPositive(cells.close);
    if (date === null || close === undefined) return null;
    const amount = scaled(readNumber(cells.amount), 1000);
    const trade = tradeOf(readNumber(cells.vol), amount, close);
    const prevClose = readPositive(cells.pre_close);
    const move = fittingMove(close, {
      prevClose,
      open: readPositive(cells.open),
      change: readNumber(cells.change),
      pctChg: readNumber(cells.pct_chg),
    });
    if (trade === null || move === null) return null;
    return known<DailyRow>({
      code: codeOf(cells),
      date,
      currency: "CNY",
      adjust: "none",
      close,
      open: readPositive(cells.open),
      high: readPositive(cells.high),
      low: readPositive(cells.low),
      prev_close: prevClose,
      ...move,
      volume: trade.volume,
      amount: trade.amount,
    });
  };

const asker =
  (api: "daily" | "index_daily", tradeOf: Trade) =>
  (
    connection: TushareConnection,
    code: string,
    range: DateRange,
    signal: AbortSignal,
  ): Promise<SourceResult<DailyRow>> =>
    answerTable(
      connection,
      { api, params: rangeParams(code, range), fields },
      {
        read: reader(tradeOf),
        fault: (rows) => dailyRowsFault(rows, code, range),
        order: ascending,
      },
      signal,
    );

export const askDaily = asker("daily", tradeOfStock);
export const askIndexDaily = asker("index_daily", tradeOfIndex);
