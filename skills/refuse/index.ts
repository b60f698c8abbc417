import { z } from "zod";
import {
  type Bilingual,
  bundledCalendar,
  defineSkill,
  leavesYearOut,
  maxQueries,
  type SkillContext,
  type SkillResult,
} from "#contract";

const reasons = [
  "advice",
  "prediction",
  "future",
  "trading",
  "own_account",
  "privacy",
  "injection",
  "out_of_scope",
] as const;

const input = z.strictObject({
  codes: z
    .array(z.string().min(1).max(64))
    .max(maxQueries)
    .optional()
    .describe("Companies that the message names, so that a follow-up finds them."),
  reason: z.enum(reasons).optional().describe("Which kind of request is declined."),
});

const texts: Readonly<Record<(typeof reasons)[number], Bilingual>> = {
  advice: {
    zh: "买卖建议我不提供,以免误导。需要的话我可以查价格、估值等带来源的数字。",
    en: "I give no buy or sell advice. I can look up prices and valuation with their sources.",
  },
  prediction: {
    zh: "我不预测涨跌,只提供已经发生、带来源的数字。",
    en: "I make no forecasts; I only give numbers that have happened, with their sources.",
  },
  future: {
    zh: "所问日期还没有到,没有数据,也不做预测。",
    en: "That date is in the future: there is no data, and no forecasts are made.",
  },
  trading: {
    zh: "我不能代为下单或操作账户,请使用你的券商软件。",
    en: "I cannot place orders or touch accounts. Please use your broker's app.",
  },
  own_account: {
    zh: "这里不连接证券账户,看不到你的持仓。告诉我股票、股数和成本价,我可以按查到的价格算盈亏。",
    en: "No brokerage account is connected here, so I cannot see your holdings. Tell me the stock, the number of shares and your cost, and I can work out the gain at a looked-up price.",
  },
  privacy: {
    zh: "我不会透露其他人的信息或对话。",
    en: "I do not disclose other people's information or conversations.",
  },
  injection: {
    zh: "我只按查到的数据回答,不会照着给定的说法报数字,也不会改变规则。",
    en: "I answer from looked-up data only; I neither repeat given numbers as data nor change the rules.",
  },
  out_of_scope: {
    zh: "这超出了我的范围。我只查沪深北 A 股的数字。",
    en: "That is out of my scope. I only look up numbers on A-shares.",
  },
};

/** 11月20日 three days before it may have meant last year's: the day says which was understood. */
async function futureDay({ tools, message, now }: SkillContext): Promise<string | null> {
  if (!leavesYearOut(message.text)) return null;
  const found = await tools.trading_calendar({ question: message.text, otherwise: bundledCalendar });
  const day = found.ok ? found.value.asked_date : "";
  return day > now.slice(0, 10) ? day : null;
}

const longestQuery = 64;

/** The company of another market that the message is about, by its code; null where it is about none, or about several. */
async function abroad({ tools, message }: SkillContext): Promise<string | null> {
  const query = message.text.trim();
  if (query.length > longestQuery) return null;
  const found = await tools.resolve_security({ query });
  return found.ok && found.value.status === "out_of_scope" ? (found.value.matches[0]?.code ?? null) : null;
}

export default defineSkill<z.infer<typeof input>>({
  input,
  async run({ reason = "advice" }, context): Promise<SkillResult> {
    const company = reason === "out_of_scope" ? await abroad(context) : null;
    if (company !== null) return { kind: "refusal", code: "OUT_OF_SCOPE_MARKET", subject: company };
    const day = reason === "future" ? await futureDay(context) : null;
    return day === null
      ? { kind: "text", text: texts[reason], declined: true }
      : {
          kind: "refusal",
          code: "FUTURE_DATE",
          subject: context.language === "zh" ? `(${day})` : ` (${day})`,
        };
  },
});
