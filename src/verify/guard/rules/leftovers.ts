import { hasChineseNumeral } from "../../../language/numbers.ts";
import type { Moment } from "../../moment.ts";
import { type Dated, dateFits, sourceFits, timeFits } from "../binding/attribution.ts";
import { isDay } from "../claims/calendar-match.ts";
import type { Question } from "../question/question.ts";
import { averagesOp } from "../tokens/averages.ts";
import { othersOp } from "../tokens/others-words.ts";
import type { Token } from "../tokens/token.ts";

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
  /** 查询时间 16:30: the time of the question, said to be that. */
  isQueryTime(token: Token): boolean;
  /** It stands beside a source, as the date of a cite. */
  isCited(token: Token): boolean;
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
        dateMayStand(each, input)
        ? null
        : "wrong_date";
    case "time":
      return shown.some((entry) => timeFits(each, entry)) || input.isQueryTime(each) ? null : "wrong_date";
    case "window":
    case "licensed":
      if (each.op === averagesOp && each.count > 0 && !input.averageCounts.has(each.count))
        return "wrong_count";
      // 前5个交易日 in a text of facts is one of their numbers.
      return input.hasFacts && shown.length === 0 && each.op !== "mask" && /\d/.test(each.op)
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

/** Why a token may not stand: what holds a digit, numeral, quantity, source or date and was licensed by nothing. */
export function leftoverReason(each: Token, input: LeftoverInput): string | null {
  const reason = unlicensed(each, input);
  if (input.factDates.get(each) === false) return reason;
  return reason === null || reason === "wrong_source" || !input.isFact(each) ? reason : null;
}
