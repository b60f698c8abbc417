import type { AlertRule, Bilingual, JsonObject } from "#contract";

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
