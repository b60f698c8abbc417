import { hasChineseNumeral } from "../../../language/numbers.ts";
import type { Moment } from "../../moment.ts";
import type { Bench } from "../bench.ts";
import { type Dated, dateFits, sourceFits, timeFits } from "../binding/attribution.ts";
import { saysMissing } from "../binding/denials.ts";
import type { Clause } from "../binding/structure.ts";
import { isDay, isTimeOf } from "../claims/calendar-match.ts";
import { datesOfFacts } from "../facts/fact-reader.ts";
import type { Question } from "../question/question.ts";
import { averageCounts, averagesOp } from "../tokens/averages.ts";
import { othersOp } from "../tokens/others-words.ts";
import { companiesIn, type Token } from "../tokens/token.ts";
import { countsShares, indicesAmong, rankedCounts } from "./counts.ts";
import { isMarketHour } from "./market-hours.ts";

export interface LeftoverInput {
  /** Claims that the text shows, as numbers or as quotations. */
  readonly shown: readonly Dated[];
  /** Numbers that were bound, whether they matched or were reported. */
  readonly read: ReadonlySet<Token>;
  readonly companies: ReadonlySet<string>;
  /** How many of those spoken of such a count counts: an index is no 股票. */
  counted(count: Token): number;
  /** Companies of all claims: what is spoken of even where the text names fewer. */
  readonly claimed: ReadonlySet<string>;
  /** How many moving averages the claims have of a company, and how many the text shows. */
  readonly averageCounts: ReadonlySet<number>;
  readonly question: Question;
  readonly now: Moment;
  readonly hasFacts: boolean;
  /** Dates that stand with the cite of a registered fact, and whether they are that fact's. */
  readonly factDates: ReadonlyMap<Token, boolean>;
  /** Of how many companies a superlative of its sentence is judged, which are spoken of even where nothing else is said of them. */
  rankedOf(token: Token): number | null;
  /** 查询时间 16:30, 13:00开市: the time of the question or an hour of the exchanges, said to be that. */
  isOwnTime(token: Token): boolean;
  /** 全年: a stretch of a year that nothing shown is of. */
  isIdlePeriod(token: Token): boolean;
  /** It stands beside a source, as the date of a cite. */
  isCited(token: Token): boolean;
  /** A claim is shown in its sentence, whose window it may be. */
  showsClaim(token: Token): boolean;
  /** A registered fact holds it. */
  isFact(token: Token): boolean;
}

/** Today's date and one that the user has named may be spoken of; a cite has its claim's. */
function dateMayStand(each: Token, { now, question, isCited }: LeftoverInput): boolean {
  const { date } = each;
  if (date === null || isCited(each)) return false;
  return (date.day !== null && isDay(date, now.day, now)) || question.holdsDate(date, now);
}

function unlicensed(each: Token, input: LeftoverInput): string | null {
  const { shown } = input;
  switch (each.kind) {
    case "number":
      return input.read.has(each) ? null : "unaccounted";
    case "quantity":
      return "quantity_word";
    case "count":
      return each.count === input.counted(each) ||
        (each.op === "among" &&
          each.count === input.rankedOf(each) &&
          [...input.companies].every((company) => input.claimed.has(company)))
        ? null
        : "wrong_count";
    case "text":
      return /[\d\uE000]/.test(each.op) || hasChineseNumeral(each.op) ? "unaccounted" : null;
    case "source":
      return shown.length === 0 || shown.some((entry) => sourceFits(each, entry)) ? null : "wrong_source";
    case "date":
      return input.factDates.get(each) === true ||
        shown.some((entry) => dateFits(each, entry, input.now)) ||
        dateMayStand(each, input) ||
        input.isIdlePeriod(each)
        ? null
        : "wrong_date";
    case "time":
      return shown.some((entry) => timeFits(each, entry)) || input.isOwnTime(each) ? null : "wrong_date";
    case "window":
    case "licensed":
      if (each.op === averagesOp && each.count > 0 && !input.averageCounts.has(each.count))
        return "wrong_count";
      // 前5个交易日 in a text of facts is one of their numbers.
      return input.hasFacts &&
        (shown.length === 0 || isTerm(each, input)) &&
        each.op !== "mask" &&
        /\d/.test(each.op)
        ? "unaccounted"
        : null;
    case "fill":
      // 另外两只
      return each.op === othersOp &&
        each.count > 0 &&
        ![input.companies.size, input.claimed.size].includes(each.count + 1)
        ? "wrong_count"
        : null;
    default:
      return null;
  }
}

