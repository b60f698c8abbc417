import type { AlertRule, Bilingual, JsonObject, SkillContext, UserNumber } from "#contract";

/** What a message says of one alert, before its company is known; `side` is absent where the words leave it to the price (到400叫我). */
export type RuleWords = Pick<AlertRule, "level"> & {
  readonly unit: "CNY" | "%";
  readonly side?: AlertRule["side"];
};

/** What alerts do not look at. */
const beyondPrices =
  /市盈率|市净率|市值|股息|成交|换手|均线|日线|周线|月线|资金|北向|业绩|公告|新闻|财报|净利|营收|分红|涨停|跌停|放量|缩量|金叉|死叉|背离|MACD|KDJ|RSI|\bMA\d|\bP\/?[EB]\b|volume|turnover|moving average|market cap|news|earnings|dividend|limit[- ](?:up|down)/i;

const down =
  /跌|低于|小于|不到|下破|失守|回落|回调|降|\b(?:falls?|falling|drops?|dropping|below|under|less than|down|dips?|sinks?|loses?|slides?)\b/i;
const up =
  /涨|升|高于|大于|超过|突破|站上|冲|\b(?:above|over|exceeds?|more than|rises?|rising|climbs?|up|gains?|tops?|jumps?)\b/i;
const either = /涨跌|波动|变动|异动|\b(?:moves?|moving|changes?|swings?)\b/i;
const lower = /^ ?(?:元|块|yuan)? ?(?:以下|之下|下方|or (?:below|less|lower))/i;
const higher = /^ ?(?:元|块|yuan)? ?(?:以上|之上|上方|or (?:above|more|higher))/i;

/** 5个点 is five per cent. */
const points = /^ ?(?:个点|个百分点|点(?!\d))/;

function sideOf(unit: "CNY" | "%", before: string, after: string): AlertRule["side"] | undefined {
  const isDown = down.test(before) || lower.test(after);
  const isUp = up.test(before) || higher.test(after);
  if (unit === "CNY") return isDown === isUp ? undefined : isDown ? "below" : "above";
  if (either.test(before)) return "move";
  // 跌超过5%, falls more than 5%: the amount is exceeded, not the price.
  return isDown ? "down" : isUp && !/^[^涨升]*超过$|^\D*more than $/i.test(before) ? "up" : "move";
}

const isPlain = ({ literal }: UserNumber): boolean => /\d/.test(literal) || literal.startsWith("百分之");

const hour = "(?:\\d{1,2}|[一二两三四五六七八九十]{1,3})";
/** 下午三点, 15:00, 3pm, 9点半: when, and no level. 3000点 is one. */
const timeOfDay = new RegExp(
  `(?:早上|早晨|上午|中午|下午|傍晚|晚上|晚间)\\s*${hour}\\s*[点點时時::]?(?:半|\\d{2})?|(?<![\\d.])\\d{1,2}[::]\\d{2}(?!\\d)|(?<![\\d.])\\d{1,2}(?:\\.\\d{2})?\\s*(?:am|pm)\\b|\\d{1,2} ?o'clock|(?<![\\d.一二三四五六七八九十百千涨漲跌升降破到])${hour}\\s*[点點](?=钟|鐘|半|整|一刻|三刻|\\d{1,2}分|提醒|叫|通知|告[诉訴]|喊|[帮幫]?我?看)`,
  "gi",
);

/** Where a message names times of the day, as spans. */
const timesIn = (text: string): readonly (readonly [number, number])[] =>
  [...text.matchAll(timeOfDay)].map(({ 0: words, index }) => [index, index + words.length] as const);

/** True where a message names a time of the day. */
export const namesTime = (text: string): boolean => timesIn(text).length > 0;

const isCode = ({ literal }: UserNumber): boolean => /^\d{6}$/.test(literal);

/**
 * The alerts that a message asks for. `beyond`: it names something else than a price; `unclear`: a number in it is none that can be watched.
 */
export function readRules(
  text: string,
  numbersOf: SkillContext["numbersOf"],
): readonly RuleWords[] | "beyond" | "unclear" {
  if (beyondPrices.test(text)) return "beyond";
  const rules: RuleWords[] = [];
  let from = 0;
  const times = timesIn(text);
  for (const number of numbersOf(text)) {
    const [start, end] = number.span;
    if (times.some(([first, last]) => start >= first && start < last)) continue;
    const [before, after] = [text.slice(from, start), text.slice(end)];
    if (isCode(number) && rules.length === 0 && !down.test(before) && !up.test(before)) continue;
    // 关注一下: a numeral that no word makes a level is none.
    const isLevel =
      /[破到至过於于上穿涨漲跌降]了?\s*$/.test(before) || lower.test(after) || higher.test(after);
    if (!isPlain(number) && !isLevel) continue;
    from = end;
    const unit = number.unit === null && points.test(after) ? "%" : (number.unit ?? "CNY");
    if (unit !== "CNY" && unit !== "%") return "unclear";
    if (!/^\d{1,9}(?:\.\d{1,4})?$/.test(number.value) || Number(number.value) <= 0) return "unclear";
    const side = sideOf(unit, before, after);
    rules.push({ level: number.value, unit, ...(side === undefined ? {} : { side }) });
  }
  return rules;
}

