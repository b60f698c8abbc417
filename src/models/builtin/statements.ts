import { inputFrom, questionsOf } from "./actions.ts";
import { namedIn, type Ruling } from "./follow-up.ts";
import type { Message } from "./message.ts";

/** Words that ask for a thing of its own, which no price answers: 茅台董事长是谁, where is Moutai. */
const asksElse =
  /谁|哪|几|多少|什么|啥|何时|何地|怎么(?![又就])|怎样|为什|为啥|有没有|有无|能不能|可不可以|\b(?:what|who|whose|where|when|which|how|why|can|could|should|will|would)\b/i;

/** 又跌成狗了, 凉透了吗, 真牛啊: what happened to somebody, or how somebody is. */
const chineseTold =
  /了(?:吗|没|没有|吧|啊|呀|呢|哦)?[\s?？!！~。.]*$|^[\s,，]*(?:[又咋太真好]|是不是|还是|居然|竟然|终于|一直|天天|老是|这么)/;

/** tanked again, is melting: a company and what it does. */
const englishTold =
  /^(?:(?:is|was|has|been|have|just|really|totally|absolutely|again|keeps?|got|getting|so|today|now) )*[a-z]+(?:ed|ing|en)(?: (?:again|today|now|hard|badly|so much|a lot))*$|^(?:just )?(?:goes|went|going|got|gets|getting) [a-z]+$/i;

const longest = 40;

/** 凉透了吗, 崩了没: how a stock does, in whatever words. */
const ofMove =
  /[涨跌崩凉惨绿红狗炸爆垮飞疯牛猛萎蔫趴瘫死完废渣糊黄扑瀑砸拉升降起落麻哭绷跪躺熄火冷热强弱好坏行稳晃抖蹦跳水冲顶底套赔亏赚盈贵便宜]/;
/** 拆股了吗, 减持了没有: whether something else has happened, which no price answers. */
const asksOfElse = ({ text, rest }: Message): boolean =>
  /(?:吗|嗎|没|没有|沒有?)[\s?？。!！]*$/.test(text) && /\p{Script=Han}{2}/u.test(rest) && !ofMove.test(rest);

/** True where a message says something of a company in words that no rule knows, and asks for nothing else: it is about how the stock does. */
function tellsOfCompany(message: Message): boolean {
  const { text, rest, subjects } = message;
  const { mentions } = subjects;
  const last = mentions.at(-1);
  if (asksOfElse(message)) return false;
  if (last === undefined || text.length > longest || asksElse.test(text)) return false;
  if (mentions.some(({ status }) => status !== "one" && status !== "several")) return false;
  const after = text.slice(last.span[1]);
  return chineseTold.test(after) || englishTold.test(rest);
}

const ofMarket = /大盘|a股|股市|市场|指数|板块/i;

/** 想哭, 怀疑人生: how somebody feels about it. */
const feels =
  /想哭|想死|哭[了死晕]|怀疑人生|心慌|心[痛疼碎累塞]|肉[疼痛]|吐血|崩溃|绝望|难受|扎心|睡不着|\b(?:cry|crying|heartbroken|devastated)\b/i;

/** 唉 又绿了, 跌麻了, 跌得我想哭: a sigh over the market of somebody who names no stock. */
const sighs = (text: string): boolean =>
  !asksElse.test(text) &&
  !/[?？]|吗/.test(text) &&
  !ofMarket.test(text) &&
  (feels.test(text) || /^[唉哎诶欸呜]|了[\s!！~。.…]*$/.test(text.trim()));

/** 宁王又跌成狗了: what is said of a company in words that no skill knows is about how its stock does. */
export function told(message: Message): Ruling | null {
  const { named, day } = namedIn(message);
  if (!message.has("price") || named.length === 0 || !tellsOfCompany(message)) return null;
  const actions = questionsOf("price", named, message.has).map(({ skill, codes }) => ({
    skill,
    input: inputFrom(codes, day, message.facts.now.slice(0, 10)),
  }));
  return { actions, reason: "says something of a company" };
}

/** 又绿了 without a stock, now or before: nothing can be looked up for it. */
export function sighed({ hits, text, subjects, has }: Message): Ruling | null {
  const isOfNone = subjects.mentions.length === 0 && (subjects.earlier.length === 0 || feels.test(text));
  const isFaintlySaid = hits.every(({ strength, skill }) => strength === "hint" || skill === "chitchat");
  if (!has("chitchat") || !isOfNone || hits.length === 0 || !isFaintlySaid || !sighs(text)) return null;
  return { actions: [{ skill: "chitchat", input: {} }], reason: "a sigh" };
}
