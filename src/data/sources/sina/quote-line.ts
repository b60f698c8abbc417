import type { QuoteCells } from "../../quote-rows.ts";
import { epochMs, isIsoDate, toShanghaiIso } from "../../shanghai-time.ts";
import { isDecimalText, readDecimalText, readPositiveText } from "../../validate-row.ts";

/** Places of the cells between the commas. */
const place = {
  name: 0,
  open: 1,
  prevClose: 2,
  price: 3,
  high: 4,
  low: 5,
  volume: 8,
  amount: 9,
  date: 30,
  time: 31,
} as const;

/** From open to the last of five asks: numbers in every line. */
const numberPlaces = [1, 30] as const;

export type QuoteLine =
  | { readonly kind: "line"; readonly name: string; readonly quote: QuoteCells }
  | { readonly kind: "unknown" }
  | { readonly kind: "broken"; readonly why: string }
  /** No quote line at all: a page from something in between. */
  | { readonly kind: "foreign" };

function readTime(date: string | undefined, time: string | undefined): string | null {
  const clock = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/.exec(time ?? "");
  if (clock === null || date === undefined || !isIsoDate(date)) return null;
  const [, hours = 0, minutes = 0, seconds = 0] = clock.map(Number);
  return toShanghaiIso(epochMs(date, hours * 3600 + minutes * 60 + seconds));
}

/**
 * The quote in `var hq_str_sh600519="…";`, prices and amount in 元. During the opening auction price, open, high and low
 * are 0.000, which is none.
 */
export function readQuoteLine(body: string, symbol: string): QuoteLine {
  const lines = [...body.matchAll(/(?<![^\s;])var\s+hq_str_(\w+)\s*=\s*"([^"\n]*)"/g)];
  if (lines.length === 0) return { kind: "foreign" };
  const text = lines.find(([, key]) => key === symbol)?.[2];
  if (text === undefined) return { kind: "broken", why: "it is about another code" };
  if (text === "") return { kind: "unknown" };
  const cells = text.split(",");
  // Damaged bytes swallow a comma, and every cell behind it stands one too early.
  const isSound = cells.length > place.time && cells.slice(...numberPlaces).every(isDecimalText);
  if (!isSound || text.includes("\uFFFD")) return { kind: "broken", why: "the line has another shape" };
  const price = readPositiveText(cells[place.price]);
  const quote = {
    price,
    time: readTime(cells[place.date], cells[place.time]),
    open: readPositiveText(cells[place.open]),
    high: readPositiveText(cells[place.high]),
    low: readPositiveText(cells[place.low]),
    prevClose: readPositiveText(cells[place.prevClose]),
    volume: readDecimalText(cells[place.volume]),
    amount: readDecimalText(cells[place.amount]),
  };
  return { kind: "line", name: cells[place.name] ?? "", quote };
}
