/** 其中MA5最高, 现价是三个里最高的, 前者更高, 收盘价居中: a price or level of one company among its others of that day. */

import { type BookClaim, claimsOf } from "../claims/claim-book.ts";
import { levelMeantOps } from "../tokens/comparisons/asked-crossings.ts";
import { averagesOp } from "../tokens/measures/averages.ts";
import { sizeOf, type Token, writtenSize } from "../tokens/token.ts";
import {
  type ComparisonInput,
  clauseEnd,
  clauseStart,
  holds,
  type Operand,
  type Settled,
  type Spot,
  settledOperand,
  stateAt,
  stretchAfter,
  type Verdict,
} from "./comparison-sides.ts";

const others: ReadonlySet<string> = new Set(["entity", "foreign", "scope", "window"]);

/** What the words are said of: behind 是, else named last before them, in their clause or what leads to it. */
function measureAt({ flat, at }: Spot): Token | undefined {
  const [link, after] = flat.slice(at + 1, clauseEnd(flat, at + 1)).filter(({ op }) => op !== "的");
  const isLink = link?.kind === "fill" && /^(?:是|为|is|的是)$/.test(link.op);
  if (isLink && after?.kind === "metric") return after;
  return flat.slice(0, at).findLast(({ kind, op }) => kind === "metric" && !op.endsWith("verb"));
}

/** How many the words say there are: 三个里, 三条均线中, of the three; 0 where they do not say. */
function countAt({ flat, at }: Spot): number {
  const from = clauseStart(flat, at);
  const own = flat.slice(from, clauseEnd(flat, at + 1));
  return (
    own.findLast(({ kind, op }) => (kind === "count" && op === "among") || op === averagesOp)?.count ?? 0
  );
}

/** The measure's own levels and those that the words may set them among; null where the words are of anything else. */
function amongLevels(
  input: ComparisonInput,
  spot: Spot,
): { readonly own: readonly BookClaim[]; readonly rest: readonly BookClaim[] } | null {
  const { averages, opens, previous, priced, closed, priceLike, settled, book, shownAverages } = input;
  const { flat, at } = spot;
  const isLevelId = (id: string): boolean =>
    priceLike.has(id) || [averages, opens, previous, priced, closed].some((ids) => ids.includes(id));
  const measure = measureAt(spot);
  if (measure === undefined || !measure.metrics.every(isLevelId)) return null;
  const own = flat.slice(clauseStart(flat, at), clauseEnd(flat, at + 1));
  if (own.some(({ kind, op }) => others.has(kind) || (kind === "relative" && op !== "today"))) return null;
  const isAverage = measure.metrics.every((id) => averages.includes(id));
  const shown = (tokens: Iterable<Token>): readonly BookClaim[] => [
    ...new Set([...tokens].flatMap((each) => settled.get(each)?.entry ?? [])),
  ];
  const levels = (entries: readonly BookClaim[]) => entries.filter(({ claim }) => isLevelId(claim.metric));
  const pools = [levels(shown(flat)), levels(shown(settled.keys()))];
  const owners = new Set(pools[1]?.map(({ company }) => company));
  const [company] = owners;
  if (company == null || owners.size > 1) return null;
  if (flat.some(({ kind, op }) => kind === "company" && op !== company)) return null;
  const named = flat.flatMap(({ kind, metrics }) =>
    kind === "metric" && metrics.every(isLevelId) ? claimsOf(company, metrics, book) : [],
  );
  pools[0] = [...new Set([...(pools[0] ?? []), ...named])];
  const hasAverages = [...shownAverages].some((each) => each.company === company);
  if (isAverage && hasAverages) pools.unshift(claimsOf(company, averages, book));
  const count = countAt(spot);
  for (const pool of pools) {
    const of = pool.filter(({ claim }) => measure.metrics.includes(claim.metric));
    const rest = pool.filter((each) => !of.includes(each));
    const isOneDay = pool.every(({ asOf }) => asOf.day === pool[0]?.asOf.day);
    const size = new Set(pool.map(({ claim }) => claim.metric)).size;
    if (of.length > 0 && rest.length > 0 && isOneDay && (count === 0 || count === size))
      return { own: of, rest };
  }
  return null;
}

/** Above or below all the others; undefined where the words are of anything but such levels. */
export function judgeLevels(input: ComparisonInput, spot: Spot, op: string): Verdict | undefined {
  const found = amongLevels(input, spot);
  if (found === null) return undefined;
  const isTrue = found.own.every((a) => found.rest.every((b) => holds(op, a.base, b.base)));
  return isTrue ? null : "comparison_false";
}

/** MA20最高,收盘价居中,MA5最低: with as many above as below. */
export function judgeMiddleLevel(input: ComparisonInput, spot: Spot): Verdict | undefined {
  const found = amongLevels(input, spot);
  if (found === null || found.rest.length < 2) return undefined;
  const isMiddle = found.own.every(({ base }) => {
    const [above, below] = [">", "<"].map(
      (op) => found.rest.filter((each) => holds(op, each.base, base)).length,
    );
    return above === below && (above ?? 0) * 2 === found.rest.length;
  });
  return isMiddle ? null : "comparison_false";
}

const names: Readonly<Record<string, RegExp>> = {
  [levelMeantOps.high]: /high/,
  [levelMeantOps.low]: /low/,
};

/** The one number of the question, where the text has said it before and no other of the user's. */
function usersLevel({ words }: ComparisonInput, told: readonly Settled[], before: string): Operand | null {
  const [mine, ...more] = words.question.slice(0, mostAsked).flatMap(({ number }) => number ?? []);
  if (mine === undefined || more.length > 0 || (mine.unit?.dimension ?? "CNY") !== "CNY") return null;
  const isSaid = before.split(/[^\d.]+/).some((said) => said !== "" && Number(said) === writtenSize(mine));
  const isOnly = told.every(({ entry, base }) => entry !== null || base === sizeOf(mine));
  return isSaid && isOnly ? { values: [sizeOf(mine)], dimension: "CNY" } : null;
}
/** Tokens of the question that are looked at; the limit keeps the work linear. */
const mostAsked = 300;

/** 收盘41.26元,低于该高点: the one level, no price of its own, that the text has shown of the company, else the user's own number; undefined for other words, null where none or several could be meant. */
export function levelMeant(input: ComparisonInput, spot: Spot): Operand | null | undefined {
  const [word] = stretchAfter(spot);
  if (word?.kind !== "fill" || !word.op.startsWith(levelMeantOps.any)) return undefined;
  const { company } = stateAt(input, spot);
  const { priced, closed, averages, keysOf } = input;
  const isMeant = (metric: string): boolean => {
    if (priced.includes(metric) || closed.includes(metric)) return false;
    if (word.op === levelMeantOps.average) return averages.includes(metric);
    return names[word.op]?.test([metric, ...keysOf(metric)].join(" ")) ?? true;
  };
  const told = [...input.settled.values()].filter(
    ({ quantity, dimension }) =>
      (dimension === "CNY" || dimension === "点") && quantity.token.start < word.start,
  );
  const levels = told.filter(
    ({ entry }) => entry !== null && entry.company === company && isMeant(entry.claim.metric),
  );
  // Whether it gets to your 6…; CNY 4.28, still below that level.
  if (levels.length === 0 && word.op === levelMeantOps.any)
    return usersLevel(input, told, input.lower.slice(0, word.start));
  const [first] = levels;
  return first !== undefined && levels.every(({ base }) => base === first.base)
    ? settledOperand(first)
    : null;
}
