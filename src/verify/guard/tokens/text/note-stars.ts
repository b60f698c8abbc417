/** 1405.20元*,20.50倍**, and below them * akshare,… and ** tushare,…: stars that point to a note, and are no emphasis and no list. */

/** A line that a run of stars begins and that has no other star. */
const heads = /(?:^|\n)[ \t]*(\*{1,3})(?!\*)[^*\n]*(?=\n|$)/g;
const runs = /\*+/g;
const marks = ["†", "‡", "§"];
/** What emphasis may begin before. */
const opens = /[^\s,，、.。;；:：)）|]/;
const mostStars = 200;

/** Where the runs of a line stand that no other run of their length closes or opens. */
function pointersIn(line: string, from: number): readonly { readonly at: number; readonly size: number }[] {
  const open = new Map<number, number>();
  const found = new Map<number, number>();
  for (const { 0: run, index } of line.matchAll(runs)) {
    const opener = open.get(run.length);
    const isBehind = /[^\s|*]$/.test(line.slice(Math.max(0, index - 1), index));
    if (opener !== undefined && isBehind) {
      open.delete(run.length);
      found.delete(opener);
    } else {
      if (opens.test(line.slice(index + run.length, index + run.length + 1))) open.set(run.length, index);
      if (isBehind) found.set(index, run.length);
    }
  }
  return [...found].map(([index, size]) => ({ at: from + index, size }));
}

/** The text of the same length with such stars as marks of notes, where each note that has stars is pointed at. */
export function withNoteStars(prose: string): string {
  if (!prose.includes("*")) return prose;
  const notes = [...prose.matchAll(heads)].slice(0, mostStars).map((found) => ({
    at: found.index + found[0].indexOf("*"),
    size: found[1]?.length ?? 0,
  }));
  const sizes = new Set(notes.map(({ size }) => size));
  if (notes.length === 0 || sizes.size < notes.length) return prose;
  let from = 0;
  const pointers = prose.split("\n").flatMap((line) => {
    const own = pointersIn(line, from);
    from += line.length + 1;
    return own;
  });
  const free = marks.filter((mark) => !prose.includes(mark));
  const bySize = [...sizes].toSorted((a, b) => a - b);
  if (free.length < sizes.size || !bySize.every((own) => pointers.some(({ size }) => size === own)))
    return prose;
  const characters = prose.split("");
  for (const { at, size } of [...notes, ...pointers]) {
    const mark = free[bySize.indexOf(size)];
    if (mark !== undefined) characters[at] = mark;
  }
  return characters.join("");
}
