import {
  asksWhether,
  type Bilingual,
  type Claim,
  type Freshness,
  type MetricRegistry,
  type SkillContext,
  staleness,
  type ToolCall,
  yesOrNo,
} from "#contract";

/** How far the newest close is from an average. */
export const metrics: MetricRegistry = {
  from_average: {
    default_unit: "%",
    zh: ["收盘价较该均线的幅度"],
    en: ["close relative to that average"],
    signed: true,
    computed: true,
  },
};

export const freshness: Readonly<Record<string, Freshness>> = { from_average: staleness.daily };

const asksWay =
  /[离距]|偏离|乖离|高出|高于|低于|[上下]方|之[上下]|站[上稳]|跌破|失守|突破|多远|线的?[上下]|\b(?:above|below|far|away|relative|over|under)\b/i;

/** 离20日均线多远, 在年线上方吗: the close and its distance from the only average shown; nothing where none or several are. */
export async function fromAverage(
  shown: readonly Claim[],
  { tool_call_id }: ToolCall,
  last: number,
  context: SkillContext,
): Promise<readonly Claim[]> {
  const [average, ...others] = shown.filter(
    (claim) => claim.kind === "numeric" && /^ma\d/.test(claim.metric),
  );
  if (average?.kind !== "numeric" || average.cite.kind !== "tool" || others.length > 0) return [];
  if (!asksWay.test(context.message.text)) return [];
  const close = { tool_call_id, path: `/rows/${last}/close` };
  const operands = [close, { tool_call_id: average.cite.tool_call_id, path: average.cite.path ?? "" }];
  const metric = "from_average";
  const result = await context.tools.calculate({ expression: "(a-b)/b", operands, metric });
  return result.ok ? [context.select(result.call, `/${metric}`)].filter((claim) => claim !== null) : [];
}

const below = /跌破|失守|低于|下方|之下|线的?下|\b(?:below|under)\b/i;
const above = /站[上稳]|突破|高于|上方|之上|线的?上|\b(?:above|over)\b/i;

/** 跌破20日均线了吗: yes or no of the newest close, where the words ask for one side and one average is shown. */
export function sideOfAverage(claims: readonly Claim[], text: string): Bilingual | null {
  const [way, ...others] = claims.filter(
    (claim) => claim.kind === "numeric" && claim.metric === "from_average",
  );
  const isBelow = below.test(text);
  if (way?.kind !== "numeric" || others.length > 0) return null;
  if (!asksWhether(text) || isBelow === above.test(text)) return null;
  return (isBelow ? way.value < 0 : way.value > 0) ? yesOrNo.yes : yesOrNo.no;
}
