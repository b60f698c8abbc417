import {
  answerByCompany,
  asksWhichDay,
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
  saysEver,
  sinceOldest,
  staleness,
  type ToolCall,
} from "#contract";
import { tradedWords } from "./quote-claims.ts";
import { isEver } from "./stretches.ts";

type Side = "high" | "low";
type Figure = "close" | "amount" | "volume" | "pct_chg";

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
const ofFigure = {
  high: note(
    "所列是所问时段里该项最高的交易日,只看已收盘的交易日。",
    "Shown is the day of that time on which the figure was highest, of sessions that have closed.",
  ),
  low: note(
    "所列是所问时段里该项最低的交易日,只看已收盘的交易日。",
    "Shown is the day of that time on which the figure was lowest, of sessions that have closed.",
  ),
  both: note(
    "所列是所问时段里该项最高和最低的交易日,只看已收盘的交易日。",
    "Shown are the days of that time on which the figure was highest and lowest, of sessions that have closed.",
  ),
} as const;
/** Where a message names no time. */
export const ofYear = note(
  "没有写明时段,取的是最近的整年。",
  "No time was named: the last full year is taken.",
);
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
/** Of a time that is named. */
const ofTime: typeof words = [
  ["high", /最高(?!收盘)|\bhighest\b|\bpeak(?:ed)?\b|\bhigh\b/i],
  ["low", /最低(?!收盘)|\blowest\b|\blow\b/i],
];
/** 最高收盘价, the highest turnover: the end of another figure. */
const figures: readonly (readonly [Figure, RegExp])[] = [
  ["close", /收盘|\bclos(?:e|es|ing)\b/i],
  ["volume", /成交量|\bvolume\b/i],
  ["amount", /成交|\bturnover\b(?! rate)/i],
];
/** Of what no end is told. */
const ofOthers = /换手|市盈|市净|turnover rate|\bp\/?e\b/i;
/** 哪天涨得最多, its worst day: the day by its change. */
const bestDays: typeof words = [
  [
    "high",
    /涨得?最[多大猛狠]|最大(?:单日)?涨幅|\b(?:best|biggest up|strongest) day|\b(?:biggest|largest) (?:daily |one-day |single-day )(?:gain|rise)/i,
  ],
  [
    "low",
    /跌得?最[多大猛狠惨]|最大(?:单日)?跌幅|\b(?:worst|biggest down|weakest) day|\b(?:biggest|largest) (?:daily |one-day |single-day )(?:loss|drop|fall|decline)/i,
  ],
];
const figureEnds: typeof words = [
  ["high", /最[高大多]|\b(?:highest|largest|biggest|most)\b/i],
  ["low", /最[低小少]|\b(?:lowest|smallest|least)\b/i],
];
/** 创新高, off its high: the price's, whatever else is said. */
const newEnds = /新高|新低|高点|低点|\bnew (?:high|low)/i;
const yearly = /(?:52|五十二)周|52[- ]week/i;
export const ofDay = /[今昨前当][天日]|盘中|日内|intraday|today|yesterday/i;
const isIso = (date: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(date);

export interface AskedHigh {
  readonly sides: readonly Side[];
  /** Of which figure of a day the end is asked for, where it is not the price in the course of it. */
  readonly figure?: Figure;
  /** The user's words for the time; none where it is not named. */
  readonly time?: string;
}

/** 哪天最大 behind a list of days: the figure that leads it. */
function listedBefore(text: string, session: SkillContext["session"]): Figure | undefined {
  const claims =
    asksWhichDay(text) && session.at(-1)?.skill === "price" ? (session.at(-1)?.claims ?? []) : [];
  const metric = claims.find((claim) => claim.kind === "numeric")?.metric;
  return figures.map(([figure]) => figure).find((figure) => figure === metric);
}

/** Which end of which time is asked for; null where it is that of a day, or of all times, which no source here tells. */
export function highAsked(
  date: string | undefined,
  { message, asked, session }: SkillContext,
): AskedHigh | null {
  const { text } = message;
  if (isEver(date) || isEver(text) || (date !== undefined && isIso(date))) return null;
  // 底部放量了吗 asks what is traded.
  if (tradedWords.test(text) && date === undefined && !newEnds.test(text)) return null;
  const named = asked.metrics.filter((metric): metric is Side => metric === "high" || metric === "low");
  const said = words.flatMap(([side, pattern]) => (pattern.test(text) ? [side] : []));
  // 最高到过多少 is of no day.
  const isYearly = yearly.test(text) || (date === undefined && saysEver(text));
  const isOfTime = date !== undefined || isYearly;
  const sidesIn = (list: typeof words) =>
    list.flatMap(([side, pattern]) => (pattern.test(text) ? [side] : []));
  const best = sidesIn(bestDays);
  if (date !== undefined && best.length > 0 && /天|单日|\bday/i.test(text))
    return { sides: best, figure: "pct_chg", time: date };
  const figure = figures.find(([, pattern]) => pattern.test(text))?.[0] ?? listedBefore(text, session);
  const ends = sidesIn(figureEnds);
  if (date !== undefined && figure !== undefined && ends.length > 0 && !newEnds.test(text))
    return ofOthers.test(text) ? null : { sides: ends, figure, time: date };
  const timed = ofOthers.test(text) ? [] : sidesIn(ofTime);
  // 今天创新高了吗 is of the days before too.
  if (ofDay.test(text) && !isOfTime && !newEnds.test(text)) return null;
  const sides = [...new Set([...said, ...(isOfTime ? [...named, ...timed] : [])])];
  if (sides.length === 0) return null;
  return { sides, ...(date === undefined || isYearly ? {} : { time: date }) };
}

const longestClosure = 12;

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Whether bars begin where the stretch does. */
export const reachesBack = (rows: readonly BarRow[], { from }: ResolvedStretch): boolean =>
  rows[0] === undefined || daysBetween(from, rows[0].date) <= longestClosure;

/** The row with the highest, or the lowest, value of a figure within the stretch; -1 where there is none. */
export function placeOf(
  side: Side,
  rows: readonly BarRow[],
  { from, to }: ResolvedStretch,
  figure: Figure | Side = side,
): number {
  let best = -1;
  for (const [at, row] of rows.entries()) {
    const value = row[figure];
    if (row.date <= from || row.date > to || typeof value !== "number") continue;
    const other = rows[best]?.[figure];
    if (typeof other !== "number" || (side === "high" ? value > other : value < other)) best = at;
  }
  return best;
}

/** The day on which a figure was highest, or lowest, with that day's close. */
function figureEnd(
  code: string,
  { call, rows }: { readonly call: ToolCall; readonly rows: readonly BarRow[] },
  { sides, figure }: { readonly sides: readonly Side[]; readonly figure: Figure },
  { stretch, context }: { readonly stretch: ResolvedStretch; readonly context: SkillContext },
): CompanyPart {
  const places = sides.map((side) => placeOf(side, rows, stretch, figure)).filter((at) => at >= 0);
  const claims = places.flatMap((at) =>
    [...new Set([figure, "close"])].flatMap((metric) => context.select(call, `/rows/${at}/${metric}`) ?? []),
  );
  const since = claims.map(({ as_of }) => as_of.slice(0, 10)).toSorted()[0];
  if (since === undefined) return { claims: [], missing: [{ code: "NO_DATA", subject: code }] };
  return { claims, notes: [ofFigure[sides.length > 1 ? "both" : (sides[0] ?? "high")]], since };
}

async function highOf(
  code: string,
  { sides, figure, time }: AskedHigh,
  stretch: ResolvedStretch,
  context: SkillContext,
): Promise<CompanyPart> {
  const adjust = figure === undefined || figure === "close" ? "qfq" : "none";
  const bars = await context.tools.get_daily_bars({ code, adjust, from: stretch.from });
  if (!bars.ok) return missedPart(bars.error, code);
  const { call, value } = bars;
  if (figure !== undefined)
    return figureEnd(code, { call, rows: value.rows }, { sides, figure }, { stretch, context });
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
  const oldest = claims.map(({ as_of }) => as_of.slice(0, 10)).toSorted()[0];
  if (claims.length < 2) return { claims: [], missing: [{ code: "NO_DATA", subject: code }] };
  return {
    claims,
    notes: [
      ...(time === undefined && !yearly.test(context.message.text) ? [ofYear] : []),
      ...(reachesBack(value.rows, stretch) ? [] : [partly]),
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
    freshness: (parts) =>
      sinceOldest(parts, ["high", "low", "close", "amount", "volume", "pct_chg", ...Object.keys(metrics)]),
  });
}
