import { isLetter, type Unit, type UnitRead } from "../token.ts";

const unit = (dimension: string, exponent: number): Unit => ({ dimension, exponent });

/** Rows of what words stand for and the words, split at `|`, by the first character of each word; the longest word first. */
function table<Value>(rows: readonly (readonly [Value, string])[]) {
  const words = rows.flatMap(([value, list]) => list.split("|").map((word) => [word, value] as const));
  return Map.groupBy(
    words.toSorted(([a], [b]) => b.length - a.length),
    ([word]) => word.charCodeAt(0),
  );
}

/** Units of claims (the closed list of the language layer) as dimension and power of ten. */
const claimUnits: ReadonlyMap<string, Unit> = new Map([
  ["元", unit("CNY", 0)],
  ["万元", unit("CNY", 4)],
  ["亿元", unit("CNY", 8)],
  ["%", unit("part", -2)],
  ["ratio", unit("part", 0)],
  ["x", unit("times", 0)],
  ["倍", unit("times", 0)],
  ["手", unit("shares", 2)],
  ["股", unit("shares", 0)],
  ["pp", unit("points of %", 0)],
]);

/** The dimension of a claim's unit; any other unit is a dimension of its own, which only the same word shows. */
export const claimUnit = (name: string): Unit => claimUnits.get(name) ?? unit(name, 0);

/** Words of the powers of ten. */
const scales = table([
  [12, "万亿|trillion|trn|tn|t"],
  [11, "千亿"],
  [10, "百亿"],
  [9, "十亿|billion|bn|b"],
  [8, "个亿|亿"],
  [7, "千万"],
  [6, "百万|million|mn|mln|m"],
  [5, "十万"],
  [4, "万"],
  [3, "千|thousand|k"],
]);

/** Words that are a dimension of their own. */
const ownUnits =
  "辆|台|瓶|箱|件|颗|桶|艘|架|套|gwh|mwh|kwh|mw|gw|units|tonnes|tons|vehicles|cars|cases|bottles|barrels|stores|customers|users|contracts|只|个|人|年|周|折|次|项|名|位|度|号|级|档|岁|分钟|小时|秒";

/** Words of the units. */
const bases = table([
  [unit("points of %", 0), "个百分点|百分点|percentage points|percentage point|ppt|pp|pct pts"],
  [unit("part", -2), "%|percent|per cent|pct"],
  [unit("part", -3), "‰"],
  [unit("bp", 0), "个基点|基点|basis points|basis point|bps|bp"],
  [unit("CNY", 0), "元人民币|人民币|元/股|元每股|元|块钱|块|cny|rmb|yuan|renminbi|cn¥|¥"],
  [unit("CNY", -1), "角"],
  [unit("CNY", -2), "分|分钱"],
  [unit("USD", 0), "美元|美金|usd|us$|$|dollars|dollar|us dollars|u.s. dollars"],
  [unit("HKD", 0), "港元|港币|hkd|hk$|hong kong dollars"],
  [unit("EUR", 0), "欧元|eur|€|euros|euro"],
  [unit("JPY", 0), "日元|jpy|yen"],
  [unit("GBP", 0), "英镑|gbp|£"],
  [unit("TWD", 0), "台币|新台币"],
  [unit("KRW", 0), "韩元"],
  [unit("AUD", 0), "澳元"],
  [unit("CAD", 0), "加元"],
  [unit("times", 0), "倍|times|x"],
  [unit("shares", 2), "手|lots|lot|hands|board lots"],
  [unit("shares", 0), "股|shares|share"],
  [unit("户", 0), "户|households|holders|shareholders"],
  [unit("家", 0), "家"],
  [unit("条", 0), "条"],
  [unit("点", 0), "点|points|pts"],
  [unit("日", 0), "日|天|个交易日|days|day|trading days"],
  [unit("t", 0), "吨"],
  [unit("月", 0), "个月|months"],
  [unit("年", 0), "年期|years|year"],
  [unit("周", 0), "weeks"],
  [unit("分钟", 0), "minutes"],
  [unit("小时", 0), "hours"],
  [unit("人", 0), "people|employees"],
  [unit("tenths", 0), "成"],
  ...ownUnits.split("|").map((word) => [unit(word, 0), word] as const),
]);

