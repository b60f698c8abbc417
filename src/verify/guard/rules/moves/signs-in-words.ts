/** Loss-making, in the red, lost money: signs in words, which shown claims of what they are said of must bear out. */

import { oncePer } from "#contract";
import { type Bench, companyAt, metricsNamed, shownClaims } from "../../bench.ts";
import type { Part } from "../../binding/part.ts";
import type { Assertion } from "../../binding/quantity.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { stretchOf } from "../../lexicon/metric-keys.ts";
import { spelledCount } from "../../lexicon/numerals.ts";
import { isAll } from "../../tokens/readers/side-words.ts";
import { type Clause, companiesIn, type Token, textOf } from "../../tokens/token.ts";
import { isOfOtherLosers } from "./losses.ts";

type Basis = "earnings" | "price" | "flow";

/** Operators of the event words that are such signs. */
const bases: ReadonlySet<string> = new Set(["earnings", "red", "flow"]);

export const isSignWord = ({ kind, op, sign }: Token): boolean =>
  kind === "event" && sign !== 0 && bases.has(op);

/** very profitable says more than the sign. */
const more =
  /(?:very|highly|extremely|hugely|heavily|deeply|solidly|consistently|increasingly|more|less|非常|十分|很|严重|大幅|持续|连续|连年) ?$/;
const ofShares =
  /(?<![a-z])(?:shares|stock|share price|trad(?:ed?|es|ing)|opened|day|session|today)(?![a-z])/;
const ofEnd = /(?<![a-z])(?:finish(?:ed|es)?|end(?:ed|s|ing)?|clos(?:ed?|es|ing))(?![a-z])/;
/** finished 2025 in the red: not the day. */
const ofPeriod = /(?:(?<!\d)\d{4}|(?:quarter|half|q[1-4])(?: (?:of )?\d{4})?|fy\d{2,4}) $/;
const ofAny = /^ (?:companies|firms|businesses|stocks|names|ones)(?![a-z])/;
const reach = 60;

/** What the text shows, by company. */
const shownByCompany = oncePer((bench: Bench) => Map.groupBy(shownClaims(bench), ({ company }) => company));

/** Shown claims of the company, of one kind, each with its sign. */
function shownOf(basis: Basis, company: string | null, bench: Bench): readonly BookClaim[] {
  const { lexicon } = bench.input;
  const { profits, changes, flows } = lexicon;
  const metrics =
    basis === "earnings"
      ? [...profits, ...metricsNamed("p/e", lexicon)]
      : basis === "flow"
        ? flows
        : [...changes.percent, ...changes.amount];
  return (shownByCompany(bench).get(company) ?? []).filter(({ claim }) => metrics.includes(claim.metric));
}

/** How far behind the word its own period may begin, in characters. */
const nearby = 10;

/** Those of the periods that the clause names; all where it names none. */
function ofPeriods(claims: readonly BookClaim[], clause: Clause, word: Token): readonly BookClaim[] {
  const all = clause.filter(({ date }) => date?.year != null);
  // loss-making in FY2025 and profitable in Q1 2026
  const next = all.find(({ start }) => start > word.end && start - word.end < nearby);
  const named = (next === undefined ? all : [next]).flatMap(({ date }) => date ?? []);
  if (named.length === 0) return claims;
  return claims.filter(({ claim }) =>
    named.some(
      ({ year, month }) =>
        claim.as_of.startsWith(`${year}`) && (month === null || Number(claim.as_of.slice(5, 7)) === month),
    ),
  );
}

const areAll = (claims: readonly BookClaim[], sign: number, isDenied: boolean): boolean =>
  claims.length > 0 && claims.every(({ base }) => (Math.sign(base) === sign) !== isDenied);

/** As `companyAt`; empty where something else is named last before the word. */
function ownerOf(word: Token, part: Part, bench: Bench): string | null {
  const isNamed = ({ kind, start }: Token): boolean =>
    start < word.start && (kind === "company" || kind === "entity");
  const last = part.sentence.tokens.findLast(isNamed);
  return last?.kind === "entity" ? "" : companyAt(word, part, bench);
}

/** in positive territory this year: over more than the day of which the claims tell. */
export const isOfStretch = (clause: Clause, lower: string): boolean =>
  clause.some(({ kind, start, end }) => kind === "window" && stretchOf(lower.slice(start, end)) !== null);

const quantifier =
  /(?<![a-z])(?:(both|all|each)|neither|none|no (?:one|company|stock|bank))(?![a-z])(?! but)|(都|均|双双|全部)|无一/;

/** Both made money, none of the banks saw money come in: all that the text names, where the clause names nobody. */
function saidOfAll(
  word: Token,
  clause: Clause,
  bench: Bench,
): { readonly companies: readonly string[]; readonly isNone: boolean } | null {
  const before = clause.filter(({ start }) => start < word.start);
  const found = quantifier.exec(textOf(before, bench.input.lower));
  if (found === null || companiesIn(before).size > 0) return null;
  const companies = [...companiesIn(bench.input.tokens)];
  return companies.length < 2
    ? null
    : { companies, isNone: found[1] === undefined && found[2] === undefined };
}

