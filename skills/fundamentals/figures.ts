import type { Bilingual, Freshness, MetricRegistry, NamedMeasure, SkillContext } from "#contract";
import { figureBefore, filedMetrics, staleness } from "#contract";
import { earlierFigures } from "./follow-up.ts";
import { lossTurnIn } from "./loss-turns.ts";

/** Beside the figures of the common registry: the day of publication, quoted. */
export const metrics: MetricRegistry = {
  ann_date: { default_unit: "", zh: ["公告日期"], en: ["announcement date"] },
  statement_multiple: {
    default_unit: "x",
    zh: ["前者与后者之比"],
    en: ["ratio of the first to the second"],
    computed: true,
  },
};

const usual = [
  "revenue",
  "revenue_yoy",
  "net_profit_parent",
  "net_profit_yoy",
  "gross_margin",
  "roe",
  "debt_ratio",
  "eps",
] as const;

/** What stands in where a source does not have the figure; it is told by its own name. */
export const standIns: Readonly<Record<string, string>> = {
  revenue: "total_revenue",
  revenue_yoy: "total_revenue_yoy",
  roe: "roe_weighted",
  roe_weighted: "roe",
};

export const shown: readonly string[] = [...filedMetrics, "ann_date"];

export const freshness: Readonly<Record<string, Freshness>> = Object.fromEntries(
  [...shown, "statement_multiple"].map((metric) => [metric, staleness.filed]),
);

/** Words that ask for a figure without naming it as it is printed. */
const alsoAsks: readonly (readonly [metric: string, words: RegExp])[] = [
  ["revenue", /收入|营业额|销售额|营收|\b(?:sales|revenue)\b/i],
  [
    "net_profit_parent",
    /利润(?!率)|净利(?!率|润率)|[赚賺]|盈利(?!能力)|[亏虧]|\b(?:profits?|earnings(?! per)|net income|earn(?:s|ed)?|made|makes?)\b/i,
  ],
  ["rd_expense", /研发|r&d/i],
  ["debt_ratio", /负债|债务|欠|杠杆|\bdebt|leverage/i],
  ["gross_margin", /毛利|gross margin|(?<!net |operating |profit |净)\bmargins?\b/i],
  ["net_margin", /净利润?率|net margin/i],
  ["eps", /每股(?:收益|盈)|\beps\b/i],
];

/** The words before a number that say of which figure it is. */
export const namedMeasures: readonly NamedMeasure[] = [
  ["roe", /\broe\b|净资产收益率|return on equity/i],
  ["roe_weighted", /\broe\b|净资产收益率|return on equity/i],
  ["gross_margin", /毛利率?|gross margin/i],
  ["net_margin", /净利润?率|net margin/i],
  ["debt_ratio", /负债率|debt ratio/i],
  ["eps", /每股(?:收益|盈)|\beps\b/i],
  ["revenue", /营收|收入|\b(?:sales|revenue)\b/i],
  ["revenue_yoy", /营收|收入|\b(?:sales|revenue)\b/i, "move"],
  ["net_profit_parent", /利润(?!率)|净利(?!率|润率)|赚|\b(?:profit|net income|earn|ma[dk]e)/i],
  ["net_profit_yoy", /利润(?!率)|净利(?!率|润率)|\b(?:profit|net income)/i, "move"],
];

/** How a figure has grown, where the sources tell it. */
const growthOf: Readonly<Record<string, string>> = {
  revenue: "revenue_yoy",
  total_revenue: "total_revenue_yoy",
  net_profit_parent: "net_profit_yoy",
};

/** The figures that the message asks for, as they are printed or otherwise. */
function wantedIn({ asked, message }: Pick<SkillContext, "asked" | "message">): readonly string[] {
  const known = new Set<string>(filedMetrics);
  const named = asked.metrics.filter((metric) => known.has(metric));
  const meant = alsoAsks.filter(([, words]) => words.test(message.text)).map(([metric]) => metric);
  // 营业总收入 asks for the total alone.
  return [...named, ...meant].filter((metric) => metric !== "revenue" || !named.includes("total_revenue"));
}

