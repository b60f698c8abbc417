/** 谁的市盈率高? 五粮液。: an answer that is nothing but a name says of it what the question asks. */
import type { Bench } from "../bench.ts";
import { isDayOf } from "../claims/calendar-match.ts";
import { claimsOf } from "../claims/claim-book.ts";
import { holds } from "../comparing/comparison-sides.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import { seriesOf } from "../over-time/series.ts";
import { moveSigns } from "../rules/moves/moves.ts";
import { isMove } from "../tokens/measures/moves-from-close.ts";
import { onlyOf, type Token, type TokenKind, textOf, upTo } from "../tokens/token.ts";
import { isMeasure, longestQuestion } from "./question.ts";

const asksWho = /谁|哪|(?<![a-z])(?:which|who|whose)(?![a-z])/;
/** What may stand beside the name: 是五粮液, 当然是五粮液了, it's Wuliangye. */
const beside =
  /^(?:是|就是|当然|应该|答|案|结论|为|的|了|呢|啊|哦|:|that|would|be|it|it's|s|'|is|the|answer|does|do|did|has)$/;
const besides: ReadonlySet<TokenKind> = new Set(["company", "open", "close", "fill", "negation"]);
const longestAnswer = 12;

/** Moutai does: …, it isn't Moutai, …: the verb of the question, so that the name with it is the answer. */
const answering = /^(?:it(?:'s| is(?:n't)?) [^:]+|[^:]+ (?:does|do|did|is|has))(?: not|n't)?$/;

/** The words of the first sentence that may be an answer of their own. */
function headOf({ reading, input: { lower } }: Bench): readonly Token[] {
  const sentence = reading.parts[0]?.sentence;
  const whole = sentence?.tokens ?? [];
  const [first = []] = sentence?.clauses ?? [];
  // 是泸州老窖,市盈率…: the name before the first comma is the answer.
  if (["是", "就是", "当然"].includes(whole[0]?.op ?? "")) return first;
  const head = upTo(first, ({ op }) => op === ":");
  return answering.test(textOf(head, lower)) ? head : whole;
}

/** The one company that the text names at its head and says nothing else of, or null. */
function namedAlone(bench: Bench): Token | null {
  const flat = headOf(bench);
  if (flat.length === 0 || flat.length > longestAnswer) return null;
  const [before, behind] = [...bench.question.companies];
  const meant: Readonly<Record<string, string | undefined>> = { former: before, latter: behind };
  const named = flat.flatMap((each) =>
    each.kind === "company"
      ? [each]
      : Object.hasOwn(meant, each.op)
        ? [{ ...each, op: meant[each.op] ?? "" }]
        : [],
  );
  const [first] = named;
  const isOne = new Set(named.map(({ op }) => op)).size === 1;
  const isAlone = flat.every(
    ({ kind, op }) => besides.has(kind) || beside.test(op) || Object.hasOwn(meant, op),
  );
  return isOne && isAlone && first !== undefined ? first : null;
}

const adjectives: Readonly<Record<string, string>> = {
  高: ">",
  大: ">",
  多: ">",
  贵: ">",
  昂贵: ">",
  expensive: ">",
  低: "<",
  小: "<",
  少: "<",
  便宜: "<",
  cheap: "<",
  快: ">",
  猛: ">",
  慢: "<",
  more: ">",
  less: "<",
};
const reversed: Readonly<Record<string, string>> = { ">": "<", "<": ">" };

function operatorOf(question: readonly Token[], asked: string): string | null {
  const ops = question.flatMap(({ kind, op, start, end }) => {
    if (kind === "superlative" || kind === "compare") return /^[<>]/.test(op) ? [op.charAt(0)] : [];
    if (kind !== "text" && kind !== "event") return [];
    const word = asked.slice(start, end);
    return Object.hasOwn(adjectives, word) ? [adjectives[word] ?? ""] : [];
  });
  return onlyOf(ops);
}

interface Asked {
  readonly metrics: readonly string[];
  readonly op: string;
}

/** The measure and the way that are asked for: of a fall or an outflow the larger is the lower value. */
function askedRank(question: readonly Token[], asked: string, lexicon: Lexicon): Asked | null {
  const op = operatorOf(question, asked);
  if (op === null) return null;
  const measures = question.filter(isMeasure);
  const moves = question.filter(({ kind, op: word }) => kind === "direction" && word !== "comparative");
  const [measure, move] = [measures[0], moves[0]];
  if (new Set(measures.map(({ metrics }) => metrics.join())).size > 1 || moves.length > 1) return null;
  const metrics =
    move?.op === "market" && measure === undefined
      ? lexicon.changes.percent
      : move?.op === "growth" && measure !== undefined
        ? lexicon.grownOf(measure.metrics)
        : move === undefined
          ? (measure?.metrics ?? [])
          : [];
  const isFall = (move?.sign ?? measure?.sign) === -1;
  return metrics.length === 0 ? null : { metrics, op: isFall ? (reversed[op] ?? op) : op };
}

/** 谁便宜, with no measure named: of the multiples that the text shows, false where every one says the contrary. */
function valuationHolds(named: Token, bench: Bench): boolean | null {
  const { question, asked } = bench.input;
  if (!/便宜|贵|cheap|expensive/.test(asked) || question.some(({ kind }) => kind === "metric")) return null;
  const op = operatorOf(question, asked) ?? (/便宜|cheap/.test(asked) ? "<" : ">");
  const multiples = bench.matches.flatMap(({ options }) =>
    options.flatMap(({ claim, unit }) => (unit.dimension === "times" ? [claim.metric] : [])),
  );
  const verdicts = [...new Set(multiples)].map((metric) =>
    rankHolds(named, { metrics: [metric], op }, bench),
  );
  return verdicts.length > 0 && verdicts.every((each) => each === false) ? false : null;
}

/** 谁增长快, with no measure named: of every growth that the claims hold of more than one company, as above. */
function growthHolds(named: Token, bench: Bench): boolean | null {
  const { question, asked, lexicon } = bench.input;
  const op = operatorOf(question, asked);
  const isGrowth = question.some(
    ({ kind, op: word, sign }) => kind === "direction" && word === "growth" && sign > 0,
  );
  if (op === null || !isGrowth || question.some(({ kind }) => kind === "metric")) return null;
  const grown = [...new Set(bench.book.all.map(({ claim }) => claim.metric))].filter(
    (metric) => lexicon.basesOf(metric).length > 0,
  );
  const verdicts = grown.flatMap((metric) => rankHolds(named, { metrics: [metric], op }, bench) ?? []);
  return verdicts.length > 0 && verdicts.every((each) => !each) ? false : null;
}

/** 谁涨了? 五粮液。 */
function moveHolds(named: Token, bench: Bench): boolean | null {
  const words = bench.input.question.filter(({ kind }) => kind === "direction" || kind === "metric");
  const [word] = words;
  if (words.length !== 1 || word === undefined || !isMove(word, bench.input.lexicon)) return null;
  const signs = moveSigns(named.op, bench);
  return signs.length === 0 ? null : signs.every((sign) => sign === word.sign);
}

/** True or false over the claims of the companies asked of, else of all; null where they do not decide. */
function rankHolds(named: Token, { metrics, op }: Asked, { book, question }: Bench): boolean | null {
  const companies = question.companies.size > 1 ? question.companies : null;
  const all = metrics.flatMap((metric) => book.of(metric));
  const others = all.filter(
    ({ company }) => company !== null && company !== named.op && (companies?.has(company) ?? true),
  );
  const own = claimsOf(named.op, metrics, book);
  if (own.length === 0 || others.length === 0) return null;
  return own.every((a) => others.every((b) => holds(op, a.base, b.base)));
}

/** Which day had more? 14 July.: false where another of the days that the text shows did. */
function checkNamedDay(bench: Bench): void {
  const { question, asked, lexicon } = bench.input;
  const [named, ...more] = headOf(bench).filter(({ op }) => !/^(?:on|是|就是|在)$/.test(op));
  if (named?.kind !== "date" || named.date?.day == null || more.some(({ kind }) => kind !== "break")) return;
  const op = askedRank(question, asked, lexicon)?.op ?? operatorOf(question, asked);
  if (op === null) return;
  for (const { points } of seriesOf(bench.settled)) {
    const own = points.find(({ asOf }) => isDayOf(named, asOf.day, bench.now));
    const isTrue =
      own === undefined || points.every((each) => each === own || holds(op, own.base, each.base));
    if (!isTrue) bench.report(named, "comparison_false");
  }
}

const otherTimes: ReadonlySet<TokenKind> = new Set(["window", "negation", "forecast", "number"]);

/** Reports a name at the head of the text that is not the one asked for. */
export function checkNamedAnswer(bench: Bench): void {
  const { question, asked, lexicon } = bench.input;
  if (question.length > longestQuestion || !asksWho.test(asked)) return;
  checkNamedDay(bench);
  const named = namedAlone(bench);
  if (named === null || question.some(({ kind }) => otherTimes.has(kind))) return;
  const isDenied = headOf(bench).some(({ kind }) => kind === "negation");
  const rank = askedRank(question, asked, lexicon);
  const isTrue =
    rank === null
      ? (valuationHolds(named, bench) ?? growthHolds(named, bench) ?? moveHolds(named, bench))
      : rankHolds(named, rank, bench);
  if (isTrue === isDenied) bench.report(named, "comparison_false");
}
