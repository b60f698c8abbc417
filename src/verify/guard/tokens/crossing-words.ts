/** has passed 12, has not reached 12: on which side of a number something lies, told by where it has got to. */
import { isWord } from "./characters.ts";
import { type Token, token } from "./token.ts";

const number = "(?= (?:(?:the|your|a) (?:[a-z-]+ (?:of|at) )?)?(?:cny |rmb |¥ ?)?\\d)";
const level =
  "(?= (?:the|its|their) (?:open|opening price|previous close|prior close|(?:\\d{1,3}-day |moving )?(?:moving )?average|\\d{1,3}-day|ma ?\\d))";
const has = "(?:(?:has|have|had|is) )?(?:(?:now|already|just|indeed) )?";
const denial =
  "(?:did not|didn't|has not|hasn't|have not|haven't|had not|is not|isn't|not|never|has never|could not|couldn't|failed to|has yet to|is yet to|yet to)(?: (?:yet|quite|actually|even|so far))*";
const past = new RegExp(
  `^${has}(?:passed|crossed|cleared|broken through|broke through|broken out above|(?:went|gone|moved|climbed|got|pushed) past)${number}`,
);
const pastLevel = new RegExp(
  `^${has}(?:passed|crossed|cleared|broken|broke|broken through|broke through|(?:went|gone|moved|climbed|got|pushed) past)${level}`,
);
const notPastLevel = new RegExp(
  `^${denial} (?:clear(?:ed)?|pass(?:ed)?|cross(?:ed)?|broken?|broke)(?: through| above)?${level}`,
);
const underLevel = new RegExp(`^(?:(?:fell|fallen|dropped|slipped) through|lost)${level}`);
const atopLevel = new RegExp(`^(?:holds|held|regained|reclaimed|recaptured|sits atop|sat atop|beat)${level}`);
const under = new RegExp(`^${has}(?:(?:dipped|slipped|fallen|dropped|gone) under)${number}`);
const short = new RegExp(
  `^${denial} (?:reach|reached|hit|touch|touched|got to|get to|gotten to|at|risen to|climbed to|rise to|climb to|made it to)${number}`,
);
const above = new RegExp(
  `^${denial} (?:fallen to|dropped to|come down to|down to|slipped to|fall to|drop to|sunk to|triggered|hit the stop|down at)${number}`,
);
/** The first words of all of these: told before any of them is tried. */
const first =
  /^(?:ha[sdv]|isn?['\s]|now |already |just |indeed |pass|cross|clear|bro|went |gone |moved |climbed |got |pushed |did|ne?[ov]|could|failed |yet |fell |fallen |dropped |slipped |lost |holds |held |re[gc]|s[ia]ts? |beat |dipped )/;
export const crossingStarts = "abcdfghilmnprswy";
const longest = 72;

export function readCrossing(lower: string, at: number): Token | null {
  if (at > 0 && isWord(lower.charCodeAt(at - 1))) return null;
  const ahead = lower.slice(at, at + longest);
  if (!first.test(ahead) || !/\d|open|close|average/.test(ahead)) return null;
  for (const [shape, op] of [
    [past, ">"],
    [pastLevel, ">"],
    [notPastLevel, "<="],
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
