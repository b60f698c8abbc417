/** A number that the text has shown before: how it is known again, and what may introduce it. */
import type { Quantity } from "../../binding/quantity.ts";

/** What is shown: digits, unit and sign; equal for the same number told again. */
export const keyOf = ({ number: { shown, unit, sign } }: Quantity): string =>
  `${sign}${shown.digits}/${shown.decimals}/${shown.exponent}/${unit?.dimension ?? "CNY"}`;

/** What introduces a number once more, and says nothing of it. */
export const plainWords =
  /再次|再[说提讲]?来?|重复|确认|核[对实]|重[复申]|强调|说明|补充|[总小]结|归纳|概括|汇总|回顾|综上|总之|一句话|简单说?|简而言之|换句话说|也就是说?|没错|对的?|是的|好的|结[论果]|答案|数[字值据]?|读数|倍数|比率|这[里个]?|[该此]|上述|[前上]面|刚[才刚]|所说|说的|提到的?|给出的?|[一前后][下遍次句面]|简单|其中|[您你](?:问|要)的|请|注意|记住|回答|所以|因此|那么|采?用|按|对应|属于|口径|算法|计算|来[看说算]|[的了下为是即就也再指算计又:,，：(（)）“”"\s]|(?<![a-z])(?:again(?= ?[,:])|once (?:more|again)|(?:as|i) (?:said|stated|noted|mentioned|quoted)(?: (?:above|before|earlier))?|so|and|to|be|confirm(?:ed|ing)?|double-check(?:ed|ing)?|repeat(?:ing)?|recap|sum(?:marise|marize|mary)?|up|clear|precise|exact|restate|reiterate|conclude|clarify|in|short|brief|a|one|word|bottom|line|yes|right|correct|indeed|that|this|the|it|is|was|its|at|for|of|an?|figure|number|value|reading|result|answer|multiple|ratio|here|above|same|just|note|please|i\.e\.|namely|you|your|asked|wanted|question|on|basis|by|way|refers|uses?|taken|per share)(?![a-z])|[.'’]s?(?![a-z])|-/g;
