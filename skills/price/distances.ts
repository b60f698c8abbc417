import {
  type Claim,
  type Freshness,
  type MetricRegistry,
  type NumericClaim,
  type SkillContext,
  staleness,
  type ToolCall,
} from "#contract";

import { asksIfAtLimit } from "./limits.ts";

/** How far the price is from a limit, and from where the day began. */
export const metrics: MetricRegistry = {
  to_limit: {
    default_unit: "CNY",
    zh: ["距该涨跌停价"],
    en: ["distance to that limit"],
    signed: true,
    computed: true,
  },
  to_limit_pct: {
    default_unit: "%",
    zh: ["到该涨跌停价的幅度"],
    en: ["move to that limit"],
    signed: true,
    computed: true,
  },
  from_open: {
    default_unit: "%",
    zh: ["较开盘价的涨跌幅"],
    en: ["change since the open"],
    signed: true,
    computed: true,
  },
};

export const freshness: Readonly<Record<string, Freshness>> = Object.fromEntries(
  Object.keys(metrics).map((metric) => [metric, staleness.daily]),
);

const toLimit = /[离距差]|多远|还有多|how far|away|distance/i;
const sinceOpen =
  /开盘(?:价|以来|之?后|到现在|至今|到收盘|到目前)[^,，。]{0,6}[涨跌]|比开盘|较开盘|since (?:the |today's )?open/i;
const sinceHigh =
  /回落|回撤|从[^,，。]{0,6}(?:最高|高点)|[离距][^,，。]{0,6}最高|(?:off|from|below) (?:the |its |today's )?(?:day'?s? )?high/i;
const sinceLow =
  /反弹|回升|从[^,，。]{0,6}(?:最低|低点)|[离距][^,，。]{0,6}最低|(?:off|from|above) (?:the |its |today's )?(?:day'?s? )?low/i;

interface Place {
  readonly tool_call_id: string;
  readonly path: string;
}

const placeOf = ({ cite }: NumericClaim): readonly Place[] =>
  cite.kind === "tool" && cite.path !== undefined
    ? [{ tool_call_id: cite.tool_call_id, path: cite.path }]
    : [];

async function computed(
  metric: string,
  expression: string,
  operands: readonly Place[],
  { tools, select }: SkillContext,
): Promise<readonly Claim[]> {
  const result = await tools.calculate({ expression, operands, metric });
  return result.ok ? [select(result.call, `/${metric}`)].filter((claim) => claim !== null) : [];
}

/** What the question asks of the way from one figure to another: to a limit, since the open, since the day's high or low. */
export async function distancesOf(
  limits: readonly Claim[],
  call: ToolCall,
  context: SkillContext,
): Promise<readonly Claim[]> {
  const { text } = context.message;
  const at = (metric: string): readonly Place[] => {
    const claim = context.select(call, `/${metric}`);
    return claim === null ? [] : placeOf(claim);
  };
  const price = [...at("current_price"), ...at("close")].slice(0, 1);
  if (price.length === 0) return [];
  const [limit, ...others] = limits.filter(
    (claim) => claim.kind === "numeric" && /^(?:next_)?limit_/.test(claim.metric),
  );
  if (limit?.kind === "numeric" && others.length === 0 && (toLimit.test(text) || asksIfAtLimit(text))) {
    const operands = [...placeOf(limit), ...price];
    const ways = [
      computed("to_limit", "a-b", operands, context),
      computed("to_limit_pct", "(a-b)/b", operands, context),
    ];
    return (await Promise.all(ways)).flat();
  }
  const since = [
    ["from_open", "open", sinceOpen],
    ["from_high", "high", sinceHigh],
    ["from_low", "low", sinceLow],
  ] as const;
  const found = await Promise.all(
    since.map(async ([metric, of, words]) => {
      const base = at(of);
      if (base.length === 0 || !words.test(text)) return [];
      const moved = await computed(metric, "(a-b)/b", [...price, ...base], context);
      const shown = context.asked.metrics.includes(of) ? [] : [context.select(call, `/${of}`)];
      return [...shown, ...moved].filter((claim) => claim !== null);
    }),
  );
  return found.flat();
}
