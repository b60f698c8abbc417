import type { MatchRank } from "./name-index.ts";

/** A company's name as it was found in a folded text. */
export interface FoundName {
  readonly start: number;
  readonly end: number;
  readonly rank: MatchRank;
  /** UTF-16 units of the name without spaces. */
  readonly length: number;
}

/** With one of these behind it a company's name is that of another listed one: 复星国际, 美的置业, 顺丰同城, 隆基机械. */
const endings =
  "国际|化工|重工|重机|重能|机械|(?<!微)电子|商业|同城|置业|置地|地产|物业|生物|健康|医疗|服务|油田|油服|炼化|[财产寿]险|财产(?:保险)?|人寿(?:保险)?";
/** These are ends of long names too (宁德时代新能源科技, 中国神华能源): of another company only behind a short one. */
const looseEndings =
  "科技|新?能源|环保|环境|绿色|文化|旅游|传媒|出版|影业|音乐|通信|通讯|网络|软件|电力|水务|燃气|银行|保险|证券|工程|材料|新材|精密";
/** What is spoken of is a part, a matter or a field of the company before it, not a company of that name. */
const ofSameCompany =
  "(?!事?业|板块|部|产品|化|类|器|股(?![价票东份权息])|费|险|品牌|占比|概念|行业|赛道|市场|航[线班]|漫游|贸易|竞争|地位|油价|金价|形势|合作|影响|评级|认证|标准|订单|销量|工厂|工程师|处罚|问题|污染|事故|罚款|督[察查]|政策|投入|汽?车|消费|需求|创新|研发|实力|水平|属性|模式|安全|识别|臂|故障|度|网点|电话|热线|账户|线|客流|快递|保费|新业务|赔付)";

const behindAny = new RegExp(` ?(?:${endings})${ofSameCompany}`, "uy");
const behindShort = new RegExp(` ?(?:${endings}|${looseEndings})${ofSameCompany}`, "uy");

const latinBehind =
  / (?:international|real estate|propert(?:y|ies)|electronics?|health(?:care)?|medical|logistics|heavy industr(?:y|ies)|biologics|biomedical|intra-?city)(?![a-z-])(?! (?:sales|revenue|business|segment|market|expansion|operations|trade|demand|division|unit|orders|share of|arm))/y;

/** In front of `Bank of …` they make it another bank: Commercial Bank of China. */
const bankBefore =
  /(?<![a-z])(?:comm?erc\w{1,5}|development|savings?|industrial|construction|communications?|merchants?|import|people'?s|reserve|central) $/;

const longestBefore = 20;

/** Nobody leaves one character of four off: 中国联 in 中国联塑 is no 中国联通. */
const shortestCut = 3;

const isShort = (rank: MatchRank): boolean => rank === "alias" || rank === "short";

const hanAt = /\p{Script=Han}/uy;

/** Where what begins at `at` ends, or -1. */
function endOf(words: RegExp, text: string, at: number): number {
  words.lastIndex = at;
  return words.test(text) ? words.lastIndex : -1;
}

/**
 * How far a name reaches that is longer than the one found in it and so another company's, as a rule: its start and end in the folded
 * text, or null. Not certain, for the words may also say something of the company that was found: it is to be asked about.
 */
export function otherCompanyAt(text: string, name: FoundName): readonly [start: number, end: number] | null {
  const { start, end, rank, length } = name;
  const behind = endOf(isShort(rank) ? behindShort : behindAny, text, end);
  if (behind > 0) return [start, behind];
  const latin = /[a-z]/.test(text[end - 1] ?? "") ? endOf(latinBehind, text, end) : -1;
  if (latin > 0) return [start, latin];
  if (rank === "short" && length >= shortestCut && endOf(hanAt, text, end) > 0) return [start, end + 1];
  if (!text.startsWith("bank of", start)) return null;
  const before = bankBefore.exec(text.slice(Math.max(0, start - longestBefore), start));
  return before === null ? null : [start - before[0].length, end];
}
