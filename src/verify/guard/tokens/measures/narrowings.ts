import { pattern } from "../../lexicon/patterns.ts";
import type { Token } from "../token.ts";

/** A part of the business, a share of it or a whole that it is a part of: before a measure these make it another one. */
const narrowing =
  /(?:每股|单店|同店|少数股东|优先股股东|海外|境外|国内|境内|国外|线上|线下|直销|直营|批发|经销|代理|出口|内销|外销|母公司|子公司|分部|业务|渠道|系列酒|地区|同口径|可比口径|扣除?非(?:经常性损益)?后?)的?$|(?<![a-z])(?:same-store|comparable|like-for-like|organic|overseas|domestic|international|foreign|export|online|offline|segment|wholesale|retail|direct|parent|parent-company|standalone|core|underlying|gaap|non-gaap|pro-forma|interest|non-interest|fee|cloud|services|direct-sales|block-trade|northbound|southbound|institutional|hot-money|super-large-order|large-order|small-order|options?|bonds?|products?|division|unit|arm|typical|usual|normal|normalised|normalized|ordinary|common|reasonable|fair|healthy|acceptable|sector|industry|peer|pre-tax|pretax|recurring|taxable) ?$/;
const perShare = /^ (?:per|a) share(?![a-z])/;
/** What is told per share in its own right. */
const ofShare = /股利|派|分红|dividend|earnings|eps|book value/;
const items =
  "(?:any |all |the |its |such )?(?:extraordinary|one-?off|one-?time|non-?recurring|exceptional|special|tax(?:es)?(?![a-z])|interest(?![a-z])|minority|minorities|depreciation|impairments?|disposals?|subsid(?:y|ies)|write-?downs?)";
/** net profit before extraordinary items: of a part of what the measure is of. */
const without = pattern`^(?: attributable to [a-z ]{4,40}?)?,? (?:before|excluding|excl\.?|ex|without|adjusted for|stripped of|stripping out|net of|less) ${items}`;
const leaving =
  "excluding|excl\\.?|before|without|adjusted for|adjusting for|stripping out|leaving out|leaving aside|not counting";
const leavingOut = pattern`(?<![a-z])(?:${leaving}) ${items}[a-z -]{0,24},[^.;\n]{0,40}$`;
const longestLeaving = 100;
const longestWithout = 72;
const longestNarrowing = 16;
/** How every such word ends: told before the pattern is tried at each place before a measure. */
const mayNarrow = /[股店外内上下销营发理口司部务道酒区径的益后非a-z]$|[a-z] $/;

/** True where the words around a measure say that it is of a part only (海外营收) or per share (每股净利润). */
export function isNarrowed({ start, end }: Token, lower: string): boolean {
  if (mayNarrow.test(lower.slice(Math.max(0, start - 2), start)))
    if (narrowing.test(lower.slice(Math.max(0, start - longestNarrowing), start))) return true;
  if (
    /^(?:,| (?:at|before|ex|net|with|adj|strip|less))/.test(lower.slice(end, end + 7)) &&
    without.test(lower.slice(end, end + longestWithout))
  )
    return true;
  return perShare.test(lower.slice(end, end + 10)) && !ofShare.test(lower.slice(start, end));
}

/** Excluding non-recurring items, Moutai's net profit was…: what is left out is told before the measure. */
export function leavesOut({ start }: Token, lower: string): boolean {
  const before = lower.slice(Math.max(0, start - longestLeaving), start);
  return before.includes(",") && leavingOut.test(before);
}

const otherFirm =
  /^(?:(?:的|其)?(?:大股东|第一大股东|控股股东|实控人|实际控制人|子公司|母公司)|(?:控股|参股|投资|收购|拥有)的|(?:的)?(?:供应商|经销商|竞争对手|关联方|联营公司|合营公司)|酒(?=的?(?:毛利|成交|营收|收入|净利|利润|销|产|价|批|单))|集团|控股|地产|置业|置地|期货|基金|信托|租赁|消金|理财|资管|信用卡|财险|寿险|健康险|新材|机器人|物业|转债|可转债|债券|期权|权证)/;
const longestFirm = 8;
/** a subsidiary of Moutai, KUKA, owned by Midea, appliance makers like Midea: of whom the named one is only told apart by. */
const otherBefore =
  /(?<![a-z])(?:(?:subsidiar(?:y|ies)|parent|rivals?|competitors?|suppliers?|customers?|units?|arms?|divisions?|peers?|affiliates?)(?: companies| firms)? (?:of|to)|(?:owned|controlled|acquired) by) (?:the )?$/;
