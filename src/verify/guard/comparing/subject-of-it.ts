/** Whom a pronoun before a comparison stands for. */
import type { Token } from "../tokens/token.ts";
import type { Spot } from "./comparison-sides.ts";

const it: ReadonlySet<string> = new Set(["it", "它"]);
const besides: ReadonlySet<string> = new Set(["versus", "beside", "reference"]);

/** Fenjiu trades on 18.37x against Laojiao's 14.20x, so it is the dearer: not the company that it was only set beside. */
export function subjectOfIt({ flat, at }: Spot): string | null {
  const from = flat.slice(0, at).findLastIndex(({ kind }) => kind === "clause") + 1;
  const own = flat.slice(from, at);
  if (!own.some(({ op }) => it.has(op)) || own.some(({ kind }) => kind === "company")) return null;
  const said = flat.slice(0, from);
  const beside = said.findLastIndex(
    ({ kind, op }) => kind === "compare" || (kind === "join" && besides.has(op)),
  );
  const owners = (tokens: readonly Token[]) =>
    tokens.flatMap(({ kind, op }) => (kind === "company" ? [op] : []));
  // 与老窖的14.20倍相比: a word that stands behind what it sets beside.
  const isBefore = said[beside + 1] !== undefined && said[beside + 1]?.kind !== "clause";
  const others = new Set(owners(said.slice(beside + 1)));
  return isBefore && others.size === 1 ? (owners(said.slice(0, Math.max(beside, 0))).at(-1) ?? null) : null;
}
