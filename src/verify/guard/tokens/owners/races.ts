import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { kindsOf, revised, type Token, type TokenKind } from "../token.ts";

const won = /^(?:beats?|beaten|beating|outpace[sd]?|outpacing)$/;
const lost = /^(?:lag(?:s|ged|ging)?|trail(?:s|ed|ing)?)$/;
/** What may stand behind the other one's name, where nothing but the race of their prices is meant. */
const ends: ReadonlySet<TokenKind> = new Set([
  "break",
  "clause",
  "line",
  "open",
  "date",
  "relative",
  "window",
]);

/** 跑得比宁德时代快: the same word, and whether it is faster. */
const ranFaster = /^(?:更|要|还|得)?(?:([快好强猛])|[慢差弱])/;

function ranThan(each: Token, other: Token | undefined, lower: string): Token {
  const isRan = each.op === "than" && lower.slice(Math.max(0, each.start - 2), each.start) === "跑得";
  if (!isRan || other?.kind !== "company") return each;
  const found = ranFaster.exec(lower.slice(other.end, other.end + 3));
  return found === null ? each : { ...each, op: found[1] === undefined ? "<perf" : ">perf" };
}

const mayRace = rare(/跑得比|(?<![a-z])(?:beat|outpac|lag|trail)/);

/** Moutai lagged the CSI 300 on 7 May: of how both prices moved, where the line has named no measure before. */
export function readRaces(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!mayRace.test(lower)) return tokens;
  let isNamed = false;
  return revised(tokens, (each, at) => {
    if (each.kind === "line") isNamed = false;
    if (each.kind === "metric" || each.kind === "foreign") isNamed = true;
    const word = lower.slice(each.start, each.end);
    const isWon = won.test(word);
    if (isNamed || !(isWon || lost.test(word))) return ranThan(each, tokens[at + 1], lower);
    const other = tokens[at + 1]?.op === "the" ? at + 2 : at + 1;
    const next = tokens[other + 1]?.op === "on" ? tokens[other + 2] : tokens[other + 1];
    // trails Hikvision (CNY 93.12 billion) on revenue: of what the bracket holds.
    const held = next?.kind === "open" ? tokens[tokens.indexOf(next, other) + 1]?.number : undefined;
    const isRace =
      tokens[other]?.kind === "company" &&
      (held == null || held.unit?.dimension === "part") &&
      (next === undefined || ends.has(next.kind) || next.op === ":" || next.op === "while");
    return isRace ? { ...each, kind: "compare", op: isWon ? ">perf" : "<perf" } : each;
  });
}

const winning = kindsOf("compare superlative");
/** Between the two and their score: the measure, and no other way to read the numbers. */
const beforeScore = kindsOf("company metric fill clause join relative date window open text");
/** How far before the score the first of the two may stand, in tokens. */
const scoreReach = 20;

/** One is named before the word that ranks them and the other behind it, with no number between them and the score. */
function isOfTwo(before: readonly Token[]): boolean {
  const word = before.findLastIndex(({ kind, op }) => winning.has(kind) && /^[<>](?:perf)?$/.test(op));
  const border = before.findLastIndex(({ kind }) => kind === "break" || kind === "line" || kind === "number");
  const behind = before.slice(word + 1);
  return (
    word > border + 1 &&
    before.slice(border + 1, word).some(({ kind }) => kind === "company") &&
    behind.filter(({ kind }) => kind === "company").length === 1 &&
    behind.every(({ kind, op }) => beforeScore.has(kind) && op !== "from")
  );
}

const mayScore = rare(/\d[^ ]{0,4} to [^ ]{0,4}\d/);

/** Fenjiu leads Wuliangye, 17.12% to 10.55%: a score, of the first and of the other. */
export function readScores(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!mayScore.test(lower)) return tokens;
  return revised(tokens, (each, at) => {
    const [first, second] = [tokens[at - 1], tokens[at + 1]];
    const isScore =
      each.op === "to" &&
      first?.kind === "number" &&
      second?.kind === "number" &&
      first.number?.unit?.dimension === second.number?.unit?.dimension &&
      isOfTwo(tokens.slice(Math.max(0, at - 1 - scoreReach), at - 1));
    return isScore ? { ...each, kind: "join", op: "versus" } : each;
  });
}
