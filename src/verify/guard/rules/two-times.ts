/** 增速放缓, 成交有所放大, 缩量, 较2024年的21.29%略有回落: how a measure went between the two times that the text shows of it. */
import type { Bench } from "../bench.ts";
import type { Part } from "../binding/part.ts";
import type { Clause } from "../binding/structure.ts";
import type { BookClaim } from "../claims/claim-book.ts";
import type { Settled } from "../comparing/comparison-sides.ts";
import type { Token } from "../tokens/token.ts";
import { companyAt, shownByDay } from "./shown-claims.ts";

type Kind = "growth" | "activity" | "volume" | "flow" | "loss";

interface Way {
  readonly of: readonly Kind[];
  readonly sign: number;
}

const traded: readonly Kind[] = ["activity", "flow", "loss"];
const waysOf = (words: string, of: readonly Kind[], sign: number): readonly (readonly [string, Way])[] =>
  words.split("|").map((word) => [word, { of, sign }]);
const ways: ReadonlyMap<string, Way> = new Map([
  ...waysOf("放缓|减速|减缓|变慢|slowed|slowing|decelerated|decelerating", ["growth"], -1),
  ...waysOf("加快|加速|提速|变快|quickened|accelerated|accelerating", ["growth"], 1),
  ...waysOf("放大|扩大", traded, 1),
  ...waysOf("缩小|收窄|萎缩", traded, -1),
  ...waysOf("亏损收窄", ["loss"], -1),
  ...waysOf("亏损扩大", ["loss"], 1),
  ...waysOf("成交放大|量能放大", ["activity"], 1),
  ...waysOf("成交萎缩|量能萎缩", ["activity"], -1),
  ...waysOf("放量", ["volume"], 1),
  ...waysOf("缩量", ["volume"], -1),
]);
/** 增速提升, 增幅有所回落: of how fast a measure grew; 增速升至 leads to a level. */
const speed =
  /^(?:增速|增幅)(?:也|都|均|则|在|正|正在|有所|略有|略微|略|小幅)*(?:(提升|上升|提高|回升|走高|加快|变快|提速)|(回落|下降|下滑|放缓|走低|降低|变慢|减缓|减速))(?![至到为了]?\s?[\d至到])/;
const ofOther: ReadonlySet<string> = new Set(["entity", "foreign", "scope", "window", "user"]);
/** 大幅放量, 持续放缓: more than two values say. */
const more =
  /(?:大幅度?|显著|明显|猛|骤|急剧?|剧烈|断崖式|连年|连续|连日|连季|逐[年季月日步渐]|再度|再次|又|持续|不断|一路|屡|年年|稳步|快速|迅速|温和|巨|继续|进一步|仍在|成倍|放出?)$/;
const slightly = /(?:略|略有|略微|小幅|稍|稍有|微幅|微)$/;
/** 没有放量: borne out where they went the other way. */
const denied = /(?:没有?|并?未|不是|并非|不算|谈不上|尚未)(?:出现|见|明显|显著|大幅)*$/;
/** 有所, 在: neither. */
const filler = /(?:有所|出现|正在|在|呈|了|地|的)+$/;
const leastSlight = 0.05;
const reach = 12;

/** What the text shows of one measure of a company, one claim a day. */
function shownDays(
  company: string | null,
  fits: (metric: string) => boolean,
  bench: Bench,
): readonly (readonly BookClaim[])[] {
  const byMetric = Map.groupBy(shownByDay(company, fits, bench), ({ claim }) => claim.metric);
  return [...byMetric.values()].map((list) => [
    ...new Map(list.map((entry) => [entry.asOf.day, entry])).values(),
  ]);
}

function fitsKind(kind: Kind, { input: { lexicon } }: Bench): (metric: string) => boolean {
  if (kind === "growth") return (metric) => lexicon.basesOf(metric).length > 0;
  if (kind === "loss") return (metric) => lexicon.profits.includes(metric);
  if (kind === "flow") return (metric) => lexicon.flows.includes(metric);
  return (metric) =>
    lexicon.activity.includes(metric) && (kind === "activity" || /vol|amount|turnover/.test(metric));
}

