import type { Bench } from "./bench.ts";
import { collectiveReach, isAll, isCount, isNone, isOfRest, isOnly } from "./collective-words.ts";
import { growthSigns, moveSigns } from "./moves.ts";
import type { Part } from "./part.ts";
import type { Clause } from "./structure.ts";
import type { Token } from "./token.ts";

const between: ReadonlySet<string> = new Set([
  "fill",
  "count",
  "relative",
  "text",
  "open",
  "close",
  "realtime",
  "join",
]);

const isFlow = ({ kind, metrics }: Token, { input }: Bench): boolean =>
  kind === "metric" && metrics.some((metric) => input.lexicon.flows.includes(metric));

const isMove = ({ kind, op, sign, metrics }: Token, { input }: Bench): boolean =>
  (kind === "direction" && ["market", "comparative", "growth", "flat"].includes(op)) ||
  (kind === "metric" &&
    sign !== 0 &&
    op !== "noun" &&
    metrics.some((metric) => input.lexicon.changes.percent.includes(metric)));

interface Found {
  readonly move: Token;
  /** Companies between the word and the move: both A and B rose, only A rose. */
  readonly listed: readonly string[];
}

/** The move that a word of number is said of: right after it, or a few joining words and companies later. */
function moveAfter(clause: Clause, at: number, bench: Bench): Found | null {
  const listed: string[] = [];
  for (const each of clause.slice(at + 1, at + 1 + collectiveReach)) {
    if (isMove(each, bench)) return { move: each, listed };
    if (isFlow(each, bench)) return { move: { ...each, sign: each.sign < 0 ? -1 : 1 }, listed };
    if (each.kind === "company") listed.push(each.op);
    else if (!between.has(each.kind) || each.op === ":") return null;
    // 三家银行两涨一跌: what follows is said of the second count.
    if (each.kind === "count" && each.op !== "among" && clause[at]?.kind === "count") return null;
  }
  return null;
}

/** All companies whose price moved, by the claims. */
const movedCompanies = (bench: Bench): readonly string[] =>
  [...new Set(bench.book.all.flatMap(({ company }) => (company === null ? [] : [company])))].filter(
    (company) => moveSigns(company, bench).length > 0,
  );

interface Statement {
  readonly move: Token;
  /** The measure named before it in the clause. */
  readonly measure: Token | null;
  /** The companies that it is said of. */
  readonly pool: readonly string[];
}

/** What the move is of: the growth of the measure named before it, or the price. */
function signsOf(company: string, { move, measure }: Statement, bench: Bench): readonly number[] {
  const { lexicon } = bench.input;
  const metrics = measure?.metrics ?? [];
  if (isFlow(move, bench)) return growthSigns(company, move.metrics, bench);
  return move.op !== "growth" || metrics.some((metric) => lexicon.priceLike.has(metric))
    ? moveSigns(company, bench)
    : growthSigns(company, metrics.flatMap(lexicon.growthOf), bench);
}

/** 均上涨, all fell: every company spoken of moved so. */
function checkAll(word: Token, statement: Statement, bench: Bench): void {
  const { pool, move } = statement;
  const wanted = isNone(word);
  const isTrue =
    pool.length > 0 &&
    pool.every((company) => {
      const signs = signsOf(company, statement, bench);
      return signs.length > 0 && signs.every((sign) => (sign === move.sign) !== wanted);
    });
  if (!isTrue) bench.report(move, "direction_unsupported");
}

/** 两家上涨, two of the three fell, 两涨一跌: as many as the claims say. */
function checkCount(word: Token, statement: Statement, sign: number, bench: Bench, count = word.count): void {
  const moved = statement.pool.filter((company) => {
    const signs = signsOf(company, statement, bench);
    return signs.length > 0 && signs.every((each) => each === sign);
  });
  bench.judged.add(word);
  if (moved.length !== count) bench.report(word, "wrong_count");
}

const without = (all: readonly string[], flat: readonly Token[], word: Token): readonly string[] => {
  const before = new Set(
    flat.flatMap(({ kind, op, start }) => (kind === "company" && start < word.start ? [op] : [])),
  );
  return all.filter((company) => !before.has(company));
};

const tallied: Readonly<Record<string, number>> = { up: 1, down: -1, level: 0, onlyUp: 1, onlyDown: -1 };

/** More of them in one sentence is no prose; the limit keeps the work linear. */
const mostTallies = 40;

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
  const ofSentence = new Set(flat.flatMap(({ kind, op }) => (kind === "company" ? [op] : [])));
  const wider = ofSentence.size > 1 ? [...ofSentence] : movedCompanies(bench);
  for (const clause of part.sentence.clauses) {
    const own = new Set<string>();
    let measure: Token | null = null;
    for (const [at, each] of clause.entries()) {
      if (each.kind === "company") own.add(each.op);
      if (each.kind === "metric") measure = each;
      // CATL gained 2.15% while BYD and LONGi both fell: what has its number is not of the others.
      if (each.kind === "number") own.clear();
      if (!isAll(each) && !isOnly(each) && !isCount(each)) continue;
      const sign = tallied[each.op];
      const found = sign === undefined ? moveAfter(clause, at, bench) : { move: each, listed: [] };
      if (found === null) continue;
      const { move, listed } = found;
      if (isOnly(each)) {
        const all = [...new Set([...wider, ...movedCompanies(bench)])];
        if (listed.length > 0)
          checkCount(each, { move, measure, pool: all }, move.sign, bench, new Set(listed).size);
        continue;
      }
      const rest = isOfRest(clause.slice(0, at + 1)) ? without(wider, flat, each) : wider;
      const pool = listed.length > 1 ? listed : own.size > 1 ? [...own] : rest;
      if (isAll(each)) checkAll(each, { move, measure, pool }, bench);
      else {
        const counted = each.count > wider.length ? movedCompanies(bench) : wider;
        checkCount(each, { move, measure, pool: counted }, sign ?? move.sign, bench);
      }
      const subject = each.op.startsWith("only") ? [...own].at(-1) : undefined;
      if (subject !== undefined && !moveSigns(subject, bench).every((one) => one === sign))
        bench.report(each, "direction_unsupported");
    }
  }
}
