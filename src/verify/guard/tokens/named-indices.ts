import { companyKey } from "../../security-code.ts";
import type { Reading } from "./reading.ts";
import type { Token, Unit } from "./token.ts";

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
function ownersIn(claims: Reading["claims"]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  for (const each of claims) {
    if (each.kind !== "numeric" || each.code === null || each.name === undefined) continue;
    const name = each.name.toLowerCase().replace(/ index$/, "");
    for (const one of indexNames.find((names) => names.includes(name)) ?? [name])
      owners.set(one, companyKey(each.code));
  }
  return owners;
}

/** An index stands at 3,356.71: a bare number of its level is in points. */
function inPoints(
  tokens: readonly Token[],
  indices: ReadonlySet<string>,
  priceLike: ReadonlySet<string>,
): readonly Token[] {
  let isLevel = false;
  return tokens.map((each) => {
    if (each.kind === "company") isLevel = indices.has(each.op);
    else if (each.kind === "entity" || each.kind === "break" || each.kind === "line") isLevel = false;
    else if (each.kind === "foreign") isLevel = false;
    else if (each.kind === "metric") isLevel &&= each.metrics.some((metric) => priceLike.has(metric));
    const { number } = each;
    if (!isLevel || number === null || number.unit !== null || number.sign !== "") return each;
    return { ...each, number: { ...number, unit: points } };
  });
}

/** An index that no registry names is the owner of the claims that bear its name. */
export function nameIndices(tokens: readonly Token[], { claims, lower, lexicon }: Reading): readonly Token[] {
  if (!tokens.some(({ kind }) => kind === "entity")) return tokens;
  const owners = ownersIn(claims);
  const indices = new Set<string>();
  const named: Token[] = [];
  for (const each of tokens) {
    const word = each.kind === "entity" ? lower.slice(each.start, each.end) : "";
    const last = named.at(-1);
    // the ChiNext Index: one name.
    if (word === "index" && last !== undefined && indices.has(last.op) && each.start - last.end === 1) {
      named[named.length - 1] = { ...last, end: each.end };
      continue;
    }
    const op = owners.get(word);
    if (op !== undefined) indices.add(op);
    named.push(op === undefined ? each : { ...each, kind: "company", op });
  }
  return indices.size === 0 ? tokens : inPoints(named, indices, lexicon.priceLike);
}
