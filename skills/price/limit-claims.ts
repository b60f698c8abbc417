import type { Bilingual, Claim, Operand, PriceValue, SecurityMatch, SkillContext, ToolCall } from "#contract";
import { type LimitBase, limitBaseOf } from "./limit-base.ts";
import type { LimitDay } from "./limit-day.ts";
import { dependsOnName, ruleOf, unlimitedAfterListing } from "./limit-rules.ts";
import type { Side } from "./limits.ts";
import { recentBars } from "./recent-bars.ts";

const follows: Bilingual = {
  zh: "涨跌停价按昨收和涨跌幅限制算出。",
  en: "Price limits follow from the previous close and the daily limit.",
};

const notReckoned: Bilingual = {
  zh: "涨跌停价由昨收和涨跌幅限制而来,取整的规则没有登记,所以没有算出。",
  en: "Price limits follow from the previous close and the daily limit; how they are rounded is not registered, so they are not reckoned.",
};

const ruleUnknown: Bilingual = {
  zh: "当时适用的涨跌幅限制没有登记,所以没有算出涨跌停价。",
  en: "The daily limit that held then is not registered, so the price limits are not reckoned.",
};

const ifNoWarning: Bilingual = {
  zh: "按当时不是风险警示(ST)股计算。",
  en: "Reckoned as of a stock that was not under a risk warning (ST) then.",
};

const newListing: Bilingual = {
  zh: "此前没有足够的交易日,可能还在上市初期(不设涨跌幅限制),所以没有算出涨跌停价。",
  en: "There are too few sessions before it, so it may be newly listed (without a daily limit); the price limits are not reckoned.",
};

const ageUnknown: Bilingual = {
  zh: "没有取到此前的日线,不能排除它在上市初期(不设涨跌幅限制),所以没有算出涨跌停价。",
  en: "The days before could not be had; it may be newly listed (without a daily limit), so the price limits are not reckoned.",
};

/** The limit prices of one stock, and what they follow from. */
export interface Limits {
  readonly claims: readonly Claim[];
  readonly notes: readonly Bilingual[];
}

/** Of several companies one may have no limits: whose they are is said. */
const ofStock = (code: string, { zh, en }: Bilingual): Bilingual => ({
  zh: `${code}:${zh}`,
  en: `${code}: ${en}`,
});

const rulesIn = (question: string, fact: string | undefined, { facts }: SkillContext): readonly Claim[] =>
  facts.find(question).filter(({ cite }) => cite.competence_id === fact);

/** The reference price, raised or lowered by the board's rate and rounded half up to the price step. */
async function limitOf(
  side: Side,
  { path }: LimitBase,
  { call, rate, context }: { readonly call: ToolCall; readonly rate: string; readonly context: SkillContext },
): Promise<Claim | null> {
  const constant = (id: string): Operand => ({ constant: id, origin: "constant" });
  const operands = [
    { tool_call_id: call.tool_call_id, path },
    ...["one", rate, "price_tick", "half"].map(constant),
  ];
  const expression = `[a*(b${side === "limit_up" ? "+" : "-"}c)/d+e]*d`;
  const metric = path === "/close" ? `next_${side}` : side;
  const computed = await context.tools.calculate({ expression, operands, metric });
  return computed.ok ? context.select(computed.call, `/${metric}`) : null;
}

/** Why no limit can be told of a session, as far as the stock's listing goes; null where it has one. */
async function withoutLimit(
  code: string,
  { call, session }: { readonly call: ToolCall; readonly session: string },
  context: SkillContext,
): Promise<Limits | null> {
  const bars = await recentBars(code, call, context);
  if (bars === null) return { claims: [], notes: [ofStock(code, ageUnknown)] };
  const { sessions, fact } = unlimitedAfterListing(code);
  const before = bars.value.rows.filter(({ date }) => date < session);
  if (before.length >= sessions) return null;
  return { claims: rulesIn("新股涨跌幅限制", fact, context), notes: [ofStock(code, newListing)] };
}

async function nameOf(code: string, { tools }: SkillContext): Promise<SecurityMatch> {
  const resolved = await tools.resolve_security({ query: code });
  return (resolved.ok ? resolved.value.matches[0] : undefined) ?? { code, name: "" };
}

/** A stock's limit prices with the close that they follow from and the rule of its board, or only these where its limit cannot be reckoned. */
export async function limitClaims(
  sides: readonly Side[],
  call: ToolCall,
  { value, day }: { readonly value: PriceValue; readonly day: LimitDay },
  context: SkillContext,
): Promise<Limits> {
  if (sides.length === 0) return { claims: [], notes: [] };
  const { code } = value;
  const base = await limitBaseOf(call, value, day, context);
  if (!("session" in base)) return { claims: [], notes: [ofStock(code, base)] };
  const { session, path } = base;
  const none = await withoutLimit(code, { call, session }, context);
  if (none !== null) return none;
  const { fact, rate } = ruleOf(await nameOf(code, context), session);
  const rule = rulesIn(fact === "limit-risk-warning" ? "ST股涨跌幅" : "涨跌幅限制", fact, context);
  const reference = path === "/close" ? null : context.select(call, path);
  const found =
    rate === undefined
      ? []
      : await Promise.all(sides.map((side) => limitOf(side, base, { call, rate, context })));
  const told = found.filter((claim) => claim !== null);
  const shown = reference === null ? [] : [reference];
  if (told.length === 0)
    return {
      claims: [...shown, ...rule],
      notes: [ofStock(code, fact === undefined ? ruleUnknown : notReckoned)],
    };
  const isConditional = day.date !== undefined && dependsOnName(code, session);
  return {
    claims: [...told, ...shown, ...rule],
    notes: [...(path === "/close" ? base.notes : [follows]), ...(isConditional ? [ifNoWarning] : [])],
  };
}
