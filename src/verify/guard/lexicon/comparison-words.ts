import { betweenAfter, betweenBefore } from "../tokens/readers/side-words.ts";
import { listsOf, plainLists, signedLists, type WordList } from "./word-list.ts";

/** a slower pace */
const paced = (how: string): string => ["pace", "rate", "clip"].map((noun) => `a ${how} ${noun}`).join("|");

/** down for a second day */
const again = ["second", "third", "fourth", "fifth", "sixth"]
  .flatMap((nth) =>
    ["day", "session", "week", "month"].flatMap((of) => [`for a ${nth} ${of}`, `for the ${nth} ${of}`]),
  )
  .join("|");

/** did not diverge, 没有分化: one way */
const undivided = [
  ...["没有", "并未", "未", "没有出现", "未出现"].flatMap((no) =>
    ["分化", "背离", "背道而驰"].map((word) => no + word),
  ),
  ...["did not", "didn't", "do not", "don't"].flatMap((no) =>
    ["diverge", "move in opposite directions", "go different ways"].map((word) => `${no} ${word}`),
  ),
  ...["have not", "haven't"].flatMap((no) => [`${no} diverged`, `${no} moved in opposite directions`]),
].join("|");

/** isn't as high as, nowhere near as low as */
const notAs = (much: string): string =>
  ["not", "not quite", "not nearly", "nowhere near", "isn't", "is not", "wasn't", "was not", "isn't quite"]
    .flatMap((no) => much.split("|").map((how) => `${no} as ${how} as`))
    .join("|");
const doesNot = (verbs: string): string =>
  ["does not", "doesn't", "did not", "didn't", "do not", "don't"]
    .flatMap((no) => verbs.split("|").map((verb) => `${no} ${verb}`))
    .join("|");

