import { companyKey } from "../../../security-code.ts";
import type { Reading } from "../reading.ts";
import { onlyOf, revised, type Token, type Unit } from "../token.ts";

/** Names of one index. */
const indexNames: readonly (readonly string[])[] = [
  ["上证指数", "上证综指", "沪指", "大盘", "shanghai composite", "sse composite"],
  ["深证成指", "深成指", "shenzhen component", "szse component"],
  ["创业板指", "chinext"],
  ["沪深300", "csi 300", "csi300"],
  ["上证50", "sse 50"],
  ["科创50", "star 50"],
  ["恒生指数", "恒指", "hang seng"],
];
const points: Unit = { dimension: "点", exponent: 0 };

/** The names that the claims give an index, and the owner of its claims; a claim may call it the CSI 300 Index too. */
function ownersIn(claims: Reading["claims"]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const each of claims) {
    if (each.kind !== "numeric" || each.code === null || each.name === undefined) continue;
    const name = each.name.toLowerCase().replace(/ index$/, "");
    for (const one of indexNames.find((names) => names.includes(name)) ?? [name])
      owners.set(one, companyKey(each.code));
  }
  return owners;
}

const hanName = "指数";
/** 沪深300指数基金: something else that bears the index's name. */
const otherThing = /^(?:基金|增强|期货|期权|成[分份]|etf|化|编制|公司|型|投资|上限|下限)/;
/** 跑输了指数, 该指数: before a bare 指数 that is the one spoken of. */
const meansIt = /(?:^|[\s,，。;；:：、(（]|[了过比于输赢]|该|这个|同期|大盘|与|和|跟)$/;

/** True where 指数 begins at the index and names no other thing. */
const isHanIndex = (tokens: readonly Token[], at: number, lower: string): boolean => {
  const [first, second] = tokens.slice(at, at + 2);
  return (
    first?.op === "指" &&
    second?.op === "数" &&
    first.end === second.start &&
    !otherThing.test(lower.slice(second.end, second.end + 3))
  );
};

/** An index stands at 3,356.71: a bare number of its level is in points. */
function inPoints(
  tokens: readonly Token[],
  indices: ReadonlySet<string>,
  priceLike: ReadonlySet<string>,
): readonly Token[] {
  let isLevel = false;
  return revised(tokens, (each) => {
    if (each.kind === "company") isLevel = indices.has(each.op);
    else if (each.kind === "entity" || each.kind === "break" || each.kind === "line") isLevel = false;
    else if (each.kind === "foreign") isLevel = false;
    else if (each.kind === "metric") isLevel &&= each.metrics.some((metric) => priceLike.has(metric));
    const { number } = each;
    if (!isLevel || number === null || number.unit !== null || number.sign !== "") return each;
    return { ...each, number: { ...number, unit: points } };
  });
}

const isKnownIndex = (name: string): boolean => indexNames.some((names) => names.includes(name));

/** 深市跌幅更大: the composite indices of both exchanges, where the claims have both. */
function nameMarkets(owners: Map<string, string>): void {
  const [shanghai, shenzhen] = [owners.get("上证指数"), owners.get("深证成指")];
  if (shanghai === undefined || shenzhen === undefined) return;
  owners.set("沪市", shanghai);
  owners.set("深市", shenzhen);
}

/** 大盘 is the one broad index that the claims have, where they have no other. */
function nameBroad(owners: Map<string, string>): void {
  const broad = owners.get("沪深300");
  if (broad === undefined) return;
  if ([...owners].every(([name, owner]) => owner === broad || !isKnownIndex(name))) owners.set("大盘", broad);
}

/** The one index that the text names, by its owner; null where it names none or several. */
function onlyNamed(
  tokens: readonly Token[],
  owners: ReadonlyMap<string, string>,
  lower: string,
): string | null {
  const words = tokens.flatMap(({ kind, start, end }) =>
    kind === "entity" ? [lower.slice(start, end)] : [],
  );
  return onlyOf(
    words.flatMap((word) => (owners.has(word) || isKnownIndex(word) ? [owners.get(word) ?? null] : [])),
  );
}

/** The one company of the text that is no index, by its owner; null where it names none or several. */
const onlyStock = (tokens: readonly Token[], index: string): string | null =>
  onlyOf(tokens.flatMap(({ kind, op }) => (kind === "company" && op !== index ? [op] : [])));

/** 沪深300(000300): the index whose bare code stands in the bracket behind its name; 000001 alone would be a stock's. */
function codeOf({ start, end }: Token, before: readonly Token[], lower: string): string | undefined {
  const [name, open] = before.slice(-2);
  if (open?.kind !== "open" || name?.kind !== "company" || end - start !== 6) return undefined;
  const isOwn = /^\d{6}$/.test(lower.slice(start, end)) && name.op.includes(lower.slice(start, end));
  return isOwn && lower.charAt(end) === ")" ? name.op : undefined;
}

/** An index that no registry names is the owner of the claims that bear its name. */
export function nameIndices(tokens: readonly Token[], { claims, lower, lexicon }: Reading): readonly Token[] {
  if (!tokens.some(({ kind }) => kind === "entity")) return tokens;
  const owners = ownersIn(claims);
  nameBroad(owners);
  nameMarkets(owners);
  const only = onlyNamed(tokens, owners, lower);
  const stock = only === null ? null : onlyStock(tokens, only);
  const indices = new Set<string>();
  const named: Token[] = [];
  let skipped = 0;
  for (const [at, each] of tokens.entries()) {
    if (skipped > 0) {
      skipped--;
      continue;
    }
    if (each.op === "指" && isHanIndex(tokens, at, lower)) {
      const before = named.at(-1);
      const end = each.start + hanName.length;
      const isOfName = before !== undefined && indices.has(before.op) && before.end === each.start;
      const isIt = only !== null && meansIt.test(lower.slice(Math.max(0, each.start - 2), each.start));
      if (isOfName) named[named.length - 1] = { ...before, end };
      else if (isIt) {
        indices.add(only);
        named.push({ ...each, kind: "company", op: only, end });
      }
      if (isOfName || isIt) {
        skipped = 1;
        continue;
      }
    }
    const word = each.kind === "entity" ? lower.slice(each.start, each.end) : "";
    const last = named.at(-1);
    if (only !== null && stock !== null && word === "index" && last?.op === "the") {
      named.push({ ...each, kind: "company", op: only });
      continue;
    }
    // the ChiNext Index: one name.
    if (word === "index" && last !== undefined && indices.has(last.op) && each.start - last.end === 1) {
      named[named.length - 1] = { ...last, end: each.end };
      continue;
    }
    const op = owners.get(word) ?? codeOf(each, named, lower);
    if (op !== undefined) indices.add(op);
    named.push(op === undefined ? each : { ...each, kind: "company", op, byCode: word === "", number: null });
  }
  return indices.size === 0 ? tokens : inPoints(named, indices, lexicon.priceLike);
}

/**
 * Whether a company may be a member of an index by its listing alone: 科创50 takes none but the science board's. Whether it is one no
 * claim says; that a text says so in passing is harmless where it can be true.
 */
const mainland = /^(?:60|68|00|30)/;
/** Names of indices and the codes that they draw on; the codes are those of the exchanges' numbering plans. */
const drawsOn: readonly (readonly [names: RegExp, codes: RegExp])[] = [
  [/^(?:上证|沪指|沪市|shanghai|sse)/, /^(?:60|68)/],
  [/^(?:科创|star)/, /^68/],
  [/^(?:创业板|chinext)/, /^30/],
  [/^(?:深|shenzhen)/, /^(?:00|30)/],
  [/^北证/, /^(?:4|8|92)/],
  [/^(?:恒|道|纳|标普|日经|s&p|nasdaq|dow|hang|ftse|nikkei)/, /^$/],
  [/^(?:沪深|中证|csi)/, mainland],
];
/** Indices that take none of each other's members. */
const apart = /^(?:沪深300|csi ?300|中证500|csi ?500|中证1000|中证2000)$/;

/** The company that the words are said of: the last one named before, else the first after. */
const subjectOf = (tokens: readonly Token[], at: number): string | null =>
  (
    tokens.slice(0, at).findLast(({ kind }) => kind === "company") ??
    tokens.slice(at).find(({ kind }) => kind === "company")
  )?.op ?? null;

/** True where the company spoken of may be in all indices from the token `first` to `last`. */
export function mayBeMemberOf(tokens: readonly Token[], first: number, last: number, lower: string): boolean {
  const code = subjectOf(tokens, first);
  const names = tokens
    .slice(first, last + 1)
    .flatMap(({ kind, start, end }) => (kind === "entity" ? [lower.slice(start, end)] : []));
  if (new Set(names.filter((name) => apart.test(name)).map((name) => name.replace(/\D/g, ""))).size > 1)
    return false;
  return (
    code === null ||
    names.every((name) => drawsOn.find(([pattern]) => pattern.test(name))?.[1].test(code) ?? true)
  );
}
