/** 可以这么说, you bet, ✅: openings of an answer that no list of yes and no holds. */
import { kindsOf, type Token } from "../tokens/token.ts";

const denial =
  /[不没否非未无错误❌✗✖]|出入|偏差|差(?:一点|一些|点|些|得|了)|(?<![a-z])(?:no|not|never|nope|nah|negative|neither|nor|hardly|afraid|disagree|deny|wrong|mistaken?|incorrect|inaccurate|errors?|off|fail(?:s|ed)?)(?![a-z])|n't/u;
const tick = /^(?:✅|✔|☑|👍|👌|💯)/u;
const cross = /^(?:❌|✗|✖|👎)/u;
/** Greets, tells where the figures are from, or what follows: neither a yes nor a no. */
const neutral =
  /您好|你好|早上好|下午好|晚上好|嗨|谢|好的|^好$|抱歉|不好意思|查|看|数据|根据|按|截至|截止|以下|如下|下面|为您|帮|预测|无法|无从|难以判断|核[对实](?:过|了|一下)|收盘|今天|今日|昨|最新|目前|现在|结果|结论|关于|至于|总|简|综|其实|首先|先|注|说明|提示|单位|^[^\u4e00-\u9fff a-z]*$|(?<![a-z])(?:hi|hello|hey|thanks|thank|here|based|as of|according|per|let|checked|looked|today|latest|data|sorry|ok|okay|in short|summary|note|currently|units?)(?![a-z])|^(?:well|so|first|now|for)(?![a-z])/;
/** 行情速览, ## 查询结果, Market data: a line in front of the answer that only names what follows. */
const headings =
  /(?:速览|一览|概览|概况|播报|快报|简报|小结|总结|汇总|摘要|行情|报价|信息|情况|解答|回答|点评)[】\]]?[:：]?$|(?:summary|overview|snapshot|quote|update|results?|report|brief|answer|figures|numbers)[:：]?$/;
const headLine = /^\s*([^\n,，。.!！?？;；]{1,30})\n\s*/;

/** Where the line behind a heading begins; 0 where the text begins with none. */
export const headingEnd = (rest: string): number => headLine.exec(rest)?.[0].length ?? 0;

/** 没有错, 没记错, no mistake: words of denial that affirm. */
const affirmed =
  /(?<![a-z])(?:i'm |i am )?afraid (?:so|it (?:is|does|did|has))(?![a-z])|可不|不假|不错|毫无疑问|无疑|(?:没有?|无|未见)(?:任何|丝毫|半点|什么)?[说记看听弄搞算查报]?(?:错|误|毛病|问题|出入|偏差|差错|差异)|(?:分毫|丝毫|毫厘)不差|(?<![a-z])(?:no|without(?: an?| any)?|beyond) (?:doubt|question|mistakes?|errors?|discrepancy|difference)|nothing wrong|not (?:wrong|mistaken|off)|(?:can't|cannot) (?:deny|disagree)/;
/** 单位有误, wrong unit: what was asked is not so. */
const wrong = /有误|[搞弄说记]错|(?<![没不])错了|(?<![a-z])(?:wrong|mistaken|incorrect)(?![a-z])/;
/** I'd have to correct you: what was asked is not so. */
const correcting =
  /(?<![a-z])(?:correct|put|set) (?:you|that|this|the record)(?: (?:right|straight))?$|needs? correcting$|(?<!无需|不用|不必|无须)(?:更正|纠正|订正)/;
/** I don't know why, 原因我不清楚, 涨到什么价位: what is not known, which is neither. */
const unknown =
  /^(?:i|we) (?:can't|cannot|don't|do not|couldn't)(?: really)? (?:tell|say|know|see|give|explain)(?: you)?(?: why(?: that is| it (?:is|fell|rose|did))?| (?:the|a|any) (?:reason|cause|explanation)s?(?: for (?:it|that|this))?)?$|^(?:i|we) have no (?:reason|cause|explanation|news|view)s?(?: (?:on record|on file|for (?:it|that|this)|to (?:give|offer)))?$|^(?:(?:具体|真正|背后|下跌|上涨|涨跌|波动)的?)*(?:原因|理由)(?:是什么|为何)?(?:我|暂时|目前|这里)*(?:也|还|并)?(?:不(?:清楚|知道|明|确定|好说)|未知|没有?(?:查到|找到|记录))$|^(?:我|目前|暂时)*(?:也|还|并)?不(?:清楚|知道|确定)(?:具体)?(?:原因|为什么|为何)?$|^[^,，]{0,12}(?:什么价位?|多少|哪[里儿])$/;
const telling = kindsOf(
  "company entity metric number date source direction compare superlative window relative quantity count",
);
const longest = 28;
const border = /[,，。.!！:：;；、\n—–]/;

/** Says yes or no by its first words, where they say anything; null where they greet, cite or tell a figure. */
export function openerSays(rest: string, tokens: readonly Token[], at: number): "yes" | "no" | null {
  if (tick.test(rest)) return "yes";
  if (cross.test(rest)) return "no";
  const end = rest.search(border);
  const said = end < 0 ? "" : rest.slice(0, end).trim();
  if (said === "" || said.length > longest) return null;
  const isTelling = tokens.some(
    ({ kind, start, end: stop }) => start < at + end && stop > at && telling.has(kind),
  );
  if (correcting.test(said) || (wrong.test(said) && !affirmed.test(said) && !denial.test(said))) return "no";
  if (unknown.test(said)) return null;
  const isHeading = rest.charAt(end) === "\n" && headings.test(said);
  if (isTelling || isHeading || (neutral.test(said) && !/答案|answer/.test(said))) return null;
  return denial.test(said) && !affirmed.test(said) ? "no" : "yes";
}
