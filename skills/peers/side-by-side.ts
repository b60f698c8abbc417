import {
  type AskedDay,
  type AskedPeriods,
  asCumulative,
  type Bilingual,
  type Claim,
  type NumericClaim,
  pickRows,
  type SkillContext,
  type SkillMiss,
  type ToolCall,
} from "#contract";
import type { Compared } from "./families.ts";
import {
  differentDays,
  differentPeriods,
  notPublished,
  ofQuarter,
  periodNotShared,
  sortedDown,
  sortedUp,
} from "./notes.ts";

/** What a comparison came to. */
export interface Comparison {
  readonly claims: readonly Claim[];
  readonly notes: readonly Bilingual[];
  readonly missing: readonly SkillMiss[];
}

/** A company's call and, within it, the rows to take figures from: `""` for the value itself. */
interface Answered {
  readonly code: string;
  readonly call: ToolCall;
  readonly rows: readonly { readonly path: string; readonly period?: string }[];
}

/** The newest row, or that of the day. */
const flowPath = (rows: readonly { readonly date: string }[], day: AskedDay): string =>
  `/rows/${day.date === undefined ? rows.length - 1 : rows.findIndex(({ date }) => date === day.date)}`;

type Asked = Answered | { readonly miss: SkillMiss };

/** The day of prices and the report periods of statements that are compared. */
export interface AskedTime {
  readonly day: AskedDay;
  readonly reports: AskedPeriods;
}

/** As many report periods as companies may be apart. */
const periodsApart = 4;
/** The newest periods that a question may reach back to. */
const mostPeriods = 12;
/** As many days as one that is asked about may lie back. */
const flowDays = 60;

async function ask(
  code: string,
  { family }: Compared,
  { day, reports }: AskedTime,
  { tools }: SkillContext,
): Promise<Asked> {
  const date = day.date === undefined ? {} : { date: day.date };
  if (family === "flow") {
    const flow = await tools.get_money_flow({ code, days: flowDays });
    if (!flow.ok) return { miss: { code: flow.error.code, subject: flow.error.subject ?? code } };
    return { code, call: flow.call, rows: [{ path: flowPath(flow.value.rows, day) }] };
  }
  const found =
    family === "financials"
      ? await tools.get_financials(
          isNewest(reports)
            ? { code, periods: periodsApart }
            : { code, span: reports.span, periods: mostPeriods },
        )
      : family === "price"
        ? await tools.get_price({ code, ...date })
        : await tools.get_valuation({ code, ...date });
  if (!found.ok) return { miss: { code: found.error.code, subject: found.error.subject ?? code } };
  const { call, value } = found;
  const rows =
    "rows" in value && Array.isArray(value.rows)
      ? value.rows.map(({ period }, at) => ({ path: `/rows/${at}`, period: String(period) }))
      : [{ path: "" }];
  return { code, call, rows };
}

const isNewest = ({ targets, count }: AskedPeriods): boolean => targets.length === 0 && count === 1;

/** The report periods asked for that all companies have, without any the newest one; none where they share none. */
function commonPeriods(answered: readonly Answered[], reports: AskedPeriods) {
  const [first, ...others] = answered;
  const shared = (first?.rows ?? []).flatMap(({ period }) =>
    period !== undefined && others.every(({ rows }) => rows.some((row) => row.period === period))
      ? [period]
      : [],
  );
  // The companies stand beside each other, not each beside its own year before.
  const { places, isEarlier } = pickRows({ ...reports, span: "ytd", besideYearBefore: false }, shared);
  return { periods: places.flatMap((place) => shared[place] ?? []), isEarlier };
}

type Row = readonly NumericClaim[];

const figureOf = (row: Row, metric: string): number | undefined =>
  row.find((claim) => claim.metric === metric)?.value;

const ascending =
  /便宜|[从由][低小少]到[高大多]|low(?:est)? to high|ascending|更低|最低|(?:谁|哪一?[个家只]).{0,12}(?<!到)(?:[低小]|(?<!多)少)|较[低少小]|[更最][少小]|cheap|lower|lowest|smaller|smallest|least/i;
/** A fall is largest where the change is smallest. */
const falls =
  /(?<!抗)跌[得的]|跌幅|[谁誰个個家只支]跌|跌[最更多大]|\b(?:fell|dropped|lost|down) (?:the )?(?:most|more|further)/i;
/** What flows out is an inflow below nothing. */
const flowsOut = /流出|\boutflow/i;
const sorts =
  /[从由][高低大小多少]到|high to low|low to high|谁|誰|哪[个個家只支]|便宜|更|最|排|which|who|cheaper|higher|bigger|rank/i;

/** Sorts rows by their first figure where the question asks for an order and every row has that figure. */
export function inOrder(
  rows: readonly Row[],
  text: string,
): Pick<Comparison, "notes"> & { rows: readonly Row[] } {
  const metric = rows[0]?.[0]?.metric ?? "";
  const values = rows.map((row) => figureOf(row, metric));
  if (rows.length < 2 || !sorts.test(text) || values.includes(undefined)) return { rows, notes: [] };
  const isFall = (metric === "pct_chg" && falls.test(text)) || (metric === "main_net" && flowsOut.test(text));
  const sign = ascending.test(text) || isFall ? 1 : -1;
  const sorted = rows.toSorted((a, b) => sign * ((figureOf(a, metric) ?? 0) - (figureOf(b, metric) ?? 0)));
  return { rows: sorted, notes: [sign > 0 ? sortedUp : sortedDown] };
}

