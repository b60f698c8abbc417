/** Words that tell how a company did without a number of their own. */
import { ofMoves, ofState } from "./moved-words.ts";
import { bare, begin, day, end, type Verdict, verdict } from "./verdict.ts";

const bigMoney = "(?:主力|机构|大单|大户|大资金)(?:资金)?(?:今[日天]|正|也|仍|还|持续|继续|明显)*(?:在)?";
const investors =
  "(?:institutions|institutional investors|big money|large investors|big investors|main-force (?:money|funds|investors)|smart money)(?: were| was| are| is| have been| has been)?";
const multiples =
  "(?:两项|两个(?:指标|口径|维度)|两种口径|两个估值指标|无论看?市盈率还是市净率|市盈率和市净率)[^。;；\\n]{0,16}?";
const byBoth =
  "(?:on|by) (?:either|both) (?:measures?|yardsticks?|metrics?|counts?|multiples?|gauges?)[^.;\\n]{0,40}?";
const moneyAnd = "(?:资金面?|资金流向|主力(?:资金)?(?:流向)?)(?:与|和|跟)(?:股价|价格|走势)";
const inAll = "(?:合计|合起来|加起来|总体|整体)(?:看|算)?(?:是|为|呈|仍|还)*";
const pair = "(?:the (?:pair|two|three|group)|both|them)";

/** 大单买入多于卖出: what a net flow is. */
const bigOrders = (more: string, less: string): string =>
  `(?:大单|主力)(?:资金)?的?${more}的?(?:金额|额)?(?:多于|大于|高于|超过)${less}(?:的?金额|额)?`;

/** Verdicts by where the money went. */
const ofMoney: readonly Verdict[] = [
  verdict(
    "flow",
    "notDown",
    `(?:主力)?资金(?:并|还|也)?没有?(?:离开|离场|流走|撤离|撤走|出逃)`,
    "no outflow at all|(?:money|funds|capital) (?:has not|hasn't|did not|didn't) (?:left?|leave|go(?:ne)? out|flow(?:ed)? out|exit(?:ed)?)",
  ),
  verdict(
    "flow",
    "notUp",
    `(?:主力)?资金(?:并|还|也)?没有?(?:进来|进场|入场)`,
    "no inflow at all|(?:money|funds|capital) (?:has not|hasn't|did not|didn't) (?:come|came|enter(?:ed)?|flow(?:ed)? in)",
  ),
  verdict(
    "flowWithMove",
    "up",
    `${moneyAnd}(?:走势|表现|涨跌)?(?:是|呈|保持)?(?:同向|一致|同步)${end}`,
    "(?:money|flows?) and (?:the )?(?:share )?price (?:are |were |is )?(?:moving|moved|going|went) (?:in step|in tandem|the same way|together)",
  ),
  verdict(
    "flowWithMove",
    "down",
    `${moneyAnd}(?:走势|表现|涨跌)?(?:出现|呈|形成|发生)?(?:了)?(?:背离|相反|反向|不一致)`,
    "(?:money|flows?) and (?:the )?(?:share )?price (?:have |are )?(?:diverged|diverging|parted ways|went opposite ways|moving in opposite directions)",
  ),
  verdict(
    "flow",
    "up",
    `${inAll}(?:主力)?(?:资金)?净?流入${bare}`,
    `(?:money|funds|capital) (?:has )?(?:flowed|came|went|moved|poured) into ${pair}|(?:money|funds|capital) (?:is|was|are|were)(?: still)? (?:coming|flowing|pouring|moving) in(?!to (?!it))`,
  ),
  verdict(
    "flow",
    "down",
    `${inAll}(?:主力)?(?:资金)?(?:净?流出|撤离|离场)${bare}`,
    `(?:money|funds|capital) (?:has )?(?:flowed|came|went|moved|poured) out of ${pair}|(?:money|funds|capital) left ${pair}|(?:money|funds|capital) (?:is|was|are|were)(?: still)? (?:leaving|flowing out|going out|moving out)`,
  ),
  verdict(
    "flow",
    "up",
    `${bigMoney}(?:加仓|吸筹|增持|做多|买入?${end}|抢筹|建仓|偏多)|(?:获得?|(?<!更)受到?|得到?)(?:主力)?(?:资金)?(?:的)?(?:增持|加仓|净买入)|资金面(?:偏暖|偏强|较强|向好)|有资金低吸|买盘积极|${begin}(?:因为?|由于|受益于|得益于|随着|伴随)?${day}主力(?:资金)?(?:呈|为)?净(?:流入|买入)(?:状态|态势)?${bare}|(?:获得|得到|吸引)(?:了)?主力资金流入|在主力资金净?流入的?推动下|主力(?:资金)?(?:推升|拉升|推动|拉抬|托举)`,
    `${investors} (?:favou?r(?:ed|ing)?|buying|bought|accumulat(?:ing|ed)|adding to|added to)|drew (?:money|funds|capital) in|helped by inflows|(?:as|since|because|with) (?:main-force |big |smart )?(?:money|funds|capital) (?:came|coming|flowed|flowing|poured|pouring|moved|moving) in`,
  ),
  verdict(
    "flow",
    "down",
    `${bigMoney}(?:抛售|减持|出货|撤离|减仓|做空|卖出?${end}|派发)|遭到?(?:主力|机构)?(?:资金)?(?:减持|抛售|卖出|净卖出)|被(?:主力|资金)?(?:卖出|抛售)的|资金面(?:偏冷|偏弱|较弱)|${begin}(?:因为?|由于|随着|伴随)?${day}主力(?:资金)?(?:呈|为)?净(?:流出|卖出)(?:状态|态势)?${bare}`,
    `${investors} (?:selling|sold|trimm(?:ed|ing)|dump(?:ed|ing)|cut|reduc(?:ed|ing))|the one being sold|money (?:flowed|went|moved|poured) out of the stock|(?:as|since|because|with) (?:main-force |big |smart )?(?:money|funds|capital) (?:left|leaving|(?:went|going|flowed|flowing|poured|pouring) out)`,
  ),
  verdict(
    "flow",
    "up",
    bigOrders("买入", "卖出"),
    "(?:large|big)(?:[- ]order)? (?:buy orders|buying) (?:exceeded|outweighed|was greater than) (?:sell orders|selling)",
  ),
  verdict(
    "flow",
    "down",
    bigOrders("卖出", "买入"),
    "(?:large|big)(?:[- ]order)? (?:sell orders|selling) (?:exceeded|outweighed|was greater than) (?:buy orders|buying)",
  ),
  verdict(
    "flow",
    "more",
    "(?:更|最)受(?:到)?(?:主力)?(?:资金)?(?:的)?(?:青睐|追捧|偏爱|欢迎)|吸金(?:更|最)多|(?:更|最)(?:偏爱|青睐)|资金面?(?:更|最)强",
    "(?:attract(?:ed|s|ing)|drew|pulled in|took in) (?:more|the most) (?:capital|money|funds)",
  ),
  verdict(
    "flow",
    "passed",
    "资金从(?=[^,，。;；\\n]{1,16}(?:流向|流入|转向))",
    "(?:money|funds|capital) (?:rotated|moved|flowed|shifted|switched) (?:out of|from)(?= [^.;\\n]{1,40} (?:to|into) )",
  ),
];

