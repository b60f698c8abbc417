/** 两家相差不大, 收盘价差不多, 接近: two values of one measure, or the claim beside the user's number. */
import { claimsOf } from "../claims/claim-book.ts";
import { companiesIn, lastPower, sizeOf, type Token } from "../tokens/token.ts";
import {
  askedNumber,
  type ComparisonInput,
  clauseStart,
  ownBefore,
  type Spot,
  stateAt,
  stretchAfter,
  type Verdict,
} from "./comparison-sides.ts";

/** Shares of the larger value: prices lie near each other, rates and multiples a little further. */
const nearPrice = 0.02;
const nearRate = 0.05;
/** What is very near. */
const nearLevel = 0.005;
const naming: ReadonlySet<string> = new Set(["company", "entity", "metric", "number", "foreign", "pair"]);

const isNear = (a: number, b: number, share: number): boolean =>
  Math.sign(a) === Math.sign(b) && Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b));

/** 京东方一股4块钱? 差不多。: the one number of the question is the rounded value of what it asks. */
function judgeAsked({ asked, words }: ComparisonInput): Verdict | undefined {
  const said = askedNumber({ words });
  if (said === undefined || asked.left === null) return undefined;
  if ((said.unit?.dimension ?? asked.left.dimension) !== asked.left.dimension) return undefined;
  if (said.unit === null && asked.left.dimension === "part") return undefined;
  const [value, half] = [sizeOf(said), 0.5000001 * 10 ** lastPower(said)];
  return asked.left.values.every((each) => Math.abs(each - value) <= half) ? null : "comparison_false";
}

/** The measures that the tokens show of two companies or more. */
function shownOfTwo(
  { settled }: Pick<ComparisonInput, "settled">,
  flat: readonly Token[],
): readonly string[] {
  const owners = new Map<string, Set<string | null>>();
  for (const each of flat) {
    const entry = settled.get(each)?.entry;
    if (entry != null)
      owners.set(entry.claim.metric, (owners.get(entry.claim.metric) ?? new Set()).add(entry.company));
  }
  return [...owners].flatMap(([metric, { size }]) => (size > 1 ? [metric] : []));
}

const very =
  /(?:非常|很|十分|极其?|极为|几乎|几近|基本上?|大致|(?<![a-z])(?:very|extremely|almost|nearly|virtually|practically)) ?$/;
const veryReach = 14;
/** 几乎与20日均线7.30元持平 */
const hardlyApart = /(?:几乎|基本)[与和同跟][^,，。;；]{1,24}$/;
const farReach = 32;
/** 非常接近, 几乎持平 */
export const isVery = ({ start, end }: Token, lower: string): boolean =>
  /^(?:the two are )?(?:very|nearly|almost|virtually)/.test(lower.slice(start, end)) ||
  very.test(lower.slice(Math.max(0, start - veryReach), start)) ||
  hardlyApart.test(lower.slice(Math.max(0, start - farReach), start));

/** 收盘价7.31元,20日均线7.30元,二者非常接近: two levels of one company's price; undefined where the sentence speaks of others. */
function judgeLevels(input: ComparisonInput, spot: Spot): Verdict | undefined {
  const { flat, at } = spot;
  const { settled, priceLike, averages, book } = input;
  const word = flat[at];
  const [own, after] = [ownBefore(spot), stretchAfter(spot)];
  const isOther = ({ kind }: Token): boolean =>
    ["entity", "foreign", "scope", "window", "user", "count"].includes(kind);
  const companies = companiesIn(flat);
  if (word === undefined || companies.size > 1 || [...own, ...after].some(isOther)) return undefined;
  const { company } = stateAt(input, spot);
  const isLevel = (id: string): boolean => priceLike.has(id) || averages.includes(id);
  // Levels that the words around it name, then those whose numbers stand before it.
  const named = [...own, ...after].flatMap(({ kind, metrics }) =>
    kind === "metric" && metrics.every(isLevel) ? [claimsOf(company, metrics, book)] : [],
  );
  const shown = flat.slice(0, at).flatMap((each) => settled.get(each)?.entry ?? []);
  const levels = [...named, ...shown.toReversed().map((each) => [each])].filter(
    ([first]) => first !== undefined && isLevel(first.claim.metric) && first.company === company,
  );
  const left = levels[0]?.[0];
  const right = levels.find(([first]) => first?.claim.metric !== left?.claim.metric)?.[0];
  if (left === undefined || right === undefined || left.asOf.day !== right.asOf.day) return undefined;
  if (left.unit.dimension !== right.unit.dimension) return undefined;
  return isNear(left.base, right.base, isVery(word, input.lower) ? nearLevel : nearPrice)
    ? null
    : "comparison_false";
}

export function judgeNear(input: ComparisonInput, spot: Spot): Verdict {
  const { flat, at } = spot;
  const ofLevels = judgeLevels(input, spot);
  if (ofLevels !== undefined) return ofLevels;
  const from = clauseStart(flat, at);
  const own = ownBefore(spot);
  const isBare = !own.some(({ kind }) => naming.has(kind) || kind === "count");
  const ofAsked = isBare && from === 0 ? judgeAsked(input) : undefined;
  if (ofAsked !== undefined) return ofAsked;
  if (
    own.some(({ kind }) => kind === "entity" || kind === "foreign" || kind === "scope" || kind === "window")
  )
    return "comparison_unsupported";
  const measures = own.filter(({ kind }) => kind === "metric");
  const [measure, ...more] = measures;
  if (more.length > 0) return "comparison_unsupported";
  const shown = shownOfTwo(input, flat);
  const metrics = measure?.metrics ?? (shown.length === 1 ? shown : input.asked.metrics);
  const named = (tokens: readonly Token[]) => [...companiesIn(tokens)];
  const [before, all] = [named(own), named(flat)];
  const { company } = stateAt(input, spot);
  const companies = before.length > 1 ? before : all.length > 1 ? all : [company];
  const claims = companies.map((each) => claimsOf(each, metrics, input.book));
  const [first, second] = claims;
  if (claims.length !== 2 || first?.length !== 1 || second?.length !== 1) return "comparison_unsupported";
  const [a, b] = [first[0], second[0]];
  if (a === undefined || b === undefined) return "comparison_unsupported";
  const share = a.unit.dimension === "CNY" ? nearPrice : nearRate;
  return isNear(a.base, b.base, share) ? null : "comparison_false";
}

/** 市盈率20.5倍、市净率8.1倍,五粮液…,前者更高: by each of the measures shown since the comparison before, where the clause names none. */
export function listedBefore(input: ComparisonInput, { flat, at }: Spot): readonly string[] {
  const from = flat.slice(0, at).findLastIndex(({ kind }) => kind === "clause") + 1;
  if (flat.slice(from, at).some(({ kind }) => kind === "metric" || kind === "number")) return [];
  const last = flat.slice(0, from).findLastIndex(({ kind }) => kind === "compare" || kind === "superlative");
  return shownOfTwo(input, flat.slice(last + 1, from));
}
