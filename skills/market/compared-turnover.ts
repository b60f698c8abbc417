import { type Claim, comparesWithTime, resolveDay, type SkillContext } from "#contract";
import { metricsFor } from "./asked.ts";
import type { Found } from "./level-of.ts";
import { soFarToday } from "./notes.ts";

/** What was traded on the day that now is compared with; null where none is told. */
async function tradedOn(code: string, date: string, context: SkillContext): Promise<Claim | null> {
  const found = await context.tools.get_index({ code, date });
  return found.ok ? context.select(found.call, "/amount") : null;
}

const dayOf = (claim: Claim): string => (claim.kind === "knowledge" ? "" : claim.as_of.slice(0, 10));

/** The day whose turnover now is compared with: 比昨天放量吗; undefined where none is. */
export async function comparedDay(
  date: string | undefined,
  context: SkillContext,
): Promise<string | undefined> {
  const isAsked = comparesWithTime(context.message.text) && metricsFor("", context).includes("amount");
  const day = isAsked && date !== undefined ? await resolveDay(date, context) : {};
  return "code" in day ? undefined : day.date;
}

/** The turnover of each index beside that of the day it is compared with. */
export async function comparedTurnover(
  found: readonly Found[],
  codes: readonly string[],
  date: string,
  context: SkillContext,
): Promise<readonly Found[]> {
  const earlier = await Promise.all(codes.map((code) => tradedOn(code, date, context)));
  return found.map((each, at) => {
    const claim = earlier[at] ?? null;
    // On a day without trading the newest level may be that day's own.
    if (claim === null || each.claims.every((own) => dayOf(own) <= dayOf(claim))) return each;
    return {
      ...each,
      claims: [...each.claims, claim],
      notes: each.live ? [...each.notes, soFarToday] : each.notes,
    };
  });
}
