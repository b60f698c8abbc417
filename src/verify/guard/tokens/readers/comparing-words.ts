/** Words that are written with 比 or 差 and compare nothing: 比如, 比例, 直接比较, 差不多三成. */
import type { Lexicon } from "../../lexicon/lexicon.ts";
import { type Token, token } from "../token.ts";

const example = /^比(?:如说?|方说?|喻|照)/;
/** A share of something: a measure that no registry holds. 比例为 derives a number. */
const share = /^比(?:例|重|率|值)(?!为)/;

/** 比ROE的话: by what the two are set beside each other. */
const byMeasure = /^比(?:一?下)?(?=[^,，。;；\d]{1,10}(?:的话|来说)[,，])/;
/** 若只比一季度营收,京东方胜过万科 */
const onlyByMeasure = /^比(?=[^,，。;；:：]{2,12}(?<![高低大小多少贵强弱好差快慢些点宜])[,，])/;
const alone = /[只单光仅]$/;

/** 比较高, 比较活跃: the adverb, which is judged like 较. */
const adverb =
  /^比较(?:[高低大小多少贵强弱好差快慢稳平](?![低小少弱差慢]|便宜)|便宜|活跃|清淡|明显|合理|接近|理想|健康|充裕|均衡|温和|剧烈|频繁|看好|乐观|悲观)/;
const helper =
  /(?:直接|横向|纵向|简单|单独|逐一|一起|不宜|不能|不可|无法|不便|难以|没法|不好|不必|可以?|能|来|做|作|进行|再|先|下面|以下|如需|如果|若|需要|想要?|要|只|仅|没有|分别|用于|便于|方便|供|为了|值得|的|其|如|间|家|者|个|番|行业|同业|同类|(?:^|[\s,，。;；:：!！?？、(（\n]))$/;
const nounOrEnd =
  /^比较(?:一下|的是|[高大强贵][低小弱便]|快慢|多少|两|三|几|各|这|二者|谁|之前|之后|时|对象|基准|结果|意义|价值|口径|标准|体量|规模|贵贱|$|[\s,，。;；:：!！?？、)）\n])/;
/** 比较五粮液低: beside that one it is lower. */
const graded =
  /^比较[^,，。;；\n]{1,24}?(?<![高大强贵多快]|意义不|意义很|价值不|作用不)(?:[高低大小多少贵强弱好差快慢]|便宜)(?:一些|一点|些|多了)?(?:$|[,，。;；!！)）\n])/;
const sides: ReadonlySet<string> = new Set(["company", "metric", "foreign"]);

/** 不宜直接比较股价: the verb, which says of no side that it is more; 茅台比较五粮液低 sets one beside the other. */
function isVerb(lower: string, at: number, lexicon: Lexicon): boolean {
  const ahead = lower.slice(at, at + 32);
  if (/^比较[了过]/.test(ahead)) return true;
  if (adverb.test(ahead) || graded.test(ahead) || !helper.test(lower.slice(Math.max(0, at - 4), at)))
    return false;
  return nounOrEnd.test(ahead) || sides.has(lexicon.match(lower, at + 2)?.entry.kind ?? "");
}

const amountNext = /^差不多(?:是|为|有|在)?\s?(?:¥|cny |rmb )?[\d零一二两三四五六七八九十百千万亿半]/;

/** 和五粮液差不多: beside that one. */
const besideOther = /[和与跟同][^,，。;；\n]{1,10}$/;
/** 不如比较估值: rather do. */
const rather = /^不如(?:比较|对比|关注|参考|先|看看?(?![低高]))/;

/** ,不过亏得少了: the conjunction, which denies nothing; 不过50元 bounds a number. */
const however = /^不过(?![\d¥零一二两三四五六七八九十百千万亿半几])/;
const opens = /(?:^|[\s,，。;；!！?？、(（])$/;

/** 比昨日下跌0.53%: 较, before what a day's move is measured from and the move itself. */
const besideDay =
  /^比(?:昨[日天]|前一?个?(?:交易)?[日天]|上一?个?(?:交易)?日)(?:收盘)?(?:小幅|大幅|微)?(?:上涨|下跌|上行|下行|上升|下降|涨|跌|升|降)了?(?=[\d¥])/;

export const comparingStarts = "差不比";

/** What such a word says there, or null where it compares. */
export function readComparing(lower: string, at: number, lexicon: Lexicon): Token | null {
  const char = lower.charAt(at);
  if (char === "差") {
    const isAmount =
      amountNext.test(lower.slice(at, at + 10)) && !besideOther.test(lower.slice(Math.max(0, at - 12), at));
    return isAmount ? token("approximate", at, at + 3) : null;
  }
  if (
    char === "不" &&
    however.test(lower.slice(at, at + 3)) &&
    opens.test(lower.slice(Math.max(0, at - 1), at))
  )
    return token("text", at, at + 2, { op: "但" });
  if (char === "不")
    return rather.test(lower.slice(at, at + 5)) ? token("fill", at, at + 2, { op: "不如" }) : null;
  if (besideDay.test(lower.slice(at, at + 16))) return token("join", at, at + 1, { op: "beside" });
  const ahead = lower.slice(at, at + 4);
  const found =
    example.exec(ahead) ??
    byMeasure.exec(lower.slice(at, at + 16)) ??
    (alone.test(lower.charAt(at - 1)) ? onlyByMeasure.exec(lower.slice(at, at + 16)) : null);
  if (found !== null) return token("fill", at, at + found[0].length, { op: found[0] });
  if (share.test(ahead)) return token("foreign", at, at + 2);
  return ahead.startsWith("比较") && isVerb(lower, at, lexicon)
    ? token("fill", at, at + 2, { op: "比较" })
    : null;
}
