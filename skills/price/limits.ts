import type { Bilingual, Claim, PriceValue, SkillContext, ToolCall } from "#contract";

const asksLimit =
  /[涨跌]停板?价|算[涨跌]停|多少钱[涨跌]停|[涨跌]停要|price limits?|limit[- ]?(?:up|down) price/i;

/** 涨停价多少, 涨到多少算涨停: the price at which the day's move ends. */
export const asksForLimit = (question: string): boolean => asksLimit.test(question);

/** The registered fact that limits a stock's move, by its board. */
const boards: readonly (readonly [code: RegExp, fact: string])[] = [
  [/^68[89]\d{3}\.SH$/, "limit-star"],
  [/^30\d{4}\.SZ$/, "limit-chinext"],
  [/\.BJ$/, "limit-beijing"],
  [/./, "limit-main-boards"],
];

const factOf = (code: string, name: string): string => {
  const board = boards.find(([codes]) => codes.test(code))?.[1] ?? "";
  return board === "limit-main-boards" && /^\*?ST/i.test(name) ? "limit-risk-warning" : board;
};

export const limitNote: Bilingual = {
  zh: "涨跌停价按昨收和涨跌幅限制算出,新股上市初期等情形除外。",
  en: "Price limits follow from the previous close and the daily limit, except for new listings and the like.",
};

/** What a stock's limit prices follow from: the close before, and the rule of its board. */
export async function limitClaims(
  call: ToolCall,
  value: PriceValue,
  context: SkillContext,
): Promise<readonly Claim[]> {
  const { code } = value;
  const resolved = await context.tools.resolve_security({ query: code });
  const fact = factOf(code, resolved.ok ? (resolved.value.matches[0]?.name ?? "") : "");
  const question = fact === "limit-risk-warning" ? "ST股涨跌幅" : "涨跌幅限制";
  const rule = context.facts.find(question).filter(({ cite }) => cite.competence_id === fact);
  const before = context.select(call, "/prev_close");
  return [...(before === null ? [] : [before]), ...rule];
}
