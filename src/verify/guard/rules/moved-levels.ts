/** Moves between two levels that the text shows: 由348.50元升至352.10元, up from CNY 1,400.00. */

import { oncePer } from "#contract";
import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Assertion } from "../binding/quantity.ts";
import type { BookClaim } from "../claims/claim-book.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import { numberAfter } from "../question/users-levels.ts";
import type { Token } from "../tokens/token.ts";

const closeBefore =
  "(?:(?:the|its) )?(?:(?:previous|prior|last) (?:session's |day's )?|yesterday's |wednesday's |tuesday's )?(?:close|closing price)(?: of| at)? ";
const begun = new RegExp(` (?:from|after) (?:${closeBefore}|the |its )?$`);
const longestBegun = 48;

/** up from 22.91%, to 24.44% in FY2025 from 22.91%: the level right behind the word. */
const isBegun = ({ start }: Token, lower: string): boolean =>
  begun.test(lower.slice(Math.max(0, start - longestBegun), start));

const leadsOn = /^[至到]/;

const periodOf = ({ claim }: BookClaim): string => claim.as_of.slice(5, 10);

/** A level stands for itself on any two days; a sum that reports add up only beside that of the same part of another year. */
function areComparable(
  one: BookClaim,
  other: BookClaim,
  { priceLike, averages, flows, activity }: Lexicon,
): boolean {
  const { metric } = one.claim;
  const isLevel =
    one.unit.dimension !== "CNY" ||
    priceLike.has(metric) ||
    [averages, flows, activity].some((ids) => ids.includes(metric));
  const isReport = [one, other].every((each) => /^(?:03-31|06-30|09-30|12-31)$/.test(periodOf(each)));
  return isLevel || !isReport || periodOf(one) === periodOf(other);
}

/** 由348.50元升至352.10元: true of the two levels that the part itself shows, of one measure of one company. */
export function isBorneOutByLevels(
  { token, sign, grown = [] }: Assertion,
  part: Part,
  { settled, input }: Bench,
): boolean {
  const { quantities } = part.bound;
  const at = numberAfter(quantities, token);
  const pairs = [
    [at - 1, at],
    [at, at + 1],
  ] as const;
  // 5月6日257.10元,5月7日191.97元,有所下降: both stand before the word.
  const before = token.op === "growth" ? ([[at - 2, at - 1]] as const) : [];
  return [...pairs, ...before].some(([first, second]) => {
    const [one, other] = [first, second].map((index) => {
      const shown = quantities[index];
      return shown === undefined ? undefined : settled.get(shown.token);
    });
    // 24.44% in 2025, up from 22.91% in 2024: the second is what it began at.
    const isFrom = other !== undefined && isBegun(other.quantity.token, input.lower);
    // 跌至1400.10元,又升到1421.30元: what the word leads to is not what the next began at.
    if (first === at && !isFrom && leadsOn.test(input.lower.slice(token.end, token.end + 2))) return false;
    const [from, to] = isFrom ? [other, one] : [one, other];
    if (from?.entry == null || to?.entry == null) return false;
    if (grown.length > 0 && !grown.includes(to.entry.claim.metric)) return false;
    // The net loss grew to 88.56 from 49.48: of sizes that leave the minus to their word.
    const areSizes = [from, to].every(({ base, quantity }) => base < 0 && quantity.number.sign === "");
    const way = Math.sign(to.base - from.base) * (areSizes ? -1 : 1);
    if (from.entry.company !== to.entry.company || way !== sign) return false;
    if (!areComparable(from.entry, to.entry, input.lexicon)) return false;
    const { closes, priceLike } = input.lexicon;
    return from.entry.claim.metric === to.entry.claim.metric
      ? from.entry.asOf.day < to.entry.asOf.day
      : closes.previous.includes(from.entry.claim.metric) && priceLike.has(to.entry.claim.metric);
  });
}

/** up from CNY 1,400.00: two levels, whatever the day's change was. */
const upFrom = new RegExp(`^ from (?:${closeBefore}|the |its )?(?:cny |rmb |¥ ?)?\\d`);
const longestFrom = 60;

/** grew to CNY 182.3 million on 7 May from CNY 99.2 million on 6 May. */
const reaching = /^ (?:to|from) (?:about )?(?:cny |rmb |¥ ?)?\d/;

export const startsFrom = ({ end }: Token, lower: string): boolean =>
  upFrom.test(lower.slice(end, end + longestFrom));

export const reachesLevels = ({ end }: Token, lower: string): boolean =>
  reaching.test(lower.slice(end, end + longestFrom));

// 2024年1266亿元、2025年1399亿元,净利润有所增加: a growth that no claim states, but two periods that the text shows do.

/** 大幅增加, 连年增加, grew strongly say more than the two values do. */
const sized =
  /(?:大幅度?|显著|明显|猛|骤|急剧?|剧烈|断崖式|连年|连续|连季|逐[年季月]|再度|再次|又|持续|不断|一路|屡|年年|稳步|快速|迅速|加速|[a-z]+ly )$/;
const slight = /(?:小幅度?|略有?|略微|稍有?|微)$/;
const mostSlight = 0.05;
const sizedAfter = /^\s?(?:[a-z]+ly(?![a-z])|again)/;
const reach = 14;

const keyOf = (company: string | null, metric: string): string => `${company} ${metric}`;

