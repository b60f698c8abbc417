import type { Token } from "./token.ts";

/** A part of the business, a share of it or a whole that it is a part of: before a measure these make it another one. */
const narrowing =
  /(?:每股|单店|同店|海外|境外|国内|境内|国外|线上|线下|直销|直营|批发|经销|代理|出口|内销|外销|母公司|子公司|分部|业务|渠道|系列酒|地区|同口径|可比口径)的?$|(?<![a-z])(?:same-store|comparable|like-for-like|organic|overseas|domestic|international|foreign|export|online|offline|segment|wholesale|retail|direct|parent|parent-company|standalone|core|underlying|gaap|non-gaap|pro-forma|interest|non-interest|fee|cloud|services|direct-sales|block-trade|options?|bonds?|products?|division|unit|arm) ?$/;
const perShare = /^ (?:per|a) share(?![a-z])/;
/** What is told per share in its own right. */
const ofShare = /股利|派|分红|dividend|earnings|eps|book value/;
const longestNarrowing = 16;
/** How every such word ends: told before the pattern is tried at each place before a measure. */
const mayNarrow = /[股店外内上下销营发理口司部务道酒区径的a-z]$|[a-z] $/;

/** True where the words around a measure say that it is of a part only (海外营收) or per share (每股净利润). */
export function isNarrowed({ start, end }: Token, lower: string): boolean {
  if (mayNarrow.test(lower.slice(Math.max(0, start - 2), start)))
    if (narrowing.test(lower.slice(Math.max(0, start - longestNarrowing), start))) return true;
  return perShare.test(lower.slice(end, end + 10)) && !ofShare.test(lower.slice(start, end));
}

const otherFirm =
  /^(?:集团|控股|地产|置业|置地|期货|基金|信托|租赁|消金|理财|资管|信用卡|财险|寿险|健康险|新材|机器人|物业|转债|可转债|债券|期权|权证|大股东|控股股东|实控人|子公司|母公司)/;
/** Moutai's parent, Moutai's liquor arm. */
const otherOwner =
  /^(?:'s|s')? (?:parent(?: company)?|holding company|subsidiar(?:y|ies)|rivals?|competitors?|suppliers?|customers?|clients?|shareholders?|bonds?|convertibles?|options?|warrants?|(?:[a-z-]+ )?(?:arm|unit|division|segment|products?))(?![a-z])/;
const longestOwner = 40;

/**
 * True where the name goes on to be another firm's: 茅台集团, 招行理财, 平安银行信用卡, Moutai's parent. A Chinese name with a code is the
 * registered one.
 */
export const isNamesake = ({ end, byCode }: Token, lower: string): boolean =>
  (!byCode && otherFirm.test(lower.slice(end, end + 4))) ||
  otherOwner.test(lower.slice(end, end + longestOwner));
