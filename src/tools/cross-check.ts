/**
 * A price is compared with what a second source says that has its data from elsewhere. Rules:
 * - Closes: the same date, both unadjusted, both of finished days.
 * - Quotes: of the same instant, that is at most 3 s of continuous trading apart (lunch and the auctions do not move a price) and on
 *   the same side of the closing match. A market that moves may still differ between two looks: both sources are then asked
 *   anew, and only prices that stay apart over both readings differ.
 * - Apart is one tick or more (0.01; 0.001 for funds), or more than 0.01 %, by decimal arithmetic. An index has no tick: its level is
 *   counted out every few seconds, by each feed to decimals of its own, so that only the percentage counts.
 * - A leg that failed, is late, or is of another instant is no agreement: `unavailable`.
 */
import { Decimal } from "decimal.js";
import type { PriceCheck, ToolContext } from "#contract";
import { readCode } from "#language";
import { settledOrAborted } from "../data/aborted.ts";
import { sessionSecondsBetween } from "../data/freshness.ts";
import type { MarketData } from "../data/market-data.ts";
import type { Question, RouteResult } from "../data/routing.ts";
import type { DailyRow, SpotRow } from "../data/rows.ts";
import { secondsOfDay, shanghaiDate } from "../data/shanghai-time.ts";
import { closeSeconds } from "../data/trading-calendar.ts";
import { isIndex } from "../data/validate-row.ts";
import { tradingDayFault } from "./on-trading-days.ts";

/** How long an answer that is ready waits for the second leg, which was asked at the same time. */
const patienceMs = 1_000;
const sameInstantSeconds = 3;
const relativeTolerance = new Decimal("0.0001");

const tickOf = (code: string): Decimal => new Decimal(readCode(code)?.kind === "fund" ? "0.001" : "0.01");

/** True where two prices of one code differ by a tick or more, or by more than 0.01 %. */
export function isApart(one: number, other: number, code: string): boolean {
  const difference = new Decimal(one).minus(other).abs();
  if (difference.gt(relativeTolerance.times(Math.min(one, other)))) return true;
  return !isIndex(code) && difference.gte(tickOf(code));
}

/** True where a price has no reason to have moved between two instants. */
function isSameInstant(one: string, other: string): boolean {
  const isAfterMatch = (instant: string) => secondsOfDay(instant) >= closeSeconds;
  return (
    shanghaiDate(one) === shanghaiDate(other) &&
    isAfterMatch(one) === isAfterMatch(other) &&
    sessionSecondsBetween(one, other) <= sameInstantSeconds
  );
}

const unavailable: PriceCheck = { state: "unavailable" };

async function inTime<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
  return Promise.race([work, settledOrAborted(work, limit).then(() => undefined)]);
}

type Found<Row> = Extract<RouteResult<Row>, { ok: true }>;

/** The first row of the best independent source that answers in time. */
async function secondLeg<Row>(
  data: MarketData,
  question: Question<Row>,
  source: string,
  context: ToolContext,
): Promise<Found<Row> | undefined> {
  const found = await inTime(data.routes.ask({ ...question, independentOf: source }), context.signal);
  return found?.ok === true ? found : undefined;
}

/** True where the prices of both sources, each read twice, still do not meet. */
async function staysApart(
  data: MarketData,
  question: Question<SpotRow>,
  legs: readonly { readonly source: string; readonly row: SpotRow }[],
  context: ToolContext,
): Promise<boolean> {
  const again = await inTime(
    Promise.all(legs.map(({ source }) => data.routes.ask({ ...question, only: source, fresh: true }))),
    context.signal,
  );
  const [one, other] = legs.map(({ row }, index) => {
    const second = again?.[index];
    const newer = second?.ok === true ? second.rows[0]?.current_price : undefined;
    const prices = [row.current_price, ...(newer === undefined ? [] : [newer])];
    return { low: Math.min(...prices), high: Math.max(...prices), code: row.code };
  });
  if (one === undefined || other === undefined) return true;
  const [lower, upper] = one.low <= other.low ? [one, other] : [other, one];
  return lower.high < upper.low && isApart(lower.high, upper.low, one.code);
}

/** Compares a quote of `source`, or an index's level; undefined where nothing is there to compare it with. */
export async function checkQuote(
  data: MarketData,
  question: Question<SpotRow>,
  { row, source }: { readonly row: SpotRow; readonly source: string },
  context: ToolContext,
): Promise<PriceCheck | undefined> {
  if (!data.crossCheck || !data.routes.canCheck(question.capability, source)) return undefined;
  const second = await secondLeg(data, question, source, context);
  const [other] = second?.rows ?? [];
  if (second === undefined || other === undefined) return unavailable;
  const named = { source: second.source };
  if (other.volume === 0 || !isSameInstant(row.as_of, other.as_of)) return { ...unavailable, ...named };
  if (!isApart(row.current_price, other.current_price, row.code)) return { state: "agrees", ...named };
  const legs = [
    { source, row },
    { source: second.source, row: other },
  ];
  return { state: (await staysApart(data, question, legs, context)) ? "differs" : "agrees", ...named };
}

/** Compares the close of a finished day; `question` is the one that found it. */
export async function checkClose(
  data: MarketData,
  question: Question<DailyRow>,
  { row, source }: { readonly row: DailyRow; readonly source: string },
  context: ToolContext,
): Promise<PriceCheck | undefined> {
  if (!data.crossCheck || !data.routes.canCheck(question.capability, source)) return undefined;
  const sameDay = (rows: readonly DailyRow[]) => rows.find(({ date }) => date === row.date);
  const accept: Question<DailyRow>["accept"] = ({ rows }) => {
    const isMissing = sameDay(rows) === undefined;
    const missing = { code: "NO_DATA", message: `no row for ${row.date}` } as const;
    return tradingDayFault(rows, data.calendars.snapshot()) ?? (isMissing ? missing : null);
  };
  const second = await secondLeg(data, { ...question, accept }, source, context);
  const other = sameDay(second?.rows ?? []);
  if (second === undefined || other === undefined) return unavailable;
  const named = { source: second.source };
  return { state: isApart(row.close, other.close, row.code) ? "differs" : "agrees", ...named };
}
