/** Counts that say what each of them did: 两涨一跌, 一家盈利、一家亏损, one rose and the other fell, both made a profit. */

import { chineseNumerals } from "../../../../language/numbers.ts";
import { englishCounts, spelledCount } from "../../lexicon/numerals.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { isDigit, isLetter, isWord, type Token, token } from "../token.ts";
import { endsPhrasal } from "./turn-words.ts";

/** What is counted, by the operator of its token: which sign, and of what. */
export interface Way {
  readonly sign: number;
  readonly of: "move" | "earnings" | "flow" | "growth" | "measure";
}

const ways: Readonly<Record<string, Way>> = {
  up: { sign: 1, of: "move" },
  down: { sign: -1, of: "move" },
  level: { sign: 0, of: "move" },
  onlyUp: { sign: 1, of: "move" },
  onlyDown: { sign: -1, of: "move" },
  profit: { sign: 1, of: "earnings" },
  loss: { sign: -1, of: "earnings" },
  inflow: { sign: 1, of: "flow" },
  outflow: { sign: -1, of: "flow" },
  grown: { sign: 1, of: "growth" },
  shrunk: { sign: -1, of: "growth" },
  positive: { sign: 1, of: "measure" },
  negative: { sign: -1, of: "measure" },
};

/** What a count token says of those it counts, or null where it is a bare count. */
export const wayOf = ({ kind, op }: Token): Way | null =>
  kind === "count" && Object.hasOwn(ways, op) ? (ways[op] ?? null) : null;

/** The count of a token that speaks of all there are; all but one of them is one less. */
const everyOne = -1;

/** Words of each way: in the short form 两涨一跌, which has two parts at least, and as whole words after 家 or 只. */
const han: readonly (readonly [op: string, short: string, words: string])[] = [
  ["up", "上涨|收涨|收高|走高|飘红|收红|翻红|涨|升|红", "上涨|收涨|收高|走高|飘红|收红|翻红|在涨|涨了"],
  ["down", "下跌|收跌|收低|走低|飘绿|收绿|翻绿|跌|降|绿", "下跌|收跌|收低|走低|飘绿|收绿|翻绿|在跌|跌了"],
  ["level", "收平|持平|平", ""],
  ["profit", "盈利|赚钱|盈|赚", "(?:是|为|实现|录得|保持|仍)?(?:盈利|赚钱|盈余)"],
  ["loss", "亏损|亏钱|亏|赔", "(?:是|为|出现|录得|仍|净)?(?:亏损|亏钱)"],
  ["inflow", "净流入|流入|进", "(?:是|为|获|获得|呈)?(?:净流入|净买入)"],
  ["outflow", "净流出|流出|出", "(?:是|为|遭|被|呈)?(?:净流出|净卖出)"],
  ["grown", "增长|增加|增", "(?:同比)?(?:增长|增加)"],
  ["shrunk", "下降|下滑|减少|负增长|减", "(?:同比)?(?:下降|下滑|减少|负增长)"],
  ["positive", "正", "(?:为|是)正"],
  ["negative", "负", "(?:为|是)负"],
];
const count = "(\\d{1,2}|[一二两三四五六七八九十]{1,2}|另一|另外一)";
const short = pattern`^${count}(?:只|家|支|个|者)?(?:${han.map(([op, words]) => `(?<${op}>${words})`).join("|")})(?!\d*\.?\d*\s?[%元点]|[停幅至到破穿了])`;
const whole = pattern`^${count}(?:只|家|支)(?:公司|股票|个股)?(?:则|却|也|都|均|仍|还|在|今日|今天)?(?:${han
  .filter(([, , words]) => words !== "")
  .map(([op, , words]) => `(?<${op}>${words})`)
  .join(
    "|",
  )})(?=$|[\s,，、;:。()）|]|的[是有为]|[和与及并而另其](?!下降|增长|亏损|盈利)|[一两二三四五六七八九十\d])`;
const longest = 20;

