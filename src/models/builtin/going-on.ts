import { type Action, asksWhichDay, namesLevelOnly, type Session } from "#contract";
import { asksHowFarApart, newestTurn, readCode, setsAgainstMarket } from "#language";
import type { Message } from "./message.ts";

/** A short message that means nothing without the answer before it. */
interface Step {
  /** The skill that goes on with it. */
  readonly skill: string;
  /** The newest turn must have been of these, all of it. */
  readonly after: ReadonlySet<string>;
  /** One of them must have been among its figures; any turn does where left out. */
  readonly told?: readonly string[];
  readonly says: (text: string) => boolean;
}

const longest = 24;

/** 持有三个月扣多少: by how long the shares are held. */
const asksTaxHeld = (text: string): boolean =>
  /^(?:那|我|要是|如果)*(?:持有|拿|持股)[^,，。]{1,8}(?:扣|交)(?:多少|几|吗|税)/.test(text);

const steps: readonly Step[] = [
  // 涨停价多少, 跌停呢
  {
    skill: "price",
    after: new Set(["price"]),
    told: ["limit_up", "limit_down", "next_limit_up", "next_limit_down"],
    says: (text) => /^(?:那|and |what about |how about )*(?:涨停|跌停|limit[- ]?(?:up|down))/i.test(text),
  },
  // 还在1300以上吗, 那1900呢
  { skill: "price", after: new Set(["price"]), told: ["from_level"], says: namesLevelOnly },
  { skill: "market", after: new Set(["market"]), told: ["index_from_level"], says: namesLevelOnly },
  // 要扣税吗, 持有多久免税 behind a dividend, 持有三个月扣多少 behind its tax: what the rule is.
  {
    skill: "knowledge",
    after: new Set(["calendar"]),
    told: ["dividend_per_10"],
    says: (text) => /税|[扣](?:多少|几)|\btax(?:es|ed)?\b/i.test(text),
  },
  { skill: "knowledge", after: new Set(["knowledge"]), says: (text) => asksTaxHeld(text) },
  // 多少股, 占比 behind an unlock: what stood there.
  {
    skill: "calendar",
    after: new Set(["calendar"]),
    told: ["unlock_shares", "dividend_per_10"],
    says: (text) =>
      /^(?:那|一共|总共|大概)*(?:多少股|几股|占比|占(?:了|总股本)*(?:多少|几|百分之)|比例|哪天|几号|什么时候)(?:是)?(?:多少)?[呢啊?？。! ]*$|^(?:and )?(?:how many shares|what share|when)[? ]*$/i.test(
        text,
      ),
  },
  // 哪天最大 behind a list of days: of its first figure.
  {
    skill: "price",
    after: new Set(["price"]),
    says: (text) => asksWhichDay(text),
  },
  // 动态的呢, 静态市盈率呢 behind a P/E: another way to reckon it.
  {
    skill: "valuation",
    after: new Set(["valuation"]),
    told: ["pe_ttm"],
    says: (text) =>
      /^(?:那|那么|and |what about |how about )*(?:the )?(?:动态|静态|滚动|预测|ttm|forward|trailing|static)(?:的|市盈率|pe| p\/?e| one)*[呢?？。! ]*$/i.test(
        text,
      ),
  },
  // 谁买的, 谁在卖 behind the day's list of unusual trading.
  {
    skill: "top-list",
    after: new Set(["top-list"]),
    says: (text) =>
      /^(?:那|是)*(?:谁|哪[个些家])(?:在|是)?(?:买|卖)[的了入出]*[呢?？。! ]*$|^(?:那)?[买卖]方?的?(?:是|有)?(?:谁|哪些)|^(?:and |so )?who (?:bought|sold|is buying|is selling)\b/i.test(
        text,
      ),
  },
  // 现在多少钱, 赚了多少: somebody's own gain, not the company's.
  {
    skill: "calculator",
    after: new Set(["price", "calculator"]),
    says: (text) =>
      /^(?:那|那么|所以|我|一共|总共|现在|今天)*(?:[赚亏赔]了?|盈利|浮盈|浮亏|盈亏)了?(?:是|有)?(?:多少|几|吗|没)|^(?:so |and )?how much (?:did|have|am) i\b/i.test(
        text,
      ),
  },
  // 茅台分红多少, 200股呢, 一手能分多少
  {
    skill: "calculator",
    after: new Set(["calendar", "calculator"]),
    told: ["dividend_per_10"],
    says: (text) =>
      /^(?:那|那么|我|有|要是|如果|and |what about |how about |for |if i have )*(?:\d[\d,.]*万?|[一二两三四五六七八九十百千万]+) ?(?:股|手|shares|lots?)(?:呢|的话|(?:能|可以)?[分拿领]到?(?:多少|几).{0,3})?[呢?？。! ]*$/i.test(
        text,
      ),
  },
];

const metricsIn = (turns: Session): ReadonlySet<string> =>
  new Set(
    turns.flatMap(({ claims }) =>
      claims.flatMap((claim) => (claim.kind === "knowledge" ? [] : [claim.metric])),
    ),
  );

/** The skill that a short message without a company goes on with; null where it goes on with none. */
export function stepOf({ facts, text, subjects, has }: Message): string | null {
  const last = newestTurn(facts.session);
  const words = text.trim();
  if (last.length === 0 || words.length > longest || subjects.mentions.length > 0) return null;
  const told = metricsIn(last);
  const step = steps.find(
    (each) =>
      has(each.skill) &&
      last.every(({ skill }) => each.after.has(skill)) &&
      (each.told === undefined || each.told.some((metric) => told.has(metric))) &&
      each.says(words),
  );
  return step?.skill ?? null;
}

