/** Numbers in words, brought to digits before the numbers of a fact or of a text are read: 百分之二十, 五十万, four quarters, a month or less. */

import { englishNumerals, englishPlaces, spelledCount, spelledPlace } from "../lexicon/numerals.ts";
import { pattern } from "../lexicon/patterns.ts";

const han = "零一二三四五六七八九";
const small = /^((?:[零一二两三四五六七八九]?[千百十零]){0,4}[一二两三四五六七八九]?)([万亿]?)$/;
const tens: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

/** 二百 as 200, 五十万 as 50万: a number below ten thousand, of 万 or 亿 or not; any other as it stands. */
function inDigits(written: string): string {
  const [whole, digits = "", power = ""] = small.exec(written) ?? [];
  if (whole === undefined || digits === "") return written;
  let [sum, digit] = [0, 0];
  for (const each of digits.replaceAll("两", "二").replaceAll("〇", "零")) {
    const scale = tens[each];
    if (scale === undefined) digit = han.indexOf(each);
    else [sum, digit] = [sum + (digit || 1) * scale, 0];
  }
  return `${sum + digit}${power}`;
}

const ofHundred =
  /(百|千|万)分之([零一二两三四五六七八九十百]{1,4}|\d{1,3}(?:\.\d{1,4})?)(?![点.\d零一二两三四五六七八九十百])/g;
const perHundred: Readonly<Record<string, number>> = { 百: 1, 千: 10, 万: 100 };

/** What follows a Chinese numeral that counts: a lone 一 counts only then, not in 一般 or 同一. */
const measured =
  "(?=(?:个?交易日|个?自然日|个?月(?!\\d)|个季度?|[个家只次天日年周手股份倍户元块档]|万|亿|小时|分钟|%|成|百分点))";
const chinese = pattern.all`(?<![同单任每某另第统唯之一二两三四五六七八九十百千])(?:[二两三四五六七八九十百千零〇][一二两三四五六七八九十百千零〇万亿]{1,11}(?!分)|一[二两三四五六七八九十百千零〇万亿][一二两三四五六七八九十百千零〇万亿]{0,10}(?!分)|[一二两三四五六七八九十]${measured})`;
const ordinal = /第(?!二(?:个|天|日|交))([一二三四五六七八九十]{1,3})(?=个?(?:交易)?[日天月年])/g;

const counted =
  "(?:trading |calendar |consecutive |natural |full |straight |standard |percentage |fiscal |whole )*(?:days?|sessions?|weeks?|months?|quarters?|years?|shares?|lots?|stocks?|units?|times|hours?|minutes?|percent|deviations?)(?![a-z])";
const english = pattern.all`(?<![a-z])(${englishNumerals.join("|")}|twenty|thirty|sixty|ninety|hundred)[ -](?=${counted})`;
const nth = pattern.all`(?<![a-z])(${englishPlaces.slice(2).join("|")}) (?=(?:trading |calendar )?(?:day|session|month|year)(?![a-z]))`;
/** within a month, held for a year or less: one of it. */
const single =
  /(?<=(?<![a-z])(?:within|for|than|over|exceeding|exceeds|beyond|least|under|and|to|up to|below|above|between) )(?:an?|one|a full) (?=(?:calendar |trading |full )?(?:day|week|month|quarter|year)(?![a-z]))/g;
const larger: Readonly<Record<string, string>> = {
  twenty: "20",
  thirty: "30",
  sixty: "60",
  ninety: "90",
  hundred: "100",
};

/** 三分之二, two thirds: as 2/3. */
const parts = /([二三四五六七八九十\d])分之([一二两三四五六七八九\d])/g;
const thirds = /(?<![a-z])(one|two|three)[ -](third|quarter|fifth)s?(?![a-z])/g;
const partNames = ["third", "quarter", "fifth"];

export const withDigits = (text: string): string =>
  text
    .replace(parts, (_, whole: string, part: string) => `${inDigits(part)}/${inDigits(whole)}`)
    .replace(
      thirds,
      (_, part: string, whole: string) => `${spelledCount(part)}/${partNames.indexOf(whole) + 3}`,
    )
    .replace(ofHundred, (_, of: string, size: string) => {
      const [whole = "", part = ""] = inDigits(size).split(".");
      const scale = String(perHundred[of] ?? 1).length - 1;
      const shifted = `${whole.padStart(scale + 1, "0")}${part}`;
      const point = shifted.length - part.length - scale;
      return `${Number(`${shifted.slice(0, point)}.${shifted.slice(point)}`)}%`;
    })
    .replace(ordinal, (_, each: string) => `第${inDigits(each)}`)
    .replace(chinese, inDigits)
    .replace(english, (_, word: string) => `${larger[word] ?? spelledCount(word)} `)
    .replace(nth, (_, word: string) => `第${spelledPlace(word)} `)
    .replace(single, "1 ");
