import { type Claim, type PriceValue, repeatedClaims, type SkillContext, type ToolCall } from "#contract";
import { extras, prices } from "./template.ts";

/** 放量 and 量能 ask for what was traded without naming a figure of it. */
export const tradedWords = /[放缩爆]量|[天地]量|量能/;
/** 高开了吗: how the day's open stands to the close before. */
export const openWords =
  /[高低平]开(?!盘)|跳空|\b(?:opened?|opens|gap(?:ped|s)?) (?:higher|lower|up|down|flat)\b/i;
/** The highest and the lowest price of the day, which no metric is called in English. */
const dayEnds = (text: string): readonly string[] => [
  ...(/\bhighest\b/i.test(text) ? ["high"] : []),
  ...(/\blowest\b/i.test(text) ? ["low"] : []),
];

/**
 * The claims of one company: the price first, unless only other values of the day are asked for; these then lead. `reference`: what is
 * shown beside them unasked.
 */
export function claimsOf(
  call: ToolCall,
  value: PriceValue,
  context: SkillContext,
  reference: readonly string[],
): Claim[] {
  const price = "current_price" in value ? "current_price" : "close";
  const ends = dayEnds(context.message.text);
  const { metrics: named } = context.asked;
  const said = ends.length === 0 ? named : [...ends, ...named.filter((metric) => !prices.has(metric))];
  const before = said.length > 0 ? [] : repeatedClaims("price", context).map(({ metric }) => metric);
  const traded = tradedWords.test(context.message.text) ? ["volume", "amount"] : [];
  const opened = openWords.test(context.message.text) ? ["open", "prev_close"] : [];
  const asked = [...new Set([...said, ...before, ...traded, ...opened, ...reference])].filter((metric) =>
    extras.has(metric),
  );
  // The first of what was told before was asked for: an opening price leads again.
  const first = said.length > 0 ? said : before.slice(0, 1);
  const leads = asked.length > reference.length && !first.some((metric) => prices.has(metric));
  const metrics = leads ? [...asked, price, "change", "pct_chg"] : [price, "change", "pct_chg", ...asked];
  return metrics.map((metric) => context.select(call, `/${metric}`)).filter((claim) => claim !== null);
}
