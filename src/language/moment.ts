import { isoOf, shanghaiOf } from "./civil.ts";

/** An `as_of` as printed, in Shanghai time: `YYYY-MM-DD`, or `YYYY-MM-DD HH:mm` where the time of day says something. */
export function showMoment(asOf: string, options: { readonly realtime: boolean }): string {
  const moment = shanghaiOf(asOf);
  if (moment === null) return "";
  const { day, time } = moment;
  // A daily value carries the closing bell as its time: the date alone says all.
  if (time === null || (!options.realtime && time === "15:00:00")) return isoOf(day);
  return `${isoOf(day)} ${time.slice(0, 5)}`;
}

/** With seconds, for the list of sources. */
export function showExactMoment(iso: string): string {
  const moment = shanghaiOf(iso);
  if (moment === null) return "";
  return moment.time === null ? isoOf(moment.day) : `${isoOf(moment.day)} ${moment.time}`;
}
