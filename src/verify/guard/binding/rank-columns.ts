/** A column 排名 or 序号 of a table: its numbers rank the rows by another column, or only count them. */

import type { Token } from "../tokens/token.ts";
import type { Block, Row, Sentence } from "./structure.ts";

const rankLabel = /^(?:排名|名次|位次|排行|rank|ranking|position|place)$/;
const countLabel = /^(?:序号|编号|序|#|no\.?|number|№)$/;
const ordinals = "一二三四五六七八九十";
const mostRows = 30;

const tokensOf = (cell: Sentence | undefined): readonly Token[] => cell?.clauses.flat() ?? [];

const textOf = (cell: Sentence | undefined, lower: string): string => {
  const tokens = tokensOf(cell);
  return lower.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0).trim();
};

/** The rank that a cell gives by itself: 1, 第二; null where it holds anything else. */
function rankOf(cell: Sentence | undefined, lower: string): number | null {
  const text = textOf(cell, lower);
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const han = /^第?([一二三四五六七八九十])名?$/.exec(text)?.[1];
  return han === undefined ? null : ordinals.indexOf(han) + 1;
}

/** The one number of a cell, with its sign and scale. */
function amountIn(cell: Sentence | undefined): number | null {
  const numbers = tokensOf(cell).filter(({ kind }) => kind === "number");
  const number = numbers.length === 1 ? numbers[0]?.number : null;
  if (number == null) return null;
  const { shown, sign, unit } = number;
  const size = Number(shown.digits) * 10 ** (shown.exponent - shown.decimals + (unit?.exponent ?? 0));
  return sign === "-" ? -size : size;
}

const isOrdered = (values: readonly number[], sign: number): boolean =>
  values.every((value, i) => i === 0 || Math.sign(value - (values[i - 1] ?? value)) === sign);

/** Some other column stands in the order of the ranks, upwards or downwards. */
function ranksBy(rows: readonly Row[], ranks: readonly number[], at: number): boolean {
  const order = ranks.map((_, i) => i).toSorted((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
  const columns = Math.max(...rows.map(({ cells }) => cells.length));
  return Array.from({ length: columns }, (_, column) => column).some((column) => {
    if (column === at) return false;
    const values = order.map((row) => amountIn(rows[row]?.cells[column]));
    const known = values.filter((value) => value !== null);
    return known.length === rows.length && (isOrdered(known, 1) || isOrdered(known, -1));
  });
}

function tokensOfColumn(header: Row, rows: readonly Row[], lower: string): readonly Token[] {
  const at = header.cells.findIndex((cell) => {
    const text = textOf(cell, lower);
    return rankLabel.test(text) || countLabel.test(text);
  });
  if (at < 0 || rows.length === 0 || rows.length > mostRows) return [];
  const ranks = rows.map(({ cells }) => rankOf(cells[at], lower));
  const known = ranks.filter((rank) => rank !== null);
  if (known.length !== rows.length || known.toSorted((a, b) => a - b).some((rank, i) => rank !== i + 1))
    return [];
  const isCount = countLabel.test(textOf(header.cells[at], lower));
  const isBorneOut = isCount
    ? known.every((rank, i) => rank === i + 1)
    : rows.length > 1 && ranksBy(rows, known, at);
  return isBorneOut ? rows.flatMap(({ cells }) => tokensOf(cells[at])) : [];
}

const hasNumber = ({ cells }: Row): boolean =>
  cells.some((cell) => tokensOf(cell).some(({ kind }) => kind === "number"));

/** The tokens of such columns that are as they should be; their values are judged in the other columns. */
export function rankTokens(blocks: readonly Block[], lower: string): ReadonlySet<Token> {
  const found = new Set<Token>();
  let header: Row | null = null;
  let rows: Row[] = [];
  const settle = () => {
    if (header !== null) for (const each of tokensOfColumn(header, rows, lower)) found.add(each);
    header = null;
    rows = [];
  };
  for (const block of blocks) {
    if (block.kind === "sentence") settle();
    else if (hasNumber(block.row)) rows.push(block.row);
    else {
      settle();
      header = block.row;
    }
  }
  settle();
  return found;
}

/** The row with these tokens as marks that say nothing. */
export const withoutRanks = (row: Row, ranks: ReadonlySet<Token>): Row =>
  ranks.size === 0
    ? row
    : {
        ...row,
        cells: row.cells.map((cell) => ({
          ...cell,
          clauses: cell.clauses.map((clause) =>
            clause.map((each) =>
              ranks.has(each) ? { ...each, kind: "licensed" as const, number: null } : each,
            ),
          ),
        })),
      };
