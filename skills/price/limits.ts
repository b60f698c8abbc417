import { type Freshness, type MetricRegistry, type SkillContext, staleness } from "#contract";

export type Side = "limit_up" | "limit_down";

const computed = (zh: string, en: string): MetricRegistry[string] => ({
  default_unit: "CNY",
  zh: [zh],
  en: [en],
  computed: true,
  exact: true,
});

/** The prices at which a day's move ends: of the day of the close told, and of the session after it. */
export const metrics: MetricRegistry = {
  limit_up: computed("涨停价", "limit-up price"),
  limit_down: computed("跌停价", "limit-down price"),
  next_limit_up: computed("次一交易日涨停价", "limit-up price of the session after"),
  next_limit_down: computed("次一交易日跌停价", "limit-down price of the session after"),
};

export const freshness: Readonly<Record<string, Freshness>> = Object.fromEntries(
  Object.keys(metrics).map((metric) => [metric, staleness.daily]),
);

const asksLimit =
  /[涨跌]停板?价|[离距]离?[涨跌]停|算[涨跌]停|多少钱[涨跌]停|[涨跌]停要|[涨跌]停板?(?:的?价格)?(?:是|在|[会能要]?(?:[涨跌]?到)?)?(?:多少|几)(?:钱|块|元|$|[呢啊?？。 ])|price limits?|limit[- ]?(?:up|down) price|(?:from|to) (?:the |its )?limit[- ]?(?:up|down)/i;
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
    .flatMap(({ claims }) =>
      claims.flatMap((claim) => (claim.kind === "numeric" ? [claim.metric.replace(/^next_/, "")] : [])),
    )
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
