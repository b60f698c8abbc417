import { readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { AppError, type NameRegistry } from "#contract";
import {
  bundledSecurities,
  createDirectory,
  findDates,
  foreignSecurities,
  readCode,
  type SecurityEntry,
} from "#language";
import { type AuditKind, audit, auditKinds } from "../../cli/audit.ts";
import { type RegistryReading, readMetrics, readNames } from "../../cli/audit-registries.ts";
import { auditRoute, type RouteAudit } from "../../cli/audit-route.ts";
import { builtinYears } from "../../data/calendar.ts";
import { shanghaiDate, yearOf } from "../../data/shanghai-time.ts";
import { createTradingCalendar } from "../../data/trading-calendar.ts";
import { loadSkillCards } from "../../load-extensions.ts";
import { dayOnCalendar } from "../../tools/resolve-date.ts";
import { optimise, stopOptimising } from "../v8-flags.ts";
import type { Verb } from "./verb.ts";

/** Throws AppError INVALID_ARGS, in one sentence, for what cannot be read or is no such registry. */
function readRegistry<Registry>(
  path: string | undefined,
  read: (value: unknown) => RegistryReading<Registry>,
): Registry | undefined {
  if (path === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    const words = error instanceof Error ? error.message.replace(/\s+/g, " ") : "cannot be read";
    throw new AppError("INVALID_ARGS", `${path}: ${words}`);
  }
  const reading = read(value);
  if (!reading.ok) throw new AppError("INVALID_ARGS", `${path}: ${reading.fault}`);
  return reading.registry;
}

const keyOf = (name: string): string => name.toLowerCase().replaceAll(/\s/g, "");

/**
 * The bundled securities with the names of a registry before their own; codes they lack are added. A name that the registry gives to some
 * securities is no other's alias: Ping An is whose it says.
 */
export function securitiesWith(names: NameRegistry): readonly SecurityEntry[] {
  const given = new Set(Object.values(names).flatMap((each) => each.map(keyOf)));
  const byCode = new Map<string, SecurityEntry>(
    bundledSecurities.map(({ aliases = [], ...entry }) => [
      entry.code,
      { ...entry, aliases: aliases.filter((alias) => !given.has(keyOf(alias))) },
    ]),
  );
  for (const [written, own] of Object.entries(names)) {
    const reading = readCode(written);
    const [name] = own;
    if (reading === null || name === undefined) continue;
    const known: SecurityEntry = byCode.get(reading.code) ?? { ...reading, name };
    byCode.set(reading.code, { ...known, aliases: [...own, ...(known.aliases ?? [])] });
  }
  return [...byCode.values(), ...foreignSecurities];
}

/** The built-in router over the installed skills, as it would route in the product, with nothing asked of any source or model. */
function createRouteAudit(root: string, names: NameRegistry = {}): RouteAudit {
  const calendar = createTradingCalendar(builtinYears());
  const audit: RouteAudit = {
    cards: loadSkillCards(join(root, "skills")),
    directory: createDirectory(securitiesWith(names)),
    dayOf(words, now) {
      const [found] = findDates(words, now);
      const today = shanghaiDate(now);
      if (found === undefined || "date" in found || !calendar.covers(yearOf(today))) return undefined;
      return dayOnCalendar(found.onCalendar, today, calendar);
    },
  };
  // The words are compiled at first use; the first line should not pay for all.
  for (const utterance of audit.cards.flatMap(({ examples }) => examples))
    auditRoute({ utterance, now: "2026-01-05T10:00:00+08:00", context: [] }, audit);
  return audit;
}

const isKind = (kind: string | undefined): kind is AuditKind => auditKinds.some((each) => each === kind);

/**
 * `qianmen audit verify|guard|route [--names F] [--metrics F]`: JSON Lines on standard input, one verdict a line on standard output.
 * 1 when a line could not be read.
 */
export const run: Verb = async (args, { root }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { names: { type: "string" }, metrics: { type: "string" } },
    allowPositionals: true,
  });
  const [kind] = positionals;
  if (!isKind(kind))
    throw new AppError(
      "INVALID_ARGS",
      `usage: qianmen audit ${auditKinds.join("|")} [--names F] [--metrics F]`,
    );
  const names = readRegistry(values.names, readNames);
  const metrics = readRegistry(values.metrics, readMetrics);
  const { malformed } = await audit(kind, {
    input: process.stdin,
    write: (line) => new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve())),
    elapsedMs: () => performance.now(),
    timing: { begin: stopOptimising, end: optimise },
    ...(names === undefined ? {} : { names }),
    ...(metrics === undefined ? {} : { metrics }),
    ...(kind === "route" ? { route: createRouteAudit(root, names) } : {}),
  });
  return malformed === 0 ? 0 : 1;
};
