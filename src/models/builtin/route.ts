import { type Action, maxActions, type Plan, type RouteFacts } from "#contract";
import { type Directory, newestTurn, saysIt } from "#language";
import { actionsOf, isAbroad } from "./actions.ts";
import { bare, corrected, talkative } from "./asked-again.ts";
import { apart, besideIn, isPlainQuestion } from "./beside-refusal.ts";
import { ofDifference } from "./differences.ts";
import { isDoubtful, isFaint, shortHint } from "./faint.ts";
import { continued, keepsTime, ofFigure, type Ruling } from "./follow-up.ts";
import { type Message, readMessage } from "./message.ts";
import { ofIndex } from "./of-index.ts";
import { asksForOthersList, ranksOwn } from "./others-lists.ts";
import { limitOfOwnPrice } from "./own-price.ts";
import { asksForRanking, onlyNamesRanked } from "./rankings.ts";
import { refusalReason } from "./refusal-reason.ts";
import { reminded } from "./reminders.ts";
import { completeSegments, type Segment, segmentsOf } from "./segments.ts";
import { sighed, told } from "./statements.ts";
import type { Hit } from "./triggers.ts";

/** A plan and why, for the administrator. */
export interface RuledPlan {
  readonly plan: Plan;
  readonly reason: string;
  /** True for a plain question: one skill is asked for, every word of it is understood, and no company or day is in doubt. */
  readonly certain: boolean;
}

/** Declined requests beside which an honest question may still be answered. */
const answerable: ReadonlySet<string> = new Set(["advice", "prediction"]);

function answered({ facts, subjects, has }: Message): Ruling | null {
  const last = newestTurn(facts.session).findLast((turn) => turn.candidates !== undefined);
  if (last === undefined || subjects.chosen === null || !has(last.skill)) return null;
  const input = { ...last.input, codes: [subjects.chosen] };
  return { actions: [{ skill: last.skill, input }], reason: "answers the question back" };
}

/** Requests that no other wish in the message makes harmless. */
const grave: ReadonlySet<string> = new Set(["injection", "privacy", "trading"]);

/** A skill without subjects is asked about a word (止损是什么意思), and no company stands beside it. */
const isDefinition = ({ hits, subjects, subjectless }: Message): boolean =>
  subjects.mentions.length === 0 &&
  hits.some(
    ({ skill, strength }) =>
      strength === "decides" && subjectless.has(skill) && !talkative.has(skill) && skill !== "refuse",
  );

const refuse = (reason: string): Action => ({ skill: "refuse", input: { reason } });

/** All stocks are to be ranked; where several companies were just spoken of, 谁涨得最多 is asked of them. */
function ranked({ facts, hits, subjects, text, has }: Message): Ruling | null {
  if (!has("market") || subjects.mentions.length > 0 || saysIt(text) || !asksForRanking(text)) return null;
  const spokenOf = new Set(newestTurn(facts.session).flatMap(({ codes }) => codes));
  if (
    spokenOf.size > 1 &&
    !/榜|排行|排名|股票|个股|公司|A股|市场|\b(?:gainers?|losers?|movers?|stocks?|shares|compan(?:y|ies)|market)\b/i.test(
      text,
    )
  )
    return null;
  const declined = hits.filter(({ skill, strength }) => skill === "refuse" && strength !== "hint");
  if (!declined.every(({ word }) => onlyNamesRanked(word))) return null;
  return { actions: [{ skill: "market", input: { ranking: true } }], reason: "ranks all stocks" };
}

function refused(message: Message): Ruling | null {
  const { hits, text, subjects, has } = message;
  if (has("refuse") && subjects.mentions.length === 0 && asksForOthersList(text))
    return { actions: [refuse("privacy")], reason: "somebody else's list" };
  const refusals = hits.filter(({ skill, strength }) => skill === "refuse" && strength !== "hint");
  if (refusals.length === 0) return null;
  const isBeside = besideIn(text);
  const found = refusals.filter(({ word }) => !isBeside(word));
  const [hit] = found;
  if (hit === undefined) return null;
  const reason = refusalReason(text, hit.word);
  const isAbility = hits.some(({ skill, strength }) => skill === "help" && strength === "decides");
  if (reason === "out_of_scope" && isAbility) return null;
  if (!grave.has(reason) && isDefinition(message)) return null;
  const others = hits.filter(
    (other) =>
      other.skill !== "refuse" &&
      (other.strength === "topic" || isPlainQuestion(message, other)) &&
      !talkative.has(other.skill) &&
      found.every((each) => apart(text, each, other)),
  );
  const beside =
    answerable.has(reason) && others.length > 0 && has("refuse") ? asked({ ...message, hits: others }) : null;
  const actions = [refuse(reason), ...(beside?.actions ?? [])].slice(0, maxActions);
  return { actions, reason: `“${hit.word}”` };
}

