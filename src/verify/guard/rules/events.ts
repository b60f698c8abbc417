import { type Bench, shownClaims } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import { isHoldingBorneOut, isOfHolding } from "../question/position-verdicts.ts";
import { type Clause, type Token, upTo } from "../tokens/token.ts";
import { isEitherOr } from "../tokens/unsaid/either-or.ts";
import { isBelowBook, isBookBorneOut, saysMoreOfBook } from "./compared/valuations.ts";
import { checkFactLines } from "./fact-lines.ts";
import { judgeLossWidth } from "./moves/losses.ts";
import { moveSigns } from "./moves/moves.ts";
import { isSignBorneOut, isSignWord } from "./moves/signs-in-words.ts";

/** 没有出现金叉, 是否超买: said not to be, or asked. */
const isDenial = ({ kind, op }: Token): boolean =>
  kind === "negation" ||
  op === "asked" ||
  (kind === "text" && ["无", "没", "不", "否", "non", "whether"].includes(op));

/** How far before the word a denial may stand, in tokens. */
const reach = 5;

/** whether it stays undervalued, 会不会继续低估: what may go on is there. */
const goesOn =
  /继续|仍|依旧|依然|还在|(?<![a-z])(?:stay(?:s|ed|ing)?|remain(?:s|ed|ing)?|still|keeps?|continues? to)(?![a-z])/;

/** The word is only asked or said not to be. */
function isDeniedAt(clause: Clause, at: number, lower: string): boolean {
  const denial = clause.slice(Math.max(0, at - reach), at).find(isDenial);
  return denial !== undefined && !goesOn.test(lower.slice(denial.start, clause[at]?.start));
}

/** Nothing is said after the word but a mark of the end or a bracket. */
function endsWith(clause: Clause, at: number): boolean {
  const rest = clause.slice(at + 1);
  const said = upTo(rest, ({ kind }) => kind === "open");
  return clause.some(({ kind }) => kind === "company") && said.every(({ op }) => /^[的了呢~]?$/.test(op));
}

/** How far before it the comparison may stand. */
const farthest = 40;

/** 比招行(6.42倍)便宜: judged as the comparison that it is. */
const isOfThan = (clause: Clause, at: number, lower: string): boolean => {
  const word = clause[at];
  // The word first, which few are: looking for its comparison takes the length of the clause.
  if (word === undefined || !/^(?:便宜|昂贵)$/.test(lower.slice(word.start, word.end))) return false;
  const near = clause.slice(Math.max(0, at - farthest), at);
  const than = near.findLastIndex(({ kind, op }) => kind === "compare" && op === "than");
  return than >= 0 && near.slice(than).some(({ kind }) => kind === "company" || kind === "number");
};

const ofFall =
  /^(?:涨回来|涨回去|止跌|阴跌|阴跌不止|收复失地|sell-off|selloff|recoup\w*|(?:regain|recover) lost ground|(?:erase|recover|pare) (?:its|the|recent) losses|extend (?:its )?losses)$/;
const ofRise = /^(?:跌回来|跌回去|止涨|extend (?:its )?gains)$/;

/** Which way the price must have gone for the word to have a sense even where it is asked or denied; 0 for any other word. */
const begunMove = ({ start, end }: Token, lower: string): number => {
  const word = lower.slice(start, end);
  return ofFall.test(word) ? -1 : ofRise.test(word) ? 1 : 0;
};

function hasBegun(sign: number, clause: Clause, bench: Bench): boolean {
  const owner = clause.findLast(({ kind }) => kind === "company")?.op ?? bench.book.only;
  const signs = moveSigns(owner, bench);
  return signs.length > 0 && signs.every((each) => each === sign);
}

const ofVolume =
  /^(?:(?:相关)?的?(?:数据|指标|情况|方面|一览|概览|速览|变化|分析|是否|能否|与否|怎么样|如何|大小|高低|强弱|多少|[:：|])(?!.{0,4}(?:放大|萎缩|充足|充沛|不足|活跃|较|明显|良好|不错|向好))|[来上]?看|[和与、及](?:价格|股价|成交|资金|换手|量比)| ?(?:\([^()\n]{0,40}\))? ?(?:$|[\n·]|[:：]\n))/;

