import type { Message } from "./message.ts";
import type { Hit } from "./triggers.ts";

/** A hint that weighs less says next to nothing by itself. */
export const shortHint = 3;

export const clauseEnd = /[,;.!?\uFF0C\uFF1B\uFF01\uFF1F。\n]/;

/** Only hints like 多少 and 涨, which mean what they hint at only where nothing else was said. */
export const isFaint = (hits: readonly Hit[]): boolean =>
  hits.every(({ strength, weight }) => strength === "hint" && weight < shortHint);

/** True where every clause that holds one of the hits says something else too: 今天跌惨了，现在多少 ends in a plain question. */
export function isDoubtful(hits: readonly Hit[], { text, rest, restOf }: Message): boolean {
  const says = (left: string) => /\p{L}{2,}|[a-z]/iu.test(left);
  // What stands right behind 多少 is what is counted: 多少度 is no price.
  const counts = ([, end]: Hit["span"]) => {
    const [next = ""] = text.slice(end);
    return /\p{L}/u.test(next) && restOf([end, Math.min(end + 4, text.length)]).startsWith(next);
  };
  if (!says(rest) && !hits.some(({ span }) => counts(span))) return false;
  let start = 0;
  for (const clause of text.split(clauseEnd)) {
    const end = start + clause.length;
    const own = hits.filter(({ span }) => start <= span[0] && span[1] <= end);
    if (own.length > 0 && !says(restOf([start, end])) && !own.some(({ span }) => counts(span))) return false;
    start = end + 1;
  }
  return true;
}
