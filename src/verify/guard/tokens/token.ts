import type { Shown } from "../../../language/numbers.ts";

/** What a stretch of the text is. */
export type TokenKind =
  | "company" // a registered name or code
  | "entity" // something else that may own a number: an index, the industry, a foreign company
  | "metric"
  | "foreign" // a measure that no registered metric stands for (目标价), or one that changes a metric (动态)
  | "direction" // 上涨, down; `sign`
  | "growth" // 同比, year on year
  | "compare" // 高于, above; `op`
  | "superlative" // 最高, highest; `op`
  | "scope" // what a superlative is said of beyond the claims: 历史, 行业
  | "source"
  | "sourceMark" // 来源, according to
  | "date"
  | "time"
  | "relative" // 昨日, last year; `op` names it
  | "window" // 近30日, 年内
  | "number"
  | "quantity" // a word that is an amount: 翻倍, a third
  | "approximate" // 约
  | "vague" // 近, 超过, 多
  | "realtime"
  | "forecast" // 有望, will
  | "negation"
  | "event" // 放量, overbought: what no claim holds
  | "derived" // 相差, average
  | "user" // 您提到的
  | "respective" // 分别
  | "pair" // 前者, the latter: resolved to the company it stands for
  | "count" // 两只股票; `count`
  | "licensed" // a parameter, an idiom, a list mark, a quotation: may stand, says nothing
  | "fill" // a word that joins a value to its metric
  | "unitNote" // 单位:亿元
  | "break" // ends a sentence
  | "clause" // ends a clause
  | "join" // 、 和 and
  | "open"
  | "close"
  | "cell"
  | "line"
  | "text"; // any other word

type Split<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Split<Rest> : Text;

/** A set of kinds, named in one string. */
export const kindsOf = <const Text extends string>(
  text: Split<Text> extends TokenKind ? Text : never,
): ReadonlySet<TokenKind> => new Set(text.split(" ") as TokenKind[]);

export interface Unit {
  /** What it measures; two units of one dimension differ by a power of ten. */
  readonly dimension: string;
  /** Power of ten to the dimension's base unit. */
  readonly exponent: number;
}

export interface DateRead {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
}

export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  readonly end: number;
  /** Canonical company (six digits), source id, operator, or the word itself. */
  readonly op: string;
  /** −1 where the word carries the minus (下跌, 净流出), 1 where it says plus (上涨), else 0. */
  readonly sign: number;
  readonly metrics: readonly string[];
  readonly exchange: string | undefined;
  readonly byCode: boolean;
  readonly number: NumberRead | null;
  readonly date: DateRead | null;
  /** Seconds of the day and the precision shown in seconds. */
  readonly time: { readonly seconds: number; readonly precision: number } | null;
  readonly count: number;
}

/** A number with its sign and unit as written. */
export interface NumberRead {
  readonly shown: Omit<Shown, "end">;
  readonly sign: "-" | "+" | "";
  /** Null where no unit is written. */
  readonly unit: Unit | null;
  /** True where a sign stands where none belongs: 1-2, --3. */
  readonly malformed: boolean;
}

type Written = Pick<NumberRead, "shown" | "unit">;

/** The power of ten of the last digit shown, in the base unit. */
export const lastPower = ({ shown, unit }: Written): number =>
  shown.exponent - shown.decimals + (unit?.exponent ?? 0);

/** The number without its sign, in the base unit. */
export const sizeOf = (number: Written): number => Number(number.shown.digits) * 10 ** lastPower(number);

/** The number without its sign as it is written, whatever its unit; from its digits, since a product of powers of ten is not the same float. */
export const writtenSize = ({ shown }: Written): number =>
  Number(`${shown.digits}e${shown.exponent - shown.decimals}`);

/** Before a number without a unit: what it is counted in. */
export const unitNote = (at: number, length: number, read: UnitRead, op = ""): Token =>
  token("unitNote", at, at + length, {
    op,
    number: {
      shown: { digits: 1n, decimals: 0, exponent: read.scale },
      sign: "",
      unit: read.unit,
      malformed: false,
    },
  });

