import { z } from "zod";
import {
  type AskedPeriods,
  answerByCompany,
  asCumulative,
  askedPeriods,
  asksDifference,
  asksSecondHalf,
  type Bilingual,
  type Claim,
  type CompanyPart,
  codesInput,
  comparedBy,
  defineSkill,
  differencesOf,
  type FinancialsValue,
  gapFreshness,
  laterMinusEarlier,
  linesBy,
  measuredAgainst,
  measuresMeant,
  missedPart,
  notSetApart,
  orEarlierPeriods,
  type PickedRows,
  pickRows,
  type SkillContext,
  sinceOldest,
  type TemplateInput,
  type ToolReturn,
  withCompared,
  withMultiple,
} from "#contract";
import {
  figuresFor,
  freshness,
  metrics,
  namedMeasures,
  onlyUntold,
  shown,
  standIns,
  untoldNote,
} from "./figures.ts";
import { asksOfYearBefore, growthDraft } from "./growth.ts";

const input = z.strictObject({
  codes: codesInput,
});

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const cumulative = note(
  "金额为年初至报告期末的累计数。",
  "Amounts are cumulative from January to the end of the period.",
);
const ofQuarter = note(
  "为单季度数,不是年初至今的累计;单季同比请对照上年同期。",
  "Figures are of the single quarter, not year to date; compare with the same quarter of the year before.",
);
const noQuarters = note(
  "没有所问指标的单季度数,显示的是年初至报告期末的累计数。",
  "There are no single-quarter figures of that: shown are those from January to the end of the period.",
);
const noSecondHalf = note(
  "下半年没有合并的数,列出的是三、四季度各自的单季度数。",
  "There is no figure of the second half: shown are those of its two quarters.",
);
const noTrailing = note(
  "没有滚动十二个月的数,显示的是所示报告期的数。",
  "There are no trailing twelve-month figures: shown is the report period named.",
);
const notPublished = note(
  "所问报告期还没有公布,显示的是最新已公布的一期。",
  "That report period is not published yet: shown is the newest published one.",
);
const roeOfPeriod = note(
  "净资产收益率为报告期内的数,没有折算成全年。",
  "Return on equity is that of the period, not made a yearly one.",
);
const fewerPeriods = note("更早的报告期没有查到。", "No earlier report periods were found.");
const figureAbsent = note(
  "所问的部分指标数据源没有给出。",
  "The source does not give all of the figures asked for.",
);

const trailing = /滚动|ttm|(?:近|过去|最近)的?(?:12|十二)个?月|(?:last|past|trailing) (?:12|twelve) months/i;

const isNoGrowth = (metric: string): boolean => !metric.endsWith("_yoy");

/** The newest periods that a question may reach back to. */
const mostPeriods = 12;

type Found = Extract<ToolReturn<FinancialsValue>, { ok: true }>;

/** The claims of one period: its figures, then the day it was published. */
function claimsOf(found: Found, place: number, context: SkillContext): Claim[] {
  const row = found.value.rows[place] ?? {};
  const places = figuresFor(context).map((metric) => {
    const other = standIns[metric];
    return metric in row || other === undefined ? metric : other;
  });
  const figures = [...new Set(places)].map((metric) =>
    context.select(found.call, `/rows/${place}/${metric}`),
  );
  const claims: readonly (Claim | null)[] = [
    ...figures,
    figures.some((claim) => claim !== null)
      ? context.quote(found.call, `/rows/${place}/ann_date`, "date")
      : null,
  ];
  return claims.filter((claim) => claim !== null);
}

const asksForQuarters = ({ message, now }: SkillContext): boolean =>
  askedPeriods(message.text, now).span === "quarter";

function notesOf(
  { value }: Found,
  asked: AskedPeriods,
  { picked, claims, context }: { picked: PickedRows; claims: readonly Claim[]; context: SkillContext },
): readonly Bilingual[] {
  const periods = picked.places.map((place) => value.rows[place]?.period ?? "");
  const isPartial = periods.some((period) => /H1|Q1-Q3/.test(period));
  const shows = (metric: string) => claims.some((claim) => "metric" in claim && claim.metric === metric);
  const isAsked = (metric: string) => shows(metric) || shows(standIns[metric] ?? "");
  const lacksQuarters = value.span === "ytd" && asksForQuarters(context);
  const named = context.asked.metrics.filter((metric) => shown.includes(metric));
  return [
    lacksQuarters ? noQuarters : undefined,
    value.span === "quarter" ? ofQuarter : undefined,
    value.span === "quarter" && asksSecondHalf(context.message.text) ? noSecondHalf : undefined,
    trailing.test(context.message.text) ? noTrailing : undefined,
    isPartial && !lacksQuarters ? cumulative : undefined,
    asked.targets.length === 0 && picked.places.length < asked.count ? fewerPeriods : undefined,
    picked.isEarlier ? notPublished : undefined,
    isAsked("roe") && periods.some((period) => !period.startsWith("FY")) ? roeOfPeriod : undefined,
    named.every(isAsked) ? undefined : figureAbsent,
  ].filter((each) => each !== undefined);
}

