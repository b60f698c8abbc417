import { relativeHolds } from "../claims/calendar-match.ts";
import { isOfSplit, isSplit, judgeShownTimes } from "../over-time/comparisons.ts";
import { judgeExtremeOfTimes } from "../over-time/extremes.ts";
import { isEveryday } from "../tokens/comparisons/everyday-comparisons.ts";
import { placeOp } from "../tokens/readers/rank-words.ts";
import { isAll, isBetween } from "../tokens/readers/side-words.ts";
import type { Token } from "../tokens/token.ts";
import { adjectiveAt, besideAsked, isJudgedBefore, judgeBesideAsked, operatorOf } from "./adjectives.ts";
import { judgeTerms } from "./average-terms.ts";
import { judgeByChange } from "./beside-day-before.ts";
import { judgeBetween, judgeMiddle } from "./between.ts";
import {
  type ComparisonFault,
  type ComparisonInput,
  clauseEnd,
  deniedOp,
  flatOf,
  ofMagnitude,
  ownBefore,
  reversedOp,
  type Spot,
  stateAt,
  type Verdict,
} from "./comparison-sides.ts";
import { judgeBesideBefore, judgeElided, leftOfIt, leftUnsaid, unsaidRight } from "./elided-comparisons.ts";
import { judgeEqual, judgeSameMeasure, saysNoEquality } from "./equal-sides.ts";
import { judgeGradedNoun } from "./graded-nouns.ts";
import { holdsInReach, pointsToValues } from "./in-reach.ts";
import {
  isComparison,
  isMissing,
  isNotHad,
  isOnRecord,
  isVagueAnswer,
  isWeighed,
  saysOrder,
} from "./is-comparison.ts";
import { judgeLevelAround } from "./levels-around.ts";
import { alikeOp, judgeMixed, mixedOp } from "./mixed-moves.ts";
import {
  areFalls,
  judgeFallBesideUsers,
  judgeFurther,
  judgeFurtherThan,
  judgeMoveThan,
} from "./move-sizes.ts";
import { judgeOpening, laterOperand } from "./named-sides.ts";
import { isVery, judgeNear } from "./near.ts";
import { judgeOfEach } from "./of-each.ts";
import { holdsOnAll } from "./on-all-measures.ts";
import { asLoss, judge, judgeOwnBound, leftOperand, rightOperand } from "./operands.ts";
import { judgeOpposite, oppositeOp } from "./opposites.ts";
import { isLeadAlone, judgeFollowers, judgeOrder, judgePlace } from "./orders.ts";
import { judgePairs, judgeValuation } from "./paired-comparison.ts";
import {
  isActivity,
  isOutperformance,
  judgeActivity,
  judgeAskedPerformance,
  judgeOutperformance,
  judgePerformance,
} from "./performance.ts";
import { judgePost } from "./post-comparison.ts";
import { judgePace, judgeRates } from "./rates.ts";
import { judgeSeries } from "./series.ts";
import { judgeAdjective, judgeSuperlative } from "./superlatives.ts";
import { isNotSo, isOfAny, isUnmeasured } from "./unmeasured.ts";
import { judgeValued } from "./valuation.ts";
import { judgeWindows } from "./window-sides.ts";

/** 没有谁比贵州茅台更便宜: said of all. */
const nobody = /(?:没有?|无)(?:谁|人|哪[家只个]|一[家只个]|其他)[^,，。;；]{0,3}$/;

/** 比五粮液高: the adjective after the other side is the operator. */
function judgeThan(input: ComparisonInput, spot: Spot): Verdict {
  const { flat, at } = spot;
  const start = flat[at]?.start ?? 0;
  if (nobody.test(input.lower.slice(Math.max(0, start - 8), start))) return "comparison_unsupported";
  const end = clauseEnd(flat, at + 1);
  const stretch = flat.slice(at + 1, end);
  const graded = operatorOf(stretch, input.lower) ?? adjectiveAt(flat[end]);
  // 茅台不比汾酒高
  const isDenied = graded !== null && input.lower.charAt(start - 1) === "不";
  const adjective = isDenied ? deniedOp(graded) : graded;
  if (adjective === null && isJudgedBefore(input, spot)) return null;
  const ofRates = judgeRates(input, spot, adjective);
  if (ofRates !== undefined) return ofRates;
  const ofMove = adjective === null ? judgeMoveThan(input, spot) : undefined;
  if (ofMove !== undefined) return ofMove;
  const valuation = adjective === null ? undefined : judgeValuation(input, spot, adjective);
  if (valuation !== undefined) return valuation;
  const ofAsked = adjective === null ? undefined : judgeBesideAsked(input, spot, adjective);
  if (ofAsked !== undefined) return ofAsked;
  const right = rightOperand(input, spot);
  if (right === "open")
    return adjective !== null || stretch.some((each) => each.kind === "number")
      ? "comparison_unsupported"
      : null;
  if (adjective === null) return judgeGradedNoun(input, spot);
  if (right === null) return "comparison_unsupported";
  const op = ofSize(input, spot, adjective);
  const paired = judgePairs(input, spot, op);
  if (paired !== undefined) return paired;
  return judge(op, leftOperand(input, spot, right) ?? laterOperand(input, spot, right), right);
}

