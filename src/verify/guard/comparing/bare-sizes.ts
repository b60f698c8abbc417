import type { ComparisonInput, Spot } from "./comparison-sides.ts";

const sizeWord = /[大小多少深浅猛狠]$/;
const bareSubject: ReadonlySet<string> = new Set(["company", "open", "close", "fill"]);

/** 招商银行下跌0.80%,平安银行下跌1.50%,平安银行更多: of falls that the text has told by their size; 更强, 更高 are of the value. */
export function isBareSize(
  { lower, book }: ComparisonInput,
  { flat, at }: Spot,
  of: readonly string[],
): boolean {
  const from = flat.slice(0, at).findLastIndex(({ kind }) => kind === "clause") + 1;
  if (!sizeWord.test(lower.slice(flat[at]?.start ?? 0, flat[at]?.end ?? 0))) return false;
  const measure = flat.slice(0, at).findLast(({ kind }) => kind === "metric");
  const all = of.flatMap((id) => book.of(id));
  return (
    flat.slice(from, at).every(({ kind }) => bareSubject.has(kind)) &&
    (measure?.sign ?? 0) < 0 &&
    all.every(({ base }) => base < 0)
  );
}

/** 近20日…,前者跌幅更大: the day's move by its name, of which the claims have none. */
export function isUnclaimedMove(
  { book, lower }: ComparisonInput,
  { flat, at }: Spot,
  of: readonly string[],
): boolean {
  const said = flat.slice(0, at).findLast(({ kind }) => kind === "metric");
  return (
    said !== undefined &&
    /^[涨跌]幅$/.test(lower.slice(said.start, said.end)) &&
    of.every((id) => book.of(id).length === 0)
  );
}
