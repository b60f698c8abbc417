import type { BookClaim } from "../../claims/claim-book.ts";
import type { Lexicon } from "../../lexicon/lexicon.ts";
import { spelledCount } from "../../lexicon/numerals.ts";
import { rare } from "../../lexicon/rare-words.ts";
import type { Reading } from "../reading.ts";
import { isLetter, isWord, kindsOf, matchesOf, revised, type Token, token } from "../token.ts";

/** Several moving averages named at once: 三条均线, all three moving averages. */
const han =
  /^(?:(?:全部|所有|各|这|那|其|上述|以上)?([两二三四五六]|[2-6])条(?:短期|中期|长期|短中长期|主要|日)?(?:均线|移动平均线)|两线(?=之间|中间)|(?:全部|所有|各条|各|每条|这些|几条)(?:所列|列出的|所示|给出的)?的?(?:日|主要)?(?:均线|移动平均线)|(?:所列|列出的|所示)的?(?:([两二三四五六]|[2-6])条|所有|全部|各条)?(?:均线|移动平均线))/;
const english =
  /^(?:(?:(?:all|both)(?: of)?|(?:each|any|every one) of) )?(?:(?:the|its|their|these|those) )?(?:(two|three|four|five|six) )?(?:moving |daily |key |major )?(?:averages|(?<=(?:all|both)[a-z ]{0,16} )lines(?= ?(?:[.,;:\n]|$)))(?![a-z])|^(?:every|each|any)(?: single)? (?:(?:listed|moving|daily|key|major) ){0,2}average(?=(?: (?:listed|shown|given|quoted|here|above|in (?:the|this) (?:table|list))){0,2}(?: (?:is|was|lies|sits|stands)(?![a-z])| ?(?:[.;:()\n]|$)|, (?:and|so)(?![a-z])))/;
export const averagesStarts = "全所列各这那其上以每几两二三四五六23456abtifse";

/** The operator of such a token; its count is 0 where the text says no number. */
export const averagesOp = "averages";

/** All averages, or so many of them; a plain word for one (均线, the averages) is none. */
export function readAverages(lower: string, at: number): Token | null {
  if (isWord(lower.charCodeAt(at)) && isWord(lower.charCodeAt(at - 1))) return null;
  const ahead = lower.slice(at, at + 40);
  const found = (isLetter(lower.charCodeAt(at)) ? english : han).exec(ahead);
  if (found === null) return null;
  const [all, number = found[2]] = found;
  const isBoth = all.startsWith("both");
  if (number === undefined && !/^(?:all|both|every|each|any)(?: one)?(?: of)? |[\u4e00-\u9fff]/.test(all))
    return null;
  const count = spelledCount(isBoth ? "two" : number);
  return token("licensed", at, at + all.length, { op: averagesOp, count });
}

/** How many measures the entries are of. */
const measuresOf = (entries: readonly BookClaim[]): number =>
  new Set(entries.map(({ claim }) => claim.metric)).size;

/** How many averages each company has among the entries. */
export function averageCounts(
  entries: readonly BookClaim[],
  averages: readonly string[],
): ReadonlySet<number> {
  const byCompany = new Map<string | null, BookClaim[]>();
  for (const each of entries)
    if (averages.includes(each.claim.metric))
      byCompany.set(each.company, [...(byCompany.get(each.company) ?? []), each]);
  return new Set([...byCompany.values()].map(measuresOf));
}

/** The claims that such words stand for: of the company's averages all, or those shown if they are so many; else none. */
export function averagesMeant(
  { count }: Token,
  held: readonly BookClaim[],
  shown: ReadonlySet<BookClaim>,
): readonly BookClaim[] {
  if (count === 0 || measuresOf(held) === count) return held;
  const own = held.filter((each) => shown.has(each));
  return measuresOf(own) === count ? own : [];
}

/** 均线周期越短位置越低, the longer the average the higher it sits: how the averages of one company lie. */
export const averageOrder = rare(
  /均线的?(?:周期|期限|时间|天数)?越[短长][^。;；:越\n]{0,6}越[高低大小]|(?<![a-z])the (?:shorter|longer) the (?:moving )?(?:average|window|period|term|line)s?,? the (?:higher|lower)(?: the (?:moving )?(?:average|line|level|value))?(?![a-z])/g,
);

export function readAverageOrders(tokens: readonly Token[], { lower }: Reading): readonly Token[] {
  const [found] = averageOrder.all(lower);
  if (found === undefined) return tokens;
  const [start, end] = [found.index, found.index + found[0].length];
  const isInside = (each: Token) => each.start >= start && each.end <= end;
  const at = tokens.findIndex(isInside);
  return [
    ...tokens.slice(0, at),
    token("fill", start, end),
    ...tokens.slice(at).filter((each) => !isInside(each)),
  ];
}

/** the 5-day, 20-day and 60-day averages: the noun that is said once, behind the last of several averages. */
const days = /^\d{1,3}-day$/;
/** How many averages one list has at most. */
const mostListed = 4;

const farthest = 12;
const endsItem = kindsOf("clause join break line close");

/** above MA5, MA20 and the open: the comma parts what the one word of comparison is said of. */
function isBetweenLevels(tokens: readonly Token[], at: number, { averages, opens }: Lexicon): boolean {
  const isLevel = (each: Token | undefined): boolean =>
    each?.kind === "metric" && each.metrics.some((id) => averages.includes(id) || opens.includes(id));
  const ahead = tokens.slice(at + 1, at + 5);
  const next = ahead.findIndex(({ kind, op }) => kind !== "fill" && kind !== "join" && op !== "its");
  const behind = tokens[at + next + 2];
  const before = tokens.slice(Math.max(0, at - farthest), at);
  const from = before.findLastIndex(({ kind }) => kind === "compare");
  return (
    from >= 0 &&
    isLevel(before.at(-1)) &&
    isLevel(ahead[next]) &&
    (behind === undefined || endsItem.has(behind.kind)) &&
    before.slice(from).every(({ kind }) => !/^(?:number|break|line|cell)$/.test(kind))
  );
}

