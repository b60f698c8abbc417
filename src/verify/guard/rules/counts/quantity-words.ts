/** 三成（30.0%）, doubled with growth of 100%, 个位数 beside 5.12倍: an amount in words that a number beside it bears out. */

import { oncePer } from "#contract";
import { type Bench, companyAt } from "../../bench.ts";
import type { Part } from "../../binding/part.ts";
import { claimsOf } from "../../claims/claim-book.ts";
import type { Settled } from "../../comparing/comparison-sides.ts";
import { type Meaning, meanings, ofNothingElse } from "../../tokens/measures/exact-words.ts";
import { type Clause, type Token, upTo } from "../../tokens/token.ts";

function meaningOf({ kind, number, start, end }: Token, lower: string): Meaning | null {
  if (kind === "number" && number !== null)
    return number.unit?.dimension === "tenths" && number.shown.decimals === 0 && number.sign === ""
      ? { of: "share", value: Number(number.shown.digits) * 10 }
      : null;
  return kind === "quantity" ? (meanings.get(lower.slice(start, end)) ?? null) : null;
}

/** Words that say that what follows is the same again. */
const again = /(?:即|也就是|就是|亦即|i\.e\.,?|that is,?|or)\s?(?:为|是|an?|the)?\s?$/;
const moreThan = /(?:more than|over|超过|逾|超|不止)\s?$/;
const moreAfter = /^(?:有余|以上|还多)/;
/** Growth of 97 % nearly doubled: from nine tenths of it up. */
const nearly = /(?:接近|将近|几乎|近|nearly|almost|close to)\s?$/;
const leastNearly = 0.9;
/** 增长一倍, not 去年的一倍. */
const grownBy =
  /(?:增长|增加|增幅|提高|上升|提升|增|涨)(?:了|达|达到)?(?:约|近|将近|接近|超过|逾|超|不止)?\s?$/;
/** kept a fifth of revenue as gross profit: the gross margin in other words. */
const ofRevenue =
  /^ of (?:its |the |every yuan of )?(?:revenue|sales) (?:as|is|was|became|into) (gross|net|operating) profit(?![a-z])/;
const longestShare = 60;
const ofWhat = /^\)?,? of (?!(?:its |the )?(?:revenue|sales|equity|assets)(?![a-z]))/;
const foreignMoney =
  /^(?:美元|港元|港币|欧元|日元|英镑|usd|hkd|eur|jpy|us dollars|dollars|hk\$|us\$|\$|€|£)$/;
const notIn =
  /(?:不是|并非|而非|而不是|(?:(?:所以|因此|也|，|,)不|没有?|并?未|尚未)(?:再|会|做|直接)?(?:换算|折算)[成为]|(?<![a-z])not converted(?: it| this| that)? (?:in)?to|(?<![a-z])(?:not|rather than)(?: quoted| priced)?(?: in)?)\s?(?:hong kong |us |the )*$/;
const vagueAfter = /^(?:多|余|以上|出头|不到|\+)/;
const reach = 24;

/** Growth of 102.3 % is more than doubled, of 100 % doubled; a share is exact to the whole per cent. */
function isTrue(
  { of, value }: Meaning,
  { base, quantity, entry }: Settled,
  bound: "" | ">" | "~",
  isGrowth: boolean,
): boolean {
  if (of === "digits") {
    const { shown } = quantity.number;
    const whole = shown.digits / 10n ** BigInt(shown.decimals);
    return shown.exponent === 0 && whole > 0n && String(whole).length === value;
  }
  if (entry === null || entry.unit.dimension !== "part" || (of === "growth" && !isGrowth)) return false;
  const percent = base * 100;
  if (of === "growth" && bound === "~")
    return Math.abs(percent) < Math.abs(value) && percent / value >= leastNearly;
  if (of === "growth") return bound === ">" ? percent > value : Math.abs(percent - value) < 0.5;
  const size = quantity.direction < 0 ? -percent : percent;
  return bound === "" && Math.abs(size - value) < 0.5;
}

interface Place {
  readonly word: Token;
  readonly clause: Clause;
  readonly part: Part;
  readonly bench: Bench;
}

/** Measures that the clause of the word names: before it, else right behind it. */
function measuresAt({ word, clause }: Place): readonly string[] {
  const at = clause.indexOf(word);
  const last = clause.slice(0, at).findLast(({ kind }) => kind === "metric" || kind === "foreign");
  const next = clause.slice(at + 1, at + 4).find(({ kind }) => kind === "metric" || kind === "foreign");
  return (last ?? next)?.metrics ?? [];
}

const isNaming = ({ kind }: Token): boolean => kind === "metric" || kind === "foreign";

