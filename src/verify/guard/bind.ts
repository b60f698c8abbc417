import { assertLevel, isDenied, seeMove } from "./assertions.ts";
import { headGrowth, isApposed, isSameAgain } from "./carry-over.ts";
import { type BindPlace, type Bound, type ClauseInput, freshWindow, type Window } from "./clause-input.ts";
import { isAll, isCount } from "./collective-words.ts";
import type { Context } from "./context.ts";
import { levelWords } from "./level-words.ts";
import type { Lexicon } from "./lexicon.ts";
import { checkPair, endsOtherName, isMisnamed, sameExchange } from "./names-beside-codes.ts";
import { isLevelAfter, isListedAfter } from "./neighbours.ts";
import { foreignOwner, isForeign, marketOwner } from "./quantity.ts";
import { quantityAt } from "./quantity-reading.ts";
import { respectiveOf } from "./respective.ts";
import { stretchOf } from "./stretches.ts";
import type { Clause, Sentence } from "./structure.ts";
import { turnsToDay } from "./time-words.ts";
import type { Token } from "./token.ts";

const carriedKinds: ReadonlySet<string> = new Set([
  "relative",
  "forecast",
  "user",
  "realtime",
  "window",
  "date",
]);

/** Tokens of a line that may be a heading rather than a sentence. */
const longestHeading = 8;

/** A short line of plain words; a registered fact is none. */
function isHeading({ clauses }: Sentence): boolean {
  const flat = clauses.flat();
  return flat.length <= longestHeading && !flat.some(({ kind, op }) => kind === "licensed" && op === "mask");
}

/** Reads the sentence from left to right, keeping in `context` what later ones may leave unsaid. */
export function bindSentence(
  sentence: Sentence,
  place: BindPlace,
  context: Context,
  { lexicon, lower }: { readonly lexicon: Lexicon; readonly lower: string },
): Bound {
  const bound: Bound = { quantities: [], assertions: [], hasOpen: false, mismatches: [] };
  const respective = respectiveOf(sentence, context.pair);
  context.carried = [];
  context.stretch = null;
  context.moved = null;
  if (place.row < 0 && !context.unitIsHeading) context.unit = null;
  if (place.row < 0) context.barred = context.headingBarred;
  if (place.row < 0) {
    context.metricIsWeak =
      context.heading.length === 0 && context.line === sentence.line && context.metrics.length > 0;
    context.metricIsOpen = context.heading.length > 0 || context.metricIsWeak;
    context.line = sentence.line;
  }
  if (context.heading.length > 0) context.metrics = context.heading;
  if (isForeign(context.company) && !context.ownerIsHeading && place.row < 0) context.company = null;
  for (const [index, clause] of sentence.clauses.entries()) {
    const subject =
      relativeSubject(clause, sentence.clauses[index - 1]) ??
      subjectAhead(clause, sentence.clauses[index + 1]);
    if (subject !== null) context.company = subject;
    bindClause({ sentence, clause, index, place, context, lexicon, lower, respective, bound });
  }
  context.ownerIsHeading =
    isForeign(context.company) &&
    (context.ownerIsHeading || (bound.quantities.length === 0 && isHeading(sentence)));
  const names = sentence.clauses.some((clause) => clause.some((each) => each.kind === "metric"));
  if (bound.quantities.length === 0 && context.unit !== null) context.unitIsHeading = true;
  if (names) context.heading = bound.quantities.length === 0 ? context.metrics : [];
  if (names || context.barred) context.headingBarred = context.barred && bound.quantities.length === 0;
  return bound;
}

/** ahead of CATL, which slipped: the company right before the comma. */
function relativeSubject(clause: Clause, before: Clause | undefined): string | null {
  const last = before?.findLast((each) => each.kind !== "close" && !each.byCode);
  return clause[0]?.op === "which" && last?.kind === "company" ? last.op : null;
}

const opensPhrase: ReadonlySet<string> = new Set(["at", "with", "trading", "trades", "on"]);

/** At 25.49x earnings, BYD is…: a phrase without a subject is of the company that its sentence begins with. */
function subjectAhead(clause: Clause, next: Clause | undefined): string | null {
  const [first] = clause;
  if (first?.kind !== "fill" || !opensPhrase.has(first.op) || next?.[0]?.kind !== "company") return null;
  const isNamed = clause.some(({ kind }) => kind === "company" || kind === "entity" || kind === "pair");
  return isNamed || !clause.some(({ kind }) => kind === "number") ? null : next[0].op;
}

