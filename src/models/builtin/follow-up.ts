import {
  type Action,
  bareLevelWords,
  comparesWithTime,
  maxActions,
  type Session,
  type SessionTurn,
} from "#contract";
import {
  asksAgain,
  asksForSame,
  correctsName,
  namesOnly,
  newestTurn,
  readCode,
  type Subjects,
} from "#language";
import { inputFrom } from "./actions.ts";
import { againstIndex, asksAnotherRule, exchangeMeant, setApart, stepOf, summedUp } from "./going-on.ts";
import { keepsTime, ofNow } from "./keeps-time.ts";
import { isReference, lastAsked } from "./last-asked.ts";
import { type Message, triggersFor } from "./message.ts";
import { segmentsOf } from "./segments.ts";

/** What a rule made of a message, and why. */
export interface Ruling {
  readonly actions: readonly Action[];
  readonly reason: string;
  /** What is asked beyond what a plan holds, in the message's own words. */
  readonly left?: readonly string[];
}

export const distinct = (actions: readonly Action[]): readonly Action[] => [
  ...new Map(actions.map((action) => [JSON.stringify(action), action])).values(),
];

const ownCodes = ({ input }: SessionTurn): readonly string[] =>
  Array.isArray(input.codes) ? input.codes.map(String) : [];

const namesCompany = ({ input }: SessionTurn): boolean =>
  Array.isArray(input.codes) && input.codes.length > 0;

/** The questions of the turn before, asked again about other companies or another day. */
export function repeated(
  message: Message,
  named: readonly string[],
  day: string | undefined,
): readonly Action[] {
  const { facts, text, subjects } = message;
  const last = lastAsked(message);
  // 明天开市吗, 那周六呢: neither is about the company that was spoken of before.
  const codes = named.length > 0 ? named : last.some(namesCompany) ? subjects.earlier : [];
  if (codes.length === 0 && (day === undefined || last.length === 0)) return [];
  const onlyStocks = named.length > 0 && named.every((code) => readCode(code)?.kind === "stock");
  // 茅台跑赢沪深300了吗, 五粮液呢: a stock in the place of the other is no index.
  const asked =
    onlyStocks && last.some(({ skill }) => skill === "price")
      ? last.filter(({ skill }) => skill !== "market")
      : last;
  return asked.slice(0, maxActions).map((turn) => {
    const { input } = turn;
    // A card is of now; 上周呢 behind it asks how far the price has moved.
    const isOfTime = turn.skill === "brief" && subjects.unread.length > 0 && message.has("price");
    const skill = isOfTime ? "price" : turn.skill;
    const { date: earlierDate, codes: _, ...kept } = input;
    // 这个月呢 names a time of its own, if no day: the earlier one is not meant beside it.
    const leans =
      subjects.pointsBack ||
      asksAgain(text) ||
      namesOnly(text, subjects.mentions) ||
      correctsName(text, subjects.mentions) ||
      /呢[?？。!！~ ]*$/.test(text);
    // 昨天收盘价 was asked back: the company that answers is asked about on that day.
    const isAwaited = turn.candidates?.length === 0;
    const keepsDay = (leans || isAwaited) && subjects.unread.length === 0 && !ofNow.test(text);
    const isKept = keepsDay && typeof earlierDate === "string" && !isReference(turn, earlierDate);
    const date = day ?? (isKept ? earlierDate : undefined);
    // 茅台跑赢沪深300了吗, 今年以来呢: each part is asked again about its own.
    const about = named.length === 0 && last.length > 1 && namesCompany(turn) ? ownCodes(turn) : codes;
    return { skill, input: { ...kept, ...inputFrom(about, date, facts.now.slice(0, 10)) } };
  });
}

/** 低于20吗, 有没有超过3%: a level, and not of what. */
const bareLevel = new RegExp(`(?:^|[,，;；。?？])\\s*${bareLevelWords}\\d`, "i");
const ofPrice = /价|多少钱|股价|[涨跌]|突破|\bprice\b|trading at/i;
const ofFigures: ReadonlySet<string> = new Set(["valuation", "fundamentals"]);

/** 市盈率多少,低于20吗, and 低于20吗 behind a P/E: the level is that of the figure, and no price. */
export function ofFigure(actions: readonly Action[], message: Message): readonly Action[] {
  const { text, subjects } = message;
  if (!bareLevel.test(text) || ofPrice.test(text)) return actions;
  if (actions.some(({ skill }) => ofFigures.has(skill)))
    return actions.filter(({ skill }) => skill !== "price");
  const last = lastAsked(message);
  const [turn, ...others] = last;
  const isOn = subjects.mentions.length === 0 && actions.every(({ skill }) => skill === "price");
  return isOn && turn !== undefined && others.length === 0 && ofFigures.has(turn.skill)
    ? [{ skill: turn.skill, input: turn.input }]
    : actions;
}

