/** 三天里最高, highest of the three, 其中6月17日最高: one value of a measure among all that the text shows of several times. */

import { isDayOf } from "../claims/calendar-match.ts";
import {
  type ComparisonInput,
  clauseStart,
  holds,
  ownBefore,
  ownClause,
  reversedOp,
  type Spot,
  type Verdict,
} from "../comparing/comparison-sides.ts";
import { spelledCount } from "../lexicon/numerals.ts";
import { onlyOf, type Token } from "../tokens/token.ts";
import { type Series, seriesOf } from "./series.ts";
import { withoutAsides } from "./subjects.ts";
import { timeSideOf } from "./time-names.ts";

const wider = /(?:scope|window|entity|foreign|forecast|user|relative)/;
const ofSize = /[大多小少]|larg|small|big|most|least|great/;
/** 三天里, of the three: among how many values. */
const among =
  /([两三四五六七八九十]|\d+)(?:个?交易日|[天日期年]|个(?:季度|报告期|收盘价|数))|(?<![a-z])(two|three|four|five|six|seven|eight|nine|ten|\d+)(?![a-z])/;
const reach = 24;

/** Of how many the words beside say; 0 where they do not. */
function countBeside(spot: Spot, lower: string): number {
  const { start, end } = spot.flat[spot.at] ?? { start: 0, end: 0 };
  const before = lower.slice(
    Math.max(spot.flat[clauseStart(spot.flat, spot.at)]?.start ?? 0, start - reach),
    start,
  );
  const behind = /^ of (?:the )?(?:last )?([^.,;)|\n]{0,12})/.exec(lower.slice(end, end + reach))?.[1] ?? "";
  const found =
    among.exec(behind) ??
    /(?:[这近]?)([两三四五六七八九十])(?:个?交易日|[天日期年])(?:[里中内]|之中|当中)?的?$/.exec(before);
  if (found === null) return 0;
  return spelledCount(found[1] ?? found[2]);
}

/** The day that the words are of: told in the clause, or of the number right before the word. */
function dayAt(
  input: ComparisonInput,
  { flat, at }: Spot,
): { readonly number: Token | null; readonly dates: readonly Token[] } {
  const own = ownBefore({ flat, at });
  const number =
    own.findLast((each) => each.kind === "number" && input.settled.get(each)?.entry != null) ?? null;
  const dates = withoutAsides(ownClause({ flat, at })).filter(({ date }) => date?.day != null);
  return { number, dates };
}

/** Undefined where the words are of a wider stretch, of several companies or of no value that the text shows. */
export function judgeExtremeOfTimes(input: ComparisonInput, spot: Spot): Verdict | undefined {
  const { flat, at } = spot;
  const word = flat[at];
  const rows = seriesOf(input.settled);
  if (word?.kind !== "superlative" || !/^[<>]$/.test(word.op) || rows.length === 0) return undefined;
  const clause = ownClause(spot);
  if (clause.some(({ kind }) => wider.test(kind) || kind === "negation" || kind === "growth"))
    return undefined;
  if (clause.some(({ kind, op }) => kind === "direction" && op !== "loss")) return undefined;
  const count = countBeside(spot, input.lower);
  const { number, dates } = dayAt(input, spot);
  const entry = number === null ? null : (input.settled.get(number)?.entry ?? null);
  const isOther = ({ company, metric }: Series): boolean =>
    [...input.settled.values()].some(
      (each) => each.entry?.claim.metric === metric && each.entry.company !== company,
    );
  const measures = clause.filter(({ kind, op }) => kind === "metric" && !op.endsWith("verb"));
  const companies = clause.flatMap(({ kind, op }) => (kind === "company" ? [op] : []));
  const meant = rows.filter(
    (row) =>
      (entry === null || row.points.includes(entry)) &&
      (entry !== null || measures.every(({ metrics }) => metrics.includes(row.metric))) &&
      companies.every((each) => each === row.company),
  );
  const row = onlyOf(meant);
  if (row === null || isOther(row)) return undefined;
  const [date, ...more] = dates;
  const point =
    entry ??
    (date === undefined || more.length > 0
      ? null
      : (onlyOf(row.points.filter(({ asOf }) => isDayOf(date, asOf.day, input.now))) ?? null));
  if (point === null || (count > 0 && count !== row.points.length)) return undefined;
  const known = timeSideOf(
    clause
      .slice(number === null ? 0 : clause.indexOf(number) + 1, clause.indexOf(word))
      .filter(({ kind }) => !/^(?:open|close)$/.test(kind)),
    input.lower,
  );
  if (known === null && count === 0) return undefined;
  const areLosses = row.points.every(({ base }) => base < 0);
  const isOfSize = ofSize.test(input.lower.slice(word.start, word.end));
  if (areLosses && !row.isBare && isOfSize) return undefined;
  const op = areLosses && row.isBare ? reversedOp(word.op) : word.op;
  const others = row.points.filter((each) => each !== point);
  return others.every((each) => holds(op, point.base, each.base)) ? null : "comparison_false";
}
