import type { Session } from "#contract";
import { type FoundDate, type FoundTimes, findTimes, type UnreadTime } from "./dates.ts";
import { readDayBeside, thatDay } from "./day-beside.ts";
import type { Directory, Mention } from "./directory.ts";
import { withoutEverydayWords } from "./everyday-names.ts";
import type { FoldedText } from "./fold.ts";
import { answersQuestion, earlierCodes, hasWordsBack, isDenied, speaksOfWholeMarket } from "./follow-up.ts";
import { withNearMentions } from "./near-names.ts";
import { maySpeakOfOtherMarket, otherListing } from "./other-markets.ts";
import { ratersOf } from "./raters.ts";
import { isSetBeside, joinsEarlier, startOfItAgainst } from "./set-beside.ts";
import { venuesOf } from "./venues.ts";

export interface SubjectFacts {
  readonly text: string;
  readonly session: Session;
  /** Market time, ISO 8601. */
  readonly now: string;
  readonly directory: Directory;
}

/** What a message says of companies and times, each part at the first look at it, once. */
export interface ReadParts {
  readonly facts: SubjectFacts;
  readonly folded: FoldedText;
  mentions(): readonly Mention[];
  times(): FoundTimes;
}

/** What a message itself says, before anybody plans: the only companies and days that a plan may hold. */
export interface Subjects {
  readonly mentions: readonly Mention[];
  /** Securities that it names only to say that they are not meant (不是茅台). */
  readonly denied: readonly Mention[];
  /** Companies that it names only as those who rate one of `mentions` (中金对中免的评级), or as where something was seen (同花顺上看茅台). */
  readonly asides: readonly Mention[];
  readonly dates: readonly FoundDate[];
  /** Times that are no day which can be looked up (2月30日, 去年, 10:00, 近30日), with their places. */
  readonly unread: readonly UnreadTime[];
  /** The words of `unread`. */
  readonly badDates: readonly string[];
  /** True where the message leans on the turns before. */
  readonly pointsBack: boolean;
  /** True where the only company that it names is set beside the one of the turns before (毛利率跟农行比). */
  readonly setsBeside: boolean;
  /** Companies of the turns before that the message may mean; none where it speaks of the whole market. */
  readonly earlier: readonly string[];
  /** The candidate of the open question back that the message picks. */
  readonly chosen: string | null;
}

const overlaps = (a: readonly [number, number], b: readonly [number, number]): boolean =>
  a[0] < b[1] && b[0] < a[1];

/** A time word that only touches a name is still one. */
const holds = ({ whole, span: [start, end] }: Mention, span: readonly [number, number]): boolean =>
  whole && start <= span[0] && span[1] <= end;

const isAShare = (code: string | undefined): boolean => code !== undefined && /\.(?:SH|SZ|BJ)$/.test(code);

/** A company whose listing in Hong Kong or abroad is asked for is out of scope, beside the A-share where that is asked for too. */
function withListings(mentions: readonly Mention[], folded: FoldedText): readonly Mention[] {
  if (!maySpeakOfOtherMarket(folded)) return mentions;
  const { original: text } = folded;
  return mentions.flatMap((mention) => {
    const other = isAShare(mention.matches[0]?.code) ? otherListing(text, mention.span) : null;
    if (other === null) return [mention];
    const words = text.slice(other.span[0], other.span[1]);
    const query = other.beside ? `${mention.query}${other.market}` : words;
    const abroad: Mention = { ...mention, span: other.span, query, status: "out_of_scope" };
    return other.beside ? [mention, abroad] : [abroad];
  });
}

/** Stands for a name: no numeral, no unit and no part of a time. */
const nameless = "甲";

/** 本周五粮液: a time that reaches into a name is read again without the name, which leaves 本周. */
function timesBeside(
  { facts: { text, now }, times: find }: ReadParts,
  mentions: readonly Mention[],
): FoundTimes {
  const times = find();
  const cuts = ({ whole, span: [start, end] }: Mention) =>
    whole &&
    [...times.dates, ...times.unread].some(
      ({ span }) => overlaps([start, end], span) && !(start <= span[0] && span[1] <= end) && span[0] < start,
    );
  if (!mentions.some(cuts)) return times;
  const units = text.split("");
  for (const { whole, span } of mentions) if (whole) units.fill(nameless, ...span);
  const again = findTimes(units.join(""), now);
  const asWritten = <Part extends { readonly span: readonly [number, number] }>(part: Part) => ({
    ...part,
    text: text.slice(...part.span),
  });
  return { dates: again.dates.map(asWritten), unread: again.unread.map(asWritten) };
}

