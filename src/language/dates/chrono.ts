import { createRequire } from "node:module";
import { civilOf, dayNumber, isoOf } from "../civil.ts";
import type { Today } from "./rule.ts";

/**
 * chrono-node reads what the hand rules do not know. It costs tens of milliseconds to load, so it is loaded at the first text that
 * speaks of days and that no rule could read.
 */
type Chrono = typeof import("chrono-node/en");
const require = createRequire(import.meta.url);
const loaded = new Map<string, Chrono>();

function chronoOf(locale: "zh/hans" | "en"): Chrono {
  const known = loaded.get(locale);
  if (known !== undefined) return known;
  const chrono: Chrono = require(`chrono-node/${locale}`);
  loaded.set(locale, chrono);
  return chrono;
}

const longestText = 200;
const speaksOfDays = /[天日号周月]|星期|礼拜|\b(?:days?|weeks?|months?|mon|tue|wed|thu|fri|sat|sun|ago)/;

export interface ChronoDate {
  readonly start: number;
  readonly end: number;
  readonly day: number;
}

/** The first day that chrono is certain of, on folded text. Null for windows (近30日), bare numbers and anything it has to guess. */
export function readByChrono(text: string, today: Today): ChronoDate | null {
  if (text.length > longestText || !speaksOfDays.test(text)) return null;
  const chinese = /\p{Script=Han}/u.test(text);
  const instant = new Date(`${isoOf(today.day)}T04:00:00Z`);
  const results = chronoOf(chinese ? "zh/hans" : "en").parse(text, { instant, timezone: 480 });
  const [result] = results;
  if (result === undefined || results.length > 1 || result.end !== null) return null;
  const { start } = result;
  const named = start.isCertain("day") || start.isCertain("weekday");
  // A direction word just before was not understood (前个星期三); a quantity or a window is no day.
  const before = text.slice(Math.max(0, result.index - 2), result.index);
  if (!named || !/[\p{L}]/u.test(result.text) || /[近前上下个大每]/.test(before)) return null;
  if (/[线内均]/.test(text[result.index + result.text.length] ?? "")) return null;
  const [year, month, day] = [start.get("year"), start.get("month"), start.get("day")];
  if (year === null || month === null || day === null) return null;
  const number = dayNumber(year, month, day);
  return civilOf(number).day === day
    ? { start: result.index, end: result.index + result.text.length, day: number }
    : null;
}
