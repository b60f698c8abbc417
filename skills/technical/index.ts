import { z } from "zod";
import {
  type AskedDay,
  answerByCompany,
  type Bilingual,
  type Claim,
  type CompanyPart,
  cardsBy,
  defineSkill,
  type IndicatorGroupName,
  type IndicatorsValue,
  ledBy,
  maxQueries,
  missedPart,
  repeatedClaims,
  resolveDay,
  type SkillContext,
  type SkillMiss,
  sinceOldest,
  suspendedNote,
  type TemplateInput,
  type ToolCall,
} from "#contract";
import { type AskedLines, namesLines, readAskedLines } from "./asked-lines.ts";
import { hasCrossed } from "./crossed.ts";
import { extremeOf, isRule, ruledBy, ruleOfExtremes } from "./extremes.ts";
import { fromAverage, metrics as ofWay, sideOfAverage, freshness as wayFreshness } from "./from-average.ts";
import { freshness, metrics } from "./metrics.ts";
import { convention, noCross, noForecast, olderThanAsked, onlyDaily } from "./notes.ts";

const input = z.strictObject({
  codes: z
    .array(z.string().min(1).max(64))
    .max(maxQueries)
    .optional()
    .describe("Codes or company names as the user wrote them."),
  date: z
    .string()
    .max(64)
    .optional()
    .describe("Only a time the user named: a day as ISO date, a stretch in the user's words."),
});

/** Enough for the longest average, and for recursive averages to forget their beginning. */
const days = 300;

const linesOfGroup: Readonly<Record<Exclude<IndicatorGroupName, "ma">, readonly string[]>> = {
  macd: ["macd_dif", "macd_dea", "macd_bar"],
  kdj: ["kdj_k", "kdj_d", "kdj_j"],
  rsi: ["rsi6", "rsi12", "rsi24"],
  boll: ["boll_upper", "boll_mid", "boll_lower"],
};

const linesOf = (group: IndicatorGroupName, { averages, extremes }: AskedLines): readonly string[] => {
  if (group === "rsi" && extremes) return [ruledBy];
  return group === "ma" ? averages.map((window) => `ma${window}`) : linesOfGroup[group];
};

const groupNames: Readonly<Record<Exclude<IndicatorGroupName, "ma">, Bilingual>> = {
  macd: { zh: "MACD", en: "MACD" },
  kdj: { zh: "KDJ", en: "KDJ" },
  rsi: { zh: "RSI", en: "RSI" },
  boll: { zh: "布林线", en: "Bollinger bands" },
};

/** What cannot be computed by the words that people have for it: of averages each by its window. */
const partsOf = (group: IndicatorGroupName, lacking: readonly string[]): readonly Bilingual[] =>
  group === "ma"
    ? lacking.map((metric) => ({ zh: metric.toUpperCase(), en: metric.toUpperCase() }))
    : [groupNames[group]];

/** Too few bars are said once for all that they are too few for; another failure stands for all. */
function gathered(missing: readonly SkillMiss[]): readonly SkillMiss[] {
  const few = missing.filter(({ code }) => code === "BARS_TOO_FEW");
  const [first] = few;
  const parts = few.flatMap((each) => each.parts ?? []);
  return first === undefined || few.length < missing.length ? missing.slice(0, 1) : [{ ...first, parts }];
}

/** The bars' adjustment is said once for all lines and not with each of them. */
function plain(claim: Claim | null): Claim | null {
  if (claim?.kind !== "numeric") return claim;
  const { adjust: _, ...rest } = claim;
  return rest;
}

function crossOf(group: IndicatorGroupName, call: ToolCall, value: IndicatorsValue, context: SkillContext) {
  const metric = [`${group}_golden_cross`, `${group}_dead_cross`].find((each) => each in value);
  return metric === undefined ? null : context.quote(call, `/${metric}`, "date");
}

async function groupOf(
  group: IndicatorGroupName,
  bars: ToolCall,
  asked: AskedLines,
  context: SkillContext,
): Promise<{ readonly claims: readonly Claim[]; readonly missing: readonly SkillMiss[] }> {
  const subject = String(bars.args.code);
  const result = await context.tools.indicators({ bars: bars.tool_call_id, group });
  const lines = linesOf(group, asked);
  const few = (lacking: readonly string[]): SkillMiss => ({
    code: "BARS_TOO_FEW",
    subject,
    parts: partsOf(group, lacking),
  });
  if (!result.ok) {
    const { code } = result.error;
    return { claims: [], missing: [code === "NO_DATA" ? few(lines) : { code, subject }] };
  }
  const wanted = lines.map((metric) => plain(context.select(result.call, `/${metric}`)));
  // Who asks for one average has not asked how others crossed.
  const isOneLine = group === "ma" && asked.named && !asked.crosses;
  const cross = isOneLine ? null : crossOf(group, result.call, result.value, context);
  const claims = [...wanted, cross].filter((claim) => claim !== null);
  const isWhole = (group === "ma" && !asked.named) || wanted.every((claim) => claim !== null);
  return { claims, missing: isWhole ? [] : [few(lines.filter((_, at) => wanted[at] === null))] };
}

