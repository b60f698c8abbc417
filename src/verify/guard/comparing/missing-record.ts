/** 52周的高点没有查到, 没有取到历史低点: an extreme that is said not to be at hand is none that was reached. */
import type { Token } from "../tokens/token.ts";

const behind =
  /^(?:[价位]|数据|数值|信息)?(?:[和与及、或](?:近?\d{1,2}周)?(?:最[高低][价点]?|[高低]点|新[高低]))?(?:的?(?:具体)?(?:数据|数值|信息|位置|价格))?(?:我|我们|这次|本次|此次|暂时|目前|今天|暂|也|都|均|还|尚|则){0,3}(?:没有?|未能?|无法)(?:能|被|成功)?(?:数据|查|取|找|拿|获|返回|检索)[到询得取]{0,2}(?=$|[,，。;；!！?？、)）\n])/;
const before =
  /(?:没有?|未能?|无法)(?:能|被|成功)?(?:查|取|找|拿|获|返回|检索)[到取得询回]{0,2}(?:近?\d{1,2}周|历史|年内|其|该股|它)?的?(?:最?[高低][点价][和与及、])?$/;
const reach = 24;

/** The all-time high isn't in my data. */
const behindEnglish =
  /^ ?(?:data |figures? )?(?:isn't|is not|aren't|are not) (?:in (?:my|the|this|these) (?:data|records?|feed|figures|source)|available|covered)(?=[,.;]|$)/;
const reachEnglish = 40;

/** 创新高没有查到原因: it was reached. */
const reached = /(?:创|刷新|突破|触及|达到|录得)[^,，。;；]{0,6}$/;

export const isMissing = ({ start, end }: Token, lower: string): boolean =>
  !reached.test(lower.slice(Math.max(0, start - reach), start)) &&
  (behindEnglish.test(lower.slice(end, end + reachEnglish)) ||
    behind.test(lower.slice(end, end + reach)) ||
    before.test(lower.slice(Math.max(0, start - reach), start)));
