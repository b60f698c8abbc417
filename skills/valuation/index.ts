import { z } from "zod";
import {
  type AskedDay,
  answerByCompany,
  type Bilingual,
  type CompanyPart,
  codesInput,
  dateInput,
  defineSkill,
  type Freshness,
  linesByCompany,
  missedPart,
  resolveDay,
  type SkillContext,
  sinceOldest,
  staleness,
} from "#contract";

const input = z.strictObject({
  codes: codesInput,
  date: dateInput,
});

/** Always shown, the one asked for first. */
const usual = ["pe_ttm", "pb"] as const;
const metrics = [...usual, "ps_ttm", "dv_ttm", "total_mv", "circ_mv"] as const;

const freshness: Readonly<Record<string, Freshness>> = Object.fromEntries(
  metrics.map((metric) => [metric, staleness.daily]),
);

/** Words that ask for a metric without naming it as it is printed. */
const alsoAsks: readonly (readonly [metric: string, words: RegExp])[] = [
  ["dv_ttm", /股息|分红|dividend/i],
  ["circ_mv", /流通值|\bfloat\b/i],
];

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const lossMaking = note(
  "公司处于亏损,市盈率(TTM)不适用。",
  "The company is loss-making, so P/E (TTM) does not apply.",
);

const noPe = note("数据源没有给出市盈率(TTM),未显示。", "The source gives no P/E (TTM), so it is not shown.");

const olderThanAsked = note(
  "所问日期没有估值数据,显示的是此前最近交易日的数据。",
  "There is no valuation of that day: shown is the newest one before it.",
);

const noPercentile = note(
  "历史分位目前查不了,显示的是当日的估值。",
  "Where a ratio stands within the last years cannot be looked up: shown is the value of the day.",
);

const asksForPercentile = ({ message }: SkillContext): boolean =>
  /分位|历史(?:位置|水平|估值|高位|低位)|percentile|historical/i.test(message.text);

/** The metrics to show, those that the message asks for first and in its order. */
function metricsFor({ asked, message }: SkillContext): readonly string[] {
  const named = asked.metrics.filter((metric) => metric in freshness);
  const meant = alsoAsks.filter(([, words]) => words.test(message.text)).map(([metric]) => metric);
  return [...new Set([...named, ...meant, ...usual])];
}

async function valuationOf(code: string, day: AskedDay, context: SkillContext): Promise<CompanyPart> {
  const found = await context.tools.get_valuation({
    code,
    ...(day.date === undefined ? {} : { date: day.date }),
  });
  if (!found.ok) return missedPart(found.error, code);
  const { call, value } = found;
  const claims = metricsFor(context)
    .map((metric) => context.select(call, `/${metric}`))
    .filter((claim) => claim !== null);
  const asOf = call.as_of?.slice(0, 10);
  const isOlder = day.closed !== undefined || (day.date !== undefined && asOf !== day.date);
  return {
    claims,
    notes: [
      ...(isOlder ? [olderThanAsked] : []),
      ...(value.pe_ttm === null ? [lossMaking] : value.pe_ttm === undefined ? [noPe] : []),
      ...(asksForPercentile(context) ? [noPercentile] : []),
    ],
    ...(day.date === undefined || asOf === undefined ? {} : { since: asOf }),
  };
}

export default defineSkill<z.infer<typeof input>>({
  input,
  freshness,
  template: linesByCompany,
  async run({ codes = [], date }, context) {
    const day = await resolveDay(date, context);
    if ("code" in day) return { kind: "refusal", ...day };
    if (codes.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    return answerByCompany(codes, context, {
      up: (code) => valuationOf(code, day, context),
      disclaimer: true,
      freshness: (parts) => sinceOldest(parts, metrics),
    });
  },
});
