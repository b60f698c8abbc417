import {
  asksOfMeasure,
  type Claim,
  type Freshness,
  levelAgain,
  type MetricRegistry,
  type Reached,
  reachedOf,
  readAskedLevel,
  type SkillContext,
  staleness,
  type ToolCall,
} from "#contract";
import { measures } from "./measured.ts";
import { isOlder } from "./older.ts";
import { prices } from "./template.ts";

/** How far the price is from the level that the user asks about. */
export const metrics: MetricRegistry = {
  from_level: {
    default_unit: "CNY",
    zh: ["与所问价位之差"],
    en: ["difference from that level"],
    signed: true,
    exact: true,
    computed: true,
  },
};

export const freshness: Readonly<Record<string, Freshness>> = { from_level: staleness.daily };

const ofToday = /今[天日]|\btoday\b/i;

/** 跌破1300了吗 of one company: yes or no, and what else was found of it; null where no level is asked about. */
export async function levelReached(
  call: ToolCall,
  found: readonly Claim[],
  context: SkillContext,
): Promise<Reached | null> {
  const asked = readAskedLevel(context.message.text, context.numbers) ?? levelAgain(context, "from_level");
  const now = context.select(call, "/current_price") ?? context.select(call, "/close");
  if (asked === null || now === null) return null;
  if (isOlder(call) && ofToday.test(context.message.text)) return null;
  // 换手率是3吗, 成交额过50亿了吗: the number is said to be another figure.
  if (asked.side === "at" && context.asked.metrics.some((metric) => !prices.has(metric))) return null;
  if (
    asksOfMeasure(
      measures.filter(([metric]) => metric !== "pct_chg"),
      context,
    )
  )
    return null;
  return reachedOf(
    asked,
    {
      now,
      low: context.select(call, "/low"),
      high: context.select(call, "/high"),
      beside: found.filter((claim) => claim.kind !== "numeric" || claim.metric !== "change"),
      distance: "from_level",
      unit: { zh: "元", en: "yuan" },
    },
    context,
  );
}
