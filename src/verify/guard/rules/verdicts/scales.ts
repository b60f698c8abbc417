/** What the claims hold of a company on the scale of a verdict. */
import { type Bench, metricsNamed, shownClaims } from "../../bench.ts";
import { type BookClaim, claimsOf, pricesOf } from "../../claims/claim-book.ts";
import { paidPrice } from "../../question/users-price.ts";
import type { Token } from "../../tokens/token.ts";
import type { Scale } from "./verdict.ts";

/** The values of each measure of the scale, by company. */
export interface Measured {
  readonly metric: string;
  valuesOf(company: string | null): readonly number[];
}

const newest = (claims: readonly BookClaim[]): readonly BookClaim[] => {
  const last = Math.max(...claims.map(({ asOf }) => asOf.day));
  return claims.filter(({ asOf }) => asOf.day === last);
};

const valuesIn =
  (bench: Bench, metric: string) =>
  (company: string | null): readonly number[] =>
    newest(claimsOf(company, [metric], bench.book)).map(({ base }) => base);

/** The price now, else the close, less another price of the company. */
export function above(
  company: string | null,
  others: readonly string[],
  { input, book }: Bench,
): readonly number[] {
  const levels = newest(pricesOf(company, book, input.lexicon));
  const beside = newest(claimsOf(company, others, book));
  return levels.flatMap((a) => beside.map((b) => a.base / b.base - 1));
}

/** How the price moved: as the claims say, else by the close before. */
function movesOf(company: string | null, bench: Bench): readonly number[] {
  const { changes, closes } = bench.input.lexicon;
  const said = [changes.percent, changes.amount]
    .map((ids) => newest(claimsOf(company, ids, bench.book)))
    .find((each) => each.length > 0);
  return said?.map(({ base }) => base) ?? above(company, closes.previous, bench);
}

/** How each price stands beside what the user paid for it. */
export function gainOf(company: string | null, bench: Bench): readonly number[] {
  const { input, book } = bench;
  const paid = company === null ? null : paidPrice(input, company);
  return paid === null ? [] : pricesOf(company, book, input.lexicon).map(({ base }) => base - paid);
}

/** Measures that the text shows of several companies. */
const shownOfSeveral = (bench: Bench): readonly string[] =>
  [...Map.groupBy(shownClaims(bench), ({ claim }) => claim.metric)].flatMap(([metric, own]) =>
    new Set(own.map(({ company }) => company)).size > 1 ? [metric] : [],
  );

/** The measure that the text has shown last, before the place, of several companies. */
function lastShown(place: number, bench: Bench): readonly string[] {
  const compared = shownOfSeveral(bench);
  const last = [...bench.settled.values()].findLast(
    ({ entry, quantity }) =>
      entry !== null && quantity.token.start < place && compared.includes(entry.claim.metric),
  );
  return last?.entry == null ? [] : [last.entry.claim.metric];
}

/** Measures that the clause names; is at names none. */
const namedIn = (clause: readonly Token[]): readonly string[] =>
  clause.flatMap(({ kind, op, metrics }) => (kind === "metric" && !op.endsWith("verb") ? metrics : []));

/** Those that the clause names, else those that the text shows, else all. */
function meant(ids: readonly string[], clause: readonly Token[], bench: Bench): readonly string[] {
  const named = namedIn(clause);
  const shown = shownClaims(bench).map(({ claim }) => claim.metric);
  return (
    [named, shown].map((own) => ids.filter((id) => own.includes(id))).find((each) => each.length > 0) ?? ids
  );
}

const middleOfStrength = 50;

/** The measures of the scale where the verdict stands. */
export function measuresOf(
  by: Scale,
  place: number,
  clause: readonly Token[],
  bench: Bench,
): readonly Measured[] {
  const { lexicon } = bench.input;
  const { all } = bench.book;
  const registered = (ids: readonly string[]): readonly Measured[] =>
    ids.map((metric) => ({ metric, valuesOf: valuesIn(bench, metric) }));
  const multiples = [
    ...new Set(all.flatMap(({ unit, claim }) => (unit.dimension === "times" ? [claim.metric] : []))),
  ];
  switch (by) {
    case "move": {
      // On gross margin Moutai comes out ahead.
      const own = namedIn(clause).filter(
        (id) => !lexicon.priceLike.has(id) && !lexicon.changes.all.includes(id),
      );
      // The stronger of the two: its ROE is 7.42%: of what alone is compared, where no move is at hand.
      const isMoved = lexicon.changes.all.some((id) => bench.book.of(id).length > 0);
      const [one, ...more] = own.length > 0 || isMoved ? [] : shownOfSeveral(bench);
      const isOne =
        one !== undefined && more.length === 0 && !multiples.includes(one) && !lexicon.priceLike.has(one);
      const of = isOne ? [one] : own;
      return of.length > 0
        ? registered(of)
        : [{ metric: "", valuesOf: (company) => movesOf(company, bench) }];
    }
    case "candle":
      return [{ metric: "", valuesOf: (company) => above(company, lexicon.opens, bench) }];
    case "rsi": {
      const ids = [...new Set(all.flatMap(({ claim: { metric } }) => (/^rsi/.test(metric) ? [metric] : [])))];
      return ids.map((metric) => ({
        metric,
        valuesOf: (company) => valuesIn(bench, metric)(company).map((each) => each - middleOfStrength),
      }));
    }
    case "flowWithMove": {
      const flowsOf = valuesIn(bench, lexicon.flows[0] ?? "");
      return [
        {
          metric: "",
          valuesOf: (company) =>
            movesOf(company, bench).flatMap((move) => flowsOf(company).map((flow) => Math.sign(move * flow))),
        },
      ];
    }
    case "growth":
      return registered(
        shownClaims(bench)
          .map(({ claim }) => claim.metric)
          .filter((id) => lexicon.basesOf(id).length > 0),
      );
    case "margin":
      return registered(metricsNamed("毛利率", lexicon));
    case "holding":
      return [{ metric: "", valuesOf: (company) => gainOf(company, bench) }];
    case "flow":
      return registered(lexicon.flows);
    case "earnings":
      return registered(lexicon.profits);
    case "valuation":
      return registered(meant(multiples, clause, bench));
    case "earningsMultiple":
      return registered(metricsNamed("p/e", lexicon));
    case "activity":
      return registered(meant(lexicon.activity, clause, bench));
    default: {
      const named = namedIn(clause);
      return registered(named.length > 0 ? named : lastShown(place, bench));
    }
  }
}
