import {
  type Action,
  type JsonObject,
  maxActions,
  type Plan,
  type RouteFacts,
  type SkillCard,
} from "#contract";
import { type Directory, newestTurn, readSubjects, type Subjects, saysIt } from "#language";
import { leftover, unknownName } from "./leftover.ts";
import { refusalReason } from "./refusal-reason.ts";
import { completeSegments, type Segment, segmentsOf } from "./segments.ts";
import { createTriggers, type Hit, type Triggers } from "./triggers.ts";

/** A plan and why, for the administrator. */
export interface RuledPlan {
  readonly plan: Plan;
  readonly reason: string;
}

interface Ruling {
  readonly actions: readonly Action[];
  readonly reason: string;
}

interface Message {
  readonly facts: RouteFacts;
  readonly subjects: Subjects;
  readonly hits: readonly Hit[];
  /** What no rule understood. */
  readonly rest: string;
  readonly has: (skill: string) => boolean;
}

/** Skills that speak to the person and look nothing up: they give way to any that does. */
const talkative: ReadonlySet<string> = new Set(["help", "chitchat"]);

function inputFrom(codes: readonly string[], date: string | undefined, today: string): JsonObject {
  return {
    ...(codes.length === 0 ? {} : { codes }),
    // Today needs no saying: without a day the newest value is meant.
    ...(date === undefined || date === today ? {} : { date }),
  };
}

/** The companies of a question that names none: those it leans on, or a name that no list knows, never a guess. */
function unnamed({ subjects, rest, facts }: Message): readonly string[] {
  if (saysIt(facts.text)) return subjects.earlier;
  const stranger = unknownName(rest, facts.text);
  if (stranger !== null) return [stranger];
  return rest === "" && facts.session.length > 0 ? subjects.earlier : [];
}

function answered({ facts, subjects, has }: Message): Ruling | null {
  const last = newestTurn(facts.session).findLast((turn) => turn.candidates !== undefined);
  if (last === undefined || subjects.chosen === null || !has(last.skill)) return null;
  const input = { ...last.input, codes: [subjects.chosen] };
  return { actions: [{ skill: last.skill, input }], reason: "answers the question back" };
}

function refused({ facts, hits }: Message): Ruling | null {
  const hit = hits.find(({ skill }) => skill === "refuse");
  if (hit === undefined) return null;
  const input = { reason: refusalReason(facts.text) };
  return { actions: [{ skill: "refuse", input }], reason: `“${hit.word}”` };
}

/** One action a day, at most three in all; equal ones once, the companies of the same question together. */
function actionsOf(segments: readonly Segment[], message: Message): readonly Action[] {
  const { subjects, facts } = message;
  const today = facts.now.slice(0, 10);
  const [bad] = subjects.badDates;
  const merged = new Map<string, { skill: string; date: string | undefined; codes: Set<string> }>();
  for (const { skill, codes, dates } of segments) {
    if (skill === null) continue;
    const days = dates.length > 0 ? dates : [bad];
    for (const date of days) {
      const key = JSON.stringify([skill, date ?? ""]);
      const known = merged.get(key) ?? { skill, date, codes: new Set<string>() };
      for (const code of codes.length > 0 ? codes : unnamed(message)) known.codes.add(code);
      merged.set(key, known);
    }
  }
  return [...merged.values()]
    .slice(0, maxActions)
    .map(({ skill, date, codes }) => ({ skill, input: inputFrom([...codes], date, today) }));
}

/** A day said once holds for all questions: 茅台昨天的开盘价和收盘价. */
function shareDay(segments: readonly Segment[]): readonly Segment[] {
  const days = [...new Set(segments.flatMap(({ dates }) => dates))];
  return days.length === 1 ? segments.map((segment) => ({ ...segment, dates: days })) : segments;
}

/** A question about a word, not about a company's number. */
const definition =
  /什么意思|什么是|是什么|怎么算|怎么计算|区别|定义|含义|\b(?:explain|meaning|definition|what does .{1,40} mean)\b/i;

function asked(message: Message): Ruling | null {
  const { facts, subjects, hits } = message;
  const asksWord = definition.exec(facts.text);
  const ofCard = hits.some(
    ({ span }) => asksWord !== null && span[0] <= asksWord.index && asksWord.index < span[1],
  );
  if (asksWord !== null && subjects.mentions.length === 0 && !ofCard && !saysIt(facts.text)) return null;
  const working = hits.filter(({ skill }) => !talkative.has(skill) && skill !== "refuse");
  if (working.length === 0) return null;
  const segments = shareDay(completeSegments(segmentsOf(facts.text, subjects, working)));
  const reason = [...new Set(working.map(({ word }) => `“${word}”`))].slice(0, 5).join(", ");
  return { actions: actionsOf(segments, message), reason };
}

