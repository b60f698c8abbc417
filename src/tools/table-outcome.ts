import type { Json, ToolFailure, ToolOutcome } from "#contract";
import type { MarketData } from "../data/market-data.ts";
import type { Answer } from "../data/routing.ts";
import { delistedFailure } from "./delisted-failure.ts";

/** A source's answer and the way to it. */
export interface TableOrigin extends Pick<Answer<never>, "table" | "adapter" | "fetched_at"> {
  readonly source: string;
  readonly fallback_from: readonly string[];
}

/** A good outcome. `asOf` is the date of what has no date of its own in the value. */
export function tableOutcome(value: Json, asOf: string, origin: TableOrigin): ToolOutcome {
  const { source, table, adapter, fetched_at, fallback_from } = origin;
  const fallback = fallback_from.length === 0 ? {} : { fallback_from };
  return { ok: true, value, source, table, served_by: source, adapter, fetched_at, as_of: asOf, ...fallback };
}

export const failed = (error: ToolFailure): ToolOutcome => ({ ok: false, error });

/** Nobody has a row: an unknown code where the list of securities is at hand and does not hold it. */
export function emptyFailure(
  data: Pick<MarketData, "securities">,
  code: string,
  error: ToolFailure,
): ToolFailure {
  const { securities } = data;
  // Whatever else went wrong: of a company that has left its exchange there is nothing new.
  const delisted = delistedFailure(data, code);
  if (delisted !== null) return delisted;
  const isUnlisted = securities.origin() !== undefined && securities.directory().name(code) === undefined;
  const isEmpty = error.code === "NO_DATA";
  return { ...error, code: isEmpty && isUnlisted ? "UNKNOWN_SECURITY" : error.code, subject: code };
}

/** The known numbers of a row under other names (`to`); a metric that the row does not know stays out. */
export function metricsOf<Row extends object>(
  row: Row,
  names: readonly (readonly [from: keyof Row & string, to: string])[],
): Readonly<Record<string, number>> {
  const known = names.flatMap(([from, to]) => {
    const value = row[from];
    return typeof value === "number" ? [[to, value] as const] : [];
  });
  return Object.fromEntries(known);
}

/** As they are called. */
export const same = <Name extends string>(names: readonly Name[]): readonly (readonly [Name, Name])[] =>
  names.map((name) => [name, name] as const);
