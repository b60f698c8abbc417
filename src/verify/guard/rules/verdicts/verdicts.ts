/** 更赚钱, nursing losses, 主力在加仓, at the top of the group: verdicts without a number of their own, which the claims must bear out. */

import { type Bench, onlyNamed, reportAt } from "../../bench.ts";
import { companiesIn, kindsOf, type Token } from "../../tokens/token.ts";
import { checkCauses } from "./causes.ts";
import { checkLines } from "./lines.ts";
import { around, clauseBorder, denying, isLeft, sentenceBorder, tokensAround } from "./reach.ts";
import { type Measured, measuresOf } from "./scales.ts";
import { checkUntold } from "./untold.ts";
import { checkVenues } from "./venues.ts";
import type { Relation, Verdict } from "./verdict.ts";
import { verdicts } from "./verdict-words.ts";

/** Of whom a verdict is said, and in what manner. */
interface Said {
  readonly subjects: readonly string[];
  /** Those beside whom the clause sets the subject; empty for all others. */
  readonly beside: readonly string[];
  readonly manner: "plain" | "denied" | "only" | "together";
}

const ofAll =
  /清一色|无一|across the board|clean sweep|均|都|双双|全部|齐齐|(?<![a-z])(?:both|all|each|neither|none|not (?:a single )?one|no (?:stock|company|name|one))(?![a-z])|[两二三]者|[两二三][家只]/;
const ofNone = /(?<![a-z])(?:neither|none|not (?:a single )?one|no (?:stock|company|name|one))(?![a-z])|无一/;
const ofSum =
  /合计|合起来|加起来|on balance|in aggregate|(?<![a-z])(?:combined|together|the (?:pair|group|trio))(?![a-z])/;
const ofOnly = /只有|仅有|唯一|唯有|(?<![a-z])only(?![a-z])/;
const ofUser = /[您你]|(?<![a-z])your?(?![a-z])/;
const setBeside = /^(?:较|比|相比|相对|与|跟|和)/;
const behindBeside =
  /(?<![a-z])(?:than|(?<!belongs |goes |went )to|next to|beside|against|versus|with|after) (?:the )?$/;

const companiesOf = (tokens: readonly Token[]): readonly string[] => [...companiesIn(tokens)];

/** Whom the words are said of. */
function readSaid(start: number, end: number, says: Relation, bench: Bench): Said | null {
  const { lower, tokens } = bench.input;
  const [from] = around(lower, start, end, clauseBorder);
  const own = tokensAround(bench.input, start, end, clauseBorder).filter(({ kind }) => kind === "company");
  const told = companiesOf(tokens.filter((each) => each.start < end));
  // Both made a profit: East Money's…
  const named = told.length > 0 ? told : companiesOf(tokens);
  const text = lower.slice(from, end);
  const before = lower.slice(from, start);
  const manner = ofOnly.test(text) ? "only" : ofNone.test(text) || denying.test(before) ? "denied" : "plain";
  const listed = companiesOf(own);
  if (
    (ofSum.test(text) || /总体|整体/.test(lower.slice(start, end))) &&
    /^(?:up|down)$/.test(says) &&
    listed.length !== 1
  )
    return { subjects: listed.length > 1 ? listed : named, beside: [], manner: "together" };
  if (says === "alike") {
    const spoken = companiesOf(tokensAround(bench.input, start, end, sentenceBorder));
    return { subjects: spoken.length > 1 ? spoken : named, beside: [], manner };
  }
  if (says === "level" || says === "passed")
    return { subjects: listed.length > 1 ? listed : named, beside: [], manner };
  if (ofAll.test(text) && manner !== "only" && says !== "more" && says !== "less" && listed.length !== 1)
    return { subjects: listed.length > 1 ? listed : named, beside: [], manner };
  const isOther = (each: Token): boolean =>
    (each.start > from && setBeside.test(lower.slice(each.start - 1, each.start))) ||
    behindBeside.test(lower.slice(Math.max(from, each.start - 12), each.start));
  const others = own.filter(isOther);
  // only one declined, and it was Wuliangye: a count of all.
  if (manner === "only" && listed.length === 0) return null;
  const subject =
    own.findLast((each) => each.start < start && !others.includes(each)) ??
    own.find((each) => !others.includes(each)) ??
    tokens.findLast((each) => each.kind === "company" && each.start < start && !others.includes(each));
  const company = subject?.op ?? onlyNamed(bench) ?? bench.book.only;
  return company === null ? null : { subjects: [company], beside: companiesOf(others), manner };
}

/** Values within such a part of the larger are level. */
const mostApart = 0.02;

const isLevel = (values: readonly number[]): boolean => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return high - low <= mostApart * Math.max(Math.abs(low), Math.abs(high));
};

