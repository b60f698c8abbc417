import { type ClaimBook, claimsOf } from "../claims/claim-book.ts";
import { companiesIn, type Token, upTo } from "../tokens/token.ts";
import { isUnclaimedMove } from "./adjectives.ts";
import {
  type ComparisonInput,
  clauseStart,
  holds,
  ofMagnitude,
  ownBefore,
  reversedOp,
  type Spot,
  stateAt,
  stretchAfter,
  type Verdict,
} from "./comparison-sides.ts";
import { judgeLevels } from "./levels.ts";
import { areTold } from "./move-sizes.ts";
import { listedBefore } from "./near.ts";
import { isOfSector, isOfSomethingElse, isOverTime, judgeUnmeasured } from "./unmeasured.ts";
import { judgeValuationAlone } from "./valuation.ts";

/** 更高: higher than the one other company that the claims speak of. */
export function judgeAdjective(input: ComparisonInput, spot: Spot): Verdict {
  const valuation = judgeValuationAlone(input, spot, (spot.flat[spot.at]?.op ?? "").charAt(0));
  if (valuation !== undefined) return valuation;
  const ofFall = judgeBiggerFall(input, spot);
  if (ofFall !== undefined) return ofFall;
  const word = spot.flat[spot.at]?.op ?? "";
  // 波动较小: nothing that is measured here.
  if (!spot.flat.some((each) => each.kind === "metric" || each.kind === "number")) {
    if (isStrength(input, spot)) return judgeStrength(input, spot);
    const ofMoves = word.endsWith("move") ? judgeStrength(input, spot) : null;
    return ofMoves ?? judgeAsAsked(input, spot) ?? judgeUnmeasured(input, spot);
  }
  const [company, metrics] = subject(input, spot);
  const later = spot.flat.slice(spot.at).find((each) => each.kind === "metric");
  const by = spot.flat.findIndex(({ op }, i) => i > spot.at && op === "by");
  const own = by < 0 || by > spot.at + farthestBy ? undefined : spot.flat[by + 1];
  const named =
    own?.kind === "metric"
      ? own.metrics
      : metrics.length > 0
        ? metrics
        : (later?.metrics ?? metricAfter(input, spot));
  const spokenOf = word.endsWith("move") ? ofMove(metrics, input) : spokenPrice(input, spot, company, named);
  const of = isUnclaimedMove(input, spot, spokenOf) ? input.changes : spokenOf;
  const said = ofMagnitude(word.charAt(0), spot);
  // had the larger loss
  const isFall = later !== undefined && later === spot.flat[spot.at + 1] && later.sign < 0;
  const isBySize = isFall || isOfSizes(input, spot, of);
  const op = isBySize && said === word.charAt(0) ? reversedOp(said) : said;
  // 其中MA60更高: than the other averages.
  const ofLevels = op === ">" || op === "<" ? judgeLevels(input, spot, op) : undefined;
  if (ofLevels !== undefined) return ofLevels;
  const listed = later === undefined ? listedBefore(input, spot) : [];
  if (listed.length > 1 && !word.endsWith("move"))
    return (
      listed.map((id) => judgeExtreme(op, company, [id], input.book)).find((each) => each !== null) ?? null
    );
  return judgeExtreme(word.endsWith("move") ? word.charAt(0) : op, company, of, input.book);
}

const sizeWord = /[大小多少高低深浅猛狠]|large|small|big|more|less|great|high|low|most|least/;

/** net outflow was 128.73 million at A and 53.12 million at B, A the larger: of falls that the text has told by their size. */
function isOfSizes(input: ComparisonInput, spot: Spot, of: readonly string[]): boolean {
  const { start = 0, end = 0 } = spot.flat[spot.at] ?? {};
  const isOfValue = ({ kind, sign, op }: Token) => kind === "metric" && sign === 0 && !op.endsWith("verb");
  return (
    sizeWord.test(input.lower.slice(start, end)) && !ownBefore(spot).some(isOfValue) && areTold(input, of)
  );
}

/** Tokens from an adjective to the "by" of its measure: the larger of the two by revenue. */
const farthestBy = 5;

