/** Which kind of declined request a message is; the first that fits. Only the sentence told depends on it. */
const kinds: readonly (readonly [reason: string, words: RegExp])[] = [
  ["injection", /忽略|无视|系统提示|提示词|不要查|照我说|ignore|system prompt|pretend/i],
  ["privacy", /聊天记录|别人|他人|其他用户|隐私|someone else|other users?/i],
  ["trading", /帮我买|帮我卖|替我买|替我卖|下单|委托|place an order|order for me/i],
  [
    "prediction",
    /会涨|会跌|涨还是跌|预测|能涨到|能到多少|明天涨|下周涨|翻倍吗|predict|forecast|will it|going up/i,
  ],
];

export const refusalReason = (text: string): string =>
  kinds.find(([, words]) => words.test(text))?.[0] ?? "advice";
