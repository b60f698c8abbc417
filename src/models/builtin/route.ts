import type { Action, JsonObject, Plan, RouteFacts, SessionTurn, SkillCard } from "#contract";
import { maxActions } from "#contract";
import { type Directory, findDates, earlierCodes, pointsToEarlier, type Mention } from "#language";
import { refusalReason } from "./refusal-reason.ts";
import { createTriggers, type Hit } from "./triggers.ts";

/** A plan and why, for the administrator. */
export interface RuledPlan {
  readonly plan: Plan;
  readonly reason: string;
  /** Candidates of a name that fits several companies. */
  readonly ambiguous?: readonly string[];
}

/** Skills that speak to the person and look nothing up: they give way to any that does. */
const talkative: ReadonlySet<string> = new Set(["help", "chitchat"]);

/** What may stand around a bare company name without asking for anything else. */
const fillers =
  /请问|麻烦|帮我|帮忙|给我|我想|想知道|想问|看看|看一下|查一下|查查|查询|查|问一下|一下|今天|现在|目前|怎么样|怎样|咋样|如何|情况|股票|的|了|呢|吗|吧|啊|呀|嘛|和|与|跟|及|还有|以及|\b(?:please|the|of|a|an|stock|share|shares|how|is|about|what|for|and|me|show|tell|now|today|check)\b|[\p{P}\p{S}\s]/giu;

const ordinals: Readonly<Record<string, number>> = {
  一: 1,
  二: 2,
  三: 3,
  四: 4,
  五: 5,
  first: 1,
  second: 2,
  third: 3,
};

/** Which candidate of the question back the message picks by its place: `1`, `第二个`, `the first`. */
function pickedPlace(text: string): number | null {
  const match = /^(?:第|the\s+)?\s*([1-5一二三四五]|first|second|third)\s*(?:个|只|家|one)?[.。!!]?$/i.exec(
    text.trim(),
  );
  const word = match?.[1]?.toLowerCase();
  return word === undefined ? null : (ordinals[word] ?? Number(word));
}

const queryOf = ({ query }: Mention): string => query;

/** The plan of a message that answers our question back. */
function answerToQuestion(
  facts: RouteFacts,
  last: SessionTurn | undefined,
  mentions: readonly Mention[],
): Action | null {
  const candidates = last?.candidates ?? [];
  if (last === undefined || candidates.length === 0) return null;
  const place = pickedPlace(facts.text);
  const byPlace = place === null ? undefined : candidates[place - 1]?.code;
  const named = mentions.flatMap(({ matches }) => matches.map(({ code }) => code));
  const bare = facts.text.replace(fillers, "").length <= 12;
  const code =
    byPlace ?? (bare ? candidates.find((candidate) => named.includes(candidate.code))?.code : undefined);
  return code === undefined ? null : { skill: last.skill, input: { ...last.input, codes: [code] } };
}

interface Message {
  readonly facts: RouteFacts;
  readonly mentions: readonly Mention[];
  readonly dates: readonly string[];
  readonly hits: readonly Hit[];
}

function inputOf({ mentions, dates, facts }: Message): JsonObject {
  const codes = mentions.length > 0 ? [...new Set(mentions.map(queryOf))] : followedCodes(facts, mentions);
  const [date] = dates;
  return { ...(codes.length === 0 ? {} : { codes }), ...(date === undefined ? {} : { date }) };
}

const followedCodes = ({ text, session }: RouteFacts, mentions: readonly Mention[]): readonly string[] =>
  mentions.length === 0 && pointsToEarlier(text) ? earlierCodes(session) : [];

/** What is left of a message once companies, days and polite words are taken away. */
function leftover({ facts, mentions }: Message): string {
  let text = facts.text;
  for (const { span } of mentions.toReversed()) text = text.slice(0, span[0]) + text.slice(span[1]);
  for (const { span } of findDates(text, facts.now).toReversed())
    text = text.slice(0, span[0]) + text.slice(span[1]);
  return text.replace(fillers, "");
}

/** A message that no trigger word tells apart: a bare company, a bare day, or nothing we can do. */
function withoutTrigger(
  message: Message,
  has: (skill: string) => boolean,
): { action: Action; reason: string } | null {
  const { facts, mentions, dates } = message;
  const last = facts.session.at(-1);
  const input = inputOf(message);
  const isBare = leftover(message) === "";
  if (isBare && last !== undefined && (mentions.length > 0 || dates.length > 0) && has(last.skill)) {
    const { date: _, codes: __, ...kept } = last.input;
    const codes = mentions.length > 0 ? {} : { codes: earlierCodes(facts.session) };
    return {
      action: { skill: last.skill, input: { ...kept, ...input, ...codes } },
      reason: "follows up the last question",
    };
  }
  if (isBare && mentions.length > 0 && has("price"))
    return { action: { skill: "price", input }, reason: "a bare company" };
  return null;
}

function actionsOf(
  message: Message,
  has: (skill: string) => boolean,
): { actions: readonly Action[]; reason: string } {
  const { facts, hits } = message;
  const refusal = hits.find(({ skill }) => skill === "refuse");
  if (refusal !== undefined)
    return {
      actions: [{ skill: "refuse", input: { reason: refusalReason(facts.text) } }],
      reason: `“${refusal.word}”`,
    };
  const working = hits.filter(({ skill }) => !talkative.has(skill));
  if (working.length > 0) {
    const skills = [...new Set(working.map(({ skill }) => skill))].slice(0, maxActions);
    const input = inputOf(message);
    const words = working.map(({ word }) => `“${word}”`).join(", ");
    return { actions: skills.map((skill) => ({ skill, input })), reason: words };
  }
  const bare = withoutTrigger(message, has);
  if (bare !== null) return { actions: [bare.action], reason: bare.reason };
  const talk = hits.find(({ skill }) => talkative.has(skill));
  if (talk !== undefined) return { actions: [{ skill: talk.skill, input: {} }], reason: `“${talk.word}”` };
  return { actions: [{ skill: "help", input: { reason: "unsupported" } }], reason: "no skill's words" };
}

const triggersOf = new WeakMap<readonly SkillCard[], ReturnType<typeof createTriggers>>();

/** Built once for a list of cards. */
function triggersFor(cards: readonly SkillCard[]): ReturnType<typeof createTriggers> {
  const known = triggersOf.get(cards) ?? createTriggers(cards);
  triggersOf.set(cards, known);
  return known;
}

/**
 * Routes by trigger words, companies, days and what was spoken of before. Deterministic; knows by name only `price`
 * (a bare company), `help` (nothing fits) and `refuse` (which comes before all).
 */
export function routeByRules(facts: RouteFacts, directory: Directory): RuledPlan {
  const triggers = triggersFor(facts.cards);
  const mentions = directory.mentions(facts.text);
  const dates = findDates(facts.text, facts.now).map((found) => ("date" in found ? found.date : found.text));
  const message: Message = { facts, mentions, dates: [...new Set(dates)], hits: triggers.find(facts.text) };
  const has = (skill: string) => facts.cards.some(({ name }) => name === skill);
  const answered = answerToQuestion(facts, facts.session.at(-1), mentions);
  const { actions, reason } =
    answered === null
      ? actionsOf(message, has)
      : { actions: [answered], reason: "answers the question back" };
  const several = mentions
    .filter(({ status }) => status === "several")
    .flatMap(({ matches }) => matches.map(({ code }) => code));
  return {
    plan: { actions, language: facts.language },
    reason,
    ...(several.length === 0 ? {} : { ambiguous: several }),
  };
}
