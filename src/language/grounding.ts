import type { Action, Json, JsonObject, Plan } from "#contract";
import { accountForDays, type InputKeys, takesKey } from "./account-for-days.ts";
import { correctsName } from "./corrections.ts";
import { type FoundDate, findTimes } from "./dates.ts";
import type { Directory, Mention } from "./directory.ts";
import { fold, keyOf, simplify } from "./fold.ts";
import {
  asksAgain,
  asksHowFarApart,
  mayBeOfDayBefore,
  namesOnly,
  newestTurn,
  saysIt,
  setsAgainstMarket,
} from "./follow-up.ts";
import type { Reading } from "./reading.ts";
import { firstOf, moveFrom, sinceThenTo } from "./since-then.ts";
import { readStretch } from "./stretch.ts";
import { dateInputOf, inputOf, type SubjectFacts, type Subjects } from "./subjects.ts";

export interface GroundingFacts extends SubjectFacts {
  /** The input keys that a skill takes; without it every skill takes `codes` and `date`. */
  readonly takes?: InputKeys;
}

export type GroundedPlan = { readonly plan: Plan } | { readonly problems: readonly string[] };

/** The mention that a planned code or name stands for. */
function mentionOf(planned: string, subjects: Subjects, directory: Directory): Mention | undefined {
  const key = keyOf(planned);
  const said = subjects.mentions.find(({ query }) => keyOf(query) === key);
  if (said !== undefined) return said;
  const resolved = new Set(directory.resolve(planned).matches.map(({ code }) => code));
  // 平安和平安银行: what is planned for the second is not the first, which may mean it too.
  return (
    subjects.mentions.find((mention) => resolved.has(inputOf(mention))) ??
    subjects.mentions.find(({ matches }) => matches.some(({ code }) => resolved.has(code)))
  );
}

/** True where the words stand in the message, uncut: a name that the directory does not know. */
function stands(planned: string, text: string): boolean {
  const [words, said] = [planned, text].map((each) => fold(each).text.replaceAll(/ +/g, " ").trim());
  if (words === undefined || said === undefined || words.length < 2) return false;
  const at = said.indexOf(words);
  if (at < 0) return /\p{Script=Han}/u.test(words) && keyOf(text).includes(keyOf(planned));
  const end = at + words.length;
  const cut = (left: number) => /^(?:[a-z]{2}|\d{2})$/.test(said.slice(Math.max(left, 0), left + 2));
  return !cut(at - 1) && !cut(end - 1);
}

/** A planned code as the message bears it out, or null where it was invented. */
function groundCode(planned: Json, subjects: Subjects, facts: SubjectFacts): string | null {
  if (typeof planned !== "string") return null;
  const mention = mentionOf(planned, subjects, facts.directory);
  if (mention !== undefined) return inputOf(mention);
  const { matches } = facts.directory.resolve(planned);
  const code = matches.length === 1 ? matches[0]?.code : undefined;
  if (code !== undefined && code === subjects.chosen) return code;
  // A company that the message names, or picks from our question, leaves no room for an earlier one, unless a word stands for it.
  const mayReferBack =
    subjects.chosen === null &&
    (subjects.mentions.length === 0 ||
      subjects.setsBeside ||
      saysIt(facts.text, subjects.mentions) ||
      setsAgainstMarket(facts.text));
  const earlier = [code, planned].find((each) => each !== undefined && subjects.earlier.includes(each));
  if (mayReferBack && earlier !== undefined) return earlier;
  return stands(planned, facts.text) ? planned : null;
}

/** What an action without codes is about: what the message names, else what it picks, else what it points back to. */
function saidCodes(skill: string, subjects: Subjects, { session, text }: SubjectFacts): readonly string[] {
  if (subjects.chosen !== null) return [subjects.chosen];
  if (subjects.mentions.length > 0) return [...new Set(subjects.mentions.map(inputOf))];
  // 明天开市吗, 那周六呢: the question that is asked again was about no company.
  const last = newestTurn(session).filter((turn) => turn.skill === skill);
  const wasOfNone = last.length > 0 && last.every(({ codes }) => codes.length === 0);
  return subjects.pointsBack && !(wasOfNone && !saysIt(text)) ? subjects.earlier : [];
}

