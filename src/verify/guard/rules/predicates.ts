/** 市盈率为负, 为52周高点: a sign or an extreme that a clause says of a measure. */

import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import { type Clause, lastOf, type Token, upTo } from "../tokens/token.ts";

// 市盈率为负, P/E is negative, 营收增速不为正: the sign of a measure or of its growth, told in words.

const signs =
  /^(?:率| rate)?(?:目前|现|也|均|都|仍|依然|依旧)*(?:(并?不)?(?:为|是|呈)|(并非))(?:正|(负))(?:值|数|的)?(?![一-龥])|^(?: rate)? ?(?:\([^()]{1,12}\) ?)?(?:is|was|remains|stays)(?: currently| still| both)*( not)? (?:positive|(negative))(?![a-z])/;
/** Of a growth alone: a measure that turned has values of both signs. */
const turned = /^(?:率)?(?:已经?|由[正负])?转(?:为|成)?(?:正|(负))(?![一-龥])/;

/** The sign that the words behind a measure or a growth say of it, with those words; null where they say none. */
function signBehind(
  after: string,
  isGrowth: boolean,
): { readonly said: string; readonly sign: number } | null {
  const [said, not, isNot, minus, notEnglish, negative] = signs.exec(after) ?? [];
  if (said !== undefined) {
    const isMinus = (minus ?? negative) !== undefined;
    return { said, sign: isMinus === ((not ?? isNot ?? notEnglish) === undefined) ? -1 : 1 };
  }
  const [turn, down] = (isGrowth ? turned.exec(after) : null) ?? [];
  return turn === undefined ? null : { said: turn, sign: down === undefined ? 1 : -1 };
}
const ofAll = /[均都]| both/;
const growing = /^(?:增速|增幅|增长|growth)$/;
const flowing = /^(?:净流入|net inflow)$/;
const bareProfit = /(?<![a-z])(?:profits?|earnings) $/;
const reach = 40;

/** The claims of the measures; of the net profit, where there is none of it, the price over it, which has its sign. */
function earningsOf(
  company: string | null,
  metrics: readonly string[],
  { input: { lexicon }, book }: Pick<Bench, "input" | "book">,
): readonly BookClaim[] {
  const own = claimsOf(company, metrics, book);
  if (own.length > 0 || !metrics.some((id) => lexicon.profits.includes(id))) return own;
  return claimsOf(company, lexicon.match("p/e", 0)?.entry.metrics ?? [], book);
}

/** 增速为负, growth is negative: the word for growth is the name of it, and says nothing of its way. */
export const isSignTold = ({ start, end }: Token, lower: string): boolean =>
  growing.test(lower.slice(start, end)) && signBehind(lower.slice(end, end + reach), true) !== null;

/** Every sign that a word says of a measure, or of the growth of the one spoken of, is that of its claims. */
export function checkPolarity({ sentence, start }: Part, bench: Bench): void {
  if (sentence.counts.metric + sentence.counts.direction === 0) return;
  const { lower, lexicon } = bench.input;
  let { company, metrics } = start;
  for (const [at, each] of sentence.tokens.entries()) {
    if (each.kind === "company" || each.kind === "entity") company = each.op;
    if (each.kind === "metric" && !each.op.endsWith("verb")) ({ metrics } = each);
    const word = each.kind === "direction" ? lower.slice(each.start, each.end) : "";
    const isGrowth = growing.test(word);
    if (each.kind !== "metric" && !isGrowth && !flowing.test(word)) continue;
    const found = signBehind(lower.slice(each.end, each.end + reach), isGrowth);
    if (found === null) continue;
    const { said, sign } = found;
    if (isGrowth && bareProfit.test(lower.slice(Math.max(0, each.start - 10), each.start)))
      metrics = lexicon.profits;
    const grown = bench.book.all
      .map(({ claim }) => claim.metric)
      .filter((id) => lexicon.basesOf(id).length > 0);
    // 增速是负的:山西汾酒营收同比…: whose growth it is comes behind it.
    const rest = sentence.tokens.slice(at + 1);
    const later = rest.find(({ kind, op }) => kind === "metric" && !op.endsWith("verb"))?.metrics ?? [];
    const own = lexicon.grownOf(metrics.length > 0 ? metrics : later);
    const of = !isGrowth ? lexicon.flows : ofAll.test(said) || own.length === 0 ? grown : own;
    const owner = company ?? rest.find(({ kind }) => kind === "company")?.op ?? null;
    const claims = earningsOf(owner, each.kind === "metric" ? each.metrics : of, bench);
    if (claims.length === 0 || claims.some(({ base }) => Math.sign(base) !== sign))
      bench.report(each, "direction_unsupported");
    bench.judged.add(each);
  }
}

// 为52周高点, 处于52周最高位, 是近52周最高的收盘价: a clause that says no more than that the value before it is such an extreme.

const extreme = /^~(?:high|low)/;
const linking = /^(?:也|正|恰|就|刚好)?(?:[是为即在]|[处位][于在]|[站落]在|创下?|触及|达到?)/;
const ends: ReadonlySet<string> = new Set(["价", "点", "位"]);

/** The measure that the clause ends in, where nothing else is said in it. */
function extremeOf(clause: Clause, lower: string): Token | null {
  const said = upTo(clause, ({ kind }) => kind === "open");
  const [link, end] = said.slice(-2);
  const isOfPrice = link?.op === "的" && end?.kind === "metric";
  const own = said.slice(0, isOfPrice ? -2 : ends.has(end?.op ?? "") ? -1 : said.length);
  const [first, last] = [own[0], lastOf(own)];
  if (first === undefined || last?.kind !== "metric" || own.length > 6) return null;
  const isExtreme = last.metrics.length > 0 && last.metrics.every((id) => extreme.test(id));
  return isExtreme && linking.test(lower.slice(first.start, last.start)) ? last : null;
}

/** Reports an extreme that no claim of the company shown before it equals. */
export function checkExtremes(clauses: readonly Clause[], bench: Bench): void {
  for (const clause of clauses) {
    const word = extremeOf(clause, bench.input.lower);
    if (word === null) continue;
    const said = [...bench.settled.values()].findLast(({ quantity }) => quantity.token.start < word.start);
    const claims = word.metrics.flatMap((id) => bench.book.everyOf(id));
    const isTrue = claims.some((each) => each.company === said?.entry?.company && each.base === said?.base);
    if (!isTrue) bench.report(word, "comparison_unsupported");
  }
}
