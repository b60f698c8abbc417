/** What is said of times: a heading's day, better than the quarter before, fell again. Nothing in the claims may leave it without a basis. */

import { type Bench, reportAt, saidBefore } from "../../bench.ts";
import type { Sentence } from "../../binding/structure.ts";
import { relativeHolds, weekdayHolds } from "../../claims/calendar-match.ts";
import type { BookClaim } from "../../claims/claim-book.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { type Clause, matchesOf, type Token, type TokenKind } from "../../tokens/token.ts";

// 万华化学 · 周五收盘, Wanhua Chemical today: a line of its own that says of which day the lines below it are.

const day = /^(?:today|yesterday|dayBefore|(?:lastW|w)eekday\d)$/;
const namesItself: ReadonlySet<TokenKind> = new Set([
  "company",
  "metric",
  "relative",
  "clause",
  "open",
  "close",
]);
const aboutData =
  /^(?:[\s·|:—–#*&'-]|的|与|及|和|】|【|收盘|行情|数据|盘面|概况|概览|快照|速览|报价|表现|情况|复盘|小结|一览|简报|播报|走势|更新|snapshot|data|market|quote|update|summary|wrap|recap|figures|numbers|at a glance|s(?![a-z]))*$/;
/** Says that the day has no figures, and why. */
const lacking =
  /休市|停牌|尚未|还没|还未|暂无|没有|取不到|查不到|(?<![a-z])(?:not (?:yet )?available|no (?:trading|data|figures)|not yet|closed today|holiday|suspended)(?![a-z])/;
const mostTokens = 16;

/** The word for a day in a line that holds nothing but names of things; undefined for any other. */
function dayIn({ tokens: flat }: Sentence, lower: string): Token | undefined {
  const found =
    flat.length > mostTokens ? undefined : flat.find(({ kind, op }) => kind === "relative" && day.test(op));
  if (found === undefined) return undefined;
  const rest = flat.filter(({ kind }) => !namesItself.has(kind));
  return aboutData.test(rest.map(({ start, end }) => lower.slice(start, end)).join("")) ? found : undefined;
}

/** Reports a heading's day that no claim shown below it is of. */
export function checkHeadingDays({
  input: { lower },
  reading: { parts },
  matches,
  now,
  report,
}: Bench): void {
  const shown = matches.flatMap(({ options }) => options);
  for (const [at, { sentence, coverage }] of parts.entries()) {
    if (coverage.hasNumber || parts[at - 1]?.sentence.line === sentence.line) continue;
    if (shown.length === 0 || (parts[at + 1]?.sentence.line ?? sentence.line) === sentence.line) continue;
    const said = dayIn(sentence, lower);
    if (said === undefined || lacking.test(lower)) continue;
    if (!shown.some((entry) => relativeHolds(said.op, entry, now))) report(said, "wrong_date");
  }
}

// 今天是周六, it is Saturday: the day of the week that it is.

const today =
  /(?:今天|今日|今儿)(?:已经?|正好|刚好|又|也)?(?:是|为)?$|(?<![a-z])(?:today is|today's|it's|it is|it being)(?: a)? $/;
const todayReach = 12;

/** Reports a day of the week that is said to be today's and is another. */
export function checkWeekday({ input: { tokens, lower }, now, report }: Bench): void {
  for (const each of tokens) {
    if (each.kind !== "relative" || !each.op.startsWith("weekday")) continue;
    const isToday = today.test(lower.slice(Math.max(0, each.start - todayReach), each.start));
    if (isToday && weekdayHolds(each.op, now.day, now.day) === false) report(each, "wrong_date");
  }
}

// 较上季改善, 环比转好, better than the previous quarter: said of two times of a measure, of which the claims must have both, or its growth.

const earlier =
  "(?:上一?(?:个)?(?:季度?|期|年度?|月|周)|去年(?:同期)?|上年(?:同期)?|前一(?:期|季度?|周|月|年)|此前|之前|前期|往期|往年|年初|同期)";
const marker = rare(
  pattern`环比|同比|(?:较|比|相比|相较|对比|与|跟|和)于?${earlier}(?:相比|比)?|(?<![a-z])(?:(?:from|than|over|versus|vs\.?|against|with|to|on) (?:(?:the|a|its|their) )?(?:previous|prior|preceding|last|same|earlier|year-ago|corresponding) (?:quarter|year|period|half)|than (?:before|a (?:year|quarter) (?:ago|earlier))|on the (?:quarter|year)|(?:quarter|year)[- ](?:on|over)[- ](?:quarter|year))(?![a-z])`,
);
/** A name of the comparison, or that it is missing or asked for: no outcome. */
const noOutcome =
  /^(?:的?(?:数据|数字|数值|口径|增速|增长率?|增幅|变化|变动|幅度|指标|情况|比较|对比|计算|基数|结果|来源|列|栏|值|指|是指|看|来看|来说)|即|意味|[另待可需要请]|不可比|多少|如何|怎[么样])/;
const missing =
  /没|未|无(?!变)|缺|尚|不(?:可比|详|清楚|知|掌握|提供|含)|[查拿取]不到|吗|呢|[?？]|(?<![a-z])(?:no|not|n't|without|cannot|unavailable|missing|whether|if|how)(?![a-z])/;
const english = /[a-z]/;

interface Said {
  readonly token: Token;
  /** The measure named last before it. */
  readonly metrics: readonly string[];
}

/** What the clause says came of the measure since an earlier time; null where it says nothing of that, or puts a number to it. */
function saidOf(clause: Clause, before: readonly string[], lower: string): Said | null {
  const [first, last] = [clause[0], clause.at(-1)];
  if (first === undefined || last === undefined) return null;
  const text = lower.slice(first.start, last.end);
  const found = marker.exec(text);
  if (found === null || missing.test(text)) return null;
  const [start, end] = [first.start + found.index, first.start + found.index + found[0].length];
  // An English outcome stands before its time: better than the previous quarter.
  const isEnglish = english.test(found[0]);
  const outcome = clause.filter((each) => (isEnglish ? each.end <= start : each.start >= end));
  const words = outcome.filter(({ kind }) => kind === "text" || kind === "direction" || kind === "compare");
  if (words.length === 0 || outcome.some(({ kind }) => kind === "number" || kind === "growth")) return null;
  if (clause.some(({ kind, start: at }) => kind === "number" && at >= end)) return null;
  if (!isEnglish && noOutcome.test(lower.slice(end, last.end))) return null;
  const named = clause.findLast(({ kind, start: at }) => kind === "metric" && at < start);
  const token = clause.find((each) => each.end > start) ?? first;
  return { token, metrics: named?.metrics ?? before };
}

/** The claims have the measure's growth, or the measure at two times. */
function hasBasis(metrics: readonly string[], { book, input: { lexicon } }: Bench): boolean {
  const isOfMeasure = ({ claim }: BookClaim): boolean =>
    metrics.length === 0 ||
    metrics.includes(claim.metric) ||
    lexicon.basesOf(claim.metric).some((id) => metrics.includes(id)) ||
    metrics.some((id) => lexicon.shiftsOf(id).includes(claim.metric)) ||
    (metrics.some((id) => lexicon.priceLike.has(id)) &&
      [...lexicon.changes.percent, ...lexicon.changes.amount, ...lexicon.priceLike].includes(claim.metric));
  const own = book.all.filter(isOfMeasure);
  const { percent, amount } = lexicon.changes;
  return own.some(
    (each) =>
      lexicon.basesOf(each.claim.metric).length > 0 ||
      [...percent, ...amount, ...lexicon.closes.previous].includes(each.claim.metric) ||
      metrics.some((id) => lexicon.shiftsOf(id).includes(each.claim.metric)) ||
      own.some(
        (other) =>
          other.claim.metric === each.claim.metric &&
          other.company === each.company &&
          other.asOf.day !== each.asOf.day,
      ),
  );
}

/** Reports such words where nothing in the claims could bear them out. */
export function checkPeriodVerdicts(bench: Bench): void {
  const { lower } = bench.input;
  if (!marker.test(lower)) return;
  for (const { sentence } of bench.reading.parts) {
    let before: readonly string[] = [];
    for (const clause of sentence.clauses) {
      const said = saidOf(clause, before, lower);
      if (said !== null && !bench.isFact(clause) && !hasBasis(said.metrics, bench))
        bench.report(said.token, "direction_unsupported");
      before = clause.findLast(({ kind }) => kind === "metric")?.metrics ?? before;
    }
  }
}

// 又跌了1.2%, fell again: that it has done so before is said too, of which the claims must have another day.

const move =
  "(?:[上下]?[涨跌]|走[高低强弱]|上升|下降|回落|反弹|净?流[入出]|净[买卖]|rose|fell|gained|lost|climbed|dropped|rallied|slid|declined|advanced|up|down)";
const onceMore = pattern.all`(?:(?:又|再度|再次)(?:小幅|大幅|微|略|一次|有所)?${move}|(?:继续|接着)(?:小幅|大幅)?[上下]?[涨跌]|前一(?:天|日|个?交易日)(?:也|同样|亦|都|则|是|在){1,3}${move})|(?<![a-z])(?:again|once more) ${move}(?![a-z])|(?<![a-z])${move} (?:[^,.;\n]|\.\d){0,24}?(?:again|once more)(?![a-z])|(?<![a-z])(?:yet )?another (?:(?=\d)|gain|loss|drop|rise|decline|fall|advance)(?![a-z])`;
/** 又涨又跌, 会不会再次下跌吗 */
const asks = /^[^,，。;；\n]{0,6}(?:又|吗|[?？])/;
/** What is denied, only possible or asked for: 不代表还会继续涨, whether it will fall again. */
const supposes =
  /[会不未若如能要]|是否|没|(?<![a-z])(?:no|not|cannot|can't|if|will|may|could|might|whether)(?![a-z])/;
const reach = 16;
const mostFound = 20;

/** The claims tell of the measure of a move on more than one day. */
function tellsOfSeveralDays({ book, input: { lexicon } }: Bench): boolean {
  const { changes, flows, priceLike } = lexicon;
  const isMove = ({ claim }: BookClaim): boolean =>
    [...changes.percent, ...changes.amount, ...flows].includes(claim.metric) || priceLike.has(claim.metric);
  return new Set(book.all.filter(isMove).map(({ asOf }) => asOf.day)).size > 1;
}

const mayBeAgain = rare(/又|再|继续|接着|前一|again|another|once more/);

/** Reports such a move where the claims know of one day only and the user has not said so. */
export function checkOnceMore(bench: Bench): void {
  const { lower, asked } = bench.input;
  if (!mayBeAgain.test(lower)) return;
  const found = matchesOf(onceMore, lower).slice(0, mostFound);
  if (found.length === 0 || asked.search(onceMore) >= 0 || tellsOfSeveralDays(bench)) return;
  for (const { 0: words, index } of found) {
    const before = saidBefore(lower, index, reach);
    const behind = lower.slice(index + words.length, index + words.length + reach);
    if (asks.test(behind) || supposes.test(before + words)) continue;
    reportAt(bench, index, "direction_unsupported");
  }
}
