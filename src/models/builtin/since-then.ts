import type { Action, SessionTurn } from "#contract";
import { firstOf, moveFrom, sinceThenTo } from "#language";
import { inputFrom } from "./actions.ts";
import type { Ruling } from "./follow-up.ts";
import { lastAsked } from "./last-asked.ts";
import type { Message } from "./message.ts";

const moving: ReadonlySet<string> = new Set(["price", "market"]);

/** The past day that a turn told of, also where it was asked how far the price went since; null where now was compared with that day. */
function dayOf({ input, claims }: SessionTurn, today: string): string | null {
  const day = firstOf(String(input.date ?? ""));
  if (day === undefined || day >= today) return null;
  const isOfNow = claims.some((claim) => claim.kind === "numeric" && claim.as_of.slice(0, 10) > day);
  return input.date === day && isOfNow ? null : day;
}

/** 到现在涨了多少, 跌了多少了, 那到昨天呢 behind the close of a named day: how far the price went from that day. */
export function sinceThen(message: Message): Ruling | null {
  const { text, subjects, hits, facts } = message;
  const isOther = subjects.mentions.some(({ matches }) => matches.length > 0);
  const end = isOther ? null : sinceThenTo(text, subjects, facts.now);
  if (end === null || hits.some(({ skill, strength }) => strength !== "hint" && !moving.has(skill)))
    return null;
  const today = facts.now.slice(0, 10);
  const last = lastAsked(message);
  const actions = last.flatMap((turn): readonly Action[] => {
    const day = moving.has(turn.skill) ? dayOf(turn, today) : null;
    return day === null || turn.codes.length === 0
      ? []
      : [{ skill: turn.skill, input: inputFrom(turn.codes, moveFrom(day, end), today) }];
  });
  if (last.length === 0 || actions.length < last.length) return null;
  return { actions, reason: "how far from the day of the last answer" };
}