export function nameListedAverages(tokens: readonly Token[], { lower, lexicon }: Reading): readonly Token[] {
  const isDays = ({ start, end }: Token): boolean => end - start <= 7 && days.test(lower.slice(start, end));
  const hasLevels = tokens.some(({ kind }) => kind === "compare");
  if (!hasLevels && !tokens.some((each) => each.kind === "window" && isDays(each))) return tokens;
  const isListed = (at: number): boolean => {
    for (let next = at + 1; next <= at + 2 * mostListed; next++) {
      const each = tokens[next];
      if (each === undefined) return false;
      if (each.kind === "metric") return each.metrics.some((id) => lexicon.averages.includes(id));
      const isJoint = each.kind === "join" || each.op === "," || (each.kind === "window" && isDays(each));
      if (!isJoint) return false;
    }
    return false;
  };
  return revised(tokens, (each, at) => {
    // One list, so that a comparison is with each of them.
    const before = tokens[at - 1];
    const isOfList =
      /^[,，]$/.test(each.op) &&
      (before?.kind === "window" ? isDays(before) && isListed(at - 1) : isBetweenLevels(tokens, at, lexicon));
    if (isOfList) return { ...each, kind: "join", op: "" };
    if (each.kind !== "window" || !isDays(each) || !isListed(at)) return each;
    const entry = lexicon.match(`${lower.slice(each.start, each.end)} average`, 0)?.entry;
    return entry?.kind === "metric" ? { ...each, kind: "metric", op: "", metrics: entry.metrics } : each;
  });
}

/** 突破了20日均线:现价317.80元,均线309.44元: the plain word right before a number, where the text names one average alone. */
const plainAverage =
  /(?<![\d一二三四五六七八九十日天周月年期条个几])(?:该|这条|此|其)?(均线)(?:现|目前|今天|今日)?(?:价格?)?(?:位于|处于|处在|为|是|在|报)?\s?$|(?<![a-z])(?:the|that|its) ((?:moving )?average)(?: itself)?(?: (?:is|was|stands|sits|lies))?(?: at)? $/d;
const averageReach = 32;
const mostNumbers = 40;

/** 中期均线, that longer-term average: by how many days it is made of. */
const termAverage =
  /(?:(短)|(中)|中?长)期(?:的?日?均线|移动平均线)|(?<![a-z])(?:(?:(short)|(medium|intermediate|mid)|long)(?:er)?[- ]term) (?:moving )?average(?!s)/g;
/** The fewest and the most days of a short, a medium and a long average. */
const daysOfTerm = [
  [1, 20],
  [20, 60],
  [60, 250],
] as const;

/** The stretches that stand for the one average of the text. */
function termSpans(lower: string, metrics: readonly string[]): readonly (readonly [number, number])[] {
  const length = Number(/\d+/.exec(metrics[0] ?? "")?.[0] ?? 0);
  return matchesOf(termAverage, lower).flatMap(({ 0: said, 1: han, 2: mid, 3: short, 4: medium, index }) => {
    const [least, most] =
      daysOfTerm[(han ?? short) !== undefined ? 0 : (mid ?? medium) !== undefined ? 1 : 2];
    return least <= length && length <= most ? [[index, index + said.length] as const] : [];
  });
}

/** The one average that the tokens name, where it stands first. */
function soleAverage(tokens: readonly Token[], { averages }: Lexicon): Token | null {
  const [first, ...more] = tokens.filter(({ metrics }) => metrics.some((id) => averages.includes(id)));
  return first === undefined || more.some(({ metrics }) => metrics.join() !== first.metrics.join())
    ? null
    : first;
}

/** The tokens, those of the stretch taken for one of the measure; null where it cuts a token. */
function namedAt(
  tokens: readonly Token[],
  [begin, end]: readonly [number, number],
  metrics: readonly string[],
) {
  const own = tokens.filter((each) => each.start >= begin && each.end <= end);
  const [first] = own;
  return first?.start === begin && own.at(-1)?.end === end
    ? tokens.toSpliced(tokens.indexOf(first), own.length, token("metric", begin, end, { metrics }))
    : null;
}

const mayBeTerm = rare(/期|term /);

/** Such words, each taken for the one average that the text has named before. */
export function nameTermAverages(tokens: readonly Token[], { lower, lexicon }: Reading): readonly Token[] {
  if (!mayBeTerm.test(lower)) return tokens;
  const average = soleAverage(tokens, lexicon);
  if (average === null) return tokens;
  const { metrics, end } = average;
  let read = tokens;
  for (const span of termSpans(lower, metrics).slice(0, mostNumbers))
    if (span[0] >= end) read = namedAt(read, span, metrics) ?? read;
  return read;
}

export function nameBareAverages(tokens: readonly Token[], { lower, lexicon }: Reading): readonly Token[] {
  const average = soleAverage(tokens, lexicon);
  if (average === null) return tokens;
  let read = tokens;
  for (const { start } of tokens.filter(({ kind }) => kind === "number").slice(0, mostNumbers)) {
    const from = Math.max(0, start - averageReach);
    const { indices } = plainAverage.exec(lower.slice(from, start)) ?? {};
    const span = indices?.[1] ?? indices?.[2];
    if (span !== undefined && start >= average.end)
      read = namedAt(read, [from + span[0], from + span[1]], average.metrics) ?? read;
  }
  return read;
}