const comparison: readonly WordList[] = [
  ...listsOf("compare", {
    ">": `${notAs("low|small|cheap|light")}|碾压|大胜|beat|beaten|beating|outgrew|outgrow|outgrows|outgrown|outgrowing|outpaced|outpaces|outpace|outpacing|高于|同样高于|大于|多于|深于|快于|重于|高过|大过|多过|反超|赶超|压倒|胜过|快过|胜于|略胜|稍胜|小胜|险胜|完胜|力压|压过|盖过|赢过|贵于|领先于|领先|超越|越过|站上|站到线上|回到线上|涨到线上|升到线上|突破|升破|上穿|涨破|站稳|收复|重回|高出|>|＞|above|higher than|greater than|larger than|bigger than|heavier than|busier than|wider than|more expensive than|dearer than|pricier than|exceeds|exceeded|exceeding|ahead of|is ahead of|comes out ahead of|came out ahead of|stays ahead of|is in front of|outpaces|beats|edges out|edged out|edging out|edges past|edged past|edging past|outshines|trumps|outdoes|outdid|tops|topped|surpasses|surpassed|surpassing|topping|beating|broke above|outranks|overtook|overtakes|overtaken|overtaking|eclipses|eclipsed|outstrip|outstrips|outstripped|outstripping|richer than`,
    "<": `${notAs("high|large|big|much|expensive|heavy")}|低于|慢过|小于|少于|浅于|慢于|轻于|低过|小过|少过|比不上|比不过|赶不上|不敌|不及|不如|落后于|落后|跌破|跌到线下|落到线下|掉到线下|退到线下|没守住|未守住|没能守住|未能守住|失守|下穿|跌穿|便宜于|<|below|lower than|less than|smaller than|lighter than|thinner than|narrower than|cheaper than|fewer than|trails|trailed|lags|lagged|lags behind|lagging|trailing|broke below|fell through|fallen through|dropped through|slid through|sank through|short of|behind`,
    ">=": "不输于|不输给|不输|不低于|不少于|不小于|≥|>=|at least|no less than|no lower than|not lower than|no smaller than|not smaller than|no cheaper than|not below|守住|守住了|守在|held the line|holds the line|holding the line",
    "<=": `${doesNot("exceed|top|surpass|beat")}|不高于|不超过|不大于|不多于|≤|<=|at most|no more than|no higher than|not higher than|no greater than|no larger than|not larger than|no bigger than`,
    "=": "持平|重合|重叠|等于|相同|相等|二者一致|两者一致|价格一致|数值一致|完全一致|一样|一样高|同样高|齐平|equal to|equals|same as|unchanged from|in line with|level with|on par with|matches|are equal|is equal|exactly equal|exactly the same|the very same|identical|the same after rounding|equal after rounding|equal to one decimal|equal to two decimals|the same to one decimal|the same to two decimals",
    ">perf":
      "强于|优于|好于|强过|跑赢|outperforms|outperformed|outperforming|stronger than|better than|did better than|fared better than|performed better than|held up better than|came off better than|does better than",
    "<perf":
      "弱于|逊于|差于|跑输|underperforms|underperformed|underperforming|weaker than|worse than|did worse than|fared worse than|performed worse than|held up worse than|came off worse than|does worse than",
    ">spend": "outsells|outsold|out-sells|out-sold|outspends|outspent|out-spends|out-spent",
    ">earn": "out-earns|outearns|out-earned|outearned",
    ">outperf": "outperformance",
    "<outperf": "underperformance",
    opposite:
      "相反|正好相反|恰好相反|恰恰相反|刚好相反|反过来|截然相反|the other way round|the other way around|the opposite|the reverse|vice versa|reversed",
    middle:
      "居中|中间那只|中间那家|中间的那只|中间的那家|中间一只|中间一家|位居中间|排在中间|处于中间|排中间|in the middle|sits in the middle|middle of the pack|middle of the three",
    mixed:
      "反向变动|涨跌不一|涨跌互现|涨跌互见|涨跌各异|互有涨跌|有涨有跌|有增有减|有增有降|有升有降|增减不一|增减互现|增减互见|升降互现|升降不一|增长与下降互见|增长与下降并存|增长和下降都有|有正有负|走势分化|表现分化|涨跌分化|走势出现分化|表现出现分化|走势有所分化|表现有所分化|走势明显分化|表现明显分化|走势迥异|表现迥异|走势各异|表现各异|走势截然不同|表现截然不同|背道而驰|分道扬镳|方向不一致|方向并不一致|方向不同|方向并不相同|方向不一样|走势不一致|不同向|go different ways|went different ways|moved in different directions|went their separate ways|parted ways|in opposite directions|opposite directions|in different directions|diverged|diverging|diverge|diverges|走势背离|走势相背离|a mixed picture|a mixed bag|a mixed day|mixed fortunes|mixed performance|mixed performances",
    alike: `同向变动|变动方向一致|变动方向相同|走势一致|走势相同|走势同步|表现一致|方向一致|方向相同|同涨同跌|流向一致|流向相同|步调一致|走势趋同|表现趋同|in the same direction|the same direction|${undivided}|moved in tandem|moving in tandem`,
    ">pace": ["faster", "quicker", "higher"].map(paced).join("|"),
    "<pace": ["slower", "lower"].map(paced).join("|"),
    ">active":
      "交投更活跃|交投更为活跃|成交更活跃|成交更为活跃|交易更活跃|交易更为活跃|更活跃|更为活跃|more actively traded|more heavily traded|more active|traded more|trades more",
    "<active":
      "交投更清淡|成交更清淡|交投更为清淡|更清淡|less actively traded|less heavily traded|less active|traded less|trades less",
    [betweenAfter]: "之间|中间",
    [betweenBefore]: "between|in between|falls between|fell between|between the two|in between the two",
    ">post": "之上|上方|以上方",
    "<post": "之下|下方",
    "~": "逼近|相近|相当|差不多|相差不多|相差无几|相差不大|差距不大|差别不大|差距很小|差别很小|相差很小|相差不远|不相上下|旗鼓相当|接近于|close to|very close|close together|nearly identical|almost the same|virtually the same|much the same|the two are very close|the two are close|the two are nearly identical|the two are almost the same|the two are roughly equal|near its|similar to|roughly equal",
    ">adj":
      "更高|更大|更多|更深|更猛|更狠|更贵|更强|较高|较大|较贵|偏高|占优|占上风|更胜一筹|略胜一筹|稍胜一筹|技高一筹|the higher|a higher|贵的|the larger|a larger|the greater|larger|bigger|the deeper|the steeper|the sharper|heavier|wider|pricier|dearer|more expensive",
    "<adj":
      "更低|更小|更少|更浅|更便宜|更弱|较低|较小|较便宜|偏低|the lower|a lower|便宜的|the smaller|a smaller|smaller|the milder|the shallower|lighter|narrower|cheaper|less expensive",
    ">adjmove":
      "is ahead|comes out ahead|came out ahead|stays ahead|is in front|comes out on top|came out on top|has the edge|did better|fared better|performed better|held up better|came off better|did the better|had the better day|had a better day|did stronger|held up stronger|更抗跌|跑得快|跑得更快|跑得更好|表现更好|表现更强|表现更佳|表现较好|表现较强|走势更强|走势更好",
    "<adjmove":
      "did worse|fared worse|performed worse|held up worse|came off worse|did the worse|had the worse day|had a worse day|did weaker|更不抗跌|跑得慢|跑得更慢|跑得更差|表现更差|表现更弱|表现较差|表现较弱|走势更弱|走势更差",
    than: "than|比|versus which",
  }),
  ...signedLists("superlative", 1, {
    ">move":
      "领涨|led the gains|led gains|led the gainers|led the advance|leads the gains|leads gains|led the way up",
  }),
  ...signedLists("superlative", -1, {
    "<move":
      "领跌|led the losses|led losses|led the losers|led the decline|led declines|leads the losses|leads losses",
  }),
  ...listsOf("superlative", {
    ">move":
      "did best|fared best|performed best|held up best|led|led the group|led the pack|最抗跌|最为抗跌|相对抗跌|相对最抗跌|较为抗跌|相对较为抗跌|表现最好|表现最佳|表现最强|表现最优|走势最强|最强势|biggest gainer|top gainer|best performer|best-performing|strongest performer|top performer",
    "<move":
      "did worst|fared worst|performed worst|held up worst|最不抗跌|表现最差|表现最弱|走势最弱|最弱势|biggest loser|top loser|biggest decliner|worst performer|worst-performing|weakest performer",
    ">": "the most",
    "<": "the least",
  }),
  ...listsOf("superlative", {
    ">": "最高|最大|最多|最深|最凶|最猛|最狠|最惨|最厉害|最贵|最强|居首|居前|榜首|第一|第一名|第一位|排第一|排名第一|位列第一|排在第一|位居第一|首位|之首|最好|最优|最快|冠军|领跑|夺冠|折桂|头名|拔得头筹|独占鳌头|highest|the most expensive|largest|biggest|dearest|priciest|costliest|greatest|most expensive|strongest|best|top-ranked|is first|came first|is top of the list|ranks first|ranked first|fastest|the fastest|tops the list|topped the list|tops the table|tops the ranking|heads the list|comes first|richest|number one|leads",
    "<": "最低|最小|最少|最浅|最轻|最便宜|最弱|垫底|末位|排末位|排在末位|排最后|排在最后|倒数第一|最差|最慢|lowest|the least expensive|smallest|least|cheapest|weakest|worst|slowest|the slowest|ranks last|ranked last|is last|comes last|came last|finishes last|finished last|is at the bottom|at the bottom|is bottom of the list|brings up the rear",
    second:
      "次之|居次|榜眼|列第二|排第二|居第二|名列第二|排在第二|位居第二|排名第二|排行第二|second-highest|second-largest|ranks second|ranked second|comes second|takes second place|took second place|the runner-up",
    record: `${again}|days running|sessions running|weeks running`,
  }),
  ...listsOf("superlative", {
    record:
      "新高|新低|历史高位|历史低位|创纪录|纪录|record high|record low|all-time high|all-time low|record|all-time|multi-year|multi-week|multi-month|multi-day|multi-decade|unprecedented|史上|有史以来|高点|低点|天量|地量|资金榜|资金流入榜|资金流出榜|净流入榜|净流出榜|靠前|名列前茅|前列|低位|高位|a 52-week low|a 52-week high|52-week lows|52-week highs|52-week peak|52-week trough|year's high|year's low|yearly high|yearly low|one-year high|one-year low|fresh low|fresh high|new low|new high|in the top|ranked|ranks|ranking|first drop|first decline|first fall|first gain|first rise|first loss|首次|首度|头一次|前所未有|罕见|连续|接连|连日|连涨|连跌|连阳|连阴|straight|consecutive|consecutively|in a row|streak|first time|first-ever|first ever|unheard-of",
  }),
  ...plainLists(
    "scope",
    "a股|a-share|a-shares|a share|a shares|沪深|历史|行业内|全行业|板块内|以来|全国|全球|世界|A股市场|in years|ever|in history|sector|industry|market-wide|in the market|nationwide|of the year|since|this year|上市以来",
  ),
  ...plainLists(
    "derived",
    "相差|差距|差额|价差|之差|溢价|折价|平均|均值|合计|总和|总计|加起来|相加|占比|比例为|占|之和|乘积|倍数|average|mean|median|combined|altogether|in total|totaling|totalling|sum of|difference|gap|premium|discount|spread|ratio of|share of|accounts for|implies|implying",
  ),
];

