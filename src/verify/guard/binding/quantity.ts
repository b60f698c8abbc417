import type { NumberRead, Token, Unit } from "../tokens/token.ts";

/** Marks another owner than a registered company: an index, the industry. */
export const foreignOwner = "?";

/** The whole market as an owner (两市): claims that name no company are its. */
export const marketOwner = "?market";

/** Any owner that is no registered company. */
export const isForeign = (company: string | null): boolean =>
  company === foreignOwner || company === marketOwner;

/** A number of the text and what it is said of. */
export interface Quantity {
  readonly token: Token;
  readonly number: NumberRead;
  /** Six digits, `foreignOwner`, or null where the text names none. */
  readonly company: string | null;
  /** Metrics it may be said of; empty where the text names none that is registered. */
  readonly metrics: readonly string[];
  /** The two measures that it is said of at once (开盘价和收盘价均为), then `fault` is "unclear"; else null. */
  readonly both: readonly (readonly string[])[] | null;
  /** What it may be said of as the answer to the question, where `metrics` is empty. */
  readonly asked: readonly string[];
  /** True where neither measure nor direction is named around it. */
  readonly bare: boolean;
  /** True where no word around it says what it is of, so that it only takes over what was spoken of. */
  readonly inherits: boolean;
  /** True where nothing follows it that it could be of. */
  readonly endsHere: boolean;
  /** −1 or 1 where words give the sign, else 0. */
  readonly direction: number;
  /** True where the words of direction exclude a written minus (上涨-1 %). */
  readonly directionIsVerb: boolean;
  /** Words that claim "now": 实时, 当前价; 目前, of a price as much as of anything else, and with a day of its own; 最新, which an older close may be. */
  readonly now: "" | "hard" | "soft" | "dated" | "latest";
  /** True where the heading, the head of the column or that of the row claims it. */
  readonly headsNow: boolean;
  /** 昨日, last year. */
  readonly relatives: readonly Token[];
  readonly window: Token | null;
  /** 第四季度: the part of a year that it is said to be of. */
  readonly part: Token | null;
  /** 早盘成交额: said to be of a part of the trading day. */
  readonly isOfSession: boolean;
  /** 早盘报: said of a moment before the close. */
  readonly isIntraday: boolean;
  /** 超过, 不到, 接近 (either side): where the words put the value, where nothing else is wrong with them; else empty. */
  readonly bound: "" | ">" | "<" | "~";
  /** Why it cannot be said whatever the claims hold. */
  readonly fault: string | null;
  /** True where the words say that it is the user's number. */
  readonly isUsers: boolean;
  /** Where the head of its column or row begins that says so (您的成本), or −1. */
  readonly usersHead: number;
  readonly sentence: number;
  readonly clause: number;
  /** Index of the row it stands in, or −1. */
  readonly row: number;
}

/** A direction that is said without a number (股价上涨), or of a level (跌至). */
export interface Assertion {
  readonly token: Token;
  readonly company: string | null;
  readonly sign: number;
  /** What has the direction; null for the price. */
  readonly metrics: readonly string[] | null;
  /** The measures that the words say grew, whether or not a registered metric says how they grow. */
  readonly grown?: readonly string[];
  /**
   * How it is said: plainly; denied (没有下跌); after an opening direction (高开后回落), so that the open may be what it is
   * measured from; as a rank (ROE is higher); or in a word (净流出), or its denial, that is refused only where the claims say otherwise.
   */
  readonly manner: "plain" | "denied" | "afterOpen" | "rank" | "known" | "knownDenied";
}

/** The unit a table's header or first column gives to bare numbers. */
export interface UnitHint {
  readonly unit: Unit;
  readonly scale: number;
  /** Where the sentence says it (按万元计), so that a number with another unit of its own contradicts it; else undefined. */
  readonly announcedAt?: number;
}

/** a purchase price, an entry price: what somebody paid, of no claim. */
const isBought = ({ start, end }: Token, lower: string): boolean =>
  (lower.slice(start, end) === "price" &&
    /(?<![a-z])(?:purchase|entry|buying|buy|cost|your) $/.test(
      lower.slice(Math.max(0, start - 10), start),
    )) ||
  (lower.slice(start, end) === "cost" && lower.slice(Math.max(0, start - 5), start) === "your ");

const behindNumber =
  /^(?:这个|的)?(?:目标价?|止损[价位线]?|价位|成本价?|数字?|说法)?[,，]?(?:就|只|仅)?(?:是|为|属于|出自|来自)(?:您|你)(?:自己|本人|所)?(?:的(?:说法|预期|目标|成本|止损|心理|设定|想法|数|问题|计划|打算|安排|选择|判断)|给|说|述|提|告诉|告知|设|定|问|想|听|看到|期望|预期|转述)(?![^,，。;；]{0,8}(?:现价|当前价|股价|收盘价?|市价|均线|开盘价?|昨收))|^(?:这个(?:数字?)?|的说法)?(?:是|要|有点|略微?|稍微?|可能|确实)*偏[高低]了?(?=[。,，;；]|$)|^(?: (?:target|stop|level|figure|number|price target|cost|entry))? (?:is|was|comes from|came from) (?:yours|your (?:own )?(?:target|stop|cost|entry|figure|number|level|assumption|expectation)|you|what you|the (?:one|figure|number|level|target) you)(?![a-z])/;
const longestBehind = 40;

/** 120元是您给出的目标价, the 120 target is yours: said to be theirs behind it. */
export const isSaidTheirs = ({ end }: Token, lower: string): boolean =>
  behindNumber.test(lower.slice(end, end + longestBehind));

const boughtAt = /成本|买入价|持仓价|(?<![a-z])(?:cost|entry price|purchase price)(?![a-z])/;

/** The user's own number: said to be theirs, and no registered measure comes between, nor a company but that of what they paid. */
export function isUsersNumber(around: readonly Token[], lower: string): boolean {
  const marker = around.findLastIndex((each) => each.kind === "user");
  const [said, last] = [around[marker], around.at(-1)];
  if (said === undefined || last === undefined) return false;
  // 您问茅台是不是跌破1500了
  const behind = around.slice(marker);
  if (behind.some(({ op }) => op === "asked")) return true;
  const isPaid = boughtAt.test(lower.slice(said.start, last.end));
  return !behind.some(
    (each) => (each.kind === "metric" && !isBought(each, lower)) || (each.kind === "company" && !isPaid),
  );
}

const asTheirs =
  /(?:(?<![a-z])(?:is|was|equals) your|等于(?:您|你)的?|[是为](?:您|你)的?) ?(?:cny |rmb |¥)?$/;

/** its MA60 is your CNY 42: the user's number is not what the claims' measure is. */
export const isMeasureAsTheirs = (named: Token | null, { start }: Token, lower: string): boolean =>
  named?.kind === "metric" &&
  start - named.end < 12 &&
  asTheirs.test(lower.slice(Math.max(0, start - 20), start));
