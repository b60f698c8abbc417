import type { Twist } from "./market-faults.ts";

export type AnyCell = string | number | boolean | null | undefined;
type AnyRow = Readonly<Record<string, AnyCell>>;

const withSeparators = (value: number): string =>
  value.toLocaleString("en-US", { maximumFractionDigits: 6, useGrouping: true });

const asNumber = (cell: AnyCell): number | undefined => {
  if (typeof cell === "number") return cell;
  return typeof cell === "string" && /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : undefined;
};

/** A cell as a broken serialiser writes it. Codes and dates are texts of digits alone and stay. */
export function twistCell(cell: AnyCell, twist: Twist | undefined): AnyCell {
  const isDigits = typeof cell === "string" && /^\d+$/.test(cell);
  const value = isDigits ? undefined : asNumber(cell);
  if (value === undefined) return cell;
  switch (twist?.kind) {
    case "string_numbers":
      return String(value);
    case "thousands":
      return withSeparators(value);
    case "nan_strings":
      return "NaN";
    case "infinity_strings":
      return "Infinity";
    default:
      return cell;
  }
}

const turnDates = (cell: AnyCell): AnyCell => {
  if (typeof cell !== "string") return cell;
  const compact = /^(20\d{2})(\d{2})(\d{2})$/.exec(cell);
  return compact === null ? cell : `${compact[1]}/${compact[2]}/${compact[3]}`;
};

/** Lists that come out of order, doubled, or doubled with another number in the second row. */
export function twistList<Row>(
  rows: readonly Row[],
  twist: Twist | undefined,
  contradict: (row: Row) => Row,
): Row[] {
  if (twist?.kind === "shuffled_rows") return rows.toSorted((a, b) => hash(a) - hash(b));
  if (twist?.kind === "double_rows") return rows.flatMap((row) => [row, row]);
  if (twist?.kind === "conflicting_rows") return rows.flatMap((row) => [row, contradict(row)]);
  return [...rows];
}

function hash(value: unknown): number {
  let state = 7;
  for (const char of JSON.stringify(value)) state = (state * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return state;
}

const volumeNames = /^(?:vol|volume|成交量)$/;

function twistRow(row: AnyRow, twist: Twist | undefined): AnyRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => {
      if (twist?.kind === "negative_volume" && volumeNames.test(name) && typeof cell === "number")
        return [name, -cell];
      if (twist?.kind === "other_dates") return [name, turnDates(cell)];
      return [name, twistCell(cell, twist)];
    }),
  );
}

/** Another price under the same date. */
const contradictRow = (row: AnyRow): AnyRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, cell]) =>
      ["close", "收盘", "pe_ttm", "total_mv"].includes(name) && typeof cell === "number"
        ? [name, Math.round(cell * 101) / 100]
        : [name, cell],
    ),
  );

/** Rows of a table as a server in trouble gives them. */
export const twistRows = <Row extends AnyRow>(rows: readonly Row[], twist: Twist | undefined): Row[] =>
  twist === undefined
    ? [...rows]
    : twistList(rows, twist, (row) => contradictRow(row) as Row).map((row) => twistRow(row, twist) as Row);

/** The cells of a text feed's line. */
export const twistCells = (cells: readonly string[], twist: Twist | undefined): string[] =>
  cells.map((cell) => String(twistCell(cell, twist)));
