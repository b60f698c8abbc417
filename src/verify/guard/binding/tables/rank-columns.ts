/** A column 排名 or 序号 of a table: its numbers rank the rows by another column, or only count them. */

import { spelledPlace } from "../../lexicon/numerals.ts";
import { sizeOf, type Token, textOf } from "../../tokens/token.ts";
import { type Block, type Row, type Sentence, sentenceOf } from "../structure.ts";

const rankLabel =
  /^(?:排名|名次|位次|排行|rank|ranking|position|place)$|^\S{2,8}(?:排名|排行|名次)$|^(?:rank|ranking) by \S|^\S{1,20} rank(?:ing)?$/;
/** A column without a head may only count the rows too. */
const countLabel = /^(?:序号|编号|序|#|no\.?|number|№|)$/;
const mostRows = 30;

const tokensOf = (cell: Sentence | undefined): readonly Token[] => cell?.tokens ?? [];

const cellText = (cell: Sentence | undefined, lower: string): string => textOf(tokensOf(cell), lower).trim();

/** The rank that a cell gives by itself: 1, 第二; null where it holds anything else. */
function rankOf(cell: Sentence | undefined, lower: string): number | null {
  const text = cellText(cell, lower);
  const digits = /^(?:no\.? ?|top ?|#)?(\d{1,2})$/.exec(text)?.[1];
  if (digits !== undefined) return Number(digits);
  const han = /^第?([一二三四五六七八九十])名?$/.exec(text)?.[1];
  return han === undefined ? null : spelledPlace(han);
}

/** The one number of a cell, with its sign and scale. */
function amountIn(cell: Sentence | undefined): number | null {
  const numbers = tokensOf(cell).filter(({ kind }) => kind === "number");
  const number = numbers.length === 1 ? numbers[0]?.number : null;
  if (number == null) return null;
  return number.sign === "-" ? -sizeOf(number) : sizeOf(number);
}

const isOrdered = (values: readonly number[], sign: number): boolean =>
  values.every((value, i) => i === 0 || Math.sign(value - (values[i - 1] ?? value)) === sign);

/** What the ranks are said to be by, and which way; null and 0 where nothing says so. */
interface Wanted {
  readonly metrics: readonly string[] | null;
  readonly sign: number;
}

const ofOrder =
  /排|名次|从[高低大小多少贵]|由[高低大小多少]|(?<![a-z])(?:rank|sort|order|by|top|highest|lowest)/;
const upwards = /从[低小少]|由[低小少]|升序|跌幅|最低|最便宜|最小|ascending|lowest|cheapest|smallest|losers/;
const downwards = /从[高大多贵]|由[高大多]|降序|涨幅榜|最高|最贵|最大|descending|highest|largest|gainers/;
/** Measures of which the first has the most unless it is said otherwise. */
const mostFirst = /涨|流入|(?<![a-z])(?:gain|change|inflow|return)/;

const metricsIn = (tokens: readonly Token[]): readonly string[] =>
  tokens.findLast(({ kind }) => kind === "metric")?.metrics ?? [];

/** What the label of the ranks, else the sentence right above the table, says of the order. */
function wantedOf(label: Sentence | undefined, heading: Sentence | null, lower: string): Wanted {
  const sentence = metricsIn(tokensOf(label)).length > 0 ? label : (heading ?? undefined);
  const text = cellText(sentence, lower);
  if (sentence === undefined || text.length > longestHeading || !ofOrder.test(text))
    return { metrics: null, sign: 0 };
  const metrics = metricsIn(tokensOf(sentence));
  // 按市净率排名: the first has the most unless it is said otherwise.
  const sign = upwards.test(text) ? 1 : downwards.test(text) || metrics.length > 0 ? -1 : 0;
  return { metrics: metrics.length > 0 ? metrics : null, sign };
}
const longestHeading = 80;

/** Some other column stands in the order of the ranks: the one that they are said to be by, and the way it is said. */
function ranksBy(
  header: Row,
  rows: readonly Row[],
  ranks: readonly number[],
  at: number,
  wanted: Wanted,
  lower: string,
): boolean {
  const order = ranks.map((_, i) => i).toSorted((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0));
  const columns = Math.max(...rows.map(({ cells }) => cells.length));
  return Array.from({ length: columns }, (_, column) => column).some((column) => {
    const head = tokensOf(header.cells[column]);
    const isMeant = wanted.metrics?.some((metric) => metricsIn(head).includes(metric)) ?? true;
    if (column === at || !isMeant) return false;
    const values = order.map((row) => amountIn(rows[row]?.cells[column]));
    const known = values.filter((value) => value !== null);
    const isMostFirst = metricsIn(head).length > 0 && mostFirst.test(cellText(header.cells[column], lower));
    const sign = wanted.sign !== 0 ? wanted.sign : isMostFirst ? -1 : 0;
    return (
      known.length === rows.length &&
      ((sign >= 0 && isOrdered(known, 1)) || (sign <= 0 && isOrdered(known, -1)))
    );
  });
}

function tokensOfColumn(
  header: Row,
  rows: readonly Row[],
  heading: Sentence | null,
  lower: string,
): readonly Token[] {
  const at = header.cells.findIndex((cell) => {
    const text = cellText(cell, lower);
    return rankLabel.test(text) || countLabel.test(text);
  });
  if (at < 0 || rows.length === 0 || rows.length > mostRows) return [];
  const ranks = rows.map(({ cells }) => rankOf(cells[at], lower));
  const known = ranks.filter((rank) => rank !== null);
  if (known.length !== rows.length || known.toSorted((a, b) => a - b).some((rank, i) => rank !== i + 1))
    return [];
  const isCount = countLabel.test(cellText(header.cells[at], lower));
  const isBorneOut = isCount
    ? known.every((rank, i) => rank === i + 1)
    : rows.length > 1 && ranksBy(header, rows, known, at, wantedOf(header.cells[at], heading, lower), lower);
  return isBorneOut ? rows.flatMap(({ cells }) => tokensOf(cells[at])) : [];
}

const hasNumber = ({ cells }: Row): boolean => cells.some(({ counts }) => counts.number > 0);

/** The tokens of such columns that are as they should be; their values are judged in the other columns. */
export function rankTokens(blocks: readonly Block[], lower: string): Set<Token> {
  const found = new Set<Token>();
  let header: Row | null = null;
  let heading: Sentence | null = null;
  let last: Sentence | null = null;
  let rows: Row[] = [];
  const settle = () => {
    if (header !== null) for (const each of tokensOfColumn(header, rows, heading, lower)) found.add(each);
    header = null;
    rows = [];
  };
  for (const block of blocks) {
    if (block.kind === "sentence") {
      settle();
      last = block.sentence;
    } else if (hasNumber(block.row)) rows.push(block.row);
    else {
      settle();
      header = block.row;
      heading = last;
      last = null;
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
        cells: row.cells.map(({ clauses, line }) =>
          sentenceOf(
            clauses.map((clause) =>
              clause.map((each) =>
                ranks.has(each) ? { ...each, kind: "licensed" as const, number: null } : each,
              ),
            ),
            line,
          ),
        ),
      };
