import {
  answerByCompany,
  type Bilingual,
  type CompanyPart,
  type Freshness,
  type MetricRegistry,
  missedPart,
  type SkillContext,
  type SkillResult,
  staleness,
} from "#contract";

/** Days in a row on which the close rose, or fell, against the close before it. */
export const metrics: MetricRegistry = {
  rise_days: { default_unit: "日", zh: ["连涨天数"], en: ["days of gains in a row"], computed: true },
  fall_days: { default_unit: "日", zh: ["连跌天数"], en: ["days of losses in a row"], computed: true },
};

export const freshness: Readonly<Record<string, Freshness>> = {
  rise_days: staleness.daily,
  fall_days: staleness.daily,
};

const runWords =
  /连[续着]?(?:上涨|下跌|[涨跌阳阴](?!停))|\bin a row\b|\b(?:winning|losing) (?:streak|run)\b|\b(?:straight|consecutive) (?:days|sessions|gains|losses)\b/i;

/** Whether the length of a run of days is asked for; that of money flows is another skill's. */
export const asksForRun = ({ message }: Pick<SkillContext, "message">): boolean =>
  runWords.test(message.text);

/** Longer runs are not told. */
const longestRun = 40;

const ofCloses: Bilingual = {
  zh: "按收盘价的涨跌幅计数,还没收盘的交易日不计入。",
  en: "Counted by the change of the closes; a session that is not over does not count.",
};

async function runOf(code: string, context: SkillContext): Promise<CompanyPart> {
  const bars = await context.tools.get_daily_bars({ code, adjust: "none", days: longestRun });
  if (!bars.ok) return missedPart(bars.error, code);
  const { call, value } = bars;
  const [above, below] = ["rise_days", "fall_days"];
  const run = await context.tools.count_run({ call: call.tool_call_id, field: "pct_chg", above, below });
  const last = value.rows.length - 1;
  const claims = [
    ...(run.ok ? [above, below].map((metric) => context.select(run.call, `/${metric}`)) : []),
    context.select(call, `/rows/${last}/close`),
    context.select(call, `/rows/${last}/pct_chg`),
  ].filter((claim) => claim !== null);
  const asOf = value.rows.at(-1)?.date;
  return {
    claims,
    notes: [ofCloses],
    missing: run.ok ? [] : [{ code: run.error.code, subject: code }],
    ...(value.suspended !== true || asOf === undefined ? {} : { since: asOf }),
  };
}

/** 连涨几天了: the run that ends on the newest finished day, with that day's close. */
export const answerRuns = (queries: readonly string[], context: SkillContext): Promise<SkillResult> =>
  answerByCompany(queries, context, { up: (code) => runOf(code, context) });
