import type { SkillContext } from "../ports/skill.ts";
import type { BarRow } from "../ports/table-tools.ts";
import type { Claim, NumericClaim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";
import type { ToolCall } from "../records/trace.ts";
import { repeatedClaims } from "./repeated-claims.ts";

type Figure = "close" | "index_close" | "amount" | "volume" | "pct_chg";

/** What the trading days of a stretch come to, of one of their figures. */
export interface AskedAverage {
  readonly kind: "average" | "total";
  readonly figure: Figure;
}

/** Trading days at most; of more there is no average. */
export const mostAveraged = 60;

const note = (zh: string, en: string): Bilingual => ({ zh, en });

export const ofListed = note(
  "按所列各个交易日计算。",
  "It is computed from the trading days that are listed.",
);
export const ofAllBetween = note(
  "按所示首末两日之间(含首末两日)每个已收盘的交易日计算,收盘价不复权。",
  "It is computed from every trading day that has closed from the first to the last day shown, both included; closes are unadjusted.",
);
export const tooManyToAverage = note(
  "这段时间太长,没有算平均或合计;两个月以内的可以算。",
  "That time is too long for an average or a total, which there is for two months or less.",
);

const average = /平均|日均|均值|\baverage\b|\bmean\b/i;
const total =
  /合计|总共|一共|总成交|累计成交|加起来|\bin total\b|\bsum\b|\btotal (?:turnover|volume|traded)/i;
/** Of what there is no average here: 平均换手率. */
const others = /换手|市盈|市净|均线|\bmoving\b|turnover rate/i;
const changes =
  /涨幅|跌幅|涨跌|(?:平均|日均)(?:每[天日])?[涨跌]|\b(?:change|gain|move|return|ris(?:e|en)|rose|f[ae]ll(?:en)?)\b/i;

const isTraded = (metric: string): metric is "amount" | "volume" =>
  metric === "amount" || metric === "volume";

/** Whether the average, or the total, of the days of a stretch is asked for; null where it is none of a figure that each day has. */
export function averageAsked(
  context: SkillContext,
  { skill, close }: { readonly skill: string; readonly close: "close" | "index_close" },
): AskedAverage | null {
  const { message, asked } = context;
  const { text } = message;
  if (others.test(text)) return null;
  // 平均呢 behind the turnover of each day is asked of that.
  const before = asked.metrics.length > 0 ? [] : repeatedClaims(skill, context).map(({ metric }) => metric);
  const traded = [...asked.metrics, ...before].find(isTraded) ?? (/成交/.test(text) ? "amount" : null);
  const figure = traded ?? (changes.test(text) ? "pct_chg" : close);
  if (average.test(text)) return { kind: "average", figure };
  return total.test(text) && traded !== null ? { kind: "total", figure: traded } : null;
}

const averages = /^(?:average|total)_(?:close|index_close|amount|volume|pct_chg)_/;

/** True for what the days of a stretch come to. */
export const isAverage = (metric: string): boolean => averages.test(metric);

/** The average, or the total, over rows of the bars; null where one of them lacks the figure. `move`: the metric of a move over the stretch. */
export async function averageOf(
  { call, rows }: { readonly call: ToolCall; readonly rows: readonly BarRow[] },
  places: readonly number[],
  { kind, figure }: AskedAverage,
  { move, context }: { readonly move: string; readonly context: SkillContext },
): Promise<NumericClaim | null> {
  const isWhole = places.every((at) => typeof rows[at]?.[figure] === "number");
  if (!isWhole || places.length === 0 || places.length > mostAveraged) return null;
  const metric = move.replace(/^move/, `${kind}_${figure}`);
  const operands = places.map((at) => ({ tool_call_id: call.tool_call_id, path: `/rows/${at}/${figure}` }));
  const expression = kind === "average" ? "mean" : "sum";
  const computed = await context.tools.calculate({ expression, operands, metric });
  return computed.ok ? context.select(computed.call, `/${metric}`) : null;
}

const dayOf = (claim: Claim): string => (claim.kind === "knowledge" ? "" : claim.as_of.slice(0, 10));

/**
 * A draft with the first and the last day of each average behind it: its own date is that of the oldest day alone. The other values of the
 * same security are those of the days.
 */
export function withDaysOfAverages(draft: Bilingual, claims: readonly Claim[]): Bilingual {
  let told = draft;
  for (const [at, claim] of claims.entries()) {
    if (claim.kind !== "numeric" || !isAverage(claim.metric)) continue;
    const days = claims
      .filter((each) => each.kind === "numeric" && each.code === claim.code && !isAverage(each.metric))
      .map(dayOf)
      .toSorted();
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined || first === last) continue;
    const slot = `{{c${at + 1}}}`;
    told = {
      zh: told.zh.replace(slot, `${slot},从 ${first} 到 ${last}`),
      en: told.en.replace(slot, `${slot}, from ${first} to ${last}`),
    };
  }
  return told;
}