/** Verdicts by what was earned, and by what a price is of it. */
const ofEarnings: readonly Verdict[] = [
  verdict(
    "earnings",
    "turned",
    "恢复盈利|重回盈利",
    "return(?:s|ed|ing)? to profit(?:ability)?|back (?:in|to) profit(?:ability)?|sw[ui]ng(?:s|ing)? to (?:a )?(?:net )?profit|turn(?:s|ed) the corner",
  ),
  verdict(
    "earnings",
    "up",
    `处于盈利状态|业绩为正|(?:公司|过去一年|近12个月)(?:在)?(?:盈利|赚钱)${end}|季度?报喜`,
    "made a (?:net )?profit",
  ),
  verdict("earnings", "down", "没有?赚到?钱", "failed to make money"),
  verdict("earnings", "notDown", "没有?亏钱|未亏钱", "did(?: not|n't) (?:lose money|make a loss)"),
  verdict("growth", "more", "成长性更(?:好|强|高)|更具成长性", "(?:has|with) the better growth"),
  verdict("growth", "less", "成长性更(?:差|弱|低)", "(?:has|with) the weaker growth"),
  verdict("growth", "notDown", "没有?(?:萎缩|缩水)", "did(?: not|n't) (?:shrink|contract)"),
  verdict(
    "earnings",
    "more",
    "(?<![不没])(?:更|最)赚钱|利润(?:规模)?(?:更|最)?(?:丰厚|占优)|业绩更(?:好|优|强)",
    "(?:earned|earns) (?:more|the most)(?= ?[.,;:(\\n]| than| of|$)|(?:made|makes) (?:more|the most) (?:money|profit)|(?:has|had) the (?:healthier|stronger|better|fatter) bottom line",
  ),
  verdict(
    "earnings",
    "less",
    "利润(?:更|最)?单薄|业绩更(?:差|弱)",
    "(?:earned|earns) (?:less|the least)(?= ?[.,;:(\\n]| than| of|$)|(?:made|makes) (?:less|the least) (?:money|profit)",
  ),
  verdict(
    "valuation",
    "more",
    `(?:存在|享有|享受|有|处于|估值)(?:一定|明显|估值)*溢价${end}|(?:较|相对|相比|比)[^,，。;；\\n]{1,10}溢价${end}|估值居高|享有更高的?估值|愿意为[^,，。;；\\n]{1,8}付(?:出)?(?:更)?高价|${multiples}(?:都|均)?(?:高于|更贵|更高)|估值全面更高`,
    `commands? a (?:valuation )?premium|trades at a premium|valued more richly|the (?:richer|fuller) valuation|looks? stretched|pay more for each yuan of earnings|${byBoth}(?:pricier|dearer|more expensive|higher)`,
  ),
  verdict(
    "valuation",
    "less",
    `(?:存在|有|处于|估值)(?:一定|明显|估值)*折价${end}|(?:较|相对|相比|比)[^,，。;；\\n]{1,10}折价${end}|估值洼地|估值(?:更|最)(?:有|具)吸引力|${multiples}(?:都|均)?(?:低于|更便宜|更低估|更低|占优)|${multiples.replace("[^", "估值[^")}占优`,
    `trades at a discount|offers? better value|looks? inexpensive|${byBoth}(?:cheaper|lower|less expensive)`,
  ),
  verdict(
    "valuation",
    "level",
    "估值(?:水平)?(?:几乎)?(?:一致|相同|一样)",
    "equally valued|valued (?:about |roughly )?the same|on a similar multiple",
  ),
  verdict(
    "earningsMultiple",
    "less",
    "按盈利看更便宜",
    "cheaper(?: one| stock| name)?(?: of the two)? (?:by|on) earnings",
  ),
  verdict(
    "earningsMultiple",
    "more",
    "按盈利看更贵",
    "(?:pricier|dearer)(?: one| stock| name)?(?: of the two)? (?:by|on) earnings",
  ),
];