/** The claims that the text shows, by company and measure. */
const shownOf = oncePer(({ settled }: Bench): ReadonlyMap<string, readonly BookClaim[]> => {
  const shown = new Map<string, BookClaim[]>();
  for (const { entry } of settled.values()) {
    if (entry === null) continue;
    const key = keyOf(entry.company, entry.claim.metric);
    const list = shown.get(key) ?? [];
    if (!list.some(({ asOf }) => asOf.day === entry.asOf.day)) list.push(entry);
    shown.set(key, list);
  }
  return shown;
});

const lossWord = /亏|流出|(?<![a-z])(?:loss|outflow)(?![a-z])/;

/** A loss that improved is smaller. */
const ofQuality = /改善|好转|恶化|转差|improv|worsen|deteriorat/;

/** The net loss grew: of how large it is, where both values carry a minus. */
const isOfSize = ({ start, end }: Token, values: readonly BookClaim[], bench: Bench): boolean =>
  values.every(({ base }) => base < 0) &&
  !ofQuality.test(bench.input.lower.slice(start, end)) &&
  (lossWord.test(bench.input.lower.slice(Math.max(0, start - reach), start)) ||
    values.every((each) => tellingsOf(bench).get(each)?.isBare === true));

/** 由83.17亿元…到86.42亿元: what a number is said to have begun at is the earlier of the two, what it led to the later. */
const beginning = /(?:从|由|自|(?<![a-z])from)[^,，。;；(（]{0,24}$/;
const leading = /(?:至|到|(?<![a-z])to)[^,，。;；(（]{0,24}$/;

/** How the text tells of a claim, wherever it shows it. */
interface Telling {
  readonly isBegun: boolean;
  readonly isLed: boolean;
  /** Never with a minus. */
  readonly isBare: boolean;
}

const tellingsOf = oncePer(({ input, settled }: Bench): ReadonlyMap<BookClaim, Telling> => {
  const told = new Map<BookClaim, Telling>();
  let end = 0;
  for (const [token, { entry, quantity }] of settled) {
    const before = input.lower.slice(Math.max(end, token.start - reachBack), token.start);
    end = token.end;
    if (entry === null) continue;
    const isBegun = beginning.test(before);
    const last = told.get(entry);
    told.set(entry, {
      isBegun: isBegun || last?.isBegun === true,
      isLed: (!isBegun && leading.test(before)) || last?.isLed === true,
      isBare: quantity.number.sign === "" && last?.isBare !== false,
    });
  }
  return told;
});

/** False where the text tells the two in the other order than that of their days. */
const isTold = (first: BookClaim, second: BookClaim, bench: Bench): boolean =>
  tellingsOf(bench).get(second)?.isBegun !== true && tellingsOf(bench).get(first)?.isLed !== true;
const reachBack = 40;

/** Two days of one measure of the company, both shown: the later value lies where the word says. */
export function isBorneOutByPeriods({ token, sign, company, grown = [] }: Assertion, bench: Bench): boolean {
  const { lower } = bench.input;
  if (sized.test(lower.slice(Math.max(0, token.start - reach), token.start))) return false;
  if (sizedAfter.test(lower.slice(token.end, token.end + reach))) return false;
  const shown = shownOf(bench);
  const lists = [...new Set(grown)].flatMap((metric) => {
    const list = shown.get(keyOf(company ?? bench.book.only, metric));
    return list === undefined ? [] : [list];
  });
  const [one, ...more] = lists;
  if (one === undefined || more.length > 0 || one.length !== 2) return false;
  const [first, second] = one.toSorted((a, b) => a.asOf.day - b.asOf.day);
  if (first === undefined || second === undefined) return false;
  if (!areComparable(first, second, bench.input.lexicon) || !isTold(first, second, bench)) return false;
  const isSlight = slight.test(lower.slice(Math.max(0, token.start - reach), token.start));
  if (isSlight && Math.abs(second.base - first.base) > mostSlight * Math.abs(first.base)) return false;
  return Math.sign(second.base - first.base) * (isOfSize(token, one, bench) ? -1 : 1) === sign;
}

/** Right before the second of two numbers of one measure. */
const reachedHan =
  /(?:([涨升增高加快]|增长|增加|走阔)|[跌降减落缓滑少窄低]|萎缩)了?(?:至|到)(?:了)?[^,，。;；:：%元倍]{0,14}$/;
const betweenLevels = 60;

/** 毛利率由18.7%升至15.7%: where the number has taken the move for its own, the number before it still says from where. */
export function checkReached({ bound: { quantities } }: Part, { settled, input, report }: Bench): void {
  for (const [at, { token, number }] of quantities.entries()) {
    const before = quantities[at - 1];
    const [from, to] = [before && settled.get(before.token), settled.get(token)];
    if (before === undefined || from?.entry == null || to?.entry == null || number.sign !== "") continue;
    if (from.entry.claim.metric !== to.entry.claim.metric || from.entry.company !== to.entry.company)
      continue;
    const between = input.lower.slice(before.token.end, token.start);
    const found = between.length > betweenLevels ? null : reachedHan.exec(between);
    if (found === null || /[,，。;；]/.test(between)) continue;
    const areSizes = from.base < 0 && to.base < 0 && before.number.sign === "";
    const change = (to.base - from.base) * (areSizes ? -1 : 1);
    if (Math.sign(change) !== (found[1] === undefined ? -1 : 1)) report(token, "direction_unsupported");
  }
}
