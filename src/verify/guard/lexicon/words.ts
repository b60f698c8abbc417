import { comparisonWords } from "./comparison-words.ts";
import { eventWords } from "./event-words.ts";
import { idioms } from "./idioms.ts";
import { entities, measures, sources } from "./market-words.ts";
import { englishMonths } from "./numerals.ts";
import { presentWords, relativeTimes } from "./relative-times.ts";
import { listsOf, plainLists, signedLists, type WordList } from "./word-list.ts";

/** from a year earlier, compared with the same quarter last year: 同比. Over a year ago may as well be longer ago. */
const ago = ["a year earlier", "the year before"];
const fromYearAgo = ["from", "on", "over", "versus", "against", "than", "compared with", "compared to"]
  .flatMap((head) => [
    ...ago.map((when) => `${head} ${when}`),
    ...(/^(?:over|than)$/.test(head) ? [] : [`${head} a year ago`, `${head} a year before`]),
    ...["period", "quarter", "half"].flatMap((span) => [
      ...["earlier", "ago"].map((when) => `${head} the year-${when} ${span}`),
      ...[...ago, "a year ago", "last year", "of last year", "of the previous year"].flatMap((when) =>
        ["same", "corresponding"].map((which) => `${head} the ${which} ${span} ${when}`),
      ),
    ]),
  ])
  .join("|");

const direction: readonly WordList[] = [
  ...signedLists("direction", 1, {
    market:
      "涨|上涨|收涨|微涨|大涨|飙涨|涨了|走高|走强|拉升|上扬|反弹|上行|回升|回暖|上攻|收高|翻红|飘红|收红|转涨|涨势|升势|红盘|是红的|红着|up|rose|rise|rises|rising|risen|gained|gains|gaining|climbed|climbs|climb|advanced|advances|jumped|strengthened|strengthens|surged|rallied|added|rallies|edged up|firmed|ticked up|inched up|edged higher|soared|soars|jumps|rally|adding|climbing|advancing|jumping|surging|rallying|edging up|edging higher|ticking up|rebounded|rebounds|rebounding|recovered|recovers|recovering|bounced|bounces|gainers|gainer|↑|▲",
    open: "高开|跳空高开|小幅高开|gapped higher|gaps higher|opened higher|opened up|gapped up|gap up|gaps up|gapping up|gapping higher|opens higher|opening higher",
    comparative: "higher",
    sinceOpen: "高走|开盘以来上涨|开盘后上涨|开盘后走高|开盘以来走高|开盘后一路走高",
    growth:
      "微增|略增|变多|往上走|上台阶|上了台阶|上了一个台阶|扩张|改善|好转|an improvement|improvement|improved|improves|improving|增长|增加|上升|提升|增|升|提高|增幅|增速|lifted|lifting|raised|raising|boosted|boosting|growth|grew|grow|grows|growing|increased|increase|increases|increasing|expanded|expanding",
    loss: "净流入|流入|净买入|盈利|净流入额|流入额|净买入额|净买|net buying|net bought|net buyers|net buyer|inflow|inflows|net inflow",
  }),
  ...signedLists("direction", -1, {
    market:
      "跌|下跌|收跌|微跌|大跌|暴跌|跌了|走低|走弱|走软|回落|回调|回撤|下挫|下行|下探|收低|翻绿|飘绿|收绿|转跌|跌势|颓势|绿盘|是绿的|绿着|跳水|down|fell|fall|falls|falling|fallen|lost|loses|dropped|drops|drop|declined|declines|decline|slipped|weakened|weakens|softened|slips|slid|tumbled|plunged|shed|retreated|sank|edged down|dipped|dips|eased|eases|slumped|slumps|retreats|easing|slipping|dropping|declining|losing|shedding|sliding|tumbling|plunging|retreating|dipping|edging down|edging lower|ticking down|gave back|giving back|gave up|a deterioration|deterioration|a setback|setback|a downturn|downturn|softer|a slip|a dip|slump|slide|plunge|tumble|nosedive|downtrend|collapsed|collapses|collapsing|plummeted|plummets|plummeting|crashed|crashing|cratered|pulled back|ticked down|inched down|edged lower|receded|recedes|receding|cooled|cooled off|cools|cooling|off|↓|▼",
    open: "低开|跳空低开|小幅低开|gapped lower|gaps lower|opened lower|opened down|gapped down|gap down|gaps down|gapping down|gapping lower|opens lower|opening lower",
    comparative: "lower",
    sinceOpen: "低走|开盘以来下跌|开盘后下跌|开盘后走低|开盘以来走低|开盘后一路走低",
    growth:
      "微降|略降|变少|往下走|下台阶|下了台阶|下了一个台阶|每况愈下|不增反减|收缩|滑坡|衰退|退步|转弱|恶化|转差|缩水|worsened|worsens|worsening|deteriorated|deteriorates|deteriorating|下降|减少|下滑|减|降|降低|负增长|降幅|缩减|萎缩|reduced|trimmed|shrink|shrinks|shrinking|contracting|decrease|decreasing|decreased|decreases|shrank|contracted|contraction|negative growth",
    loss: "亏损|净亏损|亏|净流出|流出|净卖出|净亏|亏损额|净亏损额|净流出额|流出额|净卖出额|净卖|撤出|撤离|抽走|抽离|抽逃|net selling|net sold|net sellers|net seller|pulled out|withdrew|outflow|outflows|net outflow|net loss",
  }),
  ...listsOf("direction", {
    open: "平开|开平|opened flat|opened unchanged|no gap|did not gap|didn't gap|without a gap|没有跳空|没有缺口|未跳空|没跳空|没有跳空缺口",
    flat: "平盘|收平|平收|不涨不跌|unchanged|flat|little changed|unchanged on the day|flat on the day",
  }),
  ...plainLists(
    "growth",
    `同比|yoy|year on year|year-on-year|year over year|year-over-year|y/y|y-o-y|${fromYearAgo}|较上年同期|比上年同期|较去年同期|annual`,
  ),
  ...listsOf("text", {
    // 扭转跌势: not 转跌; 券商佣金: a fee, not what brokers say.
    扭转: "扭转",
    查不到: "查不到|找不到|看不到|拿不到|取不到|搜不到",
    momentum:
      "a momentum indicator|a momentum oscillator|a momentum gauge|a momentum measure|momentum gauges like|momentum gauges such as|momentum indicators like|momentum indicators such as|momentum readings like|momentum oscillators like|momentum gauges are|momentum indicators are|momentum readings can|momentum readings may|momentum readings often|momentum readings alone|momentum indicators can|momentum indicators may|momentum indicators often|momentum indicators tend|momentum indicators alone",
    佣金: "券商佣金|券商的佣金|券商收取的佣金",
  }),
  ...listsOf("foreign", {
    qoq: "环比|qoq|quarter on quarter|quarter-on-quarter|month on month|month-on-month|mom|sequentially|复合增长率|复合增速|cagr",
  }),
];

