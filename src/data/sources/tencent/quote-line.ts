import { epochMs, readCompactDate, toShanghaiIso } from "../../shanghai-time.ts";
import { isDecimalText } from "../../validate-row.ts";

/** Places of the cells between the tildes that are read; others come and go. */
export const place = {
  market: 0,
  name: 1,
  code: 2,
  price: 3,
  prevClose: 4,
  open: 5,
  volume: 6,
  time: 30,
  change: 31,
  pctChg: 32,
  high: 33,
  low: 34,
  /** `price/volume/amount`, the amount exact. */
  trade: 35,
  /** In 万元, whole. */
  amountRounded: 37,
  peTtm: 39,
  // 52 and 53, dynamic and static P/E, are not read: they are no TTM.
  /** Market values in 亿元. */
  circMv: 44,
  totalMv: 45,
  pb: 46,
  limitUp: 47,
  limitDown: 48,
  /** In 万元, four decimals. */
  amountPrecise: 57,
  floatShares: 72,
  totalShares: 73,
  currency: 82,
} as const;

/** Lines of an index or of an old version end early; up to here all of them go. */
const fewestCells = 38;

/** Cells that hold a number or nothing in every line. */
const decimalPlaces: readonly number[] = [
  place.price,
  place.prevClose,
  place.open,
  place.volume,
  place.change,
  place.pctChg,
  place.high,
  place.low,
  place.amountRounded,
];

const marketNumbers: Readonly<Record<string, string>> = { SH: "1", SZ: "51", BJ: "62" };

export type QuoteLine =
  | { readonly kind: "line"; readonly cells: readonly string[] }
  /** The feed says that it knows no such code. */
  | { readonly kind: "unknown" }
  | { readonly kind: "broken"; readonly why: string }
  /** No quote line at all: a page from something in between. */
  | { readonly kind: "foreign" };

/** The cells of the line of one code in `v_sh600519="1~…~";`. */
export function readQuoteLine(body: string, symbol: string): QuoteLine {
  const lines = [...body.matchAll(/(?<![^\s;])v_(\w+)\s*=\s*"([^"\n]*)"/g)];
  if (lines.length === 0) return { kind: "foreign" };
  const text = lines.find(([, key]) => key === symbol)?.[2];
  if (text === undefined) {
    const isUnknown = lines.every(([, key]) => key === "pv_none_match");
    return isUnknown ? { kind: "unknown" } : { kind: "broken", why: "it is about another code" };
  }
  if (text === "") return { kind: "unknown" };
  const cells = text.split("~");
  if (cells.length < fewestCells) return { kind: "broken", why: "the line is too short" };
  const digits = symbol.slice(2);
  const market = marketNumbers[symbol.slice(0, 2).toUpperCase()];
  if (cells[place.code] !== digits || cells[place.market] !== market) {
    return { kind: "broken", why: "it is about another code" };
  }
  // A company listed in Hong Kong too; older and shorter lines have no such cell.
  if (!["", "CNY"].includes(cells[place.currency] ?? "")) {
    return { kind: "broken", why: "the currency is not CNY" };
  }
  // Damaged bytes swallow a tilde, and every cell behind it stands one too early.
  const isSound = !text.includes("\uFFFD") && decimalPlaces.every((at) => isDecimalText(cells[at]));
  return isSound ? { kind: "line", cells } : { kind: "broken", why: "a cell holds no number" };
}

/** `20260507103205`, Beijing time. */
export function readQuoteTime(cell: string | undefined): string | null {
  const date = readCompactDate(cell?.slice(0, 8));
  const clock = /^\d{8}([01]\d|2[0-3])([0-5]\d)([0-5]\d)$/.exec(cell ?? "");
  if (date === null || clock === null) return null;
  const [, hours, minutes, seconds] = clock.map(Number);
  return toShanghaiIso(epochMs(date, (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)));
}
