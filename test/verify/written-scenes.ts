import { readFileSync } from "node:fs";
import type { Claim, MetricRegistry, NameRegistry } from "#contract";

/**
 * Texts written by hand in many registers, each labelled before it was first judged (`written.jsonl`): notes, chat, tables,
 * wire copy, mixed languages, traditional characters. A claim is `metric@code[~window]=value unit, as_of, source[, fetched_at]`, a fact `k: text | id`.
 */
interface Written {
  readonly question: string;
  readonly now: string;
  readonly registry: "plain" | "wide";
  readonly claims: readonly string[];
  readonly sound: readonly string[];
  readonly unsound: readonly string[];
}

/** A scene as the guard takes it, without its text. */
export interface Scene {
  readonly question: string;
  readonly now: string;
  readonly claims: readonly Claim[];
  readonly names: NameRegistry;
  readonly metrics: MetricRegistry;
  readonly sound: readonly string[];
  readonly unsound: readonly string[];
}

interface Registry {
  readonly names: NameRegistry;
  readonly metrics: MetricRegistry;
  readonly wide: MetricRegistry;
}

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
const registry: Registry = JSON.parse(read("written-registry.json"));
const { names, metrics, wide } = registry;
const registries = { plain: metrics, wide: { ...metrics, ...wide } };
const rows: readonly Written[] = read("written.jsonl")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));
const indices: Readonly<Record<string, string>> = {
  "000001.SH": "上证指数",
  "000300.SH": "沪深300",
  "399001.SZ": "深证成指",
  "399006.SZ": "创业板指",
};

function claimOf(row: string, now: string): Claim {
  const [, fact, id] = /^k: (.*) \| (.*)$/.exec(row) ?? [];
  if (fact !== undefined && id !== undefined)
    return { kind: "knowledge", claim: fact, cite: { kind: "competence", competence_id: id } };
  const [what = "", as_of = "", source = "", fetched_at = now] = row.split(/,\s*/);
  const [, metric = "", owner = "", window, value = "", unit = ""] =
    /^(\w+)@([^\s~]+?)(?:~(\S+?))?=(\S+) ?(.*)$/.exec(what) ?? [];
  const code = owner === "null" ? null : owner;
  const name = indices[owner] ?? names[owner]?.[0];
  return {
    kind: "numeric",
    value: Number(value),
    metric,
    code,
    ...(name === undefined ? {} : { name }),
    ...(window === undefined ? {} : { window }),
    unit: unit.trim(),
    as_of,
    cite: { kind: "tool", source, fetched_at, tool_call_id: `tc_${owner}_${metric}_${as_of}` },
  };
}

/** All of them, their claims read. */
export const scenes: readonly Scene[] = rows.map(({ registry: wanted, claims, ...row }) => ({
  ...row,
  claims: claims.map((each) => claimOf(each, row.now)),
  names,
  metrics: registries[wanted],
}));
