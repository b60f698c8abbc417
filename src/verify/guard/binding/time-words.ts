import { oncePer } from "#contract";
import type { Lexicon } from "../lexicon/lexicon.ts";
import { stretchOf, stretchOfRelative } from "../lexicon/metric-keys.ts";
import { spelledCount } from "../lexicon/numerals.ts";
import { type Clause, matchesOf, type Token } from "../tokens/token.ts";
import { isOfNext } from "./cites/date-places.ts";
import type { ClauseInput, Window } from "./context.ts";
import { followers } from "./owners/neighbours.ts";
import type { Sentence } from "./structure.ts";

type WindowInput = Pick<ClauseInput, "clause" | "sentence" | "lower">;

/** 3.2% over the past 5 days: the stretch right behind the number, nothing but small words or a bracket between. */
function trailing(clause: Clause, at: number): Token | null {
  const rest = clause.slice(at + 1, at + 5);
  const found = rest.findIndex(({ kind }) => kind === "window");
  const isNear = rest
    .slice(0, Math.max(0, found))
    .every(({ kind }) => kind === "fill" || kind === "vague" || kind === "open");
  return isNear ? (rest[found] ?? null) : null;
}

/** How far before a number the one before it may stand, in tokens; the limit keeps the work linear. */
const numberReach = 16;

/** The stretch stands right behind an earlier number of the clause. */
function isOfNumberBefore(clause: Clause, at: number, stretch: Token): boolean {
  for (let i = at - 1; i >= Math.max(0, at - numberReach); i--) {
    const each = clause[i];
    if (each?.kind === "number" && each.start < stretch.start) return trailing(clause, i) === stretch;
  }
  return false;
}

/** How far before a number the heading may stand, in tokens. */
const headingReach = 16;
const ofFew = /^(?:近|最近|过去)([两二三四五2345])个?(?:年|季度|季|交易日|日|天)$/;
/** How far behind a date its number may stand. */
const itemReach = 6;

const datedNumbers = (clause: Clause): number =>
  clause.filter(
    ({ kind }, at) =>
      kind === "date" && clause.slice(at + 1, at + itemReach).some((each) => each.kind === "number"),
  ).length;

/** How many numbers of the sentence have dates of their own. */
const datedIn = oncePer(({ clauses }: Sentence) =>
  clauses.reduce((sum, each) => sum + datedNumbers(each), 0),
);

/** 近两年营收:2024年为51.21亿元,2025年为59.21亿元: a stretch before the colon, and behind it as many items with dates of their own. */
function isHeadingOf(window: Token, at: number, { clause, lower, sentence }: WindowInput): boolean {
  const count = ofFew.exec(lower.slice(window.start, window.end))?.[1];
  if (count === undefined) return false;
  const near = clause.slice(Math.max(0, at - headingReach), at);
  const colon = near.findLastIndex(({ op, start }) => op === ":" && start >= window.end);
  const date = colon < 0 ? undefined : near.slice(colon).find(({ kind }) => kind === "date");
  if (date === undefined || upTo.test(lower.slice(Math.max(0, date.start - 12), date.start))) return false;
  return datedIn(sentence) === spelledCount(count);
}

const isStretch = ({ kind }: Token): boolean => kind === "window";
const farthestBehind = 6;

/** RMB 553.10 million from BYD in the past month: with nothing between that another number or measure is of. */
function windowBehind(clause: Clause, at: number): Token | undefined {
  const behind = clause.slice(at + 1, at + farthestBehind);
  const [mark, company, ...rest] = behind;
  const isOfWhom = mark?.kind === "sourceMark" && company?.kind === "company";
  const far =
    isOfWhom && rest.slice(0, 2).every(({ kind }) => kind === "fill" || kind === "vague") ? rest : [];
  return [...behind.slice(0, 3), ...far].find(isStretch);
}

