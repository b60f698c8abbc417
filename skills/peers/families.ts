import {
  asksDifference,
  comparedBy,
  type Freshness,
  filedMetrics,
  isMove,
  type Session,
  type SkillContext,
  staleness,
} from "#contract";
import { figureNamed } from "./unknown-figure.ts";

/** Figures that come of one tool and share a date or a report period. */
export type Family = "valuation" | "financials" | "price" | "flow";

const metricsOf: Readonly<Record<Family, readonly string[]>> = {
  valuation: ["pe_ttm", "pb", "ps_ttm", "dv_ttm", "total_mv", "circ_mv", "turnover_rate"],
  financials: filedMetrics,
  price: ["current_price", "close", "pct_chg", "amount", "volume"],
  flow: ["main_net"],
};

const families = Object.keys(metricsOf) as readonly Family[];

const budgets: Readonly<Record<Family, Freshness>> = {
  valuation: staleness.daily,
  financials: staleness.filed,
  price: staleness.daily,
  flow: staleness.daily,
};

export const freshness: Readonly<Record<string, Freshness>> = {
  ...Object.fromEntries(
    Object.entries(metricsOf).flatMap(([family, metrics]) =>
      metrics.map((metric) => [metric, budgets[family as Family]]),
    ),
  ),
  current_price: staleness.live,
};

/** Words that ask for figures without naming them as they are printed. */
const alsoAsks: readonly (readonly [metrics: readonly string[], words: RegExp])[] = [
  [["gross_margin", "net_margin"], /利润率|\bmargins?\b/i],
  [["gross_margin"], /毛利/],
  [["net_profit_parent", "net_profit_yoy"], /利润(?!率)|赚钱|盈利|业绩|profit|earnings/i],
  [["revenue", "revenue_yoy"], /营收|收入|规模|卖[得的]|revenue|sales/i],
  [["net_profit_yoy", "revenue_yoy"], /^(?!.*(?:利润|盈利|营收|收入|业绩)).*(?:增速|增长|成长|\bgrow)/i],
  [["roe"], /\broe\b|净资产收益率/i],
  [["debt_ratio"], /负债|债务|debt/i],
  [["dv_ttm"], /股息|分红|dividend|yield/i],
  [["total_mv"], /市值|值钱|market cap/i],
  [["pb"], /市净率|\bpb\b|p\/b/i],
  [
    ["pe_ttm"],
    /市盈率|便宜(?!多少)|更贵|谁贵|哪个贵|[贵貴](?:[吗嗎嘛么不]|[?？]|$)|[贵貴](?:了|出)?(?:多少|几|幾)倍|\bpe\b|p\/e|cheap|expensive|pricier|dearer/i,
  ],
  [
    ["pct_chg"],
    /抗跌|[涨漲跌](?:[得的]|[多少大高快猛狠])|[涨漲跌]幅|涨跌|漲跌|[谁誰个個家只支][涨漲跌]|gain|rose|fell|\b(?:up|down|risen|fallen|rallied|dropped) (?:more|most|the most|less|least)\b/i,
  ],
  [["main_net"], /主力|资金|資金|[净淨]?流[入出]|\b(?:in|out)flows?\b|money flow/i],
  [["current_price", "close"], /股价|价格高|差价|价差|多少钱|[贵宜]多少[?？。呢]*$|\bshare price/i],
];

/** Size alone is that of the company, beside a figure it is the figure's: 涨幅谁大. */
const asksSize = /更大|谁大|哪一?[个家只]大|bigger|larger/i;

const usual: Readonly<Record<Family, readonly string[]>> = {
  valuation: ["pe_ttm", "pb", "total_mv"],
  financials: ["revenue", "revenue_yoy", "net_profit_parent", "net_profit_yoy", "gross_margin", "roe"],
  price: ["current_price", "close", "pct_chg"],
  flow: ["main_net"],
};

/** The figures to compare, family by family, those asked for first. */
export interface Compared {
  readonly family: Family;
  readonly metrics: readonly string[];
}

const isPrice = (metric: string): boolean => metric === "current_price" || metric === "close";

/** Skills whose figures a bare 谁高 or 昨天呢 compares; behind a price it is the valuation that tells more. */
const comparable: ReadonlySet<string> = new Set(["peers", "valuation", "fundamentals"]);

/** What the turn before showed first: 昨天呢 asks for the same of another day, 谁高 who has more of it. */
function shownBefore(session: Session, text: string): readonly string[] {
  const last = session.at(-1);
  // 差多少 behind two prices is about them.
  const isSame = last !== undefined && (comparable.has(last.skill) || asksDifference(text));
  const claims = isSame ? last.claims : [];
  // The sum of several companies stands before their own figures.
  const first = claims
    .flatMap((claim) => (claim.kind === "numeric" ? claim.metric : []))
    .find((metric) => !metric.endsWith("_total"));
  if (first === undefined) return [];
  const base = comparedBy(first) ?? first;
  if (base === "move" || isMove(base)) return ["pct_chg"];
  return base === "current_price" || base === "close" ? ["current_price", "close"] : [base];
}

/** 便宜多少 alone: by what 谁便宜 was answered, if it was. */
const onlyHowMuch = /^(?:那|那么|具体|大概)*(?:[贵貴]|便宜)(?:了|出)?多少[呢啊?？。! ]*$/;

const isComparable = (metric: string): boolean => families.some((each) => metricsOf[each].includes(metric));

const meantIn = (text: string): readonly string[] =>
  alsoAsks.filter(([, words]) => words.test(text)).flatMap(([metrics]) => metrics);

/** 谁的不良率低: what a message names to compare by, where there are no figures of it; null where it names nothing else. */
export function figureWithoutData({
  message,
  asked,
}: Pick<SkillContext, "message" | "asked">): string | null {
  const isKnown = [...meantIn(message.text), ...asked.metrics].some(isComparable);
  return isKnown ? null : figureNamed(message.text);
}

/** What the message, or the turn before, says to compare; none where the words leave it open. */
export function namedIn({ message, asked, session }: SkillContext): readonly Compared[] {
  const meant = meantIn(message.text);
  const isOfBefore = onlyHowMuch.test(message.text.trim()) && shownBefore(session, message.text).length > 0;
  const said = isOfBefore ? [] : [...new Set([...meant, ...asked.metrics])];
  const sized = asksSize.test(message.text) ? ["total_mv"] : shownBefore(session, message.text);
  // 谁最高 names no figure that companies are compared by, though a day's high is called so.
  const wanted = said.some(isComparable) ? said : sized;
  return families.flatMap((family) => {
    const own = wanted.filter((metric) => metricsOf[family].includes(metric));
    if (own.length === 0) return [];
    // A price is a current one or a close, whichever there is.
    const isValued = family === "valuation" && own.some((metric) => metric !== "turnover_rate");
    const isPriced = family === "price" || own.some(isPrice);
    const others = isValued ? usual.valuation : isPriced ? usual.price : [];
    return [{ family, metrics: [...new Set([...own, ...others])] }];
  });
}

export function comparedIn(context: SkillContext): readonly Compared[] {
  const named = namedIn(context);
  return named.length > 0 ? named : [{ family: "valuation", metrics: usual.valuation }];
}
