import type { SkillContext } from "../ports/skill.ts";
import type { Claim, NumericClaim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";
import { type AskedLevel, isBeyond, relationTo } from "./asked-level.ts";
import { yesOrNo } from "./yes-or-no.ts";

/** What is known of the security that is asked about: its price or level, the day's extremes, and what else is to be told of it. */
export interface Standing {
  readonly now: NumericClaim;
  readonly low: NumericClaim | null;
  readonly high: NumericClaim | null;
  readonly beside: readonly Claim[];
  /** The metric of how far `now` is from the level. */
  readonly distance: string;
  /** As the level is written: 元, 点. */
  readonly unit: Bilingual;
}

/** The answer to whether a level has been reached: yes or no in front of the value that says it. */
export interface Reached {
  readonly claims: readonly Claim[];
  readonly draft: Bilingual;
}

const { yes, no, notSo, notNow } = yesOrNo;
const touched: Bilingual = { zh: "盘中到过:", en: "During the day, yes: " };
const unsaid: Bilingual = { zh: "", en: "" };

/** A close has no now. */
const isLive = ({ metric }: NumericClaim): boolean => metric.includes("current");

/** Yes, no, or what the day's extreme alone has reached. */
function verdictOf(
  asked: AskedLevel,
  { now, low, high }: Standing,
): { lead: Bilingual; extreme?: NumericClaim } {
  const isReached = isBeyond(asked, now.value);
  if (isReached === true) return { lead: yes };
  if (asked.side === "at") return { lead: notSo };
  const level = Number(asked.number.value);
  if (asked.side !== "either") {
    const extreme = asked.side === "below" ? low : high;
    const isTouched = extreme !== null && isBeyond(asked, extreme.value) === true;
    return isTouched ? { lead: isLive(now) ? notNow : no, extreme } : { lead: no };
  }
  const far = now.value > level ? low : high;
  const isTouched = far !== null && (now.value > level ? far.value <= level : far.value >= level);
  if (isTouched) return { lead: touched, extreme: far };
  // Beyond the level it may have been reached on an earlier day.
  return { lead: now.value < level ? no : unsaid };
}

/** Says first whether the level has been reached, then by which value; null where the distance cannot be computed. */
export async function reachedOf(
  asked: AskedLevel,
  standing: Standing,
  context: Pick<SkillContext, "tools" | "select">,
): Promise<Reached | null> {
  const { now, beside, unit, distance: metric } = standing;
  if (now.cite.kind !== "tool" || now.cite.path === undefined) return null;
  const operands = [
    { tool_call_id: now.cite.tool_call_id, path: now.cite.path },
    { literal: asked.number.literal, origin: "user" as const },
  ];
  const computed = await context.tools.calculate({ expression: "a-b", operands, metric });
  const distance = computed.ok ? context.select(computed.call, `/${metric}`) : null;
  if (distance === null) return null;
  const { lead, extreme } = verdictOf(asked, standing);
  const claims: Claim[] = [];
  const zh: string[] = [];
  const en: string[] = [];
  const say = (claim: Claim, before: Bilingual, relation: Bilingual | null) => {
    claims.push(claim);
    const slot = `{{c${claims.length}}}`;
    zh.push(`${before.zh}${slot}${relation === null ? "" : `,${relation.zh}。`}`);
    en.push(`${before.en}${slot}${relation === null ? "" : `, ${relation.en}.`}`);
  };
  say(now, lead, relationTo(asked, now.value, unit));
  if (extreme !== undefined) say(extreme, unsaid, relationTo(asked, extreme.value, unit));
  say(distance, unsaid, null);
  const told = new Set([now.metric, extreme?.metric]);
  for (const claim of beside)
    if (claim.kind !== "numeric" || !told.has(claim.metric)) say(claim, unsaid, null);
  return { claims, draft: { zh: zh.join("\n"), en: en.join("\n") } };
}