/** The questions of the turn before, asked again about other companies or another day. */
function repeated(
  { facts, subjects, has }: Message,
  named: readonly string[],
  day: string | undefined,
): readonly Action[] {
  const codes = named.length > 0 ? named : subjects.earlier;
  if (codes.length === 0) return [];
  return newestTurn(facts.session)
    .filter(({ skill }) => has(skill))
    .slice(0, maxActions)
    .map(({ skill, input }) => {
      const { date: earlierDate, codes: _, ...kept } = input;
      const date = day ?? (subjects.pointsBack && typeof earlierDate === "string" ? earlierDate : undefined);
      return { skill, input: { ...kept, ...inputFrom(codes, date, facts.now.slice(0, 10)) } };
    });
}

/** Nothing but companies, days and polite words: the questions of the turn before where it points back, else the price. */
function bare(message: Message): Ruling | null {
  const { facts, subjects, rest, has } = message;
  if (rest !== "") return null;
  const { mentions, dates, badDates, pointsBack } = subjects;
  const segments = segmentsOf(facts.text, subjects, []);
  const named = [...new Set(segments.flatMap(({ codes }) => codes))];
  const day = segments.flatMap((segment) => segment.dates)[0] ?? badDates[0];
  const onlyDay = mentions.length === 0 && (dates.length > 0 || badDates.length > 0);
  const again = pointsBack || onlyDay ? repeated(message, named, day) : [];
  if (again.length > 0) return { actions: distinct(again), reason: "follows up the last question" };
  if (named.length === 0 || !has("price")) return null;
  const input = inputFrom(named, day, facts.now.slice(0, 10));
  return { actions: [{ skill: "price", input }], reason: "a bare company" };
}

const distinct = (actions: readonly Action[]): readonly Action[] => [
  ...new Map(actions.map((action) => [JSON.stringify(action), action])).values(),
];

function talked({ hits }: Message): Ruling | null {
  const hit = hits.find(({ skill }) => talkative.has(skill));
  return hit === undefined ? null : { actions: [{ skill: hit.skill, input: {} }], reason: `“${hit.word}”` };
}

function unsupported({ facts, has }: Message): Ruling {
  const fallback = has("help") ? "help" : (facts.cards[0]?.name ?? "help");
  return { actions: [{ skill: fallback, input: { reason: "unsupported" } }], reason: "no skill's words" };
}

const triggersOf = new WeakMap<readonly SkillCard[], Triggers>();

/** Built once for a list of cards. */
function triggersFor(cards: readonly SkillCard[]): Triggers {
  const known = triggersOf.get(cards) ?? createTriggers(cards);
  triggersOf.set(cards, known);
  return known;
}

function readMessage(facts: RouteFacts, directory: Directory): Message {
  const { text, session, now, cards } = facts;
  const subjects = readSubjects({ text, session, now, directory });
  const named = [...subjects.mentions, ...subjects.dates].map(({ span }) => span);
  const outside = ({ span }: Hit) => !named.some(([start, end]) => span[0] < end && start < span[1]);
  const hits = triggersFor(cards).find(text).filter(outside);
  const understood = [...named, ...hits.map(({ span }) => span)];
  const bad = subjects.badDates.reduce((rest, word) => rest.replace(word, " "), leftover(text, understood));
  return {
    facts,
    subjects,
    hits,
    rest: subjects.badDates.length > 0 ? leftover(bad, []) : bad,
    has: (skill) => cards.some(({ name }) => name === skill),
  };
}

/**
 * Routes by trigger words, companies, days and what was spoken of before. Deterministic; knows by name only `price` (a bare company),
 * `help` and `chitchat` (which give way) and `refuse` (which comes before all).
 */
export function routeByRules(facts: RouteFacts, directory: Directory): RuledPlan {
  const message = readMessage(facts, directory);
  const { actions, reason } =
    answered(message) ??
    refused(message) ??
    asked(message) ??
    bare(message) ??
    talked(message) ??
    unsupported(message);
  return { plan: { actions, language: facts.language }, reason };
}