/** The figures to show: those that the message asks for, each with its growth, else those of the question before it, else the usual ones. */
export function figuresFor(context: SkillContext): readonly string[] {
  const level = figureBefore(namedMeasures, context);
  const grown = (level === undefined ? wantedIn(context) : [level]).flatMap((metric) => [
    metric,
    ...(growthOf[metric] === undefined ? [] : [growthOf[metric]]),
  ]);
  const unique = [...new Set(grown)];
  // By how much a loss changed is no growth: 亏损收窄 is told by the losses of two years.
  if (lossTurnIn(context.message.text) !== null)
    return [...new Set([...unique, "net_profit_parent"])].filter((metric) => metric !== "net_profit_yoy");
  if (unique.length > 0) return unique;
  const before = earlierFigures(context);
  return before.length > 0 ? before : usual;
}

/** Figures that people ask for and no source at hand tells. */
const untold: readonly (readonly [words: RegExp, zh: string, en: string])[] = [
  [/扣非|non-?gaap/i, "扣非净利润", "net profit excluding one-off items"],
  [/现金流|cash ?flow/i, "现金流", "cash flow"],
  [/货币资金|账上|\bcash\b(?! ?flow)/i, "货币资金", "cash"],
  [/存货|inventor/i, "存货", "inventories"],
  [/商誉|goodwill/i, "商誉", "goodwill"],
  [/应收|receivable/i, "应收账款", "receivables"],
  [/预收|合同负债/i, "合同负债", "contract liabilities"],
  [/总资产(?!收益)|total assets/i, "总资产", "total assets"],
  [/营业利润|operating profit|ebit/i, "营业利润", "operating profit"],
  [/销售费用|管理费用|费用率/i, "期间费用", "period expenses"],
  [/不良|拨备|净息差|资本充足/i, "银行专项指标", "bank ratios"],
  [/\broa\b|总资产收益率/i, "总资产收益率", "return on assets"],
  [/环比|quarter[- ]on[- ]quarter|qoq/i, "环比", "change on the quarter before"],
  [/股东户数|股东人数|大股东|控股股东|实控人|实际控制人|shareholder|who owns/i, "股东情况", "shareholders"],
  [/股本|流通股数|shares outstanding|how many shares|total shares/i, "股本", "share capital"],
  [/派息率|分红率|分红比例|股利支付率|payout/i, "派息率", "payout ratio"],
  [/欠|债务|\bowes?\b|\bdebts?\b(?! ?(?:ratio|to))/i, "债务总额", "total debt"],
  [
    /销量|产量|产能|交付量|出货量|deliveries|units sold|sales volume/i,
    "销量和产量",
    "sales and output in units",
  ],
  [
    /主营|业务构成|收入构成|做什么的|主要产品|main business|segments?\b/i,
    "主营业务构成",
    "make-up of the business",
  ],
  [/员工|雇员|headcount|employees/i, "员工人数", "number of employees"],
  [/流动比率|速动比率|current ratio|quick ratio/i, "流动比率和速动比率", "current and quick ratio"],
  [/周转(?:率|天数)|turnover days/i, "周转率", "asset turnover"],
  [/\broic\b|投入资本回报/i, "投入资本回报率", "ROIC"],
  [/业绩预告|业绩快报|guidance/i, "业绩预告", "guidance"],
];

/** What is asked for and cannot be looked up. */
const untoldIn = ({ message }: Pick<SkillContext, "message">): readonly Bilingual[] =>
  untold.filter(([words]) => words.test(message.text)).map(([, zh, en]) => ({ zh, en }));

/** The same where nothing else is asked for, so that no other figure answers in its place; a word of debts means the ratio that there is. */
export function onlyUntold(context: Pick<SkillContext, "asked" | "message">): readonly Bilingual[] {
  return wantedIn(context).length > 0 ? [] : untoldIn(context);
}

/** Names what is asked for and cannot be looked up. */
export function untoldNote(context: Pick<SkillContext, "message">): readonly Bilingual[] {
  const found = untoldIn(context);
  if (found.length === 0) return [];
  const zh = found.map((part) => `「${part.zh}」`).join("");
  const en = found.map((part) => part.en).join(", ");
  return [
    {
      zh: `${zh}目前查不了,显示的是可查的指标。`,
      en: `Not available for now: ${en}. Shown is what can be looked up.`,
    },
  ];
}
