import type { Moment } from "../../moment.ts";
import { isTimeOf } from "../claims/calendar-match.ts";
import type { Token } from "../tokens/token.ts";

const role =
  /(?:现在是?|现在时间|查询时间|查询时刻|查询于|当前时间|生成时间|生成于|回复时间|提问时间|query time|queried at|asked at|generated at)[:为是 ]{0,2}(?:\d{4}[-/年]\d{1,2}[-/月]\d{1,2}日?)?[ t]?$/;
const reach = 36;

/** 查询时间 2026-05-07 16:30: the moment of the question in a role of its own, which is no time of the data. */
export function isQueryTime({ time, start }: Token, lower: string, now: Moment): boolean {
  if (time === null || !role.test(lower.slice(Math.max(0, start - reach), start))) return false;
  return isTimeOf(time, { asOf: now, fetchedAt: null, isRealtime: true });
}
