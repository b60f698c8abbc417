/** A fact, or a text that may tell one, cut into what it states of its numbers one by one. */

import { matchesOf } from "../tokens/token.ts";
import { type Bits, type Concepts, conceptsOf } from "./concepts.ts";
import { type FactNumber, factNumbers, parametersOf, readable } from "./fact-numbers.ts";
import { denies } from "./fact-polarity.ts";

/** What is stated of a few numbers, or, without a number, beside them. */
export interface Statement extends Stretch {
  /** In its readable form. */
  readonly text: string;
  readonly numbers: readonly FactNumber[];
  readonly parameters: readonly string[];
  readonly concepts: Concepts;
  readonly sides: Bits;
  /** What tells it from others: its concepts and words, the bounds of its numbers. */
  readonly features: ReadonlySet<string>;
  readonly denies: boolean;
}

interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Of which sentence of the text it is a part. */
  readonly sentence: number;
}

const withoutNumbers = (text: string, numbers: readonly FactNumber[]): string => {
  let [rest, at] = ["", 0];
  for (const { at: start, end } of numbers) {
    rest += `${text.slice(at, start)} `;
    at = end;
  }
  return rest + text.slice(at);
};

/** What is stated in a stretch of the text. */
function read(written: string, { start, end, sentence }: Stretch): Statement {
  const text = readable(written.slice(start, end));
  const numbers = factNumbers(text);
  const concepts = conceptsOf(withoutNumbers(text, numbers).replace(/(?<=[a-z])\d+/g, ""));
  const features = new Set([...concepts.named.map(({ id }) => id), ...concepts.rest]);
  for (const { bound } of numbers) if (bound !== "") features.add(`bound ${bound}`);
  for (const { key, bound } of numbers) features.add(`${key} ${bound}`);
  return {
    ...{ start, end, sentence, text, numbers, concepts, features },
    parameters: parametersOf(text),
    sides: concepts.sides,
    denies: denies(text),
  };
}

const opensBracket = "([{「“《";
const closesBracket = ")]}」”》";

/** August 28, 2023; 12, 26 and 9 days: the comma of a date, and of a list with one unit. */
const isWithin = (text: string, at: number): boolean =>
  /^, ?\d{1,4}(?:, ?\d{1,4})*,? (?:and|or) \d/.test(text.slice(at, at + 24)) ||
  (/[a-z] \d{1,2}$/.test(text.slice(Math.max(0, at - 4), at)) &&
    /^, (?:19|20)\d{2}(?!\d)/.test(text.slice(at, at + 7)));

/** Where a text is cut into clauses: at commas and ends of sentences, outside brackets and numbers. */
function clausesOf(text: string): Stretch[] {
  const found: Stretch[] = [];
  let [start, depth, sentence] = [0, 0, 0];
  const close = (end: number): void => {
    if (text.slice(start, end).trim() !== "") found.push({ start, end, sentence });
    start = end + 1;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (opensBracket.includes(char)) depth++;
    else if (closesBracket.includes(char)) depth = Math.max(0, depth - 1);
    else if (depth > 0 || (char === "," && /\d,\d/.test(text.slice(at - 1, at + 2)))) continue;
    else if (
      /[;；。!?！？\n]/.test(char) ||
      (char === "." && /^(?:\s|$)/.test(next) && !/[a-z]\.[a-z]/.test(text.slice(at - 2, at + 1)))
    ) {
      close(at);
      sentence++;
    } else if (/[，,→]/.test(char) && !(/\d/.test(text.charAt(at - 1)) && isWithin(text, at))) close(at);
  }
  close(text.length);
  return found;
}

const joiner = /\s(?:and|while|whereas|versus|vs\.?|but)\s|而(?!且)|、|[和与及](?!其)/g;

/** 70 is read as overbought and 30 as oversold: what a joining word sets apart where both of its sides hold a number and say what it is of. */
function apart(text: string, clause: Stretch): Stretch[] {
  const own = text.slice(clause.start, clause.end);
  const cuts = matchesOf(joiner, own).map(({ index, 0: word }) => [index, index + word.length] as const);
  if (cuts.length === 0 || /\d[、/]\d/.test(own)) return [clause];
  const pieces: Stretch[] = [];
  let from = 0;
  for (const [at, next] of cuts) {
    const [left, right] = [readable(own.slice(from, at)), readable(own.slice(next))];
    const numbers = factNumbers(right);
    if (factNumbers(left).length === 0 || numbers.length === 0) continue;
    const first = numbers[0];
    const isBare = first !== undefined && first.at <= 1 && !saysWhose(withoutNumbers(right, numbers));
    if (isBare) continue;
    pieces.push({ ...clause, start: clause.start + from, end: clause.start + at });
    from = next;
  }
  return [...pieces, { ...clause, start: clause.start + from }];
}

const saysWhose = (text: string): boolean => {
  const { sides, rest } = conceptsOf(text);
  return sides.some((bits) => bits !== 0) || rest.size > 2;
};

const opener =
  /^\s*(?:如果|若|当|一旦|凡|if|when|where|once|for|held|on shares? held|holdings? of|after|in case)/;
const ending = /(?:的|时|者|的话|时候|后|情况下|情形)$/;
const condition =
  /高于|低于|超过|大于|小于|达到|以上|以内|以下|不足|跌破|(?<![a-z])(?:above|below|over|under|beyond|exceed|exceeds|or more|or less|more than|less than|falls|reaches|within)(?![a-z])/;
const predicate =
  /为|是|应|须|需要|要|可|会|称|叫|视|算|属|表示|说明|代表|征|免|收|披露|公告|=|:|(?<![a-z])(?:is|are|was|will|must|may|means?|can|counts?|marks?|pays?|has|have|need|needs|shall|should|taxed)(?![a-z])/;
const norm =
  /不得|不能|不可|不低于|不少于|不超过|不高于|至少|至多|最|(?<![a-z])(?:at least|at most|no more|no less)(?![a-z])/;

/** 低于130%时, 持股超过1年的, RSI高于70: a condition, of which the next clause says what follows. */
const opens = (clause: string): boolean => {
  const own = clause.trim();
  const isOpen = opener.test(own) || ending.test(own);
  if (!isOpen && !(condition.test(own) && !predicate.test(own) && !norm.test(own))) return false;
  const numbers = factNumbers(readable(own));
  // 1个月以内税负20%: the share is what follows.
  return numbers.length > 0 && (isOpen || !numbers.some(({ kind, bound }) => kind === "%" && bound === ""));
};

/** 1. at the beginning of a line. */
const mark = /(?<=^|\n)\s*(?:\d{1,2}[.、)]|\(\d{1,2}\))(?=\s*[^\d\s])/g;

/** The statements of a text, in order. */
export function statementsOf(written: string): Statement[] {
  const text = written.replace(mark, (whole) => " ".repeat(whole.length));
  const joined: Stretch[] = [];
  for (const clause of clausesOf(text)) {
    const last = joined.at(-1);
    const own = text.slice(clause.start, clause.end);
    if (
      last !== undefined &&
      last.sentence === clause.sentence &&
      opens(text.slice(last.start, last.end)) &&
      !opens(own)
    )
      joined[joined.length - 1] = { ...last, end: clause.end };
    else joined.push(clause);
  }
  return joined.flatMap((clause) => apart(text, clause)).map((clause) => read(text, clause));
}
