import { z } from "zod";
import {
  type AskedDay,
  answerByCompany,
  asksDifference,
  asksForMultiple,
  type Bilingual,
  type CompanyPart,
  codesInput,
  comparedBy,
  comparesWithTime,
  defineSkill,
  differencesOf,
  type Freshness,
  figureBefore,
  gapFreshness,
  laterMinusEarlier,
  ledBy,
  linesBy,
  maxSecurities,
  measuredAgainst,
  measuresMeant,
  missedPart,
  type NamedMeasure,
  otherPeNotes,
  repeatedClaims,
  resolveDay,
  resolveStretch,
  type SkillContext,
  type SkillMiss,
  saysMove,
  sinceOldest,
  staleness,
  suspendedNote,
  type TemplateInput,
  unsaidYear,
  withCompared,
  withMultiple,
} from "#contract";
import { belowBook, belowBookWords } from "./below-book.ts";
import { standingNotes } from "./market-standing.ts";
import { metrics as multipleMetrics, summedBefore, withTotal } from "./multiple.ts";
import {
  askedYears,
  asksForPercentile,
  metrics as placeMetrics,
  placesOf,
  windowOf,
  windowYears,
} from "./percentiles.ts";

const input = z.strictObject({
  codes: codesInput,
  date: z
    .string()
    .max(64)
    .optional()
    .describe("ISO date for a day the user named, or the user's words for the last years (近3年)."),
});

/** What the question is about: a day, and the years within which a ratio's place is asked for. */
interface Asked extends AskedDay {
  /** The newest values stand beside a stretch of time that is another figure's. */
  readonly isOfNow?: boolean;
  /** Null: the place is asked for, within no years in particular. Absent: it is not. */
  readonly years?: number | null;
}

/** Always shown, the one asked for first. */
const usual = ["pe_ttm", "pb"] as const;
const metrics = [...usual, "ps_ttm", "dv_ttm", "total_mv", "circ_mv"] as const;

const freshness: Readonly<Record<string, Freshness>> = {
  ...gapFreshness,
  ...Object.fromEntries(
    [...metrics, ...Object.keys(placeMetrics), ...Object.keys(multipleMetrics)].map((metric) => [
      metric,
      staleness.daily,
    ]),
  ),
};

/** Words that ask for a metric without naming it as it is printed. */
const alsoAsks: readonly (readonly [metric: string, words: RegExp])[] = [
  ["dv_ttm", /股息|分红|dividend|\byield(?:s|ing)?\b|\bgu ?xi/i],
  ["pb", belowBookWords],
  ["pb", /净资产.{0,2}倍|\bshi ?jing ?lv/i],
  ["total_mv", /\bshi ?zhi\b/i],
  ["circ_mv", /流通值|\bfloat\b/i],
];

/** The words before a number that say of which measure it is. */
const namedMeasures: readonly NamedMeasure[] = [
  ["pe_ttm", /市盈|本益比|\bP\/?E\b|(?<![a-z])pe(?![a-z])|price[- ]to[- ]earnings|shi ?ying ?lv/i],
  ["pb", /市[净淨]|股价净值比|\bP\/?B\b|(?<![a-z])pb(?![a-z])|price[- ]to[- ]book|shi ?jing ?lv/i],
  ["ps_ttm", /市销|市銷|\bP\/?S\b|(?<![a-z])ps(?![a-z])|price[- ]to[- ]sales/i],
  ["dv_ttm", /股息|殖利|分红率|dividend|yield|gu ?xi/i],
  ["circ_mv", /流通(?:市值|值)|\bfloat/i],
  ["total_mv", /(?<!流通)市值|(?<!float )market (?:cap|value)|shi ?zhi/i],
];

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const lossMaking = note(
  "公司处于亏损,市盈率(TTM)不适用。",
  "The company is loss-making, so P/E (TTM) does not apply.",
);