/** A unit and the power of ten before it: 亿元. */
export interface UnitRead {
  readonly unit: Unit;
  readonly scale: number;
}

const none: Partial<Token> = {};
const noMetrics: readonly string[] = [];

/** The companies that the tokens name, each once. */
export function companiesIn(tokens: readonly Token[]): Set<string> {
  const named = new Set<string>();
  for (const { kind, op } of tokens) if (kind === "company") named.add(op);
  return named;
}

/** 今天, yesterday, 上周五: a day told from the day of the text. */
export const isDayWord = ({ kind, op }: Token): boolean =>
  kind === "relative" && /^(?:today|yesterday|dayBefore|(?:lastW|w)eekday\d)$/.test(op);

/** One shape for every token: the guard makes hundreds of them per text. */
export const token = (kind: TokenKind, start: number, end: number, more: Partial<Token> = none): Token => ({
  kind,
  start,
  end,
  op: more.op ?? "",
  sign: more.sign ?? 0,
  metrics: more.metrics ?? noMetrics,
  exchange: more.exchange,
  byCode: more.byCode ?? false,
  number: more.number ?? null,
  date: more.date ?? null,
  time: more.time ?? null,
  count: more.count ?? 0,
});

// What every rule reads stretches of tokens with, and the text beneath them.

/** What stands before the first token that ends it; all of the stretch where none does. */
export function upTo(
  stretch: readonly Token[],
  isEnd: (each: Token, at: number) => boolean,
): readonly Token[] {
  const end = stretch.findIndex(isEnd);
  return end < 0 ? stretch : stretch.slice(0, end);
}

/** The measures that the tokens name. */
export const metricsIn = (tokens: readonly Token[]): readonly string[] =>
  tokens.flatMap(({ kind, metrics }) => (kind === "metric" ? metrics : []));

/** A stretch of the text, as it is written. */
export const textOf = (stretch: readonly Token[], lower: string): string =>
  lower.slice(stretch[0]?.start ?? 0, lastOf(stretch)?.end ?? 0);

/** The last item. As `at(-1)`, which is slow until its caller is fully optimised; the scan asks for it at every word. */
export const lastOf = <Item>(list: readonly Item[]): Item | undefined =>
  list.length === 0 ? undefined : list[list.length - 1];

/** The list with some items in another form; the same list where none is, which is what most passes over a text find. */
export function revised<Item>(
  list: readonly Item[],
  revise: (each: Item, at: number) => Item,
): readonly Item[] {
  let changed: Item[] | null = null;
  for (let at = 0; at < list.length; at++) {
    const each = list[at] as Item;
    const own = revise(each, at);
    if (own === each) continue;
    changed ??= [...list];
    changed[at] = own;
  }
  return changed ?? list;
}

/** The first place from which on the test holds, by halving; the length where it never does. */
export function firstWhere(length: number, holds: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The one thing that all of them are, or null. */
export function onlyOf<Item>(items: Iterable<Item>): Item | null {
  const [only, ...more] = new Set(items);
  return only === undefined || more.length > 0 ? null : only;
}

/** All matches of a global pattern, in order. As `matchAll`, which makes a copy of the pattern each time. */
export function matchesOf(pattern: RegExp, text: string): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    found.push(match);
    if (match[0] === "") pattern.lastIndex++;
  }
  return found;
}

/** Character classes of the lower-case, half-width text. */
export const isDigit = (code: number): boolean => code >= 48 && code <= 57;
export const isLetter = (code: number): boolean => code >= 97 && code <= 122;
export const isWord = (code: number): boolean => isLetter(code) || isDigit(code) || code === 95;

/** The code units of some characters: asked with `charCodeAt`, which makes no string of the character. */
export const codesOf = (characters: string): ReadonlySet<number> =>
  new Set([...characters].map((char) => char.charCodeAt(0)));

/** A stretch between commas; brackets belong to the clause they stand in. */
export type Clause = readonly Token[];