/** True where a planned ISO day may stand for words that only the calendar can resolve: 春节前 lies at most a closure before its edge. */
function mayBe(found: FoundDate, planned: string): boolean {
  if (!("onCalendar" in found) || !/^\d{4}-\d{2}-\d{2}$/.test(planned)) return false;
  const { onCalendar } = found;
  if (!("date" in onCalendar)) return true;
  const apartDays = (Date.parse(onCalendar.date) - Date.parse(planned)) / 86_400_000;
  return Math.abs(apartDays) <= 15;
}

/** Longer than any words for one stretch of time. */
const mostStretchWords = 60;

/** The days of the only stretch of time that words name, as a text to compare; null for more, and for all else. */
function stretchOf(words: string, now: string): string | null {
  if (words.length > mostStretchWords) return null;
  const { dates, unread } = findTimes(words, now);
  const stretch = dates.length === 0 && unread.length === 1 ? readStretch(words, now) : null;
  return stretch === null ? null : JSON.stringify(stretch);
}

/** The message's words for the same stretch of time as the planned ones: 本周 for 这周, ytd for year to date. */
function sameStretch(planned: string, { badDates }: Subjects, now: string): string | undefined {
  const days = stretchOf(planned, now);
  return days === null ? undefined : badDates.find((bad) => stretchOf(bad, now) === days);
}

function groundDate(planned: Json, subjects: Subjects, facts: SubjectFacts): string | undefined | null {
  if (typeof planned !== "string") return null;
  const key = keyOf(planned);
  const found =
    subjects.dates.find((date) => dateInputOf(date) === planned || keyOf(date.text) === key) ??
    subjects.dates.find((date) => mayBe(date, planned));
  if (found !== undefined) return dateInputOf(found);
  // A model says more or less of the words than was read as the time: past 3 months, over the past 3 months.
  const isOf = (bad: string) =>
    keyOf(bad).includes(key) || (key.includes(keyOf(bad)) && keyOf(facts.text).includes(key));
  const words =
    key === "" ? undefined : (subjects.badDates.find(isOf) ?? sameStretch(planned, subjects, facts.now));
  if (words !== undefined) return words;
  const refersBack =
    subjects.pointsBack ||
    subjects.chosen !== null ||
    asksAgain(facts.text) ||
    asksHowFarApart(facts.text) ||
    namesOnly(facts.text, subjects.mentions) ||
    correctsName(facts.text, subjects.mentions) ||
    /呢[?？。!！~ ]*$/.test(facts.text);
  const last = newestTurn(facts.session);
  const isAwaited = last.some(({ candidates }) => candidates?.length === 0);
  // 成交额 behind a named day: of that day.
  const isUndated = subjects.mentions.length + subjects.dates.length + subjects.unread.length === 0;
  if (isUndated && mayBeOfDayBefore(facts.text) && last.some(({ date }) => date === planned)) return planned;
  if (
    (refersBack || isAwaited || setsAgainstMarket(facts.text)) &&
    facts.session.some(({ date }) => date === planned)
  )
    return planned;
  // 到现在涨了多少 behind a day: from that one.
  const from = firstOf(planned);
  const end = sinceThenTo(simplify(facts.text), subjects, facts.now);
  const isFromEarlier = facts.session.some(({ date = "" }) => firstOf(date) === from);
  if (from !== undefined && end !== null && isFromEarlier && planned === moveFrom(from, end)) return planned;
  // "Now" written as today's date: nothing is invented, and the current value is what was asked for.
  return planned === facts.now.slice(0, 10) && subjects.dates.length === 0 ? undefined : null;
}

/** True for a planned "company" that is a time word of the message: a word that no rule understood is no name. */
function isTime(planned: Json, subjects: Subjects): boolean {
  if (typeof planned !== "string" || planned === "") return false;
  const key = keyOf(planned);
  return subjects.badDates.some((bad) => keyOf(bad).includes(key));
}

