/**
 * 原因是债务, on default fears, weak sales sent it down: why something moved or earned so, and 投资者很悲观, buyers stayed away: what those
 * who trade felt and did. No value bears out either, whatever the words; so both are refused unless the sentence says that it is not
 * known, speaks of how the data came or of any stock, or takes as its reason what the values themselves show.
 */

import { type Bench, reportAt } from "../../bench.ts";
import { pattern } from "../../lexicon/patterns.ts";
import { rare } from "../../lexicon/rare-words.ts";
import { kindsOf, lastOf, type Token } from "../../tokens/token.ts";
import { around, clauseBorder, isUnsaid, sentenceBorder } from "./reach.ts";

const moods =
  "fears?|hopes?|worr(?:y|ies)|concerns?|news|rumou?rs?|optimism|pessimism|demand|supply|selling|buying|profit-taking|sentiment|expectations?|jitters|speculation|confidence|appetite";
const events =
  "announcement|release|approval|orders?|contracts?|deal|polic(?:y|ies)|results|earnings|guidance|upgrade|downgrade|buyback|dividend|tariffs?|ban|ruling|launch|hike|rate cut|stimulus|news";
const actors =
  "investors?|traders|buyers|sellers|bulls|bears|speculators|shareholders|bargain hunters|sentiment|the (?:street|sector|industry|crowd|property sector|broader market)";
const moves =
  "drops?|falls?|declines?|rises?|gains?|moves?|rally|slides?|jumps?|slump|dips?|weakness|strength|selling|buying|outflows?|inflows?|rebound|growth|increase|improvement";

const causes = rare(
  pattern.all`原因|主因|诱因|因为|由于|(?<=^|[,，。;；、\n\u4e00-\u9fff])(?<![原起基成诱主病内外正])因(?=[^此而果素子为,，。是应人])|(?<!数据|数据来|来)源[于自](?! ?[a-z])|缘于|主要来自(?! ?[a-z])|归[因咎功]于|得益于|受[益惠累]于|所致|导致|引[发起]|造成|拖累|带动|推[动升高]|提振|刺激|催化|促使|使得|之所以|背后(?:是|的|有)|拜[^,，。]{1,12}所赐|(?:让|令|使)[^,，。;；您你我\n]{1,8}(?:上?涨|下?跌|走[高低强弱]|承压|受挫)|受[^,，。;；\n]{1,16}(?:影响|打压|压制)|[跟与和][^,，。;；\n]{1,16}(?:有关(?!系)|分不开)|被[^,，。;；\n]{1,10}(?:带|拖|拉|压|砸|拽)(?:下|上|低|高)|[在由][^,，。;；\n]{1,12}(?:推动|影响|作用|压力|支撑|驱动|贡献)|(?:随着|伴随|趁着|借着)|(?:公布|公告|发布|出台|落地|消息|利[好空]|传闻)[^,，。;；\n\d]{0,8}后(?!市)|(?<![a-z])(?:because(?: of)?|due to|owing to|thanks to|on account of|(?:as )?an? (?:direct )?(?:result|consequence) of|as a result|(?:reason|cause|driver|culprit|explanation|catalyst)s?(?: (?:is|was|being|behind|for|here))?|caused|driven|dragged|weighed|buoyed|(?:boosted|lifted|hit|hurt|helped|supported|pressured|knocked|battered|pushed|pulled) (?:(?:up|down|higher|lower|along) )?by|spurred|fuell?ed|sparked|triggered|prompted|on the back of|in (?:response|reaction) to|blamed?|attribut(?:ed|able) to(?! (?:share|owner|the (?:parent|company|share)|equity|common|its))|stem(?:s|med|ming) from|sent [a-z0-9' ]{2,24} (?:down|up|lower|higher)|amid(?:st)?|reflecting|courtesy of|in the wake of|(?:after|following) (?:[a-z-]+ ){0,4}(?:${events})|after [^,.;()\d\n]{1,60}? (?:was|were|had been) (?:announced|released|unveiled|approved|signed|published|confirmed)|on (?:[a-z-]+ ){0,4}(?:${moods})|as (?:[a-z-]+ ){0,3}(?:${actors}|fears|worries|concerns|demand|sales|confidence|jitters|profit-taking)|(?:the|that|this|today's|its) (?:[a-z-]+ )?(?:${moves}) (?:(?:largely|mostly|mainly|probably|likely|simply|also) )?(?:reflects?|reflected|comes from|came from|follows|followed|signals|suggests))(?![a-z])`,
);