/** Sums and the user's own list go by the words of their message, which this one has not. */
const ofOwnWords: ReadonlySet<string> = new Set(["calculator", "watchlist"]);

const nowhere = { companies: [], indices: [], days: [], futureDays: [] };

/** 茅台的呢 behind 什么是市盈率: the skill whose figure the fact that was told is about; null where none was told. */
export function skillOfFact({ facts: { session, cards }, subjectless }: Message): string | null {
  const told = newestTurn(session).flatMap(({ claims }) => claims)[0];
  if (told?.kind !== "knowledge") return null;
  const hits = triggersFor(cards).find(told.claim, nowhere);
  return hits.find(({ skill, strength }) => strength === "topic" && !subjectless.has(skill))?.skill ?? null;
}

/** The companies and the first day that a message names. */
export function namedIn(message: Message) {
  const { text, subjects, subjectless } = message;
  const segments = segmentsOf({ text, subjects, hits: [], subjectless });
  // 再加个宁德时代 behind the user's own list puts that one on it, not the one before again.
  const isListed = lastAsked(message).some(({ skill }) => skill === "watchlist");
  const beside = subjects.setsBeside && !isListed ? subjects.earlier : [];
  return {
    named: [...new Set([...beside, ...segments.flatMap(({ codes }) => codes)])],
    day:
      segments.flatMap((segment) => segment.dates)[0] ??
      subjects.unread.find(({ kind }) => kind === "day")?.text,
  };
}

/** 连续几天了, 最近一周合计多少: behind flows of money these words ask for their run and their sum. */
const ofFlows =
  /^(?:那|已经|是)*(?:连续|连着)了?(?:多少|几)[天日]了?[呢吗啊?？]*$|合计|累计|加起来|总共|一共|in total|altogether/i;

const sumsUp = ({ text, subjects, hits }: Message, last: Session): boolean =>
  ofFlows.test(text.trim()) &&
  subjects.mentions.length === 0 &&
  last.length > 0 &&
  last.every(({ skill }) => skill === "fund-flow") &&
  hits.every(({ strength, skill }) => strength === "hint" || skill === "calendar");

const ofSums =
  /\d|亏|赚|盈|浮|回本|保本|解套|手续费|佣金|^(?:那)?(?:印花)?税|^那?[买卖](?:的话|出|入)?呢|值多少|[分拿领]多少|一半|翻倍|翻一番|\b(?:profit|loss|lose|gain|worth|fees?|commission|tax(?:es)?|half|double|stamp duty)\b/i;

/** Skills of whose words a sum's follow-up is made too: 要是涨到2000呢, 手续费呢. */
const besideSums: ReadonlySet<string> = new Set(["calculator", "price", "knowledge"]);

const longestSum = 30;

/** 能分多少红 behind a number of shares is asked of those. */
const asksPayout = /(?:我|能|可以)[^,，]{0,6}[分拿领][^,，]{0,3}(?:多少|几)/;

const saysShares = (session: Session): boolean =>
  session.some(({ skill, said = "" }) => skill === "calculator" && /[股手]|shares/.test(said));

/** 10年, 2000: a term or a number of the sum, no time that anything is asked of. */
const isOfSum = ({ text }: Subjects["unread"][number]): boolean => /^(?:\d{1,2}年|\d{4})$/.test(text);

/** 这周赚了多少 behind a holding is asked of that; 去年赚了多少 may be of the company. */
const gains = /[赚亏盈赔]|\b(?:make|made|lose|lost|gain|profit)\b/i;
const isShort = ({ text }: Subjects["unread"][number]): boolean =>
  /[天日周月]|星期|礼拜|day|week|month/i.test(text);

