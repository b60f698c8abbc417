import { type Action, maxActions } from "#contract";
import { dateInputOf, type Subjects } from "./subjects.ts";

/** The input keys that a skill takes; undefined for a skill that nobody knows. */
export type InputKeys = (skill: string) => ReadonlySet<string> | undefined;

/** Unknown skills and unknown keys count as taken: the skill's own schema has the last word. */
export const takesKey = (takes: InputKeys | undefined, skill: string, key: string): boolean =>
  takes?.(skill)?.has(key) ?? true;

interface DayFacts {
  readonly subjects: Subjects;
  /** ISO date of the market's today. */
  readonly today: string;
  readonly takes: InputKeys | undefined;
}

const withDate = (action: Action, date: string): Action => ({ ...action, input: { ...action.input, date } });

function withoutDate(action: Action): Action {
  const { date: _, ...input } = action.input;
  return { ...action, input };
}

/**
 * The words that are no day and stand for no action. A period or a time of the day may be the business of an action that takes no day
 * (2025年净利润, 9:30提醒我), so it counts only where there is none; a day that does not exist always counts.
 */
function loose(actions: readonly Action[], { subjects, takes }: DayFacts): readonly string[] {
  const everyTakesDays = actions.every(({ skill }) => takesKey(takes, skill, "date"));
  return subjects.unread.filter(({ kind }) => everyTakesDays || kind === "day").map(({ text }) => text);
}

interface Room {
  readonly takesDay: (action: Action) => boolean;
  /** Where there is no room, true puts the time in the place of the last action's, so that it is told and not passed over. */
  readonly mayReplace: boolean;
}

/** Gives a time that no action is about an action of its own, like the last one that takes a day. */
function append(actions: Action[], date: string, { takesDay, mayReplace }: Room): void {
  if (actions.some(({ input }) => input.date === date)) return;
  const like = actions.findLast(takesDay);
  if (like === undefined) return;
  if (actions.length < maxActions) actions.push(withDate(like, date));
  else if (mayReplace) actions.splice(actions.lastIndexOf(like), 1, withDate(like, date));
}

/** As many days as an input's date can list. */
const mostListed = 5;

/** Days for which no action is left stand with the last one's, so that its skill tells them. */
function withRest(
  actions: readonly Action[],
  days: readonly string[],
  takesDay: (action: Action) => boolean,
): readonly Action[] {
  const rest = days.filter((date) => !actions.some(({ input }) => input.date === date));
  const last = actions.findLast((action) => takesDay(action) && typeof action.input.date === "string");
  if (rest.length === 0 || last === undefined) return actions;
  const listed = [String(last.input.date), ...rest].slice(0, mostListed).join(", ");
  return actions.map((action) => (action === last ? withDate(action, listed) : action));
}

/**
 * Makes sure that every time of the message is some action's, in the actions that take a day: an only day is that of all undated
 * actions, several make an action each, and no action stays undated beside words that name a time nobody can look up.
 */
export function accountForDays(planned: readonly Action[], facts: DayFacts): readonly Action[] {
  const { subjects, today, takes } = facts;
  const takesDay = ({ skill }: Action) => takesKey(takes, skill, "date");
  const bad = loose(planned, facts);
  const isForeign = ({ input }: Action) =>
    typeof input.date === "string" && subjects.badDates.includes(input.date) && !bad.includes(input.date);
  const actions = planned.map((action) => (isForeign(action) ? withoutDate(action) : action));
  const named = [...new Set(subjects.dates.map(dateInputOf))];
  const past = named.filter((date) => date !== today);
  const [first] = bad.length > 0 ? bad : past;
  if (first === undefined || !actions.some(takesDay)) return actions;
  const isDated = actions.some((action) => takesDay(action) && action.input.date !== undefined);
  // Today needs no saying: an undated action is that day's.
  const fills = bad.length > 0 || (!isDated && named.length === past.length);
  const filled = actions.map((action) =>
    fills && takesDay(action) && action.input.date === undefined ? withDate(action, first) : action,
  );
  const open = bad.length > 0 ? bad : planned.every(takesDay) ? past : [];
  for (const date of open) append(filled, date, { takesDay, mayReplace: bad.length > 0 });
  return bad.length > 0 ? filled : withRest(filled, open, takesDay);
}
