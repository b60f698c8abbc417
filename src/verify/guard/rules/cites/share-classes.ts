/** 以上为H股口径, H-share prices: the claims are of A-shares, in yuan; no footer may call them those of another listing. */

import { type Bench, reportAt } from "../../bench.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { companiesIn, type Token } from "../../tokens/token.ts";

const other = "(?:[hb]股|港股|美股|adr|中概股)";
const border = "(?=[\\s,，.。;；:：!！()（）\\n]|$)";
const named = rare(
  pattern.all`(?:口径|单位|价格|报价|数据|行情|[均都]?为|[均都]?是)(?:统一|全部)?(?:[:：为是]|按|以)?${other}${border}|${other}(?:的)?(?:口径|价格?|报价|行情|数据|股价|市场)${border}|单位[:：为是](?:港[元币]|美元)|(?<![a-z])(?:(?:[hb][- ]shares?|adrs?)(?: (?:prices?|basis|quotes?|data|figures))?|hong kong (?:listings?|prices?|quotes?|shares?))${border}`,
);
/** Denied, asked for, or only spoken of. */
const apart =
  /[不非没无未]|如|若|需|另|请|可|想|问|和|与|及|比|较|(?<![a-z])(?:not|no|never|if|without|rather|and|than|versus|vs|its|the|an?|ask|need|want|can|may)(?![a-z])|n't/;
const reach = 30;

/** Reports such a listing where every claim is in yuan or in no money at all. */
export function checkShareClasses(bench: Bench): void {
  const { input, book } = bench;
  if (book.all.length === 0 || book.all.some(({ unit }) => /usd|hkd/i.test(unit.dimension))) return;
  for (const { 0: said, index } of named.all(input.lower)) {
    const end = index + said.length;
    const before = input.lower.slice(Math.max(0, index - reach), index).split(/[,，.。;；()（）\n]/);
    const behind = input.lower.slice(end, end + reach).split(/[。;；()（）\n]/)[0] ?? "";
    if (!apart.test(`${before.at(-1)}${said}`) && !/[不没无未]|not|n't/.test(behind))
      reportAt(bench, index, "unbound");
  }
}

// 两只券商股, two bank stocks: so many companies of the text are of a sector that a company's name, or common knowledge of a few, shows.

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
  [/地产|房企|(?<![a-z])(?:developers|property)(?![a-z])/, /万科|地产|保利|招商蛇口|金地|置业|滨江|新城/],
  [/家电|(?<![a-z])(?:appliance)(?![a-z])/, /美的|格力|海尔|家电|老板电器|苏泊尔|海信|长虹/],
  [/半导体|芯片|(?<![a-z])(?:chip|semiconductor)(?![a-z])/, /中芯|芯|半导体|微电|华虹|兆易|韦尔|北方华创/],
];

/** 银行股收盘价:…, 地产股里,…: of every company that the sentence then names. */
const headings = sectors.map(
  ([said, names]) =>
    [
      rare(
        pattern.all`(?:${said.source})(?:个?股|板块|类|公司|企业| stocks| names| shares){1,2}[^,，。;；:：\n]{0,12}(?:[:：]|[里中]?[,，](?![^。;；\n]{0,40}[:：]))`,
      ),
      names,
    ] as const,
);

const kinds =
  "(?:个?股|板块|类|公司|企业|龙头|巨头|[ -](?:maker|stock|developer|lender|company|giant|firm|group|distiller))*";

/** 白酒股 before a company, a bank behind it. */
const besides = sectors.map(([{ source }, own]) => {
  const one = source.replace(/(banks|lenders|insurers)(?=[|)])/g, "$1?");
  const before = pattern`(?:^|[^\u4e00-\u9fffa-z]|(?<![a-z])(?:a|the) )(?:${one})${kinds} ?$`;
  const behind = pattern`^(?:, an? (?:[a-z-]{2,12} )?(?:${one})${kinds}(?=[,.;)]|$)|(?:是|属于?|为)(?:一[家只])?(?:${one})(?:个?股|板块|公司|企业|龙头)(?=[,，。;；]|$))`;
  return { own, before: rare(before), behind: rare(behind) };
});

/** 白酒股美的集团, liquor maker Midea, Midea, a bank,…: a company that is well known for another sector. */
function checkOwnSector(bench: Bench): void {
  const { tokens, lower, names } = bench.input;
  for (const { own, before, behind } of besides) {
    if (!before.mayBeIn(lower) && !behind.mayBeIn(lower)) continue;
    for (const { kind, op, start, end } of tokens) {
      if (kind !== "company") continue;
      const isSaid =
        before.test(lower.slice(Math.max(0, start - nearby), start)) ||
        behind.test(lower.slice(end, end + 2 * nearby));
      const isOf = (of: RegExp): boolean => names[op]?.some((name) => of.test(name)) === true;
      if (isSaid && !isOf(own) && sectors.some(([, of]) => isOf(of))) reportAt(bench, start, "event");
    }
  }
}
const nearby = 24;

/** Reports such a heading above a company of another kind. */
function checkHeadings(bench: Bench): void {
  const { tokens, lower, names } = bench.input;
  for (const [heading, own] of headings)
    for (const { 0: said, index } of heading.all(lower)) {
      const from = index + said.length;
      const stop = lower.slice(from).search(/[。\n]|\.(?= |$)/);
      const listed = tokens.filter(
        ({ kind, start }) => kind === "company" && start >= from && (stop < 0 || start < from + stop),
      );
      if (listed.some(({ op }) => names[op]?.some((name) => own.test(name)) === false))
        reportAt(bench, index, "event");
    }
}

/** Reports a count of companies of such a sector where the text names fewer that are. */
export function checkSectors(bench: Bench): void {
  const {
    input: { tokens, lower, names },
    report,
  } = bench;
  checkHeadings(bench);
  checkOwnSector(bench);
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
