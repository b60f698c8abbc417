import { z } from "zod";
import {
  type AskedDay,
  answerByCompany,
  type Claim,
  type CompanyPart,
  codesInput,
  defineSkill,
  linesBy,
  type MoneyFlowValue,
  measuredAgainst,
  missedPart,
  resolveDay,
  type SkillContext,
  type SkillMiss,
  sinceOldest,
  suspendedNote,
  type TemplateInput,
  type ToolReturn,
  withCompared,
} from "#contract";
import { flows, freshness, measures, metrics, shown, sizes } from "./figures.ts";
import { flowWay } from "./flow-way.ts";
import {
  asksOthersOnly,
  closedDay,
  isModel,
  notToday,
  ofMarket,
  olderThanAsked,
  otherFlows,
  totalDate,
  unansweredIn,
  unavailable,
} from "./notes.ts";
import { type AskedWindow, askedWindow } from "./window.ts";

const input = z.strictObject({
  codes: codesInput,
  date: z
    .string()
    .max(64)
    .optional()
    .describe("ISO date for a day the user named, or the user's words for the last days (近5日)."),
});

/** What the question is about. */
type Asked = AskedDay & Partial<AskedWindow>;

const asksForRun = (text: string): boolean =>
  /连续?(?:流|净|了)|连着|连续.{0,8}[几多]少?[天日]|in a row|consecutive/i.test(text);

async function whenAsked(date: string | undefined, context: SkillContext): Promise<Asked | SkillMiss> {
  if (date === undefined || /^\d{4}-\d{2}-\d{2}$/.test(date)) return resolveDay(date, context);
  // 连续几天: the newest day and its run.
  if (asksForRun(context.message.text)) return {};
  return askedWindow(date) ?? resolveDay(date, context);
}

/** A longer list is no answer to read: of more days only the newest and the sum are told. */
const mostListed = 10;

/** The longest series there is: a run of days may be long. */
const seriesDays = 60;

type Found = Extract<ToolReturn<MoneyFlowValue>, { ok: true }>;

/** All classes of orders where the question names any, or the flow of several at once. */
function metricsFor({ asked, message }: SkillContext): readonly string[] {
  const named = asked.metrics.filter((metric) => (flows as readonly string[]).includes(metric));
  const wantsSizes = /大单|中单|小单|散户|明细|large|small|medium|retail|breakdown/i.test(message.text);
  return [...new Set([...(wantsSizes ? ["main_net", ...sizes] : ["main_net"]), ...named])];
}

/** How many days in a row, where the newest day is asked about. */
async function runClaim({ call, value }: Found, context: SkillContext): Promise<readonly Claim[]> {
  const above = "main_inflow_days";
  const below = "main_outflow_days";
  const run = await context.tools.count_run({ call: call.tool_call_id, field: "main_net", above, below });
  if (!run.ok || value.rows.length === 0) return [];
  return [above, below].flatMap((metric) => context.select(run.call, `/${metric}`) ?? []);
}

/** The sum over the days shown. */
async function totalClaim({ call }: Found, places: readonly number[], context: SkillContext) {
  const operands = places.map((place) => ({
    tool_call_id: call.tool_call_id,
    path: `/rows/${place}/main_net`,
  }));
  const letters = operands.map((_, at) => String.fromCharCode(97 + at));
  const total = await context.tools.calculate({
    expression: letters.join(" + "),
    operands,
    metric: "main_net_total",
  });
  return total.ok ? context.select(total.call, "/main_net_total") : null;
}

async function severalDays(found: Found, days: number, context: SkillContext): Promise<CompanyPart> {
  const { rows } = found.value;
  const places = rows.map((_, at) => at).slice(-days);
  const daily = places
    .slice(-mostListed)
    .toReversed()
    .map((place) => context.select(found.call, `/rows/${place}/main_net`))
    .filter((claim) => claim !== null);
  const total = places.length > 1 ? await totalClaim(found, places, context) : null;
  const first = rows[places[0] ?? 0]?.date;
  return {
    claims: [...(total === null ? [] : [total]), ...daily, ...(await runClaim(found, context))],
    notes: [isModel, ...(total === null ? [] : [totalDate])],
    ...(first === undefined ? {} : { since: first }),
  };
}

const asksForToday = ({ message }: SkillContext): boolean =>
  /今[天日]|当[天日]|现在|目前|实时|\b(?:today|now)\b/i.test(message.text);

async function oneDay(found: Found, day: AskedDay, context: SkillContext): Promise<CompanyPart | null> {
  const { rows } = found.value;
  const { date: asked } = day;
  // Suspended on that day, or not published yet: the day before it is told, and that it is another one.
  const place = asked === undefined ? rows.length - 1 : rows.findLastIndex(({ date }) => date <= asked);
  const shown = rows[place]?.date;
  if (shown === undefined) return null;
  const isOlder = asked !== undefined && shown !== asked;
  const claims = metricsFor(context)
    .map((metric) => context.select(found.call, `/rows/${place}/${metric}`))
    .filter((claim) => claim !== null);
  return {
    claims: [...claims, ...(day.date === undefined ? await runClaim(found, context) : [])],
    notes: [
      ...(day.closed === undefined ? [] : [closedDay]),
      ...(isOlder ? [olderThanAsked] : []),
      ...(asksForToday(context) && shown !== context.now.slice(0, 10) ? [notToday] : []),
      isModel,
    ],
    ...(asked === undefined ? {} : { since: shown }),
  };
}

async function flowOf(code: string, asked: Asked, context: SkillContext): Promise<CompanyPart> {
  const found = await context.tools.get_money_flow({ code, days: seriesDays });
  if (!found.ok) return missedPart(found.error, code);
  const part =
    asked.days === undefined || asked.days === 1
      ? await oneDay(found, asked, context)
      : await severalDays(found, asked.days, context);
  if (part === null || part.claims.length === 0)
    return { claims: [], missing: [{ code: "NO_DATA", subject: code }] };
  const others = ofMarket.test(context.message.text) ? [otherFlows] : [];
  const { suspended, rows } = found.value;
  const newest = rows.at(-1)?.date;
  const isOld = suspended === true && asked.date === undefined && newest !== undefined;
  return {
    ...part,
    notes: [
      ...unansweredIn(context.message.text),
      ...others,
      ...(isOld ? [suspendedNote] : []),
      ...(part.notes ?? []),
    ],
    ...(isOld ? { since: part.since ?? newest } : {}),
  };
}

/** One company, source and day a line. */
const template = (view: TemplateInput): string =>
  linesBy(view, (claim) => {
    const source = claim.cite.kind === "tool" ? claim.cite.source : "";
    return claim.kind === "knowledge" ? "" : `${claim.code ?? ""} ${source} ${claim.as_of}`;
  });

export default defineSkill<z.infer<typeof input>>({
  input,
  metrics,
  freshness,
  template,
  async run({ codes = [], date }, context) {
    if (codes.length === 0 || asksOthersOnly(context.message.text)) return unavailable;
    const asked = await whenAsked(date, context);
    if ("code" in asked) return { kind: "refusal", ...asked };
    const answer = await answerByCompany(codes, context, {
      up: (code) => flowOf(code, asked, context),
      freshness: (parts) => sinceOldest(parts, shown),
    });
    if (answer.kind !== "answer") return answer;
    const draft =
      measuredAgainst(measures, answer.claims, context, template) ??
      flowWay(answer.claims, context.message.text, template);
    return draft === null ? withCompared(answer, {}, context, template) : { ...answer, draft };
  },
});
