import { z } from "zod";
import { type Bilingual, defineSkill, maxQueries } from "#contract";

const input = z.strictObject({
  codes: z
    .array(z.string().min(1).max(64))
    .max(maxQueries)
    .optional()
    .describe("Companies that the message names, so that a follow-up finds them."),
});

const greeting: Bilingual = {
  zh: "你好,我是前门,查 A 股数字的助手。告诉我股票名称或代码就行,例如「茅台现在多少钱」。",
  en: "Hello, I am Qianmen and look up A-share numbers. Just send a stock name or code, for example “price of Moutai”.",
};

/** What small talk is answered with, the first that fits; anything else is greeted. */
const answers: readonly (readonly [words: RegExp, text: Bilingual])[] = [
  [
    /谢|辛苦|thank|thx|cheers/i,
    { zh: "不客气,随时可以继续问。", en: "You are welcome. Ask again any time." },
  ],
  [
    /再见|拜拜|晚安|\b(?:bye|goodbye|good night)\b/i,
    { zh: "再见,下次见。", en: "Goodbye, see you next time." },
  ],
  [
    /心情|被套|难受|郁闷|亏惨|\b(?:sad|upset|stressed)\b/i,
    {
      zh: "理解你的心情。需要的话,我可以帮你查股票的价格和估值。",
      en: "I understand. If it helps, I can look up prices and valuation for you.",
    },
  ],
];

export default defineSkill<z.infer<typeof input>>({
  input,
  async run(_, { message }) {
    if (!/[\p{L}\p{N}]/u.test(message.text)) return { kind: "refusal", code: "NOT_UNDERSTOOD" };
    return { kind: "text", text: answers.find(([words]) => words.test(message.text))?.[1] ?? greeting };
  },
});
