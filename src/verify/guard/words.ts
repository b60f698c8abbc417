import type { TokenKind } from "./token.ts";

/** Words the guard knows whatever the registries hold: kind, operator or sign, and the words, split at `|`. */
export interface WordList {
  readonly kind: TokenKind;
  readonly op?: string;
  readonly sign?: number;
  readonly words: string;
}

const direction: readonly WordList[] = [
  { kind: "direction", op: "market", sign: 1, words: "涨|上涨|收涨|微涨|大涨|飙涨|领涨|涨了|走高|走强|拉升|上扬|反弹|上行|高开|up|rose|rise|rises|rising|risen|gained|gains|gaining|climbed|climbs|climb|advanced|advances|jumped|surged|rallied|added|higher|rallies|edged up" },
  { kind: "direction", op: "market", sign: -1, words: "跌|下跌|收跌|微跌|大跌|暴跌|领跌|跌了|走低|走弱|回落|下挫|下行|下探|低开|down|fell|fall|falls|falling|fallen|lost|loses|dropped|drops|drop|declined|declines|decline|slipped|slips|slid|tumbled|plunged|shed|lower|retreated|sank|edged down" },
  { kind: "direction", op: "growth", sign: 1, words: "增长|增加|上升|提升|增|升|提高|增幅|增速|growth|grew|grow|grows|growing|increased|increase|increases|expanded" },
  { kind: "direction", op: "growth", sign: -1, words: "下降|减少|下滑|减|降|降低|负增长|降幅|缩减|萎缩|decrease|decreased|decreases|shrank|contracted|contraction|negative growth" },
  { kind: "direction", op: "loss", sign: -1, words: "亏损|净亏损|亏|净流出|流出|净卖出|净亏|outflow|outflows|net outflow|net loss" },
  { kind: "growth", words: "同比|yoy|year on year|year-on-year|year over year|year-over-year|y/y|y-o-y|from a year earlier|from a year ago|较上年同期|比上年同期|较去年同期|annual" },
  { kind: "foreign", words: "环比|qoq|quarter on quarter|quarter-on-quarter|month on month|month-on-month|mom|sequentially|复合增长率|复合增速|cagr" },
];

const comparison: readonly WordList[] = [
  { kind: "compare", op: ">", words: "高于|大于|多于|高过|胜过|强于|优于|贵于|领先于|领先|跑赢|超越|站上|突破|升破|上穿|涨破|站稳|收复|重回|高出|>|＞|above|higher than|greater than|larger than|bigger than|more expensive than|exceeds|exceeded|exceeding|ahead of|outpaces|outperforms|outperformed|beats|tops|topped|surpasses|surpassed|broke above|outranks|richer than|stronger than|better than" },
  { kind: "compare", op: "<", words: "低于|小于|少于|弱于|逊于|不及|不如|落后于|落后|跑输|跌破|失守|下穿|跌穿|便宜于|<|below|lower than|less than|smaller than|cheaper than|fewer than|trails|trailed|lags|lagged|lags behind|underperforms|broke below|under its|weaker than|worse than|short of|behind" },
  { kind: "compare", op: ">=", words: "不低于|不少于|不小于|≥|>=|at least|no less than" },
  { kind: "compare", op: "<=", words: "不高于|不超过|不大于|不多于|≤|<=|at most|no more than" },
  { kind: "compare", op: "=", words: "持平|等于|相同|一样高|同样高|齐平|equal to|equals|same as|unchanged from|in line with|level with|on par with|matches" },
  { kind: "compare", op: ">post", words: "之上|上方|以上方" },
  { kind: "compare", op: "<post", words: "之下|下方" },
  { kind: "compare", op: "~", words: "逼近|相近|相当|差不多|接近于|close to|near its|similar to|roughly equal" },
  { kind: "compare", op: ">adj", words: "更高|更大|更多|更贵|更强|较高|较大|较贵|偏高|占优" },
  { kind: "compare", op: "<adj", words: "更低|更小|更少|更便宜|更弱|较低|较小|较便宜|偏低" },
  { kind: "compare", op: "than", words: "than|比|versus which" },
  { kind: "superlative", op: ">", words: "最高|最大|最多|最贵|最强|居首|榜首|第一|首位|之首|最好|最优|最快|冠军|highest|largest|biggest|greatest|most expensive|strongest|best|top-ranked|ranks first|ranked first|richest|number one|leads" },
  { kind: "superlative", op: "<", words: "最低|最小|最少|最便宜|最弱|垫底|末位|最差|最慢|lowest|smallest|least|cheapest|weakest|worst|ranks last|ranked last" },
  { kind: "superlative", op: "record", words: "新高|新低|历史高位|历史低位|创纪录|纪录|record high|record low|all-time high|all-time low|record|all-time|multi-year|unprecedented|史上|有史以来|高点|低点|天量|地量" },
  { kind: "scope", words: "历史|行业内|全行业|同业|全市场|两市|板块内|以来|全国|全球|世界|A股市场|in years|ever|in history|sector|industry|market-wide|in the market|nationwide|of the year|since|this year|上市以来" },
  { kind: "derived", words: "相差|差距|差额|价差|之差|溢价|折价|平均|均值|合计|总和|总计|加起来|相加|占比|比例为|占|之和|乘积|折合|相当于|换算|倍数|average|mean|median|combined|altogether|in total|totaling|totalling|sum of|difference|gap|premium|discount|spread|equivalent to|ratio of|share of|accounts for|implies|implying" },
];