const hanActors =
  "投资[者人]|股民|大家|散户|(?<!研究)机构(?!的?(?:口径|认为|给))|买[家盘]|卖[家盘]|抛[压盘]|[多空]头(?!排列)|游资|人气|市场(?:情绪|信心|人气)?(?![价有的规上所份占活交公收]|今天已?收|还?[没未]开|已?经?[收休开]|总|上)";
const feelings =
  "[担]心|担忧|恐慌|信心|悲观|乐观|谨慎|观望|失望|热情|热捧|追捧|青睐|[狂猛]?抛(?!物)|不?买账|不?认可|用脚投票|冷落|情绪|人气|狂热|避险|离场|进场|撤[离退]|跑路|涌入|看衰|唱[多空衰]";
const felt = rare(
  pattern.all`(?:${hanActors})[^,，。;；:：\n\d]{0,12}?(?:${feelings})|(?:消息面|基本面|资金面|技术面|政策面|情绪面)[上的]?(?:有|出现|遇|面临|存在|释放|偏)?[^,，。;；:：\n]{0,4}(?:利[空好]|向好|转[好差]|恶化|改善|紧张|宽松|支撑)|(?<![a-z])(?<!(?:northbound|main-force|net|in|number of) )(?:${actors}|the market)(?:,? who)? (?:(?:has|have|had|is|are|was|were|seems?|remains?|stayed|grew|got|became|turned|clearly|now|still|also|all|lost|fear(?:ed)?|worr(?:y|ied)|lik(?:e|ed)|dislik(?:e|ed)|lov(?:e|ed)|hat(?:e|ed)|cheer(?:ed)?|welcom(?:e|ed)|sold|bought|dump(?:ed)?|fled|rush(?:ed)?|bet|expect(?:ed)?|doubt(?:ed)?|shrug(?:ged)?|trust(?:ed)?|reacted|punish(?:ed)?|reward(?:ed)?|took|believ(?:e|ed)|think|thought)(?= |[.,;:!\n(]|$))(?! (?:(?:now|currently|still|already|also) )?(?:closed|open|shut|not (?:yet )?open|over|yet to|paying|in session|closing|net))`,
);

