import type { Bench } from "./bench.ts";
import { growthSigns, moveSigns } from "./moves.ts";
import type { Part } from "./reading.ts";
import type { Clause } from "./structure.ts";
import type { Token } from "./token.ts";

/** Words that say a move of all: 均, 双双, both; and of none. */
const ofAll: ReadonlySet<string> = new Set(
  "均|都|双双|齐齐|齐|全部|全线|悉数|集体|无一不|both|all|each|every one".split("|"),
);
const ofNone: ReadonlySet<string> = new Set("无一|没有一只|没有一家|none".split("|"));

/** How far after such a word its move may stand, in tokens. */
const reach = 5;
const between: ReadonlySet<string> = new Set(["fill", "count", "relative", "text", "open", "close", "realtime"]);

const companiesOf = (tokens: readonly Token[]): readonly string[] => [
  ...new Set(tokens.flatMap(({ kind, op }) => (kind === "company" ? [op] : []))),
];

const isMove = ({ kind, op, sign, metrics }: Token, { input }: Bench): boolean =>
  (kind === "direction" && (op === "market" || op === "growth" || op === "flat")) ||
  (kind === "metric" &&
    sign !== 0 &&
    op !== "noun" &&
    metrics.some((metric) => input.lexicon.changes.percent.includes(metric)));

/** The move that a word of number is said of: right after it, or a few joining words later. */
function moveAfter(clause: Clause, at: number, bench: Bench): Token | null {
  for (const each of clause.slice(at + 1, at + 1 + reach)) {
    if (isMove(each, bench)) return each;
    if (!between.has(each.kind)) return null;
  }
  return null;
}

/** All companies whose price moved, by the claims. */
const movedCompanies = (bench: Bench): readonly string[] =>
  [...new Set(bench.book.all.flatMap(({ company }) => (company === null ? [] : [company])))].filter(
    (company) => moveSigns(company, bench).length > 0,
  );

interface Statement {
  readonly clause: Clause;
  readonly at: number;
  readonly move: Token;
  /** The companies that it may be said of, nearest first. */
  readonly pool: readonly string[];
}

/** What the move is of: the growth of the measure named before it, or the price. */
function signsOf(company: string, { clause, at, move }: Statement, bench: Bench): readonly number[] {
  if (move.op !== "growth") return moveSigns(company, bench);
  const named = clause.slice(0, at).findLast((each) => each.kind === "metric");
  const { lexicon } = bench.input;
  const metrics = named?.metrics ?? [];
  return metrics.some((metric) => lexicon.priceLike.has(metric))
    ? moveSigns(company, bench)
    : growthSigns(company, metrics.flatMap(lexicon.growthOf), bench);
}

function poolOf(part: Part, clause: Clause, at: number, bench: Bench): readonly string[] {
  const own = companiesOf(clause.slice(0, at));
  if (own.length > 1) return own;
  const ofSentence = companiesOf(part.sentence.clauses.flat());
  return ofSentence.length > 1 ? ofSentence : movedCompanies(bench);
}

/** 均上涨, all fell: every company spoken of moved so. */
function checkAll(word: Token, statement: Statement, bench: Bench): void {
  const { pool, move } = statement;
  const wanted = ofNone.has(word.op);
  const isTrue =
    pool.length > 0 &&
    pool.every((company) => {
      const signs = signsOf(company, statement, bench);
      return signs.length > 0 && signs.every((sign) => (sign === move.sign) !== wanted);
    });
  if (!isTrue) bench.report(move, "direction_unsupported");
}

/** 两家上涨, two of the three fell, 两涨一跌: as many as the claims say. */
function checkCount(word: Token, statement: Statement, sign: number, bench: Bench): void {
  const moved = statement.pool.filter((company) => {
    const signs = signsOf(company, statement, bench);
    return signs.length > 0 && signs.every((each) => each === sign);
  });
  if (moved.length === word.count) bench.judged.add(word);
}

const tallied: Readonly<Record<string, number>> = { up: 1, down: -1, level: 0 };

/** Judges what is said of the moves of several companies at once. */
export function checkTallies(part: Part, bench: Bench): void {
  for (const clause of part.sentence.clauses)
    for (const [at, each] of clause.entries()) {
      const isAll = each.kind === "fill" && (ofAll.has(each.op) || ofNone.has(each.op));
      const isCount = each.kind === "count" && each.op !== "among";
      if (!isAll && !isCount) continue;
      const sign = tallied[each.op];
      const move = sign === undefined ? moveAfter(clause, at, bench) : each;
      if (move === null) continue;
      const statement = { clause, at, move, pool: poolOf(part, clause, at, bench) };
      if (isAll) checkAll(each, statement, bench);
      else checkCount(each, statement, sign ?? move.sign, bench);
    }
}