/** Companies of the claims other than the subject, or those that it is set beside. */
const othersOf = ({ subjects, beside }: Said, { book }: Bench): readonly string[] =>
  beside.length > 0
    ? beside.filter((each) => !subjects.includes(each))
    : [...new Set(book.all.flatMap(({ company }) => company ?? []))].filter(
        (each) => !subjects.includes(each),
      );

/** Whether one measure bears the verdict out; null where the claims hold it of too few. */
function holdsOf(says: Relation, said: Said, { valuesOf, metric }: Measured, bench: Bench): boolean | null {
  const own = said.subjects.map(valuesOf);
  if (own.length === 0 || own.some(({ length }) => length === 0)) return null;
  const others = othersOf(said, bench)
    .map(valuesOf)
    .filter(({ length }) => length > 0);
  const all = own.flat();
  const isEach = (sign: number) => all.every((each) => Math.sign(each) === sign);
  switch (says) {
    case "up":
    case "down": {
      const sign = says === "up" ? 1 : -1;
      if (said.manner === "together") return Math.sign(all.reduce((sum, each) => sum + each, 0)) === sign;
      if (said.manner === "denied") return all.every((each) => Math.sign(each) !== sign);
      const isAlone = said.manner !== "only" || others.flat().every((each) => Math.sign(each) !== sign);
      return isEach(sign) && isAlone;
    }
    case "turned":
      if (said.manner === "denied") return !isEach(1);
      return (
        isEach(1) &&
        bench.book
          .everyOf(metric)
          .some(({ company, base }) => base < 0 && said.subjects.includes(company ?? ""))
      );
    case "passed":
      return own.length === 2 && (all[0] ?? 0) < 0 && (all[1] ?? 0) > 0;
    case "notUp":
    case "notDown":
      return all.every((each) => Math.sign(each) !== (says === "notUp" ? 1 : -1));
    case "alike":
      return own.length > 1 && new Set(all.map(Math.sign)).size === 1;
    case "level":
      return own.length > 1 ? isLevel(all) : null;
    case "middle":
      return others.length < 2
        ? null
        : [1, -1].every((way) => others.flat().some((each) => all.every((one) => (each - one) * way > 0)));
    default: {
      if (others.length === 0) return null;
      const way = says === "more" ? 1 : -1;
      return all.every((a) => others.flat().every((b) => (a - b) * way > 0));
    }
  }
}

/** Whether the claims bear the verdict out; null where it is left unsaid or is none of theirs. */
function isTrue({ by, says }: Verdict, start: number, end: number, bench: Bench): boolean | null {
  const { lower } = bench.input;
  const [from, to] = around(lower, start, end, sentenceBorder);
  const sentence = lower.slice(from, to);
  if (isLeft(lower, start, end)) return null;
  const clause = bench.reading.parts
    .flatMap(({ sentence: { clauses } }) => clauses)
    .find((each) => each.some((one) => one.end > start && one.start < end));
  if (clause === undefined || bench.isFact(clause)) return null;
  const said = readSaid(start, end, says, bench);
  if (said === null) return null;
  const isOfRank = !/^(?:up|down|turned|notUp|notDown)$/.test(says);
  // 不是表现更好的: which of the others is, is left open.
  if (said.manner === "denied" && isOfRank) return null;
  const own = tokensAround(bench.input, start, end, clauseBorder);
  // 您还没有赚到钱: by what the user paid.
  const scale = by === "earnings" && ofUser.test(sentence) ? "holding" : by;
  const held = measuresOf(scale, start, own, bench)
    .map((measure) => holdsOf(says, said, measure, bench))
    .filter((each) => each !== null);
  if (held.length > 0) return held.every((each) => each);
  return said.manner === "denied" || /^(?:holding|measured)$/.test(scale) ? null : false;
}

const mostFound = 20;
const comparing = kindsOf("compare direction text");

/** Reports such verdicts that the claims contradict or do not bear out. */
export function checkVerdicts(bench: Bench): void {
  checkLines(bench);
  checkVenues(bench);
  checkUntold(bench);
  checkCauses(bench);
  for (const verdict of verdicts)
    for (const { 0: words, index } of verdict.words.all(bench.input.lower).slice(0, mostFound)) {
      const end = index + words.length;
      const isSo = isTrue(verdict, index, end, bench);
      if (isSo === false) reportAt(bench, end - 1, "comparison_false");
      // 大单买入多于卖出: its own words compare no more than it does; 昨天, of another time.
      const own = isSo === true ? tokensAround(bench.input, index, end, clauseBorder) : [];
      if (own.some(({ kind, op }) => kind === "window" || (kind === "relative" && op !== "today"))) continue;
      for (const each of own)
        if (comparing.has(each.kind) && each.start >= index && each.end <= end) bench.judged.add(each);
    }
}
