import type { Bilingual } from "#contract";

/**
 * What a message says of a digest; `at` as `15:30`, absent where it names no time; `question` what is to be sent, absent where nothing was
 * understood; `topic` where it is not in the user's own words.
 */
export interface DigestWords {
  readonly at?: string;
  readonly question?: string;
  readonly topic?: string;
}

const numerals = "零一二三四五六七八九十";

/** 九, 十五, 9 */
function hourOf(written: string): number {
  if (/^\d+$/.test(written)) return Number(written);
  const [tens, ones] = written.replace("两", "二").split("十");
  if (ones === undefined) return numerals.indexOf(tens ?? "");
  return (tens === "" ? 1 : numerals.indexOf(tens ?? "")) * 10 + (ones === "" ? 0 : numerals.indexOf(ones));
}

const clock =
  /(早上|早晨|上午|中午|下午|傍晚|晚上|晚间)?\s*(\d{1,2}|[一二两三四五六七八九十]{1,3})\s*(?:[::](\d{2})|[点點时](?:钟|整)?(半|一刻|三刻|(\d{1,2})分?)?)\s*(am|pm)?(?![\d%])/i;
const bare = /\b(?:at )?(\d{1,2})(?:\.(\d{2}))?\s*(am|pm)\b|\bat (\d{1,2})\b(?![:.%])/i;
/** Times that are named by the market's day. */
const named: readonly (readonly [words: RegExp, at: string])[] = [
  [/开盘前|盘前|before the open/i, "09:00"],
  [/开盘(?:之?后)?|at the open|after the open/i, "09:35"],
  [/午间|中午|at noon/i, "11:35"],
  [/(?:收盘|收市)(?:之?后)?|盘后|(?:at|after) the close/i, "15:10"],
];

const two = (value: number): string => String(value).padStart(2, "0");

function timeOf(hour: number, minute: number, half: string): string | undefined {
  // Without a word of the half of the day the market's hours are meant: 3点 is three in the afternoon.
  const isLate =
    half === ""
      ? hour >= 1 && hour <= 6
      : /下午|傍晚|晚|pm|中午/i.test(half) && hour < 12 && !(half === "中午" && hour > 3);
  const of24 = /am/i.test(half) && hour === 12 ? 0 : hour + (isLate ? 12 : 0);
  return of24 <= 23 && minute <= 59 && hour >= 0 ? `${two(of24)}:${two(minute)}` : undefined;
}

/** The time of day that a text names, and where it stands. */
function findTime(text: string): { readonly at: string; readonly words: string } | null {
  const found = clock.exec(text);
  if (found !== null) {
    const [words, early = "", hour = "", minutes, part = "", spoken, half = ""] = found;
    const minute =
      part === "半" ? 30 : part === "一刻" ? 15 : part === "三刻" ? 45 : Number(minutes ?? spoken ?? 0);
    // 15:30 is written in twenty-four hours.
    const at = timeOf(
      hourOf(hour),
      minute,
      minutes !== undefined && early + half === "" ? "24" : early + half,
    );
    if (at !== undefined) return { at, words };
  }
  const english = bare.exec(text);
  if (english !== null) {
    const at = timeOf(Number(english[1] ?? english[4]), Number(english[2] ?? 0), english[3] ?? "");
    if (at !== undefined) return { at, words: english[0] };
  }
  for (const [pattern, at] of named) {
    const words = pattern.exec(text)?.[0];
    if (words !== undefined) return { at, words };
  }
  return null;
}

const often =
  /每个?(?:交易日|工作日)|每[天日早晚]|天天|定[时時期]|[以之]?[后後]都|\b(?:every|each) (?:single )?(?:trading |business |week)?(?:day|morning|evening|afternoon)s?\b|\bdaily\b|日报|\bdigest\b/gi;
const asking =
  /(?:请|麻烦|帮我|给我|帮忙|提醒我|通知我|告诉我|推送|推给我|发给我|发送|发|报一下|报|推|[改换]成|改到|改为|设个?|订阅|来一?[份个条])|\b(?:please|can you|could you|i want|(?:send|push|give|tell|text|message|post)(?: (?:it|me|us))*|set(?: up)?|change)\b/gi;

const list = /自选|自選|我(?:的|关注的)?股票|关注列表|watch ?list|my (?:stocks|list)/i;
const market = /大盘|大盤|市场|指数|行情|\bmarket\b|\bind(?:ex|ices)\b/i;

/** Something else than once a day. */
export const isNotDaily = (text: string): boolean =>
  /每周|每星期|每月|每年|每小时|每隔|每\d+分|weekly|monthly|hourly|every (?:hour|week|month|\d+ minutes)/i.test(
    text,
  );

/** The user's own words without the time, how often, and that it is to be sent. */
const restOf = (text: string, time: string): string =>
  text
    .replace(time, " ")
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
  const time = findTime(text);
  const rest = restOf(text, time?.words ?? "");
  const at = time === null ? {} : { at: time.at };
  const parts = [
    ...(market.test(rest) && names.length === 0
      ? [{ topic: "market", zh: "大盘怎么样", en: "how is the market" }]
      : []),
    ...(list.test(rest) ? [{ topic: "watchlist", zh: "我的自选", en: "my watchlist" }] : []),
  ];
  if (parts.length > 0)
    return {
      ...at,
      topic: parts.map(({ topic }) => topic).join("+"),
      question: parts.map((part) => part[language]).join(language === "zh" ? ",再看" : ", and show "),
    };
  // 日报改成16点 names nothing to be sent.
  const isOfNothing =
    names.length === 0 && !namesOther && !/[\p{L}\p{N}]{2}/u.test(rest.replace(unasked, " "));
  if (isOfNothing) return at;
  const own = /它|\b(?:it|its|that)\b/i;
  const [name = ""] = names;
  return { ...at, question: own.test(rest) ? rest.replace(own, name) : rest };
}