/** 近20日, over the past month: before the number or right after it; a stretch of known length before a word like 累计. */
export function windowOf(input: WindowInput, at: number, seen: readonly Token[]): Token | null {
  const { clause, lower } = input;
  const before = seen.filter((one) => one.kind === "window" && !isHeadingOf(one, at, input));
  const after = trailing(clause, at);
  if (after !== null && before.length > 0 && before.every((one) => isOfNumberBefore(clause, at, one)))
    return after;
  return (
    before.findLast((one) => stretchOf(lower.slice(one.start, one.end)) !== null) ??
    before.at(-1) ??
    windowBehind(clause, at) ??
    null
  );
}

/** over the same year, the year to 31 December, the day: what the number's own date says again. */
const sameTime =
  /^ (?:(?:the|that) same (?:[a-z-]+ ){0,2}(?:year|period|quarter|months?|weeks?|days?|half|time|stretch|session)|(?:the|its) (?:[a-z-]+ ){0,2}(?:year|quarter|half|months|period) (?:to|ended|ending|through) |the (?:course of the )?(?:trading )?(?:day|session)(?![a-z]))/;

/** 6.15% over the last 20 days: the word is of the time, no bound of the number. */
export function spansWindow(clause: Clause, at: number, lower: string): boolean {
  const [over, next, after] = clause.slice(at, at + 3);
  if (over?.kind !== "vague" || lower.slice(over.start, over.end) !== "over") return false;
  const isWindow = next?.kind === "window" || (next?.op === "the" && after?.kind === "window");
  return isWindow || sameTime.test(lower.slice(over.end, over.end + 40));
}

/** 1.18% on 7 May alone, 1.1% today: the day right after the number is its own, whatever stretch was spoken of before. */
export function isOfDay(clause: Clause, at: number): boolean {
  const [on, day] = [clause[at + 1], clause[at + 2]];
  if (on?.kind === "relative" && on.op === "today") return true;
  return on?.kind === "fill" && on.op === "on" && day?.kind === "date" && day.date?.day != null;
}

const isThan = ({ kind, op }: Token): boolean => kind === "compare" && op === "than";

/** 近20日,京东方A跌幅8.30%,海康威视3.10%; a bigger gain than Sany's 3.5% rise: a move, said here or taken over from the clause before, is of the stretch named last. */
export const carriesStretch = (
  { direction, named, tokens }: Window,
  after: Token | null,
  { context, lexicon }: ClauseInput,
): boolean =>
  direction !== null ||
  (named?.sign ?? 0) !== 0 ||
  (tokens.some(isThan) &&
    [named, after].some((each) => each?.metrics.some((id) => lexicon.changes.percent.includes(id)))) ||
  (named === null &&
    context.metricIsOpen &&
    context.metrics.some((id) => lexicon.changes.percent.includes(id)));

/** 这周涨2.02%, up 2.02% last month: the stretch of time that a word like these names around a number. */
export const saidStretch = (around: readonly Token[]): string | null =>
  around.reduce<string | null>(
    (said, { kind, op }) => (kind === "relative" ? stretchOfRelative(op) : null) ?? said,
    null,
  );

const upTo =
  /(?:截至|截止|截止到|至|到|as of|as at|through|until|by|to|from|since|自|从|days? to)(?: the)? ?$/;
const oneDay = /^(?:当日|当天|单日|on the day(?! (?:before|after))|for the day(?! (?:before|after)))/;
const ofData = /^(?:的?数据|的?行情| data|[,，;；)）。.、])/;

/** 近20日涨3.42%,5月7日则跌0.35%: the words turn from a stretch of time to one day, outside brackets and cites. */
export function turnsToDay(each: Token, before: readonly Token[], lower: string): boolean {
  const isDay = each.kind === "date" && each.date?.day != null;
  const isWord =
    (each.kind === "fill" || each.kind === "text") && oneDay.test(lower.slice(each.start, each.start + 18));
  if (!isDay && !isWord) return false;
  // Looking no further back keeps the work linear; a bracket is no longer.
  const near = before.slice(-24);
  const [last, first] = [near.at(-1), near.findLast(({ kind }) => kind === "open" || kind === "close")];
  if (first?.kind === "open" || last?.kind === "source" || last?.kind === "sourceMark") return false;
  if (upTo.test(lower.slice(Math.max(0, each.start - 12), each.start))) return false;
  return !isDay || !ofData.test(lower.slice(each.end, each.end + 6));
}