const opOf = (groups: Record<string, string | undefined> | undefined): string | null =>
  Object.keys(groups ?? {}).find((op) => groups?.[op] !== undefined) ?? null;

const countOf = (word: string): number => (word.startsWith("另") ? 1 : spelledCount(word));

function readHan(lower: string, at: number, before: readonly Token[]): Token | null {
  const ahead = lower.slice(at, at + longest);
  const part = short.exec(ahead);
  if (part !== null) {
    const end = at + part[0].length;
    const first = before.slice(-2).findLast((each) => each.kind !== "clause" && each.kind !== "join");
    const from = /^[,，、]/.test(lower.charAt(end)) ? end + 1 : end;
    const isPart =
      (first !== undefined && wayOf(first) !== null) || short.test(lower.slice(from, from + longest));
    const op = opOf(part.groups);
    if (isPart && op !== null) return token("count", at, end, { count: countOf(part[1] ?? ""), op });
  }
  const one = whole.exec(ahead);
  const op = opOf(one?.groups);
  if (one === null || op === null) return null;
  // 两只上涨 is a count and a move of its own.
  if ((op === "up" || op === "down") && !/^[一另]/.test(one[0])) return null;
  return token("count", at, at + one[0].length, { count: countOf(one[1] ?? ""), op });
}

const subject =
  /^(?:(?:the )?only )?(one|two|three|four|five|six|both|neither|none|all but (?:one|two|three|four)|all|the other|another|the rest)(?: (?:out )?of (?:them|(?:the |your |these |those |my )?(?:two|three|four|five|six)|(?:the|your|these|those)(?= (?:stocks|companies|names|banks|firms))))?(?: (?:two|three|four|five|one|others))?(?: (?:companies|company|stocks|stock|names|name|banks|bank|firms|firm))?/;
const linking =
  "(?: (?:is|are|was|were|closed|closes|ended|finished|made|makes|posted|reported|recorded|booked|logged|had|has|ran|turned|saw|sees|in|at))*(?: (?:an?|the))?(?: (?:net|full-year|annual))?";
const english: readonly (readonly [op: string, words: string])[] = [
  [
    "up",
    "rose|gained|advanced|climbed|rising|gaining|advancing|up|higher|positive territory|gainers?|advancers?|risers?|winners?",
  ],
  [
    "down",
    "fell|lost(?! money)|declined|dropped|slipped|slid|falling|declining|slipping|down|lower|negative territory|losers?|decliners?|fallers?|laggards?",
  ],
  ["profit", "(?:in )?profits?|profitable|in the black"],
  ["loss", "lost money|(?:in )?loss(?:es)?|unprofitable|loss-making|in the red"],
  ["inflow", "(?:net )?inflows?"],
  ["outflow", "(?:net )?outflows?"],
  ["grown", "grew|increased"],
  ["shrunk", "shrank|decreased|contracted"],
  ["positive", "positive"],
  ["negative", "negative"],
];
const said = pattern`^${linking} (?:${english.map(([op, words]) => `(?<${op}>${words})`).join("|")})(?![a-z])(?!,? (?:by |of |at |to |in |about |as much as |around |some )*(?:cny|rmb|¥|(?!(?:19|20)\d\d(?![\d%]|[.,]\d))\d|yuan))`;
const ofWhole =
  / of (?:(?:the|your|these|those|my) )?(two|three|four|five|six)|^(?:all|none) (two|three|four|five)|^(both|neither)/;

/** How many there are in all, where the count says so: one of the three, all three, both; else null. */
export function wholeOf({ start, end }: Token, lower: string): number | null {
  const found = ofWhole.exec(lower.slice(start, end));
  return found === null ? null : spelledCount(found[1] ?? found[2] ?? "two");
}

const notCounting =
  /(?:later|earlier|newer|older|former|latter|same|other|higher|lower|which|any|every|this|that|no|each|last|first|next|not|single|look|looks|looked|looking|pull|bring|call|pick|set|dig|[-\d]) $/;