const vagueness: readonly WordList[] = [
  { kind: "approximate", words: "约|大约|约为|约合|约莫|大概|about|approximately|around|approx.|approx|roughly|circa|~|≈|左右|上下|some" },
  { kind: "vague", words: "近|将近|接近|超过|超|逾|不足|不到|突破了|高达|至少|最多|至多|多达|几近|快要|有余|nearly|almost|over|more than|less than|under|at least|at most|up to|close to|north of|south of|upwards of|as much as|as high as|as low as|just under|just over|well over|in excess of|at or above|near" },
  { kind: "quantity", words: "翻倍|翻番|翻了一番|翻了一倍|翻了|腰斩|减半|对半|一半|过半|半数|大半|多半|折半|拦腰|涨停|跌停|封板|一字板|个位数|两位数|双位数|三位数|四位数|单位数|低个位数|高个位数|百亿级|千亿级|万亿级|成倍|倍增|数倍|几倍|多倍|数十|上百|近百|十几|几十|几百|几千|几万|上千|上万|数百|数千|数万|数亿|数成|几成|若干|大半数|绝大多数|绝大部分|九牛一毛|十之八九|八九不离十|七八成|五五开|一倍|半成|百倍|千倍|双倍|加倍|倍数级|零头|归零|清零|对折|打折|double|doubled|doubles|doubling|triple|tripled|triples|tripling|quadruple|quadrupled|quintupled|halve|halved|halves|halving|half|a half|one-half|third|thirds|quarters|fourth|fifth|fifths|sixth|seventh|eighth|ninth|tenth|tenths|a quarter|one-third|two-thirds|one-fifth|twice|thrice|twofold|threefold|tenfold|two-fold|ten-fold|fold|dozen|dozens|hundred|hundreds|thousand|thousands|million|millions|billion|billions|trillion|trillions|single-digit|single digit|single digits|double-digit|double digit|double digits|triple-digit|triple digits|limit up|limit-up|limit down|limit-down|a couple of|a handful|several|majority|percentage|percent|per cent|manifold|multifold|severalfold|multiple times|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|zero|score|grand|nil" },
  { kind: "quantity", words: "¼|½|¾|\uE000|%|‰|¥|$|€|£" },
  { kind: "negation", words: "并非|不是|没有|未能|未达|未到|绝非|而非|并不|并未|没达到|不等于|not|isn't|wasn't|never|no longer|didn't|doesn't|neither|without reaching|rather than" },
  { kind: "forecast", words: "有望|预计|预期|将达|将会|将涨|将跌|或将|可能|估计|预测|预估|看好|看涨|看跌|料|有机会|即将|明天|明日|下周|下月|明年|未来|后市|应该|如果|假如|若|倘若|要是|建议|目标|will|would|could|might|likely|unlikely|expected|expects|expect|forecast|forecasts|predict|predicts|projected|tomorrow|next week|next month|next year|target|targets|should|poised|set to|if|assuming|potentially|estimated|estimate|may" },
  { kind: "forecast", words: "曾|曾经|一度|此前|原先|之前|formerly|once|previously|used to" },
];

