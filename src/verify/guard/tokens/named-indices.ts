import { companyKey } from "../../security-code.ts";
import type { Reading } from "./reading.ts";
import type { Token } from "./token.ts";

/** Names of one index. */
const indexNames: readonly (readonly string[])[] = [
  ["上证指数", "上证综指", "沪指", "大盘", "shanghai composite"],
  ["深证成指", "深成指", "shenzhen component"],
  ["创业板指", "chinext"],
  ["沪深300", "csi 300", "csi300"],
  ["科创50", "star 50"],
  ["恒生指数", "恒指", "hang seng"],
];

/** An index that no registry names is the owner of the claims that bear its name. */
export function nameIndices(tokens: readonly Token[], { claims, lower }: Reading): readonly Token[] {
  if (!tokens.some(({ kind }) => kind === "entity")) return tokens;
  const owners = new Map<string, string>();
  for (const each of claims) {
    if (each.kind !== "numeric" || each.code === null || each.name === undefined) continue;
    const name = each.name.toLowerCase();
    for (const one of indexNames.find((names) => names.includes(name)) ?? [name])
      owners.set(one, companyKey(each.code));
  }
  return tokens.map((each) => {
    const op = each.kind === "entity" ? owners.get(lower.slice(each.start, each.end)) : undefined;
    return op === undefined ? each : { ...each, kind: "company", op };
  });
}