/** What the rows of one answer come to. */
function readRows(found: Found, asked: AskedPeriods, context: SkillContext) {
  const periods = found.value.rows.map(({ period }) => period);
  const picked = pickRows(asked, periods);
  return { picked, claims: picked.places.flatMap((place) => claimsOf(found, place, context)) };
}

/** Single quarters where the source has them for the figures asked for, else cumulative periods, which the answer says. */
async function reportOf(code: string, asked: AskedPeriods, context: SkillContext): Promise<CompanyPart> {
  const { span } = asked;
  const found = await context.tools.get_financials({ code, span, periods: mostPeriods });
  const read = found.ok ? readRows(found, asked, context) : null;
  const isEmpty = read === null ? !found.ok && found.error.code === "NO_DATA" : read.claims.length === 0;
  if (span === "quarter" && isEmpty) return reportOf(code, asCumulative(asked), context);
  if (!found.ok || read === null) return found.ok ? { claims: [] } : missedPart(found.error, code);
  const { picked, claims } = read;
  const oldest = picked.places.flatMap((place) => found.value.rows[place]?.as_of ?? []).toSorted()[0];
  const isNamed = asked.targets.length > 0 || asked.count > 1 || asked.besideYearBefore === true;
  const asksGap = asksDifference(context.message.text);
  const compared = figuresFor(context).filter(isNoGrowth);
  const gaps = asksGap
    ? await differencesOf(
        claims,
        compared.flatMap((metric) => [metric, standIns[metric] ?? metric]),
        context,
      )
    : [];
  return {
    claims: [...gaps, ...claims],
    notes: [
      ...(gaps.length > 0 ? [laterMinusEarlier] : asksGap && claims.length > 0 ? [notSetApart] : []),
      ...notesOf(found, asked, { picked, claims, context }),
      ...untoldNote(context),
    ],
    missing: picked.isTooOld || claims.length === 0 ? [{ code: "NO_DATA", subject: code }] : [],
    ...(isNamed && oldest !== undefined ? { since: oldest } : {}),
  };
}

const isOf = (claim: Claim, metric: string): boolean => claim.kind === "numeric" && claim.metric === metric;

/** One company and period a line. */
const template = (view: TemplateInput): string =>
  linesBy(view, (claim) => {
    if (claim.kind === "knowledge") return "";
    return `${claim.code ?? ""} ${comparedBy(claim.metric) === null ? claim.as_of : "apart"}`;
  });

/** Growth that a source tells says how the year before compares; the figures of both years are shown where it does not, or is not enough. */
function withYearBefore(asked: AskedPeriods, context: SkillContext): AskedPeriods {
  const figures = figuresFor(context);
  const isTold = figures.some((metric) => metric.endsWith("_yoy")) && !asksDifference(context.message.text);
  if (asksOfYearBefore(context.message.text) && asked.count === 1)
    return { ...asked, besideYearBefore: true };
  return asked.besideYearBefore === true && isTold && asked.span !== "quarter"
    ? { ...asked, besideYearBefore: false }
    : asked;
}

export default defineSkill<z.infer<typeof input>>({
  input,
  metrics,
  freshness: { ...freshness, ...gapFreshness },
  template,
  async run({ codes = [] }, context) {
    if (codes.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    const asked = await orEarlierPeriods(
      withYearBefore(askedPeriods(context.message.text, context.now), context),
      { name: "fundamentals", codes },
      context,
    );
    const parts = onlyUntold(context);
    const answer = await answerByCompany(codes, context, {
      up: async (code) =>
        parts.length > 0
          ? { claims: [], missing: [{ code: "PARTS_WITHOUT_DATA", subject: code, parts }] }
          : reportOf(code, asked, context),
      freshness: (parts) => sinceOldest(parts, [...shown, ...Object.keys(gapFreshness)]),
    });
    if (answer.kind !== "answer") return answer;
    const measures = measuresMeant(namedMeasures, context);
    const draft =
      measuredAgainst(measures, answer.claims, context, template) ??
      growthDraft(answer.claims, context.message.text, template);
    if (draft !== null) return { ...answer, draft };
    const metric = figuresFor(context)
      .filter(isNoGrowth)
      .flatMap((each) => [each, standIns[each] ?? each])
      .find((each) => answer.claims.some((claim) => isOf(claim, each)));
    const ofMultiple = { metric, quotient: "statement_multiple" };
    return withMultiple(withCompared(answer, {}, context, template), ofMultiple, context, template);
  },
});