/** 量能:成交量65.53万手, 资金与量能 over a list, 从量能看: what a text is about, not that there is much of it. */
const isVolumeNoun = ({ start, end }: Token, lower: string): boolean =>
  lower.slice(start, end) === "量能" && ofVolume.test(lower.slice(end, end + 48));

/** Where an event word stands. */
interface Place {
  readonly clause: Clause;
  readonly part: Part;
  /** Only asked, or said not to be. */
  readonly isDenied: boolean;
  readonly bench: Bench;
}

/** Event words that something in the claims can bear out; the first that applies decides. */
const judges: readonly {
  applies(word: Token, isDenied: boolean, lower: string): boolean;
  isTrue(word: Token, place: Place): boolean;
}[] = [
  {
    applies: isSignWord,
    isTrue: (word, { clause, part, isDenied, bench }) => isSignBorneOut(word, clause, part, isDenied, bench),
  },
  {
    applies: (word, _, lower) => isBelowBook(word, lower),
    isTrue: (word, { clause, part, isDenied, bench }) =>
      !saysMoreOfBook(word, clause, bench.input.lower) && isBookBorneOut(word, clause, part, isDenied, bench),
  },
  {
    // 能否止跌: only what falls can stop falling.
    applies: (word, isDenied, lower) =>
      begunMove(word, lower) !== 0 && (isDenied || /回[来去]$/.test(lower.slice(word.start, word.end))),
    isTrue: (word, { clause, bench }) => hasBegun(begunMove(word, bench.input.lower), clause, bench),
  },
  {
    applies: (word, _, lower) => isOrderOfAverages(word, lower),
    isTrue: (word, { isDenied, bench }) => isOrderBorneOut(word, bench) !== isDenied,
  },
  {
    applies: (word, _, lower) => isCross(word, lower),
    isTrue: (word, { isDenied, bench }) => isCrossBorneOut(word, bench) !== isDenied,
  },
  {
    applies: (word, _, lower) => isOfHolding(word, lower),
    isTrue: (word, { isDenied, bench }) => isHoldingBorneOut(word, bench) !== isDenied,
  },
];

const mostJudged = 20;

/** What happened or is judged of without a number (放量, 超买, undervalued) has no claim that could bear it out. */
export function checkEvents(part: Part, bench: Bench, defined: readonly Clause[]): void {
  checkFactLines(part, bench);
  if (part.sentence.counts.event === 0) return;
  let judged = 0;
  for (const clause of part.sentence.clauses)
    for (const [at, each] of clause.entries()) {
      if (each.kind !== "event" || bench.judged.has(each) || defined.includes(clause) || bench.isFact(clause))
        continue;
      // 比亚迪也是 says what was said before of another company; 也是5.87倍 has its own number.
      if (each.op === "last" && !endsWith(clause, at)) continue;
      // 筹码集中程度, 筹码分散与否: how far or whether, not that it is.
      if (/^(?:.*与否|筹码.*程度)$/.test(bench.input.lower.slice(each.start, each.end + 2))) continue;
      if (isVolumeNoun(each, bench.input.lower)) continue;
      if (isOfThan(clause, at, bench.input.lower) || isEitherOr(each, bench.input.lower)) continue;
      // It shows how expensive a stock is: to what degree, not that it is.
      if (clause[at - 1]?.op === "how" && !clause.some(({ kind }) => kind === "company" || kind === "number"))
        continue;
      const isDenied = isDeniedAt(clause, at, bench.input.lower);
      const isBorneOut = judges.find(({ applies }) => applies(each, isDenied, bench.input.lower))?.isTrue;
      const loss = judgeLossWidth(each, part, bench);
      const isTrue =
        loss ??
        (isBorneOut === undefined
          ? isDenied
          : ++judged <= mostJudged && isBorneOut(each, { clause, part, isDenied, bench }));
      if (!isTrue) bench.report(each, "event");
    }
}

// 金叉: the shorter of two averages no higher than the longer one on a day, and above it on the next; 死叉 the reverse.

const crosses: Readonly<Record<string, number>> = { 金叉: 1, 死叉: -1, "golden cross": 1, "death cross": -1 };
/** 处在金叉状态: how the two stand, not that they crossed. */
const asState = /^(?:状态|形态|排列|格局)/;
const isCross = ({ start, end }: Token, lower: string): boolean =>
  Object.hasOwn(crosses, lower.slice(start, end));
