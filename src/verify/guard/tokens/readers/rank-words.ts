/** 第二是老窖, 五粮液第三, Wuliangye second, the second-highest P/E: a place in an order. */
import { spelledPlace } from "../../lexicon/numerals.ts";
import { isWord, lastOf, type Token, token } from "../token.ts";
import type { Cursor } from "./word-readers.ts";

/** The operator of such a token; `count` is the place, `sign` −1 where the order is said to run upwards. */
export const placeOp = "nth";

const han =
  /^(?:(?:排名?|位列|名列|位居|屈居|排在|居|列)?第([二三四五六]|[2-6](?!\d))(?:名|位)?|(?:位列|名列|位居|屈居|排在|居|列)次席|(再次)(?=[是为]))/;
/** What follows a place: its owner, or the end of what is said. */
const hanAfter = /^(?:$|[\s,，、;；:。()）]|的?[是为]|[\u4e00-\u9fff]{2,4}[,，、;；:。(])/;
const english =
  /^(?:the |rank(?:s|ed) (?=\d))?([2-5](?:nd|rd|th)|1st|second|third|fourth|fifth)(?:[- ](?:(?:highest|largest|biggest|most expensive|richest)|(lowest|smallest|cheapest)))?(?![a-z])/;
const links =
  /(?:ranks?|ranked|ranking|comes?|came|places?|placed|finishe[sd]|sits|takes|took|holds|is|in)(?: in)?(?: the)? $/;
const after =
  /^(?:$|\s?[,.;:()\n]| (?:place|spot|position)(?![a-z])| and [a-z]| on | by | behind | with | in terms)/;
export const placeStarts = "第再排位名屈居列stflr12345";
const longest = 40;
/** Tokens from the first of an order to its last. */
const mostBetween = 10;
/** Tokens from an owner to the value that has its place: 紫金矿业涨1.25%第二. */
const mostToOwner = 3;

export function readPlace({ lower, tokens: before, lexicon }: Cursor, at: number): Token | null {
  if (isWord(lower.charCodeAt(at)) && isWord(lower.charCodeAt(at - 1))) return null;
  const ahead = lower.slice(at, at + longest);
  // 中国平安203.15亿元第二
  const last = lastOf(before);
  const isValued =
    last?.kind === "number" &&
    last.end === at &&
    before.slice(-mostToOwner).some(({ kind }) => kind === "company");
  const isOwned = last?.kind === "company" || isValued;
  const place = han.exec(ahead);
  if (place !== null) {
    const isRanked = !place[0].startsWith("第");
    // 第二 贵州茅台 9.84%
    const next = at + place[0].length;
    const isHead =
      lexicon.match(lower, /[ :：]/.test(lower.charAt(next)) ? next + 1 : next)?.entry.kind === "company";
    const isPlace =
      isRanked ||
      isHead ||
      (hanAfter.test(ahead.slice(place[0].length)) &&
        (isOwned ||
          /^(?:名|位)?的?[是为]|^[名位]/.test(ahead.slice(place[0].length)) ||
          /[名位]$/.test(place[0])));
    return isPlace
      ? token("superlative", at, at + place[0].length, {
          op: placeOp,
          // 次席 is the second place, 再次 the third.
          count: spelledPlace(place[1] ?? (place[2] === undefined ? "二" : "三")),
        })
      : null;
  }
  // Fenjiu comes first and Wuliangye last.
  const isLast = isOwned && /^last(?: ?[,.;:()\n]|$)/.test(ahead);
  // Hikvision trails at 14.72%
  const trailing = isOwned ? /^(?:trail(?:s|ed|ing)|lag(?:s|ged|ging))(?= (?:at|with) )/.exec(ahead) : null;
  if (trailing !== null) return token("superlative", at, at + trailing[0].length, { op: "<" });
  if (isLast && before.slice(-mostBetween).some(({ kind, op }) => kind === "superlative" && op === ">"))
    return token("superlative", at, at + 4, { op: "<" });
  const found = english.exec(ahead);
  if (found === null) return null;
  const count = spelledPlace(found[1] ?? "");
  const isGraded = /(?:est|expensive)$/.test(found[0]);
  const isLinked = links.test(lower.slice(Math.max(0, at - 20), at));
  const isRanked = found[0].startsWith("rank");
  const isEnd = after.test(ahead.slice(found[0].length));
  // 1st: Moutai, +1.20%; 2nd Wuliangye +0.42%
  const next = at + found[0].length + (/^[:.]? /.exec(ahead.slice(found[0].length))?.[0].length ?? 0);
  const isHead =
    /^\d/.test(ahead) && next > at + found[0].length && lexicon.match(lower, next)?.entry.kind === "company";
  if (isHead)
    return token("superlative", at, at + found[0].length, {
      op: placeOp,
      count,
    });
  if (!isGraded && !((isOwned || isLinked || isRanked) && isEnd)) return null;
  return token("superlative", at, at + found[0].length, {
    op: placeOp,
    count,
    sign: found[2] === undefined ? 0 : -1,
  });
}
