import type { AlertRule, SkillContext, UserNumber } from "#contract";
import { changeIn } from "./change-words.ts";
import { partWords } from "./day-times.ts";

/**
 * What a message says of one alert, before its company is known. `side` is absent where the words leave it open (到400叫我). `amount`: the yuan
 * are an amount of change (跌了50块), or may be one (跌50, which the price tells from a level).
 */
export type RuleWords = Pick<AlertRule, "level"> & {
  readonly unit: "CNY" | "%";
  readonly side?: AlertRule["side"];
  readonly amount?: "said" | "possible";
};

/** The alerts of a message; `former`: the levels that a change takes away (从1200改成1100). */
export interface RulesRead {
  readonly rules: readonly RuleWords[];
  readonly former: readonly RuleWords[];
  readonly isChange: boolean;
}

/** What alerts do not look at. */
const beyondPrices =
  /市盈率|市净率|市值|股息|成交|换手|均线|日线|周线|月线|资金|北向|赚|賺|亏|虧|盈利|浮盈|profit|业绩|公告|新闻|财报|净利|营收|分红|涨停|跌停|放量|缩量|金叉|死叉|背离|MACD|KDJ|RSI|\bMA\d|\bP\/?[EB]\b|volume|turnover|moving average|market cap|news|earnings|dividend|limit[- ](?:up|down)/i;

const down =
  /跌|低[于於]|小[于於]|不到|下破|失守|回落|回[调調]|降|\b(?:falls?|falling|drops?|dropping|below|under|less than|down|dips?|sinks?|loses?|slides?)\b/i;
const up =
  /[涨漲]|升|高[于於]|大[于於]|超[过過]|突破|站上|[冲衝]|\b(?:above|over|exceeds?|more than|rises?|rising|climbs?|up|gains?|tops?|jumps?)\b/i;
const either = /[涨漲]跌|波[动動]|[变變][动動]|[异異][动動]|\b(?:moves?|moving|changes?|swings?)\b/i;
const lower = /^ ?(?:元|块|塊|yuan)? ?(?:以下|之下|下方|or (?:below|less|lower))/i;
const higher = /^ ?(?:元|块|塊|yuan)? ?(?:以上|之上|上方|or (?:above|more|higher))/i;

/** 5个点 is five per cent. */
const points = /^ ?(?:个点|个百分点|点(?!\d))/;

function sideOf(unit: "CNY" | "%", before: string, after: string): AlertRule["side"] | undefined {
  const isDown = down.test(before) || lower.test(after);
  const isUp = up.test(before) || higher.test(after);
  if (unit === "CNY") return isDown === isUp ? undefined : isDown ? "below" : "above";
  if (either.test(before)) return "move";
  // 跌超过5%, falls more than 5%: the amount is exceeded, not the price.
  if (isDown) return "down";
  if (isUp && !/^[^涨升]*超过$|^\D*more than $/i.test(before)) return "up";
  return /[涨漲]|升|幅|超[过過]|more than|by/i.test(before) ? "move" : undefined;
}

const about = "(?:超过|超過|超|过|過|达到|達到|逾|近|约|約|大约|有)?\\s?[¥¥]?$";
const aboutEnglish = "(?:more than |over |at least |about |around |another |a |further )?(?:¥|rmb |cny )?$";
/** 跌了50块, 再跌20, 涨跌超过10元, by 50 yuan. */
const amountBefore = new RegExp(
  `[跌涨漲升降](?:了|去|掉)${about}|再[下上]?[跌涨漲升降]${about}|(?:便宜|[低高贵貴])了?${about}|(?:[跌涨漲升降]幅|涨跌|漲跌|波动|波動|变动|變動|异动|差价)${about}`,
);
const amountBeforeEnglish = new RegExp(
  `\\b(?:by|los(?:es?|ing)|gain(?:s|ing)?|mov(?:es?|ing)|swings?|(?:drop|fall|rise|gain|move|loss|change) of) ${aboutEnglish}`,
  "i",
);
const amountAfter =
  /^ ?的?(?:[跌涨漲]幅|波动|波動)|^ ?(?:yuan )?(?:drop|fall|rise|gain|decline|dip|jump|move|lower|higher|cheaper|dearer|less|off)\b/i;
/** 跌50, 跌超过50, falls 50 yuan: an amount, or the level in few words. */
const possibleBefore = /[跌涨漲升降挫落调](?:超过|超過|超|过|過)?\s?[¥¥]?$/;
const possibleBeforeEnglish = new RegExp(
  `\\b(?:falls?|drops?|down|up|rises?|climbs?|dips?|slides?|sinks?|jumps?|slips|declines?) ${aboutEnglish}`,
  "i",
);

/** What makes yuan a level, whatever the price is. */
const levelBefore =
  /(?:[破到至过過於于上穿为為成]了?|\b(?:to|at|hits?|hitting|reach(?:es)?|touch(?:es)?|cross(?:es)?|below|above|under|over|than|from|of))\s?[¥¥]?$/i;

