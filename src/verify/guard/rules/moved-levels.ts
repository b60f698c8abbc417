/** Moves between two levels that the text shows: 由348.50元升至352.10元, up from CNY 1,400.00. */
import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Assertion } from "../binding/quantity.ts";
import type { BookClaim } from "../claims/claim-book.ts";
import { numberAfter } from "../question/users-levels.ts";
import type { Token } from "../tokens/token.ts";

const closeBefore =
  "(?:(?:the|its) )?(?:(?:previous|prior|last) (?:session's |day's )?|yesterday's |wednesday's |tuesday's )?(?:close|closing price)(?: of| at)? ";
const begun = new RegExp(` (?:from|after) (?:${closeBefore})?$`);
const longestBegun = 48;

/** up from 22.91%, to 24.44% in FY2025 from 22.91%: the level right behind the word. */
const isBegun = ({ start }: Token, lower: string): boolean =>
  begun.test(lower.slice(Math.max(0, start - longestBegun), start));

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
    const [from, to] = isFrom ? [other, one] : [one, other];
    if (from?.entry == null || to?.entry == null) return false;
    if (grown.length > 0 && !grown.includes(to.entry.claim.metric)) return false;
    // The net loss grew to 88.56 from 49.48: of sizes that leave the minus to their word.
    const areSizes = [from, to].every(({ base, quantity }) => base < 0 && quantity.number.sign === "");
    const way = Math.sign(to.base - from.base) * (areSizes ? -1 : 1);
    if (from.entry.company !== to.entry.company || way !== sign) return false;
    const { closes, priceLike, averages, flows, activity } = input.lexicon;
    const { metric } = from.entry.claim;
    const isLevel =
      from.dimension !== "CNY" ||
      priceLike.has(metric) ||
      [averages, flows, activity].some((ids) => ids.includes(metric));
    const periodOf = ({ claim }: BookClaim): string => claim.as_of.slice(5, 10);
    const isReport = [from.entry, to.entry].every((each) =>
      /^(?:03-31|06-30|09-30|12-31)$/.test(periodOf(each)),
    );
    if (!isLevel && isReport && periodOf(from.entry) !== periodOf(to.entry)) return false;
    return from.entry.claim.metric === to.entry.claim.metric
      ? from.entry.asOf.day < to.entry.asOf.day
      : closes.previous.includes(from.entry.claim.metric) && priceLike.has(to.entry.claim.metric);
  });
}

/** 从2025年的1700亿元增至2024年的1600亿元: the level that a move leads to is told of an earlier day than the one it began at. */
export function isTurned({ token }: Assertion, part: Part, { settled, input }: Bench): boolean {
  if (!/^(?:加|长|少|低)?(?:至|到| to )/.test(input.lower.slice(token.end, token.end + 4))) return false;
  const { quantities } = part.bound;
  const at = numberAfter(quantities, token);
  const [from, to] = [at - 1, at].map((index) => {
    const shown = quantities[index];
    return shown === undefined ? undefined : settled.get(shown.token);
  });
  if (from?.entry == null || to?.entry == null || from.entry.claim.metric !== to.entry.claim.metric)
    return false;
  return from.entry.company === to.entry.company && from.entry.asOf.day > to.entry.asOf.day;
}

/** up from CNY 1,400.00: two levels, whatever the day's change was. */
const upFrom = new RegExp(`^ from (?:${closeBefore})?(?:cny |rmb |¥ ?)?\\d`);
const longestFrom = 60;

/** grew to CNY 182.3 million on 7 May from CNY 99.2 million on 6 May. */
const reaching = /^ (?:to|from) (?:about )?(?:cny |rmb |¥ ?)?\d/;

export const startsFrom = ({ end }: Token, lower: string): boolean =>
  upFrom.test(lower.slice(end, end + longestFrom));

export const reachesLevels = ({ end }: Token, lower: string): boolean =>
  reaching.test(lower.slice(end, end + longestFrom));