/** rose from CNY 348.50: what follows is the level that the move began at. */
const reachesFrom = (each: Token): boolean => each.kind === "sourceMark" && each.end - each.start === 4;

/** 跌至: the level stands right after; 高开于 has the open as its own. */
const reachesTo = ({ tokens }: Window): boolean =>
  tokens.at(-2)?.kind === "direction" && tokens.at(-2)?.op !== "open";

const changesOf = ({ lexicon }: ClauseInput): readonly string[] => [
  ...lexicon.changes.percent,
  ...lexicon.changes.amount,
];

/** 两只下跌:比亚迪…: the direction was said of the count. */
function endTally(window: Window): void {
  window.direction = null;
  window.moved = null;
  if (window.named !== null && window.named.sign !== 0 && window.named.op !== "noun") window.named = null;
}

function see(each: Token, window: Window, input: ClauseInput): void {
  const { context } = input;
  seeMove(each, window, input);
  if (context.stretch !== null && turnsToDay(each, window.tokens, input.lower)) context.stretch = null;
  if (isAll(each) || isCount(each)) window.collectiveAt = window.tokens.length;
  window.tokens.push(each);
  if (each.kind === "company" || each.kind === "entity") {
    const other = each.op === "market" ? marketOwner : foreignOwner;
    context.company = each.kind === "company" ? each.op : other;
    if (each.kind === "company" && context.pair.at(-1) !== each.op)
      context.pair = [...context.pair.slice(-1), each.op];
  } else if (each.kind === "metric" || each.kind === "foreign") {
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
      changesOf(input).some((metric) => each.metrics.includes(metric));
    if (each.kind === "metric" && !isPassing && !each.op.endsWith("verb")) {
      context.metrics = each.metrics;
      context.sign = each.sign;
      context.metricIsOpen = true;
      context.metricIsWeak = false;
    }
  } else if (each.kind === "direction") window.direction = each;
  else if (each.kind === "superlative" && each.sign !== 0 && window.direction === null)
    window.direction = { ...each, kind: "direction", op: "lead" };
  else if (each.kind === "window" && stretchOf(input.lower.slice(each.start, each.end)) !== null)
    context.stretch = each;
  else if (each.kind === "relative") context.stretch = null;
  else if (each.kind === "growth") window.growth = true;
  else if (each.kind === "unitNote" && each.number !== null && each.number.unit !== null)
    context.unit = { unit: each.number.unit, scale: each.number.shown.exponent };
  else if (reachesFrom(each) && window.direction !== null)
    window.direction = { ...window.direction, count: 1 };
  else if (each.kind === "fill" && levelWords.has(each.op) && window.direction !== null)
    window.direction = {
      ...window.direction,
      count: reachesTo(window) ? 1 : window.direction.count,
    };
  else if (each.kind === "count") window.counted = true;
  else if (each.op === ":" && window.direction !== null && isDenied(window.tokens, window.direction)) {
    // 没有亏损:净利润1.87亿元, did not fall: it gained 1.2%.
    assertLevel(input, window);
    window.direction = null;
    window.gap = "";
  } else if (each.op === ":" && headGrowth(window, input)) window.gap = "";
  else if (each.op === ":" && (window.counted || window.collectiveAt >= 0)) endTally(window);
  else if (each.kind === "text") {
    window.gap += each.op;
    if (each.op === "前" || each.op === "后") window.gap += "";
  }
}

const isInBracketOf = (clause: Clause, at: number): boolean =>
  clause[at]?.kind === "metric" &&
  clause[at - 1]?.kind === "open" &&
  clause[at - 2]?.kind === "number" &&
  clause[at + 1]?.kind === "close";

/** 没有找到明天的数据: what is said not to be there is data, not what will be. */
const isOfData = (clause: Clause, lower: string): boolean =>
  /(?:的(?:数据|行情|资料|信息)|(?<![a-z])data)$/.test(
    lower.slice(clause[0]?.start ?? 0, clause.at(-1)?.end ?? 0).slice(-8),
  );