/** Numbers of the sentence in the order of their distance from the word, those behind it first. */
function numbersBeside({ word, part, bench }: Place): readonly Settled[] {
  const all = part.bound.quantities.flatMap(({ token }) => {
    const settled = token === word ? undefined : bench.settled.get(token);
    return settled?.entry == null ? [] : [settled];
  });
  const after = all.filter(({ quantity }) => quantity.token.start > word.start);
  const before = all.filter(({ quantity }) => quantity.token.start < word.start).toReversed();
  return [...after.slice(0, 2), ...before.slice(0, 2)];
}

/** 下降三成: a share that is a change is borne out by a growth of that sign, never by a level; 去年的一半 by nothing. */
const fell =
  /(?:下降|下滑|减少|降低|降|低|跌|回落|缩水|亏|fell|down|dropped|declined|lost|lower)(?:了|至|by)?\s?(?:约|近|about )?\s?$/;
const rose =
  /(?:上升|增长|增加|提高|提升|升|涨|高|rose|up|grew|gained|higher)(?:了|至|by)?\s?(?:约|近|about )?\s?$/;
const ofAnother = /(?:剩|只有|不到|去年|上年|前年|往年|同期|原来|此前|之前|行业|同行|对手)的?\s?$/;
const often = /每|年来|逐|连年|连续|屡|every|each|in a row/;

function mayBeSaidOf(place: Place, of: Meaning["of"], { base, entry }: Settled): boolean {
  const { word, clause, bench } = place;
  const { lower, lexicon } = bench.input;
  const ahead = lower.slice(Math.max(0, word.start - 12), word.start);
  if (of === "growth" && lower.slice(word.start, word.end) === "一倍" && !grownBy.test(ahead)) return false;
  if (of === "growth")
    return !often.test(lower.slice(clause[0]?.start ?? word.start, clause.at(-1)?.end ?? word.end));
  if (of !== "share") return true;
  const way = fell.test(ahead) ? -1 : rose.test(ahead) ? 1 : 0;
  if (way === 0) return !ofAnother.test(ahead);
  return entry !== null && lexicon.basesOf(entry.claim.metric).length > 0 && Math.sign(base) === way;
}

/** The numbers that may say the same as the word. */
function candidates(place: Place, { of }: Meaning): readonly Settled[] {
  const { word, clause, part, bench } = place;
  const { lower, lexicon } = bench.input;
  const company = companyAt(word, part, bench);
  // half, i.e. 50.0%, of Wuliangye's: of what another has.
  const isOfAnother = ({ quantity: { token } }: Settled): boolean =>
    of === "share" &&
    token.start > word.start &&
    ofWhat.test(lower.slice(token.end, token.end + longestShare));
  const beside = numbersBeside(place).filter(
    (each) => each.entry?.company === company && mayBeSaidOf(place, of, each) && !isOfAnother(each),
  );
  const own = measuresAt(place);
  const isSaidAgain = ({ quantity: { token } }: Settled): boolean => {
    const [first, last] = token.start > word.start ? [word, token] : [token, word];
    const between = lower.slice(first.end, last.start);
    return (
      between.length <= 90 &&
      (again.test(lower.slice(Math.max(0, last.start - reach), last.start)) ||
        /(?:即|也就是|i\.e\.|that is)/.test(between))
    );
  };
  const appose = beside.filter(isSaidAgain);
  const kept =
    of === "share" ? ofRevenue.exec(lower.slice(word.end, word.end + longestShare))?.[1] : undefined;
  if (kept !== undefined)
    return beside
      .filter(({ entry }) => lexicon.wordsOf(entry?.claim.metric ?? "").includes(`${kept} margin`))
      .slice(0, 1);
  if (of === "share" && !ofNothingElse.test(lower.slice(word.end, word.end + reach)))
    return appose.slice(0, 1);
  if (own.length === 0) {
    const at = clause.indexOf(word);
    const isQuiet = !clause.slice(0, at).some((each) => isNaming(each) || each.kind === "entity");
    if (!isQuiet || of === "growth") return appose.slice(0, 1);
    // 市盈率5.12倍,只有个位数: of the measure spoken of before, else of the next.
    const before = beside.find(({ quantity }) => quantity.token.start < word.start);
    const next = beside.find(({ quantity }) => quantity.token.start > word.start);
    const found = appose[0] ?? before ?? next;
    return found === undefined || found.quantity.clause > clauseIndex(part, clause) + 1 ? [] : [found];
  }
  const metrics = of === "digits" ? own : [...own, ...lexicon.grownOf(own)];
  return beside.filter(({ entry }) => entry !== null && metrics.includes(entry.claim.metric)).slice(0, 1);
}

