import { oncePer } from "#contract";
import { hasChineseNumeral } from "../../../language/numbers.ts";
import type { Bench } from "../bench.ts";
import { type Dated, dateFits, sourceFits, timeFits } from "../binding/cites/attribution.ts";
import { saysMissing } from "../binding/denials.ts";
import { isDay, isTimeOf } from "../claims/calendar-match.ts";
import { isComparisonWord } from "../comparing/is-comparison.ts";
import { datesOfFacts } from "../facts/fact-reader.ts";
import { averageCounts, averagesOp } from "../tokens/measures/averages.ts";
import { isMove } from "../tokens/measures/moves-from-close.ts";
import { timesOp } from "../tokens/readers/marks.ts";
import { othersOp } from "../tokens/readers/others-words.ts";
import { type Clause, companiesIn, kindsOf, metricsIn, type Token } from "../tokens/token.ts";
import { isMarketHour } from "./cites/session-states.ts";
import { countsShares, indicesAmong, rankedCounts, spokenBefore } from "./counts/counts.ts";

const saysPlainly = kindsOf(
  "company metric compare direction growth clause break line open close source sourceMark date relative join licensed cell pair negation count fill realtime",
);
const plainWord =
  /^(?:yes|no|they|one|than|sits|data|year|by|对|没|错|里|中|面|低|高|更|较|偏|家|[s'":：-])$/;

/** Moutai closed below its MA20 (akshare, 2026-05-13): what a text without numbers is said of, where its cites are those of each. */
function spokenOf({ input, book, question, now }: Bench): readonly Dated[] {
  const { tokens, lexicon } = input;
  const cites = tokens.filter(({ kind }) => kind === "source" || kind === "date");
  const companies = companiesIn(tokens);
  const owners = companies.size > 0 ? companies : question.companies;
  const moves = tokens.some((each) => isMove(each, lexicon)) ? lexicon.changes.percent : [];
  const compares =
    moves.length > 0 || tokens.some((each) => each.kind === "direction" || isComparisonWord(each));
  if (!compares || !tokens.every((each) => saysPlainly.has(each.kind) || plainWord.test(each.op))) return [];
  const said = metricsIn(tokens);
  const named = said.length > 0 ? said : metricsIn(input.question);
  const measures = new Set([...named, ...lexicon.grownOf(named), ...moves]);
  const spoken = book.all.filter(
    ({ claim, company }) => owners.has(company ?? "") && (measures.size === 0 || measures.has(claim.metric)),
  );
  const fits = (each: Token, entry: Dated) =>
    each.kind === "date" ? dateFits(each, entry, now) : sourceFits(each, entry);
  const isCited = (entry: Dated) =>
    ["source", "date"].every((kind) => cites.some((each) => each.kind === kind && fits(each, entry)));
  return spoken.every(isCited) ? spoken : [];
}

/** What the tokens of a text are held against. */
function readContext(bench: Bench, hasFault: boolean) {
  const { input, book, matches, reading } = bench;
  const { averages } = input.lexicon;
  const matched = [...new Set(matches.flatMap(({ options }) => options))];
  // Beside a number that is reported its source and date are not reported too.
  const shown: readonly Dated[] = [
    ...matched,
    ...input.quotations.flatMap(({ claims }) => claims),
    ...(hasFault ? book.all : []),
  ];
  return {
    bench,
    shown: shown.length > 0 ? shown : spokenOf(bench),
    /** Numbers that were bound, whether they matched or were reported. */
    read: new Set(reading.parts.flatMap(({ bound }) => bound.quantities.map(({ token }) => token))),
    companies: companiesIn(input.tokens),
    indices: indicesAmong(input.tokens, input.lower),
    /** Companies of all claims: what is spoken of even where the text names fewer. */
    claimed: new Set(book.all.flatMap(({ company }) => company ?? [])),
    /** How many moving averages of one company the claims hold or the text shows. */
    averages: input.tokens.some(({ op }) => op === averagesOp)
      ? [...averageCounts(book.all, averages), ...averageCounts(matched, averages)]
      : [],
    /** How many days, and how many years, the values shown are of, and all. */
    days: [matched, book.all].map((of) => new Set(of.map(({ asOf }) => asOf.day)).size),
    years: [matched, book.all].map((of) => new Set(of.map(({ claim }) => claim.as_of.slice(0, 4))).size),
    hasFacts: input.claims.some(({ kind }) => kind === "knowledge"),
    /** Dates that stand with the cite of a registered fact, and whether they are that fact's. */
    factDates: datesOfFacts(input),
  };
}
type Context = ReturnType<typeof readContext>;

// Most texts leave nothing over: what few tokens ask for is read when one does.

const clausesByToken = oncePer(
  ({ reading }: Bench): ReadonlyMap<Token, Clause> =>
    new Map(
      reading.parts.flatMap(({ sentence }) =>
        sentence.clauses.flatMap((clause) => clause.map((each) => [each, clause] as const)),
      ),
    ),
);
const clauseOf = (each: Token, bench: Bench): Clause | undefined => clausesByToken(bench).get(each);

/** What stands in the sentences and rows that show a claim. */
const besideClaims = oncePer(
  ({ matches }: Bench): ReadonlySet<Token> => new Set(matches.flatMap(({ part }) => part.sentence.tokens)),
);

/** Of how many companies a superlative of its sentence is judged, which are spoken of even where nothing else is said of them. */
const rankedOf = oncePer(rankedCounts);

const others = /(?:另外?|其他|其它|其余|别的)的?$/;

/** How many of those spoken of a count counts: an index is no 股票, and 另外两家 are not those that were named before. */
function counted(each: Token, { bench, companies, indices }: Context): number {
  const { lower } = bench.input;
  const isOfOthers = each.count > 1 && others.test(lower.slice(Math.max(0, each.start - 4), each.start));
  const named = isOfOthers ? Math.max(1, spokenBefore(each, bench)) : 0;
  return companies.size - (countsShares(each, lower) ? indices.size : 0) - named;
}

/** The lower of the two, the two are identical: of as many days, or values, of the one company spoken of. */
const isOfValues = ({ count, start, end }: Token, { days, shown, companies, bench }: Context): boolean =>
  companies.size < 2 &&
  (count === days[0] || count === shown.length) &&
  /^(?:two|three|[两二三四]个(?:价位?|价格|数字?)?)$/.test(bench.input.lower.slice(start, end));

/** Today's date and one that the user has named may be spoken of; a cite has its claim's. */
function dateMayStand(each: Token, { input: { tokens }, now, question }: Bench): boolean {
  const { date } = each;
  if (date === null || isCited(tokens.indexOf(each), tokens)) return false;
  return (date.day !== null && isDay(date, now.day, now)) || question.holdsDate(date, now);
}

function unlicensed(each: Token, context: Context): string | null {
  const { bench, shown, companies, claimed, hasFacts } = context;
  const { lower } = bench.input;
  switch (each.kind) {
    case "number":
      return context.read.has(each) ? null : "unaccounted";
    case "quantity":
      return "quantity_word";
    case "count":
      return each.count === counted(each, context) ||
        (each.op === "among" && isOfValues(each, context)) ||
        (each.op === "among" &&
          each.count === rankedOf(bench).get(each) &&
          [...companies].every((company) => claimed.has(company)))
        ? null
        : "wrong_count";
    case "text":
      return /[\d\uE000]/.test(each.op) || hasChineseNumeral(each.op) ? "unaccounted" : null;
    case "source":
      return shown.length === 0 || shown.some((entry) => sourceFits(each, entry)) ? null : "wrong_source";
    case "date":
      return context.factDates.get(each) === true ||
        shown.some((entry) => dateFits(each, entry, bench.now)) ||
        dateMayStand(each, bench) ||
        isIdlePeriod(each, clauseOf(each, bench), lower)
        ? null
        : "wrong_date";
    case "time":
      return shown.some((entry) => timeFits(each, entry)) ||
        isQueryTime(each, bench) ||
        // What a registered fact says of the hours decides.
        (!hasFacts && isMarketHour(each, clauseOf(each, bench), lower))
        ? null
        : "wrong_date";
    case "window":
    case "licensed":
      if (each.op === averagesOp && each.count > 0 && !context.averages.includes(each.count))
        return "wrong_count";
      if (
        each.op === timesOp &&
        !context[lower.charAt(each.end - 1) === "年" ? "years" : "days"].includes(each.count)
      )
        return "wrong_count";
      // 前5个交易日 in a text of facts is one of their numbers.
      return hasFacts &&
        (shown.length === 0 || isTerm(each, bench)) &&
        each.op !== "mask" &&
        /\d/.test(each.op)
        ? "unaccounted"
        : null;
    case "fill":
      // 另外两只
      return each.op === othersOp &&
        each.count > 0 &&
        ![companies.size, claimed.size].includes(each.count + 1)
        ? "wrong_count"
        : null;
    default:
      return null;
  }
}

/** 4个月内 is a term of a rule where its sentence shows no claim, 近30日 may be a window of what is not at hand. */
const isTerm = (each: Token, bench: Bench): boolean =>
  !besideClaims(bench).has(each) && /^\d.*内$|^within/.test(each.op);

/** Why a token may not stand: what holds a digit, numeral, quantity, source or date and was licensed by nothing. */
function leftoverReason(each: Token, context: Context): string | null {
  const reason = unlicensed(each, context);
  if (reason === null || context.factDates.get(each) === false) return reason;
  const isCite = reason === "wrong_source" && each.op !== "exchange";
  return isCite || !context.bench.isFact(clauseOf(each, context.bench)) ? reason : null;
}

const role =
  /(?:现在是?|现在时间|查询时间|查询时刻|查询于|当前时间|生成时间|生成于|回复时间|提问时间|query time|queried at|asked at|generated at)[:为是 ]{0,2}(?:\d{4}[-/年]\d{1,2}[-/月]\d{1,2}日?)?[ t]?$/;
const reach = 36;

/** 查询时间 2026-05-07 16:30, 截至16:30尚未更新: the moment of the question in a role of its own or of what is missing, which is no time of the data. */
function isQueryTime(each: Token, bench: Bench): boolean {
  const { input, now, reading } = bench;
  const { time, start } = each;
  if (time === null || !isTimeOf(time, { asOf: now, fetchedAt: null, isRealtime: true })) return false;
  if (role.test(input.lower.slice(Math.max(0, start - reach), start))) return true;
  if (besideClaims(bench).has(each)) return false;
  const sentence = reading.parts.find((part) => part.sentence.tokens.includes(each))?.sentence;
  return sentence?.clauses.some((clause) => saysMissing(clause, input.lower)) === true;
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

/** Reports every token that nothing accounts for. */
export function checkLeftovers(bench: Bench, hasFault: boolean): void {
  const context = readContext(bench, hasFault);
  for (const each of bench.input.tokens) {
    const reason = leftoverReason(each, context);
    if (reason !== null && !bench.judged.has(each)) bench.report(each, reason);
  }
}
