import { countWords } from "../common/count-words.ts";

const simplified: Readonly<Record<string, string>> = {
  報: "报",
  個: "个",
  單: "单",
  當: "当",
  這: "这",
  過: "过",
  連: "连",
  續: "续",
  兩: "两",
  幾: "几",
  淨: "净",
  營: "营",
  業: "业",
  間: "间",
  內: "内",
  頭: "头",
};
/** The words of periods and of what stands behind them in the characters that are compared here. */
export const comparable = (message: string): string =>
  message
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[報個單當這過連續兩幾淨營業間內頭]/g, (each) => simplified[each] ?? each);

/** 三年净利润: how many years of a figure; 三年前 and 2023年 say which one. */
const yearsOfFigure =
  /(?<![\d一二三四五六七八九十第前每隔这那])(?<count>[2-5两二三四五])年(?:来|间|以来|内)?的?(?=归母|扣非|净利|营业?收|收入|利润|业绩|毛利|roe|净资产|负债|每股|eps|现金流|研发|资产|增速|增长)|(?<![a-z])(?<english>two|three|four|five|[2-5])[- ]years? (?:of )?(?=revenue|sales|net|profit|earnings|gross|eps|roe|growth)/;

const quarterOfYear = "(?:第?([一二三四1-4])季度?|q([1-4])|([1-4])q)";
/** q1到q4, 一季度至四季度. */
const quarterRange = new RegExp(`${quarterOfYear} ?(?:到|至|-|~|—|to|through) ?${quarterOfYear}`);
const quarters = ["Q1", "Q2", "Q3", "Q4"] as const;

const everyQuarter =
  /各个?季度?|逐季|每个?季度?|四个季度|季度走势|by quarter|(?:each|every|all four) quarters?|quarterly trend/;
/** 每季度净利润, by quarter: no single one is meant. */
export const asksEveryQuarter = (text: string): boolean => everyQuarter.test(text);

/** The quarters of a range, or all where each is asked for; null where neither is. Nine months and half a year told in one are a part of the year. */
export function quartersAsked(text: string): readonly (typeof quarters)[number][] | null {
  const ends = (quarterRange.exec(text) ?? []).slice(1).filter((end) => end !== undefined);
  const [from = 1, to = 4] = ends.map((end) => countWords[end] ?? Number(end));
  if (!asksEveryQuarter(text) && (ends.length < 2 || (from === 1 && to < 4))) return null;
  return quarters.slice(from - 1, to);
}

/** How many whole years of a figure are asked for (三年净利润), as it is written; undefined where none are. */
export function yearsOfFigureIn(text: string): string | undefined {
  const found = yearsOfFigure.exec(text)?.groups;
  return found?.count ?? found?.english;
}
