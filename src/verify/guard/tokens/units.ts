import type { Unit } from "./token.ts";

const unit = (dimension: string, exponent: number): Unit => ({ dimension, exponent });

/** Units of claims (the closed list of the language layer) as dimension and power of ten. */
const claimUnits: Readonly<Record<string, Unit>> = {
  CNY: unit("CNY", 0),
  元: unit("CNY", 0),
  万元: unit("CNY", 4),
  亿元: unit("CNY", 8),
  "%": unit("part", -2),
  ratio: unit("part", 0),
  bp: unit("bp", 0),
  x: unit("times", 0),
  倍: unit("times", 0),
  手: unit("shares", 2),
  shares: unit("shares", 0),
  股: unit("shares", 0),
  户: unit("户", 0),
  家: unit("家", 0),
  条: unit("条", 0),
  日: unit("日", 0),
  点: unit("点", 0),
  "": unit("", 0),
};

/** The dimension of a claim's unit; an unknown unit is a dimension of its own, which only the same word shows. */
export const claimUnit = (name: string): Unit =>
  Object.hasOwn(claimUnits, name) ? (claimUnits[name] ?? unit(name, 0)) : unit(name, 0);

const scales: readonly (readonly [string, number])[] = [
  ["万亿", 12],
  ["千亿", 11],
  ["百亿", 10],
  ["十亿", 9],
  ["亿", 8],
  ["千万", 7],
  ["百万", 6],
  ["十万", 5],
  ["万", 4],
  ["千", 3],
  ["trillion", 12],
  ["trn", 12],
  ["tn", 12],
  ["billion", 9],
  ["bn", 9],
  ["million", 6],
  ["mn", 6],
  ["mln", 6],
  ["thousand", 3],
  ["k", 3],
  ["m", 6],
  ["b", 9],
  ["t", 12],
];

const bases: readonly (readonly [string, Unit])[] = [
  ["个百分点", unit("points of %", 0)],
  ["百分点", unit("points of %", 0)],
  ["percentage points", unit("points of %", 0)],
  ["percentage point", unit("points of %", 0)],
  ["ppt", unit("points of %", 0)],
  ["pp", unit("points of %", 0)],
  ["pct pts", unit("points of %", 0)],
  ["%", unit("part", -2)],
  ["percent", unit("part", -2)],
  ["per cent", unit("part", -2)],
  ["pct", unit("part", -2)],
  ["‰", unit("part", -3)],
  ["个基点", unit("bp", 0)],
  ["基点", unit("bp", 0)],
  ["basis points", unit("bp", 0)],
  ["basis point", unit("bp", 0)],
  ["bps", unit("bp", 0)],
  ["bp", unit("bp", 0)],
  ["元人民币", unit("CNY", 0)],
  ["人民币", unit("CNY", 0)],
  ["元/股", unit("CNY", 0)],
  ["元每股", unit("CNY", 0)],
  ["元", unit("CNY", 0)],
  ["块钱", unit("CNY", 0)],
  ["块", unit("CNY", 0)],
  ["cny", unit("CNY", 0)],
  ["rmb", unit("CNY", 0)],
  ["yuan", unit("CNY", 0)],
  ["renminbi", unit("CNY", 0)],
  ["cn¥", unit("CNY", 0)],
  ["¥", unit("CNY", 0)],
  ["美元", unit("USD", 0)],
  ["美金", unit("USD", 0)],
  ["usd", unit("USD", 0)],
  ["us$", unit("USD", 0)],
  ["$", unit("USD", 0)],
  ["dollars", unit("USD", 0)],
  ["dollar", unit("USD", 0)],
  ["us dollars", unit("USD", 0)],
  ["u.s. dollars", unit("USD", 0)],
  ["港元", unit("HKD", 0)],
  ["港币", unit("HKD", 0)],
  ["hkd", unit("HKD", 0)],
  ["hk$", unit("HKD", 0)],
  ["hong kong dollars", unit("HKD", 0)],
  ["欧元", unit("EUR", 0)],
  ["eur", unit("EUR", 0)],
  ["€", unit("EUR", 0)],
  ["euros", unit("EUR", 0)],
  ["euro", unit("EUR", 0)],
  ["日元", unit("JPY", 0)],
  ["jpy", unit("JPY", 0)],
  ["yen", unit("JPY", 0)],
  ["英镑", unit("GBP", 0)],
  ["gbp", unit("GBP", 0)],
  ["£", unit("GBP", 0)],
  ["台币", unit("TWD", 0)],
  ["新台币", unit("TWD", 0)],
  ["韩元", unit("KRW", 0)],
  ["澳元", unit("AUD", 0)],
  ["加元", unit("CAD", 0)],
  ["角", unit("CNY", -1)],
  ["分", unit("CNY", -2)],
  ["分钱", unit("CNY", -2)],
  ["倍", unit("times", 0)],
  ["times", unit("times", 0)],
  ["x", unit("times", 0)],
  ["手", unit("shares", 2)],
  ["lots", unit("shares", 2)],
  ["lot", unit("shares", 2)],
  ["hands", unit("shares", 2)],
  ["board lots", unit("shares", 2)],
  ["股", unit("shares", 0)],
  ["shares", unit("shares", 0)],
  ["share", unit("shares", 0)],
  ["户", unit("户", 0)],
  ["家", unit("家", 0)],
  ["条", unit("条", 0)],
  ["点", unit("点", 0)],
  ["points", unit("点", 0)],
  ["pts", unit("点", 0)],
  ["households", unit("户", 0)],
  ["holders", unit("户", 0)],
  ["shareholders", unit("户", 0)],
  ["日", unit("日", 0)],
  ["天", unit("日", 0)],
  ["个交易日", unit("日", 0)],
  ["days", unit("日", 0)],
  ["day", unit("日", 0)],
  ["trading days", unit("日", 0)],
  ["吨", unit("t", 0)],
  ...[..."辆台瓶箱件颗桶艘架套"].map((word) => [word, unit(word, 0)] as const),
  ...[
    "gwh",
    "mwh",
    "kwh",
    "mw",
    "gw",
    "units",
    "tonnes",
    "tons",
    "vehicles",
    "cars",
    "cases",
    "bottles",
    "barrels",
    "stores",
    "customers",
    "users",
    "contracts",
  ].map((word) => [word, unit(word, 0)] as const),
  ["只", unit("只", 0)],
  ...["个", "人", "年", "周"].map((word) => [word, unit(word, 0)] as const),
  ["个月", unit("月", 0)],
  ["年期", unit("年", 0)],
  ["成", unit("tenths", 0)],
  ["折", unit("折", 0)],
  ["次", unit("次", 0)],
  ["项", unit("项", 0)],
  ["名", unit("名", 0)],
  ["位", unit("位", 0)],
  ["度", unit("度", 0)],
  ["号", unit("号", 0)],
  ["级", unit("级", 0)],
  ["档", unit("档", 0)],
  ["岁", unit("岁", 0)],
  ["分钟", unit("分钟", 0)],
  ["小时", unit("小时", 0)],
  ["秒", unit("秒", 0)],
  ["years", unit("年", 0)],
  ["year", unit("年", 0)],
  ["months", unit("月", 0)],
  ["weeks", unit("周", 0)],
  ["minutes", unit("分钟", 0)],
  ["hours", unit("小时", 0)],
  ["people", unit("人", 0)],
  ["employees", unit("人", 0)],
];

