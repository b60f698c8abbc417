import { readFileSync } from "node:fs";
import type { Claim, MetricRegistry, NameRegistry } from "#contract";
import { claimOf } from "../../src/verify/guard/scene-claims.ts";
import warmUpScenes from "../../src/verify/guard/warm-up.json" with { type: "json" };

/**
 * Texts written by hand in many registers, each labelled before it was first judged (`written.jsonl`): notes, chat, tables,
 * wire copy, mixed languages, traditional characters. A row of claims is as `scene-claims.ts` tells.
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
const written = read("written.jsonl").trimEnd().split("\n");
/** A seventh of them is what the guard is warmed up with. */
const rows = [...warmUpScenes, ...written.map((line) => JSON.parse(line))] as readonly Written[];
const indices: Readonly<Record<string, string>> = {
  "000001.SH": "上证指数",
  "000300.SH": "沪深300",
  "399001.SZ": "深证成指",
  "399006.SZ": "创业板指",
};

const nameOf = (code: string): string | undefined => indices[code] ?? names[code]?.[0];

/** All of them, their claims read. */
export const scenes: readonly Scene[] = rows.map(({ registry: wanted, claims, ...row }) => ({
  ...row,
  claims: claims.map((each) => claimOf(each, row.now, nameOf)),
  names,
  metrics: registries[wanted],
}));
