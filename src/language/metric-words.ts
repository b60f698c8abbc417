import type { AskedWords, Metric, MetricRegistry } from "#contract";
import type { FoundTimes } from "./dates.ts";
import { type FoldedText, fold, isLatinOrDigit } from "./fold.ts";
import { dateInputOf } from "./subjects.ts";

/** Words by their first character, the longer ones first. */
type WordIndex = ReadonlyMap<string, readonly (readonly [word: string, metric: string])[]>;

const indexes = new WeakMap<MetricRegistry, WordIndex>();

function indexOf(metrics: MetricRegistry): WordIndex {
  const known = indexes.get(metrics);
  if (known !== undefined) return known;
  const byFirst = new Map<string, (readonly [string, string])[]>();
  const wordsOf = ({ zh, en }: Metric) => [...zh, ...en].map((word) => fold(word).text);
  for (const [id, metric] of Object.entries(metrics)) {
    for (const word of wordsOf(metric)) {
      const same = byFirst.get(word.charAt(0)) ?? [];
      byFirst.set(word.charAt(0), [...same, [word, id] as const]);
    }
  }
  for (const words of byFirst.values()) words.sort(([a], [b]) => b.length - a.length);
  indexes.set(metrics, byFirst);
  return byFirst;
}

/** True where a Latin word would be cut: `pe` does not stand in `people`. */
const cuts = (text: string, start: number, end: number): boolean =>
  (isLatinOrDigit(text[start - 1]) && isLatinOrDigit(text[start])) ||
  (isLatinOrDigit(text[end - 1]) && isLatinOrDigit(text[end]));

/** The metrics that a folded text names, in its order, each once. Linear in the text. */
function metricsIn(text: string, metrics: MetricRegistry): readonly string[] {
  const index = indexOf(metrics);
  const found = new Set<string>();
  for (let start = 0; start < text.length; ) {
    const hit = index
      .get(text.charAt(start))
      ?.find(([word]) => text.startsWith(word, start) && !cuts(text, start, start + word.length));
    if (hit !== undefined) found.add(hit[1]);
    start += hit?.[0].length ?? 1;
  }
  return [...found];
}

/** The metrics, days and other times that a folded message names. Words inside a time (3天前, 节前) belong to it and begin no metric (前收). */
export function askedIn(
  folded: FoldedText,
  { dates, unread }: FoundTimes,
  metrics: MetricRegistry,
): AskedWords {
  let rest = folded.original;
  for (const { span } of [...dates, ...unread])
    rest = rest.slice(0, span[0]) + "\n".repeat(span[1] - span[0]) + rest.slice(span[1]);
  const named = [...new Set(dates.map(dateInputOf))];
  const times = [...new Set(unread.map((time) => time.text))];
  const days = new Set([...named, ...times]).size;
  return { metrics: metricsIn((days === 0 ? folded : fold(rest)).text, metrics), days, dates: named, times };
}
