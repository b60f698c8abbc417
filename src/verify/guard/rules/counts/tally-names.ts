/** Who is meant by a count: 一只下跌,是五粮液; two rose (A and B); and who is left out of what is said of all: 除五粮液外均上涨. */
import { isCount } from "../../tokens/readers/side-words.ts";
import { type Clause, companiesIn, type Token, type TokenKind } from "../../tokens/token.ts";

/** What may stand between what was counted and the first name. */
const link =
  /^(?:的?(?:公司|股票|个股|银行|那[只家])?)?\s*(?:of them|of these)?\s*(?:[,，;]\s*)?(?:and )?(?:[:(]|[—–]+|(?:分别)?(?:就|正|也就|只)?(?:是|为|即|指)|分别为|(?:其中)?包括|亦即|(?:namely|i\.e\.,?|viz\.|specifically|being|including|is|was|are|were|(?:it|that|this|they|those) (?:is|was|are|were|being))(?![a-z]))[\s:,，]*$/;
const bare = /^\s*[,，(—–-]\s*$/;
const amongThem =
  /^\s*(?:(?:(?:is|are|was|were) )?(?:among|one of|included|included among) ?(?:them|these)?|在内|在列|即在其中|就在其中)(?![a-z])/;
const longestLink = 30;
/** More names are no list of a few. */
const mostNames = 12;

/** What stands between the token and the next. */
const gapAfter = (flat: readonly Token[], at: number, lower: string): string =>
  lower.slice(flat[at]?.end ?? 0, flat[at + 1]?.start ?? flat[at]?.end ?? 0);

const breaking: ReadonlySet<TokenKind> = new Set(["close", "open", "join", "source"]);

/** True where a list of names may end at the index: nothing is said of its last name alone. */
function isEnd(flat: readonly Token[], at: number, lower: string): boolean {
  const next = flat[at + 1];
  return next === undefined || breaking.has(next.kind) || /[,，;—]/.test(gapAfter(flat, at, lower));
}

/** Index of the name that goes on with the list after the index, or −1. */
function nextName(flat: readonly Token[], at: number, lower: string): number {
  const [first, second] = flat.slice(at + 1, at + 3);
  const gap = gapAfter(flat, at, lower);
  if (first?.kind === "join" && second?.kind === "company" && !/;/.test(gap)) return at + 2;
  const isListed = first?.kind === "company" && /^[,，]$/.test(gap.trim());
  return isListed && isEnd(flat, at + 1, lower) ? at + 1 : -1;
}

/** A name and the code behind it (五粮液(000858.SZ)) are one. */
function endOfName(flat: readonly Token[], at: number): number {
  const [open, code, close] = flat.slice(at + 1, at + 4);
  const isCoded = open?.kind === "open" && code?.kind === "company" && code.op === flat[at]?.op;
  return isCoded && close?.kind === "close" ? at + 3 : at;
}

/**
 * The companies that the text names as the `count` ones of which something was said in the words that end at `from`; none where
 * what follows has its own move or number.
 */
export function namedAs(
  flat: readonly Token[],
  from: number,
  count: number,
  lower: string,
): readonly string[] {
  const first = flat.findIndex(({ kind, start }) => kind === "company" && start >= from);
  const head = flat[first];
  if (head === undefined || head.start - from > longestLink) return [];
  const between = lower.slice(from, head.start);
  const isLinked = link.test(between);
  if (!isLinked && !bare.test(between)) return [];
  const names = new Set<string>();
  let at = first;
  for (let next = first; next >= 0 && names.size < mostNames; next = nextName(flat, at, lower)) {
    names.add(flat[next]?.op ?? "");
    at = endOfName(flat, next);
    if (names.size === count && /[,，;]/.test(gapAfter(flat, at, lower))) break;
  }
  const isAmong = amongThem.test(lower.slice(flat[at]?.end ?? 0, (flat[at]?.end ?? 0) + longestLink));
  if (!isAmong && (!isLinked || names.size > count || !isEnd(flat, at, lower))) return [];
  return [...names];
}

const beforeNames = /(?:除了?|(?:except|save|apart|aside|other|excluding|but)(?: for| from| than)?)\s*$/;
const afterNames = /^\s*(?:之外|以外|外|\(?[^()]{0,12}\)?(?:之外|以外|外)|,|$|(?![\u4e00-\u9fff]))/;
const farthest = 14;

/** 除五粮液外均上涨, all except Wuliangye rose: the companies that the clause leaves out before the index. */
export function leftOut(clause: Clause, at: number, lower: string): readonly string[] {
  const from = Math.max(0, at - farthest);
  for (let i = at - 1; i >= from; i--) {
    const each = clause[i];
    if (each?.kind !== "company") continue;
    // Back over A、B和C to the first of them.
    let head = i;
    while (head >= 2 && clause[head - 1]?.kind === "join" && clause[head - 2]?.kind === "company") head -= 2;
    const start = clause[head]?.start ?? 0;
    const isOut =
      beforeNames.test(lower.slice(Math.max(0, start - 16), start)) &&
      afterNames.test(lower.slice(each.end, each.end + 16));
    return isOut ? clause.slice(head, i + 1).flatMap(({ kind, op }) => (kind === "company" ? [op] : [])) : [];
  }
  return [];
}

/** A (+0.66%) and B (+0.43%) both, A和B两家都: as many of those listed right before as the word counts; null where it counts none or they are fewer. */
export function listedBefore(word: Token, clause: Clause, at: number): readonly string[] | null {
  const counted = isCount(word) ? at : at - 1;
  const isBoth = /^(?:both|双双)$/.test(word.op);
  const count = isBoth ? 2 : clause[counted]?.kind === "count" ? (clause[counted]?.count ?? 0) : 0;
  if (count < 2 || (!isBoth && !/^(?:company|close)$/.test(clause[counted - 1]?.kind ?? ""))) return null;
  // A number in brackets behind a name does not end the list.
  const from = clause.findLastIndex(
    ({ kind }, i) => i < at && kind === "number" && clause[i - 1]?.kind !== "open",
  );
  const listed = [...companiesIn(clause.slice(from + 1, at))];
  return listed.length < count ? null : listed.slice(-count);
}
