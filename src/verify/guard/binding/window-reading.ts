/** What the words between two numbers say, read one by one. */

import type { Lexicon } from "../lexicon/lexicon.ts";
import { stretchOf } from "../lexicon/metric-keys.ts";
import { isAll, isCount, isOnly, levelWords } from "../tokens/readers/side-words.ts";
import { wayOf } from "../tokens/readers/tally-words.ts";
import type { Token } from "../tokens/token.ts";
import { assertLevel, isDenied, seeMove } from "./assertions.ts";
import type { ClauseInput, Window } from "./context.ts";
import { isRankIn } from "./measures/said-measures.ts";
import { endsOtherName, sameExchange } from "./owners/names-beside-codes.ts";
import { headGrowth } from "./pairs/carry-over.ts";
import { foreignOwner, marketOwner } from "./quantity.ts";
import { turnsToDay } from "./time-words.ts";

/** rose from CNY 348.50: what follows is the level that the move began at. */
export const reachesFrom = (each: Token): boolean =>
  each.kind === "sourceMark" && each.end - each.start === 4;

/** 跌至, lower in price at: the level stands right after; 高开于 has the open as its own. */
const reachesTo = ({ tokens }: Window): boolean =>
  (tokens.at(-2)?.kind === "direction" && tokens.at(-2)?.op !== "open") || isRankIn(tokens.slice(0, -1));

/** 两只下跌:比亚迪…: the direction was said of the count. */
function endTally(window: Window): void {
  window.direction = null;
  window.moved = null;
  if (window.named !== null && window.named.sign !== 0 && window.named.op !== "noun") window.named = null;
}

/** slipped under the MA5, fell below 1,400: the move says what the comparison says. */
const endsInComparison = (each: Token, { tokens, direction }: Window): boolean =>
  direction !== null &&
  tokens.at(-2) === direction &&
  direction.op === "market" &&
  direction.count === 0 &&
  (each.kind === "compare" || (each.kind === "vague" && /^[<>]$/.test(each.op))) &&
  /^[<>](?:=|adj)?$/.test(each.op) &&
  !(each.kind === "compare" && each.op.length > 2 && each.start > direction.end) &&
  each.start - direction.end <= 1;

/** The word of move is refused only where the claims say otherwise; what follows is a level. */
function sayKnown(window: Window, input: ClauseInput): void {
  const { direction } = window;
  if (direction === null) return;
  const { bound, context } = input;
  bound.assertions.push({
    token: direction,
    company: context.company,
    sign: direction.sign,
    metrics: null,
    manner: "known",
  });
  window.direction = null;
  window.moved = null;
}

/** How far before a colon its count may stand, in tokens. */
const nearestTokens = 12;

/** Two of them fell: A by 1.2% and B by 0.5%: the one count that a colon ends carries the move of its items. */
function moveOfCount(tokens: readonly Token[]): Token | null {
  const counts = tokens.slice(-nearestTokens).filter((each) => wayOf(each) !== null);
  const [only] = counts;
  const way = only === undefined ? null : wayOf(only);
  if (only === undefined || counts.length > 1 || way === null || way.sign === 0) return null;
  // 两只都是净流出:A2.74亿元,B4.19亿元
  const op = way.of === "move" ? "market" : way.of === "flow" && way.sign < 0 ? "loss" : null;
  return op === null ? null : { ...only, kind: "direction", op, sign: way.sign, count: 0 };
}

/** 两家均下跌:A1.2%,B0.5%: the same where the registry has the word of move as the name of its measure. */
function moveNamed({ named, tokens }: Window, { lexicon: { changes } }: ClauseInput): Token | null {
  const isMove =
    named?.sign !== 0 && named?.op === "" && named.metrics.some((id) => changes.all.includes(id));
  return isMove && !isDenied(tokens, named) ? { ...named, kind: "direction", op: "market" } : null;
}

/** 两家市盈率均上涨:A…: the measure, none of the price's, that is said to have moved. */
const otherMeasure = (
  { tokens }: Window,
  { lexicon: { priceLike, changes, flows } }: ClauseInput,
  move: Token,
): Token | undefined =>
  tokens
    .slice(-nearestTokens)
    .find(
      ({ kind, metrics }) =>
        kind === "metric" &&
        !metrics.some(
          (id) => priceLike.has(id) || changes.all.includes(id) || (move.op === "loss" && flows.includes(id)),
        ),
    );