/** 自选里哪个涨得最多 compares the stocks of the list, which the list itself tells. */
const ofOwnList = ({ text, subjects, has }: Message): Ruling | null =>
  has("watchlist") && subjects.mentions.length === 0 && ranksOwn(text)
    ? { actions: [{ skill: "watchlist", input: {} }], reason: "ranks the user's own list" }
    : null;

/** A question about a word, not about a company's number. */
const definition =
  /什么意思|什么是|是什么|怎么算|怎么计算|区别|定义|含义|\b(?:explain|meaning|definition|what does .{1,40} mean)\b/i;

/** A word is asked about, no skill of the catalogue explains words, and no company is named. */
function asksForWord({ text, subjects, hits }: Message): boolean {
  const found = definition.exec(text);
  if (found === null || subjects.mentions.length > 0 || saysIt(text)) return false;
  return !hits.some(({ parts }) => parts.some(([start, end]) => start <= found.index && found.index < end));
}

function asked(message: Message): Ruling | null {
  const { text, subjects, hits, subjectless } = message;
  if (asksForWord(message)) return null;
  const working = hits.filter(
    ({ skill, strength }) => skill !== "refuse" && (!talkative.has(skill) || strength === "decides"),
  );
  if (working.length === 0 || (isFaint(working) && isDoubtful(working, message))) return null;
  const segments = completeSegments(segmentsOf({ text, subjects, hits: working, subjectless }));
  const { actions: found, left } = actionsOf(dropFillers(segments, working, subjectless), message);
  const actions = ofDifference(
    found.map((action) => keepsTime(ofIndex(ofStretch(action, message), message), message)),
    message,
  );
  const told = ofFigure(actions, message);
  if (told.length === 0) return null;
  const words = [...new Set(working.map(({ word }) => `“${word}”`))].slice(0, 5).join(", ");
  return { actions: told, reason: left === 0 ? words : `${words}; ${left} more asked for than a plan holds` };
}

/** 茅台最近一周怎么样: a card is of now, how a stretch of time went is the price's. */
const ofStretch = (action: Action, { subjects, has }: Message): Action =>
  action.skill === "brief" && has("price") && subjects.unread.some(({ kind }) => kind === "period")
    ? { ...action, skill: "price" }
    : action;

/** 多少 and 涨 beside a real question ask for nothing of their own. */
function dropFillers(
  segments: readonly Segment[],
  hits: readonly Hit[],
  subjectless: ReadonlySet<string>,
): readonly Segment[] {
  const real = new Set(
    hits
      .filter(({ strength, weight }) => strength !== "hint" || weight >= shortHint)
      .map(({ skill }) => skill),
  );
  if (real.size === 0) return segments;
  let before = segments.flatMap(({ skills }) => skills.filter((skill) => real.has(skill))).slice(0, 1);
  return segments.map((each) => {
    const asked = each.skills.filter((skill) => real.has(skill));
    // What is named beside a filler alone is asked the real question.
    before = asked.length > 0 ? asked : before;
    // 几点收盘 茅台现在多少: a rule is asked of no company, so that what is named beside it keeps a question of its own.
    const isOfNone = before.every((skill) => subjectless.has(skill));
    const others = before.length > 0 && isOfNone ? each.skills : before;
    return { ...each, skills: asked.length === 0 && each.codes.length > 0 ? others : asked };
  });
}

/** 👍, [强]: a picture and nothing beside it, as WeChat writes its own. */
const onlyPictures =
  /^(?:(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|\[\p{Script=Han}{1,4}\])\s*){1,60}$/u;

function talked({ hits, text, has }: Message): Ruling | null {
  const hit = hits.find(({ skill }) => talkative.has(skill));
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

/** Other markets' securities are nothing that any skill looks up. */
function abroad(message: Message, ruling: Ruling | null): Ruling | null {
  if (ruling === null || !isAbroad(message) || !message.has("refuse")) return ruling;
  return { actions: [refuse("out_of_scope")], reason: "another market" };
}

/**
 * Routes by trigger words, companies, days and what was spoken of before. Deterministic; knows by name only `price` (a bare company),
 * `market` (a bare index), `chart`, `watchlist` and `fund-flow` (what goes on with them), `help` and `chitchat` (which give way) and
 * `refuse` (which comes before all).
 */
export function routeByRules(facts: RouteFacts, directory: Directory): RuledPlan {
  const message = readMessage(facts, directory);
  const asks =
    limitOfOwnPrice(message) ??
    corrected(message) ??
    continued(message) ??
    sighed(message) ??
    ofOwnList(message) ??
    asked(message) ??
    bare(message);
  const planned = abroad(message, asks) ?? talked(message);
  const ruling =
    answered(message) ??
    reminded(message) ??
    ranked(message) ??
    refused(message) ??
    planned ??
    told(message) ??
    asksWhich(message) ??
    unsupported(message);
  const certain = ruling === planned && isPlain(message, ruling);
  return { plan: { actions: ruling.actions, language: facts.language }, reason: ruling.reason, certain };
}
