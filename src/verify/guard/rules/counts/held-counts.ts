/** 两家有市盈率的公司, Of the two with a P/E, one has no P/E: of how many companies the claims hold a measure. */

import { type Bench, type Match, reportAt } from "../../bench.ts";
import type { Part } from "../../binding/part.ts";
import { englishNumerals, spelledCount } from "../../lexicon/numerals.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { companiesIn, type Token, textOf } from "../../tokens/token.ts";

const words = englishNumerals.slice(0, 6).join("|");
const han = "([一两二三四五六七八九十]|\\d{1,2})(?:家|只|支)(?:公司|股票|个股|银行)?";
const lacking =
  "没有?(?:取到|查到|拿到|披露|公布|给出)?|暂时?没有|暂无|尚无|缺少?|(?:暂时?|尚)?未(?:披露|公布|取到|查到)|[查取拿]不到";
const holding = "(?:能|可以?)?(?:有|取到|拿到|查到|披露|公布|给出)了?";
const ofHan = pattern`${han}(?:\([^()]{1,24}\))?(?:都|均|才|也|是)?(?:(${lacking})|${holding})(?:可用|有效|经核验)?的?$`;
const english = `(?<![a-z])(${words})(?: of (?:(?:the|these|those) )?(?:${words}|them))?(?: (?:companies|stocks|names|banks|firms))?(?: (?:that|which))?`;
const ofEnglish = pattern`${english} (?:(?:(?:has|have|with) no|without|lacks?) |(?:has|have|with|shows?|reports?) )(?:(?:an?|the|any|its|their|verified|available) ){0,2}$`;
const lackingEnglish =
  /(?:(?:has|have|with) no|without|lacks?) (?:(?:an?|the|any|its|their|verified|available) ){0,2}$/;
const ends =
  /^(?:数据|数值|记录| (?:figures?|values?|readings?|data|at hand|available))?(?:$|[\s,，。;；:：、!！?？()（）|.]|[的里中可])/;
/** 有市盈率数据的两家 */
const behind = pattern`^(?:数据|数值)?的(?:那)?${han}`;
const before = pattern`(?:(${lacking})|${holding})(?:可用|有效|经核验)?的?$`;
const reach = 72;

/** Told before any word is looked at. */
const mayCount = pattern`[一两二三四五六七八九十\d][家只支]|(?<![a-z])(?:${words}) `;

interface Counted {
  readonly count: number;
  /** Where the numeral stands. */
  readonly start: number;
  readonly isLacking: boolean;
}

/** The count that the words around the measure make of those that have it. */
function countedBy({ start, end }: Token, lower: string): Counted | null {
  const ahead = lower.slice(Math.max(0, start - reach), start);
  const after = lower.slice(end, end + reach);
  const found = ofHan.exec(ahead) ?? ofEnglish.exec(ahead);
  if (found !== null && ends.test(after))
    return {
      count: spelledCount(found[1] ?? ""),
      start: start - ahead.length + found.index,
      isLacking: found[2] !== undefined || lackingEnglish.test(ahead),
    };
  const later = behind.exec(after);
  const verb = later === null ? null : before.exec(ahead);
  if (later === null || verb === null) return null;
  const word = later[1] ?? "";
  return { count: spelledCount(word), start: end + later[0].indexOf(word), isLacking: verb[1] !== undefined };
}

/** Judges each such count of the sentence. */
export function checkHeldCounts({ sentence }: Part, bench: Bench): void {
  const { input, book } = bench;
  const { tokens, counts } = sentence;
  if (counts.metric === 0 || !mayCount.test(textOf(sentence.tokens, input.lower))) return;
  for (const measure of tokens) {
    if (measure.kind !== "metric" || measure.op.endsWith("verb")) continue;
    const counted = countedBy(measure, input.lower);
    const word = counted === null ? undefined : tokens.find(({ end }) => end > counted.start);
    if (counted === null || word === undefined || word.kind === "number") continue;
    const held = new Set(
      measure.metrics.flatMap((id) => book.of(id)).flatMap(({ company }) => company ?? []),
    );
    const spoken = companiesIn(input.tokens);
    for (const { company } of book.all) if (company !== null) spoken.add(company);
    bench.judged.add(word);
    if (counted.count !== (counted.isLacking ? spoken.size - held.size : held.size))
      bench.report(word, "wrong_count");
  }
}

// 以上三项均来自akshare, all three figures are from akshare: how many figures a text says that it has shown.

const all = "(?:均|都|全部|全都|皆|一律)";
const noun = "(?:数据|数字|指标|数值|结果|行情|价格|科目)";
/** From the start of what is said, so that 后两项 and 估值三项 are of a part. */
const figuresHan = rare(
  pattern.all`(?:^|[。;；,，:：\n(（]\s?(?:来源:\s?)?|[上前这]述?|以上|下列|全部|上列)((?:[两二三四五六七八九十]|\d{1,2}))(?:项|个(?=${noun})|条|组|者)${noun}{0,2}(?:的)?(?:${all}(?:为|是|来自|取自|源自|出自|引自|由)|来自|取自|源自|出自|引自|来源)`,
);
const figuresEnglish = rare(
  /(?<![a-z])(?:all|the|these|both)(?: (two|three|four|five|six|seven|eight|nine|ten|\d{1,2}))(?: (?:figures?|numbers?|values?|readings?|items?|prices?|quotes?|data points?|metrics?|measures?))?(?: (?:above|shown|here|listed))?(?: (?:are|were|come|came|is))?(?:(?: all)? (?:sourced |taken |drawn )?(?:from|via)(?![a-z])|(?=: ?[a-z]+,))/g,
);

/** Reports a number that is neither that of the figures shown since the last such remark or in all, nor that of their measures, companies or days. */
export function checkFigureCounts(bench: Bench): void {
  const { input, matches } = bench;
  let from = 0;
  for (const { index, 0: words, 1: said = "" } of [
    ...figuresHan.all(input.lower),
    ...figuresEnglish.all(input.lower),
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

const headHan = rare(
  pattern.all`(?<![第前后近\d])([两三四五六])(?:项|个)[\u4e00-\u9fff]{0,4}(?:指标|数据|数字|读数)[:：]`,
);
const headEnglish = rare(
  /(?<![a-z])(two|three|four|five|six) (?:[a-z]{2,12} )?(?:figures|numbers|metrics|measures|indicators|readings)(?: (?:for|on|about) [a-z ]{2,24})?:/g,
);

/** Reports a number of figures above a list that has another. */
export function checkHeadCounts(bench: Bench): void {
  const { input, matches } = bench;
  for (const { index, 1: said = "" } of [...headHan.all(input.lower), ...headEnglish.all(input.lower)]) {
    const behind = matches.filter(({ quantity: { token } }) => token.start > index);
    const measures = new Set(behind.flatMap(({ quantity: { metrics } }) => metrics.slice(0, 1)));
    if (behind.length > 0 && ![behind.length, measures.size, matches.length].includes(spelledCount(said)))
      reportAt(bench, index, "wrong_count");
  }
}
