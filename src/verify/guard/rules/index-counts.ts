/** 三只股票 of two shares and 沪深300: an index is spoken of, and is none of them. */
import { companiesIn, type Token } from "../tokens/token.ts";

const ofShares = /股票|个股|公司|上市|stocks|compan|shares|firms/;
const ofIndex =
  /指数?$|^(?:沪深300|上证50|上证180|科创50|中证\d{3,4}|大盘)$|^(?:csi ?\d+|sse ?50|star ?50|shanghai composite|shenzhen component|chinext|hang seng)|(?<![a-z])index$/;

/** True for a count of shares or companies, which no index is. */
export const countsShares = ({ start, end }: Token, lower: string): boolean =>
  ofShares.test(lower.slice(start, end));

/** The indices among the owners that the tokens name. */
export const indicesAmong = (tokens: readonly Token[], lower: string): ReadonlySet<string> =>
  companiesIn(
    tokens.filter(
      ({ kind, byCode, start, end }) =>
        kind === "company" && !byCode && ofIndex.test(lower.slice(start, end)),
    ),
  );
