import { type Bench, onlyNamed } from "../../bench.ts";
import { isBehindDenial, isDeniedInference } from "../../binding/denials.ts";
import type { Part } from "../../binding/part.ts";
import type { Assertion } from "../../binding/quantity.ts";
import { type BookClaim, claimsOf, pricesOf } from "../../claims/claim-book.ts";
import { holdsOnAll } from "../../comparing/on-all-measures.ts";
import { shownMoves } from "../../comparing/shown-moves.ts";
import { moveBefore } from "../../comparing/window-sides.ts";
import { checkMovesOverTime, wentBetween } from "../../over-time/moves.ts";
import { judgeHeadMove } from "../../question/head-moves.ts";
import { isAskedBefore, isAskedOnly } from "../../question/unanswered.ts";
import { isUsersLevelDenied, judgeBesideUsersPrice } from "../../question/users-levels.ts";
import { judgeBesideQuote } from "../../question/users-quotes.ts";
import { isAll } from "../../tokens/readers/side-words.ts";
import { type Clause, companiesIn, firstWhere } from "../../tokens/token.ts";
import { judgeComparative } from "../compared/comparatives.ts";
import { leftOut } from "../counts/tally-names.ts";
import { isBorneOutByValues } from "./by-values.ts";
import { isMissingGrowth } from "./growth.ts";
import { isOfOtherLosers, isUnknownLoss, judgeLossWidth } from "./losses.ts";
import { isOfNotAll, isOfOnlyOne, judgeMild } from "./mild-moves.ts";
import { checkReached } from "./moved-levels.ts";
import { judgeAtTime, judgeOnDays } from "./other-times.ts";
import { judgeMoneyLost } from "./signs-in-words.ts";

/** Words of direction that say more than its sign; without a number of their own nothing bears them out. */
const strong = /大涨|飙|暴|大跌|surge|plung|collaps|plummet|crash|crater|tumble|soar|rall|jump|sank|slid/;

const signsOfPairs = (of: readonly BookClaim[], than: readonly BookClaim[]): readonly number[] =>
  of.flatMap(({ base }) => than.map((other) => Math.sign(base - other.base)));

/** Which way the claims say that a company's price moved: by its changes, else by the price beside the previous close. */
export function moveSigns(company: string | null, bench: Bench): readonly number[] {
  const { book, input } = bench;
  const { changes, closes } = input.lexicon;
  const moves = claimsOf(company, [...shownMoves(bench), ...changes.amount], book);
  if (moves.length > 0) return moves.map(({ base }) => Math.sign(base));
  return signsOfPairs(pricesOf(company, book, input.lexicon), claimsOf(company, closes.previous, book));
}

/** Which way the measures grew, by the claims. */
export const growthSigns = (
  company: string | null,
  metrics: readonly string[],
  { book }: Bench,
): readonly number[] => claimsOf(company, metrics, book).map(({ base }) => Math.sign(base));

/** The same; what is plainly said of nobody named is said of all. */
const signsOfSaid = (
  { company, manner }: Assertion,
  metrics: readonly string[],
  bench: Bench,
): readonly number[] =>
  (company ?? bench.book.only) === null && manner === "plain"
    ? metrics.flatMap((metric) => bench.book.of(metric)).map(({ base }) => Math.sign(base))
    : growthSigns(company, metrics, bench);

/** The same; what is denied of nobody named (neither rose) is denied of all that the text names, each of which must have moved or not. */
function signsOfMoves({ company, manner }: Assertion, bench: Bench): readonly number[] {
  const owner = company ?? bench.book.only;
  if (owner !== null || manner !== "denied") return moveSigns(company, bench);
  const all = [...companiesIn(bench.input.tokens)].map((each) => moveSigns(each, bench));
  return all.length > 1 && all.every((each) => each.length > 0) ? all.flat() : [];
}

/** 高开: the open beside the previous close; 高走: the price, else the close, beside the open. */
function openingSigns(op: string, company: string | null, { book, input }: Bench): readonly number[] {
  const { opens, closes } = input.lexicon;
  const open = claimsOf(company, opens, book);
  if (op === "open") return signsOfPairs(open, claimsOf(company, closes.previous, book));
  return signsOfPairs(pricesOf(company, book, input.lexicon), open);
}

/** ROE is higher: than that of the others that the claims hold; in a sentence that shows it of two times, than it was. */
function isBorneOutByRank(
  { company, sign, metrics }: Assertion,
  part: Part,
  { book, settled }: Bench,
): boolean {
  const all = (metrics ?? []).flatMap((metric) => book.of(metric));
  const own = all.filter((entry) => entry.company === (company ?? book.only));
  const others = all.filter((entry) => !own.includes(entry));
  if (own.length === 0 || others.length === 0) return false;
  const shown = new Set(part.sentence.tokens.map((each) => settled.get(each)?.entry));
  const days = new Set(own.filter((entry) => shown.has(entry)).map(({ asOf }) => asOf.day));
  if (days.size > 1 && !others.some((entry) => shown.has(entry))) return false;
  return own.every((a) => others.every((b) => Math.sign(a.base - b.base) === sign));
}

