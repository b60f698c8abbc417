import { dateInputOf, type FoundDate, inputOf, type Mention, type Subjects } from "#language";
import type { Hit } from "./triggers.ts";

/** A piece of a message that asks one thing. */
export interface Segment {
  /** The skill whose words weigh most in it; null where it has none. */
  readonly skill: string | null;
  readonly codes: readonly string[];
  readonly dates: readonly string[];
}

const joints =
  /[,,、;;。.!?!?\n]+(?!\d)|和|与|跟|以及|还有|另外|顺便|并且|同时|\b(?:and|also|then|plus)\b/giu;

/** Where the pieces of a message begin and end; never inside a name, a day or a trigger word. */
function pieces(
  text: string,
  whole: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  const inside = (at: number) => whole.some(([start, end]) => at > start - 1 && at < end);
  const cuts = [...text.matchAll(joints)].filter((match) => !inside(match.index));
  const bounds: [number, number][] = [];
  let start = 0;
  for (const match of cuts) {
    bounds.push([start, match.index]);
    start = match.index + match[0].length;
  }
  bounds.push([start, text.length]);
  return bounds;
}

/** The skill whose trigger words are longest together; the one named first where two weigh the same. */
function heaviest(hits: readonly Hit[]): string | null {
  const weights = new Map<string, number>();
  for (const { skill, word } of hits) weights.set(skill, (weights.get(skill) ?? 0) + word.length);
  let best: string | null = null;
  for (const [skill, weight] of weights) if (best === null || weight > (weights.get(best) ?? 0)) best = skill;
  return best;
}

const within = (span: readonly [number, number], [start, end]: readonly [number, number]): boolean =>
  span[0] >= start && span[1] <= end;

/** Cuts a message into what it asks, each piece with its own companies and days. */
export function segmentsOf(text: string, subjects: Subjects, hits: readonly Hit[]): readonly Segment[] {
  const spans = [...subjects.mentions, ...subjects.dates, ...hits].map(({ span }) => span);
  return pieces(text, spans).map((piece) => {
    const mine = <Part extends Mention | FoundDate | Hit>(parts: readonly Part[]) =>
      parts.filter(({ span }) => within(span, piece));
    return {
      skill: heaviest(mine(hits)),
      codes: [...new Set(mine(subjects.mentions).map(inputOf))],
      dates: [...new Set(mine(subjects.dates).map(dateInputOf))],
    };
  });
}

/**
 * Gives every piece that says something a skill, companies and days: a piece without a skill joins the next one's question
 * (or the last one's), a piece without companies asks about those named before it, else about all.
 */
export function completeSegments(segments: readonly Segment[]): readonly Segment[] {
  const everything = [...new Set(segments.flatMap(({ codes }) => codes))];
  const complete: Segment[] = [];
  let waiting: Segment = { skill: null, codes: [], dates: [] };
  for (const segment of segments) {
    if (segment.skill === null) {
      // 茅台昨天和五粮液今天的收盘价: the first half is a question of its own, its skill stands in the second.
      const closed = waiting.codes.length > 0 && waiting.dates.length > 0 && segment.codes.length > 0;
      if (closed) complete.push({ ...waiting });
      waiting = closed ? segment : merge(waiting, segment);
      continue;
    }
    const ownSubject = segment.codes.length > 0 && segment.dates.length > 0;
    if (ownSubject && waiting.codes.length > 0 && waiting.dates.length > 0) {
      complete.push({ ...waiting, skill: segment.skill }, segment);
    } else {
      const joined = merge(waiting, segment);
      const before = complete.at(-1)?.codes ?? [];
      const codes = joined.codes.length > 0 ? joined.codes : before.length > 0 ? before : everything;
      complete.push({ ...joined, codes });
    }
    waiting = { skill: null, codes: [], dates: [] };
  }
  const last = complete.at(-1);
  if (last !== undefined && (waiting.codes.length > 0 || waiting.dates.length > 0))
    complete.splice(-1, 1, merge(last, waiting));
  const skills = complete.map(({ skill }) => skill);
  return complete.map((segment, at) => ({
    ...segment,
    skill: segment.skill ?? skills.slice(at).find((skill) => skill !== null) ?? null,
  }));
}

const merge = (a: Segment, b: Segment): Segment => ({
  skill: b.skill ?? a.skill,
  codes: [...new Set([...a.codes, ...b.codes])],
  dates: [...new Set([...a.dates, ...b.dates])],
});