/** hit its daily limit, at the upper limit, close to its limit: 涨停 and 跌停 in other words, and how near they are. */
const limitWords = [
  "hit|hits|hitting|reached|reaches|reaching|touched|touches|touching|at|by|closed at|ended at|finished at|locked at|frozen at|sealed at|stuck at|pinned at|capped by|capped at|close to|closing in on|near|nears|nearing|neared|approaching|approached|just short of|within reach of|a whisker from"
    .split("|")
    .flatMap((verb) => [`${verb} its`, `${verb} the`])
    .flatMap((head) =>
      "daily limit|daily price limit|upper limit|lower limit|price limit|daily trading limit|exchange limit|up limit|down limit|limit|daily cap|price cap|ceiling|price ceiling|floor|price floor"
        .split("|")
        .map((limit) => `${head} ${limit}`),
    )
    .join("|"),
  "up the limit|down the limit|up the daily limit|down the daily limit|upper circuit|lower circuit|limit-locked|maximum allowed|maxed out|up by the maximum|down by the maximum|maximum daily rise|maximum daily gain|maximum daily fall|maximum daily drop|maximum daily decline|daily maximum",
  "涨停|跌停|涨停价|跌停价|上涨停|下跌停|封涨停|封跌停|封板|一字板|t字板|天地板|地天板|秒板|炸板|触板|摸板|打板|冲板|扫板|吃板|首板|开板|触顶|连板|停板|回封|封死|封住|封单|封停|顶格|涨满|跌满|核按钮|触及上限|触及下限|涨跌幅上限|涨幅上限|跌幅上限",
  ..."触及|触发|达到|到达|到了|碰到"
    .split("|")
    .flatMap((verb) =>
      "涨停|跌停|涨跌停|涨跌幅限制|涨跌幅上限|涨幅上限|跌幅上限".split("|").map((limit) => `${verb}${limit}`),
    ),
].join("|");

