import { oncePer } from "#contract";
import type { Bench } from "../../bench.ts";
import { denies } from "../../binding/assertions.ts";
import type { Part } from "../../binding/part.ts";
import type { Assertion } from "../../binding/quantity.ts";
import {
  collectiveReach,
  isAll,
  isCount,
  isNeither,
  isNone,
  isOfRest,
  isOnly,
} from "../../tokens/readers/side-words.ts";
import { wayOf, wholeOf } from "../../tokens/readers/tally-words.ts";
import { type Clause, companiesIn, kindsOf, type Token } from "../../tokens/token.ts";
import { isOfOtherLosers } from "../moves/losses.ts";
import { isNotAll } from "../moves/mild-moves.ts";
import { moveSigns } from "../moves/moves.ts";
import { judgeOnDays } from "../moves/other-times.ts";
import { countsShares, indicesAmong, spokenBefore } from "./counts.ts";
import {
  checkNotAll,
  judgeDays,
  type Place,
  signsOf,
  type Told,
  toldOfWay,
  toldOfWord,
} from "./tally-basis.ts";
import { leftOut, listedBefore, namedAs } from "./tally-names.ts";

const between = kindsOf("fill count relative text open close realtime join negation");

interface Found {
  readonly move: Token;
  readonly told: Told;
  /** Companies between the word and the move: both A and B rose, only A rose. */
  readonly listed: readonly string[];
  /** 都没有亏损 */
  readonly isDenied: boolean;
}

/** 只有一只涨, the only one of the pair: the one that no token of a count is. */
const isOneOf = ({ kind, start, end }: Token, { bench }: Place): boolean =>
  kind === "licensed" && /^(?:一[只家支]|one of)$/.test(bench.input.lower.slice(start, end));

/** closed lower */
const isClosing = ({ kind, start, end }: Token, { bench }: Place): boolean =>
  kind === "metric" &&
  /^(?:close[sd]?|end(?:ed|s)|finish(?:ed|es))$/.test(bench.input.lower.slice(start, end));

/** The move that a word of number is said of: right after it, or a few joining words and companies later. */
function moveAfter(clause: Clause, at: number, place: Place): Found | null {
  const listed: string[] = [];
  let isDenied = false;
  for (const each of clause.slice(at + 1, at + 1 + collectiveReach)) {
    const told = toldOfWord(each, place);
    if (told !== null) return { move: each, told, listed, isDenied };
    if (each.kind === "company") listed.push(each.op);
    else if ((!between.has(each.kind) && !isClosing(each, place) && !isOneOf(each, place)) || each.op === ":")
      return null;
    // 没涨; but 没少涨
    const next = clause[clause.indexOf(each) + 1];
    if (each.kind === "negation" || (denies(each) && next !== undefined && toldOfWord(next, place) !== null))
      isDenied = true;
    // 三家银行两涨一跌: what follows is said of the second count.
    if (each.kind === "count" && each.op !== "among" && clause[at]?.kind === "count") return null;
    // 三家无一亏损: said by the second word.
    if (isAll(each) && isNone(each)) return null;
  }
  return null;
}

/** 上涨的有两家, 下跌的是一只, 下跌的两只: the move before the count. */
function moveHeading(clause: Clause, at: number, place: Place): Found | null {
  const head = clause[at - 1]?.op === "的" ? clause[at - 2] : undefined;
  const own = head === undefined ? null : toldOfWord(head, place);
  const word = clause[at];
  // 亏损的只有万科A
  const behind = word !== undefined && isOnly(word) ? clause.slice(at + 1) : [];
  if (head !== undefined && own !== null)
    return { move: head, told: own, listed: [...companiesIn(behind)], isDenied: false };
  const [move, of, link] = clause.slice(Math.max(0, at - 3), at);
  const isLinked = of?.op === "的" && link?.kind === "fill" && /^(?:有|共|是|为|共有)$/.test(link.op);
  const told = isLinked && move !== undefined ? toldOfWord(move, place) : null;
  return told === null || move === undefined ? null : { move, told, listed: [], isDenied: false };
}

/** All companies of which the claims say such a thing. */
const companiesOf = (told: Told, bench: Bench): readonly string[] =>
  [...new Set(bench.book.all.flatMap(({ company }) => company ?? []))].filter(
    (company) => signsOf(company, told, bench).length > 0,
  );

/** The claims say it of the company; where `isTold` is false, the contrary. */
function isSo(company: string, told: Told, isTold: boolean, bench: Bench): boolean {
  const signs = signsOf(company, told, bench);
  return signs.length > 0 && signs.every((sign) => (sign === told.sign) === isTold);
}

