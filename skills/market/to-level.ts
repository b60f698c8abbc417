import {
  asksCause,
  asksOfMeasure,
  assertsMove,
  type Bilingual,
  type Claim,
  corrected,
  type Freshness,
  ledByCompany,
  ledByWay,
  levelAgain,
  linesByCompany,
  type MetricRegistry,
  measuredAgainst,
  moveMeasure,
  type NamedMeasure,
  type Reached,
  reachedOf,
  readAskedLevel,
  type SkillContext,
  staleness,
  type ToolCall,
  type UserNumber,
} from "#contract";

/** How far an index is from a level that the user names. */
export const metrics: MetricRegistry = {
  index_from_level: {
    default_unit: "点",
    zh: ["与所问点位之差"],
    en: ["difference from that level"],
    signed: true,
    computed: true,
  },
  index_to_level: {
    default_unit: "点",
    zh: ["距所问点位"],
    en: ["distance to that level"],
    signed: true,
    computed: true,
  },
  index_to_level_pct: {
    default_unit: "%",
    zh: ["到所问点位的幅度"],
    en: ["move to that level"],
    signed: true,
    computed: true,
  },
};

export const freshness: Readonly<Record<string, Freshness>> = Object.fromEntries(
  Object.keys(metrics).map((metric) => [metric, staleness.daily]),
);

const way = /[离距]离?\s?(?=\d)|\b(?:how far|away)\b.{0,40}\b(?:from|to)\s?(?=\d)/i;

/** The number right behind 离 or from; null where there is none. */
function levelAsked({ message, numbers }: SkillContext): UserNumber | null {
  const found = way.exec(message.text);
  if (found === null) return null;
  const at = found.index + found[0].length;
  const number = numbers.find(({ span }) => span[0] <= at && at < span[1]);
  return number !== undefined && (number.unit === null || number.unit === "点") ? number : null;
}

/** 离4000点还有多远: the way from the level shown to the one asked about; nothing where none is named. */
export async function wayTo(claims: readonly Claim[], context: SkillContext): Promise<readonly Claim[]> {
  const asked = levelAsked(context);
  // Of several the first is the one that 大盘 means.
  const level = claims.find(
    (claim) => claim.kind === "numeric" && /^index_(?:current|close)$/.test(claim.metric),
  );
  if (asked === null || level?.kind !== "numeric" || level.cite.kind !== "tool") return [];
  const operands = [
    { literal: asked.literal, origin: "user" as const },
    { tool_call_id: level.cite.tool_call_id, path: level.cite.path ?? "" },
  ];
  const ways = [
    ["index_to_level", "a-b"],
    ["index_to_level_pct", "(a-b)/b"],
  ] as const;
  const found = await Promise.all(
    ways.map(async ([metric, expression]) => {
      const result = await context.tools.calculate({ expression, operands, metric });
      return result.ok ? context.select(result.call, `/${metric}`) : null;
    }),
  );
  return found.filter((claim) => claim !== null);
}

/** What beside its level a number of the user's may be said of. */
const ofTurnover: readonly NamedMeasure[] = [["amount", /成交|量能|turnover|traded/i]];
const measures: readonly NamedMeasure[] = [...ofTurnover, moveMeasure];

/** 成交额过万亿了吗, 涨了吗, 为什么跌了: yes, no or what the message has wrong in front of the levels; null where there is none of it. */
export function verdictOf(claims: readonly Claim[], context: SkillContext): Bilingual | null {
  const { text } = context.message;
  const told =
    measuredAgainst(measures, claims, context, linesByCompany) ?? ledByWay(text, claims, linesByCompany);
  const wrong = told === null && (asksCause(text) || assertsMove(text)) ? corrected(text, claims) : new Map();
  return wrong.size === 0 ? told : ledByCompany(wrong, claims, linesByCompany);
}

/** 大盘跌破3900了吗: yes or no, of the index that stands first; null where no level is asked about. */
export async function levelReached(
  { call, claims }: { readonly call?: ToolCall; readonly claims: readonly Claim[] },
  context: SkillContext,
): Promise<Reached | null> {
  const asked =
    readAskedLevel(context.message.text, context.numbers) ?? levelAgain(context, "index_from_level");
  if (asked === null || call === undefined || asksOfMeasure(ofTurnover, context)) return null;
  const now = context.select(call, "/index_current") ?? context.select(call, "/index_close");
  if (now === null) return null;
  const standing = {
    now,
    low: context.select(call, "/index_low"),
    high: context.select(call, "/index_high"),
    beside: claims.filter((claim) => claim.kind !== "numeric" || claim.metric !== "index_change"),
    distance: "index_from_level",
    unit: { zh: "点", en: "points" },
  };
  return reachedOf(asked, standing, context);
}
