import type {
  AskedDay,
  Bilingual,
  Claim,
  IndicatorGroupName,
  SkillContext,
  ToolCall,
  ToolFailure,
  ToolReturn,
} from "#contract";
import { type BlockName, flowModel, lossMaking } from "./notes.ts";

/** One block of the card: its claims, or why there are none. */
export interface Block {
  readonly claims: readonly Claim[];
  readonly notes?: readonly Bilingual[];
  readonly error?: ToolFailure;
  /** True where the values are of the last day traded before a suspension. */
  readonly suspended?: boolean;
}

type Look = (code: string, day: AskedDay, context: SkillContext) => Promise<Block>;

/** The metrics of each block, in the order of their telling. */
export const blockMetrics: Readonly<Record<BlockName, readonly string[]>> = {
  price: ["current_price", "close", "change", "pct_chg"],
  valuation: ["pe_ttm", "pb", "dv_ttm", "total_mv"],
  statements: [
    "revenue",
    "total_revenue",
    "revenue_yoy",
    "total_revenue_yoy",
    "net_profit_parent",
    "net_profit_yoy",
    "gross_margin",
    "roe",
  ],
  indicators: ["ma20", "ma60", "rsi6", "macd_dif", "macd_dea", "macd_golden_cross", "macd_dead_cross"],
  flow: ["main_net"],
};

const pick = (call: ToolCall, root: string, metrics: readonly string[], context: SkillContext): Claim[] =>
  metrics.flatMap((metric) => context.select(call, `${root}/${metric}`) ?? []);

const dated = ({ date }: AskedDay): { date?: string } => (date === undefined ? {} : { date });

const isSuspended = (value: unknown): boolean =>
  (value as { readonly suspended?: boolean }).suspended === true;

const block = (found: ToolReturn, read: (call: ToolCall) => Block): Block =>
  found.ok
    ? { ...read(found.call), suspended: isSuspended(found.value) }
    : { claims: [], error: found.error };

const price: Look = async (code, day, context) =>
  block(await context.tools.get_price({ code, ...dated(day) }), (call) => ({
    claims: pick(call, "", blockMetrics.price, context),
  }));

const valuation: Look = async (code, day, context) => {
  const found = await context.tools.get_valuation({ code, ...dated(day) });
  const isLoss = found.ok && found.value.pe_ttm === null;
  return block(found, (call) => ({
    claims: pick(call, "", blockMetrics.valuation, context),
    notes: isLoss ? [lossMaking] : [],
  }));
};

/** One of two figures that tell the same where a source has both. */
const alike: readonly (readonly [string, string])[] = [
  ["revenue", "total_revenue"],
  ["revenue_yoy", "total_revenue_yoy"],
];

const statements: Look = async (code, _, context) => {
  const found = await context.tools.get_financials({ code, periods: 1 });
  const row = found.ok ? (found.value.rows[0] ?? {}) : {};
  const spare = alike.filter(([first]) => first in row).map(([, second]) => second);
  const metrics = blockMetrics.statements.filter((metric) => !spare.includes(metric));
  return block(found, (call) => ({ claims: pick(call, "/rows/0", metrics, context) }));
};

/** Bars for the recursive averages to forget their beginning. */
const days = 300;
const groups: readonly IndicatorGroupName[] = ["ma", "rsi", "macd"];

/** That the bars are adjusted is said once for the block. */
function plain(claim: Claim): Claim {
  if (claim.kind !== "numeric") return claim;
  const { adjust: _, ...rest } = claim;
  return rest;
}

const indicators: Look = async (code, day, context) => {
  const to = day.date === undefined ? {} : { to: day.date };
  const bars = await context.tools.get_daily_bars({ code, adjust: "qfq", days, ...to });
  if (!bars.ok) return { claims: [], error: bars.error };
  const found = await Promise.all(
    groups.map((group) => context.tools.indicators({ bars: bars.call.tool_call_id, group })),
  );
  const claims = found.flatMap((each) =>
    each.ok
      ? blockMetrics.indicators.flatMap(
          (metric) =>
            context.select(each.call, `/${metric}`) ?? context.quote(each.call, `/${metric}`, "date") ?? [],
        )
      : [],
  );
  const failed = found.find((each) => !each.ok);
  return {
    claims: claims.map(plain),
    suspended: isSuspended(bars.value),
    ...(claims.length === 0 && failed !== undefined && !failed.ok ? { error: failed.error } : {}),
  };
};

const flow: Look = async (code, _, context) => {
  const found = await context.tools.get_money_flow({ code, days: 1 });
  const last = found.ok ? found.value.rows.length - 1 : 0;
  return block(found, (call) => ({
    claims: pick(call, `/rows/${last}`, blockMetrics.flow, context),
    notes: [flowModel],
  }));
};

/** The blocks in the order of the card. */
export const blocks: Readonly<Record<BlockName, Look>> = { price, valuation, statements, indicators, flow };

/** Blocks that can be told for a day in the past. */
export const datedBlocks: ReadonlySet<BlockName> = new Set(["price", "valuation", "indicators"]);
