/** 当前价在117.90元到164.28元之间,下端是泸州老窖,上端是山西汾酒: whose the two ends of a range are, told behind it. */
import { isRangeKey } from "../../lexicon/known-measures.ts";
import type { Token } from "../../tokens/token.ts";
import type { Sentence } from "../structure.ts";
import type { Paired } from "./paired-lists.ts";

const low = /(?:最?低|下|较低|偏低)(?:的?(?:那|一)?(?:端|限|沿|头|边|方|侧|家|只|位|者))?的?[是为]$/;
const high = /(?:最?高|上|较高|偏高)(?:的?(?:那|一)?(?:端|限|沿|头|边|方|侧|家|只|位|者))?的?[是为]$/;
const joins = /^[至到和与]$/;
/** How many tokens behind the range its ends are told in. */
const reach = 24;
const ends = new Set(["clause", "break"]);

/** What stands between the last border and the index, as it is written. */
function saidBefore(tokens: readonly Token[], at: number): string {
  const from = tokens.slice(0, at).findLastIndex(({ kind }) => ends.has(kind)) + 1;
  return tokens
    .slice(from, at)
    .map(({ op }) => op.replace(/^[<>]saidhead$/, (word) => (word.startsWith("<") ? "低的是" : "高的是")))
    .join("");
}

/** For the two numbers of such a range their companies; of nothing where the ends are not told of two. */
export function rangeOwners({ tokens, counts }: Sentence): ReadonlyMap<Token, Paired> {
  const none: ReadonlyMap<Token, Paired> = new Map();
  if (counts.number < 2) return none;
  const at = tokens.findIndex(
    ({ kind }, i) =>
      kind === "number" && joins.test(tokens[i + 1]?.op ?? "") && tokens[i + 2]?.kind === "number",
  );
  const [first, second] = [tokens[at], tokens[at + 2]];
  if (first === undefined || second === undefined) return none;
  if (tokens.slice(0, at).some(({ kind }) => kind === "company")) return none;
  const owners = new Map<string, string>();
  for (let i = at + 3; i < Math.min(tokens.length, at + 3 + reach); i++) {
    const { kind = "text", op = "" } = tokens[i] ?? {};
    if (kind === "number" || kind === "entity") return none;
    if (kind !== "company") continue;
    const said = saidBefore(tokens, i);
    const end = low.test(said) ? "low" : high.test(said) ? "high" : "";
    if (end === "" || owners.has(end)) return none;
    owners.set(end, op);
  }
  const [lower, upper] = [owners.get("low"), owners.get("high")];
  if (lower === undefined || upper === undefined || lower === upper) return none;
  // 当前价介于…之间: of the price, where 介于 alone would be the range of a day.
  const measure = tokens
    .slice(0, at)
    .findLast(
      ({ kind, op, metrics }) => kind === "metric" && !op.endsWith("verb") && !metrics.some(isRangeKey),
    );
  const { metrics = [] } = measure ?? {};
  if (metrics.length === 0) return none;
  return new Map([
    [first, { company: lower, metrics }],
    [second, { company: upper, metrics }],
  ]);
}
