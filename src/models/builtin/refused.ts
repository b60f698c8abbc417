import { type Action, maxActions } from "#contract";
import { newestTurn, saysIt } from "#language";
import { isAbroad } from "./actions.ts";
import { asked } from "./asked.ts";
import { talkative } from "./asked-again.ts";
import { apart, besideIn, isPlainQuestion } from "./beside-refusal.ts";
import type { Ruling } from "./follow-up.ts";
import type { Message } from "./message.ts";
import { asksForOthersList } from "./others-lists.ts";
import { asksForRanking, onlyNamesRanked } from "./rankings.ts";
import { refusalReason } from "./refusal-reason.ts";

/** Declined requests beside which an honest question may still be answered. */
const answerable: ReadonlySet<string> = new Set(["advice", "prediction"]);

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
export function ranked({ facts, hits, subjects, text, has }: Message): Ruling | null {
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

/** What is declined, with the honest question beside it that may be answered. */
export function refused(message: Message): Ruling | null {
  const { hits, text, subjects, has } = message;
  if (has("refuse") && subjects.mentions.length === 0 && asksForOthersList(text))
    return { actions: [refuse("privacy")], reason: "somebody else's list" };
  const refusals = hits.filter(({ skill, strength }) => skill === "refuse" && strength !== "hint");
  if (refusals.length === 0) return null;
  const isBeside = besideIn(message);
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
    answerable.has(reason) && others.length > 0 && has("refuse")
      ? asked({ ...message, hits: others }, maxActions - 1)
      : null;
  const actions = [refuse(reason), ...(beside?.actions ?? [])];
  return { actions, reason: `“${hit.word}”`, ...(beside?.left === undefined ? {} : { left: beside.left }) };
}

/** Other markets' securities are nothing that any skill looks up. */
export function abroad(message: Message, ruling: Ruling | null): Ruling | null {
  if (ruling === null || !isAbroad(message) || !message.has("refuse")) return ruling;
  return { actions: [refuse("out_of_scope")], reason: "another market" };
}