function bindClause(input: ClauseInput): void {
  const { clause, context, bound, lexicon, lower } = input;
  let window = freshWindow();
  let last: { token: Token; at: number } | null = null;
  let seen: Token[] = [...context.carried];
  let count = 0;
  // a 1.06% gain to CNY 78.20: the word is the first number's, the second is what it led to.
  let consumed: Token | undefined;
  let denied = false;
  // Where the negations of the clause stand in `seen`.
  const denials: number[] = [];
  let moved: Token | null = null;
  // What a bracket after a number names (P/E 21.5x) is said in passing: after it the measure before it is open again.
  let aside: Pick<Context, "metrics" | "sign" | "metricIsOpen"> | null = null;
  // What a comparison sets beside the subject (高于五粮液) does not become the subject of what follows.
  let compared: { subject: string | null; named: boolean } | null = null;
  for (const [at, each] of clause.entries()) {
    if (each.kind === "compare") compared ??= { subject: context.company, named: false };
    if (each.kind === "company" && compared !== null) compared.named = true;
    if (each.kind !== "number") {
      if (each.kind === "company") {
        if (last !== null && !checkPair(last.token, each, clause.slice(last.at + 1, at), lexicon))
          bound.mismatches.push(each);
        else if (
          each.byCode &&
          each.exchange !== undefined &&
          !sameExchange(each.exchange, lexicon.exchange(each.op) ?? each.exchange)
        )
          bound.mismatches.push(each);
        if (isMisnamed(clause, at)) bound.mismatches.push(each);
        last = { token: each, at };
      }
      if (each.kind === "open" && clause[at - 1]?.kind === "number" && context.metrics.length > 0)
        aside = { metrics: context.metrics, sign: context.sign, metricIsOpen: context.metricIsOpen };
      if (each.kind === "close" && aside !== null) {
        Object.assign(context, aside);
        aside = null;
      }
      // 75.44元(昨收) has named its own measure, not that of the next number.
      if (!isInBracketOf(clause, at) && each !== consumed) see(each, window, input);
      if (each.kind === "negation") {
        denied = true;
        denials.push(seen.length);
      }
      if (each.op === ":" && denied) {
        // From the end and in place, so that a text of nothing but denials takes linear time.
        for (let i = denials.pop(); i !== undefined; i = denials.pop()) seen.splice(i, 1);
        denied = false;
      } else if (each.kind !== "text" && each.kind !== "fill") seen.push(each);
      continue;
    }
    count++;
    if (window.direction === null && isSameAgain(window)) window.direction = moved;
    if (window.direction === null && window.named === null && each.number?.sign === "" && isApposed(window))
      window.direction = context.moved;
    if (window.direction?.op === "market" && window.direction.count === 0) context.moved = window.direction;
    moved = window.direction?.op === "market" && window.direction.count === 0 ? window.direction : null;
    const isBare = window.named === null;
    const quantity = quantityAt(input, at, window, seen);
    bound.quantities.push(quantity);
    bound.hasOpen ||= quantity.metrics.some((metric) => lexicon.opens.includes(metric));
    assertLevel(input, window);
    const multiple = clause[at + 1]?.op === "multiple" ? clause[at + 1] : undefined;
    // 7.31x earnings and 1.02x book: the measure after a multiple is of that number alone.
    if (multiple?.kind === "metric")
      Object.assign(context, { metrics: multiple.metrics, sign: 0, metricIsOpen: true, metricIsWeak: false });
    const isOwn = isLevelAfter(clause, at) || (isBare && isListedAfter(clause, at));
    consumed = multiple ?? (isOwn ? clause[at + 1] : undefined);
    // rose from CNY 348.50 to CNY 352.10: the second level of one move.
    const begun = window.direction?.count === 1 && window.tokens.some(reachesFrom) ? window.direction : null;
    window = freshWindow();
    window.direction = begun;
    // One of each says as much as many.
    const kept = [seen.find(({ kind }) => kind === "forecast"), seen.findLast(({ kind }) => kind === "user")];
    seen = kept.filter((one) => one !== undefined);
    denials.length = 0;
  }
  if (count === 0) {
    // 暂时没有实时行情,最近收盘为…: what is denied does not hold for the next clause.
    const denial = clause.findIndex(({ kind }) => kind === "negation");
    const isDeniedHere = (at: number) => denial >= 0 && at > denial;
    context.carried = [
      ...context.carried,
      ...clause.filter(
        ({ kind }, at) =>
          carriedKinds.has(kind) &&
          !((kind === "realtime" || (kind === "forecast" && isOfData(clause, lower))) && isDeniedHere(at)),
      ),
    ];
  } else context.carried = [];
  if (window.direction?.op === "market") context.moved = window.direction;
  if (count === 0 && headGrowth(window, input)) window = freshWindow();
  assertLevel(input, count === 0 || window.direction !== null ? window : freshWindow());
  if (compared?.named === true && compared.subject !== null) context.company = compared.subject;
}