/** True for 更便宜 in 比招行更便宜: judged with the 比 before it. */
function isOfThan(flat: readonly Token[], at: number): boolean {
  let depth = 0;
  for (let i = at - 1; i >= 0; i--) {
    const { kind, op } = flat[i] ?? { kind: "text", op: "" };
    if (kind === "close") depth++;
    if (kind === "open") depth = Math.max(0, depth - 1);
    if (depth === 0 && (kind === "compare" || kind === "clause")) return op === "than";
  }
  return false;
}

/** The operator over the claims' values: of measures and numbers that leave the minus to their words the larger is the lower. */
const ofSize = (input: ComparisonInput, spot: Spot, op: string): string => {
  const said = ofMagnitude(op, spot);
  return said === op && areFalls(input, spot) ? reversedOp(op) : said;
};

/** 上周也在其上方: of a time that no claim is of. */
function isOfOtherTime({ book, now, previous }: ComparisonInput, { flat, at }: Spot): boolean {
  const own = ownBefore({ flat, at });
  if (!/^[<>]/.test(flat[at]?.op ?? "") || own.some(({ kind }) => kind === "number")) return false;
  // 跟昨天比: the other side.
  const times = own.filter(
    ({ kind, op }, i) =>
      kind === "relative" &&
      op !== "today" &&
      !/^(?:join|compare)$/.test(own[i - 1]?.kind ?? "") &&
      !/^[跟同与]$/.test(own[i - 1]?.op ?? ""),
  );
  const isHeld = (op: string): boolean =>
    book.all.some((entry) => relativeHolds(op, entry, now)) ||
    (["yesterday", "past"].includes(op) && previous.some((metric) => book.of(metric).length > 0));
  return times.some(({ op }) => !isHeld(op));
}

/** The two are the same: 20.50x and 20.50x; the same at 20.50x: what follows only shows the values. */
const isSaidOfBefore = ({ flat, at }: Spot): boolean => /^(?::|at)$/.test(flat[at + 1]?.op ?? "");