function table<Value>(
  rows: readonly (readonly [string, Value])[],
): Map<number, (readonly [string, Value])[]> {
  const byFirst = new Map<number, (readonly [string, Value])[]>();
  for (const row of rows.toSorted((a, b) => b[0].length - a[0].length))
    byFirst.set(row[0].charCodeAt(0), [...(byFirst.get(row[0].charCodeAt(0)) ?? []), row]);
  return byFirst;
}

/** 三六零成交额: 成 begins the next word. */
const afterTenths = /[交本分立长功员为果熟绩品份]/;
const scaleTable = table(scales);
const baseTable = table(bases);
const isLetter = (code: number): boolean => code >= 97 && code <= 122;

function longest<Value>(
  rows: Map<number, (readonly [string, Value])[]>,
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
  const scaled = longest(scaleTable, lower, skipSpace(lower, at));
  const afterScale = scaled?.end ?? at;
  const base = longest(baseTable, lower, skipSpace(lower, afterScale));
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

/** Reads a unit word by itself, as in a table's header `成交额(亿元)` or after 单位:. */
export function readUnitWord(lower: string): { readonly unit: Unit; readonly scale: number } | null {
  const text = lower.trim();
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

const currencies: readonly (readonly [string, string])[] = [
  ["人民币", "CNY"],
  ["rmb", "CNY"],
  ["cny", "CNY"],
  ["cn¥", "CNY"],
  ["¥", "CNY"],
  ["us$", "USD"],
  ["usd", "USD"],
  ["hk$", "HKD"],
  ["hkd", "HKD"],
  ["$", "USD"],
  ["€", "EUR"],
  ["eur", "EUR"],
  ["£", "GBP"],
  ["gbp", "GBP"],
  ["jpy", "JPY"],
  ["美元", "USD"],
  ["港元", "HKD"],
  ["港币", "HKD"],
  ["nt$", "TWD"],
  ["a$", "AUD"],
  ["s$", "SGD"],
];
const currencyTable = table(currencies);

/** Reads a currency that stands before a number; the index after it, or null. */
export function readCurrency(
  lower: string,
  at: number,
): { readonly unit: Unit; readonly end: number } | null {
  const found = longest(currencyTable, lower, at);
  return found === null ? null : { unit: unit(found.value, 0), end: found.end };
}
