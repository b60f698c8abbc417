import type { Action, JsonObject } from "#contract";
import { type Mention, readCode, saysIt, speaksOfOwnList } from "#language";
import { isEverydayWord, unknownName } from "./leftover.ts";
import { type Message, triggersFor } from "./message.ts";
import type { Segment } from "./segments.ts";

/** Today needs no saying: without a day the newest value is meant. Only what asks whether a day is open wants it. */
export function inputFrom(codes: readonly string[], date: string | undefined, today: string): JsonObject {
  return {
    ...(codes.length === 0 ? {} : { codes }),
    ...(date === undefined || date === today ? {} : { date }),
  };
}

/** Nothing, or single Chinese characters apart: too little to name a company that no list knows. */
const holdsNoName = /^(?:(?:\p{Script=Han}|[\d.,%]+(?:股|手|元|块|万|亿)?)(?: |$))*$/u;

const nowhere = { companies: [], indices: [], days: [], futureDays: [] };

/** 市盈率 of 不是市盈率 是市净率: a word that a skill is asked by is no name, wherever it stands. */
const isOwnWord = ({ rest, facts }: Message): boolean =>
  rest !== "" &&
  triggersFor(facts.cards)
    .find(rest, nowhere)
    .some(({ strength, span: [start, end] }) => strength !== "hint" && start === 0 && end === rest.length);

/** The companies of a question that names none: those it leans on, or a name that no list knows, never a guess. */
function unnamed(message: Message): readonly string[] {
  const { subjects, rest, facts, text } = message;
  if (saysIt(text, subjects.mentions)) return subjects.earlier;
  if (speaksOfOwnList(text)) return [];
  const saysNone = holdsNoName.test(rest) || isEverydayWord(rest, text) || isOwnWord(message);
  const stranger = saysNone ? null : unknownName(rest, text);
  if (stranger !== null) return [stranger];
  return saysNone && facts.session.length > 0 ? subjects.earlier : [];
}

const isIndex = (code: string): boolean => readCode(code)?.kind === "index";

const isStock = (code: string): boolean => readCode(code)?.kind === "stock";

const isForeign = ({ status }: Mention): boolean => status === "out_of_scope";

/** True where a message speaks of other markets' securities only. */
export const isAbroad = ({ subjects }: Message): boolean =>
  subjects.mentions.length > 0 && subjects.mentions.every(isForeign);

interface Question {
  readonly skill: string;
  readonly codes: readonly string[];
}

/** Skills about a company whose like for an index is the market's. */
const ofLevels: ReadonlySet<string> = new Set(["price", "brief"]);
/** A comparison of indices alone is the market's too. */
const ofLevelsAlone: ReadonlySet<string> = new Set(["peers"]);

/** The level of an index is the market's business, where a skill for it is there. */
export function questionsOf(
  skill: string,
  codes: readonly string[],
  has: Message["has"],
): readonly Question[] {
  const indices = codes.filter(isIndex);
  const stocks = codes.filter(isStock);
  // 比上证指数跌得多吗: the stock of before is no level of the market.
  // 茅台和沪深300比: of what the two have in common, their moves, each is told by its own skill.
  const isMixed = indices.length > 0 && stocks.length > 0 && (skill === "market" || skill === "peers");
  if (isMixed && has("price") && has("market"))
    return [
      { skill: "price", codes: stocks },
      { skill: "market", codes: codes.filter((code) => !isStock(code)) },
    ];
  // 茅台最近5天总成交额: words of the market, asked of stocks alone.
  if (skill === "market" && stocks.length > 0 && stocks.length === codes.length && has("price"))
    return [{ skill: "price", codes }];
  const isOfLevels =
    ofLevels.has(skill) ||
    (ofLevelsAlone.has(skill) && indices.length > 1 && indices.length === codes.length);
  if (!isOfLevels || indices.length === 0 || !has("market")) return [{ skill, codes }];
  const others = codes.filter((code) => !isIndex(code));
  const market = { skill: "market", codes: indices };
  return others.length === 0 ? [market] : [{ skill, codes: others }, market];
}

function codesOf(skill: string, codes: readonly string[], message: Message): readonly string[] {
  if (message.subjectless.has(skill)) return [];
  if (codes.length === 0) {
    const earlier = unnamed(message);
    // A stock spoken of before is no index: what's the index at asks for the market's.
    return skill === "market" ? earlier.filter((each) => !isStock(each)) : earlier;
  }
  return message.subjects.setsBeside ? [...new Set([...message.subjects.earlier, ...codes])] : codes;
}

/** A question of the message, and where it stands. */
interface Planned {
  readonly skill: string;
  readonly date: string | undefined;
  readonly codes: Set<string>;
  readonly spans: Set<Segment["span"]>;
}

/** What a piece asks of one skill, in its own words: the piece itself, or the words of the skill where it asks several things. */
function wordsOf(
  { skill }: Planned,
  { skills, span: [start, end] }: Segment,
  message: Message,
): readonly string[] {
  const { hits, facts } = message;
  const own = hits.filter((hit) => hit.skill === skill && start <= hit.span[0] && hit.span[1] <= end);
  const spans = skills.length > 1 && own.length > 0 ? own.map(({ span }) => span) : [[start, end] as const];
  return spans.map((span) => facts.text.slice(...span).replaceAll(/^[\s\p{P}]+|[\s\p{P}]+$/gu, ""));
}

/** What is asked of the actions that a plan has no room for; another day of a question that it holds is told with that one's days. */
function leftOf(
  planned: readonly Planned[],
  segments: readonly Segment[],
  message: Message,
  room: number,
): readonly string[] {
  const held = planned.slice(0, room);
  const isHeld = ({ skill, codes }: Planned) =>
    held.some((each) => each.skill === skill && [...codes].every((code) => each.codes.has(code)));
  const left = planned
    .slice(room)
    .filter((each) => !isHeld(each))
    .flatMap((each) =>
      segments.filter(({ span }) => each.spans.has(span)).flatMap((piece) => wordsOf(each, piece, message)),
    );
  return [...new Set(left)].filter((words) => words !== "");
}

/** One action a skill and day; equal ones once, the companies of the same question together. What goes beyond `room` is told by its words. */
export function actionsOf(
  segments: readonly Segment[],
  message: Message,
  room: number,
): { readonly actions: readonly Action[]; readonly left: readonly string[] } {
  const { subjects, facts, has } = message;
  const bad = subjects.unread.find(({ kind }) => kind === "day")?.text;
  const merged = new Map<string, Planned>();
  for (const { skills, codes, dates, span } of segments) {
    const questions = skills.flatMap((skill) => questionsOf(skill, codesOf(skill, codes, message), has));
    for (const { skill, codes: asked } of questions) {
      for (const date of message.subjectless.has(skill) ? [undefined] : dates.length > 0 ? dates : [bad]) {
        const key = JSON.stringify([skill, date ?? ""]);
        const known = merged.get(key) ?? { skill, date, codes: new Set<string>(), spans: new Set() };
        for (const code of asked) known.codes.add(code);
        known.spans.add(span);
        merged.set(key, known);
      }
    }
  }
  const planned = [...merged.values()];
  const actions = planned.slice(0, room).map(({ skill, date, codes }) => ({
    skill,
    input: inputFrom([...codes], date, facts.now.slice(0, 10)),
  }));
  return { actions, left: leftOf(planned, segments, message, room) };
}
