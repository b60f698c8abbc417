/**
 * What a model may see of a tool's result: numbers, codes, dates, report periods, metric ids and our own words for states. Every
 * other string, and every key that is none of these, may be an upstream's: a title or a name could hold instructions.
 */
import type { Json, JsonObject } from "#contract";
import { isObject } from "../../../verify/pointer.ts";

/** Keys that lead to values or say what they are of. */
const structure: ReadonlySet<string> = new Set(
  (
    "rows data result results items quotes values peers paid forecasts check code codes date as_of period span adjust quality phase " +
    "suspended gap state year listed not_listed_on members industry title url org rating outlet reason ann_date unit units " +
    "is_trading_day open_day closed_day previous_trading_day next_trading_day holiday_from holiday_to"
  ).split(" "),
);

/** Words that our tools have for states. */
const words: ReadonlySet<string> = new Set(
  (
    "realtime provisional final none qfq hfq ytd quarter pre_open auction gap morning lunch afternoon closing_auction after_close " +
    "after_hours closed_day suspended no_data not_published agrees differs unavailable"
  ).split(" "),
);

const code = /^\d{6}(?:\.(?:SH|SZ|BJ|CSI))?$/;
const moment = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;
const period = /^(?:FY)?\d{4}(?:Q[1-4]|H[12])?(?:-Q[1-4])?$/;

type IsMetric = (id: string) => boolean;

const maskText = (text: string, isMetric: IsMetric): string =>
  code.test(text) || moment.test(text) || period.test(text) || words.has(text) || isMetric(text)
    ? text
    : "<text>";

/** The first and the last of a long list, under their places, so that a path into it stays what it is. */
function maskList(list: readonly Json[], isMetric: IsMetric, most: number): Json {
  if (list.length <= most) return list.map((each) => maskJson(each, isMetric, most));
  const head = Math.floor(most / 3);
  const shown = list.flatMap((each, at) =>
    at < head || at >= list.length - (most - head)
      ? [[String(at), maskJson(each, isMetric, most)] as const]
      : [],
  );
  return { length: list.length, ...Object.fromEntries(shown) };
}

function maskJson(value: Json, isMetric: IsMetric, most: number): Json {
  if (typeof value === "string") return maskText(value, isMetric);
  if (Array.isArray(value)) return maskList(value as readonly Json[], isMetric, most);
  if (!isObject(value)) return value;
  const kept = Object.entries(value as JsonObject).filter(
    ([key]) => structure.has(key) || isMetric(key) || code.test(key) || moment.test(key),
  );
  return Object.fromEntries(kept.map(([key, inner]) => [key, maskJson(inner, isMetric, most)]));
}

/** How much of a list is shown, tried in this order until the whole is short enough. */
const lengths = [6, 3, 1] as const;

/** The masked value as JSON of at most `maxCharacters`; of lists that are too long only some rows, of what is still too long nothing. */
export function maskedText(value: Json, isMetric: IsMetric, maxCharacters: number): string {
  for (const most of lengths) {
    const text = JSON.stringify(maskJson(value, isMetric, most));
    if (text.length <= maxCharacters) return text;
  }
  return '"<too long>"';
}
