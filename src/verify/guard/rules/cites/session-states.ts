/** 今天还没收盘, the market is still open, 今天已收盘, 盘中现价: what a text says of the day's trading, beside the hour at which it says so. */

import { type Bench, reportAt, shownClaims } from "../../bench.ts";
import { isAfterTrading } from "../../claims/calendar-match.ts";
import { isSessionBetween } from "../../claims/trading-days.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { type RareWords, rare } from "../../lexicon/rare-words.ts";
import { inSession } from "../../tokens/times/short-days.ts";
import type { Clause, Token } from "../../tokens/token.ts";

const border = "(?=[,，。.;；:：!！)）—\\n]|$)";
const isOver = rare(
  pattern.all`(?:今[天日](?:的?(?:a股|沪深两市|两市|市场|股市|交易))?|(?:^|[。;；,，\n])(?:a股|沪深两市|两市|市场|股市)(?:今[天日])?)(?:现在|目前)?已经?(?:收盘|收市|闭市)了?${border}|(?<![a-z])(?:markets?|trading|session) (?:ha(?:s|ve) (?:now |already )?(?:closed|ended|finished)|(?:is|are) (?:now |already )?(?:closed|over|finished)) (?:for the day|today)(?![a-z])`,
);
/** 盘中一度 and 盘中最高 tell of what has been, 盘中数据随时变化 of things in general. */
const ofSession = rare(
  /盘中(?:的)?(?:现价|最新价?|价格?|报价?|数据|行情|快照)(?!会|将|可|仍|随时|瞬|变|波动)|[,，;；] ?盘中(?=[)）。]|$)|(?:^|[。\n])盘中(?=[,，])|(?<![a-z])intraday(?: (?:price|quote|data|snapshot|reading)s?)?(?= ?[).]|$)/g,
);
/** Said of what may be, or of another day. */
const apart =
  /如|若|待|等|时|昨|上一|前一|周[一二三四五]|最[高低]|是否|[?？]|(?<![a-z])(?:if|when|while|until|once|whether|yesterday|previous|last)(?![a-z])/;
