/** The numbers of a registered fact, and of what is said to be one: value, kind and bound, whatever the language and the unit's name. */
import { englishMonths, englishPlaces } from "../lexicon/numerals.ts";
import { matchesOf } from "../tokens/token.ts";
import { type Bound, boundOf, type Mark, markOf } from "./number-bounds.ts";
import { withDigits } from "./number-words.ts";

export interface FactNumber {
  /** Value and kind, the value in the base unit: `10 %`, `500000 yuan`, `9:15 time`; a list as it stands: `12、26、9 list`. */
  readonly key: string;
  readonly kind: string;
  readonly bound: Bound;
  readonly mark: Mark;
  readonly at: number;
  readonly end: number;
}

/** Units by what they count; the first that fits decides. */
const units: readonly (readonly [RegExp, string])[] = [
  [/^(?:%|percent(?!age)|per cent|pct)/, "%"],
  [/^(?:个?百分点|percentage points?)/, "point of %"],
  [/^(?:倍|个)?标准差|^standard deviations?|^std dev/, "deviation"],
  [/^个?交易日|^(?:consecutive |straight )?(?:trading days?|sessions?|trading sessions?)/, "trading day"],
  [/^(?:个?工作日|(?:working|business) days?)/, "working day"],
  [/^(?:个?自然日|天|日(?!元)|(?:consecutive |calendar |natural )*days?(?![a-z]))/, "day"],
  [/^(?:个月|(?:consecutive |calendar |full )?month(?:s|ly)?(?![a-z]))/, "month"],
  [/^(?:个?季度|(?:consecutive )?quarters?(?![a-z]))/, "quarter"],
  [/^(?:年|(?:consecutive |straight |full |calendar )?years?(?![a-z]))/, "year"],
  [/^(?:周|个?星期|weeks?(?![a-z]))/, "week"],
  [/^(?:分钟|minutes?(?![a-z])|mins?(?![a-z]))/, "minute"],
  [/^(?:个?小时|hours?(?![a-z]))/, "hour"],
  [/^(?:美元|us dollars?|usd)/, "usd"],
  [/^(?:港元|港币|hkd)/, "hkd"],
  [/^(?:元|块|yuan|rmb|cny|人民币)/, "yuan"],
  [/^(?:股|shares?(?![a-z]))/, "share"],
  [/^(?:手|lots?(?![a-z]))/, "lot"],
  [/^(?:份|units?(?![a-z]))/, "unit"],
  [/^(?:只|家|(?:[a-z-]+,? ){0,2}(?:stocks|constituents|companies)(?![a-z]))/, "piece"],
  [/^times (?=within|in |during|a |per|over)/, "occasion"],
  [/^(?:倍|times(?![a-z])|x(?![a-z])|x(?=\s*\())/, "times"],
  [/^(?:次)/, "occasion"],
  [/^(?:户)/, "account"],
];
const scales: readonly (readonly [RegExp, number])[] = [
  [/^(?:万亿|trillion)/, 12],
  [/^(?:亿)/, 8],
  [/^(?:billion|bn)(?![a-z])/, 9],
  [/^(?:million|m)(?![a-z])/, 6],
  [/^万/, 4],
  [/^(?:thousand|k)(?![a-z])/, 3],
];
const money = /(?:(rmb|cny|[¥￥])|(us\$|usd|\$)|(hk\$|hkd)) ?$/;

const months = englishMonths.join("|");
const number = new RegExp(
  [
    "(?<clock>(?<!\\d)\\d{1,2}:\\d{2}(?!\\d))(?<noon> ?[ap]\\.?m)?",
    "(?<hour>(?<!\\d)\\d{1,2})(?:点(?:(?<half>半|整)|(?<minute>\\d{1,2})分?)?(?![\\d个])| ?(?<noon2>[ap]\\.?m)(?![a-z]))",
    "(?:(?<year>(?:19|20)\\d{2})年)?(?<month>\\d{1,2})月(?<day>\\d{1,2})[日号]",
    `(?<day2>\\d{1,2}) (?<month2>${months})(?:,? (?<year2>20\\d{2}))?`,
    `(?<month3>${months}) (?<day3>\\d{1,2})(?!\\d)(?:,? (?<year3>20\\d{2}))?`,
    "(?<only>\\d{1,2})月(?!以|内)",
    `(?<![a-z])(?<only2>${months.replace("|may", "").replace("|march", "|march(?= |,|\\.|$)")})(?![a-z])`,
    "(?<list>\\d[\\d.]*(?:[、/]\\d[\\d.]*)+(?![\\d%])(?=[^%]|$))",
    "(?<plain>\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?)",
  ].join("|"),
  "g",
);

/** How far a word may stand that makes a bound of a number, in characters. */
const reach = 30;

type Groups = Readonly<Record<string, string | undefined>>;
const monthOf = (name: string): number => englishMonths.indexOf(name) + 1;

/** The key of a time of day, a date or a month; null where the number is none. */
function calendarKey(found: Groups, left: string): readonly [value: string, kind: string] | null {
  const { clock, hour, minute, half, only, list } = found;
  const isLate = /p/.test(found.noon ?? found.noon2 ?? "") || /(?:下午|午后)[^,，;；。上早]{0,6}$/.test(left);
  const late = (hours: string): number => (isLate && Number(hours) < 12 ? Number(hours) + 12 : Number(hours));
  if (clock !== undefined) {
    const [hours = "", minutes = ""] = clock.split(":");
    return [`${late(hours)}:${minutes}`, "time"];
  }
  if (hour !== undefined)
    return [`${late(hour)}:${half === "半" ? "30" : (minute ?? "0").padStart(2, "0")}`, "time"];
  const day = found.day ?? found.day2 ?? found.day3;
  const name = found.month2 ?? found.month3;
  const month = found.month ?? (name === undefined ? undefined : String(monthOf(name)));
  const year = found.year ?? found.year2 ?? found.year3;
  if (day !== undefined && month !== undefined)
    return [[...(year === undefined ? [] : [year]), Number(month), Number(day)].join("-"), "date"];
  if (only !== undefined) return [String(Number(only)), "month of the year"];
  if (found.only2 !== undefined) return [String(monthOf(found.only2)), "month of the year"];
  return list === undefined ? null : [list.replaceAll("/", "、"), "list"];
}

/** Value and kind of a plain number, and where its unit ends. */
function plainKey(written: string, left: string, right: string) {
  let rest = right;
  let [value, length] = [written.replaceAll(",", ""), 0];
  const skip = (count: number): void => {
    const spaces = /^[ -]?/.exec(rest.slice(count))?.[0].length ?? 0;
    const next = rest.slice(count + spaces);
    const step = /^[\d(]/.test(next) ? count : count + spaces;
    rest = rest.slice(step);
    length += step;
  };
  skip(0);
  for (const [words, power] of scales) {
    const scale = words.exec(rest)?.[0];
    if (scale === undefined) continue;
    value = String(Math.round(Number(value) * 10 ** power * 100) / 100);
    skip(scale.length);
    break;
  }
  const [, rmb, usd, hkd] = money.exec(left) ?? [];
  const own = rmb !== undefined ? "yuan" : usd !== undefined ? "usd" : hkd !== undefined ? "hkd" : null;
  const found = units.find(([words]) => words.test(rest));
  const unit = found?.[0].exec(rest)?.[0] ?? "";
  const isYear =
    /^(?:19|20)\d{2}$/.test(written) && (found?.[1] === "year" || /(?:year|fy) ?$/.test(left) || unit === "");
  let kind = own ?? found?.[1] ?? (/(?:乘以?|x|times) ?$/.test(left) ? "times" : "");
  if (isYear && own === null) kind = "calendar year";
  const end = length + (found === undefined || own !== null ? 0 : unit.length);
  return { key: String(Number(value)), kind, end };
}

/** rsi14, ma20, (14): which measure it is, and no number of the fact's own. */
const parameter = /(?<![a-z])(?:rsi|ma|ema|kdj|cci|wr|boll|atr)[ (]{0,2}(\d{1,3})\)?(?![\d.%])/g;
const bracketed = /\((\d{1,3}(?:\.\d+)?(?:[,，]\s?\d{1,3}(?:\.\d+)?)+)\)/g;
/** 不足5元的按5元收取: at least 5元. */
const filled =
  /(?:不足|不到|低于|未满|少于)(\d[\d.]{0,9} ?[元块股])(?:人民币)?的?[,，]?(?:也|则|都|一律|统一|就)?(?:均)?按(?:照)?\1/g;

/** q1, h1 */
const period = /(?<![a-z])([qh])([1-4])(?!\d)/g;
const index = /(?<=沪深|中证|上证|科创|csi |sse |star )\d{2,4}/g;

/** A numeral that is brought to no digits is a number that no other is equal to. */
const unread =
  /[百千万]分之\S{1,6}|[\d一二三四五六七八九十]点[零一二三四五六七八九]|[\d一二三四五六七八九]成(?![交立本分])/g;

/** 12, 26 and 9 days, the first 3 or the first 9 months: the unit of the last of a list is that of all. */
const listed =
  /(?<![\d.、/:])(\d{1,4}(?:(?:, ?|、)\d{1,4}){0,3})(,? (?:and|or) |[和或、])((?:the )?(?:first |last )?)(\d{1,4})( ?-?(?:(?:trading )?(?:days?|months?)(?![a-z])|个交易日|个月|日|天))/g;
const withUnits = (text: string): string =>
  text.replace(listed, (_, some: string, joiner: string, place: string, last: string, unit: string) =>
    [some.replace(/, ?|、/g, (comma) => `${unit}${comma}`), unit, joiner, place, last, unit].join(""),
  );

/** A text as its numbers are read: in digits, 12,26,9 in brackets as a list. */
export const readable = (text: string): string =>
  withUnits(
    withDigits(
      text
        .replace(index, (digits) => "#".repeat(digits.length))
        .replace(
          period,
          (_, kind: string, nth: string) =>
            `${englishPlaces[Number(nth) - 1]} ${kind === "q" ? "quarter" : "half"}`,
        ),
    ),
  )
    .replace(bracketed, (whole, list: string) =>
      /^\d{1,3}(?:,\d{3})+$/.test(list) ? whole : `(${list.replace(/[,，]\s?/g, "、")})`,
    )
    .replace(filled, "最低$1");

/** The numbers of a clause in its readable form, in order. */
export function factNumbers(readableText: string): FactNumber[] {
  const text = readableText.replace(parameter, (whole) => whole.replace(/\d/g, "#"));
  const found: FactNumber[] = [];
  for (const { index, 0: word } of matchesOf(unread, text))
    found.push({ key: word, kind: "unread", bound: "", mark: "", at: index, end: index });
  for (const match of matchesOf(number, text)) {
    const { index } = match;
    const [whole] = match;
    const left = text.slice(Math.max(0, index - reach), index);
    const right = text.slice(index + whole.length, index + whole.length + reach);
    const groups: Groups = match.groups ?? {};
    const calendar = calendarKey(groups, left);
    const plain = calendar === null ? plainKey(whole, left, right) : null;
    const [value, kind] = calendar ?? [plain?.key ?? "", plain?.kind ?? ""];
    const tail = right.slice(plain?.end ?? 0);
    const isNegative = kind !== "time" && /(?:于|过|到|为|是|at|above|below|than|of|is) ?-$/.test(left);
    const mark = markOf(kind, left, tail);
    const isWindow = mark === "fore" || mark === "first" || mark === "span" || mark === "nth";
    const bound = calendar !== null || isWindow ? "" : boundOf(isNegative ? left.slice(0, -1) : left, tail);
    const end = index + whole.length + (plain?.end ?? 0);
    found.push({ key: `${isNegative ? "-" : ""}${value} ${kind}`, kind, bound, mark, at: index, end });
  }
  return found;
}

/** The parameters of measures: 14 of rsi14. */
export const parametersOf = (readableText: string): string[] =>
  matchesOf(parameter, readableText).map(([, days = ""]) => days);

/** A fact that sets a limit bears out whoever says which way it limits: 限制为10%, 不得超过10%; 门槛为50万元, 至少50万元; 100股或其整数倍, 最少100股. */
const limits: Readonly<Record<Bound, RegExp | null>> = {
  "": null,
  down: /限|最高|最多|不得|limit|maximum|at most|\bcap/,
  up: /门槛|起点|最低|最少|整数倍|达到|最小|价位|tick|minimum|at least|multiples? of|reach|为单位|lots? of|units? of/,
};
/** 超买线70, the liquidation line of 130%: the line is the bound. */
const line =
  /线|变动|价位|tick|门槛|标准|分界|界限|水平|(?<![a-z])(?:lines?|levels?|thresholds?|cut-?offs?)(?![a-z])/;
const lineOf: Readonly<Record<Bound, RegExp | null>> = {
  "": null,
  down: /上限|最高|最大|最多|封顶|最长|(?<![a-z])(?:maximum|cap|upper limit|longest|ceiling)(?![a-z])/,
  up: /下限|最低|最小|最少|起点|起步|门槛|(?<![a-z])(?:minimum|lower limit|floor)(?![a-z])/,
};

export const marksFit = (said: Mark, own: Mark): boolean =>
  said === own ||
  said === "" ||
  (own === "" && said !== "after" && said !== "nth" && said !== "first") ||
  (said === "fore" && (own === "first" || own === "span")) ||
  (own === "fore" && (said === "first" || said === "span")) ||
  (said === "within" && own === "span") ||
  (own === "within" && said === "span");

/** True where a number that is said is one that the clause of a fact holds, with the same bound. */
export function isBorneBy(said: FactNumber, clause: string, own: FactNumber, text: string): boolean {
  // 8月28日 of 2023年8月28日
  const isSame = said.key === own.key || (own.kind === "date" && own.key.endsWith(`-${said.key}`));
  if (!isSame || !marksFit(said.mark, own.mark)) return false;
  if (said.bound === own.bound) return true;
  if (own.bound === "")
    return limits[said.bound]?.test(text) === true || (own.mark === "span" && said.bound === "down");
  if (said.bound === "")
    return (
      line.test(clause) ||
      lineOf[own.bound]?.test(clause) === true ||
      said.mark === "within" ||
      (own.bound === "down" && own.mark === "within")
    );
  return false;
}

/** 一手是100股 where the fact says 每手: what one of a thing is. */
const ones: Readonly<Record<string, RegExp>> = {
  "1 lot": /手|(?<![a-z])lots?(?![a-z])/,
  "1 share": /每股|per share/,
  "1 unit": /每份|per unit/,
  "1 month": /每月/,
  "1 day": /每[天日]|单日|(?<![a-z])(?:daily|single day|per day)/,
  "1 year": /每年|(?<![a-z])(?:annual|a year|per year)/,
  "1 piece": /只|家/,
};
export const isOneOf = ({ key }: FactNumber, fact: string): boolean => ones[key]?.test(fact) === true;
