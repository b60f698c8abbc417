/**
 * 赚了38亿元, pocketed RMB 38 billion, RMB 38 billion in profit: of a sum of money that no measure is named beside, the verb before it or the
 * noun behind it says what it is. A verb that no list knows (spent, 花了) says of it what no claim holds, whatever the user has asked for.
 */
import type { Lexicon } from "../../lexicon/lexicon.ts";
import { pattern } from "../../lexicon/patterns.ts";
import type { Token } from "../../tokens/token.ts";
import { latinMeasure, strippedRuns } from "../unknown-words.ts";

/** 万元 and above: below it a sum is a price. */
const leastExponent = 4;

/** Words that only lead to the sum, say it again or set it beside another. */
const neutral: ReadonlySet<string> = new Set(
  "worth money traded trades of s after ended their answer end repeat again still amounted amounting tune expressed main force gives give measured puts put exact exactly i e year half quarter works out equivalently follows compares does did turn well clear outweighs came come comes hit hits ran runs run totalling totaling totals total tops topped equals equal equalling representing translates translating or says said say reads read listed lists took takes brought brings rang rung up chalked clocked notched pulled pulls raked produced produces put written more less than over to figure number confirm note sum amount hence so once yes no question currently now far full whole reckoned given reporting finished first second third fourth last day session names name same other another one both respectively followed next then ahead behind versus against compared swap lots here two yuan cny rmb billion million".split(
    " ",
  ),
);
const neutralHan =
  /^(?:就|转|合|折|更细的?|反?遭|查|同期|其?后|身上|里|这|这个|没|没到|过|看|以|结论|案|答案|再说遍|重复遍?|小结|口径|端|全|高|多|大|少|低|小|进|出|吸|抢|获|得|揽|净|额|做到|冲到|摸到|来到|交出|创造|贡献|第[一二三四]|名|分|别|依次|居|排|列|位|占|比|和|跟|与|同|拿|给|用|成交|换手|交易|买|入|做|创|主力|资金|元|折合|约合|换|写|记|计)*$/;

const verbs: readonly (readonly [han: RegExp, english: RegExp, names: readonly string[]])[] = [
  [/赚|盈利|纯利|利润|到手|落袋|收益/, /^(?:pocketed|netted|cleared|profit(?:s|ed)?|earnings)$/, ["净利润"]],
  [/卖|进账|创收|生意/, /^sold$/, ["营业收入"]],
  [/^$/, /^made$/, ["净利润", "营业收入"]],
  [/值|身价|盘子|估在/, /^commands$/, ["总市值"]],
];
const nounHan = pattern`^的?净?(?:(利润|盈利|纯利)|现金|债务|负债|成本|资产|分红|订单|税款?|亏空|贷款|存款)(?![\u4e00-\u9fff]{0,2}[：:])`;
const nounEnglish = /^ (?:in|of|as) (?:(?:its|the|total|annual|full-year|pure|a) ){0,2}([a-z]+)(?![a-z-])/;
const ofProfit = /^(?:profits?|earnings)$/;
/** 剔除非经常性损益后赚了: another profit. */
const ofOther = /非经常|扣非|税前|毛利|营业|投资/;
/** 五粮液值4780亿元 */
const worth = /(?<![数价市产总均净额比数])值$/;
const reach = 48;

const named = (names: readonly string[], lexicon: Lexicon): readonly string[] =>
  names.flatMap((name) => lexicon.match(name, 0)?.entry.metrics ?? []);

/** The measures that the words beside the sum say it is of; empty where it is of none; null where they say nothing. */
export function measuresOfSum(
  { number, start, end }: Token,
  tokens: readonly Token[],
  lower: string,
  lexicon: Lexicon,
): readonly string[] | null {
  if (number?.unit?.dimension !== "CNY" || number.shown.exponent + number.unit.exponent < leastExponent)
    return null;
  const behind = lower.slice(end, end + reach);
  const han = nounHan.exec(behind);
  if (han !== null) return han[1] === undefined ? [] : lexicon.profits;
  const noun = nounEnglish.exec(behind)?.[1] ?? "";
  if (ofProfit.test(noun)) return lexicon.profits;
  if (noun !== "" && latinMeasure.test(noun) && lexicon.match(noun, 0) === null) return [];
  if (worth.test(lower.slice(Math.max(0, start - 2), start))) return named(["总市值"], lexicon);
  let said: readonly string[] = [];
  // 近两年营收对比:2024年为51.21亿元: what stands before a colon is a heading.
  const own = tokens.slice(tokens.findLastIndex(({ op }) => op === ":") + 1);
  for (const word of strippedRuns(own)) {
    if (ofOther.test(word)) return [];
    const verb = verbs.find(([ofHan, english]) => ofHan.test(word) || english.test(word));
    if (verb !== undefined) said = said.length > 0 ? said : named(verb[2], lexicon);
    else if (!(/^[a-z]/.test(word) ? neutral.has(word) : neutralHan.test(word))) return [];
  }
  return said.length > 0 ? said : null;
}
