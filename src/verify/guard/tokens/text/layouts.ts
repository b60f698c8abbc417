/**
 * Tables that no bars are drawn in: columns held apart by blanks, tabs or leading dots, and rulers of dashes or box drawing. Each
 * becomes the table of bars that is read from then on, character for character; what is not surely a table stays as it is.
 */

/** A run that may hold two columns apart: two blanks, a wide one, a tab, leading dots. */
const run = /[ \t\u3000.…·]+/g;
const isGap = (text: string): boolean =>
  /[\t\u3000]|\s\s|[.…·]{3}|\s[.…·]{2}|…{2}/.test(text) && !/^·\s|\s·\s?$/.test(text);
/** An empty cell is as wide as a name; less is indented. */
const isCorner = (text: string): boolean => text.length > 3 || /[\t\u3000]/.test(text);
const ruler = /^[-=+:_~ \t\u3000\u2500-\u257f]{3,}$/;
/** A cell that is a sentence, or a name with its value. */
const isProse = (cell: string): boolean =>
  cell.length > longestCell || /[。；;!?]|[,，](?! ?\d)|\. |: *[^\s\d]|[^\d]: *\d/.test(cell);
const longestCell = 48;
/** More columns are no table of a chat. */
const mostColumns = 12;

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
/** A day, a year, a code, a parameter: a number that names what stands beside or below it. */
const naming = new RegExp(
  `^\\W{0,2}(?:\\d{1,2}[-/]\\d{1,2}(?![\\d.])|20\\d\\d(?:[-./年]|(?![\\d.,]))|\\d{1,2} ?(?:月|st |nd |rd |th |${months})|\\d{6}(?!\\d)|\\d{1,3}(?:日|天|周|-day|-week))`,
  "i",
);
const amount =
  /^(?:(?:cny|rmb|hk|us|up|down|net|loss|gain|minus|inflow|outflow|of)(?![a-z])|[^a-z\d\u4e00-\u9fff]|[涨跌升降上下净流卖买入出亏损盈利增长减少约为负]){0,12}\d/i;
const isValue = (cell: string): boolean => amount.test(cell) && !naming.test(cell);

interface Line {
  readonly text: string;
  /** Where its gaps begin, and how long each is; the one that it begins with among them. */
  readonly gaps: readonly { readonly at: number; readonly length: number }[];
  readonly cells: readonly string[];
}

const plain = (text: string): Line => ({ text, gaps: [], cells: [] });

function readLine(text: string): Line {
  if (text.includes("|") || ruler.test(text)) return plain(text);
  const gaps: { at: number; length: number }[] = [];
  const cells: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.trimEnd().matchAll(run)) {
    const skipped = /^\.\s/.test(found) ? 1 : 0;
    if (!isGap(found.slice(skipped)) || (index === 0 && !isCorner(found))) continue;
    if (gaps.length === mostColumns) return plain(text);
    cells.push(text.slice(from, index + skipped));
    gaps.push({ at: index + skipped, length: found.length - skipped });
    from = index + found.length;
  }
  cells.push(text.slice(from).trim());
  return cells.length < 2 || cells.some(isProse) ? plain(text) : { text, gaps, cells };
}

/** The line without the gap that it begins with, where that is no empty cell of so many. */
const within = (line: Line, columns: number): Line =>
  line.cells[0] === "" && line.cells.length > columns
    ? { ...line, gaps: line.gaps.slice(1), cells: line.cells.slice(1) }
    : line;

/** Of two columns a name, a day or a measure each with its value; of more the first row names what stands below. */
function isTable(rows: readonly Line[], columns: number): boolean {
  const valued = rows.filter(({ cells }) => cells.slice(1).some(isValue));
  const isHeaded = valued[0] !== rows[0];
  const isNamed = valued.every(({ cells: [name = ""] }) => !isValue(name) || /^\d{1,2}$/.test(name));
  return rows.length > 1 && isNamed && (isHeaded ? valued.length > 0 : columns === 2 && valued.length > 1);
}

function drawn({ text, gaps }: Line): string {
  const parts = gaps.map(({ at, length }, i) => {
    const before = gaps[i - 1];
    return `${text.slice(before === undefined ? 0 : before.at + before.length, at)}${"|".padEnd(length)}`;
  });
  const last = gaps.at(-1);
  return parts.join("") + text.slice(last === undefined ? 0 : last.at + last.length);
}

const bars = (text = ""): number => text.split("|").length - 1;
const isRuler = ({ text }: Line): boolean => ruler.test(text) && text.trim() !== "";

/** The text with the bars of its tables drawn; as long as it was, and linear in it. */
export function drawTables(text: string): string {
  if (!/ {2}|[\t\u3000\u2500-\u257f]|[.…·]{2}|[-=]{3}/.test(text)) return text;
  const lines = text.split("\n").map(readLine);
  const out = lines.map((line) => line.text);
  const isRow = (line: Line | undefined): boolean => line !== undefined && line.cells.length > 0;
  for (let from = 0; from < lines.length; from++) {
    if (!isRow(lines[from])) continue;
    let to = from + 1;
    while (
      isRow(lines[to]) ||
      (lines[to] !== undefined && isRuler(lines[to] as Line) && isRow(lines[to + 1]))
    )
      to++;
    const isIndented = lines.slice(from, to).every((line) => line.cells[0] === "" || isRuler(line));
    for (let end = to; end > from; ) end = draw(lines, { from, to: end, isIndented }, out);
    from = to;
  }
  for (const [at, line] of lines.entries()) {
    const beside = Math.max(bars(out[at - 1]), bars(out[at + 1]));
    if (isRuler(line) && 2 * beside < line.text.length && beside > 0)
      out[at] = `${"-|".repeat(beside)}-`.padEnd(line.text.length);
  }
  return out.join("\n").replaceAll("\u3000", " ");
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  /** All of its lines begin with a gap, which then is no empty cell. */
  readonly isIndented: boolean;
}

/** Draws the last of these lines, as far up as they are one table, and hands back where that begins. */
function draw(lines: readonly Line[], { from, to, isIndented }: Stretch, out: string[]): number {
  const last = lines[isRuler(lines[to - 1] as Line) ? to - 2 : to - 1];
  const columns = (last?.cells.length ?? 0) - (isIndented ? 1 : 0);
  let first = to;
  while (
    first > from &&
    (isRuler(lines[first - 1] as Line) || within(lines[first - 1] as Line, columns).cells.length === columns)
  )
    first--;
  // The heads of all columns but the first, where nothing stands for the corner.
  const head = lines[first - 1];
  if (first > from && columns > 2 && head?.cells.length === columns - 1 && !head.cells.some(isValue)) first--;
  const own = lines.slice(first, to).map((line) => within(line, columns));
  const rows = own.filter((line) => !isRuler(line));
  if (isTable(rows, columns))
    for (const [i, line] of own.entries()) if (!isRuler(line)) out[first + i] = drawn(line);
  return Math.min(first, to - 1);
}
