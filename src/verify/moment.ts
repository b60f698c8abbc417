/** A moment of the protocol: an instant, or a Shanghai calendar date. */
export interface Moment {
  /** Epoch milliseconds; a bare date counts from that day's 15:00 in Shanghai, the close of trading. */
  readonly ms: number;
  /** Shanghai calendar date as days since 1970-01-01. */
  readonly day: number;
  readonly dateOnly: boolean;
}

const dayMs = 86_400_000;
const shanghaiMs = 8 * 3_600_000;
const closeMs = 15 * 3_600_000 - shanghaiMs;

const shape =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?([Zz]|[+-]\d\d:?\d\d))?$/;
const compactDate = /^(\d{4})([-/]?)(\d\d)\2(\d\d)$/;

/** Days since 1970-01-01, or null where the calendar has no such day. */
export function dayNumber(year: number, month: number, day: number): number | null {
  const ms = Date.UTC(year, month - 1, day);
  const check = new Date(ms);
  return check.getUTCMonth() === month - 1 && check.getUTCDate() === day ? ms / dayMs : null;
}

function offsetMs(zone: string): number | null {
  if (zone === "Z" || zone === "z") return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 14 || minutes > 59) return null;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** The moments read last: the claims of a turn share a few dates, and turns beside each other too. */
const known = new Map<string, Moment | null>();
const mostKnown = 200;

/** Reads `2026-05-07` or an ISO 8601 instant with offset; anything else, also an instant without offset, is null. */
export function readMoment(text: unknown): Moment | null {
  if (typeof text !== "string" || text.length > 40) return null;
  const before = known.get(text);
  if (before !== undefined) return before;
  if (known.size >= mostKnown) known.clear();
  const moment = momentOf(text);
  known.set(text, moment);
  return moment;
}

function momentOf(text: string): Moment | null {
  const match = shape.exec(text);
  if (match === null) return null;
  const [, year, month, date, hour, minute, second, fraction, zone] = match;
  const day = dayNumber(Number(year), Number(month), Number(date));
  if (day === null) return null;
  if (zone === undefined) return { ms: day * dayMs + closeMs, day, dateOnly: true };
  const offset = offsetMs(zone);
  const [h, m, s] = [Number(hour), Number(minute), Number(second ?? 0)];
  if (offset === null || h > 23 || m > 59 || s > 59) return null;
  const ms =
    day * dayMs + ((h * 60 + m) * 60 + s) * 1000 + Math.floor(Number(`0.${fraction ?? 0}`) * 1000) - offset;
  return { ms, day: Math.floor((ms + shanghaiMs) / dayMs), dateOnly: false };
}

/** As `readMoment`, and the date spellings of data rows: `20260507`, `2026/05/07`; an integer `20260507` too. */
export function readRowDate(value: unknown): Moment | null {
  const text = typeof value === "number" ? String(value) : value;
  if (typeof text !== "string") return null;
  const match = compactDate.exec(text);
  if (match === null) return readMoment(text) ?? readMoment(text.slice(0, 10));
  return readMoment(`${match[1]}-${match[3]}-${match[4]}`);
}

/** The same moment; where either side is a bare date, the same Shanghai date. */
export function sameMoment(a: Moment, b: Moment): boolean {
  return a.dateOnly || b.dateOnly ? a.day === b.day : a.ms === b.ms;
}

/** `a` lies after `b`; where either side is a bare date, by Shanghai date. */
export function isAfter(a: Moment, b: Moment): boolean {
  return a.dateOnly || b.dateOnly ? a.day > b.day : a.ms > b.ms;
}
