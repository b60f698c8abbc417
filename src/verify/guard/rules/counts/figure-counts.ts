/** 以上三项均来自akshare, all three figures are from akshare: how many figures a text says that it has shown. */

import { type Bench, type Match, reportAt } from "../../bench.ts";
import { spelledCount } from "../../lexicon/numerals.ts";
import { matchesOf } from "../../tokens/token.ts";

const all = "(?:均|都|全部|全都|皆|一律)";
const noun = "(?:数据|数字|指标|数值|结果|行情|价格|科目)";
/** From the start of what is said, so that 后两项 and 估值三项 are of a part. */
const han = new RegExp(
  `(?:^|[。;；,，:：\\n(（]\\s?(?:来源:\\s?)?|[上前这]述?|以上|下列|全部|上列)((?:[两二三四五六七八九十]|\\d{1,2}))(?:项|个(?=${noun})|条|组|者)${noun}{0,2}(?:的)?(?:${all}(?:为|是|来自|取自|源自|出自|引自|由)|来自|取自|源自|出自|引自|来源)`,
  "g",
);
const english =
  /(?<![a-z])(?:all|the|these|both)(?: (two|three|four|five|six|seven|eight|nine|ten|\d{1,2}))(?: (?:figures?|numbers?|values?|readings?|items?|prices?|quotes?|data points?|metrics?|measures?))?(?: (?:above|shown|here|listed))?(?: (?:are|were|come|came|is))?(?:(?: all)? (?:sourced |taken |drawn )?(?:from|via)(?![a-z])|(?=: ?[a-z]+,))/g;

/** Reports a number that is neither that of the figures shown since the last such remark or in all, nor that of their measures, companies or days. */
export function checkFigureCounts(bench: Bench): void {
  const { input, matches } = bench;
  let from = 0;
  for (const { index, 0: words, 1: said = "" } of [
    ...matchesOf(han, input.lower),
    ...matchesOf(english, input.lower),
  ]) {
    const sizesOf = (own: readonly Match[]): readonly number[] => {
      const entries = own.flatMap(({ options }) => options.slice(0, 1));
      const kinds: readonly ReadonlySet<unknown>[] = [
        new Set(entries),
        new Set(entries.map(({ claim }) => claim.metric)),
        new Set(entries.map(({ company }) => company)),
        new Set(entries.map(({ asOf }) => asOf.day)),
      ];
      return [own.length, ...kinds.map(({ size }) => size)];
    };
    // 总市值1.06万亿元,市盈率7.14倍(两项均为tushare): of the sentence.
    const sentence = Math.max(...["。", "；", ";", "\n"].map((mark) => input.lower.lastIndexOf(mark, index)));
    const own = matches.filter(({ quantity: { token } }) => token.start > sentence && token.end <= index + 1);
    const since = matches.filter(({ quantity: { token } }) => token.start >= from && token.end <= index + 1);
    if (matches.length > 0 && ![matches, since, own].flatMap(sizesOf).includes(spelledCount(said)))
      reportAt(bench, index + words.indexOf(said), "wrong_count");
    from = index + words.length;
  }
}
