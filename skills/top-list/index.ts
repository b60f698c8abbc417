import { z } from "zod";
import {
  type AskedDay,
  answerByCompany,
  type Bilingual,
  type Claim,
  type CompanyPart,
  codesInput,
  dateInput,
  defineSkill,
  type Freshness,
  linesBy,
  type MetricRegistry,
  missedPart,
  resolveDay,
  type SkillContext,
  type SkillResult,
  sinceOldest,
  staleness,
  type TemplateInput,
  type ToolCall,
} from "#contract";

const input = z.strictObject({
  codes: codesInput.describe(
    "Codes or company names as the user wrote them; none for the whole list of the day.",
  ),
  date: dateInput,
});

/** Words of what is quoted; the money has its words in the common registry. */
const metrics: MetricRegistry = {
  reason: { default_unit: "", zh: ["上榜原因"], en: ["reason for listing"] },
  not_listed_on: { default_unit: "", zh: ["未上龙虎榜"], en: ["not on the top list of"] },
};

const amounts = ["top_net", "top_buy", "top_sell"] as const;
const shown: readonly string[] = [...amounts, ...Object.keys(metrics)];

const freshness: Readonly<Record<string, Freshness>> = Object.fromEntries(
  shown.map((metric) => [metric, staleness.daily]),
);

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const newestList = note("显示的是最新已公布的一期龙虎榜。", "Shown is the newest published list.");
const closedDay = note(
  "所问日期休市,显示的是此前最近交易日的榜单。",
  "The market was closed on that day: shown is the list of the last trading day before it.",
);
const firstOnly = note(
  "按净买入额排列,只列出靠前的部分。",
  "Ordered by net buying; only the first entries are listed.",
);
const perReason = note(
  "同一只股票按不同原因分别上榜,金额不能相加。",
  "A stock stands there once per reason; the amounts must not be added up.",
);
const noSeats = note(
  "营业部席位明细目前查不了,显示的是榜单汇总金额。",
  "The trading seats cannot be looked up: shown are the list's total amounts.",
);

/** How many entries of a whole list are shown. */
const mostEntries = 10;

const wantsSeats = ({ message }: SkillContext): boolean =>
  /席位|营业部|游资|机构|敢死队|谁(?:在|是)?[买卖]|[买卖]方|seats?|brokerage|hot money|\bwho (?:bought|sold|is (?:buying|selling))\b/i.test(
    message.text,
  );

/** One entry: why, then its money. */
const entryClaims = (call: ToolCall, place: number, context: SkillContext): readonly Claim[] =>
  [
    context.quote(call, `/rows/${place}/reason`, "label"),
    ...amounts.map((metric) => context.select(call, `/rows/${place}/${metric}`)),
  ].filter((claim) => claim !== null);

const dayNotes = (day: AskedDay): readonly Bilingual[] =>
  day.date === undefined ? [newestList] : day.closed === undefined ? [] : [closedDay];

const argsOf = (day: AskedDay) => (day.date === undefined ? {} : { date: day.date });

async function entriesOf(code: string, day: AskedDay, context: SkillContext): Promise<CompanyPart> {
  const found = await context.tools.get_top_list({ code, ...argsOf(day) });
  if (!found.ok) return missedPart(found.error, code);
  const { call, value } = found;
  const absent = context.quote(call, "/not_listed_on", "date");
  const claims = value.listed
    ? value.rows.flatMap((_, place) => entryClaims(call, place, context))
    : [absent].filter((claim) => claim !== null);
  return {
    claims,
    notes: [
      ...dayNotes(day),
      ...(value.rows.length > 1 ? [perReason] : []),
      ...(value.listed && wantsSeats(context) ? [noSeats] : []),
    ],
    ...(day.date === undefined ? {} : { since: day.date }),
  };
}

async function wholeList(day: AskedDay, context: SkillContext): Promise<SkillResult> {
  const found = await context.tools.get_top_list({ ...argsOf(day), limit: mostEntries });
  const subject = context.language === "zh" ? "龙虎榜" : "the top list";
  if (!found.ok) return { kind: "refusal", code: found.error.code, subject: found.error.subject ?? subject };
  const { call, value } = found;
  const claims = value.rows.flatMap((_, place) => entryClaims(call, place, context));
  const codes = value.rows.map(({ code }) => code);
  return {
    kind: "answer",
    claims,
    notes: [
      ...dayNotes(day),
      ...(value.rows.length === mostEntries ? [firstOnly] : []),
      ...(new Set(codes).size < codes.length ? [perReason] : []),
      ...(wantsSeats(context) ? [noSeats] : []),
    ],
    missing: claims.length === 0 ? [{ code: "NO_DATA", subject }] : [],
    freshness: sinceOldest(day.date === undefined ? [] : [{ claims, since: day.date }], shown),
  };
}

/** One entry a line: what stands in one row of the list. */
const template = (view: TemplateInput): string =>
  linesBy(view, (claim, at) => {
    const path = claim.cite.kind === "tool" ? (claim.cite.path ?? "") : "";
    const row = path.includes("/rows/") ? path.slice(0, path.lastIndexOf("/")) : `${at}`;
    return `${"code" in claim ? claim.code : ""} ${row}`;
  });

export default defineSkill<z.infer<typeof input>>({
  input,
  metrics,
  freshness,
  template,
  async run({ codes = [], date }, context) {
    const day = await resolveDay(date, context);
    if ("code" in day) return { kind: "refusal", ...day };
    if (codes.length === 0) return wholeList(day, context);
    return answerByCompany(codes, context, {
      up: (code) => entriesOf(code, day, context),
      freshness: (parts) => sinceOldest(parts, shown),
    });
  },
});
