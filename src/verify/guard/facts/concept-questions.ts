/** The sides of one question that tells facts apart, in both languages (see concept-topics.ts). A word may stand for several of them: 买卖双方. */
export interface Sides {
  readonly sides: readonly string[];
  /** True where a side that the fact does not name at all is another subject: a fact of A-shares is none of ETFs. */
  readonly isNarrow: boolean;
}

const contrast = (...sides: string[]): Sides => ({ sides, isNarrow: false });
const narrow = (...sides: string[]): Sides => ({ sides, isNarrow: true });

/** The first question is who deals: bit 1 the buyer, bit 2 the seller. */
export const questions: readonly Sides[] = [
  contrast(
    "买|受让|双向|双边|买卖双方|买方和卖方|buyer and seller|buyers and seller|buy|buyer|bought|buying|purchase|purchasing",
    "卖|出让|双向|双边|买卖双方|买方和卖方|buyer and seller|buyers and seller|sell|seller|selling|sold|sale",
  ),
  contrast(
    "单边|单向|单方|单方面|只向|仅向|只由|仅由|只对|仅对|只从|single side|one side|only",
    "双边|双向|双方|买卖双方|买方和卖方|both|either side|each side|buyer and seller|buyers and seller",
  ),
  narrow(
    "每周|单周|全周|周涨|周跌|weekly|per week|a week|each week",
    "每月|单月|全月|月涨|月跌|monthly|per month|a month's|each month",
    "每季|单季|季度涨|季度跌|per quarter|each quarter",
    "每年|全年|年涨|年跌|年度涨|年度跌|年化|年度|annual|annually|yearly|per year|a year|each year|every year|full year",
    "每小时|每分钟|hourly|per hour|each hour|per minute",
  ),
  contrast(
    "每日|单日|每天|一天|日涨跌幅限制|日涨跌幅|日涨|日跌|daily|per day|a day|each day|single day|every day",
    "每周|单周|全周|周涨|周跌|weekly|per week|a week|each week",
    "每月|单月|全月|月涨|月跌|monthly|per month|a month's|each month",
    "每年|全年|年涨|年跌|annual|annually|yearly|per year|a year|each year|every year|full year",
  ),
  narrow("资金|现金|cash|money|proceed"),
  contrast(
    "最低|最小|最少|最短|至少|不低于|不少于|不小于|下限|门槛|起点|minimum|at least|no less|not less|no fewer|not fewer|no lower|not lower|lower limit|lowest|low",
    "最高|最大|最多|最长|至多|不超过|不高于|不大于|不多于|不得超过|上限|封顶|涨跌幅限制|日涨跌幅限制|涨跌停|涨跌停幅度|涨跌停限制|涨跌停板|price limit|daily limit|daily price limit|limit|maximum|at most|no more|not more|no higher|not higher|up to|not exceed|upper limit|caps|capped|cap of|cap at|ceiling|no longer|not longer|no later|not later|highest",
  ),
  narrow(
    "盈利|利润的|利润|收益的|所得|净利润|归母净利润|profit|net profit|net income|gain|earning|income|earnings",
  ),
  contrast("上午|早盘|早市|morning|a.m.", "下午|午后|尾盘|afternoon|p.m."),
  contrast(
    "开盘|开市|开盘价|今开|opening|opening price|open price",
    "收盘|收市|收盘价|closing|closing price|close price|closes|its close|the close",
  ),
  narrow(
    ...[
      ["白酒", "liquor", "baijiu"],
      ["银行", "banking", "bank"],
      ["证券|券商", "brokerage", "securities"],
      ["保险", "insurance"],
      ["家电", "home appliance", "appliance"],
      ["地产|房地产", "property", "real estate"],
      ["医药", "pharmaceutical", "pharma"],
      ["半导体|芯片", "semiconductor", "chip"],
      ["新能源", "new energy"],
      ["汽车", "auto", "car"],
      ["煤炭", "coal"],
      ["钢铁", "steel"],
      ["电力", "power", "utility"],
      ["食品饮料|食品", "food and beverage", "food"],
      ["软件", "software"],
    ].map(([zh = "", ...en]) =>
      [
        ...zh
          .split("|")
          .flatMap((name) => ["行业", "业", "板块", "企业", "公司"].map((of) => `${name}${of}`)),
        ...en.flatMap((name) => ["sector", "industry", "maker"].map((of) => `${name} ${of}`)),
      ].join("|"),
    ),
  ),
  contrast("个人|散户|自然人|individual|retail", "机构|institution|institutional"),
  contrast("超买|overbought", "超卖|oversold"),
  contrast("金叉|golden cross", "死叉|death cross|dead cross"),
  contrast(
    "上涨|涨停|上穿|上破|向上穿过|向上突破|limit up|cross above|crosses above|crossing above|crosses over|upward",
    "下跌|跌停|下穿|下破|向下穿过|向下跌破|limit down|cross below|crosses below|crossing below|crosses under|downward",
  ),
  contrast(
    "上交所|上海|沪市|上证|shanghai|sse",
    "深交所|深圳|深市|深证|shenzhen|szse",
    "北交所|北京|beijing|bse",
  ),
  narrow(
    "主板|main board",
    "科创板|star market|star board|star|科创",
    "创业板|chinext",
    "北交所|北京证券交易所|beijing stock exchange|beijing exchange|beijing|bse|新三板",
  ),
  narrow("a股|a share", "港股|h股|h share|hong kong", "美股|us stock|u.s. stock|u.s.", "b股|b share"),
  narrow("盘后|盘后固定价格|盘后交易|after hours|after hours fixed price", "盘前|pre market"),
  narrow("港股通|南向|southbound", "北向|沪股通|深股通|northbound"),
  narrow("st|*st|风险警示|退市整理|risk warning|special treatment"),
  narrow(
    "新股|上市后|上市之后|after listing|since listing|上市首日|首发|ipo|newly listed|new share|new stock|new listing|new main board listing",
  ),
  contrast(
    "首日|上市首日|第一天|first day|first trading day|listing day|debut",
    "次日|第二天|第二日|第二个交易日|second day|second trading day|次日起|第二日起",
  ),
  narrow(
    "可转债|转债|convertible|convertible bond",
    "债券|国债|bond|treasury",
    "etf|基金|fund|货币基金|money market fund|money fund",
    "期货|期权|future|option",
    "逆回购|reverse repo",
    "reit",
  ),
  contrast(
    "股票|个股|stock",
    "可转债|转债|convertible bond",
    "etf|基金|fund|货币基金|money market fund|money fund",
  ),
  narrow(
    "佣金|commission",
    "印花税|印花|stamp duty|stamp duties|stamp tax|stamp",
    "过户费|transfer fee",
    "经手费|exchange handling fee",
    "证管费|监管费|regulatory fee",
    "个人所得税|individual income tax|利息税|红利税|股息税|股息红利税|dividend tax|tax on dividend|dividend tax rate",
    "所得税|个人所得税|individual income tax|income tax",
    "管理费|management fee",
    "赎回费|redemption fee",
    "申购费|subscription fee",
    "托管费|custody fee",
  ),
  contrast(
    "融资|融资期限|margin financing|margin buying|margin loan|融资余额",
    "融券|short selling|short sell|securities lending|short balance|融券余量|short sale",
  ),
  narrow(
    "融资|融券|融资融券|两融|margin trading|margin trade|margin financing|margin account|short selling|short balance|margin",
  ),
  contrast(
    "保证金比例|margin ratio|margin requirement|initial margin",
    "维持担保比例|担保比例|维保比例|maintenance ratio|maintenance margin|maintenance margin ratio|maintenance collateral ratio|collateral ratio|margin maintenance|maintenance guarantee ratio",
  ),
  contrast(
    "年报|年度报告|annual report|yearly report",
    "半年报|半年度报告|中报|中期报告|半年度|half year report|interim report|semi annual report|half yearly report|half year",
    "季报|季度报告|一季报|三季报|一季度报告|三季度报告|第一季度报告|第三季度报告|quarterly report|first quarter report|third quarter report|quarter report",
    "业绩预告|预告|earnings forecast|profit warning|performance forecast|earnings guidance|earnings preview",
    "业绩快报|快报|earnings flash|preliminary earnings|express report",
  ),
  contrast(
    "会计年度|财年|财政年度|fiscal year|financial year|year end|accounting year",
    "上半年|中期|first half|half year end",
  ),
  contrast(
    "年度股东大会|年度股东会|股东年会|annual general meeting|agm|annual meeting",
    "临时股东大会|临时股东会|extraordinary general meeting|egm|extraordinary|special meeting",
  ),
  contrast(
    "减持|reduce|reduction|sell down|selling down|cut holdings|pare",
    "增持|increase holding|add to holding|raise holding",
  ),
  contrast(
    "集中竞价|centralised bidding|centralized bidding|centralised auction|centralized auction|auction trading|call auction trading|competitive bidding|on exchange auction|central bidding|bidding",
    "大宗交易|大宗|block trade|block trading|block",
    "协议转让|agreement transfer|negotiated transfer",
  ),
  contrast(
    "连续竞价|continuous auction|continuous trading|continuous bidding|continuous session",
    "开盘集合竞价|开盘竞价|早盘集合竞价|opening call auction|opening auction|pre open auction|call auction at the open|morning call auction",
    "收盘集合竞价|收盘竞价|尾盘集合竞价|closing call auction|closing auction|call auction at the close",
    "盘后固定价格|盘后交易|after hours|after hours fixed price|after market",
  ),
  contrast(
    "上轨|上下轨|上下两轨|外轨|upper and lower band|outer band|upper band|upper bollinger band|upper",
    "中轨|middle band|mid band|middle line|central band|middle",
    "下轨|上下轨|上下两轨|外轨|upper and lower band|outer band|lower band|lower bollinger band|lower bands",
  ),
  contrast(
    "加|加上|+|之和|相加|总和|plus|sum of|above and below|deviations above|added to",
    "减|减去|减掉|之差|差值|差额|差|difference|minus|less the|above and below|deviations below|subtract|subtracted|subtracting",
  ),
  narrow(
    "市盈率|动态市盈率|静态市盈率|p/e|pe|price to earnings|price earnings ratio|pe ratio|滚动市盈率|forward p/e|trailing p/e",
    "市净率|p/b|pb|price to book",
    "市销率|p/s|ps|price to sales",
    "peg",
    "净资产收益率|roe|return on equity",
    "总资产收益率|roa|return on assets|return on asset",
    "毛利率|gross margin|gross profit margin",
    "净利率|净利润率|net margin|net profit margin",
    "资产负债率|负债率|debt to asset ratio|debt ratio|liability ratio|gearing",
    "股息率|dividend yield",
    "换手率|turnover rate|turnover ratio",
    "量比|volume ratio",
    "流动比率|current ratio",
    "速动比率|quick ratio",
    "振幅|amplitude",
    "委比|order imbalance ratio",
    "涨跌幅度|percentage change",
    "中签率|allotment rate|success rate|lottery rate|winning rate",
  ),
  narrow(
    "净资产|net asset|book value|shareholders' equity|net worth|平均净资产|每股净资产|net assets per share|book value per share|net asset value per share",
    "总资产|total asset",
    "总负债|total liabilities|total liability",
    "净利润|归母净利润|归属净利润|归母|profit|net profit|net income|attributable net profit|profit attributable",
    "营业收入|营收|revenue|sales revenue|operating revenue",
    "每股收益|eps|earnings per share",
    "市值|总市值|market cap|market value|market capitalisation|market capitalization|total market cap|流通市值|free float market cap|free float",
    "商誉|goodwill",
    "存货|inventory|inventories",
    "应收账款|receivable|accounts receivable",
    "成交量|volume|trading volume",
    "收盘价|closing price|close price|closes|its close|the close|highest close|lowest close|daily close",
    "前收盘价|昨收|昨收价|昨日收盘价|前一日收盘价|上一交易日收盘价|previous close|prior close|previous closing price|prior day's close",
    "最高价|highest price|day high|high price",
    "最低价|lowest price|day low|low price",
    "开盘价|opening price|open price|the open",
    "经营现金流|operating cash flow",
  ),
  narrow(
    "rsi|相对强弱指标|relative strength index",
    "kdj|k值|d值|j值|a k reading|k reading|k value|k line value|stochastic",
    "macd|dif|dea|diff",
    "boll|布林|布林线|布林带|bollinger|bollinger band|布林通道|上轨|中轨|下轨",
    "cci",
    "wr|w%r|%r|威廉指标|威廉|williams",
    "obv|能量潮",
    "bias|乖离率",
    "dmi|adx",
    "sar|抛物线",
    "atr|真实波幅",
    "vwap",
  ),
  narrow(
    "沪深###|沪深###指数|csi ###",
    "中证###|中证###指数",
    "上证##|sse ##",
    "恒生科技|恒生科技指数|hang seng tech|hang seng tech index",
    "恒生指数|hang seng index",
    "创业板指|chinext index",
    "中证####|csi ####",
    "科创##|star ##",
  ),
  contrast("新高|week high|record high|new high", "新低|week low|record low|new low"),
  contrast("之内|两轨之间|轨之间|内部|inside|between the", "之外|以外|外部|outside"),
  contrast("限价申报|限价委托|限价单|limit order", "市价申报|市价委托|市价单|market order"),
  contrast(
    "定增|定向增发|非公开发行|向特定对象发行|private placement|non public offering",
    "公开发行|公开增发|public offering",
  ),
  contrast("普通决议|ordinary resolution", "特别决议|special resolution"),
  contrast("一级市场|primary market", "二级市场|secondary market"),
  contrast("破净|below book|below net asset", "破发|below issue", "破位"),
  contrast("网上|online", "网下|offline"),
  contrast("暂停|停止|suspend|suspension|halt", "恢复|resume|resumption|restore"),
  contrast(
    "预警|警戒|warning|alert",
    "平仓|强平|强制平仓|liquidate|liquidation|forced liquidation|closed out",
  ),
  contrast("连续|consecutive|in a row|running", "累计|cumulative|in total|aggregate"),
  contrast(
    "其他股东|other shareholder",
    "控股股东|controlling shareholder|实际控制人",
    "大股东|major shareholder|substantial shareholder|large shareholder|big shareholder|principal shareholder",
    "董监高|董事|高管|director|senior management|executive",
  ),
];