const roles: readonly WordList[] = [
  { kind: "realtime", op: "hard", words: "实时|此刻|即时|实时价|real-time|real time|realtime|live|right now|at this moment|this very moment" },
  { kind: "realtime", op: "soft", words: "当前|现在|目前|眼下|如今|最新|当下|现|currently|current|now|at present|latest|at the moment|presently" },
  { kind: "relative", op: "today", words: "今日|今天|今早|今晚|当天收盘|本日|today|today's|tonight|this morning|this afternoon" },
  { kind: "relative", op: "yesterday", words: "昨日|昨天|昨晚|yesterday|yesterday's|last night" },
  { kind: "relative", op: "dayBefore", words: "前天|前日|the day before yesterday" },
  { kind: "relative", op: "past", words: "上一交易日|上个交易日|前一交易日|上周|上月|上个月|本周|本月|周一|周二|周三|周四|周五|last week|last month|previous session|the previous day|last session|monday|tuesday|wednesday|thursday|friday" },
  { kind: "relative", op: "lastYear", words: "去年|上年|上一年|last year|last year's" },
  { kind: "relative", op: "thisYear", words: "今年|本年|本年度" },
  { kind: "window", words: "年内|今年以来|年初至今|年初以来|本周以来|本月以来|月内|周内|过去一年|近一年|近一月|近一周|近一个月|近三个月|近半年|近三年|近五年|过去三年|过去五年|一年来|三年来|五年来|十年来|多年来|半年来|近年来|近期|累计|上市以来|年度|单季度|单季|ytd|year to date|year-to-date|this week|this month|this year|so far this year|in years|since listing|month to date|52-week|52 week|cumulative|cumulatively|日内|trailing|rolling|区间|五日|十日|二十日|六十日" },
  { kind: "sourceMark", words: "数据来源|资料来源|信息来源|来源|数据源|出处|源自|来自|数据取自|取自|引自|根据|据|数据由|由|source|sources|data source|data from|data|via|according to|from|per|courtesy of|provided by|from data by" },
  { kind: "user", words: "您问的|你问的|您问到的|你问到的|您提到的|你提到的|您说的|你说的|您所说的|你所说的|您设的|你设的|您设定的|你设定的|您给的|你给的|您提的|你提的|您关心的|你关心的|您提到|你提到|您问到|你问到|您说|你说|您问|你问|您的|你的|您|你|用户提到的|用户问的|提问中的|问题中的|所问的|your|you asked|you asked about|you mentioned|you gave|you named|you set|you quoted|you said|you|the user's|the user" },
  { kind: "respective", words: "分别为|分别是|分别|依次为|依次是|依次|respectively" },
  { kind: "join", words: "、|和|与|及|以及|跟|and|&|vs.|vs|versus|对比|相比|相较|较|或" },
];

