import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Clause } from "../binding/structure.ts";
import { collectiveReach, isAll, isCount, isNone, isOfRest, isOnly } from "../tokens/collective-words.ts";
import { everyOne, wayOf, wholeOf } from "../tokens/tally-words.ts";
import type { Token } from "../tokens/token.ts";
import { type Place, signsOf, type Told, toldOfWay, toldOfWord } from "./tally-basis.ts";

const between: ReadonlySet<string> = new Set([
  "fill",
  "count",
  "relative",
  "text",
  "open",
  "close",
  "realtime",
  "join",
  "negation",
]);

interface Found {
  readonly move: Token;
  readonly told: Told;
  /** Companies between the word and the move: both A and B rose, only A rose. */
  readonly listed: readonly string[];
  /** 都没有亏损 */
  readonly isDenied: boolean;
}

/** The move that a word of number is said of: right after it, or a few joining words and companies later. */
function moveAfter(clause: Clause, at: number, place: Place): Found | null {
  const listed: string[] = [];
  let isDenied = false;
  for (const each of clause.slice(at + 1, at + 1 + collectiveReach)) {
    const told = toldOfWord(each, place);
    if (told !== null) return { move: each, told, listed, isDenied };
    if (each.kind === "company") listed.push(each.op);
    else if (!between.has(each.kind) || each.op === ":") return null;
    if (each.kind === "negation") isDenied = true;
    // 三家银行两涨一跌: what follows is said of the second count.
    if (each.kind === "count" && each.op !== "among" && clause[at]?.kind === "count") return null;
    // 三家无一亏损: said by the second word.
    if (isAll(each) && isNone(each)) return null;
  }
  return null;
}

/** 上涨的有两家, 下跌的是一只: the move before the count. */
function moveHeading(clause: Clause, at: number, place: Place): Found | null {
  const [move, of, link] = clause.slice(Math.max(0, at - 3), at);
  const isLinked = of?.op === "的" && link?.kind === "fill" && /^(?:有|共|是|为|共有)$/.test(link.op);
  const told = isLinked && move !== undefined ? toldOfWord(move, place) : null;
  return told === null || move === undefined ? null : { move, told, listed: [], isDenied: false };
}

/** All companies of which the claims say such a thing. */
const companiesOf = (told: Told, bench: Bench): readonly string[] =>
  [...new Set(bench.book.all.flatMap(({ company }) => (company === null ? [] : [company])))].filter(
    (company) => signsOf(company, told, bench).length > 0,
  );

/** 均上涨, all fell: every company spoken of moved so; 无一下跌, 都没有亏损: none did. */
function checkAll({ move, told }: Found, isDenied: boolean, pool: readonly string[], bench: Bench): void {
  const isTrue =
    pool.length > 0 &&
    pool.every((company) => {
      const signs = signsOf(company, told, bench);
      return signs.length > 0 && signs.every((sign) => (sign === told.sign) !== isDenied);
    });
  if (!isTrue) bench.report(move, "direction_unsupported");
}

/** 两家上涨, two of the three fell, 两涨一跌: as many as the claims say. */
function checkCount(
  word: Token,
  told: Told,
  pool: readonly string[],
  bench: Bench,
  count = word.count,
): void {
  const whole = wholeOf(word, bench.input.lower);
  const all = companiesOf(told, bench);
  // Two of the three stocks fell: BYD and CMB: the third is named later.
  const among = whole !== null && whole === all.length ? all : pool;
  const moved = among.filter((company) => {
    const signs = signsOf(company, told, bench);
    return signs.length > 0 && signs.every((each) => each === told.sign);
  });
  bench.judged.add(word);
  const wanted = count === everyOne ? among.length : count;
  if (moved.length !== wanted || wanted === 0 || (whole !== null && whole !== among.length))
    bench.report(word, "wrong_count");
}

const without = (all: readonly string[], flat: readonly Token[], word: Token): readonly string[] => {
  const before = new Set(
    flat.flatMap(({ kind, op, start }) => (kind === "company" && start < word.start ? [op] : [])),
  );
  return all.filter((company) => !before.has(company));
};

/** More of them in one sentence is no prose; the limit keeps the work linear. */
const mostTallies = 40;

/** Where a word of number stands. */
interface Spot {
  readonly clause: Clause;
  readonly at: number;
  readonly place: Place;
  /** Companies named before it in the clause and after the last number. */
  readonly own: ReadonlySet<string>;
  readonly flat: readonly Token[];
  /** Companies of the sentence. */
  readonly named: readonly string[];
}

function judge(word: Token, { clause, at, place, own, flat, named }: Spot): void {
  const { bench } = place;
  const way = wayOf(word);
  const isOfGrowth = way?.of === "move" && clause.some((each) => wayOf(each)?.of === "growth");
  const found: Found | null =
    way === null
      ? moveAfter(clause, at, place)
      : { move: word, told: toldOfWay(way, isOfGrowth, place), listed: [], isDenied: false };
  const said = found ?? moveHeading(clause, at, place);
  if (said === null) return;
  const { told, listed } = said;
  const all = companiesOf(told, bench);
  const wider = named.length > 1 ? named : all;
  if (isOnly(word)) {
    const areThey = listed.every((each) => {
      const signs = signsOf(each, told, bench);
      return signs.length > 0 && signs.every((one) => one === told.sign);
    });
    if (listed.length > 0 && !said.isDenied && !areThey) bench.report(word, "direction_unsupported");
    else if (listed.length > 0 && !said.isDenied)
      checkCount(word, told, [...new Set([...wider, ...all])], bench, new Set(listed).size);
    return;
  }
  const rest = isOfRest(clause.slice(0, at + 1)) ? without(wider, flat, word) : wider;
  const pool = listed.length > 1 ? listed : own.size > 1 ? [...own] : rest;
  if (isAll(word)) checkAll(said, isNone(word) !== said.isDenied, pool, bench);
  else if (!said.isDenied) checkCount(word, told, word.count > wider.length ? all : wider, bench);
  const subject = word.op.startsWith("only") ? [...own].at(-1) : undefined;
  if (subject !== undefined && !signsOf(subject, told, bench).every((one) => one === told.sign))
    bench.report(word, "direction_unsupported");
}

/** Judges what is said of the moves of several companies at once. */
export function checkTallies(part: Part, bench: Bench): void {
  const flat = part.sentence.clauses.flat();
  const words = flat.filter((each) => isAll(each) || isOnly(each) || isCount(each));
  const [first] = words;
  if (first === undefined) return;
  if (words.length > mostTallies) {
    bench.report(first, "wrong_count");
    return;
  }
  const named = [...new Set(flat.flatMap(({ kind, op }) => (kind === "company" ? [op] : [])))];
  for (const clause of part.sentence.clauses) {
    const own = new Set<string>();
    let measure: Token | null = null;
    for (const [at, each] of clause.entries()) {
      if (each.kind === "company") own.add(each.op);
      if (each.kind === "metric") measure = each;
      // CATL gained 2.15% while BYD and LONGi both fell: what has its number is not of the others.
      if (each.kind === "number") own.clear();
      if (isAll(each) || isOnly(each) || isCount(each))
        judge(each, { clause, at, place: { part, measure, bench }, own, flat, named });
    }
  }
}
