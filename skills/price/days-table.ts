import {
  type Claim,
  cardsBy,
  type Freshness,
  isAverage,
  isMove,
  type MetricRegistry,
  type NumericClaim,
  staleness,
  type TemplateInput,
} from "#contract";

/** A day's change where the source of the rows has none. */
export const dayMove = "move_prev";

export const metrics: MetricRegistry = {
  [dayMove]: {
    default_unit: "%",
    zh: ["较前一交易日涨跌幅"],
    en: ["change from the trading day before"],
    signed: true,
    computed: true,
  },
};
export const freshness: Readonly<Record<string, Freshness>> = { [dayMove]: staleness.daily };

export const isNumeric = (claim: Claim): claim is NumericClaim => claim.kind === "numeric";
/** The move over all the days that are listed, and what they come to on average or together. */
export const isTotal = (claim: Claim): boolean =>
  isNumeric(claim) && ((isMove(claim.metric) && claim.metric !== dayMove) || isAverage(claim.metric));

/**
 * True for the claims of an answer that lists days: some company has closes of several. A quote of a day tells its change in CNY right
 * behind the price, which a row does not.
 */
export function isDayTable(claims: readonly Claim[]): boolean {
  const rows = claims.filter((claim) => isNumeric(claim) && !isTotal(claim)) as readonly NumericClaim[];
  if (rows.length < claims.filter((claim) => !isTotal(claim)).length) return false;
  const closes = rows.filter(({ metric, adjust }) => metric === "close" && adjust === "none");
  const companies = new Set(closes.map(({ code }) => code));
  const days = new Set(closes.map(({ code, as_of }) => `${code} ${as_of}`));
  const isQuote = rows.some(
    ({ metric }, at) =>
      metric === "current_price" || (metric === "change" && rows[at - 1]?.metric === "close"),
  );
  return days.size > companies.size && !isQuote;
}

/** A line for each day of a company, and one for its move over all of them. */
export const dayTable = (view: Pick<TemplateInput, "claims">): string =>
  cardsBy(view, (claim) =>
    claim.kind === "knowledge" || isTotal(claim) ? "total" : claim.as_of.slice(0, 10),
  );
