import type { Moment } from "../../moment.ts";
import { directFault, type Marks } from "../binding/cites/attribution.ts";
import type { Quantity } from "../binding/quantity.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import { stretchesOf, stretchOf, stretchOfRelative } from "../lexicon/metric-keys.ts";
import { spelledCount } from "../lexicon/numerals.ts";
import type { Token } from "../tokens/token.ts";
import { withinBound } from "./bounds.ts";
import { isAfterTrading, isBeforeAfternoon, isCurrent, relativeHolds } from "./calendar-match.ts";
import { type BookClaim, type ClaimBook, candidates, soleClaim, valueFault } from "./claim-book.ts";
import { isAddedUp, partFits, saysWindow } from "./partial-periods.ts";
import { isDaily, isOfDay, saysNotNow } from "./told-age.ts";

export interface MatchInput {
  readonly book: ClaimBook;
  readonly lexicon: Lexicon;
  readonly lower: string;
  readonly now: Moment;
}

/** Why a number shows no claim. */
export type MatchFault = string;

/** 昨日收盘价: the close of yesterday, or today's previous close. */
function withPrevious(quantity: Quantity, { closes }: Lexicon): Quantity {
  const isBefore = quantity.relatives.some((each) => each.op === "yesterday" || each.op === "past");
  if (!isBefore || !quantity.metrics.some((metric) => closes.own.has(metric))) return quantity;
  return { ...quantity, metrics: [...quantity.metrics, ...closes.previous] };
}

function relativesHold(quantity: Quantity, entry: BookClaim, { lexicon, now }: MatchInput): boolean {
  if (quantity.relatives.length === 0) return true;
  const isPrevious = lexicon.closes.previous.includes(entry.claim.metric);
  const ofDay = isDaily(entry.claim.metric, lexicon);
  // 今年涨1.83%, 本周成交额 is no date of a day's change or trade but another stretch of time.
  const said = quantity.relatives.map(({ op }) => stretchOfRelative(op)).filter((each) => each !== null);
  if (ofDay && said.some((each) => each !== entry.window)) return false;
  // 本周 is not said of the move since the year began.
  const { metric } = entry.claim;
  const own = said.length === 0 ? null : lexicon.stretchOfMove(metric);
  if (own !== null && said.some((each) => each !== own)) return false;
  return quantity.relatives.every(
    (each) => (isPrevious && ["yesterday", "past"].includes(each.op)) || relativeHolds(each.op, entry, now),
  );
}

const addedUp = /^(?:累计|cumulative|cumulatively)$/;
const ofPeriod = /[年季月期末度]|[qh][1-4]|year|quarter|months|half|period|interim/;
/** 历年累计, in all the years: more than a report's own time. */
const ofAllTime = /历年|多年|历史|上市以来|成立以来|至今|since|through the years|over the years|all years/;
const periodReach = 24;

/** 三季报累计, 累计(2025年前三季度): 累计亏损 of no time at all is of all the years. */
function saysPeriod(lower: string, { start, end }: Token): boolean {
  const before =
    lower
      .slice(Math.max(0, start - periodReach), start)
      .split(/[。;；\n|]/)
      .at(-1) ?? "";
  const rest = lower.slice(end, end + 2 * periodReach);
  const after =
    /^(?:\(([^)]{0,20})| [a-z -]{2,30}(?:for|in|over|during) ([a-z\d -]{2,30}))/.exec(rest)?.[0] ?? "";
  const isBasis = /^(?:口径|值)/.test(rest);
  return (
    !ofAllTime.test(before) &&
    !ofAllTime.test(rest) &&
    (isBasis || ofPeriod.test(before) || ofPeriod.test(after))
  );
}

