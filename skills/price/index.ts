import { z } from "zod";
import { defineSkill, maxQueries, maxSecurities } from "#contract";
import { freshness } from "./budgets.ts";
import { answerDays } from "./days.ts";
import { daysAsked, saysEachDay } from "./days-asked.ts";
import { metrics as dayMetrics } from "./days-table.ts";
import { metrics as distanceMetrics } from "./distances.ts";
import { everReached } from "./ever-reached.ts";
import { answerHighs, highAsked, metrics as highMetrics } from "./highs.ts";
import { metrics as levelMetrics } from "./level-reached.ts";
import { metrics as limitMetrics } from "./limits.ts";
import { answerMove } from "./move.ts";
import { withNewHigh } from "./new-high.ts";
import { answerQuotes } from "./quotes.ts";
import { answerRuns, asksForRun, metrics as runMetrics } from "./runs.ts";
import { asksForCode, codesTold } from "./stock-code.ts";
import { template } from "./template.ts";

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
    .describe(
      "ISO date for a day the user named, or the user's words for a stretch of time (这周, year to date).",
    ),
});

/** Of each company the price, a second one, the days before it and its dividends; once the calendar. */
const maxToolCalls = 4 * maxSecurities + 1;

export default defineSkill<z.infer<typeof input>>({
  input,
  metrics: {
    ...limitMetrics,
    ...runMetrics,
    ...dayMetrics,
    ...highMetrics,
    ...distanceMetrics,
    ...levelMetrics,
  },
  freshness,
  template,
  maxToolCalls,
  async run({ codes: queries = [], date }, context) {
    const { asked, message } = context;
    const told = asksForCode(message.text, asked.metrics) ? await codesTold(queries, context.tools) : null;
    if (told !== null) return told;
    const isEachDay = saysEachDay(context);
    if (queries.length > 0 && !isEachDay && asksForRun(context)) return answerRuns(queries, context);
    const ever = isEachDay ? null : await everReached(queries, date, context);
    if (ever !== null) return ever;
    const high = queries.length > 0 && !isEachDay ? highAsked(date, context) : null;
    if (high !== null) return withNewHigh(await answerHighs(queries, high, context), high, context);
    const days = daysAsked(date, context);
    if (days !== null && queries.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    const found =
      (days === null ? null : await answerDays(queries, days, context)) ??
      (await answerMove(queries, date, context));
    const isNew = found === "too_short";
    return isNew || found === null ? answerQuotes(queries, { date, isNew }, context) : found;
  },
});