function isBorneOut(assertion: Assertion, part: Part, bench: Bench): boolean {
  const { token, company, sign, manner, grown = [] } = assertion;
  // 营收同比增速: of the measure of growth itself.
  const metrics = assertion.metrics?.length === 0 ? bench.input.lexicon.grownOf(grown) : assertion.metrics;
  if (manner === "rank") return isBorneOutByRank(assertion, part, bench);
  const isOpening = token.op === "open" || token.op === "sinceOpen";
  const ofStretch = isOpening ? null : moveOverStretch(assertion, part, bench);
  if (ofStretch !== null) return (Math.sign(ofStretch.base) === sign) !== manner.endsWith("enied");
  const signs = isOpening
    ? openingSigns(token.op, company, bench)
    : metrics === null
      ? signsOfMoves(assertion, bench)
      : signsOfSaid(assertion, metrics, bench);
  if (manner === "knownDenied") return signs.every((each) => each !== sign);
  if (manner === "denied")
    return (
      (signs.length > 0 && signs.every((each) => each !== sign)) ||
      isUsersLevelDenied(assertion, part, bench) ||
      (signs.length === 0 && wentBetween({ ...assertion, sign: -sign }, bench))
    );
  if (signs.every((each) => each === sign) && (signs.length > 0 || manner === "known")) return true;
  if (metrics !== null && wentBetween(assertion, bench)) return true;
  if (isOpening || metrics !== null) return false;
  if (manner === "afterOpen") {
    const since = openingSigns("sinceOpen", company, bench);
    if (since.length > 0 && since.every((each) => each === sign)) return true;
  }
  return false;
}

/** 60日的跌幅, the 60-day drop: the move over the stretch that is named right before it. */
function moveOverStretch({ token, company }: Assertion, part: Part, { book, settled, input }: Bench) {
  const clause = clauseOf(part, token.start) ?? [];
  const before = clause.slice(0, longestClause).filter(({ start }) => start < token.start);
  if (before.some(({ kind }) => kind === "number")) return null;
  const { lexicon, lower } = input;
  return moveBefore(before, company ?? book.only, { settled, book, lower, keysOf: lexicon.keysOf });
}

/** The clause that holds the place, by halving: 跌到 is read as another token than the 跌 that was seen. */
const clauseOf = ({ sentence: { clauses } }: Part, start: number): Clause | undefined =>
  clauses[firstWhere(clauses.length, (at) => (clauses[at]?.at(-1)?.start ?? -1) >= start)];

const leavesOut = /外|除|(?<![a-z])(?:except|but|save|apart|aside|other|excluding)(?![a-z])/;
const leavingReach = 60;
const longestClause = 120;

/** 除五粮液外均上涨: said of all but it, and judged with them. */
function isLeftOut({ token, company }: Assertion, clause: Clause, lower: string): boolean {
  if (!leavesOut.test(lower.slice(Math.max(0, token.start - leavingReach), token.start))) return false;
  if (clause.length > longestClause) return false;
  const at = clause.findIndex(({ start }) => start === token.start);
  const isOfAll = company !== null && clause.slice(0, Math.max(0, at)).some(isAll);
  return isOfAll && leftOut(clause, at, lower).includes(company);
}

const losing = /^(?:净?亏|赔)|^(?:lost|loses|losing) money|^(?:net )?loss/;
const caution =
  /(?:注意|留意|警惕|防范|小心|当心|提防|防止|规避|谨防|提示)(?:股价|价格|市场|短期|短线|潜在|可能|高位|技术性?|的)*$/;

/** 留意回调风险: what is warned of has not been said to have happened. */
const isRiskOf = ({ start, end }: Assertion["token"], lower: string): boolean =>
  !strong.test(lower.slice(start, end)) &&
  /^的?风险(?!加大|上升|已|正|显现|暴露|释放)/.test(lower.slice(end, end + 6)) &&
  caution.test(lower.slice(Math.max(0, start - 14), start));

const why =
  /(?:为什么|为何|为啥|何时|什么时候|(?<![a-z])(?:why|when|what made|how far|how much))[^,，.。;；]{0,24}$/;

/** 没有查到下跌原因, can't say why it fell: what is not known is the reason. */
const isReasonAsked = ({ start, end }: Assertion["token"], lower: string): boolean =>
  /^的?(?:原因|理由|缘由)/.test(lower.slice(end, end + 4)) ||
  why.test(lower.slice(Math.max(0, start - 40), start));