/** A name that may mean several companies means the one of them that was spoken of before. */
function asBefore(mention: Mention, earlier: readonly string[]): Mention {
  if (mention.status !== "several" || mention.doubtful === true) return mention;
  const [match, ...others] = mention.matches.filter(({ code }) => earlier.includes(code));
  return match === undefined || others.length > 0 ? mention : { ...mention, status: "one", matches: [match] };
}

/** P/E of BYD, is it lower than CATL's: the company that the message itself has named before it, and none of the turns before. */
function ownAntecedents(text: string, mentions: readonly Mention[]): readonly string[] {
  const start = startOfItAgainst(text);
  return mentions
    .filter(({ span, status }) => status === "one" && span[1] <= start)
    .flatMap(({ matches }) => matches[0]?.code ?? []);
}

/** What a reading without @handles says. Reads companies first: a day that stands inside a name (今天国际) is none. */
export function subjectsIn(reading: ReadParts): Subjects {
  const { text, session, directory } = reading.facts;
  const before = earlierCodes(session, text);
  const found = withNearMentions(reading.folded, withoutEverydayWords(reading.mentions()), directory);
  const named = withListings(
    found.map((mention) => asBefore(mention, before)),
    reading.folded,
  );
  const denied = named.filter(({ span }) => isDenied(text, span[0]));
  const meant = denied.length < named.length ? named.filter((each) => !denied.includes(each)) : named;
  const asides = [...ratersOf(meant, text), ...venuesOf(meant, text)];
  const mentions = meant.filter((each) => !asides.includes(each));
  const outside = ({ span }: { readonly span: readonly [number, number] }) =>
    !mentions.some((mention) => mention.whole && overlaps(mention.span, span));
  const codes = [
    ...new Set(mentions.flatMap(({ status, matches }) => (status === "one" ? (matches[0]?.code ?? []) : []))),
  ];
  const times = timesBeside(reading, mentions);
  // 前一个交易日 behind a day is the one before it, not before today.
  const own = times.dates
    .filter(outside)
    .map((date, _, all) => (all.length > 1 ? date : (readDayBeside(date, text, session) ?? date)));
  const loose = times.unread.filter(({ span }) => !mentions.some((mention) => holds(mention, span)));
  const back = own.length > 0 ? [] : loose.flatMap((time) => readDayBeside(time, text, session) ?? []);
  // Beside a day of the message itself 那天 means that one.
  const unread = loose.filter(
    (time) =>
      !((thatDay.test(time.text) && own.length > 0) || back.some(({ span }) => overlaps(span, time.span))),
  );
  const isOfMarket = speaksOfWholeMarket(text);
  const joins = joinsEarlier(text, mentions);
  const antecedents = joins ? ownAntecedents(text, mentions) : [];
  return {
    mentions,
    denied: meant === named ? [] : denied,
    asides,
    dates: [...own, ...back],
    unread,
    badDates: unread.map((time) => time.text),
    pointsBack: joins || (!isOfMarket && hasWordsBack(text)),
    setsBeside: isSetBeside(text, mentions),
    earlier: isOfMarket ? [] : antecedents.length > 0 ? antecedents : before,
    chosen: answersQuestion(text, session, mentions.length === codes.length ? codes : [], directory.names()),
  };
}

/**
 * A mention as a skill's input: its canonical code when it came to one security, else the user's words, to be asked about. A listing
 * of another market stays the user's words too: its company's code would be that of the A-share.
 */
export function inputOf({ status, matches, query }: Mention): string {
  const code = matches[0]?.code;
  if (code === undefined || status === "several" || status === "none") return query;
  return status === "out_of_scope" && isAShare(code) ? query : code;
}

/** A found day as a skill's input: the ISO date, or the words that only the calendar can resolve. */
export const dateInputOf = (found: FoundDate): string => ("date" in found ? found.date : found.text);