/** Whether yuan are an amount of change; without a word for either the price tells. */
function amountOf(before: string, after: string): RuleWords["amount"] {
  if (lower.test(after)) return undefined;
  if (amountBefore.test(before) || amountBeforeEnglish.test(before) || amountAfter.test(after)) return "said";
  if (possibleBefore.test(before) || possibleBeforeEnglish.test(before)) return "possible";
  return levelBefore.test(before) || higher.test(after) ? undefined : "possible";
}

const isPlain = ({ literal }: UserNumber): boolean => /\d/.test(literal) || literal.startsWith("百分之");

const hour = "(?:\\d{1,2}|[一二两三四五六七八九十]{1,3})";
/** 下午三点, 15:00, 3pm, 9点半: when, and no level. 3000点 is one. */
const timeOfDay = new RegExp(
  `(?:${partWords})\\s*${hour}\\s*[点點时時::]?(?:半|\\d{2})?|(?<![\\d.])\\d{1,2}[::]\\d{2}(?!\\d)|(?<![\\d.])\\d{1,2}(?:\\.\\d{2})?\\s*(?:am|pm)\\b|\\d{1,2} ?o'clock|(?<![\\d.一二三四五六七八九十百千涨漲跌升降破到])${hour}\\s*[点點](?=钟|鐘|半|整|一刻|三刻|\\d{1,2}分|提醒|叫|通知|告[诉訴]|喊|[帮幫]?我?看)`,
  "gi",
);

/** Where a message names times of the day, as spans. */
const timesIn = (text: string): readonly (readonly [number, number])[] =>
  [...text.matchAll(timeOfDay)].map(({ 0: words, index }) => [index, index + words.length] as const);

/** True where a message names a time of the day. */
export const namesTime = (text: string): boolean => timesIn(text).length > 0;

const isCode = ({ literal }: UserNumber): boolean => /^\d{6}$/.test(literal);

/** The level that a number stands for; null where it is none, undefined where it is one that cannot be watched. */
function levelOf(number: UserNumber, after: string): Pick<RuleWords, "level" | "unit"> | undefined {
  const unit = number.unit === null && points.test(after) ? "%" : (number.unit ?? "CNY");
  if (unit !== "CNY" && unit !== "%") return undefined;
  return /^\d{1,9}(?:\.\d{1,4})?$/.test(number.value) && Number(number.value) > 0
    ? { level: number.value, unit }
    : undefined;
}

/** 关注一下: a numeral that no word makes a level is none. */
const isLevel = (number: UserNumber, before: string, after: string): boolean =>
  isPlain(number) ||
  /(?:[破到至过於于上穿涨漲跌降]了?|[改换換调調][为為成])\s*$/.test(before) ||
  lower.test(after) ||
  higher.test(after);

/**
 * The alerts that a message asks for. `beyond`: it names something else than a price; `unclear`: a number in it is none that can be watched.
 */
export function readRules(
  text: string,
  numbersOf: SkillContext["numbersOf"],
): RulesRead | "beyond" | "unclear" {
  if (beyondPrices.test(text)) return "beyond";
  const change = changeIn(text);
  const rules: RuleWords[] = [];
  const former: RuleWords[] = [];
  let from = 0;
  const times = timesIn(text);
  for (const number of numbersOf(text)) {
    const [start, end] = number.span;
    if (times.some(([first, last]) => start >= first && start < last)) continue;
    const [before, after] = [text.slice(from, start), text.slice(end)];
    if (isCode(number) && rules.length + former.length === 0 && !down.test(before) && !up.test(before))
      continue;
    if (!isLevel(number, before, after)) continue;
    from = end;
    const level = levelOf(number, after);
    if (level === undefined) return "unclear";
    const side = sideOf(level.unit, before, after);
    const isOld = change !== null && start < change.at !== change.isFormerBehind;
    const amount = level.unit === "CNY" && !isOld ? amountOf(before, after) : undefined;
    (isOld ? former : rules).push({
      ...level,
      ...(side === undefined ? {} : { side }),
      ...(amount === undefined ? {} : { amount }),
    });
  }
  // 跌破1200提醒我,改到… that names nothing new changes nothing.
  return rules.length === 0
    ? { rules: former, former: [], isChange: false }
    : { rules, former, isChange: change !== null };
}

const placeOrCount = /^\s?(?:[个個条條项項种份只]|alerts?\b|reminders?\b|digests?\b)/i;

/** The levels by which a message names alerts that there are; `unit` null where it says none. Places (第2个), counts and times are none. */
export function levelsIn(text: string, numbersOf: SkillContext["numbersOf"]) {
  const times = timesIn(text);
  return numbersOf(text).flatMap((number) => {
    const { literal, span, unit } = number;
    const [before, after] = [text.slice(0, span[0]), text.slice(span[1])];
    const isTime = times.some(([first, last]) => span[0] >= first && span[0] < last);
    // 一千五的提醒, and not 一下.
    const isSpoken = literal.length > 1;
    const isOther = isCode(number) || /第\s?$|#$/.test(before) || placeOrCount.test(after);
    if (isTime || (isOther && !points.test(after)) || !(isSpoken || isLevel(number, before, after)))
      return [];
    const read = levelOf(number, after);
    return read === undefined
      ? []
      : [{ literal, level: read.level, unit: unit === null && read.unit === "CNY" ? null : read.unit }];
  });
}