/** Keeps the move that a count, an 均 or an "only" before a colon tells of the items behind it. */
function seeTally(window: Window, input: ClauseInput): void {
  const { context, bound, lexicon } = input;
  const { direction } = window;
  const isMove = direction !== null && /^(?:market|loss|growth)$/.test(direction.op);
  const move =
    isMove && !isDenied(window.tokens, direction)
      ? direction
      : (moveNamed(window, input) ?? moveOfCount(window.tokens));
  const other = move === null ? undefined : otherMeasure(window, input, move);
  // revenue of both fell year on year: A by 9.48% and B by 6.13%
  const isGrown = window.growth || move?.op === "growth";
  const grown = move !== null && isGrown ? { ...move, op: "growth" } : null;
  context.tallied = other !== undefined ? grown : move?.op === "growth" ? null : move;
  const metrics = lexicon.grownOf(other?.metrics ?? []);
  if (move !== null && other !== undefined) {
    // ROE has declined at each year-end: 16.22%, 14.49%
    const { metrics: told } = other;
    bound.assertions.push({
      token: move,
      company: context.company,
      sign: move.sign,
      metrics,
      manner: "plain",
      grown: told,
    });
    // 两家营收都在下滑:A-22.75%,B-33.67%
    if (metrics.length > 0) {
      Object.assign(context, { metrics, sign: 0, metricIsOpen: true });
      window.named = null;
    }
  }
  endTally(window);
}

/** 两家主力都是净流出,紫金矿业最多(12873.40万元); Net outflows ranked: A…: what is said of all before their numbers tells the way of each. */
export function seeHeadTally(window: Window, { context, lower }: ClauseInput): void {
  const { direction, collectiveAt, tokens } = window;
  if (direction?.op !== "loss" || isDenied(tokens, direction)) return;
  const isPlural = lower.charAt(direction.end - 1) === "s" && !tokens.some(({ kind }) => kind === "company");
  if (collectiveAt >= 0 || isPlural) context.tallied = direction;
}

const mostNamed = 12;

/** 104.38亿(单位:美元,…): the unit in the bracket right behind a number that names no currency of its own. */
function takeNote({ number }: Token, { tokens }: Window, { bound }: ClauseInput): void {
  const last = bound.quantities.at(-1);
  const isBehind = tokens.length === 2 && tokens[0]?.kind === "open";
  if (last === undefined || !isBehind || number?.unit == null || last.number.unit !== null) return;
  const { shown } = last.number;
  // 2396.12(单位:亿元)
  const exponent = shown.exponent === 0 ? number.shown.exponent : shown.exponent;
  bound.quantities[bound.quantities.length - 1] = {
    ...last,
    number: { ...last.number, unit: number.unit, shown: { ...shown, exponent } },
  };
}

/** The two that 前者 and 后者 mean: in the order of the last sentence that names both, else of their first mention. */
function pairUp(company: string, { context, place }: ClauseInput): void {
  const before = context.together.sentence === place.sentence ? context.together.companies : [];
  if (before.includes(company)) return;
  const companies = [...before, company].slice(-mostNamed);
  context.together = { sentence: place.sentence, companies };
  if (companies.length > 1) context.pair = companies.slice(-2);
  else if (!context.pair.includes(company)) context.pair = [...context.pair.slice(-1), company];
}

/** The industry and BYD: what follows is of both, so that it is not the company's alone. */
const isOfBoth = ({ tokens }: Window): boolean => {
  const [other, join] = tokens.slice(-3, -1);
  return other?.kind === "entity" && join?.kind === "join" && join.op === "";
};

/** up on the previous close of CNY 57.83: what the price moved from. */
const isSetOn = ({ metrics }: Token, { tokens }: Window, { closes }: Lexicon): boolean => {
  const [on, word] = tokens.slice(-3, -1);
  return (
    word !== undefined &&
    ((word.op === "on" && on?.kind === "direction") || on?.op === "on") &&
    metrics.some((metric) => closes.previous.includes(metric))
  );
};

/** 跌幅报8.70%, net loss stood at CNY 1.2 billion: right behind the name of a measure the verb of a price is no more than 为. */
function isCopula({ kind, op, start }: Token, { named, direction, tokens }: Window): boolean {
  const noun = tokens.at(-2);
  if (kind !== "metric" || !op.endsWith("verb") || noun === undefined || start - noun.end > 1) return false;
  return noun === named
    ? noun.kind === "metric" && !noun.op.endsWith("verb")
    : noun === direction && /^(?:loss|growth)$/.test(noun.op);
}

