import type { AskedDay, Bilingual, Claim, NumericClaim, SkillContext, SkillMiss, ToolCall } from "#contract";
import type { Compared } from "./families.ts";
import { differentDays, differentPeriods, sortedDown, sortedUp } from "./notes.ts";

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

/** As many report periods as companies may be apart. */
const periods = 4;
/** As many days as one that is asked about may lie back. */
const flowDays = 60;

async function ask(
  code: string,
  { family }: Compared,
  day: AskedDay,
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
      ? await tools.get_financials({ code, periods })
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

/** The newest report period that all companies have; undefined where there is none, or where the rows know no periods. */
function commonPeriod(answered: readonly Answered[]): string | undefined {
  const [first, ...others] = answered;
  return first?.rows.find(
    ({ period }) =>
      period !== undefined && others.every(({ rows }) => rows.some((row) => row.period === period)),
  )?.period;
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

async function compareOne(
  codes: readonly string[],
  compared: Compared,
  day: AskedDay,
  context: SkillContext,
): Promise<Comparison> {
  const asked = await Promise.all(codes.map((code) => ask(code, compared, day, context)));
  const missing = asked.flatMap((each) => ("miss" in each ? each.miss : []));
  const answered = asked.filter((each) => "call" in each);
  const isFiled = compared.family === "financials";
  const period = isFiled ? commonPeriod(answered) : undefined;
  if (isFiled && period === undefined)
    return { claims: [], notes: answered.length > 0 ? [differentPeriods] : [], missing };
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
  const shown = rows.filter((row) => row.length > 0);
  const lacking = rows.flatMap((row, at) => {
    const code = answered[at]?.code;
    return row.length > 0 || code === undefined ? [] : [{ code: "NO_DATA", subject: code } as const];
  });
  const ordered = inOrder(shown, context.message.text);
  const days = new Set(shown.flat().map(({ as_of }) => as_of.slice(0, 10)));
  return {
    claims: ordered.rows.flat(),
    notes: [...ordered.notes, ...(days.size > 1 ? [differentDays] : [])],
    missing: [
      ...missing,
      ...lacking,
      ...(compared.metrics.includes("pe_ttm") ? answered.filter(isLoss).map(({ code }) => lossOf(code)) : []),
    ],
  };
}

/** The figures of named companies, one company a row, each family of one date or report period. */
export async function sideBySide(
  codes: readonly string[],
  families: readonly Compared[],
  day: AskedDay,
  context: SkillContext,
): Promise<Comparison> {
  const parts = await Promise.all(families.map((compared) => compareOne(codes, compared, day, context)));
  return {
    claims: parts.flatMap(({ claims }) => claims),
    notes: parts.flatMap(({ notes }) => notes),
    missing: parts.flatMap(({ missing }) => missing),
  };
}
