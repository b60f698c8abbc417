import type { Bilingual } from "#contract";
import { changeIn } from "./change-words.ts";
import { areJoined, clockTimesIn, type DayTime, dayTimesIn } from "./day-times.ts";

/**
 * What a message says of a digest. `times` as `15:30`: each is one at which it comes; `former`: those that it came at before and is to come at
 * no more (从9点改到16点). `question` what is to be sent, absent where nothing was understood; `topic` where it is not in the user's own words.
 */
export interface DigestWords {
  readonly times: readonly string[];
  readonly former: readonly string[];
  /** True where several times are named and not all are times of one question. */
  readonly isMixed: boolean;
  readonly question?: string;
  readonly topic?: string;
}

const often =
  /每个?(?:交易日|工作日)|每(?:[天日早晚]|(?= ))|天天|定[时時期]|[以之]?[后後]都|\b(?:every|each) (?:single )?(?:trading |business |week)?(?:day|morning|evening|afternoon|night)s?\b|\bdaily\b|日报|\bdigest\b/gi;
const asking =
  /(?:请|麻烦|分[别別]|特[别別]|(?:[别別]|不要)(?:忘[了记記]?|漏了?)|帮我|给我|帮忙|提醒我|通知我|告诉我|推送|推给我|发给我|发送|发|报一下|报|推|[改换]成|改到|改为|设个?|订阅|来一?[份个条])|\b(?:please|can you|could you|i want|(?:send|push|give|tell|text|message|post)(?: (?:it|me|us))*|set(?: up)?|change)\b/gi;

const list = /自选|自選|我(?:的|关注的)?股票|关注列表|watch ?list|my (?:stocks|list)/i;
const market = /大盘|大盤|市场|指数|行情|\bmarket\b|\bind(?:ex|ices)\b/i;

/** What of no company a text names: the market, the person's list. */
export const topicsIn = (text: string, namesCompany: boolean) => [
  ...(market.test(text) && !namesCompany
    ? [{ topic: "market", zh: "大盘怎么样", en: "how is the market" }]
    : []),
  ...(list.test(text) ? [{ topic: "watchlist", zh: "我的自选", en: "my watchlist" }] : []),
];

/** Something else than once a day. */
export const isNotDaily = (text: string): boolean =>
  /每周|每星期|每月|每年|每小时|每隔|每\d+分|weekly|monthly|hourly|every (?:hour|week|month|\d+ minutes)/i.test(
    text,
  );

const sent = /^[\s,,]*(?:请|再|给我|帮我|我)*(?:发|發|推|报|報|提醒|通知|叫)/;

/** The times at which a digest comes or came, in the text's order; others belong to its question (10:00的价格). */
function timesOf(text: string): { readonly own: readonly DayTime[]; readonly isMixed: boolean } {
  const own: DayTime[] = [];
  let isMixed = false;
  for (const time of dayTimesIn(text)) {
    const last = own.at(-1);
    const joined = last === undefined || areJoined(text, last, time);
    const isSpoken =
      sent.test(text.slice(time.end)) ||
      /\bat\s?$/i.test(text.slice(Math.max(0, time.start - 4), time.start)) ||
      /^at\b/i.test(text.slice(time.start, time.start + 3));
    if (joined || isSpoken) own.push(time);
    isMixed ||= !joined && isSpoken;
  }
  return { own, isMixed };
}

/** The times to come at and those come at before, and the text without them. */
function readTimes(text: string) {
  const change = changeIn(text);
  const all = dayTimesIn(text);
  const isOld = ({ start }: DayTime) => change !== null && start < change.at !== change.isFormerBehind;
  const olds = all.filter(isOld);
  // 每天9点和15点 beside no change; 从9点改到16点 parts them.
  const isChange = olds.length > 0 && olds.length < all.length;
  const { own, isMixed } = isChange ? { own: all, isMixed: false } : timesOf(text);
  // With what joins them: 9点和15点.
  const spans = own
    .map(({ start, end }, at) => {
      const next = own[at + 1];
      const isJoined = next !== undefined && areJoined(text, own[at] as DayTime, next);
      return { start, end: isJoined ? next.start : end };
    })
    .toReversed();
  return {
    isMixed,
    former: isChange ? olds.map(({ at }) => at) : [],
    times: [...new Set(own.filter((each) => !isChange || !isOld(each)).map(({ at }) => at))],
    rest: spans.reduce((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text),
  };
}

/** The user's own words without how often, and that it is to be sent. */
const restOf = (text: string): string =>
  text
    .replace(often, " ")
    .replace(asking, " ")
    .replace(/\s+/g, " ")
    .replace(/^(?:[\s,,。.!!??::、的把]|我(?!的)|一下|\b(?:the|a|an|at|to|with|by|around|me|us)\b)+/iu, "")
    .replace(/(?:[\s,,。.!!??::、]|\b(?:at|by|around|to|me|us)\b)+$/iu, "");

/** Words around a digest that ask for nothing. */
const unasked =
  /时间|自动|消息|简报|晨报|晚报|早报|总结|内容|一下|一次|以后|开始|还是|换到?|点钟?|个|一|我|给|你|它|的|了|吧|请|到|在|\b(?:it|its|that|this|one|message|update|summary|report|brief(?:ing)?|something|time|from|now|on|instead|please|my|me|to|at|for|of|the|a|an)\b/gi;

/** What is known of who a digest is about: the names of its companies, and whether it names anything that is no company (an index). */
export interface DigestSubjects {
  readonly names: readonly string[];
  readonly namesOther: boolean;
  readonly language: keyof Bilingual;
}

/** Reads what is to be sent and when. A company's question is kept in the user's words, `names` in the place of 它. */
export function readDigest(text: string, { names, namesOther, language }: DigestSubjects): DigestWords {
  const { rest: said, ...when } = readTimes(text);
  const rest = restOf(said);
  const parts = topicsIn(rest, names.length > 0);
  if (parts.length > 0)
    return {
      ...when,
      // What is of no company is in no words of the person's: a time in it would be lost.
      isMixed: when.isMixed || clockTimesIn(said).length > 0,
      topic: parts.map(({ topic }) => topic).join("+"),
      question: parts.map((part) => part[language]).join(language === "zh" ? ",再看" : ", and show "),
    };
  // 日报改成16点 names nothing to be sent.
  const isOfNothing =
    names.length === 0 && !namesOther && !/[\p{L}\p{N}]{2}/u.test(rest.replace(unasked, " "));
  if (isOfNothing) return when;
  const own = /它|\b(?:it|its|that)\b/i;
  const [name = ""] = names;
  return { ...when, question: own.test(rest) ? rest.replace(own, name) : rest };
}
