/** To repeat: 31.03 against 30.98. 103.77元低于20日均线105.26元(akshare): two numbers set side by side, of which the text has shown one or both. */

import type { Bench, Match } from "../../bench.ts";
import { type Marks, unmarked } from "../../binding/cites/attribution.ts";
import type { Part } from "../../binding/part.ts";
import type { Quantity } from "../../binding/quantity.ts";
import { type Clause, kindsOf, type Token } from "../../tokens/token.ts";

const longest = 60;
const longestLead = 48;
/** Numbers before that may be told again; more are no prose, and the limit keeps the work linear. */
const reach = 12;
const isNumber = ({ kind }: Token): boolean => kind === "number";
const isSame = (a: Quantity, b: Quantity): boolean => a.company === b.company && keyOf(a) === keyOf(b);

/** The clause is A against B and no more, and the text has told A and then B, one right after the other. */
export function isRestatedPair(
  quantity: Quantity,
  clause: Clause,
  { bound }: Part,
  before: readonly Match[],
  lower: string,
): boolean {
  const at = clause.findIndex(isNumber);
  const [first, join, second, ...more] = clause.slice(Math.max(0, at));
  if (
    join?.kind !== "join" ||
    !/^(?:versus|beside)$/.test(join.op) ||
    second === undefined ||
    more.length > 0
  )
    return false;
  const [from, to] = [clause[0]?.start ?? 0, first?.start ?? 0];
  if (to - from > longestLead || lower.slice(from, to).replace(plainWords, "") !== "") return false;
  const own = bound.quantities.slice(-longest);
  const [a, b] = [first, second].map((side) => own.find(({ token }) => token === side));
  if (a === undefined || b === undefined || (quantity.token !== first && quantity.token !== second))
    return false;
  return before.some((each, i) => {
    const next = before[i + 1];
    return next !== undefined && isSame(each.quantity, a) && isSame(next.quantity, b);
  });
}

const ofCite = kindsOf("source date time clause sourceMark fill");
const ofBoth = /[均都共皆]|(?<![a-z])(?:both|all|each)(?![a-z])/;

/** The sources, dates and times that stand with the number itself, but for a cite of the number that it is compared with. */
export function ownMarks(quantity: Quantity, part: Part, bench: Bench): Marks {
  const marks = part.coverage.direct.get(quantity.token) ?? unmarked;
  return marks.sources.length > 0 && isCiteOfOther(quantity, part, bench) ? unmarked : marks;
}

/** The cite in brackets is that of the number it follows, to which one is compared that was told with a cite of its own before. */
function isCiteOfOther(quantity: Quantity, part: Part, { matches, input: { lower } }: Bench): boolean {
  const isTold = ({ quantity: told, marks, part: before }: Match): boolean =>
    before !== part && marks.sources.length > 0 && marks.dates.length > 0 && isSame(told, quantity);
  const { tokens } = part.sentence;
  if (tokens.length > longest || !matches.slice(-reach).some(isTold)) return false;
  const at = tokens.indexOf(quantity.token);
  const next = tokens.findIndex((each, i) => i > at && isNumber(each));
  const close = tokens.findIndex(({ kind }, i) => i > next && kind === "close");
  const [open, behind] = [tokens[next + 1], tokens[close + 1]];
  if (next < 0 || close < 0 || open?.kind !== "open") return false;
  const isCompared =
    tokens
      .slice(at, next)
      .some(({ kind, op }) => kind === "compare" || (kind === "vague" && /^[<>]$/.test(op))) ||
    (behind?.kind === "compare" && behind.op.endsWith("post"));
  const isCited = tokens.slice(0, next).some(({ kind }) => kind === "source" || kind === "date");
  const cite = tokens.slice(next + 2, close);
  return (
    isCompared &&
    !isCited &&
    cite.every(({ kind, op }) => ofCite.has(kind) || op === ":") &&
    !ofBoth.test(lower.slice(open.start, tokens[close]?.end))
  );
}

/** A number that the text has shown before: how it is known again, and what may introduce it. */

/** What is shown: digits, unit and sign; equal for the same number told again. */
export const keyOf = ({ number: { shown, unit, sign } }: Quantity): string =>
  `${sign}${shown.digits}/${shown.decimals}/${shown.exponent}/${unit?.dimension ?? "CNY"}`;

/** What introduces a number once more, and says nothing of it. */
export const plainWords =
  /再次|再[说提讲]?来?|重复|确认|核[对实]|重[复申]|强调|说明|补充|[总小]结|归纳|概括|汇总|回顾|综上|总之|一句话|简单说?|简而言之|换句话说|也就是说?|没错|对的?|是的|好的|结[论果]|答案|数[字值据]?|读数|倍数|比率|这[里个]?|[该此]|上述|[前上]面|刚[才刚]|所说|说的|提到的?|给出的?|[一前后][下遍次句面]|简单|其中|[您你](?:问|要)的|请|注意|记住|回答|所以|因此|那么|采?用|按|对应|属于|口径|算法|计算|来[看说算]|[的了下为是即就也再指算计又:,，：(（)）“”"\s]|(?<![a-z])(?:again(?= ?[,:])|once (?:more|again)|(?:as|i) (?:said|stated|noted|mentioned|quoted)(?: (?:above|before|earlier))?|so|and|to|be|confirm(?:ed|ing)?|double-check(?:ed|ing)?|repeat(?:ing)?|recap|sum(?:marise|marize|mary)?|up|clear|precise|exact|restate|reiterate|conclude|clarify|in|short|brief|a|one|word|bottom|line|yes|right|correct|indeed|that|this|the|it|is|was|its|at|for|of|an?|figure|number|value|reading|result|answer|multiple|ratio|here|above|same|just|note|please|i\.e\.|namely|you|your|asked|wanted|question|on|basis|by|way|refers|uses?|taken|per share)(?![a-z])|[.'’]s?(?![a-z])|-/g;
