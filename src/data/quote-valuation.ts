import type { SpotRow, ValuationRow } from "./rows.ts";
import { shanghaiDate } from "./shanghai-time.ts";
import type { DateRange, SourceResult } from "./source.ts";
import { isUntraded } from "./untraded.ts";
import { known } from "./validate-row.ts";
import { readPeTtm } from "./valuation-cells.ts";

/** What a feed tells beside a quote. Market values in CNY, shares in shares; undefined where missing. */
export interface ValuationCells {
  /** Of the trailing twelve months; no other P/E may stand here. */
  readonly peTtm: number | undefined;
  readonly pb: number | undefined;
  readonly totalMv: number | undefined;
  readonly totalShares: number | undefined;
  readonly circMv: number | undefined;
  readonly floatShares: number | undefined;
}

/** How far a market value may lie from price × shares. */
const valueSlack = 0.02;

/** The market value, unless the number of shares beside it says that it is in another unit. */
function provenValue(
  told: number | undefined,
  shares: number | undefined,
  price: number,
): number | undefined {
  if (told === undefined || shares === undefined) return told;
  return Math.abs(told / (shares * price) - 1) <= valueSlack ? told : undefined;
}

/** The valuation that goes with a quote, as of the quote's time; none where that lies outside the range. */
function valuationOf(
  quote: SpotRow | undefined,
  cells: ValuationCells,
  range: DateRange,
): readonly ValuationRow[] {
  if (quote === undefined) return [];
  const { code, as_of, current_price: price } = quote;
  const day = shanghaiDate(as_of);
  if (day < range.from || day > range.to) return [];
  const row = known<ValuationRow>({
    code,
    as_of,
    currency: "CNY",
    ...readPeTtm(cells.peTtm),
    untraded: isUntraded(quote) ? true : undefined,
    pb: cells.pb,
    total_mv: provenValue(cells.totalMv, cells.totalShares, price),
    circ_mv: provenValue(cells.circMv, cells.floatShares, price),
  });
  return [row];
}

/** A quote, and what is told beside it. */
export interface ToldQuote {
  readonly quote: SourceResult<SpotRow>;
  readonly told?: ValuationCells;
}

/** The two questions that one look at a feed answers. */
export const quoteMethods = (ask: (code: string, signal: AbortSignal) => Promise<ToldQuote>) => ({
  async spot(code: string, signal: AbortSignal): Promise<SourceResult<SpotRow>> {
    return (await ask(code, signal)).quote;
  },

  async valuation(code: string, range: DateRange, signal: AbortSignal): Promise<SourceResult<ValuationRow>> {
    const { quote, told } = await ask(code, signal);
    if (!quote.ok) return quote;
    return { ...quote, rows: told === undefined ? [] : valuationOf(quote.rows[0], told, range) };
  },
});
