import {
  type Bilingual,
  type Claim,
  type Freshness,
  type MetricRegistry,
  type Operand,
  type PriceValue,
  type SkillContext,
  staleness,
  type ToolCall,
} from "#contract";

type Side = "limit_up" | "limit_down";

/** The prices at which a day's move ends. */
export const metrics: MetricRegistry = {
  limit_up: { default_unit: "CNY", zh: ["涨停价"], en: ["limit-up price"], computed: true, exact: true },
  limit_down: { default_unit: "CNY", zh: ["跌停价"], en: ["limit-down price"], computed: true, exact: true },
};

export const freshness: Readonly<Record<string, Freshness>> = {
  limit_up: staleness.daily,
  limit_down: staleness.daily,
};

const asksLimit =
  /[涨跌]停板?价|[离距]离?[涨跌]停|算[涨跌]停|多少钱[涨跌]停|[涨跌]停要|[涨跌]停板?(?:的?价格)?(?:是|在|会?到)?(?:多少|几)(?:钱|块|元|$|[呢啊?？。 ])|price limits?|limit[- ]?(?:up|down) price|(?:from|to) (?:the |its )?limit[- ]?(?:up|down)/i;
/** 涨停了吗, did it hit limit up: yes or no. */
const asksWhether =
  /[涨跌]停板?了?(?:吗|么|没|木有|没有|[?？])|(?:有没有|是不是|是否)[涨跌]停|\b(?:is|did|has|was|at|hit)\b.{0,24}\blimit[- ]?(?:up|down)\b/i;

/** True where it is asked whether the price is at its limit. */
export const asksIfAtLimit = (text: string): boolean => asksWhether.test(text) && !asksLimit.test(text);

const upper = /涨停|涨跌停|limit[- ]?up|price limits?/i;
const lower = /跌停|limit[- ]?down|price limits?/i;
const isSide = (metric: string): metric is Side => metric === "limit_up" || metric === "limit_down";

/** The limits that the turn before told. */
const toldBefore = ({ session }: Pick<SkillContext, "session">): readonly Side[] => {
  const last = session.at(-1);
  return session
    .filter(({ turnId, skill }) => turnId === last?.turnId && skill === "price")
    .flatMap(({ claims }) => claims.flatMap((claim) => (claim.kind === "numeric" ? [claim.metric] : [])))
    .filter(isSide);
};

const sidesIn = (text: string): readonly Side[] => [
  ...(upper.test(text) ? (["limit_up"] as const) : []),
  ...(lower.test(text) ? (["limit_down"] as const) : []),
];

/** Nothing but another company or the other side: 跌停呢, 那五粮液呢, and limit down? */
const goesOn = /[呢的][\s?？。!！]*$|^(?:那|and\b|what about\b|how about\b)/i;

/**
 * Which limit prices are asked for: 涨停价多少, 涨到多少算涨停, and behind such an answer 跌停呢 and 五粮液呢, in the order in which they
 * are told.
 */
export function limitsAsked(context: Pick<SkillContext, "message" | "session" | "asked">): readonly Side[] {
  const text = context.message.text.trim();
  const own = sidesIn(text);
  if (asksLimit.test(text) || asksWhether.test(text)) return own;
  const before = [...new Set(toldBefore(context))];
  if (before.length === 0 || !goesOn.test(text)) return [];
  if (own.length > 0) return own;
  return context.asked.metrics.length === 0 ? before : [];
}

interface Board {
  /** The registered fact that limits its stocks' move. */
  readonly fact: string;
  /** The same as a constant; absent where how the price is rounded is not registered. */
  readonly rate?: string;
}

const boards: readonly (readonly [code: RegExp, board: Board])[] = [
  [/^68[89]\d{3}\.SH$/, { fact: "limit-star", rate: "limit_rate_growth_boards" }],
  [/^30\d{4}\.SZ$/, { fact: "limit-chinext", rate: "limit_rate_growth_boards" }],
  [/\.BJ$/, { fact: "limit-beijing" }],
  [/./, { fact: "limit-main-boards", rate: "limit_rate_main_boards" }],
];

/** Since this day risk-warning stocks on the main boards have the limit of the others there. */
const alikeSince = "2026-07-06";

function boardOf(code: string, name: string, day: string): Board {
  const board = boards.find(([codes]) => codes.test(code))?.[1] ?? { fact: "" };
  if (board.fact !== "limit-main-boards" || !/^\*?ST/i.test(name)) return board;
  return { ...(day < alikeSince ? {} : board), fact: "limit-risk-warning" };
}

const limitNote: Bilingual = {
  zh: "涨跌停价按昨收和涨跌幅限制算出,新股上市初期等情形除外。",
  en: "Price limits follow from the previous close and the daily limit, except for new listings and the like.",
};

const notReckoned: Bilingual = {
  zh: "涨跌停价由昨收和涨跌幅限制而来,取整的规则没有登记,所以没有算出。",
  en: "Price limits follow from the previous close and the daily limit; how they are rounded is not registered, so they are not reckoned.",
};

/** The limit prices of one stock, and what they follow from. */
export interface Limits {
  readonly claims: readonly Claim[];
  readonly note?: Bilingual;
}

/** The close before, raised or lowered by the board's rate and rounded half up to the price step. */
async function limitOf(
  side: Side,
  call: ToolCall,
  rate: string,
  context: SkillContext,
): Promise<Claim | null> {
  const constant = (id: string): Operand => ({ constant: id, origin: "constant" });
  const operands = [
    { tool_call_id: call.tool_call_id, path: "/prev_close" },
    ...["one", rate, "price_tick", "half"].map(constant),
  ];
  const expression = `[a*(b${side === "limit_up" ? "+" : "-"}c)/d+e]*d`;
  const computed = await context.tools.calculate({ expression, operands, metric: side });
  return computed.ok ? context.select(computed.call, `/${side}`) : null;
}

/** A stock's limit prices with the close before and the rule of its board, or only these where its limit cannot be reckoned. */
export async function limitClaims(
  sides: readonly Side[],
  call: ToolCall,
  { code }: PriceValue,
  context: SkillContext,
): Promise<Limits> {
  if (sides.length === 0) return { claims: [] };
  const resolved = await context.tools.resolve_security({ query: code });
  const name = resolved.ok ? (resolved.value.matches[0]?.name ?? "") : "";
  const { fact, rate } = boardOf(code, name, (call.as_of ?? context.now).slice(0, 10));
  const question = fact === "limit-risk-warning" ? "ST股涨跌幅" : "涨跌幅限制";
  const rule = context.facts.find(question).filter(({ cite }) => cite.competence_id === fact);
  const before = context.select(call, "/prev_close");
  const found =
    rate === undefined || before === null
      ? []
      : await Promise.all(sides.map((side) => limitOf(side, call, rate, context)));
  const told = found.filter((claim) => claim !== null);
  return {
    claims: [...told, ...(before === null ? [] : [before]), ...rule],
    note: told.length === 0 ? notReckoned : limitNote,
  };
}
