import {
  answerByCompany,
  type CompanyPart,
  draftBy,
  everyDayWay,
  isAverage,
  ledByEveryDay,
  listedDaysNotes,
  missedPart,
  mostAveraged,
  mostListedDays,
  mostListedRows,
  type SkillContext,
  type SkillResult,
  sinceOldest,
  type ToolCall,
  tooManyToAverage,
  withDaysOfAverages,
} from "#contract";
import type { AskedDays } from "./days-asked.ts";
import * as notes from "./days-notes.ts";
import { type AskedStretch, averagePart, rowsOf } from "./days-rows.ts";
import { dayTable, isNumeric } from "./days-table.ts";

/** The first and the last close of a long stretch; its bars are what the picture is drawn from. */
async function endsOf(
  code: string,
  { stretch }: AskedStretch,
  context: SkillContext,
  drawn: ToolCall[],
): Promise<CompanyPart> {
  const { from, to, bars_from } = stretch;
  const bars = await context.tools.get_daily_bars({ code, adjust: "qfq", from: bars_from, to });
  if (!bars.ok) return missedPart(bars.error, code);
  const { call, value } = bars;
  const first = value.rows.findIndex(({ date }) => date > from && date <= to);
  const last = value.rows.findLastIndex(({ date }) => date > from && date <= to);
  const claims = [...new Set([last, first])]
    .map((at) => context.select(call, `/rows/${at}/paid/close`))
    .filter((claim) => claim !== null);
  const since = value.rows[first]?.date;
  if (since === undefined || claims.length === 0)
    return { claims: [], missing: [{ code: "NO_DATA", subject: code }] };
  drawn.push(call);
  const isWhole = (value.rows[0]?.date ?? "") <= from;
  return { claims, notes: isWhole ? [] : [notes.notCovered], since };
}

/** The picture of what is too long to list. */
async function pictureOf(drawn: readonly ToolCall[], { stretch }: AskedStretch, context: SkillContext) {
  if (drawn.length === 0) return null;
  const from = new Date(Date.parse(stretch.from) + 86_400_000).toISOString().slice(0, 10);
  const plot = await context.tools.plot_chart({
    kind: drawn.length > 1 ? "lines" : "closes",
    period: "day",
    language: context.language,
    bars: drawn.map(({ tool_call_id }) => tool_call_id),
    from,
  });
  return plot.ok ? plot.call.tool_call_id : "failed";
}

/**
 * Each trading day of a stretch as a row; of more days than can be read, the first and the last close with a picture. Null where the words
 * name no stretch, `too_short` where no day of it has closed yet.
 */
export async function answerDays(
  queries: readonly string[],
  asked: AskedDays,
  context: SkillContext,
): Promise<SkillResult | "too_short" | null> {
  const { average } = asked;
  const list = average === null ? mostListedDays : mostAveraged;
  const found = await context.tools.resolve_stretch({ query: asked.words, list });
  if (!found.ok) {
    const { code } = found.error;
    if (code === "BAD_DATE") return null;
    return code === "STRETCH_TOO_SHORT" ? "too_short" : { kind: "refusal", code };
  }
  const { days, today_open } = found.value;
  const whole: AskedStretch = { ...asked, stretch: found.value };
  const drawn: ToolCall[] = [];
  let companies = 1;
  const isListed = () =>
    days !== undefined && days.length <= mostListedDays && days.length * companies <= mostListedRows;
  const isAveraged = () => average !== null && days !== undefined && !isListed();
  const result = await answerByCompany(queries, context, {
    up: async (code, many) => {
      companies = many;
      if (average !== null && isAveraged()) return averagePart(code, whole, average, context);
      return isListed() ? rowsOf(code, whole, context) : endsOf(code, whole, context, drawn);
    },
    freshness: (parts) => {
      const named = parts.flatMap(({ claims }) => claims.filter(isNumeric).map(({ metric }) => metric));
      return sinceOldest(parts, [...new Set(["close", "pct_chg", ...named])]);
    },
  });
  if (result.kind !== "answer" || result.claims.length === 0) return result;
  const chart = isListed() || isAveraged() ? null : await pictureOf(drawn, whole, context);
  const tooMany = isAveraged() ? [] : [days === undefined ? notes.tooManyDays : notes.tooManyRows];
  const way = isListed() && (result.missing ?? []).length === 0 ? everyDayWay(context.message.text) : null;
  const led = way === null ? null : ledByEveryDay(way, result.claims, dayTable);
  return {
    ...result,
    draft: led ?? withDaysOfAverages(draftBy(result.claims, dayTable), result.claims),
    ...(chart === null || chart === "failed" ? {} : { charts: [chart] }),
    notes: [
      ...(isListed() ? [notes.dayByDay] : tooMany),
      ...(isListed() || isAveraged() ? [] : notes.notOfAll(context.message.text)),
      ...(average !== null && days === undefined ? [tooManyToAverage] : []),
      ...(today_open === true ? [listedDaysNotes.todayOpen] : []),
      ...(asked.isUsual ? [notes.usualDays] : []),
      ...new Set(result.notes ?? []),
      ...notes.notToldIn(
        context.message.text,
        result.claims.some((claim) => isNumeric(claim) && isAverage(claim.metric)) || days === undefined,
      ),
    ],
    missing: [...(result.missing ?? []), ...(chart === "failed" ? [{ code: "CHART_FAILED" } as const] : [])],
  };
}