/** The later of the two is the larger or the smaller one, both of one sign; a little so where the words say that. */
function wentSo([first, second]: readonly BookClaim[], sign: number, isSlight: boolean): boolean {
  if (first === undefined || second === undefined) return false;
  const isOneWay = Math.sign(first.base) === Math.sign(second.base) && first.base !== 0;
  const change = (Math.abs(second.base) - Math.abs(first.base)) / Math.abs(first.base);
  return isOneWay && Math.sign(change) === sign && (!isSlight || Math.abs(change) <= leastSlight);
}

const leadingTo = /^(?:了?[到至为]| to )/;

/** 由15.2%放缓到8.4%: what it led to is no older than what it led from. */
function leadsToLater({ start, end }: Token, clause: Clause, { settled, input: { lower } }: Bench): boolean {
  if (!leadingTo.test(lower.slice(end, end + 4))) return true;
  const numbers = clause.filter(({ kind }) => kind === "number");
  const from = numbers.findLast((each) => each.start < start);
  const to = numbers.find((each) => each.start > end);
  const [first, second] = [from, to].map((each) => (each === undefined ? null : settled.get(each)?.entry));
  return first == null || second == null || first.asOf.day <= second.asOf.day;
}

/** Of every measure of those kinds that the text shows of two days; null where it shows none so. */
function judgeWay(
  word: Token,
  { of, sign }: Way,
  { clause, part }: { readonly clause: Clause; readonly part: Part },
  bench: Bench,
): boolean | null {
  const ahead = bench.input.lower.slice(Math.max(0, word.start - reach), word.start).replace(filler, "");
  const company = companyAt(word, part, bench);
  const own = clause.filter(({ start }) => start < word.start);
  // 跌幅扩大: of falls, 涨幅 of rises; of no other kind.
  const noun = own.findLast(({ kind, op }) => kind === "metric" && op === "noun");
  const fell = bench.input.lower.charAt(noun?.start ?? word.start) === "跌" ? -1 : 1;
  const { percent } = bench.input.lexicon.changes;
  const ofMoves = noun === undefined ? [] : shownDays(company, (metric) => percent.includes(metric), bench);
  const lists = [
    ...of.flatMap((kind) => shownDays(company, fitsKind(kind, bench), bench)),
    ...ofMoves,
  ].filter(({ length }) => length > 1);
  if (lists.length === 0) return null;
  if (!leadsToLater(word, clause, bench)) return false;
  if (ofMoves.flat().some(({ base }) => Math.sign(base) !== fell)) return false;
  if (own.some(({ kind }) => ofOther.has(kind))) return false;
  // 净利润增速放缓, 换手率缩小: of that measure alone.
  const measure = own.findLast(({ kind }) => kind === "metric");
  const { lexicon } = bench.input;
  const named = measure === undefined ? null : [...measure.metrics, ...lexicon.grownOf(measure.metrics)];
  if (named !== null && !lists.every(([first]) => named.includes(first?.claim.metric ?? ""))) return false;
  if (denied.test(ahead)) return lists.every((list) => list.length === 2 && !wentSo(list, sign, false));
  if (more.test(ahead)) return false;
  const isSlight = slightly.test(ahead);
  // 增速 of a fall is no growth that could slow down.
  const isGrown = (list: readonly BookClaim[]): boolean =>
    !of.includes("growth") || list.every(({ base }) => base > 0);
  // 亏损收窄: of two losses of the same period.
  const isAlike = ([first, second]: readonly BookClaim[]): boolean =>
    first === undefined ||
    second === undefined ||
    !bench.input.lexicon.profits.includes(first.claim.metric) ||
    (first.base < 0 && first.claim.as_of.slice(5, 10) === second.claim.as_of.slice(5, 10));
  return lists.every(
    (list) => list.length === 2 && isGrown(list) && isAlike(list) && wentSo(list, sign, isSlight),
  );
}