/** 4个月内 is a term of a rule where its sentence shows no claim, 近30日 may be a window of what is not at hand. */
const isTerm = (each: Token, { showsClaim }: LeftoverInput): boolean =>
  !showsClaim(each) && /^\d.*内$|^within/.test(each.op);

/** Why a token may not stand: what holds a digit, numeral, quantity, source or date and was licensed by nothing. */
function leftoverReason(each: Token, input: LeftoverInput): string | null {
  const reason = unlicensed(each, input);
  if (reason === null) return null;
  if (input.factDates.get(each) === false) return reason;
  const isCite = reason === "wrong_source" && each.op !== "exchange";
  return isCite || !input.isFact(each) ? reason : null;
}

const role =
  /(?:现在是?|现在时间|查询时间|查询时刻|查询于|当前时间|生成时间|生成于|回复时间|提问时间|query time|queried at|asked at|generated at)[:为是 ]{0,2}(?:\d{4}[-/年]\d{1,2}[-/月]\d{1,2}日?)?[ t]?$/;
const reach = 36;

/** 查询时间 2026-05-07 16:30, 截至16:30尚未更新: the moment of the question in a role of its own or of what is missing, which is no time of the data. */
function isQueryTime(each: Token, { input: { lower }, now, reading }: Bench, showsClaim: boolean): boolean {
  const { time, start } = each;
  if (time === null || !isTimeOf(time, { asOf: now, fetchedAt: null, isRealtime: true })) return false;
  if (role.test(lower.slice(Math.max(0, start - reach), start))) return true;
  const sentence = showsClaim ? undefined : reading.parts.find((part) => part.sentence.tokens.includes(each));
  return sentence?.sentence.clauses.some((clause) => saysMissing(clause, lower)) === true;
}

/** How many moving averages of one company the claims hold or the text shows. */
function averagesHeld({ book, matches, input }: Bench): ReadonlySet<number> {
  const { averages } = input.lexicon;
  const shown = matches.flatMap(({ options }) => options);
  return new Set([...averageCounts(book.all, averages), ...averageCounts(shown, averages)]);
}

function numbersRead({ parts }: Bench["reading"]): ReadonlySet<Token> {
  const read = new Set<Token>();
  for (const { bound } of parts) for (const { token } of bound.quantities) read.add(token);
  return read;
}

function clausesByToken({ parts }: Bench["reading"]): ReadonlyMap<Token, Clause> {
  const found = new Map<Token, Clause>();
  for (const { sentence } of parts)
    for (const clause of sentence.clauses) for (const each of clause) found.set(each, clause);
  return found;
}

const others = /(?:另外?|其他|其它|其余|别的)的?$/;

/** 另外两家: not those that were named before, and not the one that is spoken of. */
function namedBefore({ start, count }: Token, lower: string, firstEnds: readonly number[]): number {
  if (count < 2 || !others.test(lower.slice(Math.max(0, start - 4), start))) return 0;
  return Math.max(1, firstEnds.filter((end) => end <= start).length);
}

/** Where each company is first named. */
function firstMentions({ tokens }: Bench["input"]): readonly number[] {
  const ends = new Map<string, number>();
  for (const { kind, op, end } of tokens) if (kind === "company" && !ends.has(op)) ends.set(op, end);
  return [...ends.values()];
}