/** 平安银行(深市): where the company itself is listed. */
function isOwnExchange({ kind, op }: Token, { tokens }: Window, lexicon: Lexicon): boolean {
  const [company, open] = tokens.slice(-3);
  const exchange = company?.kind === "company" && open?.kind === "open" ? lexicon.exchange(company.op) : null;
  return kind === "entity" && exchange != null && sameExchange(exchange, op);
}

/** 没有亏损:净利润1.87亿元, did not fall: it gained 1.2%, Flat so far: CNY 4.86: said before the colon, and of no number behind it. */
const isSaidWhole = ({ tokens }: Window, direction: Token): boolean =>
  direction.op === "flat" || isDenied(tokens, direction);

/** Takes note of a token that is no number, in what has been read since the last number and in what later clauses may leave unsaid. */
export function see(each: Token, window: Window, input: ClauseInput): void {
  const { context } = input;
  seeMove(each, window, input);
  if (context.stretch !== null && turnsToDay(each, window.tokens, input.lower)) context.stretch = null;
  if (isAll(each) || isCount(each)) window.collectiveAt = window.tokens.length;
  if (isOnly(each)) window.only = true;
  window.tokens.push(each);
  if (each.kind === "unitNote") takeNote(each, window, input);
  if (endsInComparison(each, window)) sayKnown(window, input);
  if (each.op === ":") seeHeadTally(window, input);
  if (isOwnExchange(each, window, input.lexicon)) return;
  if (each.kind === "company" || each.kind === "entity") {
    const other = each.op === "market" ? marketOwner : foreignOwner;
    context.company = each.kind === "company" && !isOfBoth(window) ? each.op : other;
    if (each.kind === "company") pairUp(each.op, input);
    if (each.kind === "company" && context.named.length < mostNamed && !context.named.includes(each.op))
      context.named = [...context.named, each.op];
  } else if (isCopula(each, window)) window.gap = "";
  else if (each.kind === "metric" || each.kind === "foreign") {
    if (isSetOn(each, window, input.lexicon) && window.direction !== null)
      window.direction = { ...window.direction, count: 1 };
    if (endsOtherName(window.tokens)) context.company = foreignOwner;
    // A word such as 动态 before or 率 after a measure makes it another one.
    const modified = window.named?.kind === "foreign" && window.named.end === each.start;
    if (!(each.kind === "metric" && modified)) window.named = each;
    window.gap = "";
    context.barred = window.named?.kind === "foreign";
    // 上涨 is said of the price in passing; it does not become the measure of what follows.
    const isPassing =
      each.sign !== 0 &&
      each.op !== "noun" &&
      each.metrics.some((metric) => input.lexicon.changes.all.includes(metric));
    if (each.kind === "metric" && !isPassing && !each.op.endsWith("verb")) {
      context.metrics = each.metrics;
      context.sign = each.sign;
      context.metricIsOpen = true;
      context.metricIsWeak = false;
    }
  } else if (each.kind === "direction") window.direction = each;
  else if (each.kind === "window" && stretchOf(input.lower.slice(each.start, each.end)) !== null)
    context.stretch = each;
  else if (each.kind === "relative") context.stretch = null;
  else if (each.kind === "growth") window.growth = true;
  else if (each.kind === "unitNote" && each.number !== null && each.number.unit !== null)
    context.unit = {
      unit: each.number.unit,
      scale: each.number.shown.exponent,
      ...(each.op === "announced" && { announcedAt: each.start }),
    };
  else if (reachesFrom(each) && window.direction !== null)
    window.direction = { ...window.direction, count: 1 };
  else if (each.kind === "fill" && levelWords.has(each.op) && window.direction !== null)
    window.direction = {
      ...window.direction,
      count: reachesTo(window) ? 1 : window.direction.count,
    };
  else if (each.kind === "count") window.counted = true;
  else if (each.op === ":" && window.direction !== null && isSaidWhole(window, window.direction)) {
    assertLevel(input, window);
    window.direction = null;
    window.gap = "";
  } else if (each.op === ":" && headGrowth(window, input)) window.gap = "";
  else if (each.op === ":" && (window.counted || window.only || window.collectiveAt >= 0)) {
    seeTally(window, input);
  } else if (each.kind === "text") {
    window.gap += each.op;
    if (each.op === "前" || each.op === "后") window.gap += "";
  }
}