function judgeOne(input: ComparisonInput, spot: Spot, each: Token): Verdict {
  if (each.op.endsWith("series")) return judgeSeries(input, spot);
  if (each.kind === "compare" && (isOfOtherTime(input, spot) || isWeighed(each, input.lower)))
    return "comparison_unsupported";
  // 几乎持平
  if (each.op === "=" && isVery(each, input.lower) && !isNotSo(input, spot)) return judgeNear(input, spot);
  if (each.op === "=" && saysNoEquality(input, spot)) return null;
  const same = each.op === "=" ? judgeSameMeasure(input, spot) : undefined;
  if (same !== undefined) return same;
  if (each.op === "=" && isSaidOfBefore(spot)) {
    const equal = judgeEqual(input, spot);
    if (equal === "comparison_false" || equal === null) return equal;
  }
  if (isSplit(each)) return "comparison_unsupported";
  if (each.op === "than" && isOfSplit(spot)) return null;
  const ofWindows = each.kind === "compare" ? judgeWindows(input, spot) : undefined;
  if (ofWindows !== undefined) return ofWindows;
  if (each.op === "asc" || each.op === "desc") return judgeOrder(input, each);
  // Net outflows ranked: A…, B…
  const isRanked = input.lower.startsWith("ranked", each.start) && spot.flat[spot.at + 1]?.op === ":";
  if (isRanked) return judgeOrder(input, { ...each, op: "desc" });
  if (each.op === "second") return judgePlace(input, spot, 2);
  if (each.op === "middle") return judgeMiddle(input, spot);
  if (
    each.op === "record" &&
    (isNotHad(each, input.lower) ||
      isMissing(each, input.lower) ||
      isOnRecord(spot, input.lower) ||
      saysOrder(spot, input.lower))
  )
    return null;
  if (each.op === placeOp) return judgePlace(input, spot);
  const performance = judgeAskedPerformance(input, spot);
  if (performance !== undefined) return performance;
  const valued = judgeValued(input, spot);
  if (valued !== undefined) return valued;
  if (isVagueAnswer(spot)) return besideAsked(input, each.op) ?? null;
  if (each.op === "next") return judgeFollowers(input, spot);
  // 三只都相对抗跌: of one alone.
  if (each.op === ">move" && isAll(spot.flat[spot.at - 1] ?? each)) return "comparison_unsupported";
  if (each.kind === "superlative") return judgeSuperlative(input, spot);
  if (each.op === oppositeOp) return judgeOpposite(input, spot);
  if (each.op === mixedOp || each.op === alikeOp) return judgeMixed(input, spot);
  if (isOutperformance(each.op)) return judgeOutperformance(input, spot);
  if (isActivity(each.op)) return judgeActivity(input, spot);
  if (isBetween(each)) return judgeBetween(input, spot);
  const ofTerms = /^[<>]=?(?:post)?$/.test(each.op)
    ? judgeTerms(input, spot, each.op.replace("post", ""))
    : undefined;
  if (ofTerms !== undefined) return ofTerms;
  if (each.op.endsWith("post")) return judgePost(input, spot);
  if (each.op.endsWith("adj")) {
    if (isOfThan(spot.flat, spot.at) || isUnmeasured(input, spot)) return null;
    if (isOfAny(input, spot)) return null;
    const further = judgeFurther(input, spot, each.op.charAt(0));
    if (further !== undefined) return further;
    const opening = judgeOpening(input, spot);
    if (opening !== undefined) return opening;
    const besideBefore = judgeBesideBefore(input, spot);
    if (besideBefore !== undefined) return besideBefore;
    return judgeAdjective(input, spot);
  }
  if (each.op.endsWith("adjmove")) return judgeAdjective(input, spot);
  if (each.op.endsWith("pace")) return judgePace(input, spot);
  if (each.op === "than") return judgeThan(input, spot);
  if (/(?:perf|earn|spend)$/.test(each.op)) return judgePerformance(input, spot);
  // 1.57% lower than yesterday's close: the number is the change, its sign the word's.
  const before = spot.flat[spot.at - 1];
  const change = before === undefined ? undefined : input.settled.get(before)?.entry?.claim.metric;
  if (change !== undefined && input.changes.includes(change)) return null;
  if (isLeadAlone(input, spot)) return judgeAdjective(input, spot);
  const further = judgeFurtherThan(input, spot, each.op);
  if (further !== undefined) return further;
  const rates = judgeRates(input, spot, each.op);
  if (rates !== undefined) return rates;
  const elided = /^[<>]=?$/.test(each.op) ? judgeElided(input, spot, each.op) : undefined;
  if (elided !== undefined) return elided;
  if (each.op === "~") return judgeNear(input, spot);
  const ofAsked = /^[<>]$/.test(each.op) ? judgeBesideAsked(input, spot, each.op) : undefined;
  if (ofAsked !== undefined) return ofAsked;
  const right = unsaidRight(input, spot) ?? rightOperand(input, spot);
  const equal = right === "open" && each.op === "=" ? judgeEqual(input, spot) : undefined;
  if (equal !== undefined) return equal;
  // Nothing on the right: 招商银行持平 is said of its price, anything else of nothing that is claimed.
  if (right === "open")
    return each.op === "=" && judgeByChange(input, spot, false) === null ? null : "comparison_unsupported";
  if (right === null) return "comparison_unsupported";
  const op = ofSize(input, spot, each.op);
  const bound = judgeOwnBound(input, spot, op);
  if (bound !== undefined) return bound;
  const paired = judgePairs(input, spot, op);
  if (paired !== undefined) return paired;
  const left =
    leftOfIt(input, spot) ??
    leftOperand(input, spot, right) ??
    laterOperand(input, spot, right) ??
    leftUnsaid(input, spot);
  const besideUsers = judgeFallBesideUsers(input, spot, left, right);
  if (besideUsers !== undefined) return besideUsers;
  const loss = asLoss(input, spot, left, right);
  return loss === null ? judge(op, left, right) : judge(each.op, loss, right);
}

/** What has been told decides where the grammar of the sentence does not, and refuses what no way of reading it bears out. */
function judgeNamed(input: ComparisonInput, spot: Spot, each: Token): Verdict {
  const ofEach = judgeOfEach(input, spot);
  if (ofEach !== undefined) return ofEach;
  const around = judgeLevelAround(input, spot);
  if (around !== undefined) return around;
  const byChange = judgeByChange(input, spot);
  if (byChange !== undefined) return byChange;
  const ofExtreme = judgeExtremeOfTimes(input, spot);
  const ofTimes = ofExtreme === undefined ? judgeShownTimes(input, spot) : ofExtreme;
  if (ofTimes !== undefined) return ofTimes;
  const onAll = /^[<>](?:adj(?:move)?|said)$/.test(each.op)
    ? holdsOnAll(each.op.charAt(0), stateAt(input, spot).company, each, input, ownBefore(spot))
    : null;
  if (onAll !== null) return onAll ? null : "comparison_false";
  const told = holdsInReach(input, spot);
  if (isEveryday(each)) return told === false ? "comparison_false" : null;
  if (told != null && pointsToValues(input, spot)) return told ? null : "comparison_false";
  const reason = judgeOne(input, spot, each);
  if (told === false) return reason ?? "comparison_false";
  return reason === "comparison_unsupported" && told === true ? null : reason;
}

/** Judges every comparison word of the sentence over the claims. */
export function judgeComparisons(input: ComparisonInput): ComparisonFault[] {
  const flat = flatOf(input.sentence);
  return flat.flatMap((each, at) => {
    if (!isComparison(flat, at, input)) return [];
    const reason = judgeNamed(input, { flat, at }, each);
    return reason === null ? [] : [{ token: each, reason }];
  });
}
