/** more revenue than Gree, a wider swing than the 3.02% amplitude at Kingsoft Office: the word of size stands before a noun for what is compared. */
import { claimsOf } from "../claims/claim-book.ts";
import { kindsOf, type Token } from "../tokens/token.ts";
import {
  type ComparisonInput,
  ofMagnitude,
  operandOf,
  type Spot,
  settledOperand,
  stretchAfter,
  type Verdict,
} from "./comparison-sides.ts";
import { judge } from "./operands.ts";

const more = /^(?:more|greater|heavier)$/;
const less = /^(?:less|fewer|lighter)$/;
/** How far before "than" the word may stand, in tokens. */
const farthest = 14;
/** More money traded, heavier trading: what changed hands. */
const traded = /^(?:trading|traded|money|shares|stock|lots|activity|changed|hands)$/;
const between = kindsOf("fill metric company open close number clause approximate");
const denied = /(?:(?<![a-z])(?:no|not|never|hardly|scarcely|barely)|n't) $/;
const nounReach = 8;

/** The measures of the noun: those that it names, else what the text shows of what changed hands; null where it says something else. */
function measuresOfNoun(
  { settled, activity }: ComparisonInput,
  own: readonly Token[],
  flat: readonly Token[],
): readonly string[] | null {
  const isKnown = own.every(({ kind, op }) => between.has(kind) || traded.test(op));
  const named = own.find(({ kind }) => kind === "metric");
  if (!isKnown || named !== undefined) return isKnown ? (named?.metrics ?? null) : null;
  const shown = flat.flatMap((each) => settled.get(each)?.entry ?? []).map(({ claim }) => claim.metric);
  const isTraded = own.some(({ op }) => traded.test(op));
  return isTraded ? shown.filter((metric) => activity.includes(metric)).slice(0, 1) : null;
}

/** More turnover in Moutai than in Wuliangye: each company's claims of the noun. */
function judgeMoreOf(input: ComparisonInput, { flat, at }: Spot): Verdict | undefined {
  const near = flat.slice(Math.max(0, at - farthest), at);
  const from = near.findLastIndex(({ kind, op }) => kind === "text" && (more.test(op) || less.test(op)));
  const grade = near[from];
  const other = flat.slice(at + 1, at + 4).find(({ kind }) => kind !== "fill");
  // traded more than BYD: told by its own word.
  if (near.at(-1)?.op.endsWith("active") === true && other?.kind === "company") return null;
  if (grade === undefined || other?.kind !== "company") return undefined;
  if (denied.test(input.lower.slice(Math.max(0, grade.start - nounReach), grade.start))) return undefined;
  const company = flat.slice(0, at).findLast(({ kind }) => kind === "company");
  const noun = near.slice(from + 1);
  const metrics = measuresOfNoun(input, noun, flat);
  if (metrics === null || company === undefined) return undefined;
  const op = ofMagnitude(more.test(grade.op) ? ">" : "<", { flat, at });
  const [left, right] = [company, other].map((each) => operandOf(claimsOf(each.op, metrics, input.book)));
  return judge(op, left ?? null, right ?? null);
}

/** an amplitude of 5.87%, a wider swing than the 3.02% amplitude at Kingsoft Office: two values of one measure, and a noun for it. */
export function judgeGradedNoun(input: ComparisonInput, { flat, at }: Spot): Verdict {
  const ofNoun = judgeMoreOf(input, { flat, at });
  if (ofNoun !== undefined) return ofNoun;
  const { settled, lower } = input;
  const [grade, noun] = flat.slice(Math.max(0, at - 2), at);
  const isGraded = grade !== undefined && /^[<>]adj$/.test(grade.op) && noun?.kind === "text";
  if (!isGraded || !/(?:^| )a [a-z]+(?: [a-z]+)?$/.test(lower.slice(Math.max(0, grade.start - 3), grade.end)))
    return "comparison_unsupported";
  const [right] = stretchAfter({ flat, at }).flatMap((each) => settled.get(each) ?? []);
  const left = flat
    .slice(0, at)
    .flatMap((each) => settled.get(each) ?? [])
    .at(-1);
  if (left?.entry == null || right?.entry == null) return "comparison_unsupported";
  const isPair =
    left.entry.claim.metric === right.entry.claim.metric && left.entry.company !== right.entry.company;
  return isPair
    ? judge(grade.op.charAt(0), settledOperand(left), settledOperand(right))
    : "comparison_unsupported";
}
