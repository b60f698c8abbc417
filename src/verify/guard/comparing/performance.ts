/** 跑赢指数, outperformed Wuliangye: how far one went beside another. */
import { claimsOf } from "../claims/claim-book.ts";
import { companiesIn, type Token } from "../tokens/token.ts";
import {
  type ComparisonInput,
  clauseStart,
  holds,
  operandOf,
  ownBefore,
  type Spot,
  stateAt,
  stretchAfter,
  type Verdict,
} from "./comparison-sides.ts";
import { judge } from "./operands.ts";

/** The one company of the question that the text does not name as the other side. */
function askedBeside({ words, asked }: ComparisonInput, others: readonly Token[]): string | null {
  const named = companiesIn(words.question);
  for (const { op } of others) named.delete(op);
  const [only] = named;
  return named.size === 1 && only !== undefined ? only : asked.company;
}

/** 跑赢, 优于: of the measure named before it, if it is none of price, else of how the prices of two companies moved. */
export function judgePerformance(input: ComparisonInput, spot: Spot): Verdict {
  const { flat, at } = spot;
  const word = flat[at]?.op ?? "";
  if (!word.endsWith("perf")) return judgeEarning(input, spot);
  const op = word.replace("perf", "");
  const named = flat
    .slice(0, at)
    .findLast(
      (each) => each.kind === "metric" && !each.metrics.some((metric) => input.priceLike.has(metric)),
    );
  const metrics = named?.metrics ?? input.changes;
  const others = stretchAfter(spot).filter((each) => ["company", "entity", "scope"].includes(each.kind));
  const subject = stateAt(input, spot).company;
  // 没有跑赢大盘。: the other side alone is named, and the question is of one that is not it.
  const company = others.some((each) => each.op === subject) ? askedBeside(input, others) : subject;
  if (isBareWord(input, spot)) return judgeBesideRest(input, company, metrics, op);
  if (others.length === 0 || others.some((each) => each.kind !== "company")) return "comparison_unsupported";
  const left = operandOf(claimsOf(company, metrics, input.book));
  const verdicts = others.map((each) => judge(op, left, operandOf(claimsOf(each.op, metrics, input.book))));
  return verdicts.find((each) => each !== null) ?? null;
}

/** …,比亚迪跑赢。: nothing behind it, of the company that its clause names, where no other side is asked for. */
function isBareWord({ words }: ComparisonInput, spot: Spot): boolean {
  const end = stretchAfter(spot).find(({ op }) => op !== "了");
  const isEnd = end === undefined || end.op === ":" || end.kind === "open";
  const isOwn = ownBefore(spot).some(({ kind }) => kind === "company");
  return isEnd && isOwn && !words.question.some(({ kind }) => kind === "entity" || kind === "scope");
}

/** Beside all others that the claims hold the measure of. */
function judgeBesideRest(
  { book }: ComparisonInput,
  company: string | null,
  metrics: readonly string[],
  op: string,
): Verdict {
  const others = metrics.flatMap((id) => book.of(id)).filter((each) => each.company !== company);
  if (others.length === 0) return "comparison_unsupported";
  return judge(op, operandOf(claimsOf(company, metrics, book)), operandOf(others));
}

const plainBehind: ReadonlySet<string> = new Set([
  "company",
  "fill",
  "join",
  "open",
  "close",
  "source",
  "date",
]);

/** Moutai out-earns Wuliangye: of their profits; outspends or outsells it: of the measure named behind, else the one asked for. */
function judgeEarning(input: ComparisonInput, spot: Spot): Verdict {
  const op = spot.flat[spot.at]?.op ?? "";
  const stretch = stretchAfter(spot);
  const [other, ...more] = stretch.filter(({ kind }) => kind === "company" || kind === "entity");
  const named = stretch.find(({ kind }) => kind === "metric");
  const isPlain = named !== undefined || stretch.every(({ kind }) => plainBehind.has(kind));
  // out-earned Luzhou Laojiao on the top line: of the measure named so.
  const isSaidOf =
    named !== undefined &&
    /(?:on|by|in) (?:the )?$/.test(input.lower.slice(Math.max(0, named.start - 8), named.start));
  const metrics = op.endsWith("earn") && !isSaidOf ? input.profits : (named?.metrics ?? input.asked.metrics);
  if (other?.kind !== "company" || more.length > 0 || !isPlain) return "comparison_unsupported";
  const left = operandOf(claimsOf(stateAt(input, spot).company, metrics, input.book));
  return judge(op.charAt(0), left, operandOf(claimsOf(other.op, metrics, input.book)));
}