/** 较2024年的21.29%略有回落: the number last said beside the one behind 较, of one measure; null for other clauses. */
function judgeBeside(word: Token, clause: Clause, part: Part, bench: Bench): boolean | null {
  if (word.sign === 0 || !["market", "growth", "comparative"].includes(word.op)) return null;
  const at = clause.indexOf(word);
  const beside = clause
    .slice(0, at)
    .findLastIndex(
      ({ kind, op }) => (kind === "join" && op === "beside") || (kind === "compare" && op === "than"),
    );
  if (beside < 0 || clause.slice(at + 1).some(({ kind }) => kind === "number")) return null;
  const settledOf = (tokens: readonly Token[]): readonly Settled[] =>
    tokens.flatMap((each) => (each.kind === "number" ? (bench.settled.get(each) ?? []) : []));
  const [right, ...others] = settledOf(clause.slice(beside, at));
  if (
    right?.entry == null ||
    others.length > 0 ||
    bench.input.lexicon.priceLike.has(right.entry.claim.metric)
  )
    return null;
  const { company, claim, asOf } = right.entry;
  const start = clause[beside]?.start ?? 0;
  const left = part.bound.quantities
    .flatMap(({ token }) => (token.start < start ? (bench.settled.get(token) ?? []) : []))
    .findLast(({ entry }) => entry?.company === company && entry.claim.metric === claim.metric);
  if (left?.entry == null || left.entry.asOf.day === asOf.day) return null;
  const ahead = bench.input.lower.slice(Math.max(0, word.start - reach), word.start).replace(filler, "");
  const isDenied = denied.test(ahead);
  if (more.test(ahead)) return false;
  const change = (left.base - right.base) / Math.abs(right.base);
  if (isDenied) return Math.sign(change) !== word.sign;
  return Math.sign(change) === word.sign && (!slightly.test(ahead) || Math.abs(change) <= leastSlight);
}

/** 流出减少, 亏损增加: how large what is named right before the word was. */
function afterFlow(word: Token, clause: Clause, lower: string): Way | undefined {
  if (word.kind !== "direction" || word.op !== "growth") return undefined;
  const before = clause[clause.indexOf(word) - 1];
  if (before?.kind !== "direction" || before.op !== "loss" || before.end < word.start - 2) return undefined;
  const isEarnings = /亏|盈/.test(lower.slice(before.start, before.end));
  return { of: isEarnings ? ["loss"] : ["flow"], sign: word.sign };
}

const mostWords = 20;

/** The words of the part that are such, each with the text that they take and its verdict. */
export function checkTwoTimes(part: Part, bench: Bench): void {
  const { lower } = bench.input;
  let judged = 0;
  for (const clause of part.sentence.clauses)
    for (const each of clause) {
      if (each.kind !== "event" && each.kind !== "direction") continue;
      const way = ways.get(lower.slice(each.start, each.end)) ?? afterFlow(each, clause, lower);
      const said = each.op === "growth" ? speed.exec(lower.slice(each.start, each.start + 20)) : null;
      const isBeside = each.kind === "direction" && way === undefined && said === null;
      if (way === undefined && said === null && !isBeside) continue;
      if (bench.judged.has(each) || ++judged > mostWords) continue;
      const verdict = isBeside
        ? judgeBeside(each, clause, part, bench)
        : way !== undefined
          ? judgeWay(each, way, { clause, part }, bench)
          : judgeWay(
              each,
              { of: ["growth"], sign: said?.[1] === undefined ? -1 : 1 },
              { clause, part },
              bench,
            );
      if (verdict === null && said === null) continue;
      const end = said === null ? each.end : each.start + said[0].length;
      for (const one of clause) if (one.start >= each.start && one.end <= end) bench.judged.add(one);
      if (verdict !== true) bench.report(each, "direction_unsupported");
    }
}
