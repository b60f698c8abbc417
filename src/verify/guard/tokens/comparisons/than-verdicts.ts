/** 比科大讯飞活跃, more active than iFlytek, 东方财富高出一截: comparisons that say by one word what is compared or how far it lies. */
import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { kindsOf, revised, type Token } from "../token.ts";

const words: readonly (readonly [RegExp, string])[] = [
  [/^(?:更|要|更为)?活跃/, ">active"],
  [/^(?:更|要|更为)?抗跌/, ">adjmove"],
];
const ends = /^(?:一些|一点|些)?(?=$|[,，。;；:：!！)）(（\n])/;
const longest = 48;
/** What may stand between the other company and the word: its value in brackets. */
const between = kindsOf("open close number metric source date clause company");
const mostBetween = 9;

/** Which of them the clause behind 比 ends in, and how many tokens on; null where it is none, or more than one company stands between. */
function verdictBehind(tokens: readonly Token[], at: number, { lower, lexicon }: Reading) {
  const isOther = ({ kind, metrics }: Token) =>
    kind === "metric" && !metrics.some((id) => lexicon.changes.percent.includes(id));
  let owners = 0;
  for (let i = at + 1; i <= at + mostBetween; i++) {
    const { kind, start } = tokens[i] ?? { kind: "break", start: 0 };
    const said = lower.slice(start, start + longest);
    const word = words.find(([of]) => ends.test(said.replace(of, "")) && of.test(said));
    if (word !== undefined) {
      // 抗跌 is of how prices move.
      const near = tokens.slice(Math.max(0, at - mostBetween), i);
      const isUnlike = word[1] === ">adjmove" && near.some(isOther);
      return owners === 1 && !isUnlike ? { op: word[1], at: i } : null;
    }
    if (!between.has(kind as Token["kind"])) return null;
    if (kind === "company") owners++;
  }
  return null;
}

const mayBeVerdict = rare(/活跃|抗跌|active/);

export function readThanVerdicts(tokens: readonly Token[], reading: Reading): readonly Token[] {
  if (!mayBeVerdict.test(reading.lower)) return tokens;
  const said = new Set<Token | undefined>();
  return revised(tokens, (each, at) => {
    if (said.has(each)) return { ...each, kind: "fill", op: "", sign: 0 };
    if (each.kind !== "compare" || each.op !== "than") return each;
    const before = tokens[at - 1];
    if (/^[<>]active$/.test(before?.op ?? "")) return { ...each, kind: "join", op: "beside" };
    const verdict = verdictBehind(tokens, at, reading);
    if (verdict === null) return each;
    said.add(tokens[verdict.at]);
    return { ...each, op: verdict.op };
  });
}

const margin = /^(?:了?(?:不少|一大?截|很多|许多|一些|一点))(?=$|[,，。;；:：!！)）(（\n])/;

const mayBeMargin = rare(/[高低]出?了?(?:不少|一大?截|很多|许多|一些|一点)/);

/** 高出一截 at the end of a clause: higher, of those that are spoken of. */
export function readMargins(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!mayBeMargin.test(lower)) return tokens;
  let until = -1;
  const read = tokens.flatMap((each) => {
    if (each.start < until) return [];
    const word = lower.slice(each.start, each.end);
    const behind = /^(?:高出|低于|[高低])$/.test(word)
      ? margin.exec(lower.slice(each.end, each.end + 6))
      : null;
    if (behind === null) return [each];
    until = each.end + behind[0].length;
    return [
      { ...each, kind: "compare" as const, end: until, op: word.startsWith("高") ? ">adj" : "<adj", sign: 0 },
    ];
  });
  return until < 0 ? tokens : read;
}
