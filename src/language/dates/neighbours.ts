import type { Reading } from "./rule.ts";
import type { UnreadKind, UnreadSpan } from "./unread.ts";

/** A stretch of a folded text that a rule has read as a day. */
export interface DatedSpan {
  readonly start: number;
  readonly end: number;
  readonly reading: Exclude<Reading, null>;
}

type Span = DatedSpan | UnreadSpan;

/** Between two parts of one time: 去年的4月30日, April 30 last year, 昨天10:00. */
const joins = /^ ?(?:的|,|of |in |at |on |the )? ?(?:of |in |at |on |the )?$/;
/** Between the ends of a stretch of days. */
const ranges = /^ ?(?:收盘)?(?:到|至|~|—+|–|-|to|until|through|till) ?$/;
const between = /(?:between|从|自) ?$/;
/** Behind a day: what makes it the beginning or the end of a stretch. */
const reaches =
  /^的? ?(?:以来|至今|到现在|到今[天日]|到目前|之后|以后|后(?!复权)|之前|以前|前(?!复权|收|十大|\d)|起(?!伏)|开始|为止|onwards?|and (?:before|after)|until now|to now)/;
/** Before a day, in English. */
const opens = /(?<![a-z])(?:since|before|after|until|till|prior to|up to|from|as of before) (?:the )?$/;

const kindOf = (span: Span): UnreadKind => ("kind" in span ? span.kind : "period");

function union(a: Span, b: Span): UnreadSpan {
  const isClock = kindOf(a) === "clock" || kindOf(b) === "clock";
  return { start: a.start, end: Math.max(a.end, b.end), kind: isClock ? "clock" : "period" };
}

/** Time words that no day covers; one that reaches over the edge of a day takes the day with it. */
function uncovered(dated: readonly DatedSpan[], words: readonly UnreadSpan[]): readonly Span[] {
  const loose = words.filter(
    (word) => !dated.some(({ start, end }) => start <= word.start && word.end <= end),
  );
  return [...dated, ...loose].sort((a, b) => a.start - b.start || a.end - b.end);
}

function belongTogether(text: string, a: Span, b: Span): boolean {
  if (b.start < a.end) return true;
  const gap = text.slice(a.end, b.start);
  if (ranges.test(gap)) return true;
  if (between.test(text.slice(0, a.start)) && /^ ?(?:and|和|与|跟) ?$/.test(gap)) return true;
  // Two days side by side are two days; only an unread word changes what its neighbour means.
  return joins.test(gap) && ("kind" in a || "kind" in b);
}

/** A day with 以来, 之后, since … beside it is a stretch of time. */
function stretched(text: string, span: Span): Span {
  const behind = reaches.exec(text.slice(span.end, span.end + 12));
  const ahead = opens.exec(text.slice(Math.max(0, span.start - 20), span.start));
  if (behind === null && ahead === null) return span;
  return {
    start: span.start - (ahead?.[0].length ?? 0),
    end: span.end + (behind?.[0].length ?? 0),
    kind: kindOf(span),
  };
}

/** 那天 right behind a day says that day again: 3月31日那天. */
const saysAgain = (text: string, a: Span, b: Span): boolean =>
  !("kind" in a) && /^(?:的?那[天日]|的?当[天日])$/.test(text.slice(a.end, b.end).trim());

/** Days and time words of a text as what they come to together: what makes a day something else takes it along. */
export function settleTimes(
  text: string,
  dated: readonly DatedSpan[],
  words: readonly UnreadSpan[],
): readonly Span[] {
  const settled: Span[] = [];
  for (const span of uncovered(dated, words)) {
    const wide = stretched(text, span);
    const last = settled.at(-1);
    if (last !== undefined && saysAgain(text, last, wide)) settled.splice(-1, 1, { ...last, end: wide.end });
    else if (last !== undefined && belongTogether(text, last, wide)) settled.splice(-1, 1, union(last, wide));
    else settled.push(wide);
  }
  return settled;
}
