import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { averagesOp } from "../measures/averages.ts";
import type { Reading } from "../reading.ts";
import { lastPower, matchesOf, revised, type Token, token } from "../token.ts";

/** It did reach 12, well past 12, where the user asked of 12: on which side of it something lies, whatever a value may round to. */
const reaching = new Set("reach reached reaches hit hits touched".split(" "));
const passing = new Set("past passed beyond topped broke cross crossed crosses".split(" "));
const opOf = (word: string): string | null => (reaching.has(word) ? ">=" : passing.has(word) ? ">" : null);

const baseOf = ({ number }: Token): number | null =>
  number === null ? null : Number(`${number.shown.digits}e${lastPower(number)}`);
const gotTo = /(?<![a-z])(?:got|made it|climbed up|moved up|risen|rose|climbed) $/;
const mostAsked = 300;

export function readAskedCrossings(tokens: readonly Token[], { question, lower }: Reading): readonly Token[] {
  const numbers = question.slice(0, mostAsked).filter(({ kind }) => kind === "number");
  if (numbers.length === 0) return tokens;
  const asked = new Set(numbers.map(baseOf));
  return revised(tokens, (each, at) => {
    const next = tokens[at + 1];
    const isWord = each.kind === "text" || each.kind === "fill";
    if (!isWord || next?.kind !== "number" || !asked.has(baseOf(next))) return each;
    const isGot = each.op === "to" && gotTo.test(lower.slice(Math.max(0, each.start - 12), each.start));
    const op = isGot ? ">=" : opOf(each.op);
    return op === null ? each : { ...each, kind: "compare", op };
  });
}

/** below its MA20 (CNY 103.10 < CNY 104.92): the sign says again what the word before the bracket says, and parts the two values. */
const reach = 8;

const mayBeSign = rare(/[<>]/);

export function readBracketSigns(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!mayBeSign.test(lower)) return tokens;
  return revised(tokens, (each, at) => {
    if (each.kind !== "compare" || each.end - each.start !== 1 || !/^[<>]$/.test(each.op)) return each;
    const isBetween =
      tokens[at - 1]?.kind === "number" &&
      tokens[at + 1]?.kind === "number" &&
      tokens[at - 2]?.kind === "open";
    if (!isBetween) return each;
    const word = tokens.slice(Math.max(0, at - reach), at).findLast(({ kind }) => kind === "compare");
    return word?.op === each.op ? { ...each, kind: "join", op: "versus" } : each;
  });
}

/** 两家的市盈率一样, 两者一样, the two are the same, have the same P/B: an equality right beside what is equal; 和以往一样 is a manner of speaking. */
const adverbs: ReadonlySet<string> = new Set(["都", "也", "均", "完全", "是", "的"]);

/** How far before the word its measure may stand, in tokens. */
const measureReach = 3;

const isPlural = ({ kind, op, start, end }: Token, lower: string): boolean =>
  kind === "count" || op === averagesOp || /^(?:[两二三]者|both|they)$/.test(lower.slice(start, end));
