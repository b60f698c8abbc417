import {
  answerByCompany,
  type BarRow,
  type Bilingual,
  type CompanyPart,
  type Freshness,
  type MetricRegistry,
  missedPart,
  type ResolvedStretch,
  resolveStretch,
  type SkillContext,
  type SkillResult,
  sinceOldest,
  staleness,
} from "#contract";
import { isEver } from "./stretches.ts";

type Side = "high" | "low";

/** How far the newest close is from the highest, or the lowest, price of a time. */
export const metrics: MetricRegistry = {
  from_high: {
    default_unit: "%",
    zh: ["较该最高价的涨跌幅"],
    en: ["change from that high"],
    signed: true,
    computed: true,
  },
  from_low: {
    default_unit: "%",
    zh: ["较该最低价的涨跌幅"],
    en: ["change from that low"],
    signed: true,
    computed: true,
  },
};

export const freshness: Readonly<Record<string, Freshness>> = {
  from_high: staleness.daily,
  from_low: staleness.daily,
};

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const ofBars = note(
  "高低点取自所问时段里已收盘交易日的前复权日线,涨跌幅按最近收盘计算。",
  "Highs and lows are those of the forward-adjusted bars of finished sessions in that time; the change is that of the newest close.",
);
const ofYear = note("没有写明时段,取的是最近的整年。", "No time was named: the last full year is taken.");
export const partly = note(
  "现有日线没有覆盖整个时段,只在取得到的交易日里比较。",
  "The bars at hand do not cover all of that time: only the days there are were compared.",
);

/** Where a price stood highest or lowest, of more than a day. */
const words: readonly (readonly [side: Side, words: RegExp])[] = [
  [
    "high",
    /高点|新高|高位|顶部|最高点|52[- ]week high|\b(?:from|off|below|to|at|near) (?:its|the|a) (?:[\w-]+ )?(?:high|peak|top)\b|\bnew high/i,
  ],
  [
    "low",
    /低点|新低|低位|底部|最低点|52[- ]week low|\b(?:from|off|above|to|at|near) (?:its|the|a) (?:[\w-]+ )?(?:low|bottom)\b|\bnew low/i,
  ],
];
const yearly = /(?:52|五十二)周|52[- ]week/i;
const ofDay = /[今昨前当][天日]|盘中|日内|intraday|today|yesterday/i;
const isIso = (date: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(date);

export interface AskedHigh {
  readonly sides: readonly Side[];
  /** The user's words for the time; none where it is not named. */
  readonly time?: string;
}

/** Which end of which time is asked for; null where it is that of a day, or of all times, which no source here tells. */
export function highAsked(date: string | undefined, { message, asked }: SkillContext): AskedHigh | null {
  const { text } = message;
  if (isEver(date) || isEver(text) || (date !== undefined && isIso(date))) return null;
  const named = asked.metrics.filter((metric): metric is Side => metric === "high" || metric === "low");
  const said = words.flatMap(([side, pattern]) => (pattern.test(text) ? [side] : []));
  const isYearly = yearly.test(text);
  const isOfTime = date !== undefined || isYearly;
  if (ofDay.test(text) && !isOfTime) return null;
  const sides = [...new Set([...said, ...(isOfTime ? named : [])])];
  if (sides.length === 0) return null;
  return { sides, ...(date === undefined || isYearly ? {} : { time: date }) };
}

const longestClosure = 12;

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** The row with the highest high, or the lowest low, of those within the stretch; -1 where there is none. */
function placeOf(side: Side, rows: readonly BarRow[], { from, to }: ResolvedStretch): number {
  let best = -1;
  for (const [at, row] of rows.entries()) {
    const value = row[side];
    if (row.date <= from || row.date > to || typeof value !== "number") continue;
    const other = rows[best]?.[side];
    if (typeof other !== "number" || (side === "high" ? value > other : value < other)) best = at;
  }
  return best;
}

async function highOf(
  code: string,
  { sides, time }: AskedHigh,
  stretch: ResolvedStretch,
  context: SkillContext,
): Promise<CompanyPart> {
  const bars = await context.tools.get_daily_bars({ code, adjust: "qfq", from: stretch.from });
  if (!bars.ok) return missedPart(bars.error, code);
  const { call, value } = bars;
  const last = value.rows.length - 1;
  const ends = await Promise.all(
    sides.map(async (side) => {
      const at = placeOf(side, value.rows, stretch);
      const paths = [`/rows/${last}/close`, `/rows/${at}/${side}`];
      const operands = paths.map((path) => ({ tool_call_id: call.tool_call_id, path }));
      const metric = `from_${side}`;
      if (at < 0) return [];
      const moved = await context.tools.calculate({ expression: "(a-b)/b", operands, metric });
      return [
        context.select(call, paths[1] ?? ""),
        moved.ok ? context.select(moved.call, `/${metric}`) : null,
      ];
    }),
  );
  const claims = [...ends.flat(), context.select(call, `/rows/${last}/close`)].filter(
    (claim) => claim !== null,
  );
  const first = value.rows[0]?.date;
  const oldest = claims.map(({ as_of }) => as_of.slice(0, 10)).toSorted()[0];
  if (claims.length < 2) return { claims: [], missing: [{ code: "NO_DATA", subject: code }] };
  return {
    claims,
    notes: [
      ...(time === undefined && !yearly.test(context.message.text) ? [ofYear] : []),
      ...(first !== undefined && daysBetween(stretch.from, first) > longestClosure ? [partly] : []),
      ofBars,
    ],
    ...(oldest === undefined ? {} : { since: oldest }),
  };
}

/** 从高点跌了多少, 52周最高, 今年最低价: the end of that time with its day, and how far the newest close is from it. */
export async function answerHighs(
  queries: readonly string[],
  asked: AskedHigh,
  context: SkillContext,
): Promise<SkillResult> {
  const stretch = await resolveStretch(asked.time ?? "近一年", context);
  if (stretch === null) return { kind: "refusal", code: "BAD_DATE", subject: asked.time ?? "" };
  if (!("metric" in stretch)) return { kind: "refusal", ...stretch };
  return answerByCompany(queries, context, {
    up: (code) => highOf(code, asked, stretch, context),
    freshness: (parts) => sinceOldest(parts, ["high", "low", "close", ...Object.keys(metrics)]),
  });
}