/** In days: two trading days with the longest of holidays between. */
const mostApart = 11;

/** True where the text shows two averages of its one company on two days, that stand so. */
function isCrossBorneOut({ start, end }: Token, { input, settled }: Bench): boolean {
  const own = shownClaims({ settled })
    .filter(({ claim }) => input.lexicon.averages.includes(claim.metric))
    .toSorted((a, b) => a.asOf.day - b.asOf.day || daysOf(a) - daysOf(b));
  const [short, long, nextShort, nextLong, ...more] = own;
  const isState = asState.test(input.lower.slice(end, end + 2));
  if (isState && short !== undefined && long !== undefined && nextShort === undefined)
    return (
      short.asOf.day === long.asOf.day &&
      short.company === long.company &&
      Math.sign(short.base - long.base) === crosses[input.lower.slice(start, end)]
    );
  if (short === undefined || long === undefined || nextShort === undefined || nextLong === undefined)
    return false;
  const isOfOther = input.tokens.some(({ kind, op }) => kind === "company" && op !== short.company);
  const isPair = (a: BookClaim, b: BookClaim): boolean =>
    a.asOf.day === b.asOf.day && a.company === short.company && b.company === short.company;
  const isSame =
    short.claim.metric === nextShort.claim.metric &&
    long.claim.metric === nextLong.claim.metric &&
    daysOf(short) < daysOf(long);
  const apart = nextShort.asOf.day - short.asOf.day;
  if (more.length > 0 || isOfOther || !isSame || !isPair(short, long) || !isPair(nextShort, nextLong))
    return false;
  const sign = crosses[input.lower.slice(start, end)] ?? 0;
  const above = (a: BookClaim, b: BookClaim): number => Math.sign(a.base - b.base) * sign;
  return apart > 0 && apart < mostApart && above(short, long) <= 0 && above(nextShort, nextLong) > 0;
}

// 多头排列: the price above the averages and each of them above the longer ones; 空头排列 the reverse.

const orders: Readonly<Record<string, number>> = {
  多头排列: 1,
  空头排列: -1,
  "bullish alignment": 1,
  "bearish alignment": -1,
  "bullish order": 1,
  "bearish order": -1,
};
const daysOf = ({ claim }: BookClaim): number => Number(/\d+/.exec(claim.metric)?.[0] ?? 0);

const isOrderOfAverages = ({ start, end }: Token, lower: string): boolean =>
  Object.hasOwn(orders, lower.slice(start, end));

/** True where the text shows a price and two averages at least of its one company, or three averages, all of one day, that stand in that order. */
function isOrderBorneOut({ start, end }: Token, { input, book, settled }: Bench): boolean {
  const { averages, priceLike, priced, closes } = input.lexicon;
  const shown = shownClaims({ settled });
  const own = shown.filter(({ claim }) => averages.includes(claim.metric));
  const [first] = own;
  const isOfOther = input.tokens.some(({ kind, op }) => kind === "company" && op !== first?.company);
  if (first === undefined || isOfOther) return false;
  const prices = shown.filter(
    ({ claim }) =>
      priceLike.has(claim.metric) && (priced.includes(claim.metric) || closes.own.has(claim.metric)),
  );
  const all = claimsOf(first.company, averages, book);
  const isOneDay = [...all, ...prices].every(
    ({ asOf, company }) => asOf.day === first.asOf.day && company === first.company,
  );
  const ordered = all.toSorted((a, b) => daysOf(a) - daysOf(b)).map(({ base }) => base);
  const levels = prices.map(({ base }) => base);
  const sign = orders[input.lower.slice(start, end)] ?? 0;
  const falls = ordered.every((base, at) => at === 0 || Math.sign((ordered[at - 1] ?? 0) - base) === sign);
  const beyond = levels.every((base) => Math.sign(base - (ordered[0] ?? 0)) === sign);
  // MA5, MA20 and MA60 stand so by themselves; of two only with the price.
  const { size } = new Set(own);
  const isEnough = levels.length > 0 ? size > 1 : size > 2;
  return isOneDay && isEnough && falls && beyond;
}