/** 单季: of a report of the first quarter, which is of that quarter alone. */
const ofOneQuarter = /^(?:单季度?|当季|quarterly)$/;
/** 年度, annual: of a report of the year. */
const ofOneYear = /^(?:年度|annual|yearly)$/;
/** 最近几期: a heading over values that each have a day of their own. */
const ofSomeDays = /^(?:最?近|这)几(?:个)?(?:交易日|日|天|期)$/;
const headsList = /^的?[\u4e00-\u9fffa-z]{1,8}(?:\([^()]{0,24}\))?[:：]/;
/** 1天成交: the day's own. */
const ofOneDay = /^(?:1|一|单)(?:个)?(?:交易日|日|天)$/;

/** A value of a moment, not what adds up or changes over days. */
const isLevelOf = ({ claim: { metric } }: BookClaim, lexicon: Lexicon): boolean =>
  lexicon.priceLike.has(metric) || !isDaily(metric, lexicon);

/** 2026Q3累计: up to its end, and not of that quarter alone. */
const saysAddedUp = ({ window }: Quantity, lower: string): boolean =>
  window !== null &&
  !lower.slice(Math.max(0, window.start - periodReach), window.end + 2 * periodReach).includes("单季") &&
  addedUp.test(lower.slice(window.start, window.end));

/** TTM口径: the basis of a ratio, which its measure must be registered with. */
const ofTwelveMonths =
  /^(?:ttm|滚动(?:十二个月|12个月)?|trailing basis|a trailing figure|按?ttm口径|按ttm(?:算|计算|计)|(?:on a )?ttm basis|(?:past|last|previous|trailing)[ -](?:twelve|12)[ -]months?|(?:twelve|12)-month trailing)$/;

const periodEnds = /^\d{4}-(?:03-31|06-30|09-30|12-31)/;
const latestPeriod = /^(?:the )?(?:most[ -]recent|latest)[ -](?:quarter|year)$/;
/** the latest quarter, the latest year: of a report whose own time that is, never of how a price moved. */
const isOfReport = (said: string, { claim, unit }: BookClaim, { changes, priceLike }: Lexicon): boolean => {
  const day = claim.as_of.slice(5, 10);
  // What adds up over the year is a quarter's in the first only.
  const isQuarter = day === "03-31" || (unit.dimension === "part" && /^(?:06-30|09-30|12-31)$/.test(day));
  return (
    (said.endsWith("year") ? day === "12-31" : isQuarter) &&
    !priceLike.has(claim.metric) &&
    !changes.all.includes(claim.metric)
  );
};

/** A stretch of time (近30日) must be the claim's own. */
function windowFits(
  { window, relatives }: Quantity,
  entry: BookClaim,
  { lower, book, now, lexicon }: MatchInput,
): boolean {
  // What is of 近20日 is never said without it.
  if (entry.window !== null)
    return window === null
      ? relatives.some(({ op }) => stretchOfRelative(op) === entry.window)
      : saysWindow(lower.slice(window.start, window.end), entry.window);
  if (window === null) return true;
  const own = [entry.claim.period, entry.claim.window].filter((each) => typeof each === "string");
  const said = lower.slice(window.start, window.end);
  const stretch = stretchOf(said);
  const { metric } = entry.claim;
  if (stretch !== null && stretchesOf(metric, lexicon.metrics[metric]).includes(stretch)) return true;
  if (addedUp.test(said) && isAddedUp(entry, lexicon.metrics[metric]) && saysPeriod(lower, window))
    return true;
  if (ofOneQuarter.test(said))
    return entry.claim.as_of.slice(5, 10) === "03-31" && isAddedUp(entry, lexicon.metrics[metric]);
  if (ofOneYear.test(said))
    return entry.claim.as_of.slice(5, 10) === "12-31" && !lexicon.priceLike.has(metric);
  if (ofSomeDays.test(said))
    return (
      headsList.test(lower.slice(window.end, window.end + 48)) &&
      daysOf(entry, book) > 1 &&
      isLevelOf(entry, lexicon)
    );
  if (ofOneDay.test(said)) return !periodEnds.test(entry.claim.as_of);
  if (ofTwelveMonths.test(said))
    return lexicon.wordsOf(metric).some((word) => /ttm|trailing|滚动/.test(word));
  if (said.includes("报告期")) return periodEnds.test(entry.claim.as_of);
  if (latestPeriod.test(said)) return isOfReport(said, entry, lexicon);
  if (said === "日内") return entry.asOf.day === now.day;
  return own.some((each) => each.toLowerCase() === said) || daysIn(said) === daysOf(entry, book);
}

