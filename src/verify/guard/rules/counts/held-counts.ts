/** 两家有市盈率的公司, Of the two with a P/E, one has no P/E: of how many companies the claims hold a measure. */

import type { Bench, Part } from "../../bench.ts";
import { englishNumerals, spelledCount } from "../../lexicon/numerals.ts";
import { companiesIn, type Token, textOf } from "../../tokens/token.ts";

const words = englishNumerals.slice(0, 6).join("|");
const han = "([一两二三四五六七八九十]|\\d{1,2})(?:家|只|支)(?:公司|股票|个股|银行)?";
const lacking =
  "没有?(?:取到|查到|拿到|披露|公布|给出)?|暂时?没有|暂无|尚无|缺少?|(?:暂时?|尚)?未(?:披露|公布|取到|查到)|[查取拿]不到";
const holding = "(?:能|可以?)?(?:有|取到|拿到|查到|披露|公布|给出)了?";
const ofHan = new RegExp(
  `${han}(?:\\([^()]{1,24}\\))?(?:都|均|才|也|是)?(?:(${lacking})|${holding})(?:可用|有效|经核验)?的?$`,
);
const english = `(?<![a-z])(${words})(?: of (?:(?:the|these|those) )?(?:${words}|them))?(?: (?:companies|stocks|names|banks|firms))?(?: (?:that|which))?`;
const ofEnglish = new RegExp(
  `${english} (?:(?:(?:has|have|with) no|without|lacks?) |(?:has|have|with|shows?|reports?) )(?:(?:an?|the|any|its|their|verified|available) ){0,2}$`,
);
const lackingEnglish =
  /(?:(?:has|have|with) no|without|lacks?) (?:(?:an?|the|any|its|their|verified|available) ){0,2}$/;
const ends =
  /^(?:数据|数值|记录| (?:figures?|values?|readings?|data|at hand|available))?(?:$|[\s,，。;；:：、!！?？()（）|.]|[的里中可])/;
/** 有市盈率数据的两家 */
const behind = new RegExp(`^(?:数据|数值)?的(?:那)?${han}`);
const before = new RegExp(`(?:(${lacking})|${holding})(?:可用|有效|经核验)?的?$`);
const reach = 72;

/** Told before any word is looked at. */
const mayCount = new RegExp(`[一两二三四五六七八九十\\d][家只支]|(?<![a-z])(?:${words}) `);

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
