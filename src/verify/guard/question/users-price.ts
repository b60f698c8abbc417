import { pattern } from "../lexicon/patterns.ts";
import { companiesIn, matchesOf, onlyOf, sizeOf, type Token, writtenSize } from "../tokens/token.ts";

/** What the user has paid: the number of the question that stands beside 买 or 成本, bought or cost, and the company it was paid for. */

/** The user's message: its tokens, and as it was written. */
export interface UsersWords {
  /** Normalised, lower-case. */
  readonly asked: string;
  readonly question: readonly Token[];
}

export interface Paid {
  /** In yuan. */
  readonly price: number;
  /** Where the number begins. */
  readonly at: number;
  /** The company that it was paid for; null where the question names none. */
  readonly company: string | null;
  /** False where it is said of somebody else, or wished: 我朋友1300买的, 1300买的就好了. */
  readonly isUsers: boolean;
}

const numerals = "一二两三四五六七八九十百千";
const amount = `(\\d{1,12}(?:,\\d{3}){0,4}(?:\\.\\d{1,6})?(?:块\\d(?:毛\\d?)?)?|[${numerals}][${numerals}零点]{0,8}(?:块零?[${numerals}](?:毛[${numerals}]?)?)?)`;
const money = "(?:cny|rmb|yuan|¥) ?";
const patterns: readonly RegExp[] = [
  pattern.all`(?:成本价?|买入价?|建仓价?|入手价?|进价|持仓价|买价|买在)(?:位|线)?(?:是|为|在|约|大概|:)?\s?¥?${amount}(?!\d|\.\d|\s?(?:股|手|%|万|亿|年|月|日|天|个|只))`,
  pattern.all`(?<![\d.月])${amount}\s?(?:元|块钱?|块)?(?:左右|附近)?的?(?:成本|价格买|时候买|位置买|买|入手|入的|入了|建仓|进的|进场|上车|追)`,
  pattern.all`(?<![a-z])(?:bought|buy|paid|entered|entry|cost|got in|purchased?)(?: \d[\d,]{0,9} (?:shares|lots)(?: of)?)?(?: (?!at |for |of )[a-z&'.-]{1,20}){0,3}(?: (?:for|of|on) [a-z&'.-]{1,20}(?: [a-z&'.-]{1,20}){0,2}(?= (?:is|was|at) ))?(?: (?:at|for|of|is|was|basis))*:? (?:${money})?${amount}(?!\d|\.\d|%| ?(?:shares|lots|years|days|million|billion)|x)`,
  // 套在81块, my 2,000 shares of Midea at 71
  pattern.all`套(?:牢)?在(?:了)?[\u4e00-\u9fff]{0,5}?${amount}\s?(?:元|块)`,
  pattern.all`(?<![a-z])(?:my|i(?:'m)? (?:own|hold|have|holding|sitting on))(?: [\d,]{1,12})? (?:shares|lots)(?: (?:of|in) [a-z&'.-]{1,20}(?: (?!at )[a-z&'.-]{1,20}){0,2})? (?:at|@) (?:${money})?${amount}(?!\d|\.\d|%|x| ?(?:shares|lots|years|days|million|billion))`,
];

/** What each of them holds. */
const trigger = /[买本仓进入追套]|上车|持仓价|b[ou]|paid|ent|cost|got in|purch|shares|lots/;

/** A price is a number. */
const mayHold = /[\d一二两三四五六七八九十]/;

/** 600519买不买: a code is no price. */
const code = /^\d{6}$/;
const longestQuestion = 400;

const others =
  /(?:朋友|同事|同学|老婆|老公|妈|家人|亲戚|别人|有人|他们?|她|股东|机构|主力|巴菲特|(?<![a-z])(?:friend|wife|husband|boss|dad|mom|colleague|brother|sister|someone|he|she|they)(?![a-z]))/g;
const own = /我|本人|自己|(?<![a-z])(?:i|my|we)(?![a-z])/g;
const wished = /^[^,，。;；?？]{0,20}(?:就好|多好)|^[^.;?]{0,40}(?<![a-z])wish(?![a-z])/;
const wish = /早知道|(?<![a-z])(?:i wish|if only)(?![a-z])/;

const lastOf = (pattern: RegExp, text: string): number => matchesOf(pattern, text).at(-1)?.index ?? -1;

/** 我朋友1300买的: somebody else stands nearer to the number than the user. */
function isUsersOwn(asked: string, from: number, end: number): boolean {
  const before = asked.slice(from, end);
  return (
    lastOf(others, before) <= lastOf(own, before) && !wish.test(before) && !wished.test(asked.slice(end))
  );
}

const borders: ReadonlySet<string> = new Set(["clause", "break", "line"]);
/** How near behind the words of buying the company stands that they are said of: 1300买的茅台. */
const near = 2;

/** The company that the words from `start` to `end` are said of. */
export function companyOf(question: readonly Token[], start: number, end: number): string | null {
  const named = question.filter(({ kind }) => kind === "company");
  const after = named.find((each) => each.start >= end);
  const before = named.findLast((each) => each.start < end);
  const isApart = (a: number, b: number) =>
    question.some((each) => borders.has(each.kind) && each.start >= a && each.start < b);
  if (after !== undefined && after.start - end <= near && !isApart(end, after.start)) return after.op;
  if (before !== undefined && !isApart(before.end, start)) return before.op;
  if (after !== undefined && !isApart(end, after.start)) return after.op;
  return (before ?? after)?.op ?? null;
}

const known = new WeakMap<readonly Token[], readonly Paid[]>();
const nothing: readonly Paid[] = [];

