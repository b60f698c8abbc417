import { listsOf, plainLists, signedLists, type WordList } from "./word-list.ts";

/** 领涨白酒: of a group that the claims do not hold. */
const leadingOfGroups =
  "白酒|酒类|银行|券商|消费|科技|医药|新能源|地产|保险|锂电|光伏|半导体|家电|板块|行业|大盘|两市|市场|a股|同行|同业|赛道"
    .split("|")
    .flatMap((group) => [`领涨${group}`, `领跌${group}`])
    .join("|");

/** Like Tesla, as Nvidia did: beside firms of which no claim is. */
const likeOthers =
  "tesla|nvidia|apple|microsoft|google|amazon|tsmc|tencent|alibaba|baidu|xiaomi|huawei|jd|meituan|samsung|toyota|intel|meta"
    .split("|")
    .flatMap((firm) => [`like ${firm}`, `unlike ${firm}`, `as ${firm} did`, `as with ${firm}`])
    .join("|");

/** beat expectations, in line with the consensus: beside what was foretold, of which no claim is. */
const besideForecasts =
  "beat|beats|topped|exceeded|surpassed|missed|met|matched|above|below|ahead of|in line with|short of|better than|worse than|stronger than|weaker than"
    .split("|")
    .flatMap((beside) =>
      ["", "the ", "its ", "market ", "analysts' "].flatMap((whose) =>
        ["expectations", "estimates", "forecasts", "forecast", "consensus", "guidance"].map(
          (what) => `${beside} ${whose}${what}`,
        ),
      ),
    )
    .join("|");
const besideExpected = [
  "超",
  "超出",
  "超过",
  "好于",
  "优于",
  "高于",
  "不及",
  "低于",
  "逊于",
  "弱于",
  "符合",
  "达到",
  "不达",
  "未达",
]
  .flatMap((beside) => ["预期", "市场预期", "机构预期"].map((what) => beside + what))
  .join("|");

/** the better multiple: of a price beside what it buys neither more nor less is better. */
const betterValue = ["the", "a"]
  .flatMap((which) =>
    ["value", "valuation", "multiple", "p/e", "p/b", "pe", "pb", "deal", "buy", "bargain"].flatMap((what) => [
      `${which} better ${what}`,
      `${which} worse ${what}`,
    ]),
  )
  .join("|");

/** its net flow is positive */
const flowIs = (sign: string): string =>
  [
    ...[
      "net",
      "main net",
      "main-force net",
      "net main-force",
      "net fund",
      "net money",
      "net capital",
      "fund",
    ].flatMap((which) =>
      ["is", "was", "is still", "remains", "remained", "stayed", "turned"].map(
        (verb) => `${which} flow ${verb} ${sign}`,
      ),
    ),
    ...["净流向", "资金流向", "净流量", "净流入额"].flatMap((flow) =>
      ["为", "是", "呈", "仍为"].map((verb) => flow + verb + (sign === "positive" ? "正" : "负")),
    ),
  ].join("|");