const vagueness: readonly WordList[] = [
  ...plainLists(
    "approximate",
    "约|大约|约为|约合|约莫|大概|高达|多达|as high as|as much as|about|approximately|around|approx.|approx|roughly|circa|~|≈|左右|上下|some",
  ),
  ...listsOf("vague", {
    ">": "超过|超出|远超|远远超过|超|逾|more than|over|north of|in excess of|well over|upwards of|far above|far exceeds|far higher than",
    "~": "将近|接近|nearly|almost|close to",
    "<": "不足|不到|less than|under|beneath|underneath|south of|short of|shy of|just short of|just shy of|well short of",
  }),
  ...plainLists(
    "vague",
    "出头|开外|and a bit|and change|and then some|冒尖|不止|打底|挂零|近|突破了|至少|至多|几近|快要|有余|at least|at most|is at most|was at most|are at most|is at least|was at least|are at least|no more than|no less than|approaches|approaching|approached|nears|nearing|up to|just under|just over|at or above|near",
  ),
  ...plainLists(
    "quantity",
    "半个百分点|几个百分点|一个点|一个半点|半个点|半点|几个点|好几个点|一个多点|零点几|个把点|多数|大部分|大都|most of|more of them|more of these|more of the stocks|the bulk of|翻倍|翻番|翻一番|翻一倍|翻了一番|翻了一倍|翻了|腰斩|减半|对半|一半|过半|半数|大半|多半|折半|拦腰|个位数|两位数|双位数|三位数|四位数|单位数|低个位数|高个位数|百亿级|千亿级|万亿级|成倍|倍增|数倍|几倍|多倍|数十|上百|近百|十几|几十|几百|几千|几万|上千|上万|数百|数千|数万|数亿|数成|几成|若干|大半数|绝大多数|绝大部分|九牛一毛|十之八九|八九不离十|七八成|五五开|一倍|半成|百倍|千倍|双倍|加倍|倍数级|零头|归零|清零|对折|打折|double|doubled|doubles|doubling|triple|tripled|triples|tripling|quadruple|quadrupled|quintupled|halve|halved|halves|halving|half|a half|one-half|third|thirds|quarters|fourth|fifth|fifths|sixth|seventh|eighth|ninth|tenth|tenths|a quarter|one-third|two-thirds|one-fifth|twice|thrice|twofold|threefold|tenfold|two-fold|ten-fold|fold|dozen|dozens|hundred|hundreds|thousand|thousands|million|millions|billion|billions|trillion|trillions|single-digit|single digit|single digits|double-digit|double digit|double digits|triple-digit|triple digits|limit up|limit-up|limit down|limit-down|a couple of|a handful|several|majority|percentage|percent|per cent|manifold|multifold|severalfold|multiple times|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|zero|score|grand|nil",
    limitWords,
    "¼|½|¾|\uE000|%|‰|¥|$|€|£|美元|港元|港币|欧元|日元|英镑|usd|hkd|eur|jpy|us dollars|dollars|hk$|us$",
  ),
  ...plainLists(
    "negation",
    "未|尚未|并非|不是|没有|未能|未达|未到|绝非|而非|并不|并未|没达到|不等于|并不等于|不等同于|并不等同于|不代表|并不代表|不意味着|并不意味着|not|isn't|wasn't|aren't|weren't|hasn't|haven't|hadn't|won't|cannot|can't|failed to|never|no longer|didn't|doesn't|neither|nor|without reaching|rather than",
  ),
  ...plainLists(
    "forecast",
    "若指数|如指数|如果指数|若指标|分析师|券商|机构认为|机构给出|市场认为|analyst|analysts|consensus|有望|预计|预期|将达|将为|将是|将报|将会|将涨|将跌|或将|可能|估计|预测|预估|看好|看涨|看跌|料|有机会|即将|明天|明日|下周|下月|明年|未来|后市|应该|如果|假如|若|倘若|要是|建议|目标|will|would|could|might|likely|unlikely|expected|expects|expect|forecast|forecasts|predict|predicts|projected|tomorrow|next week|next month|next year|target|targets|should|poised|set to|if|assuming|potentially|estimated|estimate|may|或许|也许|没准|说不定|兴许|想必|假设|假定|perhaps|maybe|possibly|probably|presumably|provided that|provided it|unless",
    "曾|曾经|一度|此前|原先|之前|formerly|once|previously|used to",
  ),
];