// 没有跑赢。今天三一重工下跌…: an answer that leaves both sides to the question, which asks who did better.

const word = /^(?:没有?|未能?|没能|并未|还没)?跑([赢输])$/;
const naming: ReadonlySet<string> = new Set([
  "company",
  "entity",
  "metric",
  "number",
  "foreign",
  "pair",
  "scope",
]);

/** Undefined where the clause names a side of its own, or the question does not ask so of two companies. */
export function judgeAskedPerformance(
  { lower, words, book, changes }: ComparisonInput,
  { flat, at }: Spot,
): Verdict | undefined {
  const each = flat[at];
  const said = each === undefined ? null : word.exec(lower.slice(each.start, each.end));
  if (said === null || each === undefined) return undefined;
  const from = clauseStart(flat, at);
  const end = flat.findIndex(({ kind, op }, i) => i > at && (kind === "clause" || op === ":"));
  const own = flat.slice(from, end < 0 ? flat.length : end);
  if (own.some(({ kind }) => naming.has(kind))) return undefined;
  const { question } = words;
  const pivot = question.findIndex(({ kind, op }) => kind === "compare" && op.endsWith("perf"));
  // 跑赢沪深300了吗: an index, by the name that its claim has.
  const indexOf = ({ start, end }: Token) =>
    book.all.find(({ claim }) => claim.name?.toLowerCase() === words.asked.slice(start, end))?.company ??
    null;
  const ownerOf = (one: Token) =>
    one.kind === "company" ? one.op : one.kind === "entity" ? indexOf(one) : null;
  const ownerIn = (tokens: typeof question) => tokens.flatMap((one) => ownerOf(one) ?? []);
  const [left, right] = [ownerIn(question.slice(0, Math.max(0, pivot))), ownerIn(question.slice(pivot + 1))];
  const isOther = question.some(
    (one) =>
      one.kind === "window" ||
      (one.kind === "entity" && ownerOf(one) === null) ||
      (one.kind === "relative" && one.op !== "today"),
  );
  if (pivot < 0 || left.length !== 1 || right.length !== 1 || isOther) return undefined;
  const [a, b] = [left, right].map(([owner]) => claimsOf(owner ?? null, changes, book));
  if (a?.length !== 1 || b?.length !== 1) return undefined;
  const way = said[1] === "赢" ? ">" : "<";
  const isDenied = each.op.includes("=");
  const isSo = a.every((one) => b.every((other) => holds(way, one.base, other.base)));
  return isSo === !isDenied ? null : "comparison_false";
}

export const isOutperformance = (op: string): boolean => op === ">outperf" || op === "<outperf";

/** an outperformance for CMB: of how it moved beside all others that the claims hold; for whom else (the stock) no text can be held to. */
export function judgeOutperformance({ book, changes }: ComparisonInput, { flat, at }: Spot): Verdict {
  const owner = flat.slice(at + 1, at + 4).find(({ kind }) => kind !== "fill");
  const company = owner?.kind === "company" ? owner.op : null;
  const all = changes.flatMap((id) => book.of(id));
  const others = all.filter((each) => each.company !== company);
  if (company === null || others.length === 0) return "comparison_unsupported";
  return judge(
    (flat[at]?.op ?? "").charAt(0),
    operandOf(claimsOf(company, changes, book)),
    operandOf(others),
  );
}

export const isActivity = (op: string): boolean => op === ">active" || op === "<active";

/** 交投更活跃, more actively traded: by every measure of trading that the claims hold of all of them. */
export function judgeActivity(input: ComparisonInput, spot: Spot): Verdict {
  const op = (spot.flat[spot.at]?.op ?? "").charAt(0);
  const { company } = stateAt(input, spot);
  const pairs = input.activity.flatMap((metric) => {
    const own = claimsOf(company, [metric], input.book);
    const others = input.book.of(metric).filter((each) => each.company !== null && each.company !== company);
    return own.flatMap((a) => others.map((b) => [a.base, b.base] as const));
  });
  if (pairs.length === 0) return "comparison_unsupported";
  const held = pairs.filter(([a, b]) => holds(op, a, b)).length;
  return held === pairs.length ? null : held === 0 ? "comparison_false" : "comparison_unsupported";
}
