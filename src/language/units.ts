import { Decimal } from "decimal.js";
import { AppError, type Language } from "#contract";

/** The closed list of units. `ratio`: 0.9152 is 91.52 %; `x`: times (市盈率); `shares` 股; `手` = 100 shares; `pp` percentage points, what two percentages are apart. */
export const units = [
  "CNY",
  "%",
  "ratio",
  "x",
  "手",
  "shares",
  "万元",
  "亿元",
  "户",
  "家",
  "条",
  "日",
  "点",
  "bp",
  "pp",
  "",
] as const;

export type Unit = (typeof units)[number];

export interface FormatOptions {
  readonly language: Language;
  /** Writes + and − explicitly, except before a zero. */
  readonly signed?: boolean;
  /** Decimals of the shown number, whatever its scale; without it each unit has its own. */
  readonly decimals?: number;
  /** Shows all digits: no 万 or million, and a plain number with the decimals that it has (at most 6, or 4 significant digits). */
  readonly exact?: boolean;
  /** Money and counts below 万 or a million keep all the decimals that they have, at most six. */
  readonly unrounded?: boolean;
}

interface Scale {
  readonly power: number;
  readonly zh: string;
  readonly en: string;
}

const one: Scale = { power: 0, zh: "", en: "" };
const hundredMillion: Scale = { power: 8, zh: "亿", en: "" };
const chineseScales = [
  one,
  { power: 4, zh: "万", en: "" },
  hundredMillion,
  { power: 12, zh: "万亿", en: "" },
];
const englishScales = [
  one,
  { power: 6, zh: "", en: " million" },
  { power: 9, zh: "", en: " billion" },
  { power: 12, zh: "", en: " trillion" },
];

const largestShown = { zh: 10_000, en: 1_000_000 };

const roundHalfUp = (value: Decimal, decimals: number): Decimal =>
  value.toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP);

/** The value in units of a scale. */
const scaled = (value: Decimal, { power }: Scale): Decimal =>
  power === 0 ? value : value.div(Decimal.pow(10, power));

/** The smallest scale whose rounded number stays short: below 1万 in Chinese, below a million (then 1,000 of the next) in English. */
function scaleOf(value: Decimal, decimals: number, language: Language): Scale {
  const scales = language === "zh" ? chineseScales : englishScales;
  const fits = (scale: Scale, index: number) => {
    const limit = language === "en" && index > 0 ? 1000 : largestShown[language];
    return roundHalfUp(scaled(value.abs(), scale), decimals).lt(limit);
  };
  return scales.find(fits) ?? scales.at(-1) ?? one;
}

interface Shown {
  /** `+`, `-` or nothing. */
  readonly sign: string;
  /** The number without its sign. */
  readonly digits: string;
  readonly scale: string;
}

function show(value: Decimal, decimals: number, options: FormatOptions, scale: Scale = one): Shown {
  const rounded = roundHalfUp(scaled(value, scale), options.decimals ?? decimals);
  const plus = options.signed === true ? "+" : "";
  const sign = rounded.isZero() ? "" : rounded.isNegative() ? "-" : plus;
  return {
    sign,
    digits: rounded.abs().toFixed(options.decimals ?? decimals),
    scale: scale[options.language],
  };
}

/** Prices show fen; funds and B-shares trade in tenths of them, and then the third decimal shows. */
const priceDecimals = (value: Decimal): number => (value.decimalPlaces() > 2 ? 3 : 2);

function money(value: Decimal, options: FormatOptions): string {
  const scale = options.exact === true ? one : scaleOf(value, options.decimals ?? 2, options.language);
  const plain = scale.power === 0;
  const priced = options.unrounded === true ? Math.max(2, ownDecimals(value)) : priceDecimals(value);
  const decimals = plain && options.exact !== true ? priced : 2;
  const { sign, digits, scale: word } = show(value, decimals, options, scale);
  if (options.language === "zh")
    return options.signed === true ? `${sign}${digits}${word}元` : `${sign}¥${digits}${word}`;
  if (options.signed === true) return `${sign}${digits}${word} CNY`;
  return plain ? `${sign}¥${digits}` : `${sign}CNY ${digits}${word}`;
}

function counted(value: Decimal, options: FormatOptions, word: { zh: string; en: string }): string {
  const whole = value.isInteger() ? 0 : options.unrounded === true ? ownDecimals(value) : 2;
  const scale = options.exact === true ? one : scaleOf(value, options.decimals ?? whole, options.language);
  const { sign, digits, scale: large } = show(value, scale.power === 0 ? whole : 2, options, scale);
  // 1 day, 1 share: one alone is no plural.
  const counts = digits === "1" && large === "" ? word.en.replace(/s$/, "") : word.en;
  return options.language === "zh"
    ? `${sign}${digits}${large}${word.zh}`
    : `${sign}${digits}${large} ${counts}`;
}

/** As many decimals as the number has, up to 6; a small one keeps four significant digits. */
function ownDecimals(value: Decimal): number {
  const small = value.isZero() || value.abs().gte("0.001") ? 6 : 3 - value.e;
  return Math.min(roundHalfUp(value, Math.min(small, 20)).decimalPlaces(), 20);
}

function plainNumber(value: Decimal, options: FormatOptions): string {
  const { sign, digits } = show(value, options.exact === true ? ownDecimals(value) : 2, options);
  return `${sign}${digits}`;
}

function plain(value: Decimal, options: FormatOptions, word: { zh: string; en: string }): string {
  const { sign, digits } = show(value, 2, options);
  return `${sign}${digits}${word[options.language]}`;
}

type Formatter = (value: Decimal, options: FormatOptions) => string;

const both = (zh: string, en = zh) => ({ zh, en });

const yuan =
  (power: number): Formatter =>
  (value, options) =>
    money(value.times(Decimal.pow(10, power)), { ...options, signed: true }).replace(
      /^\+/,
      options.signed === true ? "+" : "",
    );

const formatters: Readonly<Record<Unit, Formatter>> = {
  CNY: money,
  "%": (value, options) => plain(value, options, both("%")),
  ratio: (value, options) => plain(value.times(100), options, both("%")),
  x: (value, options) => plain(value, options, both("倍", "x")),
  手: (value, options) => counted(value, options, both("手", "lots")),
  shares: (value, options) => counted(value, options, both("股", "shares")),
  万元: yuan(4),
  亿元: yuan(8),
  户: (value, options) => counted(value, options, both("户", "accounts")),
  家: (value, options) => counted(value, options, both("家", "firms")),
  条: (value, options) => counted(value, options, both("条", "items")),
  日: (value, options) => counted(value, options, both("日", "days")),
  点: (value, options) => plain(value, options, both("点", " points")),
  bp: (value, options) => plain(value, options, both("bp", " bp")),
  pp: (value, options) => plain(value, options, both("个百分点", " percentage points")),
  "": plainNumber,
};

const isUnit = (unit: string): unit is Unit => Object.hasOwn(formatters, unit);

/**
 * A value as the reader sees it, with its unit, rounded half-up (ties away from zero) on decimals: `¥1801.23`, `¥57.86亿`,
 * `CNY 5.79 billion`, `321.50万股`, `+0.53%`. Throws AppError CONFIG_INVALID for a unit outside the list and
 * RangeError for a value that is not finite.
 */
export function formatValue(value: number, unit: string, options: FormatOptions): string {
  if (!isUnit(unit)) throw new AppError("CONFIG_INVALID", `unknown unit ${JSON.stringify(unit)}`);
  if (!Number.isFinite(value)) throw new RangeError("a shown value must be finite");
  return formatters[unit](new Decimal(value), options);
}
