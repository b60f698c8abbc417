/** 两家在上,一家在下; two above, one below: how many of the companies shown lie above their averages, and how many below. */

import { type Bench, reportAt, shownClaims } from "../../bench.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { englishCounts } from "../../lexicon/numerals.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";

const line = "(?:(?:均|该|此|这条|\\d{1,3}日均?|ma ?\\d{1,3}|[a-z\\d]{2,5}日?均)?线|ma\\d{1,3})?";
const places = rare(
  pattern.all`([一两二三四五六都])(?:家|只|个|支)?(?:都|均|也|是|则)?在${line}(?:之)?(?:(上)|下)(?:方|面)?(?=[,，。;；、：:）)\n一两二三四五六另]|$)|(?<![a-z])(one|two|three|four|five|both|all)(?: (?:is|are|of them|sits?|stands?))* (?:(above|over)|below|under)(?= ?(?:[,.;:)\n]|and |$))`,
);
const han = ["", "一", "两", "三", "四", "五", "六"];

/** By how much each company's price lies above its one average; none where the text shows anything else. */
function gapsOf(bench: Bench): readonly number[] {
  const { averages, priced, closes } = bench.input.lexicon;
  const isPrice = ({ claim }: BookClaim): boolean =>
    priced.includes(claim.metric) || closes.own.has(claim.metric);
  const groups = Map.groupBy(shownClaims(bench), ({ company }) => company);
  const gaps = [...groups.values()].map((own) => {
    const [prices, levels] = [
      own.filter(isPrice),
      own.filter(({ claim }) => averages.includes(claim.metric)),
    ];
    const [price, level] = [prices[0], levels[0]];
    return price === undefined || level === undefined || prices.length + levels.length > 2
      ? Number.NaN
      : price.base - level.base;
  });
  return gaps.length > 1 && gaps.every((each) => !Number.isNaN(each)) ? gaps : [];
}

/** Reports such a count that the values shown contradict. */
export function checkPlaceCounts(bench: Bench): void {
  const found = places.all(bench.input.lower);
  const gaps = found.length === 0 ? [] : gapsOf(bench);
  if (gaps.length === 0) return;
  for (const { 1: own = "", 2: up, 3: english = "", 4: over, index, 0: said } of found) {
    const isAbove = up !== undefined || over !== undefined;
    const held = gaps.filter((gap) => (isAbove ? gap > 0 : gap < 0)).length;
    const isOfAll = /^(?:都|.{1,2}[都均])/.test(said) || /^(?:both|all)$/.test(english);
    const count = englishCounts.get(english) ?? han.indexOf(own === "二" ? "两" : own);
    if (held !== (isOfAll ? gaps.length : count)) reportAt(bench, index, "wrong_count");
  }
}
