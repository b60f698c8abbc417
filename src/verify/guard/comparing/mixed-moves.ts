/** 走势分化, moving in opposite directions, 走势一致: which way the companies spoken of went, beside each other. */
import { claimsOf } from "../claims/claim-book.ts";
import { companiesIn, type Token } from "../tokens/token.ts";
import { type ComparisonInput, ownBefore, type Spot, type Verdict } from "./comparison-sides.ts";

/** Some went up and some down; all went one way. */
export const mixedOp = "mixed";
export const alikeOp = "alike";

const ofFlows = /(?:流向|资金)[^,，。;；]{0,6}$/;
const reach = 12;
const ofFlowAndPrice =
  /资金.*[价涨跌]|[价涨跌].*资金|(?:flow|money|funds).*price|price.*(?:flow|money|funds)/;
const farther = 40;

/** The signs of a measure for each company that the sentence shows it of, else the text; the measures that it shows of several. */
export function shownSigns(
  { settled, flows }: ComparisonInput,
  { flat }: Spot,
): readonly (readonly number[])[] {
  const byMetric = new Map<string, Map<string, number>>();
  const own = flat.flatMap((each) => settled.get(each) ?? []);
  for (const found of own.length > 0 ? own : settled.values()) {
    if (found.entry?.company == null) continue;
    const { metric } = found.entry.claim;
    const signs = byMetric.get(metric) ?? new Map<string, number>();
    byMetric.set(metric, signs.set(found.entry.company, Math.sign(found.base)));
  }
  // A price is always above nought: its sign is no way that it went.
  return [...byMetric].flatMap(([metric, signs]) => {
    const all = [...signs.values()];
    return all.length > 1 && (flows.includes(metric) || all.some((sign) => sign < 0)) ? [all] : [];
  });
}

/** The signs of the claims for the companies that the clause names, else the sentence, else for all; null where one of them has none. */
function claimedSigns(
  input: ComparisonInput,
  { flat, at }: Spot,
  metrics: readonly string[],
): readonly number[] | null {
  const companiesOf = (tokens: readonly Token[]) => companiesIn(tokens);
  const own = companiesOf(ownBefore({ flat, at }));
  const named = own.size > 1 ? own : companiesOf(flat);
  const held = metrics.flatMap((metric) => input.book.of(metric)).flatMap(({ company }) => company ?? []);
  const companies = named.size > 1 ? named : new Set(held);
  const signs = [...companies].map(
    (each) => new Set(claimsOf(each, metrics, input.book).map(({ base }) => Math.sign(base))),
  );
  return signs.length > 1 && signs.every(({ size }) => size === 1) ? signs.flatMap((own) => [...own]) : null;
}

/** 近20日上涨8.63%,近60日下跌4.15%,方向不同: the signs of the two signed values that the sentence shows; null where it shows fewer or more. */
export function signsOfTwo({ settled }: ComparisonInput, { flat }: Spot): readonly number[] | null {
  const shown = flat
    .flatMap((each) => settled.get(each) ?? [])
    .filter(({ entry }) => entry?.isSigned === true);
  return shown.length === 2 ? shown.map(({ base }) => Math.sign(base)) : null;
}

/** 资金和价格方向一致: of the one company its price and the money that went into it. */
export function ownSigns(input: ComparisonInput, { flat, at }: Spot): readonly number[] | null {
  const { start = 0 } = flat[at] ?? {};
  if (!ofFlowAndPrice.test(input.lower.slice(Math.max(0, start - farther), start))) return null;
  const named = companiesIn(flat);
  const company = [...named].at(-1) ?? input.start.company;
  const signs = [input.changes, input.flows].map(
    (metrics) => new Set(claimsOf(company, metrics, input.book).map(({ base }) => Math.sign(base))),
  );
  return named.size < 2 && signs.every(({ size }) => size === 1) ? signs.flatMap((own) => [...own]) : null;
}

