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
    case "decimal_comma":
      return String(value).replace(".", ",");
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

/** Tables of days by the name of their date; the newest stands at either end. */
function repeatDay<Row extends AnyRow>(rows: readonly Row[]): Row[] {
  const name = ["trade_date", "日期"].find((each) => rows[0] !== undefined && each in rows[0]);
  if (name === undefined) return [...rows];
  const order = rows.toSorted((a, b) => (String(a[name]) < String(b[name]) ? -1 : 1));
  const [before, newest] = order.slice(-2);
  if (before === undefined || newest === undefined) return [...rows];
  return rows.map((row) => (row === newest ? { ...before, [name]: newest[name] } : row));
}

function hash(value: unknown): number {
  let state = 7;
  for (const char of JSON.stringify(value)) state = (state * 31 + (char.codePointAt(0) ?? 0)) % 1_000_003;
  return state;
}

const volumeNames = /^(?:vol|volume|成交量)$/;
const percentNames = /^(?:pct_chg|涨跌幅|涨幅)$/;

const dayOn = (cell: AnyCell): AnyCell => {
  const [, year, month, day, rest = ""] = /^(20\d{2})-?(\d{2})-?(\d{2})(.*)$/.exec(String(cell)) ?? [];
  if (year === undefined) return cell;
  const next = new Date(Date.parse(`${year}-${month}-${day}T00:00:00Z`) + 86_400_000)
    .toISOString()
    .slice(0, 10);
  return (String(cell).includes("-") ? next : next.replaceAll("-", "")) + rest;
};

/** A cell of a table under the twists that go by its name. */
function namedCell(name: string, cell: AnyCell, twist: Twist | undefined): AnyCell {
  if (twist?.kind === "fraction_percent" && percentNames.test(name) && typeof cell === "number")
    return cell / 100;
  if (twist?.kind === "volume_hundredth" && volumeNames.test(name) && typeof cell === "number")
    return cell / 100;
  if (twist?.kind === "zero_pe" && /^(?:pe_ttm|市盈率\(TTM\))$/.test(name) && cell === null) return 0;
  if (twist?.kind === "day_ahead" && /^(?:trade_date|日期|时间)$/.test(name)) return dayOn(cell);
  return cell;
}

/** Open and reference in each other's place, where the row has both. */
function swapOpen(row: AnyRow): AnyRow {
  const { open, pre_close } = row;
  return open === undefined || pre_close === undefined ? row : { ...row, open: pre_close, pre_close: open };
}

function twistRow(row: AnyRow, twist: Twist | undefined): AnyRow {
  // Tables of two columns bear the name in the first.
  const nameOf = (name: string): string => (name === "value" ? String(row.item) : name);
  return Object.fromEntries(
    Object.entries(twist?.kind === "swapped_open" ? swapOpen(row) : row).map(([name, raw]) => {
      const cell = namedCell(nameOf(name), raw, twist);
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

/** What a table still holds. */
const leftOf = <Row extends AnyRow>(rows: readonly Row[], twist: Twist): readonly Row[] => {
  if (twist.kind === "missing_year") return rows.filter((row) => !String(row.trade_date).startsWith("2024"));
  return twist.kind === "repeated_day" ? repeatDay(rows) : rows;
};

const withHeader = <Row extends AnyRow>(rows: Row[], twist: Twist): Row[] => {
  const [first] = rows;
  if (twist.kind !== "header_row" || first === undefined) return rows;
  return [Object.fromEntries(Object.keys(first).map((name) => [name, name])) as Row, ...rows];
};

/** Rows of a table as a server in trouble gives them. */
export const twistRows = <Row extends AnyRow>(rows: readonly Row[], twist: Twist | undefined): Row[] =>
  twist === undefined
    ? [...rows]
    : withHeader(
        twistList(leftOf(rows, twist), twist, (row) => contradictRow(row) as Row).map(
          (row) => twistRow(row, twist) as Row,
        ),
        twist,
      );

/** The cells of a text feed's line. */
export const twistCells = (cells: readonly string[], twist: Twist | undefined): string[] =>
  cells.map((cell) => String(twistCell(cell, twist)));
