import {
  comparesWithTime,
  notConverted,
  resolveCodes,
  type SkillContext,
  type SkillResult,
  unsaidYear,
} from "#contract";
import { atLimit } from "./at-limit.ts";
import { besideIndex } from "./beside-index.ts";
import { freshnessOf } from "./budgets.ts";
import { daysShown, isOfOneDay, isUnfinished } from "./compared-days.ts";
import { gapsOf } from "./gaps.ts";
import { levelReached } from "./level-reached.ts";
import { limitDayOf } from "./limit-day.ts";
import { formerNameNotes, noCloseWithin, soFarToday } from "./notes.ts";
import { openedSo } from "./opened.ts";
import { quoteOf } from "./quote.ts";
import { firstDayOf, isEver } from "./stretches.ts";
import { notComparable } from "./turnover-rate.ts";
import { unavailableNotes } from "./unavailable.ts";
import { withWay } from "./way.ts";

/**
 * The prices of companies, now or on a day, with what is asked for beside them. `isNew`: the day is that of a stretch of time that has just
 * begun.
 */
export async function answerQuotes(
  queries: readonly string[],
  { date, isNew }: { readonly date: string | undefined; readonly isNew: boolean },
  context: SkillContext,
): Promise<SkillResult> {
  const { text } = context.message;
  const day = isNew || isEver(date) ? {} : await limitDayOf(firstDayOf(date) ?? date, context);
  if ("code" in day) return { kind: "refusal", ...day };
  if (queries.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
  const resolved = await resolveCodes(queries, context.tools);
  const { codes, missing: unresolved, question, formerNames } = resolved;
  if (codes.length === 0 && question !== null) return { kind: "question", ...question };
  const days = await daysShown({ date, day, companies: codes.length }, context);
  const isOfTwoDays = days.length > 1;
  const quotes = await Promise.all(
    days.flatMap((each) => codes.map((code) => quoteOf(code, each, context, isOfTwoDays))),
  );
  const shown = quotes.flatMap((each) => each.claims);
  const isSoFar = isOfTwoDays && quotes.some(isUnfinished);
  const apart = await gapsOf(shown, isSoFar, context);
  const [only] = quotes.length === 1 ? quotes : [];
  const reached = only?.call === undefined ? null : await levelReached(only.call, only.claims, context);
  const claims = reached?.claims ?? [...apart.claims, ...shown];
  const draft =
    reached?.draft ??
    (only?.call === undefined
      ? null
      : (atLimit(only.call, claims, context) ?? openedSo(only.call, claims, context)));
  const missing = [...unresolved, ...quotes.flatMap((each) => each.missing)];
  const [onlyMiss] = missing;
  if (claims.length === 0 && missing.length === 1 && onlyMiss !== undefined && question === null)
    return { kind: "refusal", ...onlyMiss };
  const result: SkillResult = {
    kind: "answer",
    claims,
    ...(draft === null ? {} : { draft }),
    notes: [
      ...apart.notes,
      ...(isOfTwoDays && isOfOneDay(shown, codes.length) ? [notComparable] : []),
      ...(isNew && !comparesWithTime(text) ? [noCloseWithin] : []),
      ...unsaidYear(day.date, context.now, text),
      ...formerNameNotes(formerNames, text),
      ...new Set(quotes.flatMap((each) => each.notes)),
      ...(isSoFar ? [soFarToday] : []),
      ...unavailableNotes(text),
      ...notConverted(claims, text),
    ],
    missing,
    ...(question === null ? {} : { question }),
    freshness: freshnessOf(quotes),
  };
  const found = { calls: quotes.flatMap(({ call = [] }) => call), day };
  return (await besideIndex(result, found, context)) ?? withWay(result, context, found);
}