/** 三六零成交额: 成 begins the next word. */
const afterTenths = /[交本分立长功员为果熟绩品份]/;

function longest<Value>(
  rows: ReturnType<typeof table<Value>>,
  lower: string,
  at: number,
): { readonly value: Value; readonly end: number } | null {
  for (const [word, value] of rows.get(lower.charCodeAt(at)) ?? []) {
    if (!lower.startsWith(word, at)) continue;
    const end = at + word.length;
    if (word === "成" && afterTenths.test(lower.charAt(end))) continue;
    if (isLetter(word.charCodeAt(word.length - 1)) && isLetter(lower.charCodeAt(end))) continue;
    return { value, end };
  }
  return null;
}

const skipSpace = (text: string, at: number): number => {
  let end = at;
  while (text.charAt(end) === " " && end - at < 3) end++;
  return end;
};

/** What an amount may be counted by: 元/股 is a price, 元/手 another measure. */
const perUnit = /^\s?\/\s?(股|手|吨|桶|盎司|克|千克|户|人|天|日|年|月|share|lot|ton|day|year|month)(?![a-z])/;

/** Reads the scale and unit that follow a number: `亿元`, ` billion yuan`, `万手`, `%`. Null fields where none is written. */
export function readUnit(lower: string, at: number) {
  const scaled = longest(scales, lower, skipSpace(lower, at));
  const afterScale = scaled?.end ?? at;
  const found = longest(bases, lower, skipSpace(lower, afterScale));
  // a CNY 4.02 share price
  const base =
    found !== null && /share (?:price|quote)/.test(lower.slice(found.end - 5, found.end + 6)) ? null : found;
  let end = base?.end ?? afterScale;
  const per = base?.value.dimension === "CNY" ? perUnit.exec(lower.slice(end, end + 8)) : null;
  end += per?.[0].length ?? 0;
  const isOther = per !== null && per[1] !== "股" && per[1] !== "share";
  const own = base?.value ?? null;
  return {
    exponent: scaled?.value ?? 0,
    unit: isOther && own !== null ? unit(`${own.dimension} per ${per[1]}`, own.exponent) : own,
    end,
  };
}

/** RMBbn, CNYmn: the currency first, its scale glued to it. */
const gluedScale = /^(?:rmb|cny|usd|hkd)(?=(?:bn|mn|tn|m|billion|million|trillion)$)/;

/** Reads a unit word by itself, as in a table's header `成交额(亿元)` or after 单位:. */
export function readUnitWord(lower: string): UnitRead | null {
  const text = lower.trim().replace(gluedScale, "$& ");
  const { exponent, unit: base, end } = readUnit(text, 0);
  if (base !== null && end === text.length) return { unit: base, scale: exponent };
  // CNY bn: the currency first.
  const money = readCurrency(text, 0);
  if (money === null) return null;
  const scale = readUnit(text, skipSpace(text, money.end));
  return scale.unit === null && scale.end === text.length
    ? { unit: money.unit, scale: scale.exponent }
    : null;
}

/** Words of currencies that stand before a number. */
const currencies = table([
  [unit("CNY", 0), "人民币|rmb|cny|cn¥|¥"],
  [unit("USD", 0), "us$|usd|$|美元"],
  [unit("HKD", 0), "hk$|hkd|港元|港币"],
  [unit("EUR", 0), "€|eur"],
  [unit("GBP", 0), "£|gbp"],
  [unit("JPY", 0), "jpy"],
  [unit("TWD", 0), "nt$"],
  [unit("AUD", 0), "a$"],
  [unit("SGD", 0), "s$"],
]);

/** Reads a currency that stands before a number; the index after it, or null. */
export function readCurrency(
  lower: string,
  at: number,
): { readonly unit: Unit; readonly end: number } | null {
  const found = longest(currencies, lower, at);
  return found === null ? null : { unit: found.value, end: found.end };
}
