/** 估值与市值来自tushare, quotes from akshare: measures that the words of a source name together. */
import { oncePer } from "#contract";
import type { Lexicon } from "../../lexicon/lexicon.ts";
import { type Clause, matchesOf, token } from "../../tokens/token.ts";

type Group = "quote" | "value" | "report" | "flow" | "average";

const words =
  /(行情|股价|盘面|(?<![a-z])(?:market data|quotes?|quotations?|price data|trading data)(?![a-z]))|(估值|(?<![a-z])(?:valuations?|multiples?)(?![a-z]))|(财务|财报|业绩|基本面|(?<![a-z])(?:financials|fundamentals|results|earnings data|income data)(?![a-z]))|(资金面|资金流向|资金流|资金|(?<![a-z])(?:fund|money|capital) flows?(?![a-z]))|(均线|技术面|(?<![a-z])(?:(?:moving )?averages|mas)(?![a-z]))/g;
const noun = /^(?:类|面)?(?:数据|指标|信息)|^ (?:data|figures|numbers|multiples|metrics|ratios)(?![a-z])/;
const longestNoun = 12;

const ofReport =
  /利润|净利|营收|收入|毛利|净资产|每股收益|负债|现金流|研发|profit|revenue|margin|earnings|roe|eps|debt|cash flow/;
const ofValue = /^(?:总市值|市值|market cap|total market cap|股息率|dividend yield)$|分位|percentile/;

/** The metrics of the registry that each group holds. */
const groupsOf = oncePer((lexicon: Lexicon): Readonly<Record<Group, readonly string[]>> => {
  const { metrics, priceLike, changes, activity, flows, averages, wordsOf } = lexicon;
  const quote = [...priceLike, ...changes.all, ...activity];
  const apart = new Set([...quote, ...flows, ...averages]);
  const value: string[] = [];
  const report: string[] = [];
  for (const [id, { default_unit }] of Object.entries(metrics)) {
    if (apart.has(id)) continue;
    const named = wordsOf(id);
    if (default_unit === "x" || named.some((word) => ofValue.test(word))) value.push(id);
    else if (named.some((word) => ofReport.test(word))) report.push(id);
  }
  return { quote, value, report, flow: flows, average: averages };
});

const groups: readonly Group[] = ["quote", "value", "report", "flow", "average"];

/** The clauses with each such word as the name of its measures; as they are where they name no single measure, since one source may then be of all. */
export const nameGroups = (clauses: readonly Clause[], lower: string, lexicon: Lexicon): readonly Clause[] =>
  clauses.some((clause) => clause.some(({ kind }) => kind === "metric"))
    ? clauses.map((each) => withGroups(each, lower, lexicon))
    : clauses;

export function withGroups(clause: Clause, lower: string, lexicon: Lexicon): Clause {
  const from = clause[0]?.start ?? 0;
  const text = lower.slice(from, clause.at(-1)?.end ?? from);
  let read = clause;
  for (const found of matchesOf(words, text)) {
    const group = groups.find((_, i) => found[i + 1] !== undefined);
    const start = from + found.index;
    const end = start + found[0].length;
    const at = read.findIndex((each) => each.end > start);
    if (group === undefined || at < 0) continue;
    const behind = noun.exec(lower.slice(end, end + longestNoun))?.[0] ?? "";
    const past = end + behind.length;
    const named = token("metric", start, past, { metrics: groupsOf(lexicon)[group] });
    read = [...read.slice(0, at), named, ...read.slice(at).filter((each) => each.start >= past)];
  }
  return read;
}
