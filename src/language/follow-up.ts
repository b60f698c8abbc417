import type { Session, SessionTurn } from "#contract";
import { readSmallNumber } from "./dates/numerals.ts";
import { keyOf } from "./fold.ts";

type Candidates = readonly { readonly code: string; readonly name: string }[];

/** Words that point back to what was spoken of. */
const pointsBack =
  /它|这只|那只|这支|那支|该股|这个股|那个股|这股|那股|这家|那家|刚才|刚刚|上面|上一个|同一天|那天|当天|一样|再查|也查|^那|呢[?？。!！~ ]*$|\b(?:its?|that one|this one|same|what about|how about|and then|that day|there)\b/i;
const why = /^(?:为什么|为啥|怎么回事|原因|什么原因|why)[^\p{L}\p{N}]*$/iu;
/** The market as a whole, which no earlier company stands for. */
const wholeMarket =
  /北向|南向|两市|市场|大盘|板块|行业|全市|A股|沪深|港股|美股|概念股|northbound|southbound|market|sector/i;

/** True where a message leans on the turns before it: 它的市盈率呢, 那昨天呢, why. */
export const pointsToEarlier = (text: string): boolean =>
  !wholeMarket.test(text) && (pointsBack.test(text) || why.test(text.trim()));

const standsForCompany =
  /它|这只|那只|这支|那支|该股|该公司|这个股|那个股|这股|那股|这家|那家|\b(?:its?|that one|this one)\b/i;

/** True where a word of the message stands for the company of the turns before. */
export const saysIt = (text: string): boolean => standsForCompany.test(text);

/** True where a message without a subject cannot mean the company of the turn before. */
export const speaksOfWholeMarket = (text: string): boolean => wholeMarket.test(text);

const answerFrame =
  /^(?:the|我?(?:说的|要的?|选的?|查的?|问的?)?(?:是|就)?)(.*?)(?:吧|啊|呀|哦|谢谢|please|one)?[.。!！,,]?$/i;
const ordinals: Readonly<Record<string, number>> = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5 };

/** The number in 1, 2., 第二个, 选3, second. Null when the text is more than such an answer. */
function readPick(key: string): number | null {
  const match = /^(?:第|选|no\.?|#)?([0-9一二两三四五])(?:个|只|家|项|号)?[.。、)]?$/.exec(key);
  if (match !== null) return readSmallNumber(match[1] ?? "");
  return Object.hasOwn(ordinals, key) ? (ordinals[key] ?? null) : null;
}

/** Which candidate of an open question back a message names, by number, name or code; null when it says something else. */
export function readChoice(text: string, candidates: Candidates): string | null {
  const key = keyOf(answerFrame.exec(keyOf(text))?.[1] ?? text);
  const pick = readPick(key);
  if (pick !== null) return candidates[pick - 1]?.code ?? null;
  const named = candidates.filter(({ code, name }) => {
    const folded = code.toLowerCase();
    return (
      key === keyOf(name) ||
      key === folded ||
      key === folded.slice(0, 6) ||
      key === `${keyOf(name)}(${folded})`
    );
  });
  return named.length === 1 ? (named[0]?.code ?? null) : null;
}

/** A longer message says more than which of the candidates is meant. */
const longestAnswer = 20;

/** The candidate that a message picks from the open question of the turn before: by its answer, or by the only name in a short one. */
export function answersQuestion(text: string, session: Session, named: readonly string[]): string | null {
  const candidates = newestTurn(session).findLast((turn) => turn.candidates !== undefined)?.candidates ?? [];
  const choice = readChoice(text, candidates);
  if (choice !== null || text.length > longestAnswer || named.length !== 1) return choice;
  return candidates.find(({ code }) => code === named[0])?.code ?? null;
}

/** What the newest message was about, one entry an action. */
export const newestTurn = (session: Session): Session => {
  const last = session.at(-1);
  return last === undefined ? [] : session.filter(({ turnId }) => turnId === last.turnId);
};

const askedWords = ({ input }: SessionTurn): readonly string[] =>
  Array.isArray(input.codes) ? input.codes.filter((code) => typeof code === "string") : [];

/**
 * The companies that the newest turn with any was about: all actions of that one message. Where it ended in a question back, the user's
 * own words, so that a follow-up without an answer is asked back again and never guessed.
 */
export function earlierCodes(session: Session): readonly string[] {
  const newest = session.findLast(({ codes, candidates }) => codes.length > 0 || candidates !== undefined);
  if (newest === undefined) return [];
  const same = session.filter(({ turnId }) => turnId === newest.turnId);
  const isOpen = ({ candidates, claims }: SessionTurn) => candidates !== undefined && claims.length === 0;
  return [...new Set(same.flatMap((turn) => (isOpen(turn) ? askedWords(turn) : turn.codes)))];
}
