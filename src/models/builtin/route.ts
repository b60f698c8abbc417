import type { Plan, RouteFacts } from "#contract";
import { type Directory, newestTurn } from "#language";
import { asked } from "./asked.ts";
import { bare, corrected, talkative } from "./asked-again.ts";
import { disputed } from "./disputes.ts";
import { continued, type Ruling } from "./follow-up.ts";
import { amongThem, listsGroup, ofSector } from "./groups-of-stocks.ts";
import { type Message, readMessage } from "./message.ts";
import { ranksOwn } from "./others-lists.ts";
import { limitOfOwnPrice } from "./own-price.ts";
import { abroad, ranked, refused } from "./refused.ts";
import { reminded } from "./reminders.ts";
import { sinceThen } from "./since-then.ts";
import { sighed, told } from "./statements.ts";

/** A plan and why, for the administrator. */
export interface RuledPlan {
  readonly plan: Plan;
  readonly reason: string;
  /** True for a plain question: one skill is asked for, every word of it is understood, and no company or day is in doubt. */
  readonly certain: boolean;
}

/** The question back that the turn before asked. */
function answered({ facts, subjects, has }: Message): Ruling | null {
  const last = newestTurn(facts.session).findLast((turn) => turn.candidates !== undefined);
  if (last === undefined || subjects.chosen === null || !has(last.skill)) return null;
  const input = { ...last.input, codes: [subjects.chosen] };
  return { actions: [{ skill: last.skill, input }], reason: "answers the question back" };
}

/** 自选里哪个涨得最多 compares the stocks of the list, which the list itself tells. */
const ofOwnList = ({ text, subjects, has }: Message): Ruling | null =>
  has("watchlist") && subjects.mentions.length === 0 && ranksOwn(text)
    ? { actions: [{ skill: "watchlist", input: {} }], reason: "ranks the user's own list" }
    : null;

/** 👍, [强], [图片]: a picture and nothing beside it, as WeChat writes its own. */
const onlyPictures =
  /^(?:(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|\[(?:\p{Script=Han}{1,6}|[a-z]{1,8})\])\s*){1,60}$/iu;

/** Small talk, and how to use this. */
function talked({ hits, rest, text, has }: Message): Ruling | null {
  // 股东减持了吗 only sounds like small talk.
  const hit = hits.find(({ skill, near }) => talkative.has(skill) && (near !== true || rest === ""));
  if (hit !== undefined) return { actions: [{ skill: hit.skill, input: {} }], reason: `“${hit.word}”` };
  if (!has("chitchat") || !onlyPictures.test(text.trim())) return null;
  return { actions: [{ skill: "chitchat", input: {} }], reason: "a picture" };
}

/** 它呢, 昨天呢: nothing but words that lean on a company of before, of which there is none. */
function asksWhich({ facts, rest, subjects, has }: Message): Ruling | null {
  const { mentions, dates, unread, pointsBack, earlier } = subjects;
  const leans = pointsBack || dates.length > 0 || unread.length > 0;
  if (!has("help") || rest !== "" || !leans || mentions.length > 0 || earlier.length > 0) return null;
  if (facts.session.length > 0 && newestTurn(facts.session).some(({ codes }) => codes.length > 0))
    return null;
  return { actions: [{ skill: "help", input: { reason: "which_stock" } }], reason: "leans on no company" };
}

function unsupported({ facts, has }: Message): Ruling {
  const fallback = has("help") ? "help" : (facts.cards[0]?.name ?? "help");
  return { actions: [{ skill: fallback, input: { reason: "unsupported" } }], reason: "no skill's words" };
}

const isPlain = ({ facts, rest, subjects }: Message, { actions }: Ruling): boolean =>
  !/[\p{L}\p{N}]/u.test(rest) &&
  // What leans on the turns before is a model's to read.
  !subjects.pointsBack &&
  (facts.session.length === 0 || subjects.mentions.length > 0) &&
  actions.length === 1 &&
  actions.every(({ skill }) => skill !== "refuse") &&
  subjects.unread.length === 0 &&
  subjects.denied.length === 0 &&
  subjects.mentions.every(({ status }) => status === "one");

/** What a rule makes of a message; null where it is not its business. */
type Rule = (message: Message) => Ruling | null;

const firstOf = (rules: readonly Rule[], message: Message): Ruling | null => {
  for (const rule of rules) {
    const ruling = rule(message);
    if (ruling !== null) return ruling;
  }
  return null;
};

// The order of all rules: the first that has a ruling decides.

/** First, whatever else the message holds. */
const before: readonly Rule[] = [answered, reminded, ranked, listsGroup, refused];

/** Then the questions. */
const questions: readonly Rule[] = [
  limitOfOwnPrice,
  disputed,
  corrected,
  sinceThen,
  amongThem,
  continued,
  sighed,
  ofOwnList,
  ofSector,
  asked,
  bare,
];

/** A question, which may be of another market; else talk. */
const planned: Rule = (message) => abroad(message, firstOf(questions, message)) ?? talked(message);

/** Last, where nothing is asked for; `unsupported` takes the rest. */
const after: readonly Rule[] = [told, asksWhich];

/**
 * Routes by trigger words, companies, days and what was spoken of before. Deterministic; knows by name only `price` (a bare company),
 * `market` (a bare index), `chart`, `watchlist` and `fund-flow` (what goes on with them), `help` and `chitchat` (which give way),
 * `sources` (where a number is doubted) and `refuse` (which comes before all).
 */
export function routeByRules(facts: RouteFacts, directory: Directory): RuledPlan {
  const message = readMessage(facts, directory);
  const first = firstOf(before, message);
  const question = first === null ? planned(message) : null;
  const ruling = first ?? question ?? firstOf(after, message) ?? unsupported(message);
  const certain = ruling === question && isPlain(message, ruling);
  const { actions, left = [], reason } = ruling;
  const plan = { actions, language: facts.language, ...(left.length === 0 ? {} : { left }) };
  return { plan, reason, certain };
}
