import { isRow, refused } from "../../check-rows.ts";
import type { NameProof } from "../../name-proof.ts";
import { isIsoDate, secondsOfDay, shanghaiDate } from "../../shanghai-time.ts";
import type { SourceFailure, SourceResult } from "../../source.ts";
import type { AkFunction, AkTools, Cells } from "./aktools.ts";

/** What every function of akshare is asked through. */
export interface AkConnection {
  readonly call: AkTools;
  /** Market time, which a fetch is stamped with. */
  readonly now: () => string;
  /** xq_a_token, where the operator gave one. */
  readonly token?: string;
  readonly identify?: NameProof | undefined;
}

export type Params = Readonly<Record<string, string>>;

type Read<Row> =
  | { readonly ok: true; readonly rows: readonly Row[] }
  | { readonly ok: false; readonly error: SourceFailure };

/** Asks one function. A single row that makes no sense (`read` gives null) refuses all. */
export async function askRows<Row>(
  connection: AkConnection,
  question: { readonly name: AkFunction; readonly params: Params },
  read: (cells: Cells) => Row | null,
  signal: AbortSignal,
): Promise<Read<Row>> {
  const result = await connection.call(question.name, question.params, signal);
  if (!result.ok) return result;
  const rows = result.rows.map(read);
  return rows.every(isRow) ? { ok: true, rows } : refused("a cell is missing or its unit does not fit");
}

export const answer = <Row>(
  connection: AkConnection,
  table: string,
  rows: readonly Row[],
  fetchedAt = connection.now(),
): SourceResult<Row> => ({ ok: true, rows, table, adapter: "aktools", fetched_at: fetchedAt });

/**
 * Tables by day hold today's unfinished row. It is taken for the confirmed one from 17:00 on, by when official tables are out
 * (data-sources §1); until then the close is a quote that waits for confirmation.
 */
const dayFinishedSeconds = 17 * 3600;

export function finishedDays<Row extends { readonly date: string }>(
  rows: readonly Row[],
  now: string,
): readonly Row[] {
  const unfinished = secondsOfDay(now) < dayFinishedSeconds ? shanghaiDate(now) : null;
  return rows.filter(({ date }) => date !== unfinished);
}

/** The first ten characters of pandas' `2026-05-06T00:00:00.000`, a Beijing date without a zone. */
export function readDateCell(cell: unknown): string | null {
  const date = typeof cell === "string" ? cell.slice(0, 10) : "";
  return isIsoDate(date) ? date : null;
}

export const textOf = (cell: unknown): string => (typeof cell === "string" ? cell : "");

/** Some functions take bare digits. */
export const bareCode = (code: string): string => code.slice(0, 6);

/** `600519.SH` → `SH600519`. */
export const xueqiuSymbol = (code: string): string => `${code.slice(7)}${bareCode(code)}`;

/** An item/value table as a map: order and presence vary. */
export const readItems = (rows: readonly Cells[]): ReadonlyMap<string, unknown> =>
  new Map(rows.flatMap(({ item, value }) => (typeof item === "string" ? [[item, value] as const] : [])));
