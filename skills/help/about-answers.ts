import type { Bilingual } from "#contract";

/** What somebody asks of the answers themselves, by their words and nothing else; the first that fits. */
const requests: readonly (readonly [words: RegExp, text: Bilingual])[] = [
  [
    /人工|客服|真人|\b(?:human|customer service|real person|agent)\b/i,
    {
      zh: "这里没有人工客服,只有我按数据源查数。换个说法再问一次就行,例如「茅台昨天收盘」;发送「帮助」看能问的全部。",
      en: "There is no human agent here, only me looking up numbers. Please ask once more in other words, for example “Moutai close yesterday”; send “help” for all that you can ask.",
    },
  ],
  [
    /英文|英语|英語|中文|\b(?:english|chinese)\b/i,
    {
      zh: "你用中文问,我就用中文答;用英文问,就用英文答,例如「price of Moutai」。",
      en: "I answer in the language of the question: ask in English for English, for example “price of Moutai”, or in Chinese for Chinese.",
    },
  ],
  [
    /^\W*(?:stop|停|别发|別發|退订|退訂|unsubscribe)/i,
    {
      zh: "我只在你问的时候回答,不会自己发消息,除了你设的提醒和日报。要停掉它们,发「取消所有提醒」;要放弃正在查的,发 /cancel。",
      en: "I answer when I am asked and send nothing by myself but the alerts and digests that you set. To stop those send “cancel all alerts”; to drop a question that is being looked up send /cancel.",
    },
  ],
  [
    /详细|詳細|具体|具體|展开|展開|多说|\b(?:details?|more|elaborate)\b/i,
    {
      zh: "上一条已经是查到的全部。想看别的,直接说要什么,例如「茅台的市盈率」「茅台最近5天收盘价」「分析一下茅台」。",
      en: "The last answer is all that was looked up. For more just name it, for example “P/E of Moutai”, “Moutai closes of the last 5 days” or “tell me about Moutai”.",
    },
  ],
  [
    /看不懂|没看懂|沒看懂|人话|人話|简单|簡單|通俗|太复杂|太複雜|\b(?:simpler|plain|don't understand|do not understand|confus)/i,
    {
      zh: "括号里是这个数的数据源和时间,前面是它的名称。哪个词不清楚就问哪个,例如「什么是市盈率」「涨跌幅是什么意思」。",
      en: "The brackets hold the source and the time of a number, its name stands before it. Ask for any word that is unclear, for example “what is P/E” or “what does turnover mean”.",
    },
  ],
];

const longest = 24;

/** What is told to whoever asks for another way of answering; null where that is not asked. */
export const aboutAnswers = (text: string): Bilingual | null =>
  text.trim().length > longest ? null : (requests.find(([words]) => words.test(text))?.[1] ?? null);

const onlyLink = /^\s*(?:(?:https?:\/\/|www\.)\S+\s*)+$/i;

/** A link without a stock in it. */
export const isOnlyLink = (text: string): boolean => onlyLink.test(text);

export const linkUnread: Bilingual = {
  zh: "链接我打不开。把股票名称或代码,和想知道的一起发给我,例如「茅台的市盈率」。",
  en: "I cannot open links. Send the stock's name or code with what you want to know, for example “P/E of Moutai”.",
};