const opposite: Readonly<Record<string, string>> = {
  profit: "loss",
  loss: "profit",
  inflow: "outflow",
  outflow: "inflow",
};

/** the other two */
function othersOf(word: string, said: string): number | null {
  const left = word === "the other" ? /^the other (two|three|four|five)(?![a-z])/.exec(said)?.[1] : undefined;
  return left === undefined ? null : spelledCount(left);
}

function allBut(word: string): number | null {
  const left = /^all but ([a-z]+)$/.exec(word)?.[1];
  return left === undefined ? null : everyOne - spelledCount(left);
}

function readEnglish(lower: string, at: number): Token | null {
  const who = subject.exec(lower.slice(at, at + 60));
  if (who === null || notCounting.test(lower.slice(Math.max(0, at - 8), at))) return null;
  const end = at + who[0].length;
  if (isLetter(lower.charCodeAt(end))) return null;
  const what = said.exec(lower.slice(end, end + 80));
  const way = opOf(what?.groups);
  const word = who[1] ?? "";
  // I won't make one up: the verb's particle.
  if (what !== null && endsPhrasal(lower, end + what[0].length)) return null;
  const isNone = word === "neither" || word === "none";
  const op = way !== null && isNone ? (opposite[way] ?? null) : way;
  if (what === null || op === null) return null;
  // Both rose, all fell: words of all and moves of their own.
  const isOfAll = isNone || word === "both" || word === "all";
  if (isOfAll && wayOf(token("count", 0, 0, { op }))?.of === "move") return null;
  if (word === "the rest") return null;
  return token("count", at, end + what[0].length, {
    count: isOfAll ? everyOne : (allBut(word) ?? othersOf(word, who[0]) ?? englishCounts.get(word) ?? 1),
    op,
  });
}

export const tallyStarts = ["otfsban有另0123456789", ...chineseNumerals].join("");

/** Digits that no Chinese word follows: 1801.23, 2026-05-07. Told before a pattern is tried. */
function isLongNumber(lower: string, at: number): boolean {
  if (!isDigit(lower.charCodeAt(at))) return false;
  const end = isDigit(lower.charCodeAt(at + 1)) ? at + 2 : at + 1;
  return !(lower.charCodeAt(end) > 127);
}

/** One part of such a count; `before` are the tokens before it. */
export function readTally(lower: string, at: number, before: readonly Token[]): Token | null {
  const first = lower.charAt(at);
  if (isLetter(lower.charCodeAt(at))) return readEnglish(lower, at);
  // 有一家亏损: the numeral is the count's.
  if (first === "有")
    return readHan(lower, at + 1, before) === null ? null : token("fill", at, at + 1, { op: first });
  const isInside = at > 0 && isWord(lower.charCodeAt(at - 1));
  return isInside || isLongNumber(lower, at) ? null : readHan(lower, at, before);
}

/** 唯一下跌的: one company. */
const onlyOne =
  /^唯一(?:一[只家支])?(?=(?:今[日天])?(?:(?:上|下|收|走|飘|翻)?[涨跌红绿]|(?:净|出现|实现)?(?:亏损|盈利|亏钱|赚钱)|净流[入出]))/;

const onlyMover =
  /^(?:the )?only (?:(gainer|advancer|riser|winner)|(?:loser|decliner|faller|laggard))(?![a-z])/;

export const onlyOneStarts = "to唯";

export function readOnlyOne(lower: string, at: number): Token | null {
  const found = "to".includes(lower.charAt(at)) ? onlyMover.exec(lower.slice(at, at + 24)) : null;
  if (found !== null)
    return token("count", at, at + found[0].length, {
      count: 1,
      op: found[1] === undefined ? "onlyDown" : "onlyUp",
    });
  const match = lower.charAt(at) === "唯" ? onlyOne.exec(lower.slice(at, at + 10)) : null;
  return match === null ? null : token("count", at, at + match[0].length, { count: 1 });
}
