import { type Action, comparesWithTime, maxActions, type Session, type SessionTurn } from "#contract";
import { asksAgain, newestTurn } from "#language";
import { inputFrom } from "./actions.ts";
import type { Message } from "./message.ts";
import { segmentsOf } from "./segments.ts";

/** What a rule made of a message, and why. */
export interface Ruling {
  readonly actions: readonly Action[];
  readonly reason: string;
}

export const distinct = (actions: readonly Action[]): readonly Action[] => [
  ...new Map(actions.map((action) => [JSON.stringify(action), action])).values(),
];

/** The newest turn that asked for something: thanks and a question about a word come between. */
function lastAsked({ facts, subjectless, has }: Message): Session {
  return newestTurn(
    facts.session.filter(({ skill }) => has(skill) && skill !== "refuse" && !subjectless.has(skill)),
  );
}

const namesCompany = ({ input }: SessionTurn): boolean =>
  Array.isArray(input.codes) && input.codes.length > 0;

/** True where the day of a turn was one that now was compared with: 比昨天放量吗 is about now. */
const isReference = ({ claims }: SessionTurn, date: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(date) &&
  claims.some((claim) => claim.kind === "numeric" && claim.as_of.slice(0, 10) > date);

/** The questions of the turn before, asked again about other companies or another day. */
export function repeated(
  message: Message,
  named: readonly string[],
  day: string | undefined,
): readonly Action[] {
  const { facts, text, subjects } = message;
  const last = lastAsked(message);
  // 明天开市吗, 那周六呢: neither is about the company that was spoken of before.
  const codes = named.length > 0 ? named : last.some(namesCompany) ? subjects.earlier : [];
  if (codes.length === 0 && (day === undefined || last.length === 0)) return [];
  return last.slice(0, maxActions).map((turn) => {
    const { skill, input } = turn;
    const { date: earlierDate, codes: _, ...kept } = input;
    // 这个月呢 names a time of its own, if no day: the earlier one is not meant beside it.
    const keepsDay = (subjects.pointsBack || asksAgain(text)) && subjects.unread.length === 0;
    const isKept = keepsDay && typeof earlierDate === "string" && !isReference(turn, earlierDate);
    const date = day ?? (isKept ? earlierDate : undefined);
    return { skill, input: { ...kept, ...inputFrom(codes, date, facts.now.slice(0, 10)) } };
  });
}

/** The companies and the first day that a message names. */
export function namedIn({ text, subjects, subjectless }: Message) {
  const segments = segmentsOf({ text, subjects, hits: [], subjectless });
  const beside = subjects.setsBeside ? subjects.earlier : [];
  return {
    named: [...new Set([...beside, ...segments.flatMap(({ codes }) => codes)])],
    day:
      segments.flatMap((segment) => segment.dates)[0] ??
      subjects.unread.find(({ kind }) => kind === "day")?.text,
  };
}

/** 连续几天了, 最近一周合计多少: behind flows of money these words ask for their run and their sum. */
const ofFlows =
  /^(?:那|已经|是)*(?:连续|连着)了?(?:多少|几)[天日]了?[呢吗啊?？]*$|合计|累计|加起来|总共|一共|in total|altogether/i;

const sumsUp = ({ text, subjects, hits }: Message, last: Session): boolean =>
  ofFlows.test(text.trim()) &&
  subjects.mentions.length === 0 &&
  last.length > 0 &&
  last.every(({ skill }) => skill === "fund-flow") &&
  hits.every(({ strength, skill }) => strength === "hint" || skill === "calendar");

/** 五粮液也加上: behind the user's own list it is to be put there too. */
const puts = /[也再都]加(?:上|进[去来]?)?[吧了。!！ ]*$/;

/**
 * What only goes on with the question before, though it has words of another skill: 加上五粮液对比 behind a picture, 比一年前高吗 behind a
 * figure that is no price, 连续几天了 behind flows of money, 五粮液也加上 behind the list.
 */
export function continued(message: Message): Ruling | null {
  const { text, subjects, hits } = message;
  const last = lastAsked(message);
  const isDrawn = last.some(({ skill }) => skill === "chart") && subjects.setsBeside;
  const adds =
    isDrawn &&
    subjects.mentions.length > 0 &&
    hits.every(({ skill, strength }) => skill === "peers" || strength === "hint");
  const lists =
    last.some(({ skill }) => skill === "watchlist") &&
    subjects.mentions.length > 0 &&
    puts.test(text) &&
    hits.every(({ strength }) => strength === "hint");
  const sets =
    subjects.mentions.length === 0 &&
    comparesWithTime(text) &&
    last.every(({ skill }) => skill !== "price" && skill !== "market") &&
    hits.every(({ strength }) => strength === "hint");
  if (!adds && !lists && !sets && !sumsUp(message, last)) return null;
  const { named, day = subjects.unread[0]?.text } = namedIn(message);
  const actions = distinct(repeated(message, named, day));
  return actions.length === 0 ? null : { actions, reason: "goes on with the last question" };
}