/** had the bigger fall: of how the prices moved, the larger the lower. */
function judgeBiggerFall(input: ComparisonInput, spot: Spot): Verdict | undefined {
  const word = spot.flat[spot.at]?.op ?? "";
  const fall = spot.flat[spot.at + 1];
  if (fall?.kind !== "direction" || fall.op !== "market" || fall.sign === 0 || !/^[<>]adj$/.test(word))
    return undefined;
  const op = fall.sign < 0 ? reversedOp(word.charAt(0)) : word.charAt(0);
  const company = subject(input, spot)[0];
  return judgeExtreme(op, company, input.changes, input.book);
}

/** 单看股价,贵州茅台更高: the close, where the claims hold no price now. */
function spokenPrice(
  { book, priced, closed, lower }: ComparisonInput,
  { flat, at }: Spot,
  company: string | null,
  named: readonly string[],
): readonly string[] {
  const said = flat.slice(0, at).findLast(({ kind }) => kind === "metric");
  const isSpoken =
    said !== undefined && /^(?:股价|价格|share price|stock price)$/.test(lower.slice(said.start, said.end));
  const hasNone = named.every(
    (id) => priced.includes(id) && !book.of(id).some((entry) => entry.company === company),
  );
  return isSpoken && hasNone ? closed : named;
}

const isStrength = ({ lower }: ComparisonInput, { flat, at }: Spot): boolean =>
  /^(?:(?:表现|走势)?[更较][强弱好差佳]|跑得|did |fared |performed |held |came |had )/.test(
    lower.slice(flat[at]?.start ?? 0, flat[at]?.end ?? 0),
  );

/** 招行表现更强, 老窖更强一些: of how the prices moved, where the claims have that of several; null where it is true. */
function judgeStrength(input: ComparisonInput, spot: Spot): Verdict {
  const { flat, at } = spot;
  const own = ownBefore(spot);
  const named = own.findLast(({ kind }) => kind === "company");
  const held = new Set(input.changes.flatMap((id) => input.book.of(id)).map(({ company }) => company));
  if (named === undefined || held.size < 2) return null;
  return judgeExtreme((flat[at]?.op ?? "").charAt(0), named.op, input.changes, input.book);
}

/** 招商银行更高: of the measure that was asked for, else of the one said last before; null where it is said of no company alone. */
function judgeAsAsked(input: ComparisonInput, spot: Spot): Verdict {
  const { flat, at } = spot;
  const own = ownBefore(spot);
  const isOfCompany =
    own.some(({ kind }) => kind === "company") &&
    own.every(({ kind, op }) => plain.has(kind) || op === "其" || op === "中");
  const op = flat[at]?.op ?? "";
  if (!isOfCompany || op.endsWith("move")) return null;
  const { company, metrics: said } = stateAt(input, spot);
  const { metrics } = input.asked;
  const of = metrics.length > 0 ? metrics : said.length > 0 ? said : input.start.metrics;
  const isOfSize = /[大小多少]$/.test(input.lower.slice(flat[at]?.start ?? 0, flat[at]?.end ?? 0));
  const all = of.flatMap((id) => input.book.of(id));
  const areFalls = all.length > 0 && all.every(({ base }) => base < 0);
  const sign = op.charAt(0);
  return judgeExtreme(isOfSize && areFalls ? reversedOp(sign) : sign, company, of, input.book);
}

const plain: ReadonlySet<string> = new Set(["company", "fill", "clause", "join", "open", "close"]);

/** CMB is the larger of the two: RMB 1.05 trillion versus…: what the next number is of. */
function metricAfter({ settled }: ComparisonInput, { flat, at }: Spot): readonly string[] {
  const entry = flat.slice(at).flatMap((each) => settled.get(each) ?? [])[0]?.entry;
  if (entry != null || flat.some(({ kind }) => kind === "number"))
    return entry == null ? [] : [entry.claim.metric];
  // ICBC is the largest of the three. Market caps: …
  const end = flat.at(-1)?.end ?? 0;
  const next = [...settled.values()].find(({ quantity: { token } }) => token.start >= end)?.entry;
  return next == null ? [] : [next.claim.metric];
}