const denied = /(?:没有?|并?未|尚未|not|n't|never)\s?(?:封|冲|打|摸|触)?(?:yet |quite |been |have |has )?$/;

/** 没有翻倍: true of a growth that falls short of it. */
function isShort({ of, value }: Meaning, { base, entry }: Settled, isGrowth: boolean): boolean {
  if (of !== "growth" || !isGrowth || entry?.unit.dimension !== "part") return false;
  const percent = base * 100;
  return value > 0 ? percent < value - 0.5 : percent > value + 0.5;
}

/** The growth that was asked for and that the text shows, of one company. */
const askedGrowthShown = oncePer(({ input, settled }: Bench): readonly Settled[] => {
  const measures = input.question.filter(({ kind }) => kind === "metric");
  const [first] = measures;
  const isOne = measures.every(({ metrics }) => metrics.join() === first?.metrics.join());
  const grown = first === undefined || !isOne ? [] : input.lexicon.grownOf(first.metrics);
  const shown = [...settled.values()].filter(
    ({ entry }) => entry !== null && grown.includes(entry.claim.metric),
  );
  return shown.every(({ entry }) => entry?.company === shown[0]?.entry?.company) ? shown : [];
});

/** 没有翻倍。中芯国际营收同比增长27.7%: where the clause names no measure, the growth that was asked for and that the text shows. */
function askedGrowth(word: Token, clause: Clause, bench: Bench): readonly Settled[] {
  const own = upTo(clause, ({ op, start }) => op === ":" && start > word.start);
  const isOfOther = own.some((each) => isNaming(each) || each.kind === "entity" || each.kind === "company");
  return isOfOther ? [] : askedGrowthShown(bench);
}

const clauseIndex = (part: Part, clause: Clause): number => part.sentence.clauses.indexOf(clause);

const limit =
  /^(?:(?:上|下|封|触及|达到|到达)?[涨跌]停|封板|[触摸]板|limit[- ](?:up|down))$|^(?:hit|hits|hitting|reach\w*|touch\w*|at|by) .* limit$/;
/** 不是没有涨停 */
const deniedTwice =
  /(?:不是|并非|绝非|不能说|不可能|(?<![a-z])(?:not|n't|never) )[^,，。;；]{0,6}(?:没|未|not|n't)/;
/** The least daily limit of any share. */
const leastLimit = 0.05;

/** did not hit its upper limit: true of a share whose price, by the claims, moved by less than any limit. */
function isShortOfLimit(word: Token, part: Part, bench: Bench): boolean {
  const moves = claimsOf(companyAt(word, part, bench), bench.input.lexicon.changes.percent, bench.book);
  return moves.length > 0 && moves.every(({ base }) => Math.abs(base) < leastLimit);
}

/** True where a number that the sentence shows of the same company and measure is what the word says. */
export function isBorneOutBeside(word: Token, clause: Clause, part: Part, bench: Bench): boolean {
  const { lower } = bench.input;
  if (limit.test(lower.slice(word.start, word.end))) {
    const isLimitDenied = denied.test(lower.slice(Math.max(0, word.start - 14), word.start));
    const isTwice = deniedTwice.test(lower.slice(Math.max(0, word.start - 14), word.start));
    return isLimitDenied && !isTwice && isShortOfLimit(word, part, bench);
  }
  if (foreignMoney.test(lower.slice(word.start, word.end)))
    return (
      notIn.test(lower.slice(Math.max(0, word.start - reach), word.start)) &&
      bench.book.all.every(({ unit }) => !/usd|hkd|eur|jpy|gbp/i.test(unit.dimension))
    );
  const said = meaningOf(word, lower);
  const behind = lower.slice(word.end, word.end + 4);
  if (said === null || (vagueAfter.test(behind) && !(said.of === "growth" && moreAfter.test(behind))))
    return false;
  const before = lower.slice(Math.max(0, word.start - 14), word.start);
  const isNearly = said.of === "growth" && nearly.test(before);
  if (!isNearly && /(?:近|将近|接近|不到|不足|nearly|almost|less than|under)\s?(?:an? )?$/.test(before))
    return false;
  const isMore = moreThan.test(before) || moreAfter.test(behind);
  const bound = isNearly ? "~" : isMore ? ">" : "";
  const isDenied = denied.test(before);
  const grows = ({ entry }: Settled) =>
    entry !== null && bench.input.lexicon.basesOf(entry.claim.metric).length > 0;
  const beside = candidates({ word, clause, part, bench }, said);
  const found = beside.length > 0 || said.of !== "growth" ? beside : askedGrowth(word, clause, bench);
  if (isDenied) return found.length > 0 && found.every((each) => isShort(said, each, grows(each)));
  return found.length > 0 && found.every((each) => isTrue(said, each, bound, grows(each)));
}
