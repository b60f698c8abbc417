import type { DailyBarsValue, SkillContext, ToolCall } from "#contract";

/** Enough that a stock of which there are fewer than a week is new, or was suspended for months. */
const recentDays = 60;

/** The finished days up to that of a price; null where they cannot be had. */
export async function recentBars(
  code: string,
  price: ToolCall,
  { tools, now }: SkillContext,
): Promise<{ readonly call: ToolCall; readonly value: DailyBarsValue } | null> {
  const to = (price.as_of ?? now).slice(0, 10);
  const bars = await tools.get_daily_bars({ code, adjust: "none", days: recentDays, to });
  return bars.ok ? bars : null;
}
