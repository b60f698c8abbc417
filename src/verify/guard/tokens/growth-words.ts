/** 6.2% higher than a year earlier: how something grew, told by a comparison with the time a year before. */
import { lastOf } from "../lists.ts";
import { isWord } from "./characters.ts";
import { type Token, token } from "./token.ts";

const time =
  "(?:(?:a|one) year (?:earlier|before|ago|prior)|the year before|year[- ]on[- ]year|year[- ]over[- ]year|yoy|the (?:same|corresponding|year-earlier|prior-year) (?:period|quarter|three months|months)(?: (?:of )?(?:a year (?:earlier|before|ago)|the (?:year before|previous year|prior year)|last year))?)(?![a-z])";
const word = new RegExp(
  `^(?:(higher|more|above|up)|(?:lower|less|fewer|below|down))(?: (?:than|on|from|versus|against|over))?(?: (?:the(?! same| corr| year| prior)|that|what|it|was|its|figure|level|number|total|one|result|of|in|for)){0,6}(?= ${time}| on the year(?![a-z]))`,
);
const ofTime = new RegExp(`^(?:${time}|on the year(?![a-z]))`);
const longest = 96;

export const growthStarts = "hmauolfbdty1t23nep";
const counts: Readonly<Record<string, number>> = { a: 1, one: 1, two: 2, three: 3, "a few": 4, several: 4 };
const ago =
  /^(a few|several|a|one|two|three|[1-3]) (decade|year|month|week|day)s? (?:ago|earlier|before)(?![a-z])/;
/** CNY 103.58 a year ago: when the value right before was so. */
function readAgo(lower: string, at: number, last: Token | undefined): Token | null {
  if (last?.kind !== "number" || isPart(last) || at - last.end > 1) return null;
  // closes at CNY 1,450.50 daily: of every day.
  const habit = /^(?:daily|nightly|a day|per day|each day)(?![a-z])/.exec(lower.slice(at, at + 10));
  if (habit !== null) return token("window", at, at + habit[0].length);
  const found = ago.exec(lower.slice(at, at + 24));
  return found === null
    ? null
    : token("relative", at, at + found[0].length, {
        op: `${found[2]}Ago${counts[found[1] ?? ""] ?? found[1]}`,
      });
}

const isPart = (each: Token | undefined): boolean => each?.number?.unit?.dimension === "part";
/** The operator of the token of the time, for the word before it. */
const isGrown = (each: Token | undefined, at: number): boolean =>
  each?.kind === "direction" && each.op === "growth" && each.count === growthMark && at - each.end <= 1;
const growthMark = 0;

/** The word right behind a share, and then the time that it is compared with. */
export function readGrowth(lower: string, at: number, before: readonly Token[]): Token | null {
  if (at > 0 && isWord(lower.charCodeAt(at - 1))) return null;
  const last = lastOf(before);
  if (isGrown(last, at) && isPart(before.at(-2))) {
    const found = ofTime.exec(lower.slice(at, at + longest));
    return found === null ? null : token("growth", at, at + found[0].length);
  }
  if (!isPart(last)) return readAgo(lower, at, last);
  const found = word.exec(lower.slice(at, at + longest));
  if (found === null) return null;
  return token("direction", at, at + found[0].trimEnd().length, {
    op: "growth",
    sign: found[1] === undefined ? -1 : 1,
  });
}
