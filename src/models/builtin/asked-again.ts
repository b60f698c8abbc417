import type { Action } from "#contract";
import { asksAgain, correctsName, isEverydayName, namesOnly, newestTurn, readCode, saysIt } from "#language";
import { inputFrom, questionsOf } from "./actions.ts";
import { distinct, namedIn, type Ruling, repeated, skillOfFact } from "./follow-up.ts";
import { lastAsked } from "./last-asked.ts";
import type { Message } from "./message.ts";

/** Skills that speak to the person and look nothing up: they give way to any that does. */
export const talkative: ReadonlySet<string> = new Set(["help", "chitchat"]);

/** 沪深300呢 behind a stock's move: the words for the market as a whole stand for the index that they name. */
const isIndexAgain = ({ facts, text, subjects: { mentions } }: Message): boolean =>
  mentions.length > 0 &&
  mentions.every(({ matches }) => readCode(matches[0]?.code ?? "")?.kind === "index") &&
  /呢[?？。!！~ ]*$/.test(text) &&
  newestTurn(facts.session).some(({ skill }) => skill === "price");

/** Skills whose question is not asked again by a name alone: that would change a list, or a sum; an index is no company. */
const notByName: ReadonlySet<string> = new Set(["watchlist", "calculator", "research", "market"]);

/** 五粮液 behind 茅台主力资金: nothing but another name, so that the same is asked of it. */
const isNamedAgain = ({ facts, text, subjects }: Message): boolean =>
  namesOnly(text, subjects.mentions) &&
  newestTurn(facts.session).every(
    ({ skill, codes, candidates }) => !notByName.has(skill) && codes.length > 0 && candidates === undefined,
  );

/** The same question, asked of indices and of stocks by the skill of each. */
const byKind =
  (has: Message["has"]) =>
  ({ skill, input }: Action): readonly Action[] =>
    skill === "price" && Array.isArray(input.codes)
      ? questionsOf(skill, input.codes.map(String), has).map((each) => ({
          skill: each.skill,
          input: { ...input, codes: each.codes },
        }))
      : [{ skill, input }];

/** 打错了 是长安汽车: the question before, of the company that was meant. */
export function corrected(message: Message): Ruling | null {
  const { text, subjects, has } = message;
  if (!correctsName(text, subjects.mentions)) return null;
  const { named, day } = namedIn(message);
  const again = repeated(message, named, day);
  return again.length === 0
    ? null
    : { actions: distinct(again.flatMap(byKind(has))), reason: "corrects the last question" };
}

/** 公司在哪里: where a company sits is no price. */
const asksWhere = /(?:公司|总部)[^,，。]{0,3}在(?:哪|什么地方)|地址|注册地/;

/** Nothing but companies, days and polite words: the questions of the turn before where it points back, else the price. */
export function bare(message: Message): Ruling | null {
  const { facts, text, subjects, hits, rest, has } = message;
  if (rest !== "" || asksWhere.test(text)) return null;
  const { mentions, dates, badDates, pointsBack } = subjects;
  const { named, day } = namedIn(message);
  const onlyDay = mentions.length === 0 && (dates.length > 0 || badDates.length > 0);
  const names = mentions.length > 0 || dates.length > 0;
  // 那行吧 takes note of the answer and asks for nothing.
  if (!names && badDates.length === 0 && !/呢/.test(text) && hits.some(({ skill }) => talkative.has(skill)))
    return null;
  // 你好呀机器人 greets.
  if (mentions.length > 0 && mentions.every(isEverydayName) && hits.some(({ skill }) => talkative.has(skill)))
    return null;
  // 5日均线 without a company was asked back: who names one answers that.
  const isAwaited = newestTurn(facts.session).some(({ candidates }) => candidates?.length === 0);
  const leans =
    (isAwaited && mentions.length > 0) ||
    pointsBack ||
    onlyDay ||
    (names && asksAgain(text)) ||
    isIndexAgain(message) ||
    isNamedAgain(message);
  // 茅台的呢 behind 什么是市盈率 asks for what was explained, not again what was asked before that.
  const ofFact = pointsBack || asksAgain(text) ? skillOfFact(message) : null;
  const again = leans && (ofFact === null || named.length === 0) ? repeated(message, named, day) : [];
  if (again.length > 0)
    return { actions: distinct(again.flatMap(byKind(has))), reason: "follows up the last question" };
  // 它昨天呢 behind a refusal: there is no question to ask again, and the price is what a day is asked for.
  const isOfEarlier =
    named.length === 0 && (onlyDay || saysIt(text, mentions)) && lastAsked(message).length === 0;
  const about = isOfEarlier ? subjects.earlier : named;
  if (about.length === 0 || !has("price")) return null;
  const actions = questionsOf(ofFact ?? "price", about, has).map(({ skill, codes }) => ({
    skill,
    input: inputFrom(codes, day, facts.now.slice(0, 10)),
  }));
  return { actions, reason: "a bare company" };
}