/** Per cent of a day's change, or yuan. */
export const isOfPrice = ({ side }: Pick<AlertRule, "side">): boolean => side === "below" || side === "above";

const conditions: Readonly<Record<AlertRule["side"], Bilingual>> = {
  below: { zh: "跌到 {level} 元或更低", en: "at {level} yuan or below" },
  above: { zh: "涨到 {level} 元或更高", en: "at {level} yuan or above" },
  up: { zh: "当日涨幅达到 {level}%", en: "up {level}% or more on the day" },
  down: { zh: "当日跌幅达到 {level}%", en: "down {level}% or more on the day" },
  move: { zh: "当日涨跌达到 {level}%", en: "up or down {level}% or more on the day" },
};

/** The rule in words, as the list shows it. */
export function conditionOf({ side, level }: AlertRule): Bilingual {
  const { zh, en } = conditions[side];
  return { zh: zh.replace("{level}", level), en: en.replace("{level}", level) };
}

const sentences: Readonly<Record<AlertRule["side"], Bilingual>> = {
  below: { zh: "{name}跌破{level}元提醒我", en: "alert me when {name} falls below {level} yuan" },
  above: { zh: "{name}涨到{level}元提醒我", en: "alert me when {name} rises above {level} yuan" },
  up: { zh: "{name}涨幅超过{level}%提醒我", en: "alert me when {name} rises {level}%" },
  down: { zh: "{name}跌幅超过{level}%提醒我", en: "alert me when {name} falls {level}%" },
  move: { zh: "{name}涨跌超过{level}%提醒我", en: "alert me when {name} moves {level}%" },
};

/** The rule as a sentence by which it can be set again; it is the message of its turn when it is due. */
export const sentenceOf = ({ side, level }: AlertRule, name: string, language: keyof Bilingual): string =>
  sentences[side][language].replace("{name}", name).replace("{level}", level);

/** How a price stands to a level of the user's. */
function ofLevel(found: number, level: string): Bilingual {
  const limit = Number(level);
  if (found === limit) return { zh: `正好是你设的 ${level} 元`, en: `exactly the ${level} yuan you set` };
  return found < limit
    ? { zh: `低于你设的 ${level} 元`, en: `below the ${level} yuan you set` }
    : { zh: `高于你设的 ${level} 元`, en: `above the ${level} yuan you set` };
}

/** How a day's change stands to the per cent that the user set; null where it goes the other way. */
function ofPercent(found: number, { side, level }: AlertRule): Bilingual | null {
  const limit = Number(level);
  if ((side === "up" && found < 0) || (side === "down" && found > 0)) return null;
  const [zh, en] = found < 0 ? ["跌幅", "a fall of"] : ["涨幅", "a rise of"];
  const size = Math.abs(found);
  if (size === limit) return { zh: `${zh}正好是你设的 ${level}%`, en: `${en} exactly the ${level}% you set` };
  return size > limit
    ? { zh: `${zh}超过你设的 ${level}%`, en: `${en} more than the ${level}% you set` }
    : { zh: `${zh}没有到你设的 ${level}%`, en: `${en} less than the ${level}% you set` };
}

/** How what was found stands to the rule: words that are true whatever it is; null where there is nothing to say. */
export function relationOf(rule: AlertRule, value: JsonObject): Bilingual | null {
  const found = isOfPrice(rule) ? (value.current_price ?? value.close) : value.pct_chg;
  if (typeof found !== "number") return null;
  return isOfPrice(rule) ? ofLevel(found, rule.level) : ofPercent(found, rule);
}

/** The value that a rule is about, and the one beside it. */
export function metricsOf(rule: AlertRule, value: JsonObject): readonly [first: string, second: string] {
  const price = "current_price" in value ? "current_price" : "close";
  return isOfPrice(rule) ? [price, "pct_chg"] : ["pct_chg", price];
}

/** A price at or beyond the level on the same day, where the price itself is on the other side again. */
export function touchedBy({ side, level }: AlertRule, value: JsonObject): "low" | "high" | null {
  const extreme = side === "below" ? "low" : side === "above" ? "high" : null;
  const found = extreme === null ? undefined : value[extreme];
  if (extreme === null || typeof found !== "number") return null;
  return (side === "below" ? found <= Number(level) : found >= Number(level)) ? extreme : null;
}