/** 要是涨到2000呢, 200股呢, 赚了还是亏了: behind a sum, another number or question of it, and no company or day of its own. */
function reckonsOn({ facts, text, subjects, hits }: Message, last: Session): boolean {
  const { mentions, dates, unread } = subjects;
  const isOnShares = asksPayout.test(text) && saysShares(facts.session);
  const isGain = gains.test(text) && unread.length > 0 && unread.every(isShort);
  return (
    last.length > 0 &&
    last.some(({ skill }) => skill === "calculator") &&
    last.every(({ skill }) => besideSums.has(skill)) &&
    text.length <= longestSum &&
    mentions.length + dates.length === 0 &&
    (isGain || unread.every(isOfSum)) &&
    (isOnShares || ofSums.test(text)) &&
    hits.every(
      ({ skill, strength }) =>
        strength === "hint" ||
        // What is declined has been by now.
        skill === "refuse" ||
        besideSums.has(skill) ||
        (isOnShares && skill === "calendar") ||
        (isGain && skill === "fundamentals"),
    )
  );
}

/** 2025年全年呢 behind a price's move: the word of a report says when, and nothing else is said. */
function moves({ subjects, hits, rest }: Message, last: Session): boolean {
  return (
    rest === "" &&
    subjects.unread.length > 0 &&
    subjects.mentions.length === 0 &&
    hits.length > 0 &&
    last.length > 0 &&
    last.every(({ skill }) => ofPrices.has(skill)) &&
    hits.every(({ strength, skill }) => strength === "hint" && skill === "fundamentals")
  );
}

/** Skills whose times are stretches of days. */
const ofPrices: ReadonlySet<string> = new Set(["price", "market", "chart"]);

/** 五粮液也加上: behind the user's own list it is to be put there too. */
const puts = /[也再都]加(?:上|进[去来]?)?[吧了。!！ ]*$/;

/**
 * What only goes on with the question before, though it has words of another skill: 加上五粮液对比 behind a picture, 比一年前高吗 behind a
 * figure that is no price, 连续几天了 behind flows of money, 五粮液也加上 behind the list.
 */
export function continued(message: Message): Ruling | null {
  const { text, subjects, hits } = message;
  const step = stepOf(message);
  if (step !== null)
    return {
      actions: [
        message.subjectless.has(step)
          ? { skill: step, input: {} }
          : keepsTime({ skill: step, input: inputFrom(subjects.earlier, undefined, "") }, message),
      ],
      reason: "goes on with the last answer",
    };
  const against = againstIndex(message);
  if (against.length > 0) return { actions: against, reason: "against the index, over the same time" };
  const apart = setApart(message);
  if (apart.length > 0) {
    const date = newestTurn(message.facts.session).find((turn) => turn.date !== undefined)?.date;
    return {
      actions: [{ skill: "peers", input: inputFrom(apart, date, message.facts.now.slice(0, 10)) }],
      reason: "how far the two are apart",
    };
  }
  const sum = summedUp(message);
  if (sum.length > 0)
    return { actions: [{ skill: "valuation", input: { codes: sum } }], reason: "the sum of those before" };
  const index = exchangeMeant(message);
  if (index !== null)
    return { actions: [{ skill: "market", input: { codes: [index] } }], reason: "the other exchange" };
  if (asksAnotherRule(message))
    return { actions: [{ skill: "knowledge", input: {} }], reason: "the rule of another case" };
  const last = lastAsked(message);
  if (asksForSame(text) && last.length > 0 && last.every(({ skill }) => !ofOwnWords.has(skill)))
    return {
      actions: last.slice(0, maxActions).map(({ skill, input }) => ({ skill, input })),
      reason: "the last question once more",
    };
  const isDrawn = last.some(({ skill }) => skill === "chart") && subjects.setsBeside;
  const adds =
    isDrawn &&
    subjects.mentions.length > 0 &&
    hits.every(({ skill, strength }) => skill === "peers" || skill === "chart" || strength === "hint");
  const lists =
    last.some(({ skill }) => skill === "watchlist") &&
    subjects.mentions.length > 0 &&
    puts.test(text) &&
    hits.every(({ strength }) => strength === "hint");
  const sets =
    subjects.mentions.length === 0 &&
    comparesWithTime(text) &&
    last.every(({ skill }) => skill !== "price" && skill !== "market") &&
    hits.every(({ strength }) => strength === "hint");
  if (reckonsOn(message, last)) {
    const codes = last.some(namesCompany) ? subjects.earlier : [];
    const input = inputFrom(codes, undefined, message.facts.now.slice(0, 10));
    return { actions: [{ skill: "calculator", input }], reason: "goes on with the last sum" };
  }
  if (!adds && !lists && !sets && !sumsUp(message, last) && !moves(message, last)) return null;
  const { named, day = subjects.unread[0]?.text } = namedIn(message);
  const actions = distinct(repeated(message, named, day));
  return actions.length === 0 ? null : { actions, reason: "goes on with the last question" };
}