const isCross = (claim: Claim): boolean => claim.kind === "text";

async function technicalOf(
  code: string,
  day: AskedDay,
  asked: AskedLines,
  context: SkillContext,
): Promise<CompanyPart> {
  const to = day.date === undefined ? {} : { to: day.date };
  const bars = await context.tools.get_daily_bars({ code, adjust: "qfq", days, ...to });
  if (!bars.ok) return missedPart(bars.error, code);
  const found = await Promise.all(asked.groups.map((group) => groupOf(group, bars.call, asked, context)));
  const lines = found.flatMap((each) => each.claims);
  const last = bars.value.rows.length - 1;
  const way = await fromAverage(lines, bars.call, last, context);
  const close = way.length === 0 ? null : context.select(bars.call, `/rows/${last}/close`);
  const rule = asked.extremes && lines.length > 0 ? ruleOfExtremes(context) : [];
  const claims = [...lines, ...way, ...(close === null ? [] : [close]), ...rule];
  const asOf = bars.value.rows.at(-1)?.date;
  const isOlder = day.closed !== undefined || (day.date !== undefined && asOf !== day.date);
  return {
    claims,
    notes: [
      convention,
      ...(isOlder ? [olderThanAsked] : []),
      ...(bars.value.suspended === true ? [suspendedNote] : []),
      ...(asked.crosses && !claims.some(isCross) ? [noCross] : []),
      ...(asked.others ? [onlyDaily] : []),
      ...(asked.bounds ? [noForecast] : []),
    ],
    missing: gathered(found.flatMap((each) => each.missing)),
    ...((day.date === undefined && bars.value.suspended !== true) || asOf === undefined
      ? {}
      : { since: asOf }),
  };
}

/** `macd` before `ma`, which it begins with. */
const groupOfMetric = (metric: string): string => /^(?:macd|ma|kdj|rsi|boll)/.exec(metric)?.[0] ?? "";

/** A line for each group of lines of a company. */
const template = (view: TemplateInput): string =>
  cardsBy(view, (claim) => (claim.kind === "knowledge" ? "rule" : groupOfMetric(claim.metric)));

const whenWords = /^(?:哪一?[天日年月周]|什么时候|何时|几[号时])$/;

const onlyWindow =
  /^(?:那|那么|and |what about |how about )*(\d{1,3}) ?(?:日|天|days?)(?:的|线)?[呢?？。! ]*$/i;

/** 10日呢 behind an average: another window of it, and no day of a month. */
function windowAsked({ message, session }: SkillContext): string | undefined {
  const last = session.at(-1);
  const told = last?.skill === "technical" ? last.claims : [];
  const isOfAverage = told.some((claim) => claim.kind === "numeric" && /^ma\d/.test(claim.metric));
  return isOfAverage ? onlyWindow.exec(message.text.trim())?.[1] : undefined;
}

/** The message; where it names no lines and asks the question before again (上周五呢), with the names of those that were told. */
function linesAsked(context: SkillContext): string {
  const { text } = context.message;
  if (namesLines(text)) return text;
  const window = windowAsked(context);
  if (window !== undefined) return `ma${window}`;
  return [text, ...new Set(repeatedClaims("technical", context).map(({ metric }) => metric))].join(" ");
}

export default defineSkill<z.infer<typeof input>>({
  input,
  metrics: { ...metrics, ...ofWay },
  freshness: { ...freshness, ...wayFreshness },
  template,
  async run({ codes = [], date }, context) {
    // 金叉是哪天: the day of a crossing is what is asked for, and none to look at.
    const asksWhen = date !== undefined && whenWords.test(date);
    const isNoDay = asksWhen || windowAsked(context) !== undefined;
    const day = await resolveDay(isNoDay ? undefined : date, context);
    if ("code" in day) return { kind: "refusal", ...day };
    if (codes.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    const asked = readAskedLines(linesAsked(context));
    const result = await answerByCompany(codes, context, {
      up: (code) => technicalOf(code, day, asked, context),
      disclaimer: true,
      freshness: (parts) => sinceOldest(parts, ["close", ...Object.keys({ ...freshness, ...wayFreshness })]),
    });
    if (result.kind !== "answer") return result;
    // Of several companies the rule is told once.
    const claims = result.claims.filter(
      (claim, at) => !isRule(claim) || result.claims.findIndex(isRule) === at,
    );
    const { text } = context.message;
    const lead = sideOfAverage(claims, text) ?? extremeOf(claims, text) ?? hasCrossed(claims, text);
    return { ...result, claims, ...(lead === null ? {} : { draft: ledBy(lead, claims, template) }) };
  },
});
