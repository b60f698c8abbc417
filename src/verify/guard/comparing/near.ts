/** 两家相差不大, 收盘价差不多, 接近: two values of one measure, or the claim beside the user's number. */
import { claimsOf } from "../claims/claim-book.ts";
import type { Token } from "../tokens/token.ts";
import {
  type ComparisonInput,
  clauseStart,
  ownBefore,
  type Spot,
  stateAt,
  type Verdict,
} from "./comparison-sides.ts";

/** Shares of the larger value: prices lie near each other, rates and multiples a little further. */
const nearPrice = 0.02;
const nearRate = 0.05;
const naming: ReadonlySet<string> = new Set(["company", "entity", "metric", "number", "foreign", "pair"]);

const isNear = (a: number, b: number, share: number): boolean =>
  Math.sign(a) === Math.sign(b) && Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b));

/** 京东方一股4块钱? 差不多。: the one number of the question is the rounded value of what it asks. */
function judgeAsked({ asked, words }: ComparisonInput): Verdict | undefined {
  const numbers = words.question.flatMap(({ kind, number }) =>
    kind === "number" && number !== null ? [number] : [],
  );
  const [said] = numbers;
  if (said === undefined || numbers.length > 1 || asked.left === null) return undefined;
  const { digits, exponent, decimals } = said.shown;
  const power = exponent - decimals + (said.unit?.exponent ?? 0);
  if ((said.unit?.dimension ?? asked.left.dimension) !== asked.left.dimension) return undefined;
  if (said.unit === null && asked.left.dimension === "part") return undefined;
  const [value, half] = [Number(digits) * 10 ** power, 0.5000001 * 10 ** power];
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

export function judgeNear(input: ComparisonInput, spot: Spot): Verdict {
  const { flat, at } = spot;
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
  const named = (tokens: readonly Token[]) => [
    ...new Set(tokens.flatMap(({ kind, op }) => (kind === "company" ? [op] : []))),
  ];
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
