/** Orders of several: 由低到高, 第二是老窖, the second-highest P/E, followed by Luzhou Laojiao. */
import { claimsOf } from "../claims/claim-book.ts";
import { placeOp } from "../tokens/readers/rank-words.ts";
import { companiesIn, metricsIn, type Token } from "../tokens/token.ts";
import {
  type ComparisonInput,
  clauseEnd,
  clauseStart,
  type Settled,
  type Spot,
  stretchAfter,
  type Verdict,
} from "./comparison-sides.ts";
import { sizeTold } from "./move-sizes.ts";

/** 按市盈率从高到低依次是贵州茅台、五粮液、泸州老窖: the values of the companies that follow, of the measure named last. */
function namedInOrder({ sentence, book, start }: ComparisonInput, from: number): readonly number[] | null {
  const flat = sentence.tokens;
  const owners = flat.flatMap(({ kind, op, start: at }) => (kind === "company" && at > from ? [op] : []));
  const measures = flat.filter(({ kind, op }) => kind === "metric" && !op.endsWith("verb"));
  const measure = measures.findLast((each) => each.start < from) ?? measures[0];
  const held = owners.map((owner) => claimsOf(owner, measure?.metrics ?? start.metrics, book));
  const isOfFalls = (measure?.sign ?? 0) < 0 && held.flat().every(({ base }) => base < 0);
  const values = held.flatMap((claims) =>
    claims.length === 1 ? claims.map(({ base }) => (isOfFalls ? -base : base)) : [],
  );
  const isOnce = new Set(owners).size === owners.length;
  return owners.length > 1 && isOnce && values.length === owners.length ? values : null;
}

/** 由低到高: the numbers that follow, of one measure, stand in that order; where none follow, those before. */
export function judgeOrder(input: ComparisonInput, { op, start }: Token): Verdict {
  const { settled, sentence } = input;
  const inOrderOf = (listed: readonly Settled[]) => inOrder(listed.map(sizeTold));
  const inOrder = (listed: readonly number[]) =>
    listed.every((base, i) => {
      const before = listed[i - 1] ?? base;
      return op === "asc" ? before <= base : before >= base;
    })
      ? null
      : ("comparison_false" as const);
  const after = [...settled.values()].filter(({ quantity }) => quantity.token.start > start);
  const metric = after[0]?.entry?.claim.metric;
  const end = after.findIndex(({ entry }) => entry?.claim.metric !== metric);
  const listed = end < 0 ? after : after.slice(0, end);
  // 由高到低依次是MA60…、MA5…、MA20…: the measures of one kind of one company.
  const [first] = after;
  const last = after.findIndex(
    ({ entry, dimension }) => entry?.company !== first?.entry?.company || dimension !== first?.dimension,
  );
  const kind = last < 0 ? after : after.slice(0, last);
  if (listed.length === 1 && kind.length > 1 && first?.dimension === "CNY") return inOrderOf(kind);
  if (metric !== undefined && listed.length > 1) return inOrderOf(listed);
  const named = after.length === 0 ? namedInOrder(input, start) : null;
  if (named !== null) return inOrder(named);
  // MA5…、MA20…、MA60…,由高到低排列: the numbers that the sentence has listed before, else the list before it.
  const own = sentence.clauses
    .flat()
    .filter((each) => each.end <= start)
    .flatMap((each) => settled.get(each) ?? []);
  const isNamed = sentence.tokens.some((each) => each.kind === "company" && each.start > start);
  const before = own.length > 0 || isNamed ? own : listBefore(input);
  const isOneKind = before.every(({ dimension }) => dimension === before[0]?.dimension);
  return after.length === 0 && isOneKind && before.length > 1 ? inOrderOf(before) : "comparison_unsupported";
}

/** 1. Fenjiu 14.55% 2. Moutai 10.42%. Ranked from highest to lowest: all that the text has shown, of the one measure that the sentence names or that was told of several. */
function listBefore({ settled, sentence }: ComparisonInput): readonly Settled[] {
  const named = metricsIn(sentence.tokens);
  const told = [...settled.values()].filter(
    ({ entry }) => entry !== null && (named.length === 0 || named.includes(entry.claim.metric)),
  );
  return told.every(({ entry }) => entry?.claim.metric === told[0]?.entry?.claim.metric) ? told : [];
}

/** The companies in the order of the measure, from the largest; null where the claims give one of them several values, or two the same. */
function ordered({ book }: ComparisonInput, metrics: readonly string[]): readonly string[] | null {
  const values = new Map<string, number>();
  for (const { company, base } of metrics.flatMap((metric) => book.of(metric)))
    if (company !== null) {
      if (values.has(company) && values.get(company) !== base) return null;
      values.set(company, base);
    }
  const sorted = [...values].toSorted((a, b) => b[1] - a[1]);
  const isStrict = sorted.every(([, base], i) => i === 0 || base !== sorted[i - 1]?.[1]);
  return sorted.length > 1 && isStrict ? sorted.map(([company]) => company) : null;
}

const isRank = ({ kind, op }: Token): boolean => kind === "superlative" && /^[<>](?:move)?$/.test(op);