const denials = ["没", "未", "未能", "尚未", "仍未", "还未", "没有", "没能", "并未", "还没", "不再"];
const combined = (words: string): string =>
  denials.flatMap((no) => words.split("|").map((word) => no + word)).join("|");

/** A comparison that is denied says the opposite: 未站上 is at or below. */
const denied: readonly WordList[] = [
  ...listsOf("compare", {
    "<=": `${combined("站上|突破|升破|上穿|涨破|站稳|收复|高于|超过|超越")}|not above|not over|failed to break above|yet to break above|has not broken above`,
    ">=": `${combined("跌破|失守|下穿|跌穿|低于")}|not below|not under|has not broken below`,
    "<=perf": combined("跑赢|强于|优于|好于"),
    ">=perf": combined("跑输|弱于|逊于|差于"),
  }),
];

const orders: readonly WordList[] = [
  ...listsOf("superlative", {
    desc: "最高的依次|最大的依次|最多的依次|最贵的依次|from high to low|high to low|由高到低|从高到低|自高到低|从大到小|由大到小|从多到少|由多到少|从贵到便宜|降序|in descending order|from highest to lowest|from the highest to the lowest|highest to lowest|from largest to smallest|largest to smallest|from biggest to smallest|biggest to smallest|from most to least expensive|largest first|highest first|biggest first|from dearest to cheapest|dearest to cheapest|from priciest to cheapest|from most expensive to cheapest|most expensive to cheapest|most expensive first|dearest first|priciest first|descending",
    asc: "最低的依次|最小的依次|最少的依次|最便宜的依次|from low to high|low to high|由低到高|从低到高|自低到高|从小到大|由小到大|从少到多|由少到多|从便宜到贵|升序|in ascending order|from lowest to highest|from the lowest to the highest|lowest to highest|from smallest to largest|smallest to largest|from smallest to biggest|smallest to biggest|from least to most expensive|smallest first|lowest first|from cheapest to dearest|cheapest to dearest|from cheapest to priciest|cheapest to priciest|from cheapest to most expensive|cheapest to most expensive|from least expensive to most expensive|cheapest first|ascending",
  }),
];

/** Words that compare, rank, order and derive. */
export const comparisonWords: readonly WordList[] = [...comparison, ...denied, ...orders];