const noPe = note(
  "数据源没有给出市盈率(TTM)(亏损或已公布的财报不足四个季度时没有这一项),未显示。",
  "The source gives no P/E (TTM) (there is none for a loss, or before four quarters are published), so it is not shown.",
);

const olderThanAsked = note(
  "所问日期没有估值数据,显示的是此前最近交易日的数据。",
  "There is no valuation of that day: shown is the newest one before it.",
);

/** The metrics that the message asks for, in its order. */
function saidIn({ asked, message, session }: SkillContext): readonly string[] {
  const named = asked.metrics.filter(isOwn);
  const meant = alsoAsks.filter(([, words]) => words.test(message.text)).map(([metric]) => metric);
  const said = [...named, ...meant];
  if (said.length > 0) return said;
  return asksForMultiple(message.text) ? ["total_mv"] : summedBefore(message.text, session);
}

const isOwn = (metric: string): boolean => (metrics as readonly string[]).includes(metric);

/** The metrics to show, those that the message asks for first; where it repeats the question before, those of that. */
function metricsFor(context: SkillContext): readonly string[] {
  const level = figureBefore(namedMeasures, context);
  const said = level === undefined ? saidIn(context) : [level];
  const before = said.length > 0 ? [] : repeatedClaims("valuation", context).map(({ metric }) => metric);
  return [...new Set([...said, ...before.filter(isOwn), ...usual])];
}

const newestOnes = note(
  "估值是最新的,不是所问时段的变化。",
  "The valuation is the newest one, not how it moved over that time.",
);

const noneNewer = note(
  "最新的估值就是所比日期的,没有更新的可比。",
  "The newest valuation is the one of the day to compare with: there is no newer one yet.",
);

const notGiven = note(
  "所问的指标当日没有数据,未显示。",
  "There is no value of what was asked for on that day, so it is not shown.",
);

const asksForNow = /现在|目前|当前|眼下|\b(?:now|currently)\b/i;

const historyWords = /^(?:历史上?|过往|history|historical)(?:百?分位|水平|位置|区间)?$/i;

/** The day that a period is compared with, as prices are: 和年初比, 比去年; null where the words name none. */
async function comparedDay(date: string | undefined, context: SkillContext): Promise<AskedDay | null> {
  if (date === undefined || !comparesWithTime(context.message.text)) return null;
  const stretch = await resolveStretch(`比${date}`, context);
  return stretch !== null && "from" in stretch ? { date: stretch.from } : null;
}

/** Words for years are no day; with them, or where the place is asked for at all, it is looked up. */
async function whenAsked(date: string | undefined, context: SkillContext): Promise<Asked | SkillMiss> {
  const { text } = context.message;
  const isIso = date !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(date);
  const isPlace = asksForPercentile(text);
  const inDate = date === undefined || isIso ? null : isPlace ? windowYears(date) : askedYears(date);
  if (inDate !== null) return { years: inDate };
  // 历史 alone is no day, and no stretch of years either.
  const isHistory = historyWords.test(date ?? "");
  const named = await resolveDay(isHistory ? undefined : date, context);
  // 这个月跌了多少,现在市盈率低吗: the stretch is the price's, the ratio is asked for as it is now.
  const isOfNow = !isIso && (asksForNow.test(text) || (date !== undefined && saysMove(text)));
  const day =
    "code" in named ? ((await comparedDay(date, context)) ?? (isOfNow ? { isOfNow } : named)) : named;
  return "code" in day || !isPlace ? day : { ...day, years: windowYears(text) };
}