/** 招商银行第一,工商银行第二。ROE依次为…: places told ahead of the values are of what is asked for, where the text shows nothing else. */
function onlyMeant({ asked, settled }: ComparisonInput): readonly string[] {
  const shown = [...settled.values()].flatMap(({ entry }) => entry?.claim.metric ?? []);
  return shown.every((id) => asked.metrics.includes(id)) ? asked.metrics : [];
}

/** The order that the sentence speaks of: from the company that a superlative put first. */
function orderAt(input: ComparisonInput, { flat, at }: Spot): readonly string[] | null {
  const first = flat.slice(0, at).findIndex(isRank);
  const said = flat.slice(0, at).findLast(({ kind }) => kind === "metric")?.metrics ?? input.start.metrics;
  const later = flat.slice(at).find(({ kind }) => kind === "metric")?.metrics ?? [];
  const word = flat[first];
  const isUnnamed = said.length === 0 && later.length === 0;
  const meant = isUnnamed ? onlyMeant(input) : said.length > 0 ? said : later;
  const isOfMoves = word?.op.endsWith("move") === true || meant.length === 0;
  const metrics = isOfMoves ? input.changes : meant;
  const order = ordered(input, metrics);
  if (order === null) return null;
  if (first < 0) return flat[at]?.sign === -1 ? order.toReversed() : order;
  const leader = ownerOf(flat, first);
  return leader === order.at(-1) && leader !== order[0] ? order.toReversed() : order;
}

/** Whom a place is said of: right behind it or behind 是, else the last company before it. */
function ownerOf(flat: readonly Token[], at: number): string | null {
  const end = clauseEnd(flat, at + 1);
  // 汾酒在这三家里排第二:茅台6.42倍,…: what follows the colon is the list.
  const own = flat.slice(clauseStart(flat, at), at).findLast(({ kind }) => kind === "company");
  if (own !== undefined && flat[at + 1]?.op === ":") return own.op;
  // 市净率第一:招商银行
  const [first, second, third] = flat.slice(at + 1, Math.max(end, at + 2)).filter(({ op }) => op !== ":");
  if (first?.kind === "company") return first.op;
  const isLink = (each: Token | undefined) =>
    each?.kind === "fill" && /^(?:是|为|的|is|goes|to)$/.test(each.op);
  if (isLink(first) && second?.kind === "company") return second.op;
  if (isLink(first) && isLink(second) && third?.kind === "company") return third.op;
  return flat.slice(0, at).findLast(({ kind }) => kind === "company")?.op ?? null;
}

/** Places in an order: 第二是老窖, the second-highest P/E, followed by Luzhou Laojiao and Wuliangye. */
export function judgePlace(
  input: ComparisonInput,
  spot: Spot,
  place = spot.flat[spot.at]?.count ?? 0,
): Verdict {
  const { flat, at } = spot;
  if (flat.some(({ kind }) => kind === "scope" || kind === "entity")) return "comparison_unsupported";
  const order = orderAt(input, spot);
  const owner = ownerOf(flat, at) ?? input.start.company;
  if (order === null || owner === null || !order.includes(owner)) return "comparison_unsupported";
  const before = aheadOf(input, spot);
  return order[place - 1] === owner && (before === undefined || order[place - 2] === before)
    ? null
    : "comparison_false";
}

const behind = /^[^,.;:(\n]{0,24} (?:after|behind|next to|right after) (?:the )?$/;

/** the second cheapest after Wuliangye: whom the place comes behind. */
function aheadOf({ lower }: ComparisonInput, { flat, at }: Spot): string | undefined {
  const next = flat.find(({ kind }, i) => i > at && kind === "company");
  const end = flat[at]?.end ?? 0;
  return next !== undefined && behind.test(lower.slice(end, next.start)) ? next.op : undefined;
}

/** followed by A and B: the places behind the one that was put first. */
export function judgeFollowers(input: ComparisonInput, spot: Spot): Verdict {
  const { flat, at } = spot;
  const first = flat.slice(0, at).findIndex(isRank);
  if (first < 0 || flat.slice(first, at).some(({ op }) => op === placeOp)) return null;
  const order = orderAt(input, spot);
  const leader = ownerOf(flat, first);
  const named = [...companiesIn(stretchAfter(spot))];
  if (order === null || leader === null || named.length === 0) return null;
  const from = order.indexOf(leader);
  return from >= 0 && named.every((company, i) => order[from + 1 + i] === company)
    ? null
    : "comparison_false";
}

const ends: ReadonlySet<string> = new Set(["clause", "open", "break", "line"]);

/** 招行领先, 毛利率方面茅台领先:茅台…,五粮液…, Wuliangye trails:…: of those that the claims speak of, told ahead of their values. */
export function isLeadAlone({ lower }: ComparisonInput, { flat, at }: Spot): boolean {
  const [word, next] = [flat[at], flat[at + 1]];
  if (word === undefined || !/^(?:领先|落后|trails|lags|behind)$/.test(lower.slice(word.start, word.end)))
    return false;
  const isEnd = next === undefined || ends.has(next.kind) || /^(?:[:—]|on|in|by)$/.test(next.op);
  return isEnd && !flat.some(({ kind }) => kind === "entity" || kind === "scope");
}
