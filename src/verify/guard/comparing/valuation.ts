/** 便宜, 估值更高, 低于每股净资产: how a company is valued, by the multiples that the text shows. */

import { claimsOf } from "../claims/claim-book.ts";
import { isAll } from "../tokens/readers/side-words.ts";
import { companiesIn } from "../tokens/token.ts";
import {
  type ComparisonInput,
  holds,
  ownBefore,
  type Spot,
  stateAt,
  type Verdict,
} from "./comparison-sides.ts";
import { judgeValuation } from "./paired-comparison.ts";

// 格力电器估值更低: by every multiple that the text shows, beside all others that the claims hold.

const ofValuation = /估值(?:水平)?(?:也|都|则|明显|相对|略)?$/;
const reach = 10;

/** Undefined where the adjective is not said of the valuation. */
export function judgeValuationAlone(input: ComparisonInput, spot: Spot, op: string): Verdict | undefined {
  const word = spot.flat[spot.at];
  if (word === undefined) return undefined;
  if (!ofValuation.test(input.lower.slice(Math.max(0, word.start - reach), word.start))) return undefined;
  const { company } = stateAt(input, spot);
  const shown = [...input.settled.values()].flatMap(({ entry }) => entry ?? []);
  const multiples = new Set(
    shown.flatMap(({ unit, claim }) => (unit.dimension === "times" ? [claim.metric] : [])),
  );
  let isCompared = false;
  for (const metric of multiples) {
    const own = claimsOf(company, [metric], input.book);
    const others = input.book.of(metric).filter((each) => each.company !== own[0]?.company);
    if (own.length === 0 || others.length === 0) return "comparison_unsupported";
    if (!own.every((a) => others.every((b) => holds(op, a.base, b.base)))) return "comparison_false";
    isCompared = true;
  }
  return isCompared ? null : "comparison_unsupported";
}

// 股价低于每股净资产: that the P/B is below one, of each company that it is said of.

const book =
  /^(?:了)?(?:其|它的|公司|对应的)?(?:每股净资产|(?:每股)?账面(?:净资产|净值|价值))(?:(?![\u4e00-\u9fff])|(?:更|要)?(?:(低)|(高))(?=$|[,，。;；\n]))|^ (?:its |the |their )?(?:book value|net assets)(?: per share)?(?= ?(?:[,.;:(\n]|$))/;
const price =
  /(?:股价|价格|现价|市价|收盘价)(?:也|都|均|仍|则|还|已|已经|略微?|稍|明显)*$|(?<![a-z])(?:(?:share|stock|market) price(?: (?:is|was|sits|stands|lies|trades|remains|still|now|also))+|market (?:values|prices) (?:it|the (?:shares|stock|company|bank|insurer|group))|(?:shares|stock|it) (?:trades?|is (?:priced|valued)|are (?:priced|valued)))(?: (?:slightly|just|a bit|a little|a touch|marginally))? $/;
const slight = /[略稍]微?$|(?:slightly|just|a bit|a little|a touch|marginally) $/;
/** 建设银行的股价: of somebody whom no claim names. */
const stranger = /(?:银行|公司|集团|股份|证券|保险|科技)的(?:股价|价格|现价|市价|收盘价)[^,，]{0,4}$/;
/** How far from one a P/B lies at most that is slightly above or below it. */
const mostSlight = 0.25;
const both = /[两二]者|两家|三家|三者/;
const bookReach = 48;

/** What may stand before such a comparison: no day, nobody without claims. */
const unnamed: ReadonlySet<string> = new Set(["metric", "fill", "company", "realtime"]);

/** 每股净资产52.36元;收盘价53.40元,…: the text has shown both sides of the one company, each on its own day. */
function isBookShown(input: ComparisonInput, { flat, at }: Spot): boolean {
  const { company } = stateAt(input, { flat, at });
  const value = flat.slice(at + 1).find(({ kind }) => kind === "metric")?.metrics ?? [];
  const isPlain = ownBefore({ flat, at }).every(
    ({ kind, op }) => unnamed.has(kind) || /^[也仍还则]$/.test(op),
  );
  const shown = [...input.settled.values()].flatMap(({ entry }) => (entry?.company === company ? entry : []));
  const has = (ids: readonly string[]): boolean => shown.some(({ claim }) => ids.includes(claim.metric));
  return company !== null && isPlain && has(value) && has([...input.priced, ...input.closed]);
}

/** Undefined for other words, where no multiple is claimed, and where both sides have claims of their own. */
function judgeBesideBook(input: ComparisonInput, spot: Spot): Verdict | undefined {
  const { flat, at } = spot;
  const word = flat[at];
  const found = word === undefined ? null : book.exec(input.lower.slice(word.end, word.end + bookReach));
  if (word === undefined || found === null) return undefined;
  // 比每股净资产低: the adjective behind is the operator.
  const op = word.op !== "than" ? word.op : found[1] !== undefined ? "<" : found[2] !== undefined ? ">" : "";
  if (!/^[<>]$/.test(op)) return undefined;
  const ahead = input.lower.slice(Math.max(0, word.start - bookReach), word.start);
  if (!price.test(ahead) || input.books.length === 0) return undefined;
  const of = flat.findLastIndex(({ start, end }, i) => i < at && input.lower.slice(start, end) === "的");
  if (word.kind === "vague" || (stranger.test(ahead) && flat[of - 1]?.kind === "text"))
    return "comparison_unsupported";
  const named = [...companiesIn(flat.slice(0, at))];
  const first = flat[0]?.start ?? word.start;
  const said = input.lower.slice(Math.max(first, word.start - 60), word.start);
  const shown = new Set([...input.settled.values()].map(({ entry }) => entry));
  const isOfAll = both.test(said) || flat.slice(Math.max(0, at - 8), at).some(isAll);
  const held = [...shown].flatMap((each) =>
    each !== null && input.books.includes(each.claim.metric) ? [each.company] : [],
  );
  const companies = !isOfAll ? [stateAt(input, spot).company] : named.length > 1 ? named : held;
  const claims = companies.map((each) =>
    claimsOf(each, input.books, input.book).filter((one) => shown.has(one)),
  );
  if (claims.some(({ length }) => length === 0))
    return isBookShown(input, spot) ? undefined : "comparison_unsupported";
  const isBelow = op === "<";
  const isSlight = slight.test(ahead);
  return claims
    .flat()
    .every(({ base }) => (isBelow ? base < 1 : base > 1) && (!isSlight || Math.abs(base - 1) <= mostSlight))
    ? null
    : "comparison_false";
}

/** Beside the book value, or beside another company by the multiples that the sentence goes on to show; undefined for what is no valuation. */
export function judgeValued(input: ComparisonInput, spot: Spot): Verdict | undefined {
  const { kind, op = "" } = spot.flat[spot.at] ?? {};
  const isOfTwo = kind === "compare" && /^[<>]$/.test(op);
  const besideBook = judgeBesideBook(input, spot);
  return besideBook !== undefined || !isOfTwo ? besideBook : judgeValuation(input, spot, op);
}
