import { Decimal } from "decimal.js";

/** A change may be off by the rounding of two prices, a percentage by that of two decimals. */
const changeSlack = 0.011;
const percentSlack = 0.02;

export interface ToldMove {
  readonly prevClose: number | undefined;
  readonly open?: number | undefined;
  readonly change: number | undefined;
  readonly pctChg: number | undefined;
}

export interface FittingMove {
  readonly change: number | undefined;
  readonly pct_chg: number | undefined;
}

const nothing: FittingMove = { change: undefined, pct_chg: undefined };

const isWhole = ({ change, pct_chg }: FittingMove): boolean => change !== undefined && pct_chg !== undefined;

function movesFrom(reference: number, price: number, { change, pctChg }: ToldMove): FittingMove {
  const moved = new Decimal(price).minus(reference);
  const percent = moved.div(reference).times(100);
  const fits = (told: number | undefined, counted: Decimal, slack: number) =>
    told !== undefined && counted.minus(told).abs().lte(slack) ? told : undefined;
  return { change: fits(change, moved, changeSlack), pct_chg: fits(pctChg, percent, percentSlack) };
}

/**
 * Change and percentage, as far as they fit what they count from: the reference price or, where none is told, each other. Null where
 * one contradicts the reference and both fit the open: the two stand in each other's place.
 */
export function fittingMove(price: number, told: ToldMove): FittingMove | null {
  const { prevClose, open, change, pctChg } = told;
  const reference =
    prevClose ?? (change === undefined ? undefined : new Decimal(price).minus(change).toNumber());
  if (reference === undefined || reference <= 0) return { change, pct_chg: pctChg };
  const found = movesFrom(reference, price, told);
  // Without a reference the change always fits itself: which of the two is wrong nobody knows.
  if (prevClose === undefined) return pctChg === undefined || found.pct_chg !== undefined ? found : nothing;
  if (isWhole(found) || open === undefined || open === prevClose) return found;
  return isWhole(movesFrom(open, price, told)) ? null : found;
}

/** Why such a row must be refused. */
export const unfitMove = "open and reference price are in each other's place";
