import type { Session } from "#contract";
import { type FoundDate, findBadDates, findDates } from "./dates.ts";
import type { Directory, Mention } from "./directory.ts";
import { answersQuestion, earlierCodes, pointsToEarlier, speaksOfWholeMarket } from "./follow-up.ts";

export interface SubjectFacts {
  readonly text: string;
  readonly session: Session;
  /** Market time, ISO 8601. */
  readonly now: string;
  readonly directory: Directory;
}

/** What a message itself says, before anybody plans: the only companies and days that a plan may hold. */
export interface Subjects {
  readonly mentions: readonly Mention[];
  readonly dates: readonly FoundDate[];
  /** Written like dates, but no days (2月30日). */
  readonly badDates: readonly string[];
  /** True where the message leans on the turns before. */
  readonly pointsBack: boolean;
  /** Companies of the turns before that the message may mean; none where it speaks of the whole market. */
  readonly earlier: readonly string[];
  /** The candidate of the open question back that the message picks. */
  readonly chosen: string | null;
}

const overlaps = (a: readonly [number, number], b: readonly [number, number]): boolean =>
  a[0] < b[1] && b[0] < a[1];

/** Reads companies first: a day that stands inside a name (今天国际) is none. */
export function readSubjects({ text, session, now, directory }: SubjectFacts): Subjects {
  const mentions = directory.mentions(text);
  const outside = ({ span }: { readonly span: readonly [number, number] }) =>
    !mentions.some((mention) => mention.whole && overlaps(mention.span, span));
  const named = [
    ...new Set(mentions.flatMap(({ status, matches }) => (status === "one" ? (matches[0]?.code ?? []) : []))),
  ];
  return {
    mentions,
    dates: findDates(text, now).filter(outside),
    badDates: findBadDates(text, now)
      .filter(outside)
      .map((bad) => bad.text),
    pointsBack: pointsToEarlier(text),
    earlier: speaksOfWholeMarket(text) ? [] : earlierCodes(session),
    chosen: answersQuestion(text, session, mentions.length === named.length ? named : []),
  };
}

/** A mention as a skill's input: its canonical code when it came to one security, else the user's words, to be asked about. */
export const inputOf = ({ status, matches, query }: Mention): string =>
  status !== "several" && status !== "none" && matches[0] !== undefined ? matches[0].code : query;

/** A found day as a skill's input: the ISO date, or the words that only the calendar can resolve. */
export const dateInputOf = (found: FoundDate): string => ("date" in found ? found.date : found.text);