/** Everything that the question says was paid, read once a text. */
export function allPaid({ asked, question }: UsersWords): readonly Paid[] {
  const before = known.get(question);
  if (before !== undefined) return before;
  const head = asked.slice(0, longestQuestion);
  if (!mayHold.test(head) || !trigger.test(head)) return nothing;
  const found = patterns.flatMap((pattern) =>
    matchesOf(pattern, head).flatMap((match): readonly Paid[] => {
      const digits = match[1] ?? "";
      const at = match.index + match[0].indexOf(digits);
      // 3块2, 一千八: as the token says.
      const said = question.find(({ kind, start }) => kind === "number" && start === at)?.number;
      const price = said == null ? Number(digits.replaceAll(",", "")) : writtenSize(said);
      if (code.test(digits) || !Number.isFinite(price) || price <= 0) return [];
      const end = match.index + match[0].length;
      const from = Math.max(
        -1,
        ...question
          .filter(({ kind, start }) => borders.has(kind) && start < match.index)
          .map((one) => one.start),
      );
      const company = companyOf(question, match.index, end);
      return [{ price, at, company, isUsers: isUsersOwn(head, from + 1, end) }];
    }),
  );
  const all = [...found, ...listedWith(found, question, head)];
  known.set(question, all);
  return all;
}

const joins = /^(?:元|块钱?|块)?(?:[、,，;；和与及跟]|and)(?:and|另外|还有|以及)?$/;
const beforePrice = /^(?:的?(?:成本|买入价?|是|在|以|用|用了|花了|:|at|for|cost|@))*$/;

/** 我茅台1500、五粮液150进的: the price beside each company of a list, of which one is said to be paid. */
function listedWith(paid: readonly Paid[], question: readonly Token[], head: string): readonly Paid[] {
  const [one] = paid;
  if (one === undefined) return [];
  const items = question.flatMap((each, i) => {
    const number = question.slice(i + 1, i + 4).find(({ kind }) => kind !== "fill" && kind !== "text");
    if (each.kind !== "company" || number?.kind !== "number" || number.number === null) return [];
    const isBeside = beforePrice.test(head.slice(each.end, number.start).replaceAll(" ", ""));
    return isBeside ? [{ company: each.op, number, start: each.start }] : [];
  });
  const isPaid = ({ number }: (typeof items)[number]): boolean =>
    paid.some(({ at }) => at >= number.start && at < number.end);
  const isNext = (a: number): boolean => {
    const [first, second] = [items[a], items[a + 1]];
    if (first === undefined || second === undefined) return false;
    return joins.test(head.slice(first.number.end, second.start).replaceAll(" ", ""));
  };
  const reaches = (i: number, step: 1 | -1): boolean => {
    for (let k = i; isNext(step > 0 ? k : k - 1); k += step) {
      const other = items[k + step];
      if (other !== undefined && isPaid(other)) return true;
    }
    return false;
  };
  return items.flatMap((item, i) => {
    const price = item.number.number === null ? 0 : sizeOf(item.number.number);
    if (isPaid(item) || price <= 0 || !(reaches(i, 1) || reaches(i, -1))) return [];
    return [{ price, at: item.number.start, company: item.company, isUsers: one.isUsers }];
  });
}

/** The one price that the question says the user has paid for the company, or null. */
export function paidPrice(words: UsersWords, company: string | null): number | null {
  const own = allPaid(words).filter((each) => each.isUsers);
  const fitting = own.filter((each) => company === null || each.company === null || each.company === company);
  return onlyOf(fitting.map(({ price }) => price));
}

/** The words for it in an answer: 您的买入价, your purchase price. */
export const usersPrice =
  /^(?:仍|还|在|于)*(?:您|你|your |the |that |an? )?(?:之?前|自己|所?[提说给]到?的?|当时|original |own |stated )?的?(?:买入成本|持仓成本|成本价|成本线|成本|买入价|买入的?价格|买价|入手价|进价|建仓价|持仓价|cost basis|cost|entry price|entry point|entry level|entry|purchase price|purchase cost|buying price|buy price)(?![a-z率])/;

/** 低于您提到的价格, below the price you mentioned: the one price of the question, where the text does not say it again. */
const figure =
  /^(?:仍|还|在|于)*(?:您|你)(?:之?前|刚才|刚刚|此前|自己|所)?(?:提到?|说到?|问到?|给出?|设定?|报|写|讲|听到|听说|听来|看到|记得|以为)(?:过|了)?的(?:那个|这个|该)?(?:价格|价位|价|点位|数字|数|水平|位置)?(?=[高低贵便多少]|(?<!的)(?![\u4e00-\u9fff]))|^(?:the |that )(?:price|level|figure|number) (?:that )?you (?:mentioned|asked about|gave|quoted|set|named|said|heard|saw|read)(?![a-z])/;
/** A level of price has no more digits before its point; six are a code. */
const highest = 100_000;

export const namesUsersFigure = (text: string): boolean => figure.test(text);

/** In yuan; null where the question holds none or several, or asks of another company. */
export function usersFigure({ question }: UsersWords, company: string | null): number | null {
  if ([...companiesIn(question)].some((each) => each !== company)) return null;
  const only = onlyOf(
    question.flatMap(({ kind, number }) => {
      if (kind !== "number" || number === null || number.sign === "-") return [];
      const isPrice = number.unit === null || number.unit.dimension === "CNY";
      const value = sizeOf(number);
      return isPrice && value < highest ? [value] : [Number.NaN];
    }),
  );
  return only !== null && only > 0 ? only : null;
}