/** Words that are said of many things: of whom must be told from what stands before them. */
const ofEach = /^(?:涨跌(?:不一|互[现见]|各异)|互有涨跌|有涨有跌|a mixed|mixed )/;

const whose: ReadonlySet<string> = new Set([
  "company",
  "count",
  "join",
  "clause",
  "open",
  "close",
  "source",
  "date",
]);
const whoseWords = /^(?:[这几只家股票它们的则]|银行股?|个股|之间|股价|表现|两者|三者|二者|today)$/;

const ofIndices = /(?:^|[,，。;；:：\n])(?:今日|今天)?(?:[两三四]大|主要|各大?)(?:股指|指数)(?:今日|今天)?$/;

/** A mixed picture: and Mixed fortunes for the two banks: heads of what is listed. */
const headOf =
  /^(?: today)? ?:|^ for (?:the |these |those )?(?:two|three|four|both)(?: [a-z]+)?(?: today)? ?:/;

/** 这四家公司今天涨跌不一: of the companies at hand and of today; 两市个股涨跌不一 and 本周涨跌不一 are of what no claim is of. */
function isOfThose({ flat, at }: Spot, before: string, after: string): boolean {
  if (ofIndices.test(before) || (at === 0 && headOf.test(after))) return true;
  const said = flat.slice(0, at);
  // What came before the last number is judged with it; a head without one (昨天,… 就板块而言,…) says of what this is.
  const number = said.findLastIndex(({ kind }) => kind === "number");
  const shown = said.findIndex(({ kind }, i) => i > number && kind === "clause");
  const own = number < 0 ? said : shown < 0 ? [] : said.slice(shown);
  const isNamed =
    number >= 0 ||
    own.some(({ kind, op }) => kind === "company" || kind === "count" || /^[两二三]者$/.test(op));
  return isNamed && own.every(({ kind, op }) => whose.has(kind) || whoseWords.test(op));
}

/** 有增有减, 增长与下降互见: of how the measures grew, which the sentence, else the text, shows. */
const ofGrowth = /[增升正]/;

function shownGrowth({ settled, grownOf }: ComparisonInput, { flat }: Spot): readonly number[] {
  const own = flat.flatMap((each) => settled.get(each) ?? []);
  return (own.length > 0 ? own : [...settled.values()]).flatMap(({ entry, base }) =>
    entry !== null && grownOf([entry.claim.metric]).includes(entry.claim.metric) ? [Math.sign(base)] : [],
  );
}

export function judgeMixed(input: ComparisonInput, spot: Spot): Verdict {
  const word = spot.flat[spot.at];
  if (word === undefined) return null;
  const isTrue = (signs: readonly number[]): boolean =>
    word.op === mixedOp
      ? signs.includes(1) && signs.includes(-1)
      : signs[0] !== 0 && signs.every((each) => each === signs[0]);
  const before = input.lower.slice(Math.max(0, word.start - reach), word.start);
  if (
    ofEach.test(input.lower.slice(word.start, word.end)) &&
    !isOfThose(spot, before, input.lower.slice(word.end, word.end + farther))
  )
    return "comparison_unsupported";
  const isOfGrowth = word.op === mixedOp && ofGrowth.test(input.lower.slice(word.start, word.end));
  const grown = isOfGrowth ? shownGrowth(input, spot) : [];
  if (grown.length > 1) return isTrue(grown) ? null : "comparison_false";
  const own = ownSigns(input, spot) ?? (companiesIn(spot.flat).size < 2 ? signsOfTwo(input, spot) : null);
  if (own !== null) return isTrue(own) ? null : "comparison_false";
  const claimed = claimedSigns(input, spot, ofFlows.test(before) ? input.flows : input.changes);
  if (claimed !== null) return isTrue(claimed) ? null : "comparison_false";
  return shownSigns(input, spot).some(isTrue) ? null : "comparison_unsupported";
}