const roles: readonly WordList[] = [
  ...presentWords,
  ...relativeTimes,
  ...plainLists(
    "window",
    "年内|今年以来|年初至今|年初以来|本周以来|本月以来|月内|周内|过去一年|近一年|近一月|近一周|近一个月|近三个月|近半年|近三年|近五年|过去三年|过去五年|一年来|三年来|五年来|十年来|多年来|半年来|近年来|近期|累计|上市以来|年度|单季度|单季|ytd|year to date|year-to-date|this week|this month|this year|so far this year|in years|since listing|month to date|52-week|52 week|cumulative|cumulatively|past week|past month|past quarter|past year|most recent week|most recent month|most recent year|most recent quarter|the most recent week|the most recent month|the most recent year|the most recent quarter|latest week|latest month|latest year|latest quarter|latest-quarter|latest-year|most-recent-quarter|all week|all month|all year|once a quarter|once a year|once a month|once a week|every quarter|every month|every week|every day|each day|day after day|past twelve months|last twelve months|previous twelve months|past few days|past few weeks|past few months|last few days|last few weeks|last few months|recent days|recent weeks|recent months|for the week|for the month|近几日|近几天|近几周|近几个月|近几个交易日|最近几日|最近几天|最近几周|最近几个月|最近几个交易日|这几日|这几天|这段时间|这阵子|近几期|最近几期|近几季|最近几季|近几个季度|最近几个季度|每季|每季度|每个季度|每月|每年|近日|近来|连日来|节后以来|春节以来|国庆以来|日内|ttm口径|按ttm口径|按ttm算|按ttm计算|按ttm计|ttm|滚动|当季|报告期口径|按报告期|报告期数据|滚动十二个月|滚动12个月|trailing twelve months|trailing twelve-month|trailing-twelve-month|trailing-twelve-months|trailing-12-month|trailing-12-months|last-twelve-months|last-12-months|twelve-month trailing|12-month trailing|trailing 12 months|trailing 12-month|trailing basis|a trailing figure|近四季|近四个季度|最近四个季度|过去四个季度|近4个季度|on a ttm basis|rolling|区间|五日|十日|二十日|六十日|半小时前|一小时前|一个小时前|几小时前|几个小时前|an hour ago|hours ago|a few hours ago|within the hour",
    // A month without a day or a year is no date of a claim.
    englishMonths.flatMap((month) => [`in ${month}`, `for ${month}`, `during ${month}`]).join("|"),
  ),
  ...plainLists(
    "sourceMark",
    "数据来源|资料来源|信息来源|来源|数据源|出处|源自|来自|数据取自|取自|引自|根据|据|数据由|由|source|sources|data source|data from|data|via|according to|from|per|courtesy of|provided by|from data by",
  ),
  ...plainLists(
    "user",
    "您之前问的|你之前问的|您刚才问的|你刚才问的|您此前问的|您问的|你问的|您问到的|你问到的|您听到的|你听到的|您听说的|你听说的|您提到的|你提到的|您说的|你说的|您所说的|你所说的|您设的|你设的|您设定的|你设定的|您给出的|你给出的|您提出的|你提出的|您列出的|你列出的|您给的|你给的|您提的|你提的|您关心的|你关心的|您提到|你提到|您问到|你问到|您说|你说|您问|你问|您的|你的|您|你|用户提到的|用户问的|提问中的|问题中的|所问的|your|you asked|you asked about|you mentioned|you gave|you named|you set|you quoted|you quote|you cite|you mention|you said|you|the user's|the user",
  ),
  ...listsOf("pair", {
    former: "前者|the former|former",
    latter: "后者|the latter|latter",
  }),
  ...plainLists(
    "respective",
    "分别为|分别是|分别|依次为|依次是|依次|respectively|in that order|in this order|in the order given",
  ),
  ...plainLists("join", "、|和|与|及|以及|跟|and|&|或"),
  ...listsOf("join", {
    reference: "相比|相比之下|相较之下|对比之下|比较之下",
    beside: "较|相较|相较于|相比于|较之|比起|compared with|compared to|relative to",
    next: "followed by|trailed by",
    or: "or|亦即",
    versus: "vs.|vs|versus|against|as against|as opposed to|对|对比",
  }),
];

