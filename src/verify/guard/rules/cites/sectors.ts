/** 两只券商股, two bank stocks: so many companies of the text are of a sector that a company's name, or common knowledge of a few, shows. */
import type { Bench } from "../../bench.ts";
import { companiesIn, type Token } from "../../tokens/token.ts";

const sectors: readonly (readonly [said: RegExp, names: RegExp])[] = [
  [/银行|(?<![a-z])(?:bank(?:ing)? stocks|banks|lenders)(?![a-z])/, /银行|农商行/],
  [
    /券商|证券(?=公司|股)|(?<![a-z])(?:brokers|brokerages?)(?![a-z])/,
    /证券|东方财富|中金公司|中国银河|哈投股份|指南针/,
  ],
  [
    /保险|险企|(?<![a-z])(?:insurers|insurance stocks)(?![a-z])/,
    /保险|人寿|中国平安|中国太保|中国人保|天茂集团/,
  ],
  [
    /白酒|(?<![a-z])(?:liquor|baijiu)(?![a-z])/,
    /酒|茅台|五粮液|老窖|洋河|古井|今世缘|水井坊|口子窖|伊力特|顺鑫|舍得|岩石股份/,
  ],
];

/** Reports a count of companies of such a sector where the text names fewer that are. */
export function checkSectors({ input: { tokens, lower, names }, report }: Bench): void {
  const counts = tokens.filter(({ kind }: Token) => kind === "count");
  if (counts.length === 0) return;
  const companies = [...companiesIn(tokens)];
  for (const each of counts) {
    const said = lower.slice(each.start, each.end);
    const own = sectors.find(([words]) => words.test(said))?.[1];
    if (own === undefined || companies.length < each.count) continue;
    const members = companies.filter((code) => names[code]?.some((name) => own.test(name)));
    if (members.length < each.count) report(each, "wrong_count");
  }
}