const whole = /^ ?(?:$|[.,;:()\n，。；：（]|(?:at|on) (?:cny |rmb |¥)?\d)/;
const being = "(?:^|[^a-z])(?:is|are|was|were)(?: (?:also|exactly|both|all|just|precisely|quite))?";
/** What must stand before each word. */
const alikeEnglish: Readonly<Record<string, RegExp>> = {
  same: pattern`${being} the $`,
  equal: pattern`${being} $`,
  level: pattern`${being} $`,
  alike: pattern`${being} $`,
  match: /[a-z'’] $/,
  differ: /(?:not|n't|never) $/,
};
const havingSame = /(?:^|[^a-z])(?:have|has|had|share|show|carry|at) (?:exactly )?the $/;
const sameReach = 24;
const parting: ReadonlySet<string> = new Set(["clause", "break", "line"]);

/** No, the same: at the head of the text, and of what comes behind it. */
const headSame =
  /^\s*(?:(?:no|yes|nope|yep|没有?|不是?|否|是的?|对|没错|不高也不低)[,，。.] ?)?(?:(?:it's|it is|they are|they're|exactly|just|about|完全|都|是|两[者家]|价格)\s?)*(?:the )?$/;
const longestHead = 40;

/** The two are the same; have the same P/B; No, the same: … */
function isSameValue(tokens: readonly Token[], at: number, lower: string): boolean {
  const { start = 0, end = 0 } = tokens[at] ?? {};
  const isWhole = whole.test(lower.slice(end, end + 12));
  if (start < longestHead && isWhole && headSame.test(lower.slice(0, start))) return true;
  const said = lower.slice(start, end);
  const before = lower.slice(Math.max(0, start - sameReach), start);
  if (said === "same" && havingSame.test(before)) return tokens[at + 1]?.kind === "metric";
  if (!isWhole || alikeEnglish[said]?.test(before) !== true) return false;
  const from = tokens.slice(0, at).findLastIndex(({ kind }) => parting.has(kind));
  return tokens.slice(from + 1, at).some((each) => each.kind === "metric" || isPlural(each, lower));
}

const mayAlike = rare(/一样|(?<![a-z])(?:same|equal|level|alike|match|differ)(?![a-z])/);

export function readAlike(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!mayAlike.test(lower)) return tokens;
  return revised(tokens, (each, at) => {
    const said = lower.slice(each.start, each.end);
    if ((each.kind === "text" || each.kind === "fill") && Object.hasOwn(alikeEnglish, said))
      return isSameValue(tokens, at, lower) ? { ...each, kind: "compare", op: "=" } : each;
    if (each.kind !== "licensed" || said !== "一样") return each;
    const before = tokens.slice(Math.max(0, at - measureReach), at).findLast(({ op }) => !adverbs.has(op));
    const isSaid =
      isSameValue(tokens, at, lower) ||
      (before !== undefined &&
        (before.kind === "metric" ||
          (before.kind === "direction" && before.op === "growth") ||
          isPlural(before, lower)));
    return isSaid ? { ...each, kind: "compare", op: "=" } : each;
  });
}

/** 离1900元还有距离, 距1900元还差一些, 离收复MA60(1438.62元)尚欠火候: below that level. */
const gap =
  /(距离?|离)((?:(?:收复|站上|站回|突破|重返|回到|重回|升破|触及|达到|冲破)了?)?)((?:您[说问提]的)?[^,，。;；()（）\n]{1,14}?(?:\([^()\n]{1,16}\))?)((?:还|尚|仍)(?:有(?:一?大?段|一定的?|一些|些|点|不小的?)?(?:距离|差距)|差(?:得远|一大截|一截|一口气|一步|一些|一点|点|些|不少)?|欠(?:些|点)?火候))(?=$|[,，。;；)）(（\n])/g;
const mostFound = 8;

const mayBeGap = rare(/[还尚仍][有差欠]/);

export function readGapsToLevels(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  if (!mayBeGap.test(lower)) return tokens;
  let result = tokens;
  const found = matchesOf(gap, lower).slice(0, mostFound);
  for (const { 1: head = "", 2: verb = "", 3: level = "", 4: tail = "", index } of found) {
    const from = index + head.length + verb.length;
    const to = from + level.length;
    const inner = result.filter(({ start, end }) => start >= from && end <= to);
    const [numbers, measures] = ["number", "metric"].map((own) => inner.filter(({ kind }) => kind === own));
    if (numbers?.length !== 1 && (numbers?.length !== 0 || measures?.length !== 1)) continue;
    const end = to + tail.length;
    const isCut = result.some((each) =>
      [index, from, to, end].some((border) => each.start < border && each.end > border),
    );
    if (isCut) continue;
    result = [
      ...result.filter(({ end: stop }) => stop <= index),
      token("compare", index, from, { op: "<" }),
      ...inner,
      token("fill", to, end),
      ...result.filter(({ start }) => start >= end),
    ];
  }
  return result;
}

/** 低于该高点, still below that level: the level that the text has named; `op` of its token. */
export const levelMeantOps = { high: "level-high", low: "level-low", average: "level-average", any: "level" };

const words =
  /^ ?(?:于)?(?:该|这个|这一|此|那个|上述|前述|(?:that|this) )(?:(高点|高位|最高[价点]|high(?! of))|(低点|低位|最低[价点]|low(?! of))|(均线|average|moving average|line)|(?:位置|水平|价位|点位|level|mark))(?![a-z])/;

const longest = 24;

const determiner = /^(?:the|that|this|its)$/;

/** under that average, over its MA20: the word that may only bound a number compares with a level. */
const readUnder = (tokens: readonly Token[], lower: string): readonly Token[] =>
  revised(tokens, (each, at) => {
    const [next, level] = [tokens[at + 1], tokens[at + 2]];
    if (each.kind !== "vague" || !/^[<>]$/.test(each.op)) return each;
    if (next?.op === "it") return { ...each, kind: "compare" };
    if (!determiner.test(next?.op ?? "")) return each;
    const isLevel = level?.kind === "metric" || words.test(lower.slice(each.end, each.end + longest));
    return isLevel ? { ...each, kind: "compare" } : each;
  });

const mayPoint = rare(/[该此]|这[个一]|那个|[上前]述|th(?:at|is) /);

/** The words behind a comparison that mean a level said before, as one token. */
export function readLevelsMeant(all: readonly Token[], { lower }: Reading): readonly Token[] {
  const tokens = readUnder(all, lower);
  if (!mayPoint.test(lower)) return tokens;
  let until = -1;
  const read = tokens.flatMap((each, at) => {
    if (each.start < until) return [];
    const before = tokens[at - 1];
    if (before?.kind !== "compare" || !/^[<>]/.test(before.op)) return [each];
    const found = words.exec(lower.slice(before.end, before.end + longest));
    if (found === null) return [each];
    const [all, ofHigh, ofLow, ofAverage] = found;
    const { high, low, average, any } = levelMeantOps;
    const op =
      ofHigh !== undefined ? high : ofLow !== undefined ? low : ofAverage !== undefined ? average : any;
    until = before.end + all.length;
    return [token("fill", each.start, until, { op })];
  });
  return until < 0 ? tokens : read;
}
