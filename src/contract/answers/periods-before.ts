import type { SkillContext } from "../ports/skill.ts";
import { isNamedIn } from "./named-in.ts";
import { repeatedClaims } from "./repeated-claims.ts";
import { type AskedPeriods, targetOf } from "./report-periods.ts";
import { asksWhether } from "./yes-or-no.ts";

const ofNow = /现在|現在|目前|当前|當前|眼下|最新|最近|今年|\b(?:now|currently|latest|newest|recent)\b/i;
const reportPeriod = /^(?:FY\d{4}|\d{4}(?:Q[1-4]|H1|Q1-Q3))$/;
/** A longer message is a question of its own. */
const longest = 30;

/** The report periods told in the turn before, where the message goes on with it and names neither a company nor a time: 营收, gross margin?, 差多少. */
async function leantOn(codes: readonly string[], context: SkillContext): Promise<readonly string[]> {
  const { message, session } = context;
  const text = message.text.trim();
  if (text.length > longest || ofNow.test(text)) return [];
  const last = session.filter(({ turnId }) => turnId === session.at(-1)?.turnId);
  const told = last
    .flatMap(({ claims }) => claims)
    .flatMap((claim) =>
      claim.kind === "numeric" && reportPeriod.test(claim.period ?? "")
        ? [{ code: claim.code ?? "", period: claim.period ?? "" }]
        : [],
    );
  const isOfThem = told.length > 0 && told.every(({ code }) => code === "" || codes.includes(code));
  if (!isOfThem || (await isNamedIn(text, codes, context))) return [];
  const periods = [...new Set(told.map(({ period }) => period))];
  // Whether a figure grew was told beside the year before, which the next question does not ask about.
  return asksWhether(text) && periods.length > 1 ? [] : periods;
}

/** The message's own report periods, else those of the turn before where `name` asks its question again or goes on with it. */
export async function orEarlierPeriods(
  own: AskedPeriods,
  { name, codes }: { readonly name: string; readonly codes: readonly string[] },
  context: SkillContext,
): Promise<AskedPeriods> {
  if (own.targets.length > 0 || own.count > 1 || own.besideYearBefore === true) return own;
  const again = [...new Set(repeatedClaims(name, context).flatMap(({ period }) => period ?? []))];
  const periods = again.length > 0 ? again : await leantOn(codes, context);
  const span = periods.some((period) => /^\d{4}Q[234]$/.test(period)) ? "quarter" : "ytd";
  return periods.length === 0 ? own : { span, targets: periods.map(targetOf), count: 1 };
}
