import { disputesByPlace, newestTurn } from "#language";
import { inputFrom } from "./actions.ts";
import { namedIn, type Ruling } from "./follow-up.ts";
import type { Message } from "./message.ts";

/** A longer message says more than that a number is another elsewhere. */
const longest = 40;

const ofPrice: ReadonlySet<string> = new Set(["price", "sources"]);

/**
 * 我看雪球上是1799啊, 价格错了吧: a number told here is doubted. Behind an answer that has numbers its sources and times are told, whatever
 * the company is called again; where a company is named that no answer was about, its price with source and time is.
 */
export function disputed(message: Message): Ruling | null {
  const { text, subjects, hits, facts, has } = message;
  const { mentions, asides, dates, unread } = subjects;
  if (!has("sources") || text.trim().length > longest || dates.length + unread.length > 0) return null;
  const asksElse = hits.some(({ skill, strength }) => strength !== "hint" && !ofPrice.has(skill));
  if (asksElse) return null;
  const isByPlace = disputesByPlace(text, asides.length > 0);
  const isSaid = hits.some(({ skill }) => skill === "sources");
  const { named } = namedIn(message);
  const last = newestTurn(facts.session);
  const isOfLast = named.every((code) => last.some(({ codes }) => codes.includes(code)));
  const isAnswered = last.some(({ claims }) => claims.some(({ kind }) => kind === "numeric"));
  if (isByPlace && isAnswered && isOfLast)
    return { actions: [{ skill: "sources", input: { disputed: true } }], reason: "a number seen elsewhere" };
  if (mentions.length === 0 || !(isByPlace || isSaid)) return null;
  if (isAnswered && isOfLast)
    return { actions: [{ skill: "sources", input: { disputed: true } }], reason: "a number is doubted" };
  if (!has("price")) return null;
  return {
    actions: [{ skill: "price", input: inputFrom(named, undefined, facts.now.slice(0, 10)) }],
    reason: "a number is doubted that was not told",
  };
}