const ofDays =
  /^(?:连日来|近来|近日|近期|近几[日天周]|最近几[日天周]|这几[日天]|近几个(?:交易日|月)|这段时间|这阵子|every (?:day|week|month|quarter)|each day|once a (?:day|week|month|quarter|year))$/;
const ofStretch = /\d+_?d(?![a-z])|week|month|ytd|year/;

/** 连日来持续上涨: of several days, of which the claims hold no move. */
function isOfUnknownDays(
  { token, company, metrics }: Assertion,
  clause: Clause,
  { book, input }: Bench,
): boolean {
  if (metrics !== null || token.op === "open") return false;
  const isSaid = clause.some(
    ({ kind, start, end }) =>
      kind === "window" && end <= token.start && ofDays.test(input.lower.slice(start, end)),
  );
  if (!isSaid) return false;
  const owner = company ?? book.only;
  return !book.all.some(
    (each) =>
      each.company === owner && (each.claim.window !== undefined || ofStretch.test(each.claim.metric)),
  );
}

/** What is said of the move by the words around it, rather than by its sign: true or false where that is all there is to judge. */
const judges: readonly ((said: Assertion, clause: Clause, part: Part, bench: Bench) => boolean | null)[] = [
  (said, clause, _, bench) => judgeOnDays(said, clause, bench),
  (said, clause, _, bench) => (judgeAtTime(said, clause, bench) === false ? false : null),
  ({ token }, _, __, { input: { lower } }) => isUnknownLoss(token, lower) || null,
  judgeHeadMove,
  ({ token }, clause, _, { input: { lower } }) =>
    isOfNotAll(token, clause, lower) || isOfOnlyOne(token, clause, lower) || null,
  ({ token, company }, _, __, bench) =>
    judgeMild(token, company ?? onlyNamed(bench) ?? bench.book.only, bench),
  ({ token: { start, end } }, clause, _, { input: { lower } }) =>
    losing.test(lower.slice(start, end + 8)) && isOfOtherLosers(clause, lower) ? false : null,
  (said, _, part, bench) => judgeMoneyLost(said, part, bench),
  ({ token, company, manner }, _, __, { settled, input }) =>
    token.op !== "comparative" || manner === "denied"
      ? null
      : holdsOnAll(token.sign < 0 ? "<" : ">", company, token, { settled, lower: input.lower }),
  (said, _, part, bench) => judgeComparative(said, part, bench) ?? judgeLossWidth(said.token, part, bench),
];

/** The move is asked, denied of another thing or only a name: nothing is said that the claims would have to bear out. */
const isUnsaid = (said: Assertion, clause: Clause, { sentence }: Part, { input }: Bench): boolean =>
  isLeftOut(said, clause, input.lower) ||
  isDeniedInference(clause, said.token, input.lower) ||
  isRiskOf(said.token, input.lower) ||
  isMissingGrowth(said.token, input.lower) ||
  isAskedOnly(clause, said.token, sentence, input);

/** The claims bear out the move, of the day or beside the user's number. */
function isMoveTrue(said: Assertion, clause: Clause, part: Part, bench: Bench): boolean {
  const { token } = said;
  const { lower } = bench.input;
  const beside = judgeBesideUsersPrice(said, part, bench);
  const quote = judgeBesideQuote(token, part, bench);
  const isLong = clause.length > longestClause;
  const isKnown = isLong || !isOfUnknownDays(said, clause, bench);
  if (isKnown && beside !== false && quote !== false && !strong.test(lower.slice(token.start, token.end))) {
    // 不代表下跌已经结束 denies that it has ended, cannot say whether it fell that it is known: neither that it fell.
    const isOfOther =
      said.manner === "denied" &&
      (isLong ||
        isBehindDenial(clause, token, lower) ||
        isAskedBefore(clause, token) ||
        isReasonAsked(token, lower));
    const own: Assertion = isOfOther ? { ...said, manner: "plain" } : said;
    if (judgeAtTime(said, clause, bench) === true || isBorneOut(own, part, bench)) return true;
  }
  return quote === true || beside === true || isUnsaid(said, clause, part, bench);
}

/** Every direction that is said without a number of its own is what the claims say. */
export function checkAssertions(part: Part, bench: Bench, defined: readonly Clause[]): void {
  const overTime = checkMovesOverTime(part, bench);
  checkReached(part, bench);
  for (const said of part.bound.assertions) {
    if (bench.judged.has(said.token) || overTime.has(said.token.start)) continue;
    const clause = clauseOf(part, said.token.start) ?? [];
    if (defined.includes(clause) || bench.isFact(clause)) continue;
    let verdict: boolean | null = null;
    for (const judge of judges) verdict ??= judge(said, clause, part, bench);
    if (
      !(verdict ?? (isMoveTrue(said, clause, part, bench) || isBorneOutByValues(said, clause, part, bench)))
    )
      bench.report(said.token, "direction_unsupported");
  }
}
