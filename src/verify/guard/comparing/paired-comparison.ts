import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import { isAll } from "../tokens/readers/side-words.ts";
import { type Token, upTo } from "../tokens/token.ts";
import {
  type ComparisonInput,
  holds,
  ownBefore,
  type Settled,
  type Spot,
  stateAt,
  stretchAfter,
  type Verdict,
} from "./comparison-sides.ts";

/** How far before the comparison 均 and both may stand, in tokens. */
const allReach = 4;

interface Sides {
  readonly input: ComparisonInput;
  readonly spot: Spot;
  readonly op: string;
  /** Companies of the right side. */
  readonly others: ReadonlySet<string>;
}

const ofClaim = (each: Settled | undefined): (Settled & { readonly entry: BookClaim })[] =>
  each?.entry == null ? [] : [{ ...each, entry: each.entry }];

/** What stands before the comparison, of companies that do not stand on its right. */
const lefts = ({ input, spot, others }: Sides) =>
  spot.flat
    .slice(0, spot.at)
    .flatMap((each) => ofClaim(input.settled.get(each)))
    .filter(({ entry }) => entry.company !== null && !others.has(entry.company));

const judgeAll = (op: string, pairs: readonly (readonly [number, number])[]): Verdict =>
  pairs.every(([left, right]) => holds(op, left, right)) ? null : "comparison_false";

/** 市盈率22倍、市净率1.1倍,均低于五粮液的25倍和3.4倍: each number of the right beside those of its own measure on the left. */
function judgeNumbers(
  sides: Sides,
  rights: readonly (Settled & { readonly entry: BookClaim })[],
  all: boolean,
) {
  const { input, spot, op } = sides;
  const { company } = stateAt(input, spot);
  const before = lefts(sides);
  const pairs: (readonly [number, number])[] = [];
  for (const right of rights) {
    const same = before.filter(({ entry }) => entry.claim.metric === right.entry.claim.metric);
    const own = all ? same : same.filter(({ entry }) => entry.company === company).slice(-1);
    const bases = own.length > 0 ? own : claimsOf(company, [right.entry.claim.metric], input.book);
    if (bases.length === 0) return undefined;
    for (const { base } of bases) pairs.push([base, right.base]);
  }
  return judgeAll(op, pairs);
}

/** The price now, else the close: whichever the claims have of each of them. */
function pricesOf(
  { book, priced, closed }: ComparisonInput,
  companies: readonly string[],
): readonly string[] {
  return (
    [priced, closed].find((metrics) => companies.every((each) => claimsOf(each, metrics, book).length > 0)) ??
    []
  );
}

/** A、B的收盘价均高于20日均线: of each company named before, its own two measures. */
export function judgeMeasures(
  { input, spot, op }: Pick<Sides, "input" | "spot" | "op">,
  right: Token,
): Verdict | undefined {
  const { flat, at } = spot;
  const companiesOf = (tokens: readonly Token[]) => [
    ...new Set(tokens.flatMap(({ kind, op: id }) => (kind === "company" ? [id] : []))),
  ];
  const before = companiesOf(flat.slice(0, at));
  // Both are above their 20-day averages: CATL at…
  const named = before.length > 1 ? before : companiesOf(flat);
  const said = flat.slice(0, at).findLast((each) => each.kind === "metric" && each !== right)?.metrics;
  const open = said ?? (input.start.metrics.some((id) => input.priceLike.has(id)) ? input.start.metrics : []);
  const left = open.length > 0 ? open : pricesOf(input, named);
  if (named.length < 2 || left.length === 0) return undefined;
  const pairs: (readonly [number, number])[] = [];
  for (const company of named) {
    const own = claimsOf(company, left, input.book);
    const other = claimsOf(company, right.metrics, input.book);
    if (own.length === 0 || other.length === 0) return "comparison_unsupported";
    for (const a of own) for (const b of other) pairs.push([a.base, b.base]);
  }
  return judgeAll(op, pairs);
}