/** A loss has no P/E: said by company. */
export const lossOf = (code: string): SkillMiss => ({ code: "LOSS_MAKING", subject: code });

const isLoss = ({ call }: Answered): boolean =>
  typeof call.value === "object" &&
  call.value !== null &&
  "pe_ttm" in call.value &&
  call.value.pe_ttm === null;

const standIns: Readonly<Record<string, string>> = {
  revenue: "total_revenue",
  revenue_yoy: "total_revenue_yoy",
  roe: "roe_weighted",
};

/** Of one report period, or of the day: the companies' rows in their order. */
function rowsAt(
  { answered, compared, period }: { answered: readonly Answered[]; compared: Compared; period?: string },
  context: SkillContext,
): Comparison {
  const rowsOf = (metrics: readonly string[]): readonly Row[] =>
    answered.map(({ call, rows: places }) => {
      const path = places.find((place) => place.period === period)?.path ?? "";
      return metrics.flatMap((metric) => context.select(call, `${path}/${metric}`) ?? []);
    });
  const wanted = rowsOf(compared.metrics);
  const isThere = (metric: string) => wanted.some((row) => row.some((claim) => claim.metric === metric));
  // A source that tells the total alone tells it of all of them, by its own name.
  const metrics = compared.metrics.map((metric) => (isThere(metric) ? metric : (standIns[metric] ?? metric)));
  const rows = rowsOf([...new Set(metrics)]);
  const lacking = rows.flatMap((row, at) => {
    const code = answered[at]?.code;
    return row.length > 0 || code === undefined ? [] : [{ code: "NO_DATA", subject: code } as const];
  });
  const ordered = inOrder(
    rows.filter((row) => row.length > 0),
    context.message.text,
  );
  const days = new Set(rows.flat().map(({ as_of }) => as_of.slice(0, 10)));
  const notes = [...ordered.notes, ...(days.size > 1 ? [differentDays] : [])];
  return { claims: ordered.rows.flat(), notes, missing: lacking };
}

const joined = (parts: readonly Comparison[]): Comparison => ({
  claims: parts.flatMap(({ claims }) => claims),
  notes: [...new Set(parts.flatMap(({ notes }) => notes))],
  missing: parts.flatMap(({ missing }) => missing),
});

/** Statements of each period asked for; cumulative ones where a source has no single quarters. */
async function compareFiled(
  codes: readonly string[],
  compared: Compared,
  time: AskedTime,
  context: SkillContext,
): Promise<Comparison> {
  const { reports } = time;
  const asked = await Promise.all(codes.map((code) => ask(code, compared, time, context)));
  const missing = asked.flatMap((each) => ("miss" in each ? each.miss : []));
  const answered = asked.filter((each) => "call" in each);
  const picked = commonPeriods(answered, reports);
  const parts = picked.periods.map((period) => rowsAt({ answered, compared, period }, context));
  const found = joined(parts);
  if (reports.span === "quarter" && found.claims.length === 0)
    return compareFiled(codes, compared, { ...time, reports: asCumulative(reports) }, context);
  const isUnshared = answered.length > 0 && picked.periods.length === 0;
  const lacking = isUnshared ? answered.map(({ code }) => ({ code: "NO_DATA", subject: code }) as const) : [];
  const notes = [
    ...(isUnshared ? [isNewest(reports) ? differentPeriods : periodNotShared] : []),
    ...(picked.isEarlier ? [notPublished] : []),
    ...(found.claims.length > 0 && reports.span === "quarter" ? [ofQuarter] : []),
  ];
  return {
    claims: found.claims,
    notes: [...found.notes, ...notes],
    missing: [...missing, ...lacking, ...found.missing],
  };
}

async function compareOne(
  codes: readonly string[],
  compared: Compared,
  time: AskedTime,
  context: SkillContext,
): Promise<Comparison> {
  if (compared.family === "financials") return compareFiled(codes, compared, time, context);
  const asked = await Promise.all(codes.map((code) => ask(code, compared, time, context)));
  const missed = asked.flatMap((each) => ("miss" in each ? each.miss : []));
  const answered = asked.filter((each) => "call" in each);
  const { claims, notes, missing } = rowsAt({ answered, compared }, context);
  const losses = compared.metrics.includes("pe_ttm") ? answered.filter(isLoss) : [];
  return { claims, notes, missing: [...missed, ...missing, ...losses.map(({ code }) => lossOf(code))] };
}

/** The figures of named companies, one company a row, each family of one day or of the report periods asked for. */
export async function sideBySide(
  codes: readonly string[],
  families: readonly Compared[],
  time: AskedTime,
  context: SkillContext,
): Promise<Comparison> {
  return joined(await Promise.all(families.map((compared) => compareOne(codes, compared, time, context))));
}