/** 北交所呢, ST呢, 那佣金呢 behind a rule: what the rule is for another case; companies have no rules of their own. */
const another =
  /^(?:那|那么)?([^,，。?？!！]{1,10}?)(?:的)?呢[?？。!！~ ]*$|^(?:and|what about|how about) (?:the |for |on )*([^,.?!]{2,24})[?.! ]*$/i;

/** Names of indices too, but in a rule the boards themselves. */
const boards = /^(?:创业板|科创板|chinext|star(?: market)?)$/i;

export function asksAnotherRule({ facts, text, subjects, has }: Message): boolean {
  const last = newestTurn(facts.session);
  const isOfRule = last.length > 0 && last.every(({ skill }) => skill === "knowledge");
  const namesStock = subjects.mentions.some(
    ({ status, matches, query }) => !boards.test(query) && (status !== "unsupported" || matches.length > 0),
  );
  return (
    has("knowledge") && isOfRule && !namesStock && subjects.dates.length === 0 && another.test(text.trim())
  );
}

/** 和大盘比呢, vs the CSI 300. */
const beside = /[和跟与同比].{1,12}比|^(?:那|那么)?比|\b(?:vs\.?|versus|against|compared? (?:to|with))\b/i;

/** 跑赢大盘没有 behind how far a stock moved: the same move of the stock and of the index, over the same time. */
export function againstIndex({ facts, text, subjects, has }: Message): readonly Action[] {
  const last = newestTurn(facts.session).filter(({ skill, codes }) => skill === "price" && codes.length > 0);
  const { mentions, dates, unread, earlier, pointsBack } = subjects;
  const codes = earlier.length > 0 ? earlier : (last[0]?.codes ?? []);
  const ofIndices = mentions.flatMap(({ matches }) => matches[0]?.code ?? []);
  const isOfIndex = ofIndices.every((code) => readCode(code)?.kind === "index");
  const isSet = setsAgainstMarket(text) || (ofIndices.length > 0 && beside.test(text));
  if (!has("market") || last.length === 0 || !isOfIndex || !isSet) return [];
  // did it beat the market: the stock is no index, and the market is not named as one.
  if (dates.length + unread.length > 0 || (ofIndices.length === 0 && pointsBack)) return [];
  const date = last.find((turn) => turn.date !== undefined)?.date;
  const day = date === undefined ? {} : { date };
  return [
    { skill: "price", input: { codes: [...codes], ...day } },
    { skill: "market", input: { ...(ofIndices.length > 0 ? { codes: ofIndices } : {}), ...day } },
  ];
}

const exchange = /^(?:深圳|深市|深交所|上海|沪市|上交所|北京|北交所|shenzhen|shanghai|beijing)$/i;

/** 深圳呢 behind the index of Shanghai: the exchange that is named and nothing else; null where none is meant. */
export function exchangeMeant({ facts, text, subjects, has }: Message): string | null {
  const last = newestTurn(facts.session);
  const isOfIndices = last.length > 0 && last.every(({ skill }) => skill === "market");
  if (!isOfIndices || !has("market") || subjects.mentions.length > 0) return null;
  const word = text
    .trim()
    .replace(/^(?:那么|那|and |what about |how about )/i, "")
    .replace(/[呢?？。! ]+$/, "");
  return exchange.test(word) ? word : null;
}

const longestStep = 30;

/**
 * 差多少, 高几个点, how much higher: the companies of the turn before. None where no difference is asked for, or where the message says
 * whose.
 */
export function setApart({ facts, text, subjects, has }: Message): readonly string[] {
  const { mentions, dates, unread, earlier } = subjects;
  const isStep =
    text.trim().length <= longestStep &&
    asksHowFarApart(text) &&
    mentions.length + dates.length + unread.length === 0;
  if (!has("peers") || !isStep) return [];
  const last = newestTurn(facts.session);
  if (last.length === 0 || !last.every(({ skill }) => comparable.has(skill))) return [];
  return earlier.filter((code) => readCode(code)?.kind === "stock");
}

/** 加起来多少, 两个加一起: the sum of what was told of several companies, and nothing else. */
const together =
  /^(?:那|它们|他们|[这那]?[两俩几三]?[个只家者]?|全部)*(?:一共|总共|合计|(?:[加合]起来|[加合]在?一起))(?:是|市值|有|一共|总共)*(?:多少|几[千万]*亿?)?(?:亿)?[呢啊?？。! ]*$|^(?:and |so )?(?:(?:how much|what) (?:is that |are they )?)?(?:combined|together|altogether|in total)[?. ]*$/i;
const summed: readonly string[] = ["total_mv", "circ_mv"];

/** The companies, of one turn or the last ones behind each other, whose market values are to be summed; none where that is not asked. */
export function summedUp({ facts: { session }, text, subjects, has }: Message): readonly string[] {
  if (!has("valuation") || subjects.mentions.length > 0 || !together.test(text.trim())) return [];
  const isOfValue = (turns: Session) =>
    turns.some((turn) => summed.some((metric) => metricsIn([turn]).has(metric)));
  const last = newestTurn(session);
  if (!isOfValue(last)) return [];
  const own = [...new Set(last.flatMap(({ codes }) => codes))];
  const behind = session.filter(({ skill }) => skill === "valuation").flatMap(({ codes }) => codes);
  const codes = own.length > 1 ? own : [...new Set(behind.toReversed())].slice(0, 2).toReversed();
  return codes.length > 1 && codes.every((code) => readCode(code)?.kind === "stock") ? codes : [];
}

/** Skills whose figures of two companies can be set against each other. */
const comparable: ReadonlySet<string> = new Set(["price", "valuation", "fundamentals", "peers"]);
