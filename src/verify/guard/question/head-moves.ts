/** 没涨,万华化学中报营收…; 全年没亏,一季度亏了: a move at the head of an answer is of what was asked, which is named only later or not at all. */

import { type Bench, reportPeriods, shownClaims } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Assertion } from "../binding/quantity.ts";
import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import { wentBetween } from "../over-time/moves.ts";
import { speaksOfOthers } from "../rules/moves/losses.ts";
import { type Clause, onlyOf, type Token, textOf, upTo } from "../tokens/token.ts";
import { isMeasure, longestQuestion } from "./question.ts";

const alternative = /还是|(?<![a-z])or(?![a-z])/;
const furthest = 3;
const naming: ReadonlySet<string> = new Set(["company", "entity", "metric", "number", "foreign"]);
const earnings = /亏|盈/;

/** The one measure that the question names, where it is none of price. */
function askedMeasure({ input: { question, lexicon } }: Bench): readonly string[] {
  if (question.length > longestQuestion) return [];
  const named = question.filter(
    (each) => isMeasure(each) && !each.metrics.some((id) => lexicon.changes.percent.includes(id)),
  );
  const [first] = named;
  if (first === undefined || first.metrics.some((id) => lexicon.priceLike.has(id))) return [];
  return named.every(
    ({ metrics }) => lexicon.grownOf(metrics).join() === lexicon.grownOf(first.metrics).join(),
  )
    ? first.metrics
    : [];
}

/** Those of the period that the clause names; the latest where it names none; none where it names another time. */
function ofPeriod(
  claims: readonly BookClaim[],
  clause: Clause,
  word: Token,
  lower: string,
): readonly BookClaim[] {
  const said = lower.slice(clause[0]?.start ?? 0, word.start);
  const ends = reportPeriods.filter(([words]) => words.test(said)).map(([, end]) => end);
  if (ends.length > 1 || /\d|去年|前年|上年|今年|上一/.test(said)) return [];
  const [end] = ends;
  const own = end === undefined ? claims : claims.filter(({ claim }) => claim.as_of.endsWith(end));
  const last = own.toSorted((a, b) => b.asOf.day - a.asOf.day)[0];
  return own.filter(({ asOf }) => asOf.day === last?.asOf.day);
}

/** Which ways the question asks for: 1 up, above; -1 down, below. */
const waysOf = (question: readonly Token[]): readonly number[] =>
  question.flatMap(({ kind, op, sign }) =>
    kind === "direction" && sign !== 0
      ? [sign]
      : kind === "compare" && /^[<>]$/.test(op)
        ? [op === ">" ? 1 : -1]
        : [],
  );

/** A gap up or down? Down.: how the open that was asked of lies to the close before it; empty where anything else was asked. */
function openingSigns(company: string, { input: { question, lexicon }, book }: Bench): readonly number[] {
  const isOpen = ({ kind, op, metrics }: Token): boolean =>
    (kind === "direction" && op === "open") || metrics.some((id) => lexicon.opens.includes(id));
  const isAsked = question.length <= longestQuestion && question.some(isOpen) && waysOf(question).length > 0;
  if (!isAsked) return [];
  const before = claimsOf(company, lexicon.closes.previous, book);
  return claimsOf(company, lexicon.opens, book).flatMap(({ base }) =>
    before.map((other) => Math.sign(base - other.base)),
  );
}

/** Did it open higher than it closed the day before? */
export function openingHolds(bench: Bench): boolean | null {
  const { question, asked } = bench.input;
  const company = onlyOf(bench.question.companies) ?? bench.book.only;
  const signs = company === null || alternative.test(asked) ? [] : openingSigns(company, bench);
  const way = onlyOf(waysOf(question));
  return signs.length === 0 || way === null ? null : signs.every((each) => each === way);
}

/** Whether the claims that the text shows bear the move out; null where it is no such head of an answer. */
export function judgeHeadMove(
  assertion: Assertion,
  clause: Clause,
  part: Part,
  bench: Bench,
): boolean | null {
  const { token, sign, manner } = assertion;
  const { input, reading, book, question } = bench;
  const at = part.sentence.clauses.indexOf(clause);
  if (part !== reading.parts[0] || at >= furthest) return null;
  // Nothing but such words may stand before it or up to a colon: 全年没亏,一季度亏了:…
  const own = upTo(clause, ({ op, start }) => op === ":" && start > token.start);
  const said = [...part.sentence.clauses.slice(0, at).flat(), ...own];
  if (said.some((each) => each !== token && naming.has(each.kind))) return null;
  const named = [...question.companies];
  const company = named.length === 1 ? (named[0] ?? null) : named.length === 0 ? book.only : null;
  if (company === null) return null;
  const shown = shownClaims(bench);
  // 亏了,全年:…: of a period that is named only behind it.
  if (
    /^了?[,，](?:全年|年报|[一三]季|半年|中报|20\d\d)[年度报]*[:：]/.test(
      input.lower.slice(token.end, token.end + 8),
    )
  )
    return null;
  const isDenied = manner === "denied" || manner === "knownDenied";
  const areAll = (claims: readonly BookClaim[]): boolean =>
    claims.length > 0 &&
    claims.every((each) => shown.includes(each) && (Math.sign(each.base) === sign) !== isDenied);
  if (token.op === "loss") {
    if (!earnings.test(input.lower.slice(token.start, token.end))) return null;
    const text = textOf(own, input.lower);
    // 一季度亏了 is judged by its period.
    if (speaksOfOthers(text.replace(/[一三]季度?/, ""))) return null;
    const claims = ofPeriod(claimsOf(company, input.lexicon.profits, book), clause, token, input.lower);
    return claims.length === 0 ? null : areAll(claims);
  }
  const opening = openingSigns(company, bench);
  if (opening.length > 0 && !isDenied) return opening.every((each) => each === sign);
  // it slipped under: where it lies now is what is said.
  if ((token.op !== "market" && token.op !== "growth") || manner === "known") return null;
  const asked = askedMeasure(bench);
  if (asked.length === 0) return null;
  const grown = claimsOf(company, input.lexicon.grownOf(asked), book);
  if (grown.length > 0) return areAll(grown);
  // Falling, of profits: not of how large a loss is.
  const areLosses = claimsOf(company, asked, book).every(({ base }) => base < 0);
  return isDenied || areLosses ? null : wentBetween({ ...assertion, company, grown: asked }, bench);
}