/** 均上涨, all fell: every company spoken of moved so, and of 除五粮液外 those left out did not; 无一下跌, 都没有亏损: none did. */
function checkAll(
  { move, told }: Found,
  isDenied: boolean,
  pool: readonly string[],
  bench: Bench,
  out: readonly string[] = [],
): void {
  const own = pool.filter((company) => !out.includes(company));
  const isTrue =
    own.length > 0 &&
    own.every((company) => isSo(company, told, !isDenied, bench)) &&
    out.every((company) => isSo(company, told, isDenied, bench));
  if (!isTrue) bench.report(move, "direction_unsupported");
}

/** 一只下跌,是五粮液: whoever is named as one of them did so. */
function checkNames(
  word: Token,
  { move, told, isDenied }: Found,
  flat: readonly Token[],
  bench: Bench,
): void {
  if (word.count < 1 && !isOnly(word)) return;
  const names = namedAs(flat, Math.max(word.end, move.end), Math.max(1, word.count), bench.input.lower);
  if (!names.every((company) => isSo(company, told, !isDenied, bench)))
    bench.report(word, "direction_unsupported");
}

/** Of how many of them the claims say it. */
const howMany = (companies: readonly string[], told: Told, bench: Bench): number =>
  companies.filter((company) => isSo(company, told, true, bench)).length;

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
  const moved = howMany(among, told, bench);
  bench.judged.add(word);
  // all but one rose: counted from the whole.
  const wanted = count < 0 ? among.length + 1 + count : count;
  if (moved !== wanted || wanted === 0 || (whole !== null && whole !== among.length))
    bench.report(word, "wrong_count");
}

const without = (all: readonly string[], flat: readonly Token[], word: Token): readonly string[] => {
  const before = new Set(
    flat.flatMap(({ kind, op, start }) => (kind === "company" && start < word.start ? [op] : [])),
  );
  return all.filter((company) => !before.has(company));
};

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

/** The companies in the order in which the text names them. */
const spokenIn = oncePer(({ input }: Bench): readonly string[] => [...companiesIn(input.tokens)]);

/** 后两只, the first two: of those that the text names; null for a count of any. */
function placeInOrder(word: Token, bench: Bench): readonly string[] | null {
  if (!isCount(word) || word.count < 1) return null;
  const before = bench.input.lower.slice(Math.max(0, word.start - 8), word.start);
  const isLast = /(?:[后末]|(?<![a-z])(?:last|latter) )$/.test(before);
  const isFirst = /(?:[前头]|(?<![a-z])(?:first|former) )$/.test(before);
  if (!isLast && !isFirst) return null;
  const spoken = spokenIn(bench);
  return isLast ? spoken.slice(-word.count) : spoken.slice(0, word.count);
}

