/** 低于您提到的价格, below the price you mentioned: the one price of the question, where the text does not say it again. */
import type { UsersWords } from "./users-price.ts";

const figure =
  /^(?:仍|还|在|于)*(?:您|你)(?:之?前|刚才|刚刚|此前|自己|所)?(?:提到?|说到?|问到?|给出?|设定?|报|写|讲)(?:过|了)?的(?:那个|这个|该)?(?:价格|价位|价|点位|数字|数|水平|位置)(?![\u4e00-\u9fff])|^(?:the |that )(?:price|level|figure|number) (?:that )?you (?:mentioned|asked about|gave|quoted|set|named|said)(?![a-z])/;
/** A level of price has no more digits before its point; six are a code. */
const highest = 100_000;

export const namesUsersFigure = (text: string): boolean => figure.test(text);

/** In yuan; null where the question holds none or several, or asks of another company. */
export function usersFigure({ question }: UsersWords, company: string | null): number | null {
  const named = question.flatMap(({ kind, op }) => (kind === "company" ? [op] : []));
  if (named.some((each) => each !== company)) return null;
  const prices = new Set(
    question.flatMap(({ kind, number }) => {
      if (kind !== "number" || number === null || number.sign === "-") return [];
      const { shown, unit } = number;
      const value = Number(shown.digits) * 10 ** (shown.exponent - shown.decimals + (unit?.exponent ?? 0));
      return (unit === null || unit.dimension === "CNY") && value < highest ? [value] : [Number.NaN];
    }),
  );
  const [only] = prices;
  return prices.size === 1 && only !== undefined && only > 0 ? only : null;
}
