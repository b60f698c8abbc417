import type { JsonObject, PriceValue } from "#contract";
import type { DueOptions } from "./put-in-line.ts";

/** Companies whose prices are asked for at once. */
const codesAtOnce = 50;

const sessions: ReadonlySet<PriceValue["phase"]> = new Set(["morning", "afternoon", "closing_auction"]);
/** So long the day's close is looked for; the closing auction settles at 15:00. */
const closeUntil = "15:10";
const isClose = (phase: PriceValue["phase"], now: string): boolean =>
  (phase === "after_close" || phase === "after_hours") && now.slice(11, 16) < closeUntil;

/** True while there are prices to judge alerts by: in a session, and a little behind it for the day's close. */
export const isPriced = (phase: PriceValue["phase"], now: string): boolean =>
  sessions.has(phase) || isClose(phase, now);

/** True for a price of now, or behind the session for the close of that day. */
const isOfNow = (value: PriceValue, asOf: string | undefined, now: string): boolean =>
  typeof value.current_price === "number" ||
  (isClose(value.phase, now) && typeof value.close === "number" && asOf?.slice(0, 10) === now.slice(0, 10));

/** What all watched companies stand at, by code; those without a price of now are left out. */
export async function pricesOf(
  { pipeline }: DueOptions,
  codes: readonly string[],
  now: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, JsonObject>> {
  const prices = new Map<string, JsonObject>();
  for (let from = 0; from < codes.length; from += codesAtOnce)
    await Promise.all(
      codes.slice(from, from + codesAtOnce).map(async (code) => {
        const found = await pipeline.callTool("get_price", { code }, { now, signal, excludeSources: [] });
        if (!found.ok) return;
        const value = found.value as PriceValue;
        if (isOfNow(value, found.as_of, now) && !value.suspended) prices.set(code, value);
      }),
    );
  return prices;
}
