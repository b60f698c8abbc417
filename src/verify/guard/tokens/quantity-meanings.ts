/** What amounts in words say: 翻倍 is growth of 100 %, 一半 a share of 50 %. */

/** What such a word says: a growth of so many per cent, a share of so many, or how many digits a number has before its point. */
export interface Meaning {
  readonly of: "growth" | "share" | "digits";
  readonly value: number;
}

const meaning = (of: Meaning["of"], value: number, words: string): readonly (readonly [string, Meaning])[] =>
  words.split("|").map((word) => [word, { of, value }]);

export const meanings: ReadonlyMap<string, Meaning> = new Map([
  ...meaning(
    "growth",
    100,
    "翻倍|翻番|翻一番|翻一倍|翻了一番|翻了一倍|一倍|double|doubled|doubles|doubling|twofold|two-fold",
  ),
  ...meaning("growth", 200, "triple|tripled|triples|tripling|threefold"),
  ...meaning("growth", -50, "腰斩|减半|halve|halved|halves|halving"),
  ...meaning("share", 50, "一半|half|a half|one-half"),
  ...meaning("share", 100 / 3, "third|one-third"),
  ...meaning("share", 200 / 3, "two-thirds"),
  ...meaning("share", 25, "quarter|a quarter|fourth"),
  ...meaning("share", 20, "fifth|one-fifth"),
  ...meaning("share", 10, "一成|tenth"),
  ...meaning("digits", 1, "个位数|单位数|single-digit|single digit|single digits"),
  ...meaning("digits", 2, "两位数|双位数|double-digit|double digit|double digits"),
  ...meaning("digits", 3, "三位数|triple-digit|triple digits"),
]);

/** What may follow a share that is one of the measure named before it, and of nothing else. */
export const ofNothingElse =
  /^(?:整|左右|上下|的水平|水平|了|吧|$|[\s]?[,，。;；:：)(、.|\n]| or | i\.e\.| in (?:q|h|fy|\d|the |20)| year[- ]on[- ]year)/;
