import type { NumericClaim } from "../records/claim.ts";
import type { Bilingual } from "../records/json.ts";
import type { UserNumber } from "../records/operand.ts";
import { type AskedLevel, inSimplified, isBeyond, readAskedLevel, relationTo } from "./asked-level.ts";
import type { Reached } from "./level-reached.ts";

/** 涨到过, 跌破过, has it ever: at whatever time, not now. */
const ever =
  /[到去见見破穿上达達及摸站][过過]|曾[经經]?|从[没未]|[从從][来來]|历史上|歷史上|\bever\b|\bat any (?:time|point)\b/i;
const rises = /(?:[涨升冲站摸见上超高]|突破)[^,，。]{0,2}过? ?[¥￥]?$/;
const falls = /(?:[跌失探降低]|击穿)[^,，。]{0,2}过? ?[¥￥]?$/;

/** True where a message asks of a price what it was at whatever time: 到过1900吗, 最高到过多少. */
export const saysEver = (text: string): boolean => ever.test(text);

/** 茅台涨到过1900吗, was it above 1900 this year: the level that a time may have seen; null where none is asked about. */
export function levelEverAsked(
  text: string,
  numbers: readonly UserNumber[],
  isTimed: boolean,
): AskedLevel | null {
  const asked = isTimed || ever.test(text) ? readAskedLevel(text, numbers) : null;
  if (asked === null || asked.side === "at") return null;
  const before = inSimplified(text).slice(0, asked.number.span[0]);
  if (asked.side !== "either" || rises.test(before) === falls.test(before)) return asked;
  return { ...asked, side: rises.test(before) ? "above" : "below" };
}

/** What a time came to: the newest price, and the extremes, each with its day. */
export interface SeenOf {
  readonly now: NumericClaim;
  readonly high: NumericClaim;
  readonly low: NumericClaim;
  readonly unit: Bilingual;
  /** True where the message names the time: else what was before it is not known. */
  readonly isTimed: boolean;
}

const notReached: Bilingual = { zh: "没有到过:", en: "No: " };
const unsaid: Bilingual = { zh: "", en: "" };

/** Whether a time has seen the level: the extreme that says it, and how it stands to the level; where a named time has not, no in front. */
export function everReachedOf(asked: AskedLevel, { now, high, low, unit, isTimed }: SeenOf): Reached {
  const fromBelow =
    asked.side === "above" || (asked.side === "either" && now.value < Number(asked.number.value));
  const extreme = fromBelow ? high : low;
  const isSo = isBeyond({ ...asked, side: fromBelow ? "above" : "below" }, extreme.value) === true;
  const lead = isTimed && !isSo ? notReached : unsaid;
  const relation = relationTo(asked, extreme.value, unit);
  const said = (language: "zh" | "en", joint: string, stop: string) =>
    `${lead[language]}{{c1}}${relation === null ? "" : `${joint}${relation[language]}${stop}`}\n{{c2}}`;
  return { claims: [extreme, now], draft: { zh: said("zh", ",", "。"), en: said("en", ", ", ".") } };
}
