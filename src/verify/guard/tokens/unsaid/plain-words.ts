/** Words that are told as if they stated something and only join, point or deny there: equals 50, 一天成交, akshare没有返回. */
import { rare } from "../../lexicon/rare-words.ts";
import { timesOp } from "../readers/marks.ts";
import type { Reading } from "../reading.ts";
import { revised, type Token } from "../token.ts";

const may = rare(
  /在线|不到|缺|不可用|连不上|超时|[报出]错|异常|故障|失败|响应|挂了|tim(?:ed|ing) out|fail|unreachable|unavailable|instead of|rather than|t ?\+ ?1|换算|折算|转换|等于|equals?|ahead|一天|一日|1天|1日|相减|相加|加减|最好|best|(?:没有?|未能?|无法?|暂无|not|n't|no)|(?:is|was|are|were), [a-z]+,/,
);
const reach = 40;

/** is ahead 0.18%, ahead by 2%: up by so much; ahead of another it compares. */
const isRise = ({ start, end }: Token, next: Token | undefined, lower: string): boolean =>
  next?.number?.unit?.dimension === "part" &&
  /(?:^| )ahead$/.test(lower.slice(start, end)) &&
  /^ (?:by )?$/.test(lower.slice(end, next.start));

/** 50 is what it equals: the number itself is then what is checked. */
const isSameAs = ({ start, end }: Token, next: Token | undefined, lower: string): boolean =>
  next?.kind === "number" && next.start - end <= 1 && /^(?:等于|equals?)$/.test(lower.slice(start, end));

const oneDay = /^(?:一|1)(?:天|日)$/;
const besideDay = /(?:[前后上下近第每另某这那隔次有整天日]|连续|最近|过去)$/;
/** What adds up over a day: 一天成交. */
const isOneDay = ({ start, end }: Token, next: Token | undefined, lower: string): boolean =>
  next?.kind === "metric" &&
  next.start === end &&
  oneDay.test(lower.slice(start, end)) &&
  /^(?:成交|换手)/.test(lower.slice(next.start, next.end)) &&
  !besideDay.test(lower.slice(Math.max(0, start - 2), start));

/** 不宜相减: what is not to be done with two numbers. */
const isSum = ({ start, end }: Token, lower: string): boolean =>
  /^[减加]$/.test(lower.slice(start, end)) && /[相加]$/.test(lower.slice(Math.max(0, start - 1), start));

const silentHan =
  /^(?:这家公司|这只股票|那边|这边|这次|本次|今天|暂时|目前|方面)?的?(?:数据|行情)?(?:这次|本次|今天|暂时|目前|都|也|均|还|尚)?(?:没有?|未能?|暂无|无)(?:能|任何|相关)?(?:返回|查到|取到|拿到|数据|提供|收录|响应|接入|$|[,，。;；])/;
const silentEnglish =
  /^ (?:(?:has|had) (?:no (?:data|figures?|value|row)|nothing(?= for| on|[.,;]|$))|returned (?:no (?:data|figures?|value|row)|nothing)|did(?: not|n't) (?:return|answer|respond|have)|is(?: not|n't) (?:available|responding)|was(?: not|n't) (?:available|responding))(?![a-z])/;

/** akshare超时, with akshare timing out; 没有用akshare, instead of akshare */
const failed =
  /^(?:的?(?:接口|服务|数据源|行情))?(?:这次|本次|今天|暂时|目前|现在|刚才|又){0,2}(?:不可用|连不[上通]|超时|报错|出错|异常|(?:出现?)?故障|失败|挂了|[无没]响应)(?!的)|^ (?:has |was |is |being |keeps )?(?:timing out|timed out|failing|failed|unavailable|unreachable|not responding)(?![a-z])/;
const unused =
  /(?:没有?|未|不|并未)(?:再|能)?(?:使?用|采用|调用|取自)$|(?<![a-z])(?:instead of|rather than|in place of) $/;

/** A source that is said to have nothing, to have failed or not to be used is not where the numbers are from. */
const isSilent = ({ start, end }: Token, lower: string): boolean =>
  [silentHan, silentEnglish, failed].some((words) => words.test(lower.slice(end, end + reach))) ||
  unused.test(lower.slice(Math.max(0, start - 14), start));

const lacking =
  /^(?:[一二两三四五六七八九十半\d]{1,3}个?(?:交易日|[日天周月年]|季度?)|周|个月|年)的?(?![前后来内])[^,，。;；:：\n\d]{0,12}?(?:我|这边|暂时|目前|还|都|也)*(?:没有?(?:返回|[取查拿]到|数据)?|[取查拿]不到|未(?:返回|[取查拿]到)|缺失|暂缺)(?=[,，。;；:：\n]|$)|^(?:one|two|three|four|five|six|ten|\d{1,2})[- ](?:day|week|month|quarter|year)s?(?: [a-z]{2,12}){1,4}(?: (?:was|were|is|are) not|(?:was|were|is|are)n't|(?: is| was|s are)n't) (?:returned|available|found|retrieved|at hand)(?![a-z])/i;

/** 一个月的走势我拿不到, the three-year history was not returned: the stretch of what is missing. */
const isOfLacking = ({ start }: Token, lower: string): boolean =>
  lacking.test(lower.slice(start, start + 64)) && !/[近第每]$/.test(lower.charAt(start - 1));

const ofReading =
  /^(?:再|也|还是?|先|一并|同时|能)?(?:把|拿|[和与跟同](?=[^,，。;；\n]{2,14}(?:比|对照|[一合]起|一并))|结合|连同|对照|对比|比较|参考|参照|放在|放到|看(?!的|[涨跌])|查|核对|以[^,，。;；\n]{2,12}为准)/;
const ofReadingEnglish =
  /^ (?:to (?:compare|read|look|check|combine|pair|view|consider|set|weigh)|(?:read|viewed|compared|considered|used|paired|taken|judged|weighed) (?:together|alongside|with|against|in|next to|over))(?![a-z])/;

/** 最好结合行业看, it is best read together with the debt: how something had best be read, and nothing that is the best. */
const isBestRead = ({ start, end }: Token, lower: string): boolean =>
  lower.startsWith("最好", start)
    ? end - start === 2 && ofReading.test(lower.slice(end, end + 20))
    : lower.slice(start, end) === "best" &&
      /(?:'s| is|are) $/.test(lower.slice(Math.max(0, start - 4), start)) &&
      ofReadingEnglish.test(lower.slice(end, end + 24));

function saysNothing(each: Token, next: Token | undefined, lower: string): boolean {
  if (each.kind === "count" || each.op === timesOp) return isOfLacking(each, lower);
  if (each.kind === "number" || each.kind === "window")
    return isOneDay(each, next, lower) || isOfLacking(each, lower);
  if (each.kind === "direction") return isSum(each, lower);
  if (each.kind === "superlative") return isBestRead(each, lower);
  return each.kind === "source" && isSilent(each, lower);
}

const turned =
  /单位(?:已经?|均|都)?(?:由|从)([百千万亿]{0,2})元(?:换算|折算|转换)(?:为|成|至|到)([百千万亿]{0,2})元/;
const scales: Readonly<Record<string, number>> = { "": 0, 万: 4, 百万: 6, 千万: 7, 亿: 8, 万亿: 12 };

/** 单位已由万元换算为元: where it stands, if the claims are in the one and a number of the text in the other. */
function turnedUnits(tokens: readonly Token[], { lower, claims }: Reading): readonly [number, number] {
  const found = lower.includes("单位") ? turned.exec(lower) : null;
  const [from, to] = [scales[found?.[1] ?? ""], scales[found?.[2] ?? ""]];
  const isOfClaims = claims.some(
    (claim) => claim.kind === "numeric" && claim.unit === (found?.[1] === "" ? "CNY" : `${found?.[1]}元`),
  );
  const isShown = tokens.some(
    ({ number }) => number?.unit?.dimension === "CNY" && number.shown.exponent === to,
  );
  if (found === null || from === to || !isOfClaims || !isShown) return [0, 0];
  return [found.index, found.index + found[0].length];
}

const settling = /^t ?\+ ?1$/;
const aside = /^(?:accordingly|therefore|thus|hence|consequently|however|though|indeed|clearly|too|also)$/;

/** is, accordingly, the lower: the adverb between two commas parts no clauses. */
const isOfAside = (tokens: readonly Token[], at: number, lower: string): boolean =>
  [at - 2, at - 1, at].some((from) => {
    const [verb, open, word, close] = tokens.slice(Math.max(0, from - 1), from + 3);
    return (
      verb?.kind === "fill" &&
      /^(?:is|was|are|were)$/.test(verb.op) &&
      open?.op === "," &&
      word !== undefined &&
      aside.test(lower.slice(word.start, word.end)) &&
      close?.op === ","
    );
  });

/** The tokens, such words taken for what they are there. */
export function readPlainly(tokens: readonly Token[], reading: Reading): readonly Token[] {
  const { lower } = reading;
  if (!may.test(lower)) return tokens;
  const [from, to] = turnedUnits(tokens, reading);
  return revised(tokens, (each, at) => {
    const next = tokens[at + 1];
    const after = next?.op === "by" ? tokens[at + 2] : next;
    // T+1: a rule that only a fact may hold.
    if (each.kind === "licensed" && settling.test(lower.slice(each.start, each.end)))
      return { ...each, kind: "text", op: lower.slice(each.start, each.end) };
    if ((each.op === "," || each.kind === "text") && isOfAside(tokens, at, lower))
      return { ...each, kind: "fill", op: "" };
    if ((each.kind === "compare" || each.kind === "text") && isRise(each, after, lower))
      return { ...each, kind: "direction", op: "market", sign: 1 };
    if (each.kind === "compare" && isSameAs(each, next, lower)) return { ...each, kind: "fill", op: "为" };
    return (to > 0 && each.start >= from && each.end <= to) || saysNothing(each, next, lower)
      ? { ...each, kind: "licensed", op: "", number: null, sign: 0 }
      : each;
  });
}