const entities: readonly WordList[] = [
  { kind: "entity", words: "行业|行业平均|行业均值|同行|同业|板块|大盘|沪指|深成指|上证指数|上证综指|深证成指|创业板指|创业板|科创板|沪深300|上证50|中证500|中证1000|中证2000|中证A500|科创50|科创100|北证50|创业板50|深证100|恒生指数|恒生科技|恒指|道指|道琼斯|纳指|纳斯达克|标普500|标普|日经225|csi 300|csi300|csi 500|s&p 500|nasdaq|nasdaq 100|dow jones|hang seng|ftse 100|nikkei 225|star 50|chinext|shanghai composite|shenzhen component|sse 50|index|the industry|industry average|sector average|peers|peer|the market|market average|腾讯|腾讯控股|阿里巴巴|阿里|美团|京东|百度|网易|小米|小米集团|华为|苹果|特斯拉|英伟达|微软|谷歌|亚马逊|台积电|拼多多|tencent|alibaba|baidu|xiaomi|huawei|apple|tesla|nvidia|microsoft|google|amazon|tsmc|竞争对手|同类公司|可比公司|competitor|competitors|rival|子公司|母公司|控股股东|subsidiary|h股|港股|b股|美股|adr|h-share|h shares|h-shares|b shares|黄金|原油|比特币|gold|bitcoin|oil|国债|期货|futures|etf" },
];

const measures: readonly WordList[] = [
  { kind: "foreign", words: "目标价|目标价位|止损价|止损位|止损|止盈|支撑位|支撑|压力位|阻力位|阻力|均价|成本价|成本|发行价|涨停价|跌停价|合理价|合理估值|估值中枢|最高价|最低价|振幅|量比|委比|委差|内盘|外盘|每股收益|每股净资产|股息率|股息|分红|派息|派发|净利率|营业利润率|利润率|负债率|资产负债率|总资产|净资产|股东权益|负债|市销率|市现率|现金流|经营现金流|自由现金流|商誉|存货|应收账款|流通市值|流通股本|总股本|股本|户数|股东户数|持股比例|质押率|研发费用|费用率|评级|得分|评分|贝塔|波动率|夏普|换手|成交笔数|毛利|扣非净利润|扣非|营业利润|利润总额|动态|静态|预测|预期市盈率|预测市盈率|调整后|单季度净利润|中位数|分位|分位数|百分位|估值|eps|earnings per share|dividend|dividends|dividend yield|book value|cash flow|free cash flow|debt|assets|total assets|equity|target price|price target|stop loss|stop-loss|support|resistance|average price|vwap|day high|day low|high of|low of|52-week high|52-week low|net margin|operating margin|operating profit|ebitda|ebit|margin|roa|roic|ps ratio|p/s|p/cf|peg|beta|volatility|forward p/e|forward pe|forward|diluted|adjusted|rating|free float|float|static|dynamic|percentile|headcount|employees|员工|员工人数|客户|用户数|销量|产量|产能|订单|门店|macd|kdj|boll|ema|dif|dea|atr|obv|cci|wr|bias" },
];

const harmless: readonly WordList[] = [
  { kind: "licensed", words: "一下|一起|一般|一直|一样|一定|统一|唯一|同一|万一|一些|一致|一旦|一方面|另一方面|进一步|一共|一并|一律|一贯|一向|一经|一切|一手|一手资料|一种|一系列|之一|一览|一季|一方|一目了然|一如既往|单一|一体化|一带一路|十分|十足|百科|百货|百姓|千万别|千万不要|千方百计|万能|万事|万一|半导体|半年报|五粮液|四川|三亚|二级市场|一级市场|三板|新三板|三农|两者|二者|三大|四大行|两融|两岸|两市|两端|两类|两方面|多方面|三方|第三方|双方|双创|双碳|双重|三一|八方|九江|七匹狼|百分点|万科|万华|万达|千金|千禾|亿纬|零售|零部件|零件|零食|归零重来|四季度末|五一|十一|国庆|春节|一带|点位|点评|几乎|一言以蔽之|一句话|成分|成份|成立|成长|成熟|成功|成为|完成|形成|构成|组成|成本端|成果|成员|零时差|一体|一站式|第一时间|第一性|一季报|二维|三维|百花|千里|一线|二线|三线|四舍五入|一次|一次性|再一次|有一|one of|one|oneself|no one|anyone|everyone|at one|hundred percent sure|second|seconds|secondary|first|firstly|secondly|thirdly|first of all|third-party|third party|quarterly|semiconductor|semi-annual|half-year report|half-yearly" },
  { kind: "licensed", words: "rsi|macd指标|ma均线|5g|6g|a股|a-share|a-shares|a share|a shares|t+1|t+0|t+1交易|24小时|7x24|365天|covid-19|web3|2b|2c|b2b|o2o|h1n1|iso9001|utf-8|utc+8|gmt+8|utc+08:00|gmt+08:00|+08:00|1对1|一对一|3c|m0|m1|m2|4s|vix" },
];