const dayList =
  /^(?:近|最近|过去|前|past |last |previous )?(\d{1,2}|[一二两三四五六七八九十]{1,2}|two|three|four|five|couple of)(?:个)?(?:交易日|日|天| (?:trading )?(?:days|sessions))?$/;

/** 近三日收盘价 over a list of days: how many days it speaks of; null where it is no such list. */
export function daysIn(said: string): number | null {
  const days = spelledCount(dayList.exec(said)?.[1]);
  return days > 1 ? days : null;
}

/** On how many days the claims have this measure of this company. */
const daysOf = ({ claim, company }: BookClaim, book: ClaimBook): number =>
  new Set(
    book
      .of(claim.metric)
      .filter((each) => each.company === company)
      .map(({ asOf }) => asOf.day),
  ).size;

/** Under 实时价 and in a column Live stands no older price, nor an older close that is not called one. */
function currentUnderHead(
  { metrics }: Quantity,
  entry: BookClaim,
  { book, lexicon, lower, now }: MatchInput,
): boolean {
  const { closes } = lexicon;
  const isClose = closes.own.has(entry.claim.metric) && !metrics.some((id) => closes.own.has(id));
  const isTimely = entry.isRealtime || isClose || isOfDay(entry, lexicon);
  return !isTimely || isCurrent(entry, now) || saysNotNow(book, lower);
}

/** Words that say "now" are true of the claim. */
function currencyHolds(
  quantity: Quantity,
  entry: BookClaim,
  { book, lexicon, lower, now }: MatchInput,
): boolean {
  if (quantity.headsNow && !currentUnderHead(quantity, entry, { book, lexicon, lower, now })) return false;
  if (quantity.now === "") return true;
  // 昨收、今开、现价分别为: the word that says now is of another of the list.
  if (quantity.metrics.length > 0 && lexicon.closes.previous.includes(entry.claim.metric)) return true;
  if (entry.isRealtime)
    return (
      isCurrent(entry, now) ||
      (quantity.now !== "hard" && book.only !== null && saysNotNow(book, lower, quantity.now !== "soft"))
    );
  // is currently priced at: an earlier day's close is no price of now, unless the words call it a close.
  const isCalledClose =
    quantity.metrics.length > 0 && !quantity.metrics.some((metric) => lexicon.priced.includes(metric));
  if (/soft|dated/.test(quantity.now) && lexicon.closes.own.has(entry.claim.metric))
    return isCalledClose || entry.asOf.day === now.day;
  // 眼下上涨: of today, unless the words name another day for it.
  if (quantity.now === "soft" && isOfDay(entry, lexicon))
    return entry.asOf.day === now.day || quantity.relatives.length > 0;
  if (quantity.now !== "hard") return true;
  return !lexicon.priceLike.has(entry.claim.metric) && isCurrent(entry, now);
}

const summed = /成交|净流入|净买入|volume|turnover|traded|inflow/;

/** What adds up over the day is of a session only while that session lasts: 早盘成交额 is no whole day's. */
function sessionFits(quantity: Quantity, entry: BookClaim, { lexicon, now }: MatchInput): boolean {
  if (quantity.isIntraday && lexicon.closes.own.has(entry.claim.metric)) return false;
  // An index closed at its level only once trading has ended.
  const isClose =
    entry.unit.dimension === "点" &&
    quantity.metrics.some((metric) => lexicon.closes.own.has(metric)) &&
    !quantity.metrics.some((metric) => lexicon.priced.includes(metric));
  if (isClose && entry.isRealtime && !isAfterTrading(entry, now)) return false;
  if (!quantity.isOfSession) return true;
  const { metric } = entry.claim;
  const own = lexicon.metrics[metric];
  if (![metric, ...(own?.zh ?? []), ...(own?.en ?? [])].some((word) => summed.test(word.toLowerCase())))
    return true;
  if (!entry.asOf.dateOnly) return isBeforeAfternoon(entry.asOf);
  return entry.asOf.day === now.day && isBeforeAfternoon(now);
}

