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

/** What a chat writes in the place of something that is no text, and in that of an emoji. */
const noText =
  /^\s*(?:\[(?:图片|圖片|照片|语音|語音|视频|視頻|文件|位置|名片|链接|鏈接|小程序|聊天记录|聊天記錄|转账|轉賬|红包|紅包|动画表情|動畫表情|image|photo|picture|voice|audio|video|file|sticker|location)[^\]]{0,12}\]\s*)+$/i;
const onlyEmoticons = /^\s*(?:\[[^\]\s\d]{1,8}\]\s*)+$/u;

/** What small talk is answered with, the first that fits; anything else is greeted. */
const answers: readonly (readonly [words: RegExp, text: Bilingual])[] = [
  [
    /谢|謝|辛苦|thank|thx|cheers/i,
    { zh: "不客气,随时可以继续问。", en: "You are welcome. Ask again any time." },
  ],
  [
    /再见|再見|拜拜|晚安|\b(?:bye|goodbye|good night)\b/i,
    { zh: "再见,下次见。", en: "Goodbye, see you next time." },
  ],
  [
    /心情(?!.*(?:怎么样|如何))|被套|套牢|难受|难过|难顶|郁闷|亏[惨麻死大钱]|心[累塞态]|扎心|^[唉哎]|[跌绿麻崩]了|\b(?:sad|upset|stressed)\b/i,
    {
      zh: "理解你的心情。需要的话,我可以帮你查股票的价格和估值。",
      en: "I understand. If it helps, I can look up prices and valuation for you.",
    },
  ],
  [
    /答非所问|听不懂人话|没听懂|垃圾|辣鸡|破玩意|[什啥甚]么?破|废物|没用|傻|笨|蠢|智障|\b(?:useless|stupid|rubbish|sucks|dumb)\b/i,
    {
      zh: "抱歉没帮上忙。把股票名称和想知道的一起发给我,我再查一次,例如「茅台昨天收盘」。",
      en: "Sorry that I was no help. Send the stock and what you want to know, for example “Moutai close yesterday”.",
    },
  ],
  [/对不起|對不起|不好意思|抱歉|\bsorry\b/i, { zh: "没关系。", en: "No problem." }],
  [
    /生日|新年|过年|节日|周末|恭喜|祝|快乐|安康|如意|大吉|财源|开门红|merry|happy (?:new|birthday|holidays|christmas)|season's greetings|congrat|have a (?:good|nice)/i,
    { zh: "谢谢,也祝你一切顺利。", en: "Thank you, and the same to you." },
  ],
  [
    /你好|您好|哈喽|哈啰|嗨|[早午晚]安|早上好|[上中下]午好|晚上好|在[吗不]|有人|\b(?:hello|hi|hey|yo|sup|morning|nihao)\b/i,
    greeting,
  ],
  [
    /天气|气温|下雨|笑话|故事|唱歌|吃|电影|电视剧|综艺|音乐|足球|世界杯|欧洲杯|奥运|[球比]赛|nba|心情|无聊|聊|多大|几岁|男的|女的|机器人|真人|\b(?:joke|weather|movie|football|match|world cup|bored|robot)\b/i,
    {
      zh: "闲聊我不在行,查 A 股的数字可以,例如「茅台现在多少钱」。",
      en: "Small talk is not my strength; A-share numbers are, for example “price of Moutai”.",
    },
  ],
  [
    /好|行|嗯|哦|对|没错|同意|赞同|道理|有理|确实|也是|可不是|学到|知识|服了|知道|收到|明白|懂|了解|没事|算[了啦]|不用了|没有了|不错|棒|厉害|牛|6{1,6}|赞|讚|给力|yyds|\bnb\b|原来|这样|下班|收工|明天见|回头见|\b(?:ok|okay|agreed?|makes sense|fair|good point|well said|right|true|exactly|absolutely|indeed|totally|all ?right|gotcha|noted|got it|i see|fine|cool|great|nice|perfect|good|awesome|understood|never mind|see you|take care)\b/i,
    { zh: "好的,要查什么随时发给我。", en: "All right. Send me whatever you want looked up." },
  ],
];

export default defineSkill<z.infer<typeof input>>({
  input,
  async run(_, { message }) {
    if (!/[\p{L}\p{N}]/u.test(message.text)) return { kind: "refusal", code: "NOT_UNDERSTOOD" };
    if (noText.test(message.text)) return { kind: "refusal", code: "UNSUPPORTED_MESSAGE" };
    if (onlyEmoticons.test(message.text)) return { kind: "refusal", code: "ONLY_EMOJI" };
    return { kind: "text", text: answers.find(([words]) => words.test(message.text))?.[1] ?? greeting };
  },
});