const wholeYear = /^(?:全年|上半年|下半年|full[- ]year)$/;

/** 全年情况要等后续财报: a stretch of a year in a clause that shows nothing and cites nothing. */
const isIdlePeriod = ({ start, end }: Token, clause: Clause | undefined, lower: string): boolean =>
  wholeYear.test(lower.slice(start, end)) &&
  clause?.some(({ kind }) => kind === "number" || kind === "source") === false;

const beforeMark: ReadonlySet<string> = new Set(["clause", "open"]);
const behindCite: ReadonlySet<string | undefined> = new Set(["close", "line", "break", "time", undefined]);

/** (akshare, 2026-05-06) or 2026-05-06, akshare at the end: the date of a cite, which is a claim's and nobody else's. */
function isCited(at: number, tokens: readonly Token[]): boolean {
  const place = (step: 1 | -1): number =>
    at + (beforeMark.has(tokens[at + step]?.kind ?? "") ? 2 * step : step);
  return [place(-1), place(1)].some(
    (source) => tokens[source]?.kind === "source" && behindCite.has(tokens[Math.max(at, source) + 1]?.kind),
  );
}

/** What stands in the sentences and rows that show a claim. */
const withMatches = ({ matches }: Bench): ReadonlySet<Token> =>
  new Set(matches.flatMap(({ part }) => part.sentence.tokens));

/** Reports every token that nothing accounts for. */
export function checkLeftovers(bench: Bench, hasFault: boolean): void {
  const { input, reading, question, now } = bench;
  // Most texts leave nothing over, and no clause is asked for.
  let clauses: ReadonlyMap<Token, Clause> | null = null;
  const clauseOf = (token: Token): Clause | undefined => {
    clauses ??= clausesByToken(reading);
    return clauses.get(token);
  };
  let shownWith: ReadonlySet<Token> | null = null;
  const showsClaim = (token: Token): boolean => {
    shownWith ??= withMatches(bench);
    return shownWith.has(token);
  };
  let ranked: ReadonlyMap<Token, number> | null = null;
  const companies = companiesIn(input.tokens);
  const indices = indicesAmong(input.tokens, input.lower);
  const firstEnds = firstMentions(input);
  // What a registered fact says of the hours decides.
  const hasFacts = input.claims.some(({ kind }) => kind === "knowledge");
  const context = {
    shown: [
      ...new Set(bench.matches.flatMap(({ options }) => options)),
      ...(input.quotations.length === 0 ? [] : input.quotations.flatMap(({ claims }) => claims)),
      // Beside a number that is reported its source and date are not reported too.
      ...(hasFault ? bench.book.all : []),
    ],
    read: numbersRead(reading),
    companies,
    counted: (token: Token) =>
      companies.size -
      (countsShares(token, input.lower) ? indices.size : 0) -
      namedBefore(token, input.lower, firstEnds),
    claimed: new Set(bench.book.all.map(({ company }) => company).filter((company) => company !== null)),
    averageCounts: input.tokens.some(({ op }) => op === averagesOp) ? averagesHeld(bench) : new Set<number>(),
    question,
    now,
    hasFacts,
    factDates: datesOfFacts(input),
    isOwnTime: (token: Token) =>
      isQueryTime(token, bench, showsClaim(token)) ||
      (!hasFacts && isMarketHour(token, clauseOf(token), input.lower)),
    rankedOf: (token: Token) => {
      ranked ??= rankedCounts(bench);
      return ranked.get(token) ?? null;
    },
    isIdlePeriod: (token: Token) => isIdlePeriod(token, clauseOf(token), input.lower),
    showsClaim,
    isFact: (token: Token) => bench.isFact(clauseOf(token)),
    isCited: (token: Token) => isCited(input.tokens.indexOf(token), input.tokens),
  };
  for (const each of input.tokens) {
    const reason = leftoverReason(each, context);
    if (reason !== null && !bench.judged.has(each)) bench.report(each, reason);
  }
}