/** 开盘价和收盘价均为38.52元: a number of both measures shows a claim of each. */
function matchBoth(quantity: Quantity, marks: Marks, input: MatchInput): readonly BookClaim[] | MatchFault {
  const found = (quantity.both ?? []).map((metrics) =>
    matchQuantity({ ...quantity, metrics, both: null, fault: null }, marks, input),
  );
  return (
    found.find((each) => typeof each === "string") ??
    found.flatMap((each) => (typeof each === "string" ? [] : each))
  );
}

/** As below; a number with a bound (超过35亿元) shows the claims that lie on its side. `isUsers`: the user has named the number. */
export function matchBounded(
  quantity: Quantity,
  marks: Marks,
  input: MatchInput,
  isUsers: boolean,
): readonly BookClaim[] | MatchFault {
  if (quantity.both !== null && quantity.fault === "unclear") return matchBoth(quantity, marks, input);
  if (quantity.bound === "" || quantity.fault !== "vague") return matchQuantity(quantity, marks, input);
  const options = matchQuantity({ ...quantity, fault: null }, marks, input);
  if (typeof options === "string") return options;
  const own = withinBound(quantity, options, isUsers);
  return own.length > 0 ? own : "vague";
}

/** The claims that a number may show; without a measure of its own that of the question, where it has the value. */
function poolOf(quantity: Quantity, { book, lexicon }: MatchInput): readonly BookClaim[] {
  if (quantity.metrics.length > 0) return candidates(withPrevious(quantity, lexicon), book);
  // 目前1468.10元 is the price now, even where the close before was asked for.
  const { priceLike, priced } = lexicon;
  const ofQuestion = quantity.asked.filter(
    (metric) => quantity.now === "" || !priceLike.has(metric) || priced.includes(metric),
  );
  const asked = candidates({ ...quantity, metrics: ofQuestion }, book);
  if (!quantity.bare || asked.some((entry) => valueFault(entry, quantity) === null)) return asked;
  return soleClaim(quantity, book, lexicon);
}

/** The claims that a number shows, all checks of words and direct marks passed, or the first check that none passes. */
export function matchQuantity(
  quantity: Quantity,
  marks: Marks,
  input: MatchInput,
): readonly BookClaim[] | MatchFault {
  if (quantity.fault !== null) return quantity.fault;
  const pool = poolOf(quantity, input);
  if (pool.length === 0) return "unbound";
  const faults = pool.map((entry) => valueFault(entry, quantity));
  const valued = pool.filter((_, i) => faults[i] === null);
  if (valued.length === 0) return faults.find((fault) => fault !== null) ?? "value";
  const { metrics } = input.lexicon;
  const windowed = valued.filter(
    (entry) =>
      windowFits(quantity, entry, input) &&
      sessionFits(quantity, entry, input) &&
      (saysAddedUp(quantity, input.lower) ||
        partFits(quantity.part, entry, metrics[entry.claim.metric], input.lower)),
  );
  const [first] = windowed;
  if (first === undefined) return "window";
  const direct = windowed.filter((entry) => directFault(marks, entry, input.now) === null);
  if (direct.length === 0) return directFault(marks, first, input.now) ?? "wrong_date";
  const timely = direct.filter((entry) => relativesHold(quantity, entry, input));
  if (timely.length === 0) return "wrong_date";
  const current = timely.filter((entry) => currencyHolds(quantity, entry, input));
  return current.length === 0 ? "stale" : current;
}