/** What happens to a stock or is judged of it, for which no claim exists. */
export const eventWords: readonly WordList[] = [
  ...plainLists(
    "event",
    leadingOfGroups,
    `${besideForecasts}|${besideExpected}|disappointed|disappointing|surprised on the upside|surprised on the downside|upside surprise|downside surprise|positive surprise|negative surprise|better than feared`,
    "筹码趋于集中|筹码趋于分散|筹码分散|散户接盘|游资接盘|接盘|有支撑|有较强支撑|有强支撑|存在支撑|仍有支撑|支撑较强|支撑有力|支撑明显|支撑位附近|支撑附近|压力位附近|阻力位附近|有压力|有较大压力|存在压力|压力较大|with support below|has support below|finds support|found support|finding support|near support|near resistance|meets resistance|met resistance|构成支撑|形成支撑|获得支撑|得到支撑|构成压力|形成压力|受到压制|遇阻|受阻|跌势加剧|跌势扩大|跌势延续|延续跌势|涨势加剧|涨势扩大|涨势延续|延续涨势|two-sided gains|two-sided losses|gains on both sides|losses on both sides|gains all round|gains all around|losses all round|losses all around|gains across the board|losses across the board|across-the-board gains|across-the-board losses|broad gains|broad losses|broad-based gains|broad-based losses|extending its slide|extends its slide|extended its slide|extending its decline|extending its fall|extending its drop|extending its rally|extending its rise|extending its gains|extending its run",
    "放量|缩量|放巨量|量价齐升|量价齐跌|价量齐升|价量齐跌|价升量增|量增价涨|价跌量缩|价涨量缩|价涨量增|价跌量增|底背离|顶背离|交投火热|量缩价跌|量价背离|量能放大|量能萎缩|成交放大|成交萎缩|成交明显放大|成交明显萎缩|成交活跃|成交清淡|交投活跃|交投清淡",
    "金叉|死叉|均线向上|均线向下|均线粘合|均线发散|向上发散|向下发散|正在向上|正在向下|拐头向上|拐头向下|超买|超卖|多头排列|空头排列|破位|见底|见顶|筑底|触底|探底|探底回升|冲高|冲高回落|上升趋势|下降趋势|上升通道|下降通道|走势向上|走势向下|趋势向上|趋势向下|历史底部|底部区域|顶部区域|收复失地|涨回来|涨回去|跌回来|跌回去|一直高于|一直低于|始终高于|始终低于|长期高于|长期低于|一直在上方|一直在下方|拐头|拐头向上|拐头向下|掉头向上|掉头向下|向上发散|向下发散|粘合|黏合|正在向上|正在向下|正是如此|便是如此|就是这种情况|止跌|止涨|企稳|由涨转跌|由跌转涨|先涨后跌|先跌后涨|阴跌|阴跌不止|冲击涨停",
    "破净|跌破净资产|跌破了净资产|破发|低估|高估|被低估|被高估|估值合理|估值偏高|估值偏低|性价比高|股息诱人|高股息|分红丰厚|业绩增长|业绩大增|业绩下滑|业绩向好|业绩承压|业绩亮眼|利润增长|利润下滑|利润大增|扭亏|扭亏为盈|由盈转亏|扭盈为亏|由亏转盈|资不抵债|前高|前低|前期高点|前期低点",
    "you are ahead|you're ahead|you are down on it|you have made money|you've made money|you have lost money|you are losing money|you are in profit|you're in profit|you are up on it|you are in the money|you are underwater|you're underwater|you are at a loss|浮盈|浮亏|账面盈利|账面上盈利|账面是盈利|账面上是盈利|账面亏损|账面上亏损|账面是亏损|账面上是亏损|抗跌|扛跌|同样如此|也是如此|亦是如此|亦然|抢筹|出逃|扫货|抄底|回本|解套|套牢|独占鳌头|一枝独秀|一骑绝尘|头把交椅|遥遥领先|半壁江山|三甲|仅次于|蒸发|资金涌入|资金回流|有所回流|资金追捧|大幅流入|大幅流出|大举买入|大举卖出",
    "相去甚远|差距悬殊|相差悬殊|相差甚远|天差地别|天壤之别|far apart|poles apart|worlds apart|变贵|变便宜|利润增加|利润减少|利润放缓|北向减持|北向增持|外资减持|外资增持|毛利率稳定|净利率稳定|业绩稳定|跌势趋缓|跌势放缓|跌势减缓|跌势收敛|涨势趋缓|涨势放缓|涨势减缓|增速不减|增速未减|增速没减|新华社报道|媒体报道|据媒体|增速更稳|业绩更稳|表现更稳|走势更稳|后市看好|后市看涨|后市看淡|跑平|一样快",
  ),
  ...listsOf("event", {
    last: "也是|亦是|也一样|也如此|也同样|同样|as well|too|also",
  }),
  ...plainLists(
    "event",
    "尾盘拉升|尾盘跳水|尾盘异动|尾盘翘尾|利好兑现|利好落地|利好出尽|利空出尽|外资唱多|外资唱空|机构唱多|机构唱空|买入良机|买入时机|卖出时机|好买点|涨跌参半|涨跌各半|涨多跌少|跌多涨少|龙头地位|行业龙头|行业第一|龙一|领头羊|折价交易|溢价交易|低位|高位|便宜|昂贵|偏贵|太贵|很贵|挺贵|划算|估值优势|安全边际|亏损收窄|亏损扩大|放缓|提速|减速|加快|变快|变慢|收窄|扩大|放大|缩小|走阔|增收不增利|量能|异动|拉升在即|创新高|创新低|连阳|连阴|主力控盘|筹码集中|资金出逃",
    "backed by institutions|backed by big money|a good time to buy|a good time to sell|a good entry point|bullish alignment|bearish alignment|bullish order|bearish order|trading at a discount|trading at a premium|at a discount|at a premium|cheap|expensive|attractively valued|richly valued|fully valued|industry leader|market leader|mixed bag|outperformer|underperformer|overheated|volatile|momentum|breakout|sell-off|selloff|rally mode|overbought|oversold|undervalued|overvalued|fairly valued|bargain|golden cross|death cross|heavy volume|light volume|thin volume|heavy trading|most traded|most active|most analysts|bull market|bear market|breaking even|break even|broke even|recoup|recoups|recouping|recouped|regain lost ground|recover lost ground|erase its losses|recover its losses|pare its losses|erase the losses|erase recent losses|bottomed out|bottoming|topped out|second only to|next only to|off its high|off its highs|off its low|off its lows|halfway|likewise|so did|as did|a fraction of|fraction of|lion's share|losing run|winning run|slowed|slowing|slowdown|accelerated|accelerating|quickened|narrowed|narrowing|widened|widening|extending losses|extended losses|extending gains|extend its gains|extend gains|extend its losses|extend losses|extended gains|outpacing the market|under pressure|swung to a loss|swung to a profit|turned profitable|turned around",
    likeOthers,
    betterValue,
    "below book value|below its book value|below their book value|below book|under book value",
    // Every amount of the claims is of the currency that these deny.
    "不是人民币|并非人民币|非人民币|不以人民币|不用人民币|不按人民币|未以人民币|而不是元|not in rmb|not in cny|not in yuan|not in renminbi|not denominated in rmb|not denominated in yuan|not quoted in rmb|not quoted in yuan|not priced in rmb|not priced in yuan|rather than yuan|rather than rmb",
    // What a number is said to be in general, of whom no claim is.
    "is what most|is where most|is typical of|is typical for|are typical for|are typical of|is normal for|is common for|is common among|is standard for|is the norm for|is the norm among|的普遍水平|的正常水平|行业普遍水平",
  ),
  ...signedLists("event", -1, {
    // Signs of what the text shows: rules/signs-in-words.ts.
    earnings:
      "unprofitable|loss-making|loss making|lossmaking|money-losing|losing money|made a loss|makes a loss|making a loss|made no money|made no profit|亏钱|赔钱|亏了钱|赔了钱",
    red: "in the red|in negative territory",
    flow: `money is flowing out|funds are flowing out|saw money leave|saw money go out|saw money flow out|saw money walk out|saw money exit|saw funds leave|saw capital leave|money leaving the stock|money leaving the shares|money left the stock|${flowIs("negative")}`,
  }),
  ...signedLists("event", 1, {
    earnings:
      "made no loss|made no net loss|there was no loss|no net loss|profitable|in the black|made money|makes money|making money|turned a profit|在赚钱|赚了钱|是赚钱的|赚钱的是|赚钱的只有",
    red: "in the green|in positive territory",
    flow: `money is flowing in|funds are flowing in|saw money come in|saw money flow in|saw money arrive|saw money enter|saw funds come in|saw capital come in|money coming into the stock|money entering the stock|drew main-force money|attracted main-force money|${flowIs("positive")}|attracted money|attracts money|attracting money|attracted funds|attracted capital|attracted cash|drew money|drew in money|drew funds|pulled in money|took in money|brought in money`,
  }),
];
