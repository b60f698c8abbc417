import { readChinese } from "../../../language/numbers.ts";
import type { Moment } from "../../moment.ts";
import { directFault, type Marks } from "../binding/attribution.ts";
import type { Quantity } from "../binding/quantity.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import { stretchesOf, stretchOf, stretchOfMove, stretchOfRelative } from "../lexicon/stretches.ts";
import { withinBound } from "./bounds.ts";
import { isBeforeAfternoon, isCurrent, relativeHolds } from "./calendar-match.ts";
import { type BookClaim, type ClaimBook, candidates, soleClaim, valueFault } from "./claim-book.ts";
import { saysWindow } from "./claim-window.ts";
import { isAddedUp, partFits } from "./partial-periods.ts";

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
  const ofDay = [...lexicon.changes.percent, ...lexicon.changes.amount].includes(entry.claim.metric);
  // 今年涨1.83% is no date of a day's change but another stretch of time.
  const said = quantity.relatives.map(({ op }) => stretchOfRelative(op)).filter((each) => each !== null);
  if (ofDay && said.some((each) => each !== entry.window)) return false;
  // 本周 is not said of the move since the year began.
  const { metric } = entry.claim;
  const own = said.length === 0 ? null : stretchOfMove(metric, lexicon.metrics[metric]);
  if (own !== null && said.some((each) => each !== own)) return false;
  return quantity.relatives.every(
    (each) => (isPrevious && ["yesterday", "past"].includes(each.op)) || relativeHolds(each.op, entry, now),
  );
}

const addedUp = /^(?:累计|cumulative|cumulatively)$/;
/** TTM口径: the basis of a ratio, which its measure must be registered with. */
const ofTwelveMonths =
  /^(?:按?ttm口径|按ttm(?:算|计算|计)|(?:on a )?ttm basis|(?:past|last|previous|trailing) (?:twelve|12) months)$/;

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
  if (addedUp.test(said) && isAddedUp(entry, lexicon.metrics[metric])) return true;
  if (ofTwelveMonths.test(said))
    return lexicon.wordsOf(metric).some((word) => /ttm|trailing|滚动/.test(word));
  if (said === "日内") return entry.asOf.day === now.day;
  return own.some((each) => each.toLowerCase() === said) || daysIn(said) === daysOf(entry, book);
}

const dayList =
  /^(?:近|最近|过去|前|past |last |previous )?(\d{1,2}|[一二两三四五六七八九十]{1,2}|two|three|four|five)(?:个)?(?:交易日|日|天| (?:trading )?days)$/;
const spelled: Readonly<Record<string, number>> = { two: 2, three: 3, four: 4, five: 5 };

/** 近三日收盘价 over a list of days: how many days it speaks of; null where it is no such list. */
function daysIn(said: string): number | null {
  const written = dayList.exec(said)?.[1];
  if (written === undefined) return null;
  const read = readChinese(written, 0);
  const days = spelled[written] ?? (/^\d/.test(written) ? Number(written) : Number(read?.digits ?? 0));
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

/** Words that say "now" are true of the claim. */
function currencyHolds(quantity: Quantity, entry: BookClaim, { lexicon, now }: MatchInput): boolean {
  if (quantity.now === "") return true;
  if (entry.isRealtime) return isCurrent(entry, now);
  if (quantity.now === "soft") return true;
  return !lexicon.priceLike.has(entry.claim.metric) && isCurrent(entry, now);
}

const summed = /成交|净流入|净买入|volume|turnover|traded|inflow/;

/** What adds up over the day is of a session only while that session lasts: 早盘成交额 is no whole day's. */
function sessionFits(quantity: Quantity, entry: BookClaim, { lexicon, now }: MatchInput): boolean {
  if (quantity.isIntraday && lexicon.closes.own.has(entry.claim.metric)) return false;
  if (!quantity.isOfSession) return true;
  const { metric } = entry.claim;
  const own = lexicon.metrics[metric];
  if (![metric, ...(own?.zh ?? []), ...(own?.en ?? [])].some((word) => summed.test(word.toLowerCase())))
    return true;
  if (!entry.asOf.dateOnly) return isBeforeAfternoon(entry.asOf);
  return entry.asOf.day === now.day && isBeforeAfternoon(now);
}

/** As below; a number with a bound (超过35亿元) shows the claims that lie on its side. `isUsers`: the user has named the number. */
export function matchBounded(
  quantity: Quantity,
  marks: Marks,
  input: MatchInput,
  isUsers: boolean,
): readonly BookClaim[] | MatchFault {
  if (quantity.bound === "" || quantity.fault !== "vague") return matchQuantity(quantity, marks, input);
  const options = matchQuantity({ ...quantity, fault: null }, marks, input);
  if (typeof options === "string") return options;
  const own = withinBound(quantity, options, isUsers);
  return own.length > 0 ? own : "vague";
}

/** The claims that a number shows, all checks of words and direct marks passed, or the first check that none passes. */
export function matchQuantity(
  quantity: Quantity,
  marks: Marks,
  input: MatchInput,
): readonly BookClaim[] | MatchFault {
  if (quantity.fault !== null) return quantity.fault;
  const isUnnamed = quantity.metrics.length === 0 && quantity.bare;
  const pool = isUnnamed
    ? soleClaim(quantity, input.book, input.lexicon)
    : candidates(withPrevious(quantity, input.lexicon), input.book);
  if (pool.length === 0) return "unbound";
  const faults = pool.map((entry) => valueFault(entry, quantity));
  const valued = pool.filter((_, i) => faults[i] === null);
  if (valued.length === 0) return faults.find((fault) => fault !== null) ?? "value";
  const { metrics } = input.lexicon;
  const windowed = valued.filter(
    (entry) =>
      windowFits(quantity, entry, input) &&
      sessionFits(quantity, entry, input) &&
      partFits(quantity.part, entry, metrics[entry.claim.metric], input.lower),
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
