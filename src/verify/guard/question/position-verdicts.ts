import { type Bench, onlyNamed, reportAt } from "../bench.ts";
import { claimsOf } from "../claims/claim-book.ts";
import { companiesIn, matchesOf, onlyOf, type Token } from "../tokens/token.ts";
import { paidPrice } from "./users-price.ts";

/** 没亏, 赚了, 每股亏了: how the user stands by what the question says was paid and the prices that the claims hold. */
const verdict =
  /(?:^|[,，。;；:：!！\n(（])\s?(?:(?:您|你)(?:的?持仓)?|这笔|目前|现在|当前|暂时|还|仍|已经?|账面上?|每股|是|其实|就|算|按现价算?|按这个价)*(没有?|未|不)?(亏|赚|盈利)(?:了|着|损|的|钱|呢)*(?=[,，。;；:：!！\n)）]|$)/g;
const longestText = 2000;
const longestQuestion = 80;

/** Which side of the price paid every price and close lies on; 0 where that is not known. */
function standing(bench: Bench): number {
  const { input, book, question } = bench;
  if (!/[买本入仓进]/.test(input.asked)) return 0;
  const named = [...question.companies];
  const owner =
    named.length === 1 ? (named[0] ?? null) : named.length === 0 ? (onlyNamed(bench) ?? book.only) : null;
  const paid = owner === null ? null : paidPrice(input, owner);
  if (paid === null) return 0;
  const { priced, closes } = input.lexicon;
  const prices = claimsOf(owner, priced, book);
  const levels = prices.length > 0 ? prices : claimsOf(owner, [...closes.own], book);
  return onlyOf(levels.map(({ base }) => Math.sign(base - paid))) ?? 0;
}

/** 现在亏了吗: whether it is so; null for any other question. */
export function positionHolds(bench: Bench): boolean | null {
  const { asked } = bench.input;
  if (asked.length > longestQuestion || /今[天日]|还是|多少|会|能/.test(asked)) return null;
  const found = /(?:(亏|赔)|(赚|盈利|回本|解套))(?:了|损|钱|着)*(?:吗|没有?|么|不|？|\?|$)/.exec(asked);
  if (found === null || /[没未不]$/.test(asked.slice(0, found.index))) return null;
  const way = standing(bench);
  return way === 0 ? null : way === (found[1] === undefined ? 1 : -1);
}

/** Reports such a verdict that is not so. */
export function checkPosition(bench: Bench): void {
  const { lower, lexicon } = bench.input;
  if (!/[亏赚]|盈利/.test(lower) || lower.length > longestText) return;
  const way = standing(bench);
  // A loss of the company is another matter.
  if (way === 0 || bench.book.all.some(({ claim }) => lexicon.profits.includes(claim.metric))) return;
  for (const found of matchesOf(verdict, lower)) {
    const sign = (found[2] === "亏" ? -1 : 1) * (found[1] === undefined ? 1 : -1);
    if (sign !== way) reportAt(bench, found.index + found[0].length - 1, "direction_unsupported");
  }
}

/** 浮亏, 浮盈: how the price stands beside what the question says was paid for the one company that is spoken of. */
const ahead =
  /^(?:浮盈|账面上?是?盈利|you(?:'re| are) (?:in profit|in the money|ahead)|you(?:'ve| have) made money)$/;
const behind =
  /^(?:浮亏|账面上?是?亏损|you(?:'re| are) (?:underwater|at a loss|down on it|losing money)|you(?:'ve| have) lost money)$/;

const wayOf = (word: string): number => (ahead.test(word) ? 1 : behind.test(word) ? -1 : 0);

export const isOfHolding = ({ start, end }: Token, lower: string): boolean =>
  wayOf(lower.slice(start, end)) !== 0;

/** True over every price and close that the text shows; false where the text, else the question, names several companies. */
export function isHoldingBorneOut({ start, end }: Token, bench: Bench): boolean {
  const { input, book, question, settled } = bench;
  const { priced, closes } = input.lexicon;
  const named = companiesIn(input.tokens);
  const owners = named.size > 0 ? named : question.companies;
  const [owner = book.only] = owners;
  const paid = paidPrice(input, owner);
  if (paid === null || owner === null || owners.size > 1) return false;
  const prices = [...settled.values()].flatMap(({ entry }) => {
    const isPrice =
      entry !== null && (priced.includes(entry.claim.metric) || closes.own.has(entry.claim.metric));
    return isPrice && entry.company === owner ? [entry.base] : [];
  });
  const way = wayOf(input.lower.slice(start, end));
  return prices.length > 0 && prices.every((price) => Math.sign(price - paid) === way);
}