/** The company's claims against all others'; of one company on several days, the value `said` against those of the other days. */
function judgeExtreme(
  op: string,
  company: string | null,
  metrics: readonly string[],
  book: ClaimBook,
  said?: number,
) {
  const all = metrics.flatMap((metric) => book.of(metric));
  const own = all.filter((entry) => entry.company === company);
  const others = all.filter((entry) => entry.company !== company);
  if (own.length > 1 && said !== undefined)
    return own.every((b) => b.base === said || holds(op, said, b.base))
      ? null
      : ("comparison_false" as const);
  if (own.length === 0 || others.length === 0) return "comparison_unsupported" as const;
  return own.every((a) => others.every((b) => holds(op, a.base, b.base)))
    ? null
    : ("comparison_false" as const);
}

/** 表现最好 is said of how the prices moved, unless a measure of something else was named. */
const ofMove = (metrics: readonly string[], { priceLike, changes }: ComparisonInput): readonly string[] =>
  metrics.length === 0 || metrics.some((metric) => priceLike.has(metric)) ? changes : metrics;

/** 涨得最多, fell the most: the direction that stands with the superlative. */
const moveBefore = ({ flat, at }: Spot): Token | undefined =>
  flat
    .slice(Math.max(0, at - 2), at)
    .findLast(({ kind, op, sign }) => kind === "direction" && sign !== 0 && op !== "growth");

/** 山西汾酒跌得最多,贵州茅台最少: the move of the superlative before, where the clause names neither a move nor a measure. */
function sharedMove({ flat, at }: Spot): Token | undefined {
  const from = clauseStart(flat, at);
  const own = ownBefore({ flat, at });
  const rank = flat.slice(0, from).findLastIndex(({ kind }) => kind === "superlative");
  if (rank < 0 || !own.every(({ kind }) => plain.has(kind))) return undefined;
  const isOther = flat.slice(rank + 1, from).some(({ kind }) => kind === "metric");
  return isOther ? undefined : moveBefore({ flat, at: rank });
}

/** 营收降幅最大: how the measure grew, not the measure. */
const growthBefore = ({ flat, at }: Spot): Token | undefined =>
  flat
    .slice(Math.max(0, at - 2), at)
    .findLast(({ kind, op, sign }) => kind === "direction" && sign !== 0 && op === "growth");