function groundAction(
  action: Action,
  at: number,
  subjects: Subjects,
  facts: GroundingFacts,
  problems: string[],
): Action {
  const { codes, date, ...rest } = action.input;
  const input: Record<string, Json> = { ...rest };
  const said = Array.isArray(codes) ? codes : codes === undefined || codes === null ? [] : [codes];
  const planned = said.filter((code: Json) => !isTime(code, subjects));
  const grounded = planned.map((code: Json) => groundCode(code, subjects, facts));
  grounded.forEach((code: string | null, index: number) => {
    if (code === null)
      problems.push(`actions[${at}].input.codes[${index}] is a security that the message does not name`);
  });
  const kept = grounded.filter((code: string | null): code is string => code !== null);
  const list = planned.length === 0 ? saidCodes(action.skill, subjects, facts) : [...new Set<string>(kept)];
  if (list.length > 0 && takesKey(facts.takes, action.skill, "codes")) input.codes = list;
  const isDated = date !== undefined && date !== null && date !== "";
  const day =
    isDated && takesKey(facts.takes, action.skill, "date") ? groundDate(date, subjects, facts) : undefined;
  if (day === null) problems.push(`actions[${at}].input.date is a day that the message does not name`);
  else if (day !== undefined) input.date = day;
  return { ...action, input: input satisfies JsonObject };
}

/** Companies of the message that no action is about: an answer without them would be about somebody else. */
function leftOut({ actions, left = [] }: Plan, subjects: Subjects, takes: InputKeys | undefined): boolean {
  if (!actions.some(({ skill }) => takesKey(takes, skill, "codes"))) return false;
  const planned = new Set(actions.flatMap(({ input }) => (Array.isArray(input.codes) ? input.codes : [])));
  if (subjects.chosen !== null) return !planned.has(subjects.chosen);
  const isTold = ({ query }: Mention) => left.some((words) => words.includes(query));
  return subjects.mentions.some((mention) => !planned.has(inputOf(mention)) && !isTold(mention));
}

/** 到昨天 behind a day: its time is the end of the move that is planned, and no other question's. */
function timesBeside(subjects: Subjects, actions: readonly Action[], { text, now }: SubjectFacts): Subjects {
  const end = sinceThenTo(simplify(text), subjects, now);
  const isEnd = ({ input: { date } }: Action) =>
    typeof date === "string" && end !== null && date === moveFrom(firstOf(date) ?? "", end);
  return actions.length > 0 && actions.every(isEnd)
    ? { ...subjects, dates: [], unread: [], badDates: [] }
    : subjects;
}

/** The times of the message without those of what is told as not answered. */
function timesAnswered(subjects: Subjects, left: readonly string[], text: string): Subjects {
  if (left.length === 0) return subjects;
  const spans = left.map((words) => [text.indexOf(words), text.indexOf(words) + words.length] as const);
  const isAnswered = ({ span }: { readonly span: readonly [number, number] }) =>
    !spans.some(([start, end]) => start <= span[0] && span[1] <= end);
  const unread = subjects.unread.filter(isAnswered);
  return {
    ...subjects,
    dates: subjects.dates.filter(isAnswered),
    unread,
    badDates: unread.map(({ text: words }) => words),
  };
}

/**
 * Holds a plan to what the message says: each code is one that the user named (or that a follow-up points back to), each date one that
 * the user named. Codes become canonical where a mention came to one security; an ambiguous name stays the user's word, so that it is
 * asked back and not guessed. What is missing is filled in from the message, and no time that the message names is passed over: where it
 * is no day, its words become the date, so that the skill says that it cannot read them. Problems are sentences for the re-ask and name
 * no security.
 */
export function groundOn(
  { facts: read, subjects: say }: Reading,
  plan: Plan,
  takes?: InputKeys,
): GroundedPlan {
  const facts: GroundingFacts = { ...read, ...(takes === undefined ? {} : { takes }) };
  const subjects = say();
  const problems: string[] = [];
  const grounded = plan.actions.map((action, at) => groundAction(action, at, subjects, facts, problems));
  if (problems.length === 0 && leftOut({ ...plan, actions: grounded }, subjects, facts.takes))
    problems.push("the message names a security that no action is about");
  if (problems.length > 0) return { problems };
  const today = facts.now.slice(0, 10);
  const timed = timesAnswered(timesBeside(subjects, grounded, facts), plan.left ?? [], facts.text);
  const actions = accountForDays(grounded, { subjects: timed, today, takes: facts.takes });
  return { plan: { ...plan, actions } };
}