const butSome = /(?<![a-z])all but (one|two|three)(?![a-z])/;
const onlyOne = /(?<![a-z])only(?![a-z])|只有|仅有|唯有/;

/** All but one saw money come in, only BYD drew money: false where others that the text shows did so too, or did not. */
function isExceptionFalse(word: Token, clause: Clause, bench: Bench): boolean {
  if (word.op === "red") return false;
  const before = clause.filter(({ start }) => start < word.start);
  const said = textOf(before, bench.input.lower);
  const named = companiesIn(before);
  const didSo = (each: string): boolean =>
    areAll(ofPeriods(shownOf(word.op as Basis, each, bench), clause, word), word.sign, false);
  const others = [...companiesIn(bench.input.tokens)].filter((each) => !named.has(each));
  const but = butSome.exec(said)?.[1];
  if (but !== undefined) return others.filter((each) => !didSo(each)).length !== spelledCount(but);
  return onlyOne.test(said) && named.size > 0 && others.some(didSo);
}

/** True where the claims that the text shows bear the word out. */
export function isSignBorneOut(
  word: Token,
  clause: Clause,
  part: Part,
  isDenied: boolean,
  bench: Bench,
): boolean {
  const { lower } = bench.input;
  if (ofAny.test(lower.slice(word.end, word.end + 12))) {
    return false;
  }
  if (more.test(lower.slice(Math.max(0, word.start - 14), word.start))) return false;
  if (isOfOtherLosers(clause, lower)) return false;
  const listed = [...companiesIn(clause.filter(({ start }) => start < word.start))];
  // 茅台和万科都亏了钱: of each of them.
  if (
    word.op === "earnings" &&
    listed.length > 1 &&
    clause.some((each) => isAll(each) && each.start < word.start)
  )
    return listed.every((each) =>
      areAll(ofPeriods(shownOf("earnings", each, bench), clause, word), word.sign, isDenied),
    );
  if (isExceptionFalse(word, clause, bench)) return false;
  const all = word.op === "red" ? null : saidOfAll(word, clause, bench);
  if (all !== null)
    return all.companies.every((each) =>
      areAll(
        ofPeriods(shownOf(word.op as Basis, each, bench), clause, word),
        word.sign,
        isDenied || all.isNone,
      ),
    );
  const behind =
    listed.length > 0 ? undefined : clause.find(({ kind, start }) => kind === "company" && start >= word.end);
  const company = behind?.op ?? ownerOf(word, part, bench);
  const of = (basis: Basis) => ofPeriods(shownOf(basis, company, bench), clause, word);
  if (word.op === "flow") return areAll(of("flow"), word.sign, isDenied);
  const earnings = of("earnings");
  if (word.op === "earnings") return areAll(earnings, word.sign, isDenied);
  const start = clause[0]?.start ?? word.start;
  const before = lower.slice(Math.max(start, word.start - reach), word.start);
  const isOfDay = ofShares.test(before) || (ofEnd.test(before) && !ofPeriod.test(before));
  if (!isOfDay && earnings.length > 0) return areAll(earnings, word.sign, isDenied);
  return !isOfStretch(clause, lower) && areAll(of("price"), word.sign, isDenied);
}

const ofSoMany =
  /(?<![a-z])(?:one|two|three) of (?:them|the|these)(?: (?:two|three|four|five))?(?: (?:companies|firms|stocks|names|banks))? $/;

const losing = /^(?:lost|loses|losing|shed|bled)$/;
const money =
  /^ (?:some |more |a little )?(?:of (?:its|their) )?(?:(main-force|institutional|hot) )?(?:money|funds|capital|cash)(?![a-z])/;
const someOfIt = /^ (?:some|a little)(?= ?(?:[,.;:!]|$|\n|and |while |on |in |today))/;
const flowing = /(?<![a-z])(?:money|funds|capital|cash|inflow|outflow|main-force)(?![a-z])/;

/** lost money, lost main-force funds, lost some: of the earnings or of the flow of money, not of the price; null for any other word. */
export function judgeMoneyLost(assertion: Assertion, part: Part, bench: Bench): boolean | null {
  const { token, company, manner } = assertion;
  const { lower } = bench.input;
  if (!losing.test(lower.slice(token.start, token.end))) return null;
  const after = lower.slice(token.end, token.end + 48);
  const said = money.exec(after);
  const first = part.sentence.clauses[0]?.[0]?.start ?? token.start;
  const isSome =
    someOfIt.test(after) && flowing.test(lower.slice(Math.max(first, token.start - 2 * reach), token.start));
  if (said === null && !isSome) return null;
  if (ofSoMany.test(lower.slice(Math.max(0, token.start - 48), token.start))) return false;
  const owner = company ?? ownerOf(token, part, bench);
  const earnings = said === null || said[1] !== undefined ? [] : shownOf("earnings", owner, bench);
  const claims = earnings.length > 0 ? earnings : shownOf("flow", owner, bench);
  return areAll(claims, -1, manner === "denied" || manner === "knownDenied");
}