function judge(word: Token, { clause, at, place, own, flat, named }: Spot): void {
  const { bench } = place;
  const way = wayOf(word);
  const isOfGrowth =
    way?.of === "move" &&
    (clause.some((each) => wayOf(each)?.of === "growth") ||
      spokenIn(bench).every((each) => moveSigns(each, bench).length === 0));
  const found: Found | null =
    way === null
      ? moveAfter(clause, at, place)
      : { move: word, told: toldOfWay(way, isOfGrowth, place), listed: [], isDenied: false };
  const said = found ?? moveHeading(clause, at, place);
  // 两项都增长了: judged with the times of its measures.
  if (said === null || bench.judged.has(said.move)) return;
  if (isNeither(word, bench.input.lower) && said.listed.length < 2) return;
  const { told, listed } = said;
  if (way?.of === "move" && judgeDays(word, told, spokenIn(bench), bench)) return;
  // 5月27日和5月29日都上涨: of the days of one company, by which the move itself is judged.
  const plain: Assertion = { token: said.move, company: null, ...told, manner: "plain" };
  if (spokenIn(bench).length < 2 && judgeOnDays(plain, clause, bench) !== null) return;
  if (way?.of === "earnings" && isOfOtherLosers(clause, bench.input.lower)) bench.report(word, "wrong_count");
  if (!isAll(word)) checkNames(word, said, flat, bench);
  const indices =
    isCount(word) && countsShares(word, bench.input.lower)
      ? indicesAmong(flat, bench.input.lower)
      : new Set<string>();
  const all = companiesOf(told, bench).filter((company) => !indices.has(company));
  const spoken = named.filter((company) => !indices.has(company));
  const wider = spoken.length > 1 ? spoken : all;
  const meant = placeInOrder(word, bench) ?? (listed.length > 0 ? null : listedBefore(word, clause, at));
  if (meant !== null) {
    checkAll(said, isNone(word) !== said.isDenied, meant, bench);
    bench.judged.add(word);
    return;
  }
  const next = clause[at + 1];
  if (isOnly(word) && listed.length === 0 && next !== undefined && isOneOf(next, place)) {
    if (!said.isDenied) checkCount(word, told, wider, bench, 1);
    const who = [...own].at(-1);
    if (!said.isDenied && who !== undefined && !isSo(who, told, true, bench))
      bench.report(word, "direction_unsupported");
    return;
  }
  if (isOnly(word)) {
    const areThey = listed.every((each) => isSo(each, told, true, bench));
    if (listed.length > 0 && !said.isDenied && !areThey) bench.report(word, "direction_unsupported");
    else if (listed.length > 0 && !said.isDenied)
      checkCount(word, told, [...new Set([...wider, ...all])], bench, new Set(listed).size);
    return;
  }
  const rest = isOfRest(clause.slice(0, at + 1)) ? without(wider, flat, word) : wider;
  const out = isAll(word) ? leftOut(clause, clause.indexOf(said.move), bench.input.lower) : [];
  if (out.length > 0) {
    checkAll(said, isNone(word) !== said.isDenied, wider.length > out.length ? wider : all, bench, out);
    return;
  }
  const pool = listed.length > 1 ? listed : own.size > 1 ? [...own] : rest;
  // Both closed lower, of three.
  if (/^(?:both|双双)$/.test(word.op) && pool.length > 2 && spokenBefore(word, bench) > 2)
    bench.report(word, "wrong_count");
  if (isAll(word) && isNotAll(word, bench.input.lower))
    checkNotAll(said, pool.length > 1 ? pool : all, bench);
  else if (isAll(word) || isNeither(word, bench.input.lower))
    checkAll(said, isNone(word) !== said.isDenied, pool, bench);
  else if (!said.isDenied) {
    // 两只下跌,招商银行和东方财富上涨: the count at the head is of all, not of those that are named after it.
    const isAtHead = !flat.some(({ kind, start }) => kind === "company" && start < word.start);
    const isOfAll = word.count > wider.length || (isAtHead && howMany(wider, told, bench) !== word.count);
    checkCount(word, told, isOfAll ? all : wider, bench);
  }
  const subject = word.op.startsWith("only") ? [...own].at(-1) : undefined;
  if (subject !== undefined && !signsOf(subject, told, bench).every((one) => one === told.sign))
    bench.report(word, "direction_unsupported");
}

/** 一增一减,减的是五粮液: whoever the word of a tally is then said of. */
function checkOwner(word: Token, clause: Clause, at: number, place: Place): void {
  if (word.kind !== "direction" || clause[at + 1]?.op !== "的") return;
  const [link, company] = clause.slice(at + 2, at + 4);
  if (link?.kind !== "fill" || !/^(?:是|为)$/.test(link.op) || company?.kind !== "company") return;
  const told = toldOfWord(word, place);
  if (told === null) return;
  if (!isSo(company.op, told, true, place.bench)) place.bench.report(word, "direction_unsupported");
}

/** Judges what is said of the moves of several companies at once. */
export function checkTallies(part: Part, bench: Bench): void {
  const { clauses, tokens: flat, counts } = part.sentence;
  if (counts.fill === 0 && counts.count === 0) return;
  const isTally = (each: Token): boolean =>
    isAll(each) || isOnly(each) || isCount(each) || isNeither(each, bench.input.lower);
  const words = flat.filter(isTally);
  const [first] = words;
  if (first === undefined) return;
  const isTooMany = words.length > mostTallies;
  if (isTooMany) bench.report(first, "wrong_count");
  if (isTooMany) return;
  const named = [...companiesIn(flat)];
  for (const clause of clauses) {
    const own = new Set<string>();
    let measure: Token | null = null;
    for (const [at, each] of clause.entries()) {
      if (each.kind === "company") own.add(each.op);
      if (each.kind === "metric") measure = each;
      // CATL gained 2.15% while BYD and LONGi both fell: what has its number is not of the others.
      if (each.kind === "number") own.clear();
      const place = { part, measure, bench };
      checkOwner(each, clause, at, place);
      if (isTally(each)) judge(each, { clause, at, place, own, flat, named });
    }
  }
}