/** Of a number in the same clause, and not of what is said of all such. */
const suchStocks =
  /(?<![a-z])(?:makers|producers|firms|companies|banks|stocks|names|brokers|distillers|insurers|peers) (?:like|such as|similar to) $/;
const numberAhead = /^[^;.\n]*\d/;
const longestBefore = 40;
const longestClause = 80;
/** Moutai's parent, Moutai's liquor arm. */
const otherOwner =
  /^(?:'s|s')? (?:parent(?: company)?|holding company|subsidiar(?:y|ies)|rivals?|competitors?|suppliers?|customers?|clients?|shareholders?|bonds?|convertibles?|options?|warrants?|(?:[a-z-]+ )?(?:arm|unit|division|segment|products?))(?![a-z])/;
const longestOwner = 40;

function isToldApartBy(start: number, end: number, lower: string): boolean {
  const before = lower.slice(Math.max(0, start - longestBefore), start);
  return (
    otherBefore.test(before) ||
    (suchStocks.test(before) && numberAhead.test(lower.slice(end, end + longestClause)))
  );
}

/**
 * True where the name goes on to be another firm's: 茅台集团, 招行理财, 平安银行信用卡, Moutai's parent. A Chinese name with a code is the
 * registered one.
 */
export const isNamesake = ({ start, end, byCode }: Token, lower: string): boolean =>
  isToldApartBy(start, end, lower) ||
  (!byCode && otherFirm.test(lower.slice(end, end + longestFirm))) ||
  otherOwner.test(lower.slice(end, end + longestOwner));

/** 茅台酒类营业收入, Moutai's liquor revenue: a word that no list knows, between whose a measure is and the measure, makes it another one. */
const harmless =
  /全年|全天|全日|年度|年底|年末|期末|期间|同期|当期|本期|上期|当年|当天|当日|当时|此时|整体|总体|合计|综合|合并|合并后|合并口径|合并报表|全公司|报告期|报表|公告|披露|最终|总|获|遭|从|仍|还|也|都|均|则|又|却|的|其|这会儿|上午|下午|午后|早盘|盘中|收盘后|已|今|现|约|大约|虽然|尽管|而|且|和|与|及|对应|相应|实际|账面|对外|公布|所|一共|共|负/g;
const harmlessEnglish: ReadonlySet<string> = new Set(
  "overall total combined consolidated reported published stated disclosed group group's whole own company companywide latest last recent current present actual headline annual full full-year fiscal year year's calendar twelve-month day day's daily operating gross trailing negative positive low high big large own respective corresponding relevant said same year-end period period's official attributable resulting made booked more less".split(
    " ",
  ),
);
const longest = 8;

const isWord = ({ kind, op }: Token, isHan: boolean): boolean =>
  kind === "text" && (isHan ? /^[\u4e00-\u9fff]$/ : /^(?:[a-z][a-z-]{2,}|-)$/).test(op);

const isHyphen = ({ op }: Token): boolean => op === "-";

const owns = ({ kind, op }: Token, isHan: boolean): boolean =>
  kind === "company" || (!isHan && (op === "s" || op === "its" || op === "their"));

/** True where every word from the owner to the measure is unknown and one of them may name a part. */
export function isOfUnknownPart(tokens: readonly Token[], at: number, lower: string): boolean {
  const measure = tokens[at];
  const last = tokens[at - 1];
  if (measure === undefined || last?.kind !== "text") return false;
  const isHan = /[\u4e00-\u9fff]/.test(lower.charAt(measure.start));
  const gap = isHan ? 0 : 1;
  let first = at;
  while (at - first < longest) {
    const before = tokens[first - 1];
    const next = tokens[first];
    if (
      before === undefined ||
      next === undefined ||
      next.start - before.end !== (isHyphen(before) || isHyphen(next) ? 0 : gap)
    )
      break;
    if (!isWord(before, isHan)) break;
    first--;
  }
  const owner = tokens[first - 1];
  if (first === at || owner === undefined || !owns(owner, isHan)) return false;
  const run = lower.slice(tokens[first]?.start ?? 0, last.end);
  if (isHan) return owner.end === tokens[first]?.start && run.replace(harmless, "").length > 1;
  return run.split(" ").some((word) => !harmlessEnglish.has(word));
}
