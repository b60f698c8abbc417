/**
 * Shanghai wall time by arithmetic: UTC+8 all year, so the host's time zone never matters.
 * Dates are `YYYY-MM-DD`, instants ISO 8601 with an offset.
 */
const dayMs = 86_400_000;
const offsetMs = 8 * 3_600_000;

const isoShape = /^\d{4}-\d{2}-\d{2}$/;

/** True for a date that exists. */
export function isIsoDate(text: string): boolean {
  if (!isoShape.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(ms) && dateFromDays(ms / dayMs) === text;
}

/** Whatever is asked in one day is about a few dates around it, again and again: each is worked out once. */
const mostKept = 2000;

function kept<Key, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size === mostKept) known.clear();
    const value = work(key);
    known.set(key, value);
    return value;
  };
}

const dateFromDays = kept((days: number): string => new Date(days * dayMs).toISOString().slice(0, 10));

const daysOf = kept((date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs);

/** The Shanghai calendar date of an instant; a bare date is its own. */
export const shanghaiDate = (iso: string): string =>
  iso.length === 10 ? iso : dateFromDays(Math.floor((Date.parse(iso) + offsetMs) / dayMs));

/** Seconds since Shanghai midnight. */
export const secondsOfDay = (iso: string): number =>
  Math.floor(((((Date.parse(iso) + offsetMs) % dayMs) + dayMs) % dayMs) / 1000);

export const addDays = (date: string, days: number): string => dateFromDays(daysOf(date) + days);

/** 0 = Sunday … 6 = Saturday. */
export const weekday = (date: string): number => (((daysOf(date) + 4) % 7) + 7) % 7;

export const yearOf = (date: string): number => Number(date.slice(0, 4));

/** The instant at `seconds` after Shanghai midnight of a date, in epoch milliseconds. */
export const epochMs = (date: string, seconds = 0): number =>
  daysOf(date) * dayMs - offsetMs + seconds * 1000;

/** An instant as `2026-05-07T10:32:05+08:00`. */
export const toShanghaiIso = (ms: number): string =>
  `${new Date(ms + offsetMs).toISOString().slice(0, 19)}+08:00`;

/** `20260507`, as text or as a number → `2026-05-07`, null for anything that is no date. */
export function readCompactDate(cell: unknown): string | null {
  const text = typeof cell === "number" ? String(cell) : cell;
  if (typeof text !== "string" || !/^\d{8}$/.test(text)) return null;
  const date = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return isIsoDate(date) ? date : null;
}

export const compactDate = (date: string): string => date.replaceAll("-", "");