/** Verdicts by how much was traded, by the place among others and by what the user paid. */
const ofPlaces: readonly Verdict[] = [
  verdict(
    "activity",
    "notUp",
    `(?:没有|零|无)成交${end}`,
    "(?:not a single|no) shares? (?:changed hands|(?:was|were) traded|traded)|did(?: not|n't) trade (?:at all|today)",
  ),
  verdict(
    "activity",
    "more",
    "(?:成交|交投|换手|交易)?最为?(?:活跃|火热|热门|旺|频繁)|交易最热|筹码交换最充分|成交更旺",
    "(?:saw|had|with) the (?:heaviest|busiest) (?:trading|turnover|volume)|the busiest",
  ),
  verdict(
    "activity",
    "less",
    "(?:成交|交投|换手|交易)?最为?(?:冷清|清淡|沉寂|不活跃)",
    "(?:saw|had|with) the (?:thinnest|lightest|quietest) (?:trading|turnover|volume)|the quietest",
  ),
  verdict(
    "measured",
    "more",
    "最拿得出手|鹤立鸡群|冠绝|(?<!没有?)遥遥领先",
    "at the top of the (?:group|list|three)|the (?:clear|runaway) leader|the standout|edges ahead|(?:takes|took|wins) the crown|(?:miles|streets) ahead|out in front|sits at the top|(?:is|stands) unmatched|(?:widest|fattest|thickest)(?! (?:range|swing))",
  ),
  verdict(
    "measured",
    "less",
    `(?:排|处|位)(?:在|于)末(?:尾|位)|排名(?:最后|末[尾位])|殿后|相形见绌|望尘莫及|(?:屈居|敬陪)末[席座]|${begin}[^,，。;；\\n]{1,8}垫底${end}`,
    "at the low end|the poorest|at the bottom of the (?:group|list|three)|(?:thinnest|slimmest|narrowest)(?! (?:range|swing|trading|turnover|volume))",
  ),
  verdict(
    "measured",
    "middle",
    "介于(?:两者|二者|另外两[家者只])之间|(?:处于|位于|居于)三者中间|(?:排|处|位|居|落)(?:在|于)?(?:正中间?|中游)|中位数(?:的)?是",
    "(?:sits|comes|falls|lies|is|was) (?:in )?between the (?:other )?two(?: others)?|in between (?:sits|comes|stands|lies|is|are)|(?:sits|comes|lies|is|was) in between(?= ?[.,;]|$)|(?:the )?middle one is",
  ),
  verdict(
    "measured",
    "level",
    "体量(?:差不多|接近|相近)|打平|不分伯仲|不相伯仲|不分上下|难分(?:高下|伯仲|上下)",
    "(?:are|were|is|was) (?:dead )?level(?! with)|neck and neck|are tied|is tied|on a par with|(?:of )?(?:a )?(?:similar|comparable) (?:size|scale)|about the same size",
  ),
  verdict(
    "holding",
    "up",
    `(?:已经?|仍|还|处于)(?:是|有)?(?:盈利|盈余|赚钱)|没有?被套|(?:成本|买入价|买价)(?:价)?(?:是|还)?[在低]于?现价(?:之下|下方)?`,
    "(?:is|are|sits?|now|still|be) in profit|sitting on a (?:gain|profit)|past break-?even|(?:paper|unreali[sz]ed) (?:gain|profit)",
  ),
  verdict(
    "holding",
    "down",
    "(?<!没有?)被套",
    "sitting on a loss|(?:paper|unreali[sz]ed) loss|short of break-?even",
  ),
];

export const verdicts: readonly Verdict[] = [...ofMoves, ...ofMoney, ...ofState, ...ofEarnings, ...ofPlaces];