const sessionStarts = "早午尾盘上下半ma";
const sessionWords = /^(?:早盘|午盘|午后|尾盘|盘初|上午|下午|半日|半天|morning|afternoon)$/;

/** 早盘, 半日, morning: a part of the trading day. Han characters that no list knows are tokens of their own. */
export const saysSession = ({ kind, start, end }: Token, lower: string): boolean =>
  (kind === "fill" || kind === "text") &&
  sessionStarts.includes(lower.charAt(start)) &&
  (sessionWords.test(lower.slice(start, end)) || sessionWords.test(lower.slice(start, start + 2)));

const beforeClose =
  /(?:早盘|午盘|午间|上午|盘初|盘中|半日|集合竞价|竞价阶段|开盘[时后]|收盘前|(?<![a-z])(?:midday|morning|intraday|noon|(?:after|since) the open|(?:before|ahead of) the (?:open|close))(?![a-z]))/g;
const anyBeforeClose = new RegExp(beforeClose.source);
const closing = /收|clos|end|finish|settl/;
const sessionAfter =
  /^[^,，。;；]{0,12}(?:开盘后|收盘前|(?<![a-z])(?:midday|mid-day|morning|noon|early trade|early trading|(?:after|since) the open|(?:before|ahead of) the (?:open|close))(?!ing|[a-z]| (?:of|at|price)))/;
/** Text around a number in which such a word may stand, in characters. */
const sessionReach = 40;

/** 早盘报38.52元, 午间收盘38.52元: said of a moment before the close, so that the close of the day cannot be meant. */
export function saysIntraday(lower: string, from: number, number: Token): boolean {
  const before = lower.slice(Math.max(from, number.start - sessionReach), number.start);
  const last = anyBeforeClose.test(before) ? matchesOf(beforeClose, before).at(-1) : undefined;
  if (last === undefined) return sessionAfter.test(lower.slice(number.end, number.end + sessionReach));
  const rest = before.slice(last.index + last[0].length);
  return !closing.test(rest) || (last[0] !== "盘中" && rest.startsWith("收"));
}

const isBase = (one: Token | undefined): boolean =>
  one?.kind === "join" ||
  one?.kind === "compare" ||
  (one?.kind === "sourceMark" && one.end - one.start === 4);

/** 较昨日, 较前日, from the previous day. */
const daysBefore: ReadonlySet<string> = new Set(["yesterday", "past", "dayBefore"]);

/** 昨日, last year around a number. 较前一交易日下跌2.18%: the day before is what a day's change is measured from, not its date. */
export function relativesOf(
  clause: Clause,
  at: number,
  seen: readonly Token[],
  of: { readonly metrics: readonly string[]; readonly changes: Lexicon["changes"] },
): readonly Token[] {
  // 92.14%降到今年一季度末的91.96%: with its date of the next number.
  const isNext = (one: Token): boolean => isOfNext(clause, clause.indexOf(one) + 1);
  const behind = followers(clause, at).filter((one) => one.kind === "relative" && !isNext(one));
  const all = [...seen.filter((one) => one.kind === "relative"), ...behind];
  if (all.length === 0) return all;
  const isShift = clause[at]?.number?.unit?.dimension === "bp";
  if (!isShift && !of.metrics.some((metric) => of.changes.all.includes(metric))) return all;
  return all.filter((one) => {
    const before = clause.slice(0, clause.indexOf(one)).findLast((each) => each.kind !== "fill");
    return !(isBase(before) && daysBefore.has(one.op));
  });
}