async function valuationOf(code: string, day: Asked, context: SkillContext): Promise<CompanyPart> {
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
  const shown = new Set(claims.map(({ metric }) => metric));
  // A P/E that is not there has a reason of its own.
  const lacks = saidIn(context).some((metric) => metric !== "pe_ttm" && !shown.has(metric));
  const { years } = day;
  const places =
    years === undefined
      ? { claims: [], notes: [], missing: [] }
      : await placesOf(code, { years, to: day.date }, context);
  const isOlder = day.closed !== undefined || (day.date !== undefined && asOf !== day.date);
  return {
    claims: [...claims, ...places.claims],
    missing: places.missing,
    notes: [
      ...standingNotes(context.message.text),
      ...otherPeNotes(context.message.text),
      ...unsaidYear(day.date, context.now, context.message.text),
      ...(isOlder ? [olderThanAsked] : []),
      ...(day.isOfNow === true && !asksForNow.test(context.message.text) ? [newestOnes] : []),
      ...(value.suspended === true ? [suspendedNote] : []),
      ...(lacks ? [notGiven] : []),
      ...(value.pe_ttm === null ? [lossMaking] : value.pe_ttm === undefined ? [noPe] : []),
      ...places.notes,
    ],
    ...((day.date === undefined && value.suspended !== true) || asOf === undefined ? {} : { since: asOf }),
  };
}

const unique = <Part>(parts: readonly Part[]): readonly Part[] => [...new Set(parts)];

/** 比一年前高吗: the newest values, and under them those of the day that they are compared with. */
async function comparedValuation(code: string, day: Asked, context: SkillContext): Promise<CompanyPart> {
  const parts = await Promise.all([{}, day].map((each) => valuationOf(code, each, context)));
  const [newest, other] = parts.map(({ claims }) => claims.find((claim) => claim.kind === "numeric")?.as_of);
  if (newest !== undefined && newest === other)
    return {
      ...parts[0],
      claims: parts[0]?.claims ?? [],
      notes: unique([...(parts[0]?.notes ?? []), noneNewer]),
    };
  const since = parts.flatMap((part) => part.since ?? []).toSorted()[0];
  const shown = parts.flatMap(({ claims }) => claims);
  const gaps = asksDifference(context.message.text)
    ? await differencesOf(shown, metricsFor(context).slice(0, 1), context)
    : [];
  return {
    claims: [...gaps, ...shown],
    missing: parts.flatMap(({ missing = [] }) => missing),
    notes: unique([
      ...(gaps.length > 0 ? [laterMinusEarlier] : []),
      ...parts.flatMap(({ notes = [] }) => notes),
    ]),
    ...(since === undefined ? {} : { since }),
  };
}

/** A look at the newest values and one at their history for each company, and two at the calendar. */
const maxToolCalls = 2 * maxSecurities + 2;

/** One company and day a line, and under it a line for each window. */
const template = (view: TemplateInput): string =>
  linesBy(view, (claim) => {
    if (claim.kind === "knowledge") return "";
    if (comparedBy(claim.metric) !== null) return `${claim.code ?? ""} apart`;
    return `${claim.code ?? ""} ${windowOf(claim.metric) || claim.as_of.slice(0, 10)}`;
  });

export default defineSkill<z.infer<typeof input>>({
  input,
  metrics: { ...placeMetrics, ...multipleMetrics },
  freshness,
  template,
  maxToolCalls,
  async run({ codes = [], date }, context) {
    const day = await whenAsked(date, context);
    if ("code" in day) return { kind: "refusal", ...day };
    if (codes.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    const isCompared =
      day.date !== undefined && day.years === undefined && comparesWithTime(context.message.text);
    const look = isCompared ? comparedValuation : valuationOf;
    const answer = await answerByCompany(codes, context, {
      up: (code) => look(code, day, context),
      disclaimer: true,
      freshness: (parts) => sinceOldest(parts, Object.keys(freshness)),
    });
    if (answer.kind !== "answer") return answer;
    const lead = belowBook(answer.claims, context.message.text);
    const draft =
      lead === null
        ? measuredAgainst(measuresMeant(namedMeasures, context), answer.claims, context, template)
        : ledBy(lead, answer.claims, template);
    if (draft !== null) return { ...answer, draft };
    const compared = withCompared(answer, {}, context, template);
    const [first] = metricsFor(context);
    const ofMultiple = { metric: first, quotient: "valuation_multiple" };
    const multiplied = await withMultiple(compared, ofMultiple, context, template);
    return withTotal(multiplied, first, context);
  },
});
