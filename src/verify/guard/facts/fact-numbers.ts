/** The numbers of a registered fact, and of what is said to be one: value and unit as written, and the bound that a word makes of them. */

/** `up`: at least or more (高于70, 至少100股, 70以上); `down`: at most or less; empty where the number stands for itself. */
type Bound = "up" | "down" | "";

export interface FactNumber {
  /** As written, the unit behind it: `10%`, `100股`, `12、26、9`. */
  readonly key: string;
  readonly bound: Bound;
}

/** A list (12、26、9) is one number: its order says which is which. A lone 一 counts only what a measure word follows, not in 一般. */
const number =
  /\d[\d.]*(?:[、/]\d[\d.]*)+|\d[\d,.:]*\d|\d|[零〇一二两三四五六七八九十百千万亿点]{2,20}|[零〇二两三四五六七八九十百千万亿]|一(?=[个家只次种类成天日年周月手股倍])/g;
const unitAfter =
  /^\s*(?:%|个?百分点|万?亿?元|倍|手|股|日|天|年|个月|个交易日|点|x|lots|shares|percent|days|yuan)?/;

const verb = "\\s*(?:为|是|以|按|达到|达|设在|is|are|of|at)?\\s*$";
const before: readonly (readonly [RegExp, Bound])[] = [
  [
    new RegExp(`(?:不得?|不能|不可)(?:低于|少于|小于)${verb}|(?:no|not) (?:less|fewer|lower) than${verb}`),
    "up",
  ],
  [
    new RegExp(`(?:不得?|不能|不可)(?:高于|超过|多于|大于)${verb}|(?:no|not) (?:more|higher) than${verb}`),
    "down",
  ],
  [
    new RegExp(
      `(?:高于|超过|大于|多于|至少|最低|最少|最小|起点|above|over|more than|higher than|at least|exceed(?:s|ing)?|minimum(?: \\w+){0,2})${verb}`,
    ),
    "up",
  ],
  [
    new RegExp(
      `(?:低于|小于|少于|至多|最多|最高|最大|below|under|less than|lower than|at most|up to|maximum(?: \\w+){0,2})${verb}`,
    ),
    "down",
  ],
];
const after: readonly (readonly [RegExp, Bound])[] = [
  [/^(?:及|或)?以上|^ or (?:more|above|higher)/, "up"],
  [/^(?:及|或)?(?:以下|以内|之内)|^ or (?:less|below|lower)/, "down"],
];

/** How far a word may stand that makes a bound of a number, in characters. */
const reach = 30;

function boundAt(text: string, start: number, end: number): Bound {
  const left = text.slice(Math.max(0, start - reach), start);
  const right = text.slice(end, end + reach);
  const found = before.find(([words]) => words.test(left)) ?? after.find(([words]) => words.test(right));
  return found?.[1] ?? "";
}

const han = "零一二三四五六七八九";
const small = /^((?:[零一二两三四五六七八九]?[千百十零]){0,4}[一二两三四五六七八九]?)([万亿]?)$/;
const tens: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };

/** 二百 as 200, 五十万 as 50万: a number below ten thousand, of 万 or 亿 or not; any other as it stands. */
function inDigits(written: string): string {
  const [whole, digits = "", power = ""] = small.exec(written) ?? [];
  if (whole === undefined || digits === "") return written;
  let [sum, digit] = [0, 0];
  for (const each of digits.replaceAll("两", "二")) {
    const scale = tens[each];
    if (scale === undefined) digit = han.indexOf(each);
    else [sum, digit] = [sum + (digit || 1) * scale, 0];
  }
  return `${sum + digit}${power}`;
}

/** 百分之二十 as 20%. */
const inPercent = (text: string): string =>
  text.replace(
    /百分之([零一二两三四五六七八九十百]{1,4}|\d{1,3}(?:\.\d{1,4})?)(?![点.])/g,
    (_, of: string) => `${inDigits(of)}%`,
  );

/** The numbers of a clause, in order; each once. */
export function factNumbers(written: string): FactNumber[] {
  const text = inPercent(written);
  const found = new Map<string, FactNumber>();
  for (const match of text.matchAll(number)) {
    const end = match.index + match[0].length;
    const unit = unitAfter.exec(text.slice(end, end + 14))?.[0] ?? "";
    const key = `${inDigits(match[0]).replace(/[.,]$/, "").replaceAll("/", "、")}${unit.trim()}`;
    const bound = boundAt(text, match.index, end + unit.length);
    found.set(`${key} ${bound}`, { key, bound });
  }
  return [...found.values()];
}

/** A fact that sets a limit bears out whoever says which way it limits: 限制为10%, 不得超过10%; 门槛为50万元, 至少50万元; 100股或其整数倍, 最少100股. */
const limits: Readonly<Record<Bound, RegExp | null>> = {
  "": null,
  down: /限|最高|最多|不得|limit|maximum|at most/,
  up: /门槛|起点|最低|最少|整数倍|minimum|at least|multiples? of/,
};

/** 一手是100股 where the fact says 每手: what one of a thing is. */
const one = /^[一1](手|股|份|张|个月|天|日|年)$/;

/** True where a clause of a fact holds the number, with the same bound. */
export const isBorneBy = (said: FactNumber, numbers: readonly FactNumber[], clause: string): boolean =>
  (one.test(said.key) && clause.includes(said.key.replace(one, "每$1"))) ||
  numbers.some(
    ({ key, bound }) =>
      key === said.key &&
      (bound === said.bound || (bound === "" && limits[said.bound]?.test(clause) === true)),
  );

export const withoutNumbers = (text: string): string => text.replace(number, " ");

const bracketed = /\((\d{1,3}(?:\.\d+)?(?:[,，]\s?\d{1,3}(?:\.\d+)?)+)\)/g;
/** (12,26,9) as the list 12、26、9; (1,000) is one number. */
export const withLists = (text: string): string =>
  text.replace(bracketed, (whole, list: string) =>
    /^\d{1,3}(?:,\d{3})+$/.test(list) ? whole : `(${list.replace(/[,，]\s?/g, "、")})`,
  );
