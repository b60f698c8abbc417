import { comparesWithTime, everyDayWay, isMove, type SkillContext } from "#contract";

/** What else of an index a message may ask for, beside its level and its move. */
const extras: readonly (readonly [metric: string, words: RegExp])[] = [
  ["index_open", /开盘|\bopen(?:ing|ed)?\b/i],
  ["index_high", /最高|\bhigh(?:est)?\b/i],
  ["index_low", /最低|\blow(?:est)?\b/i],
  ["index_prev_close", /昨收|前收|previous close/i],
  ["amount", /成交|(?<![涨跌发水缩亏]了?)(?:多少|几[百千万]*)亿|量能|放量|缩量|turnover|traded|\bvolume\b/i],
];

/** 沪深300呢, 比昨天多还是少: nothing that names a figure, so that those told before are meant. */
const goesOn = /[呢的][\s?？。!！]*$|^(?:那|and\b|what about\b|how about\b)/i;

/** What the turn before told of indices beside their levels, where the message goes on with it. */
function toldBefore({ message, session }: Pick<SkillContext, "message" | "session">): readonly string[] {
  const text = message.text.trim();
  const last = session.at(-1);
  if (last?.skill !== "market" || !(goesOn.test(text) || comparesWithTime(text))) return [];
  return last.claims.flatMap((claim) => (claim.kind === "numeric" ? [claim.metric] : []));
}

/** 上证指数收盘多少: the close, where none of another day is named. */
export const asksClose = (text: string): boolean =>
  /收盘|收在|收于|\bclos(?:e|ed|ing)\b/i.test(text) && !/昨|前收|previous/i.test(text);

const eachDay =
  /每[一个]{0,2}(?:交易)?[天日](?!线|报)|逐日|\b(?:each|every|per) (?:trading )?(?:day|session)\b|\bday[- ]by[- ]day\b|\bclos(?:es|ing (?:levels|points|values))\b/i;

/** True where the turn before listed an index day by day: the closes of several days, and no move between them. */
function listedBefore({ session }: Pick<SkillContext, "session">): boolean {
  const last = session.at(-1);
  if (last?.skill !== "market") return false;
  const numbers = last.claims.filter((claim) => claim.kind === "numeric");
  const closes = numbers.filter(({ metric }) => metric === "index_close");
  return new Set(closes.map(({ as_of }) => as_of)).size > 1 && !numbers.some(({ metric }) => isMove(metric));
}

/** 最近5天每天, closing levels of the past week, 那创业板指呢 behind such a list: each day of a stretch, not how far it moved over all of it. */
export const asksEachDay = (context: Pick<SkillContext, "message" | "session">): boolean =>
  eachDay.test(context.message.text) ||
  everyDayWay(context.message.text) !== null ||
  (goesOn.test(context.message.text.trim()) && listedBefore(context));

/** The days that are listed where the message names none: 上证天天跌吗. */
const usualDays = "最近5天";

/** The stretch of which each day is asked for; undefined where none is named, and none is meant. */
export function wordsOfDays(
  date: string | undefined,
  { message }: Pick<SkillContext, "message">,
): string | undefined {
  const every = everyDayWay(message.text);
  if (every === null) return date;
  return every.days === undefined ? (date ?? usualDays) : `最近${every.days}天`;
}

/** The metrics to show of an index: what is asked for leads, what now is compared with comes last. */
export function metricsFor(
  level: string,
  context: Pick<SkillContext, "message" | "session">,
): readonly string[] {
  const { text } = context.message;
  const named = extras.filter(([, words]) => words.test(text)).map(([metric]) => metric);
  const before = named.length > 0 ? [] : toldBefore(context);
  const asked =
    named.length > 0 ? named : extras.map(([metric]) => metric).filter((each) => before.includes(each));
  const again = asked.filter((metric) => metric !== "index_prev_close" || named.includes(metric));
  const isOfLevel = comparesWithTime(text) && !again.includes("amount");
  // While the market trades the newest close is that of the day before.
  const isOfClose = level === "index_current" && asksClose(text);
  const showsClose = (isOfLevel || isOfClose) && !again.includes("index_prev_close");
  return [...again, level, "index_change", "pct_chg", ...(showsClose ? ["index_prev_close"] : [])];
}

const breadth =
  /家数|涨停|跌停|涨跌比|涨跌分布|多少[家只个支].{0,6}[涨跌]|几[家只个支].{0,6}[涨跌]|多少股票|板块|概念|赛道|普涨|普跌|[红绿][盘的]?多|多少[红绿]|满[屏盘].{0,4}[红绿]|全场.{0,4}[红绿]|一片[红绿]|[红绿][油彤]{2}一片|[涨跌]的?多|more (?:red|green)|mostly (?:red|green|up|down)|赚钱效应|行业|breadth|advanc|declin|limit[- ]ups?|limit[- ]downs?|how many stocks|gainers|losers|sectors?|stocks (?:rose|fell|up|down)/i;

const levels = /大盘|指数|点位|多少点|成交|量能|行情|index|indices|level|points|turnover/i;

/** Whether counts of rising and falling stocks or sectors are asked for, which no source at hand tells, and whether levels are too. */
export const readWish = (text: string): { readonly breadth: boolean; readonly levels: boolean } => ({
  breadth: breadth.test(text),
  levels: levels.test(text),
});
