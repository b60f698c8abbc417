import { spelledCount } from "../../lexicon/numerals.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { lastOf, type Token, token } from "../token.ts";

/** has passed 12, has not reached 12: on which side of a number something lies, told by where it has got to. */
const number = "(?= (?:(?:the|your|a) (?:[a-z-]+ (?:of|at) )?)?(?:cny |rmb |¥ ?)?\\d)";
const level =
  "(?= (?:the|its|their) (?:open|opening price|previous close|prior close|(?:\\d{1,3}-day |moving )?(?:moving )?average|\\d{1,3}-day|(?:\\d{1,3}-day )?ma ?\\d))";
const has = "(?:(?:has|have|had|is) )?(?:(?:now|already|just|indeed) )?";
const denial =
  "(?:did not|didn't|has not|hasn't|have not|haven't|had not|is not|isn't|not|never|has never|could not|couldn't|failed to|has yet to|is yet to|yet to|has still to|(?:still )?(?:needs|has|would need|would have) to (?:rise|climb|gain|move up)(?: further)? to)(?: (?:yet|quite|actually|even|so far))*";
const notPast = pattern`^${denial} (?:pass(?:ed)?|cross(?:ed)?|clear(?:ed)?|top(?:ped)?|exceed(?:ed)?|(?:get|got|gotten|go|gone|move|moved|climb|climbed|push|pushed) past)${number}`;
const past = pattern`^${has}(?:passed|crossed|cleared|broken through|broke through|broken out above|(?:went|gone|moved|climbed|got|pushed) past)${number}`;
const pastLevel = pattern`^${has}(?:passed|crossed|cleared|broken|broke|broken through|broke through|(?:went|gone|moved|climbed|got|pushed) past)${level}`;
const notPastLevel = pattern`^${denial} (?:clear(?:ed)?|pass(?:ed)?|cross(?:ed)?|broken?|broke|re(?:claim|gain|captur)(?:ed?)?|recover(?:ed)?|retaken?)(?: through| above)?${level}`;
const notUnderLevel = pattern`^${denial} (?:los[et]|surrender(?:ed)?|given up|give up)${level}`;
const underLevel = pattern`^(?:(?:fell|fallen|dropped|slipped) through|lost)${level}`;
const atopLevel = pattern`^(?:holds|held|regained|reclaimed|recaptured|sits atop|sat atop|beat)${level}`;
const under = pattern`^${has}(?:(?:dipped|slipped|fallen|dropped|gone) under)${number}`;
const short = pattern`^${denial} (?:reach|reached|hit|touch|touched|got to|get to|gotten to|at|risen to|climbed to|rise to|climb to|made it to)${number}`;
const above = pattern`^${denial} (?:fallen to|dropped to|come down to|down to|slipped to|fall to|drop to|sunk to|triggered|hit the stop|down at)${number}`;
/** The first words of all of these: told before any of them is tried. */
const first =
  /^(?:ha[sdv]|isn?['\s]|still |needs |would |now |already |just |indeed |pass|cross|clear|bro|went |gone |moved |climbed |got |pushed |did|ne?[ov]|could|failed |yet |fell |fallen |dropped |slipped |lost |holds |held |re[gc]|s[ia]ts? |beat |dipped )/;
export const crossingStarts = "abcdfghilmnprswy";
const longest = 72;

export function readCrossing(lower: string, at: number): Token | null {
  const ahead = lower.slice(at, at + longest);
  if (!first.test(ahead) || !/\d|open|close|average/.test(ahead)) return null;
  for (const [shape, op] of [
    [past, ">"],
    [pastLevel, ">"],
    [notPast, "<="],
    [notPastLevel, "<="],
    [notUnderLevel, ">="],
    [underLevel, "<"],
    [atopLevel, ">"],
    [under, "<"],
    [short, "<"],
    [above, ">"],
  ] as const) {
    const found = shape.exec(ahead);
    if (found !== null) return token("compare", at, at + found[0].length, { op });
  }
  return null;
}

/** did not close below, has not fallen under: a comparison that is denied says the opposite. */
const denialDenied =
  "(?:did not|didn't|does not|doesn't|do not|has not|hasn't|have not|haven't|had not|is not|isn't|was not|wasn't|never|has never|could not|couldn't|failed to|has yet to|is yet to|yet to)";
const verb =
  "(?:close|closed|fall|fallen|fell|drop|dropped|trade|traded|finish|finished|end|ended|settle|settled|go|gone|rise|risen|climb|climbed|break|broken|broke|slip|slipped|dip|dipped|get|move|moved|sink|sunk|push|pushed|stay|stayed|hold|held|manage to close|cross|crossed)";
const shape = pattern`^${denialDenied}(?: (?:quite|yet|even|actually|once|ever))?(?: ${verb})?(?: (?:the day|today|out|back|down|up))?(?: (?:(above|over|higher than)|(?:below|under|beneath|lower than)))(?= [a-z\d])(?! (?:the last|the past|a |an ))`;
export const deniedStarts = "dhiwncfy";
const longestDenied = 64;

/** The whole phrase as one comparison: at or above, at or below. */
export function readDenied(lower: string, at: number): Token | null {
  const found = shape.exec(lower.slice(at, at + longestDenied));
  return found === null
    ? null
    : token("compare", at, at + found[0].length, { op: found[1] === undefined ? ">=" : "<=" });
}

/** lower in Q1 2026 (24.41%) than in 2025 (26.27%): a comparison whose two sides are values at two times. */

/** The operator ends so. */
export const splitEnd = "split";
const shapeSplit =
  /^(?:(higher|larger|bigger|greater|more)|(?:lower|smaller|less|fewer))(?= (?:in|on|at|for|by) [^;:\n]{2,56}? than (?:in|on|at|for|the|it was) )/;
const weighed = /(?:no|not|n't|hardly|barely|scarcely|never|any|far|much|way|sharply|even) $/;
export const splitStarts = "hlbgmsf";
const longestSplit = 90;

export function readSplit(lower: string, at: number): Token | null {
  // no lower, hardly lower, far lower
  if (weighed.test(lower.slice(Math.max(0, at - 10), at))) return null;
  const found = shapeSplit.exec(lower.slice(at, at + longestSplit));
  if (found === null) return null;
  return token("compare", at, at + found[0].length, {
    op: `${found[1] === undefined ? "<" : ">"}${splitEnd}`,
  });
}

/** 6.2% higher than a year earlier: how something grew, told by a comparison with the time a year before. */
const time =
  "(?:(?:a|one) year (?:earlier|before|ago|prior)|the year before|year[- ]on[- ]year|year[- ]over[- ]year|yoy|the (?:same|corresponding|year-earlier|prior-year) (?:period|quarter|three months|months)(?: (?:of )?(?:a year (?:earlier|before|ago)|the (?:year before|previous year|prior year)|last year))?)(?![a-z])";
const word = pattern`^(?:(higher|more|above|up)|(?:lower|less|fewer|below|down))(?: (?:than|on|from|versus|against|over))?(?: (?:the(?! same| corr| year| prior)|that|what|it|was|its|figure|level|number|total|one|result|of|in|for)){0,6}(?= ${time}| on the year(?![a-z]))`;
const ofTime = pattern`^(?:${time}|on the year(?![a-z]))`;
const longestGrowth = 96;

export const growthStarts = "hmauolfbdty1t23nep";
/** A few and several are more than three. */
const counts: Readonly<Record<string, number>> = { a: 1, "a few": 4, several: 4 };
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
        op: `${found[2]}Ago${counts[found[1] ?? ""] ?? spelledCount(found[1])}`,
      });
}

const isPart = (each: Token | undefined): boolean => each?.number?.unit?.dimension === "part";
/** The operator of the token of the time, for the word before it. */
const isGrown = (each: Token | undefined, at: number): boolean =>
  each?.kind === "direction" && each.op === "growth" && each.count === growthMark && at - each.end <= 1;
const growthMark = 0;

/** The word right behind a share, and then the time that it is compared with. */
export function readGrowth(lower: string, at: number, before: readonly Token[]): Token | null {
  const last = lastOf(before);
  if (isGrown(last, at) && isPart(before.at(-2))) {
    const found = ofTime.exec(lower.slice(at, at + longestGrowth));
    return found === null ? null : token("growth", at, at + found[0].length);
  }
  if (!isPart(last)) return readAgo(lower, at, last);
  const found = word.exec(lower.slice(at, at + longestGrowth));
  if (found === null) return null;
  return token("direction", at, at + found[0].trimEnd().length, {
    op: "growth",
    sign: found[1] === undefined ? -1 : 1,
  });
}
