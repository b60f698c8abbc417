import { z } from "zod";
import {
  answerByCompany,
  type Bilingual,
  type Claim,
  type CompanyPart,
  codesInput,
  defineSkill,
  type Freshness,
  type MetricRegistry,
  missedPart,
  type SkillContext,
  staleness,
  type TemplateInput,
  type ToolCall,
} from "#contract";

const input = z.strictObject({
  codes: codesInput,
});

/** Words of what is quoted; titles and links need none. */
const metrics: MetricRegistry = {
  org: { default_unit: "", zh: ["研究机构"], en: ["institution"] },
  rating: { default_unit: "", zh: ["评级"], en: ["rating"] },
  year: { default_unit: "", zh: ["预测年度"], en: ["forecast year"] },
};

const forecasts = ["forecast_eps", "forecast_pe", "forecast_revenue", "forecast_net_profit"] as const;

const freshness: Readonly<Record<string, Freshness>> = Object.fromEntries(
  [...forecasts, ...Object.keys(metrics)].map((metric) => [metric, staleness.reports]),
);

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const opinion = note(
  "评级和盈利预测是所列机构的观点,不是本助手的判断。",
  "Ratings and forecasts are the opinion of the institutions named, not of this assistant.",
);
const noTarget = note(
  "目标价目前查不了,显示的是评级和盈利预测。",
  "Target prices cannot be looked up: shown are ratings and forecasts.",
);
const noCount = note(
  "机构家数没有统计,列出的只是最近的几篇研报。",
  "Institutions are not counted; listed are only the newest reports.",
);

/** How many reports of a company are shown, alone and beside others. */
const mostAlone = 4;
const mostBeside = 2;

/** A few days less than their budget: the date of a report counts from its afternoon. */
const lookBackDays = 175;

type Part = readonly (Claim | null)[];

/** One report: title, who and how rated, link. */
const reportClaims = (call: ToolCall, place: number, { quote }: SkillContext): Part => [
  quote(call, `/rows/${place}/title`, "title"),
  quote(call, `/rows/${place}/org`, "label"),
  quote(call, `/rows/${place}/rating`, "label"),
  quote(call, `/rows/${place}/url`, "url"),
];

/** The forecasts of one report, year by year; the year lies ahead and is quoted. */
const forecastClaims = (call: ToolCall, place: number, years: number, context: SkillContext): Part =>
  Array.from({ length: years }, (_, at) => {
    const path = `/rows/${place}/forecasts/${at}`;
    const figures = forecasts.map((metric) => context.select(call, `${path}/${metric}`));
    return figures.every((claim) => claim === null)
      ? []
      : [context.quote(call, `${path}/year`, "label"), ...figures];
  }).flat();

/** Forecasts are shown of the newest report that has any. */
async function reportsOf(code: string, most: number, context: SkillContext): Promise<CompanyPart> {
  const found = await context.tools.get_research_reports({ code, days: lookBackDays, limit: most });
  if (!found.ok) return missedPart(found.error, code);
  const { call, value } = found;
  const forecasting = value.rows.findIndex((row) => row.forecasts.length > 0);
  const claims = value.rows.flatMap((row, place) => [
    ...reportClaims(call, place, context),
    ...(place === forecasting ? forecastClaims(call, place, row.forecasts.length, context) : []),
  ]);
  const { text } = context.message;
  return {
    claims: claims.filter((claim) => claim !== null),
    notes: [
      opinion,
      ...(/目标|target/i.test(text) ? [noTarget] : []),
      ...(/[几多]少?家|how many/i.test(text) ? [noCount] : []),
    ],
  };
}

/** One report a line with its link after it; each year of its forecasts is a line of its own. */
function template({ claims }: TemplateInput): string {
  let text = "";
  let after = "";
  for (const { slot, claim } of claims) {
    const metric = "metric" in claim ? String(claim.metric) : "";
    const isHead = metric === "title" || metric === "year" || metric === "";
    const joint = isHead ? "\n" : metric === "url" ? " " : after === "year" ? ":" : ",";
    text += `${text === "" ? "" : joint}{{${slot}}}`;
    after = metric;
  }
  return text;
}

const texts: Readonly<Record<string, Freshness>> = { title: staleness.reports, url: staleness.reports };

export default defineSkill<z.infer<typeof input>>({
  input,
  metrics,
  freshness,
  template,
  async run({ codes = [] }, context) {
    if (codes.length === 0) return { kind: "refusal", code: "INVALID_ARGS" };
    return answerByCompany(codes, context, {
      up: (code, companies) => reportsOf(code, companies === 1 ? mostAlone : mostBeside, context),
      disclaimer: true,
      freshness: () => texts,
    });
  },
});
