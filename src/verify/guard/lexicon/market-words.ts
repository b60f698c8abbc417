import { listsOf, plainLists, type WordList } from "./word-list.ts";

/** 盘后成交, 北向资金成交额: the trade of a part of the day or of some of those who trade, which the day's own sum is not. */
const tradeOfSome =
  "盘后|盘前|夜盘|盘后定价|定价|竞价|大宗|北向|北向资金|南向|主力|主力资金|机构|游资|散户|外资|内资|融资|融资买入|融券|融券卖出|两融|沪股通|深股通|陆股通|港股通|龙虎榜|席位|场外|协议"
    .split("|")
    .flatMap((whose) =>
      ["成交", "成交额", "成交量", "成交金额", "交易额", "交易量"].map((sum) => whose + sum),
    )
    .join("|");
const tradeOfSomeEnglish =
  "block|block trade|block-trade|northbound|southbound|stock connect|margin|after-hours|institutional|retail|main-force|auction|call-auction|opening-auction|closing-auction|odd-lot"
    .split("|")
    .flatMap((whose) =>
      ["turnover", "volume", "trading", "trading volume", "trading value", "traded value"].map(
        (sum) => `${whose} ${sum}`,
      ),
    )
    .join("|");

/** Retail investors, foreign money: those whose trades no registered flow is of. */
const otherTraders =
  "retail|institutional|foreign|overseas|individual|small|professional|domestic|southbound|private|offshore|hedge|mutual|pension|index|active|passive"
    .split("|")
    .flatMap((who) =>
      ["investors", "funds", "money", "capital", "traders", "buyers", "sellers"].map((as) => `${who} ${as}`),
    )
    .join("|");

/** Words of what else may be measured, who else may own a number, and who tells it. */
export const entities: readonly WordList[] = [
  ...plainLists("entity", `${otherTraders}|institutions|insiders|机构投资者|公募|私募|险资|社保基金`),
  ...listsOf("entity", {
    SH: "沪市",
    SZ: "深市",
    market: "两市|沪深两市|沪深京三市|三市|全市场|a股市场|a股两市",
  }),
  ...plainLists(
    "entity",
    "行业|行业平均|行业均值|同行|同业|板块|大盘|沪指|深成指|上证指数|上证综指|深证成指|创业板指|创业板|科创板|沪深300|上证50|中证500|中证1000|中证2000|中证A500|科创50|科创100|北证50|创业板50|深证100|恒生指数|恒生科技|恒指|道指|道琼斯|纳指|纳斯达克|标普500|标普|日经225|csi 300|csi300|csi 500|s&p 500|nasdaq|nasdaq 100|dow jones|hang seng|ftse 100|nikkei 225|star 50|chinext|shanghai composite|sse composite|shenzhen component|szse component|sse 50|index|the industry|industry average|sector average|peers|peer|the market|market average|腾讯|腾讯控股|阿里巴巴|阿里|美团|京东|百度|网易|小米|小米集团|华为|苹果|特斯拉|英伟达|微软|谷歌|亚马逊|台积电|拼多多|tencent|alibaba|baidu|xiaomi|huawei|apple|tesla|nvidia|microsoft|google|amazon|tsmc|竞争对手|同类公司|可比公司|competitor|competitors|rival|子公司|母公司|控股股东|subsidiary|h股|港股|b股|美股|adr|h-share|h shares|h-shares|b shares|优先股|可转债|转债|gdr|cdr|preferred shares|preference shares|preferred stock|convertible bond|convertible bonds|黄金|原油|比特币|gold|bitcoin|oil|国债|期货|futures|etf",
  ),
];

export const measures: readonly WordList[] = [
  ...plainLists(
    "foreign",
    `${tradeOfSome}|${tradeOfSomeEnglish}`,
    "盘后涨|盘后上涨|盘后跌|盘后下跌|盘前涨|盘前上涨|盘前跌|盘前下跌|夜盘涨|夜盘跌|after-hours|after hours|pre-market|premarket|集合竞价|竞价阶段|大宗交易|block trade|split-adjusted|dividend-adjusted|adjusted close|adjusted price|bottomed at|troughed at|closing high|closing low|new closing high|每手|日均|月均|周均|年均|季均|人均|户均|店均|平均每日|average daily|daily average|monthly average|per capita|南向资金|外资|散户|散户资金|游资|机构从|机构净|机构资金|超大单|大单|中单|小单|杠杆资金|融资资金|高低点|目标价|目标价位|止损价|止损位|止损|止盈|支撑位|支撑|压力位|阻力位|阻力|均价|成本价|成本|发行价|合理价|合理估值|估值中枢|最高价|最低价|振幅|量比|委比|委差|内盘|外盘|每股收益|每股净资产|股息率|股息|分红|分红率|派息率|股利支付率|payout ratio|派息|派发|净利率|营业利润率|利润率|负债率|资产负债率|总资产|净资产|股东权益|负债|市销率|市现率|现金流|经营现金流|自由现金流|商誉|存货|应收账款|流通市值|流通股本|总股本|股本|户数|股东户数|持股比例|质押率|研发费用|费用率|评级|得分|评分|机构持有|机构持股|机构持仓|贝塔|波动率|夏普|换手|成交笔数|毛利|扣非净利润|扣非|营业利润|利润总额|远期|峰值|上市首日|首日|年化|annualized|annualised|动态|静态|(动)|(静)|(动态)|(静态)|(lyr)|(扣非)|预测|预期市盈率|预测市盈率|调整后|单季度净利润|中位数|分位|分位数|百分位|估值|eps|earnings per share|dividend|dividends|dividend yield|bond yield|bond yields|earnings yield|free cash flow yield|fcf yield|yield to maturity|盈利收益率|到期收益率|book value|cash flow|free cash flow|debt|assets|total assets|equity|target price|price target|stop loss|stop-loss|support|resistance|average price|vwap|day high|day low|high of|low of|52-week high|52-week low|net margin|operating margin|operating profit|ebitda|ebit|margin|roa|roic|ps ratio|p/s|p/cf|peg|beta|volatility|forward p/e|forward pe|forward|diluted|adjusted|rating|free float|float|static|dynamic|percentile|headcount|employees|员工|员工人数|客户|用户数|shipped|ships|sells|manufactured|produced|produces|employs|employed|exported|mined|brewed|销量|产量|产能|订单|门店|macd|kdj|boll|ema|dif|dea|atr|obv|cci|wr|bias",
  ),
];

export const sources: readonly (readonly [id: string, words: string])[] = [
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
  [
    "google",
    "google finance|investing.com|marketwatch|tradingview|efinance|pytdx|mootdx|qstock|adata|通达信|大智慧|网易财经|财联社|和讯|证券时报|factset|morningstar|cnbc|ft|wsj",
  ],
];