/** 不是盘中价, 别把它当成盘中价, not an intraday quote. */
const denied =
  /(?:不是|并非|而非|不属于|不算|不能|不应|[别勿莫])[^,，。;；:：\n]{0,8}$|(?<![a-z])(?:not|never|isn't|rather than)(?: [a-z]{1,12}){0,3} $/;
/** What is said of the day before or the next, and whether trading that is certain contradicts it. */
const neighbours: readonly (readonly [words: RareWords, isFalse: (today: number) => boolean])[] = [
  [
    rare(
      /明[天日](?:a股|沪深两市|市场|股市|将|会|也|还|是)*(?:休市|不开市|不开盘|不交易|闭市)|(?<![a-z])(?:markets?|exchanges?|trading)(?: (?:is|are|will be|stays?|remains?))* (?:closed|shut|halted) tomorrow|(?:今[天日]|today)(?:是|is )?(?:the last trading day before|(?:节前|假期前)最后一个交易日)/g,
    ),
    (today) => isSessionBetween(today, today + 2),
  ],
  [
    rare(
      /明[天日](?:a股|沪深两市|市场|股市|将|会)*(?:恢复(?:交易|开市)|重新开[市盘]|复市)|(?<![a-z])(?:trading|markets?|exchanges?)(?: will)? (?:resumes?|reopens?) tomorrow/g,
    ),
    (today) => isSessionBetween(today - 1, today + 1),
  ],
  [
    rare(
      /今[天日](?:是|为)?(?:节后|假期后|长假后)(?:的)?(?:第一个?|首个)交易日|(?<![a-z])(?:today is|it is|it's) the first (?:trading day|session) after the [a-z ]{0,16}(?:holidays?|break)/g,
    ),
    (today) => isSessionBetween(today - 2, today),
  ],
];

/** 此后一直休市, no trading has taken place since: since the day of what is shown. */
const restedSince = rare(
  /(?:此后|之后|其后|自那以后|至今)[^,，。;；\n]{0,6}(?:(?:一直|始终|都)(?:在|处于)?休市|没有?(?:开市|开盘|交易)|未(?:开市|开盘|交易))|(?<![a-z])no trading(?: has taken place| took place| has happened| at all)? (?:ever )?since|(?<![a-z])markets? (?:has|have) been (?:closed|shut) (?:ever )?since/g,
);

function checkRestedSince(bench: Bench): void {
  const days = shownClaims(bench).map(({ asOf }) => asOf.day);
  if (days.length === 0 || !isSessionBetween(Math.max(...days), bench.now.day + 1)) return;
  for (const { 0: said, index } of restedSince.all(bench.input.lower))
    reportAt(bench, index + said.length - 1, "wrong_date");
}

function checkNeighbours(bench: Bench): void {
  for (const [words, isFalse] of neighbours)
    for (const { 0: said, index } of isFalse(bench.now.day) ? words.all(bench.input.lower) : []) {
      const before = bench.input.lower.slice(Math.max(0, index - reach), index);
      if (!apart.test(before.slice(-nearby) + said.replaceAll(/最后|the last/g, "")))
        reportAt(bench, index + said.length - 1, "wrong_date");
    }
}

const nearby = 16;
const reach = 24;

/** Sunday is 0. */
const weekdayOf = (day: number): number => (day + 4) % 7;

/** Reports a session said to go on after its end, one said to be over before it, and prices called of the session that were got after it. */
export function checkSessionStates(bench: Bench): void {
  checkNeighbours(bench);
  checkRestedSince(bench);
  const { input, now } = bench;
  const isWeekday = weekdayOf(now.day) % 6 !== 0;
  const isEnded = isAfterTrading({ asOf: now }, now) || !isWeekday;
  const shown = shownClaims(bench);
  const isGotAfter = shown.every(
    ({ asOf, fetchedAt }) =>
      asOf.day === now.day && isAfterTrading({ asOf: asOf.dateOnly ? (fetchedAt ?? asOf) : asOf }, now),
  );
  const wrong = [
    ...(isEnded ? [inSession] : [isOver]),
    ...(isEnded && shown.length > 0 && isGotAfter ? [ofSession] : []),
  ];
  for (const words of wrong)
    for (const { 0: said, index } of words.all(input.lower)) {
      const before = input.lower.slice(Math.max(0, index - reach), index);
      const isApart = apart.test(before.slice(-nearby) + said.replace(/时[间段]/g, ""));
      if (!isApart && !(words === ofSession && denied.test(before))) reportAt(bench, index, "stale");
    }
}

// A股13:00开市、15:00收市, trading resumes at 13:00: the hours of the exchanges, told of the market and in their own role.

const ofMarket =
  /a股|沪深|两市|市场|交易所|交易时[间段]|恢复交易|休市|开市|收市|(?<![a-z])(?:trading|market|exchange|session|a-shares?)(?![a-z])/;

/** What the market does at each of its hours (Shanghai and Shenzhen: 9:30–11:30 and 13:00–15:00), in minutes of the day. */
const hours: ReadonlyMap<number, RegExp> = new Map([
  [570, /开盘|开市|开始交易|早盘|交易时[间段]|(?<![a-z])(?:opens?|opening|starts?|begins?|hours)(?![a-z])/],
  [690, /休市|午休|上午收[市盘]|交易时[间段]|(?<![a-z])(?:lunch|midday|noon|morning|hours)(?![a-z])/],
  [
    780,
    /恢复|下午|午后|复市|继续交易|交易时[间段]|(?<![a-z])(?:resumes?|reopens?|restarts?|afternoon|hours)(?![a-z])/,
  ],
  [900, /收盘|收市|闭市|交易时[间段]|(?<![a-z])(?:closes?|closing|ends?|hours)(?![a-z])/],
]);

const ofData = /截[至止]|数据|(?<![a-z])as (?:of|at)(?![a-z])/;

/** True for such an hour in a clause that is of the market, shows no number and names no company. */
export function isMarketHour(
  { time, start, end }: Token,
  clause: Clause | undefined,
  lower: string,
): boolean {
  const role = time === null ? undefined : hours.get(time.seconds / 60);
  if (role === undefined || clause === undefined || clause.length > longest) return false;
  if (clause.some(({ kind }) => kind === "number" || kind === "company" || kind === "source")) return false;
  const text = lower.slice(clause[0]?.start ?? start, clause.at(-1)?.end ?? end);
  return ofMarket.test(text) && role.test(text) && !ofData.test(text);
}

/** Tokens of a clause that tells nothing but the hours. */
const longest = 40;
