/** 最高价是多少? 1420.50元。: a number without a measure of its own is read as what was asked for. */

import { oncePer } from "#contract";
import type { Bench } from "../bench.ts";
import type { Quantity } from "../binding/quantity.ts";
import type { BookClaim } from "../claims/claim-book.ts";
import { isMeasure, longestQuestion } from "./question.ts";

/** Measures of money a share that no registered metric stands for. */
const priceWord = /价|高点|低点|[压阻支][^,，]{0,2}位|price|high|low|cost|vwap|support|resistance/;

interface Asked {
  /** Metrics of price that the question names. */
  readonly metrics: ReadonlySet<string>;
  /** The words of those that are not registered. */
  readonly words: readonly string[];
  /** True where it names measures and no price among them. */
  readonly isOfOther: boolean;
}

const boughtOrSold = /(?:买入|买进|买|卖出|卖|进货|出厂|批发|零售|收购|拍卖|转让|发行|增发|配股)价/;

/** The text is of one number and names neither a measure nor a move. */
const saysNothingElse = ({ input }: Bench): boolean =>
  !input.tokens.some(({ kind }) => kind === "metric" || kind === "foreign" || kind === "direction");

const askedPrices = oncePer(({ input }: Bench): Asked => {
  const tokens = input.question.length > longestQuestion ? [] : input.question;
  return {
    metrics: new Set(
      tokens.flatMap((each) =>
        isMeasure(each)
          ? each.metrics.filter(
              (id) =>
                input.lexicon.priceLike.has(id) || priceWord.test(input.asked.slice(each.start, each.end)),
            )
          : [],
      ),
    ),
    words: tokens.flatMap(({ kind, start, end }) => {
      const word = input.asked.slice(start, end);
      return kind === "foreign" && priceWord.test(word) ? [word] : [];
    }),
    isOfOther:
      boughtOrSold.test(input.asked) || tokens.some((each) => each.kind === "foreign" || isMeasure(each)),
  };
});

/** The text says itself what was asked for: 最高价没有取到。 */
const isNamedIn = ({ input }: Bench, { metrics, words }: Asked): boolean =>
  input.tokens.some(
    ({ kind, metrics: own, start, end }) =>
      (kind === "metric" && own.some((id) => metrics.has(id))) ||
      (kind === "foreign" && words.includes(input.lower.slice(start, end))),
  );

/** True where the number shows a price by its unit alone, and the question asks for other prices only. */
export function answersOther(
  { bare, metrics }: Quantity,
  options: readonly BookClaim[],
  bench: Bench,
): boolean {
  if (!bare || metrics.length > 0) return false;
  const asked = askedPrices(bench);
  const namesNoPrice = asked.metrics.size + asked.words.length === 0;
  if (namesNoPrice && !asked.isOfOther) return false;
  const { priceLike, priced, closes } = bench.input.lexicon;
  const shown = options.map(({ claim }) => claim.metric).filter((id) => priceLike.has(id));
  if (shown.length === 0 || shown.length < options.length) return false;
  if (namesNoPrice) return saysNothingElse(bench);
  const isPrice = (id: string) => priced.includes(id) || closes.own.has(id);
  const isAsked = shown.some(
    (id) => asked.metrics.has(id) || (isPrice(id) && [...asked.metrics].some(isPrice)),
  );
  return !isAsked && !isNamedIn(bench, asked);
}

/** So the answer is RMB 45.95, where the question names other measures or other companies than those of the number. */
export function isNoAnswer(options: readonly BookClaim[], { input }: Bench): boolean {
  const { priced, closes } = input.lexicon;
  const tokens = input.question.length > longestQuestion ? [] : input.question;
  const isPrice = (id: string): boolean => priced.includes(id) || closes.own.has(id);
  const companies = tokens.filter(({ kind }) => kind === "company");
  const named = tokens.filter(({ kind }) => kind === "metric" || kind === "foreign");
  const fits = ({ claim, company }: BookClaim): boolean =>
    (companies.length === 0 || companies.some(({ op }) => op === company)) &&
    (named.length === 0 ||
      named.some(({ metrics }) =>
        metrics.some((id) => id === claim.metric || (isPrice(id) && isPrice(claim.metric))),
      ));
  return !options.some(fits);
}
