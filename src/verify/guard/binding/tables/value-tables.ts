import type { Token } from "../../tokens/token.ts";

const commas = (line: readonly Token[]): number => line.filter(({ kind }) => kind === "clause").length;

/** Two values beside each other are a sentence more often than a table. */
const fewestColumns = 3;

/**
 * Lines of comma-separated values: a header that names a measure and holds no number, and the lines right below it that have as
 * many commas and a number. Their commas are borders of cells.
 */
export function withValueTables(lines: readonly (readonly Token[])[]): readonly (readonly Token[])[] {
  if (lines.length < 2) return lines;
  let columns = 0;
  return lines.map((line, index) => {
    const count = commas(line);
    const isWhole =
      count >= fewestColumns - 1 && !line.some(({ kind }) => kind === "break" || kind === "cell");
    const hasNumber = isWhole && line.some(({ kind }) => kind === "number");
    const isHeader =
      isWhole && !hasNumber && isMeasureHeader(line) && commas(lines[index + 1] ?? []) === count;
    if (isHeader) columns = count;
    else if (!isWhole || !hasNumber || count !== columns) columns = 0;
    if (columns === 0) return line;
    return line.map((each) => (each.kind === "clause" ? { ...each, kind: "cell" as const } : each));
  });
}

const isMeasureHeader = (line: readonly Token[]): boolean =>
  line.filter(({ kind }) => kind === "metric").length > 0 &&
  !line.some(({ kind }) => kind === "direction" || kind === "compare" || kind === "event");