const fillers: readonly WordList[] = [
  { kind: "fill", words: "的|为|是|在|达|达到|报|有|了|至|到|于|则|也|仅|仅为|已|共|均|都|其|该|该股|它|它的|其中|而|且|并|同时|另外|此外|以及其|当日|日|则为|只有|录得|实现|约为|即|呢|方面|公司|股票|个股|这只股票|这家公司|标的|表现|数据|数值|值|情况|如下|下面|显示|对应|位于|处于|处在|位居|水平|水准|维持在|保持在|收于|报收|站在|来到|截至|截止|截至目前|收盘时|盘中|午间|午间休市|早盘|尾盘|盘后|开盘时|is|was|are|were|at|of|for|its|it|the|a|an|with|to|in|on|as|stood|stands|stand|came in|comes in|has|had|have|having|posted|reported|recorded|registered|reached|reaches|printed|totaled|totalled|while|which|that|this|and its|be|been|being|also|just|only|so|by|ratio|rate|level|figure|value|reading|shares|stock|company|its own|then|where|trading|trades|traded|sits|sitting|standing|closing|opening|session|intraday|as of|of its|本公司|元股价" },
  { kind: "unitNote", words: "单位" },
];

const sources: readonly (readonly [id: string, words: string])[] = [
  ["akshare", "akshare|ak share|aktools"],
  ["tushare", "tushare|tushare pro"],
  ["baostock", "baostock"],
  ["xueqiu", "xueqiu|雪球"],
  ["tencent", "腾讯财经|tencent finance"],
  ["sina", "sina|新浪|新浪财经|sina finance"],
  ["eastmoney", "eastmoney|东财|东方财富网|东方财富"],
  ["yahoo", "yahoo|yahoo finance|雅虎|雅虎财经"],
  ["sample", "sample|样例数据|示例数据|sample data"],
  ["computed", "computed|自行计算|本系统计算"],
  ["choice", "choice|choice数据"],
  ["wind", "wind|万得|wind资讯"],
  ["ths", "同花顺|ifind|同花顺ifind|10jqka"],
  ["bloomberg", "bloomberg|彭博"],
  ["reuters", "reuters|路透|路透社|refinitiv|lseg"],
  ["joinquant", "joinquant|聚宽|jqdata"],
  ["ricequant", "ricequant|米筐|rqdata"],
  ["csmar", "csmar|国泰安"],
  ["cninfo", "cninfo|巨潮|巨潮资讯"],
  ["exchange", "上交所|深交所|北交所|sse|szse"],
  ["google", "google finance|investing.com|marketwatch|tradingview|efinance|pytdx|mootdx|qstock|adata|通达信|大智慧|网易财经|财联社|和讯|证券时报|factset|morningstar|cnbc|ft|wsj"],
];

export const wordLists: readonly WordList[] = [
  ...measures,
  ...entities,
  ...direction,
  ...comparison,
  ...vagueness,
  ...roles,
  ...harmless,
  ...fillers,
  ...sources.map(([op, words]): WordList => ({ kind: "source", op, words })),
];

