/** 谈不上大跌, 没有涨那么多, 不是都跌: a move that is denied in its size, or of all of several. */
import type { Bench } from "../../bench.ts";
import { claimsOf } from "../../claims/claim-book.ts";
import { isAll, isNone, isOnly } from "../../tokens/readers/side-words.ts";
import { type Clause, sizeOf, type Token } from "../../tokens/token.ts";

const strong = /大涨|大跌|暴涨|暴跌|飙升|重挫|大幅上涨|大幅下跌/;
const denied = /(?:谈不上|算不上|称不上|不算是?|不至于|没有?|并?未|不是)(?:出现|什么|那种)?$/;
const soMuch = /^(?:得|了)?(?:那么|这么)(?:多|高|大|狠|猛|厉害)/;
const reach = 8;
/** No daily move below it is called a great one. */
const great = 0.03;

/** 不是没有大跌 */
const deniedTwice = /(?:不是|并非|不能说|谁说|不会|不可能|怎么会|难道)(?:没|未|不|谈)[^,，。;；]{0,4}$/;

const isDeniedBefore = ({ start }: Token, lower: string): boolean => {
  const ahead = lower.slice(Math.max(0, start - reach), start);
  return denied.test(ahead) && !deniedTwice.test(ahead);
};

/** The company's moves of the day, by the claims. */
const movesOf = (company: string | null, { book, input }: Bench) =>
  claimsOf(company, input.lexicon.changes.percent, book);

/** The one per cent that the question holds, as a part; null where it holds none or several. */
function askedPart({ input: { question } }: Bench): number | null {
  const parts = question.flatMap(({ kind, number }) =>
    kind === "number" && number?.unit?.dimension === "part" ? [number] : [],
  );
  const [only] = parts;
  if (only === undefined || parts.length > 1) return null;
  return sizeOf(only);
}

const hardly = /(?<![a-z])(?:barely|hardly|scarcely) $/;
/** A larger move is no mere one. */
const mere = 0.005;

/** Null where the word is not denied in its size, nor said to be hardly so. */
export function judgeMild(word: Token, company: string | null, bench: Bench): boolean | null {
  const { lower } = bench.input;
  if (word.op === "market" && hardly.test(lower.slice(Math.max(0, word.start - 9), word.start))) {
    const own = movesOf(company, bench);
    return own.length > 0 && own.every(({ base }) => Math.sign(base) === word.sign && Math.abs(base) < mere);
  }
  if (!isDeniedBefore(word, lower)) return null;
  const moves = movesOf(company, bench);
  const isSoMuch = soMuch.test(lower.slice(word.end, word.end + reach));
  if (strong.test(lower.slice(word.start, word.end)) && !isSoMuch)
    return moves.length > 0 && moves.every(({ base }) => Math.abs(base) < great);
  if (!isSoMuch) return null;
  const said = askedPart(bench);
  return (
    said !== null &&
    moves.length > 0 &&
    moves.every(({ base }) => Math.sign(base) === word.sign && Math.abs(base) < said)
  );
}

/** 不是都跌, 并非全部上涨: a word of all right behind a denial. */
export function isNotAll(word: Token, lower: string): boolean {
  if (!isAll(word) || isNone(word)) return false;
  return /(?:不是|并非|没有?|并?未|而非|不)$/.test(lower.slice(Math.max(0, word.start - 3), word.start));
}

/** The move is said of not all. */
export function isOfNotAll(word: Token, clause: Clause, lower: string): boolean {
  const at = clause.findIndex(({ start }) => start === word.start);
  return clause.slice(Math.max(0, at - 4), Math.max(0, at)).some((each) => isNotAll(each, lower));
}

/** 三只里只有一只跌,是五粮液: of nobody named in its clause, and judged as a count. */
export function isOfOnlyOne(word: Token, clause: Clause, lower: string): boolean {
  const at = clause.findIndex(({ start }) => start === word.start);
  const near = clause.slice(Math.max(0, at - 4), Math.max(0, at));
  const only = near.findIndex(isOnly);
  const one = near[only + 1];
  if (only < 0 || one === undefined || clause.some(({ kind }) => kind === "company")) return false;
  return one.kind === "count" || /^一[只家支]/.test(lower.slice(one.start, one.end));
}