/** 市盈率最高的是茅台, 茅台的市盈率最高: true over the claims, and said of nothing wider. */
export function judgeSuperlative(input: ComparisonInput, spot: Spot): Verdict {
  const { flat, at } = spot;
  const measure = flat.slice(0, at).findLast((each) => each.kind === "metric");
  const own = flat[at]?.op ?? "";
  // The best performer was Moutai; the worst was BYD: of the same moves.
  const isBare = /^(?:best|worst)$/.test(input.lower.slice(flat[at]?.start ?? 0, flat[at]?.end ?? 0));
  const isOfMoves =
    ((flat[at - 1]?.op === "the" && flat[at + 1]?.kind === "fill") ||
      // Laojiao did best and Wuliangye worst.
      (isBare && flat[at - 1]?.kind === "company")) &&
    flat
      .slice(0, at)
      .findLast(({ kind }) => kind === "superlative" || kind === "metric")
      ?.op.endsWith("move") === true;
  const said = isOfMoves && /^[<>]$/.test(own) ? `${own}move` : own;
  const word = said.endsWith("move") ? said.charAt(0) : said;
  const shared = moveBefore(spot) === undefined ? sharedMove(spot) : undefined;
  const move = moveBefore(spot) ?? shared;
  const growth = growthBefore(spot);
  // 跌幅最大 is the lowest change, 净流出最多 the lowest inflow.
  const next = flat[at + 1];
  // the largest net outflow
  const behind = next?.kind === "metric" && next.sign !== 0 ? next : measure;
  const isReversed = said === word && (move?.sign ?? growth?.sign ?? behind?.sign) === -1;
  const op = isReversed ? reversedOp(word) : word;
  if (
    op === "record" ||
    flat.some((each) => each.kind === "scope" || each.kind === "window" || each.kind === "entity")
  )
    return "comparison_unsupported";
  if (isOfSomethingElse(flat, at) || isOfSector(input, spot)) return "comparison_unsupported";
  const following = stretchAfter(spot).find((each) => each.kind === "number");
  const before = flat.slice(0, at).findLast((each) => each.kind === "number" || each.kind === "clause");
  const number = following ?? (before?.kind === "number" ? before : undefined);
  const named = companiesIn(flat);
  const isOfDays = named.size <= 1 && !flat.some((each) => each.kind === "count");
  const value = number === undefined || !isOfDays ? undefined : input.settled.get(number)?.base;
  const ofLevels = op === ">" || op === "<" ? judgeLevels(input, spot, op) : undefined;
  if (ofLevels !== undefined) return ofLevels;
  const [company, metrics] = subject(input, spot);
  const of =
    move?.op === "loss"
      ? metrics.length > 0
        ? metrics
        : input.flows
      : move !== undefined
        ? input.changes
        : growth !== undefined
          ? input.grownOf(metrics.length > 0 ? metrics : metricAfter(input, spot))
          : said === word
            ? metrics.length > 0
              ? metrics
              : input.asked.metrics.length > 0
                ? input.asked.metrics
                : metricAfter(input, spot)
            : ofMove(metrics, input);
  // 泸州老窖跌得最多,茅台最少: it fell too.
  const isStill = (id: string) =>
    claimsOf(company, [id], input.book).every(({ base }) => Math.sign(base) === shared?.sign);
  if (shared !== undefined && !of.every(isStill)) return "comparison_false";
  const spoken = flat[at];
  const isOfDay = of.some((metric) => input.priceLike.has(metric) || input.changes.includes(metric));
  if (spoken !== undefined && isOverTime(spoken, isOfDay, input.lower)) return "comparison_unsupported";
  const isBySize = op === own && isOfSizes(input, spot, of);
  return judgeExtreme(isBySize ? reversedOp(op) : op, company, of, input.book, value);
}

/** Whom and what a superlative is said of: named before it, or after it (最高的是茅台, the highest P/E). */
function subject(input: ComparisonInput, spot: Spot): [company: string | null, metrics: readonly string[]] {
  const { flat, at } = spot;
  const stretch = stretchAfter(spot);
  const state = stateAt(input, spot);
  // Highest of the three: China Merchants Bank
  const colon = flat.findIndex(({ kind, op }, i) => i > at && (kind === "clause" || op === ":"));
  const listed = flat[colon]?.op === ":" ? flat[colon + 1] : undefined;
  const isNamedBefore = ownBefore(spot).some(({ kind }) => kind === "company");
  // Ping An comes out ahead: its ROE is 7.42%, against 6.88% for CMB: what the colon opens names no other subject.
  const link = isNamedBefore ? upTo(stretch, ({ op }) => op === ":") : stretch;
  const isAfter = link.some((each) => each.kind === "fill" && ["是", "为", "is", "was"].includes(each.op));
  const after = stretch.find((each) => each.kind === "company");
  // 最高的泸州老窖
  const [of, owner] = stretch;
  const isNamed = of?.op === "的" && owner?.kind === "company" && !isAfter;
  const isHead =
    listed?.kind === "company" &&
    !isNamedBefore &&
    !flat.slice(at, colon).some(({ kind }) => kind === "company");
  const company = isHead ? listed.op : (isAfter || isNamed) && after !== undefined ? after.op : state.company;
  const named = flat.slice(0, at).findLast((each) => each.kind === "metric");
  const metric = stretch.find((each) => each.kind === "metric");
  // trades at the lowest P/E, sits at the lowest, 13.02x: the verb is of no measure where one follows.
  const isVerb = named?.op.endsWith("verb") === true;
  const following = metric?.metrics ?? (isVerb ? metricAfter(input, spot) : []);
  // Hengrui the higher gross margin, WuXi AppTec the higher ROE: what the word stands right before.
  const isOwn = metric !== undefined && metric === stretch[0] && metric.start === (flat[at]?.end ?? 0) + 1;
  const isOpen = named === undefined || isVerb || isOwn;
  return [company, isOpen && following.length > 0 ? following : state.metrics];
}