/** Words of price, close and open beyond the registry's, given to a metric that has the key among its own words. */
export const spokenForms: readonly (readonly [key: string, words: string])[] = [
  ["收盘", "收于|收报|收在|报收|报收于|收盘于|收盘报|收市价|最新收盘|最新收盘价|最近收盘价"],
  ["close", "closed at|closed|closes at|closing at|close price|last close|latest close|most recent close|finished at|ended at|closing level"],
  ["开盘", "开于|开在|开盘于|开盘报|今日开盘|今日开盘价"],
  ["open", "opened at|opened|opens at|opening at|open price"],
  ["前收盘价", "前收|前收盘|上一收盘价"],
  ["previous close", "prior close|previous closing price|the previous close|prev. close"],
  ["成交量", "成交"],
  ["成交额", "成交"],
  ["turnover", "amount traded|turnover value|trading turnover"],
  ["volume", "trading volume|shares traded|traded volume"],
  ["换手率", "换手"],
  ["turnover rate", "turnover ratio"],
  ["市盈率(TTM)", "ttm市盈率|市盈率ttm|滚动市盈率|pe-ttm|pe_ttm|pe ttm|p/e ttm|市盈率pe|市盈率(pe)|市盈率(pe-ttm)|市盈率(滚动)"],
  ["P/E", "price-to-earnings ratio|price-to-earnings|pe ratio|p/e ratio|price/earnings|trailing p/e|ttm p/e|p/e(ttm)|price to earnings"],
  ["市净率", "市净率pb|市净率(pb)"],
  ["P/B", "price-to-book|price-to-book ratio|pb ratio|p/b ratio|price to book"],
  ["总市值", "市值"],
  ["market cap", "market capitalization|market capitalisation|market value"],
  ["营业收入", "收入|营业总收入"],
  ["revenue", "revenues|sales"],
  ["净利润", "归母净利|净利|归属于上市公司股东的净利润|归属母公司净利润"],
  ["net profit", "net income|net earnings"],
  ["净资产收益率", "净资产收益率roe|净资产收益率(roe)"],
  ["ROE", "return on equity"],
  ["gross margin", "gross profit margin"],
  ["毛利率", "销售毛利率"],
  ["主力资金净流入", "主力资金净额|主力净额|主力资金"],
  ["主力净流入", "主力资金"],
  ["main-force net inflow", "net main-force inflow|main-force inflow|main force net inflow|net inflow of main-force funds|net inflow"],
  ["MA5", "ma(5)|ma 5|5日线|五日均线|5日移动平均线|5-day moving average"],
  ["MA20", "ma(20)|ma 20|20日线|二十日均线|20日移动平均线|20-day moving average|20-day ma"],
  ["MA60", "ma(60)|ma 60|60日线|六十日均线|60日移动平均线|60-day moving average|60-day ma"],
  ["RSI14", "rsi(14)|rsi 14|rsi-14|14-day rsi|14日相对强弱指标"],
];

/** Words for a price "now", given to every realtime metric priced in CNY. */
export const priceWords =
  "价格|报价|股价|现价|最新价|最新报价|当前股价|当前价格|实时价|实时价格|实时股价|现在的价格|此刻价格|报|现报|报于|报在|最新报|盘中报|交投于|trades at|trading at|traded at|is trading at|is at|was at|quoted at|stands at|stood at|changes hands at|changing hands at|changed hands at|now at|sits at|share price|stock price|live price|spot price|latest price|last traded at|last trade|quote|last";

/** Of those, the words that claim "now". */
export const nowWords =
  "当前价|现价|最新价|最新报价|当前股价|当前价格|实时价|实时价格|实时股价|现在的价格|此刻价格|现报|最新报|盘中报|current price|last price|live price|latest price|trades at|trading at|is trading at|changing hands at|changes hands at|now at|spot price";
