/** Shortest word that a slip may be read in: shorter ones are one letter from too many others. */
const shortest = 5;

/** True where one slip (a letter too many, too few, changed, or two changed places) lies between two lower-case words. */
export function oneSlip(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const [left, right] = [a.slice(start, endA), b.slice(start, endB)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}

/** Whether a written word may be meant as `word`: one slip, not in the first letter, and both long enough to tell. */
export function meantAs(written: string, word: string): boolean {
  if (written[0] !== word[0] || !oneSlip(written, word)) return false;
  const swapped = written.length === word.length && [...written].sort().join() === [...word].sort().join();
  return word.length >= shortest ? written.length >= shortest - 1 : swapped && word.length >= 3;
}