const harmless: readonly WordList[] = [
  ...listsOf("licensed", {
    asked: "tell if|say if|know if|predict if|judge if|sure if|是不是|是否|有没有|会不会|能不能|能否|whether",
    idiom: idioms,
  }),
  ...listsOf("licensed", {
    idiom:
      "under the code|under the ticker|under the symbol|under code|under ticker|并非为零|并非是零|不等于零|不代表是零|不代表为零|不意味着为零|not a percentage|one share of|two-sided|one-sided|if it helps|if that helps|if useful|if you like|if you want|if needed|as a percentage|in percentage terms|no percentage|i will|we will|i would|i could|i should|three months to|three months ended|half year ended|half-year ended|half year to|half-year to|half year through|six months to|six months ended|nine months to|nine months ended|nine months through|twelve months to|twelve months ended|下一个交易日|下一交易日|次一交易日|mix them up|mix up|mixed up|mixing up|heads-up|heads up, this|heads up, the|wrap-up|round-up|come up in|came up in|look it up|looked it up|look up|looked up|summing up|sum up|sum it up|follow up|follow-up|come up with|comes up with|coming up with|came up with|what it comes down to|wrap up|wrapping up|up to date|up-to-date|catch up|end up|ended up|set up|break down|broken down|breakdown|drill down|jot down|written down|double-check|double-checked|double check|at first glance|first glance|one more thing|one thing|one-off|trade-off|spin-off|off-market|off-exchange|off-hours|kick off|kicked off|kicking off|take off|takes off|log off|sign off|face-off|write-off|based off|off the top",
  }),
  ...plainLists(
    "licensed",
    "连续观察|连续跟踪|并不罕见|并非罕见|不罕见|不算罕见|也不罕见|用来比较|用于比较|拿来比较|每一元|每一块钱|每1元|每一股|更多问题|更多指标|更多数据|更多信息|更多内容|更多细节|更多详情|更多资料|更多公司|更多股票|更多行情|更多功能|连续竞价|盈亏|浮动盈亏|增减|升降|涨跌|一个|一只|一份|一位|一项|一款|一类|一员|一步|一家|涨跌停|涨停制度|跌停制度|涨停板制度|一下|一起|一般|一直|一样|一定|统一|唯一|同一|万一|一些|一致|一旦|一方面|另一方面|进一步|一共|一并|一律|一贯|一向|一经|一切|一手|一手资料|一种|一系列|之一|一览|一季|一方|一目了然|一如既往|单一|一体化|一带一路|十分|十足|百科|百货|百姓|千万别|千万不要|千方百计|万能|万事|万一|半导体|半年报|五粮液|四川|三亚|二级市场|一级市场|三板|新三板|三农|两者|二者|三大|四大行|两融|两岸|两端|两类|两方面|多方面|三方|第三方|双方|双创|双碳|双重|三一|八方|九江|七匹狼|百分点|万科|万华|万达|千金|千禾|亿纬|百分比|零售|零散|零星|零部件|零件|零食|归零重来|四季度末|五一|十一|国庆|春节|一带|点位|点评|几乎|一言以蔽之|一句话|成分|成份|成立|成长|成熟|成功|成为|完成|形成|构成|组成|成本端|成果|成员|零时差|一体|一站式|第一时间|第一性|二维|三维|百花|千里|一线|二线|三线|四舍五入|一次|一次性|再一次|有一|one of|one|oneself|no one|anyone|everyone|at one|hundred percent sure|second|seconds|secondary|first|firstly|secondly|thirdly|first of all|third-party|third party|quarterly|semiconductor|semi-annual|half-year report|half-yearly",
    "rsi|macd指标|ma均线|5g|6g|24小时|7x24|365天|covid-19|web3|2b|2c|b2b|o2o|h1n1|iso9001|utf-8|utc+8|gmt+8|utc+08:00|gmt+08:00|+08:00|1对1|一对一|3c|m0|m1|m2|4s|vix",
  ),
];

/** What a text has told before: the figures above, the above information. */
const told = [
  "figures",
  "numbers",
  "data",
  "information",
  "content",
  "values",
  "prices",
  "answer",
  "summary",
];

