/** 按市净率则相反, on P/B it is the other way round: a comparison that another measure turns; 走势相反: moves of opposite signs. */
import { claimsOf } from "../claims/claim-book.ts";
import { companiesIn, type Token } from "../tokens/token.ts";
import {
  type ComparisonInput,
  ownBefore,
  type Spot,
  stretchAfter,
  type Verdict,
} from "./comparison-sides.ts";
import { ownSigns, shownSigns, signsOfTwo } from "./mixed-moves.ts";

/** The operator of the word. */
export const oppositeOp = "opposite";

const ofMoves = /(?:走势|方向|走向|涨跌|表现|行情)[^,，。;；]{0,3}$/;
const ofFlows = /(?:流向|资金)[^,，。;；]{0,5}$/;
/** 结果相反: of what the text shows, whatever it is called. */
const ofShown = /(?:走势|方向|走向|涨跌|表现|行情|结果|情况|业绩|盈亏)[^,，。;；]{0,3}$/;
const reach = 12;

const signOf = (a: number, b: number): number => Math.sign(a - b);

/** The two companies spoken of, or null. */
function pairOf({ book }: ComparisonInput, flat: readonly Token[]): readonly [string, string] | null {
  const named = companiesIn(flat);
  const held = new Set(book.all.flatMap(({ company }) => (company === null ? [] : [company])));
  const [a, b, ...more] = named.size > 1 ? named : held;
  return a === undefined || b === undefined || more.length > 0 ? null : [a, b];
}

/** Which of the two has more of the measure; 0 where the claims do not tell. */
function orderOf(
  input: ComparisonInput,
  [a, b]: readonly [string, string],
  metrics: readonly string[],
): number {
  const [first, second] = [claimsOf(a, metrics, input.book), claimsOf(b, metrics, input.book)];
  const signs = new Set(first.flatMap(({ base }) => second.map((other) => signOf(base, other.base))));
  return signs.size === 1 ? ([...signs][0] ?? 0) : 0;
}

const isMeasure = ({ kind, op }: Token): boolean => kind === "metric" && !op.endsWith("verb");

/** True where the two measures rank the two companies the other way; as a turn of the speech (相反,…) it compares nothing. */
export function judgeOpposite(input: ComparisonInput, { flat, at }: Spot): Verdict {
  const own = ownBefore({ flat, at });
  const before = input.lower.slice(Math.max(0, (flat[at]?.start ?? 0) - reach), flat[at]?.start ?? 0);
  const pair = pairOf(input, flat);
  const last = flat.slice(0, at).findLast(isMeasure)?.metrics ?? input.start.metrics;
  const two = ofShown.test(before) ? signsOfTwo(input, { flat, at }) : null;
  if (two !== null) return two[0] !== 0 && two[0] === -(two[1] ?? 0) ? null : "comparison_false";
  const isOfFlows = ofFlows.test(before) || last.some((id) => input.flows.includes(id));
  if (ofFlows.test(before) || ofMoves.test(before)) {
    const [price, money] = (pair === null && ownSigns(input, { flat, at })) || [];
    if (price !== undefined) return price !== 0 && price === -(money ?? 0) ? null : "comparison_false";
    if (pair === null) return "comparison_unsupported";
    // 方向相反:比亚迪主力净流入…: of the flows, where no move of the prices is claimed.
    const isMoveHeld = input.changes.some((id) => input.book.of(id).length > 0);
    const metrics = isOfFlows || !isMoveHeld ? input.flows : input.changes;
    // 万华化学营收同比…,紫金矿业…,两家方向相反: of the one measure that is shown of both, where neither is claimed.
    const named = own.find(isMeasure)?.metrics ?? [];
    const shown =
      named.length > 0 || metrics.some((id) => input.book.of(id).length > 0)
        ? []
        : shownSigns(input, { flat, at });
    const [signs] = shown;
    if (signs !== undefined)
      return shown.length === 1 && signs.length === 2 && signs.includes(1) && signs.includes(-1)
        ? null
        : "comparison_false";
    const [a, b] = pair.map((each) => claimsOf(each, metrics, input.book).map(({ base }) => Math.sign(base)));
    if (a === undefined || b === undefined || a.length === 0 || b.length === 0)
      return "comparison_unsupported";
    return a.every((one) => b.every((other) => one === -other && one !== 0)) ? null : "comparison_false";
  }
  const after = stretchAfter({ flat, at });
  const measure = own.findLast(isMeasure) ?? (own.length === 0 ? undefined : after.find(isMeasure));
  if (measure === undefined) return null;
  const earlier = flat
    .slice(0, at - own.length)
    .findLast((each) => isMeasure(each) && each.metrics.join() !== measure.metrics.join());
  const other = earlier?.metrics ?? input.start.metrics;
  if (pair === null || other.length === 0 || other.join() === measure.metrics.join())
    return "comparison_unsupported";
  const [first, second] = [orderOf(input, pair, other), orderOf(input, pair, measure.metrics)];
  if (first === 0 || second === 0) return "comparison_unsupported";
  return first === -second ? null : "comparison_false";
}