/** 市盈率和市净率都比恒瑞医药低: in each measure of several that the clause strings together. */
function judgeJoined({ input, spot, op, others }: Sides, company: string): Verdict | undefined {
  const own = ownBefore(spot);
  const first = own.find(({ kind }) => kind === "metric");
  const measures = first === undefined ? [] : joinedWith(own, first);
  if (measures.length < 2) return undefined;
  const pairs: (readonly [number, number])[] = [];
  for (const of of measures)
    for (const other of others) {
      const [lefts, rights] = [company, other].map((owner) => claimsOf(owner, of, input.book));
      if (!lefts?.length || !rights?.length) return "comparison_unsupported";
      for (const a of lefts) for (const b of rights) pairs.push([a.base, b.base]);
    }
  return judgeAll(op, pairs);
}

/**
 * Comparisons of several things at once, by pairs; undefined where the sides hold one thing each, so that one rule for two operands
 * judges them.
 */
export function judgePairs(input: ComparisonInput, spot: Spot, op: string): Verdict | undefined {
  const { flat, at } = spot;
  const stretch = stretchAfter(spot);
  const right = upTo(stretch, ({ kind, op: word }) => kind === "vague" || kind === "user" || word === "but");
  const companies = right.flatMap((each) => (each.kind === "company" ? [each.op] : []));
  const company = stateAt(input, spot).company ?? input.book.only;
  const numbers = right.filter(({ kind }) => kind === "number");
  const rights = numbers.flatMap((each) => ofClaim(input.settled.get(each)));
  const all = flat.slice(Math.max(0, at - allReach), at).some(isAll);
  const others = new Set([
    ...companies,
    ...rights.flatMap(({ entry }) => (entry.company === null ? [] : [entry.company])),
  ]);
  const sides: Sides = { input, spot, op, others };
  if (company === null || others.has(company)) return undefined;
  if (numbers.length > 0)
    return others.size > 0 && rights.length === numbers.length ? judgeNumbers(sides, rights, all) : undefined;
  if (!all) return undefined;
  if (others.size > 0) return judgeJoined(sides, company);
  const measure = right.find(({ kind }) => kind === "metric");
  return measure === undefined ? undefined : judgeMeasures(sides, measure);
}

const ofPrice = /贵|便宜|expensive|cheap|pricier|dearer/;
const ofValuation = /估值(?:水平)?(?:也|都|则|要|明显|相对|略)?$/;
const longestValuation = 8;

/** 招行比平安银行贵:市盈率7.31倍对5.02倍,…, CMB is pricier than ICBC: its P/E is…: by every multiple that the sentence shows; undefined where it names a measure first. */
export function judgeValuation(input: ComparisonInput, { flat, at }: Spot, op: string): Verdict | undefined {
  const stretch = stretchAfter({ flat, at });
  const [first, last] = [stretch[0], stretch.at(-1)];
  const [owner, ...more] = stretch.filter(({ kind }) => kind === "company");
  if (first === undefined || last === undefined || owner === undefined || more.length > 0) return undefined;
  const isNamed = [...flat.slice(0, at), ...stretch].some(
    ({ kind }) => kind === "metric" || kind === "number",
  );
  const start = flat[at]?.start ?? first.start;
  const isOfPrice =
    ofPrice.test(input.lower.slice(start, last.end)) ||
    ofValuation.test(input.lower.slice(Math.max(0, start - longestValuation), start));
  if (isNamed || !isOfPrice) return undefined;
  const { company } = stateAt(input, { flat, at });
  const shown = flat.flatMap((each) => ofClaim(input.settled.get(each)));
  const multiples = new Set(
    shown.flatMap(({ dimension, entry }) => (dimension === "times" ? [entry.claim.metric] : [])),
  );
  const pairs: (readonly [number, number])[] = [];
  for (const metric of multiples) {
    const own = claimsOf(company, [metric], input.book);
    const other = claimsOf(owner.op, [metric], input.book);
    if (own.length === 0 || other.length === 0) return "comparison_unsupported";
    for (const a of own) for (const b of other) pairs.push([a.base, b.base]);
  }
  return pairs.length === 0 ? undefined : judgeAll(op, pairs);
}

/** The measures that 和 and 、 string together, from the first on. */
export function joinedWith(stretch: readonly Token[], first: Token): readonly (readonly string[])[] {
  const found = [first.metrics];
  for (let at = stretch.indexOf(first); stretch[at + 1]?.kind === "join"; at += 2) {
    const next = stretch[at + 2];
    if (next?.kind !== "metric") break;
    found.push(next.metrics);
  }
  return found;
}