/** That it is not known, not at hand or not said. */
const unknown =
  /没有?[^,，。;；]{0,8}(?:数据|资料|信息|说明|公告)|(?:没有?|未|无|不|难以?|难于|没法)(?:能|便|好|可|法|从|敢|会|做|作|曾|再|会|直接|具体|准确|相关|任何|经|被)*(?:数据|说明|资料|信息|解释|公告|核[实验]|查|判断|确[认定]|知道?|清楚|说|推[测断]|猜|瞎|提供|给|返回|涉及|下结论|包含|包括|回答|得[知出]|看[到出]|找到|取|猜测|评论|展开|讨论|编|分析|列|在(?:本次|这次|返回|数据|手头|里))|(?:数据|资料|结果|工具|返回)[里中上]?(?:并|也|都|还)?(?:没有?|未|不)|[查看找取答说给拿]不[到出了清好准上]|暂[缺无]|待查|需要?(?:结合|另|再|看)|要看|请(?:看|查|以|参)|(?<![a-z])please (?:see|check|consult)(?![a-z])|是什么|何在|为什么|(?<![a-z])(?:not|no|n't|cannot|without|unable|never|nor)(?![a-z])[^.;]{0,24}(?<![a-z])(?:know|tell|say|data|verified|determine|explain|confirm|see|find|found|available|given|in (?:the|my)|speculate|guess|come|came|came back|claims?|provided?|cover|returned|have|answer|reported|shown?|read|offer|name|something|information|reasons?|causes?|explanations?|attribute|assume|pin)|n't (?:know|have|tell|say)|(?<![a-z])(?:no (?:[a-z]+ )?(?:reason|cause|explanation|driver|catalyst)|unknown|whatever the|whether|depends)(?![a-z])/;
/** Of how data come and what they cover, or of any stock. */
const ofData =
  /口径|[只仅]含|数据延迟|[未没][有到]?(?:收盘|开盘|更新|返回|披露|取|查|到|交易)|盘中|休[市盘]|停牌|节假日|周[末六日]|流通盘|体量|单季|四舍五入|舍入|往往|通常|一般|多[种重]因素|可能|也会|影响(?:较|很|比较)?大|[受由]基数|预期影响|(?<![a-z])(?:(?:came|come) back|covers?|not (?:over|closed|open)|no [a-z0-9-]+ (?:range|data|value|figure)|holiday|weekend|one quarter|a single quarter|quarter alone|rounding|often|usually|generally|typically|tends?|can|may|might|could|in general)(?![a-z])/;
/** A loss, which makes a multiple of earnings negative. */
const ofLoss =
  /亏|为负|负[值数]|(?<![a-z])(?:loss(?:es|-making)?|losing|lost|negative|unprofitable)(?![a-z])/;
const ofMultiple =
  /市盈率|市净率|估值|(?<![a-z])(?:p\/?e|p\/?b|multiple|ratio|earnings|net (?:profit|loss))(?![a-z])|净?亏损|净利/;
const values = kindsOf("number compare");

/** Of what holds the place, the first that ends behind it. */
const holding = <Stretch>(
  all: readonly Stretch[],
  tokensOf: (each: Stretch) => readonly Token[],
  place: number,
): Stretch | undefined => all.find((each) => (lastOf(tokensOf(each))?.end ?? 0) > place);

/** The values shown are the reason: the one level lies below the other, a loss leaves no multiple; never that of a move of the price. */
function isShown(start: number, end: number, { input, reading }: Bench): boolean {
  const { lower, lexicon } = input;
  const part = holding(reading.parts, ({ sentence }) => sentence.tokens, start);
  const own = part?.sentence.tokens ?? [];
  const isMove = ({ kind, op, metrics }: Token): boolean =>
    (kind === "direction" && op === "market") || metrics.some((id) => lexicon.changes.percent.includes(id));
  if (own.some(isMove)) return false;
  // ROE还受到资本结构的影响: of a measure as such.
  const isGeneral = !own.some(({ kind }) => kind === "company" || kind === "number" || kind === "direction");
  if (isGeneral && /^(?:受|[跟与和])/.test(lower.slice(start, end))) return true;
  const [, to] = around(lower, start, end, clauseBorder);
  const clause = holding(part?.sentence.clauses ?? [], (each) => each, start) ?? [];
  return (
    clause.some((each) => values.has(each.kind) && each.start >= end) ||
    (ofLoss.test(lower.slice(end, to)) && ofMultiple.test(lower))
  );
}

/** Reports reasons and feelings, unless a text claim may hold them. */
export function checkCauses(bench: Bench): void {
  const { lower, claims } = bench.input;
  if (claims.some(({ kind }) => kind !== "numeric")) return;
  for (const { 0: words, index } of causes.all(lower)) {
    const end = index + words.length;
    const [from, to] = around(lower, index, end, sentenceBorder);
    const said = lower.slice(from, to);
    const isLeft = /[?？]/.test(lower.charAt(to)) || unknown.test(said) || ofData.test(said);
    if (!isLeft && !isShown(index, end, bench)) reportAt(bench, index, "direction_unsupported");
  }
  for (const { 0: words, index } of felt.all(lower))
    if (!isUnsaid(lower, index, index + words.length)) reportAt(bench, index, "direction_unsupported");
}
