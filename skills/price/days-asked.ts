import {
  type AskedAverage,
  asksDifference,
  averageAsked,
  comparesWithTime,
  everyDayWay,
  repeatedClaims,
  type SkillContext,
  saysMove,
} from "#contract";
import { asksForRun } from "./runs.ts";
import { firstDayOf, isEver } from "./stretches.ts";

/** A stretch of time of which each trading day is asked for. */
export interface AskedDays {
  /** The user's words for the stretch, or those for the usual one. */
  readonly words: string;
  /** True where the message names no stretch. */
  readonly isUsual: boolean;
  /** What is asked for of each day beside the close and its change, as metrics. */
  readonly figures: readonly string[];
  /** What the days are to come to together: 平均成交额. */
  readonly average: AskedAverage | null;
  /** True where the move over the whole stretch may be meant as well: 最近三天涨跌. */
  readonly withMove: boolean;
}

const eachDay =
  /每[一个]{0,2}(?:交易)?[天日](?!线|报)|逐日|天天|\b(?:each|every|per) (?:trading )?(?:day|session)\b|\beach of(?= the )|\bday[- ]by[- ]day\b/i;
/** Alone it may mean today's: the daily change of a stock. */
const daily = /(?<!average )\bdaily\b(?! (?:chart|candle|average|limit|price limit))/i;
const limits = /[涨跌]停|\blimit[- ](?:up|down)|\bprice limit/i;

/** Figures of one day: a stretch of time has one for each of its days. */
const dayFigures =
  /收盘|收市|收在|股价|价格|开盘|最高价|最低价|成交[量额]|成交金额|换手|\bclos(?:e|es|ed|ing)\b|\bprices?\b|\bopen(?:s|ing)?\b|\bhighs?\b|\blows?\b|\bvolumes?\b|\bturnover\b/i;

/** 最近三天涨跌: how far it moved on each of them, or over all of them. */
const eitherMove = /涨跌(?![幅停多了没吗家榜排])/;
const countedDays = /[\d一二两三四五六七八九十几]个?(?:交易日|[天日])/;

/** The last 5 closes, 最近5个收盘价: days that are counted by their closes. */
const countedCloses =
  /(?:last|past|latest|recent) (\d{1,3}|two|three|four|five|six|seven|eight|nine|ten) clos|(?:最近|近|过去|前)的?(\d{1,3}|[二两三四五六七八九十])个?收盘/i;

const bareCount = /^\d{1,3} ?[日天]$/;

const usualStretch = "最近5天";

const isIso = (date: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(date);

/** What every row has. */
const always: ReadonlySet<string> = new Set(["close", "pct_chg"]);
const beside: ReadonlySet<string> = new Set(["open", "high", "low", "volume", "amount"]);
/** 涨跌 alone asks for the percentage, which every row has. */
const inYuan = /涨跌额|\bin (?:yuan|rmb|cny)\b/i;

/** The figures that the turn before listed day by day, where its question is asked again; null where it listed none. */
function figuresBefore(context: SkillContext): readonly string[] | null {
  const claims = repeatedClaims("price", context);
  const closes = claims.filter(({ metric, adjust }) => metric === "close" && adjust === "none");
  const days = new Set(closes.map(({ as_of }) => as_of.slice(0, 10)));
  if (days.size < 2) return null;
  return [...new Set(claims.map(({ metric }) => metric))].filter(
    (metric) => beside.has(metric) || metric === "change",
  );
}

/** The question that was asked back for its company, which the message now names. */
function awaited({ session }: SkillContext): string {
  const last = session.at(-1);
  return last?.candidates?.length === 0 ? (last.said ?? "") : "";
}

function countedIn(text: string): string | undefined {
  const [, en, zh] = countedCloses.exec(text) ?? [];
  return en === undefined ? (zh === undefined ? undefined : `最近${zh}天`) : `last ${en} days`;
}

/** Whether each day of a stretch is asked for, and what of it; null where that is not so, or a single day is named. */
export function daysAsked(date: string | undefined, context: SkillContext): AskedDays | null {
  if (date !== undefined && (isIso(date) || isEver(date) || firstDayOf(date) !== undefined)) return null;
  const { asked, message } = context;
  const text = `${message.text} ${awaited(context)}`;
  // 每天 is no part of a stretch's own words, and alone names none.
  const said = date?.replace(eachDay, " ").replace(daily, " ").trim();
  const every = everyDayWay(text);
  const counted = every?.days === undefined ? countedIn(text) : `最近${every.days}天`;
  const named = said === undefined || said === "" || every?.days !== undefined ? counted : said;
  const before = figuresBefore(context);
  const own = [
    ...asked.metrics.filter((metric) => beside.has(metric)),
    ...(inYuan.test(text) ? ["change"] : []),
  ];
  const isOwn = own.length > 0 || asked.metrics.includes("close");
  const figures = isOwn ? own : (before ?? []);
  const average = averageAsked(context, { skill: "price", close: "close" });
  const found = {
    // 10日平均成交量 is that of ten days, and of no tenth.
    words:
      average !== null && named !== undefined && bareCount.test(named)
        ? `近${named}`
        : (named ?? usualStretch),
    isUsual: named === undefined,
    figures: average === null || always.has(average.figure) ? figures : [average.figure],
    average,
    withMove: false,
  };
  if (limits.test(text)) return null;
  if (every !== null || eachDay.test(`${text} ${date ?? ""}`)) return found;
  if (named === undefined) return null;
  if (daily.test(text)) return found;
  if (comparesWithTime(text) || asksDifference(text)) return null;
  if (average !== null) return found;
  if (before !== null && !saysMove(text)) return found;
  if (eitherMove.test(text) && countedDays.test(named)) return { ...found, withMove: true };
  return !saysMove(text) && dayFigures.test(text) ? found : null;
}

/** True where the message itself speaks of each day, so that no other reading of its stretch is meant; 连跌了吗 asks for a run of whatever length. */
export function saysEachDay(context: Pick<SkillContext, "message">): boolean {
  const { text } = context.message;
  const every = everyDayWay(text);
  const isEvery = every !== null && (every.days !== undefined || !asksForRun(context));
  return isEvery || eachDay.test(text) || daily.test(text);
}