const fillers: readonly WordList[] = [
  ...plainLists(
    "fill",
    [
      "figures",
      "numbers",
      "data",
      "prices",
      "values",
      "quotes",
      "lines",
      "rows",
      "readings",
      "everything",
      "all",
      "items",
    ]
      .flatMap((what) => [
        `${what} above:`,
        `${what} above are from`,
        `${what} above is from`,
        `${what} above come from`,
      ])
      .join("|"),
    ["is", "are", "was", "were", "does", "do", "should", "may", "must", "cannot", "can", "has", "have"]
      .flatMap((verb) => [`the above ${verb}`, ...told.map((what) => `the ${what} above ${verb}`)])
      .join("|"),
    told.map((what) => `the above ${what}`).join("|"),
    "none of the above",
    "best read|best seen|best understood|best viewed|best set|best compared|may holiday|may holidays|may day|may day holiday|may day break|may break|labour day|labor day|报告期|报告期末|实际|实际上|其实|换算成亿的话|换算为亿的话|换算成亿来看|换算成万的话|折成亿的话|换成亿的话|按亿算的话|以亿计的话|按亿计的话|all of the above|of the above|the most recent|the most recent one|most recent|the most up-to-date|attributable to shareholders|attributable to owners|attributable to the parent|attributable to shareholders of the parent|attributable to owners of the parent|attributable to equity holders|in short|in brief|in summary|in sum|in a nutshell|to sum up|to recap|recap|bottom line:|bottom line,|the bottom line:|short answer|quick answer|quick take|takeaway|trailing multiple|trailing multiples|trailing earnings|trailing profit|trailing profits|同口径|同一口径|同样口径|on the same basis|换算成股数|换算为股数|换算股数|折合成股数|折合股数|折算成股数|折算为股数|折合|换算成|换算为|换算|相当于|equivalent to|若指|若是指|如指|如果指|如果是指|若您指|如果您指|若说的是|如果说的是|if you mean|if you meant|以上|以上行情|上述|上述行情|行情|on a trailing basis|trailing basis|trailing-twelve-month basis|per share|apiece|远|远远|双双|齐齐|全部|全线|悉数|集体|无一|无一不|没有一只|没有一家|both|all|each|every one|none|forward-adjusted|backward-adjusted|forward adjusted|backward adjusted|unadjusted|若只看|如果只看|若仅看|单看|只看|仅看|若按|如果按|如果以|若以|如果用|若用|如果需要|如果您需要|如果你需要|若需要|若需|如需|如需要|最近一个交易日|最近1个交易日|最新一个交易日|最后一个交易日|最近的一个交易日|最近一次|最新一次|最近一笔|问|答|位列|位居|排名|明显|显著|略|略微|稍|稍微|小幅|slightly|modestly|marginally|的|为|是|在|达|达到|报|有|了|至|到|于|则|也|仅|其余|其他|其它|剩下|余下|other|remaining|仅为|已|共|均|都|其|该|该股|它|它的|其中|而|且|并|同时|另外|此外|以及其|当日|日|则为|只有|录得|实现|约为|即|呢|方面|公司|股票|个股|这只股票|这家公司|标的|表现|数据|数值|值|情况|如下|下面|显示|对应|位于|处于|处在|位居|水平|水准|维持在|保持在|收于|报收|站在|来到|截至|截止|盘中|午间|午间休市|早盘|尾盘|盘后|whereas|meanwhile|however|but|is|was|are|were|at|of|for|its|it|the|a|an|with|to|in|on|as|stood|stands|stand|came in|comes in|has|had|have|having|carry|carries|carried|carrying|posted|reported|recorded|registered|reached|reaches|printed|totaled|totalled|while|which|that|this|and its|be|been|being|also|just|only|so|by|saw|sees|seen|showed|shows|show|logged|earned|booked|generated|delivered|achieved|attracted|drew|金额|数额|ratio|rate|level|figure|value|reading|shares|stock|company|its own|then|where|trading|trades|traded|sits|sitting|standing|closing|opening|session|intraday|as of|of its|本公司|元股价",
  ),
];

export const wordLists: readonly WordList[] = [
  ...measures,
  ...entities,
  ...direction,
  ...comparisonWords,
  ...eventWords,
  ...vagueness,
  ...roles,
  ...harmless,
  ...fillers,
  ...sources.map(([op, words]): WordList => ({ kind: "source", op, words })),
];
