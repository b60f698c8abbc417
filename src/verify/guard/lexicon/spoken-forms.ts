/** 1.94% of the float changing hands: the turnover rate in words. */
const ofFloat = `turnover ratio|${["float", "free float"]
  .flatMap((what) =>
    ["changed hands", "changing hands", "turned over"].flatMap((verb) =>
      ["", "has ", "have ", "had ", "having ", "is ", "are "].map((have) => `${what} ${have}${verb}`),
    ),
  )
  .join("|")}|float was traded|float traded`;

/** Every phrase with one of each list in turn. */
const phrases = (...parts: readonly (readonly string[])[]): string =>
  parts
    .reduce((heads, tails) =>
      heads.flatMap((head) => tails.map((tail) => (tail === "" ? head : `${head} ${tail}`))),
    )
    .join("|");

/** The 0.23% is the share of stock traded, 0.23%是成交股数占流通股的比例: a measure told by what it is. */
const told = {
  traded: phrases(
    ["share of", "percentage of", "proportion of", "portion of"],
    ["", "the", "its"],
    ["stock", "shares", "float", "free float", "tradable shares"],
    ["traded", "that traded", "that changed hands", "changing hands", "turned over"],
  ),
  换手: ["成交股数", "成交量", "转手的股票", "换手的股票"]
    .flatMap((what) => ["流通股", "流通股本", "流通盘"].map((whole) => `${what}占${whole}`))
    .flatMap((head) => ["", "的比例", "的比重", "的百分比"].map((share) => `${head}${share}`))
    .join("|"),
  worth: phrases(
    ["value of", "market value of", "price of", "worth of"],
    ["the whole", "the entire", "all of the"],
    ["company", "business", "bank", "firm"],
  ),
};

/** The top ten holders together own; ten largest shareholders' combined stake. */
const ofTopTen = ["top ten", "top 10", "ten largest", "10 largest"]
  .flatMap((ten) => ["holders", "shareholders", "owners"].map((who) => `${ten} ${who}`))
  .flatMap((who) => [
    ...["hold", "held", "own", "owned", "account for"].flatMap((verb) =>
      [verb, `together ${verb}`, `jointly ${verb}`, `collectively ${verb}`, `${verb} a combined`].map(
        (words) => `${who} ${words}`,
      ),
    ),
    ...["stake", "combined stake"].map((stake) => `${who}' ${stake}`),
    `${who} of`,
  ])
  .join("|");

/** closing print, opening tick: the close or the open as a thing; 收盘报价. */
const atBell = (word: string): string =>
  "print|tick|mark|quote|level|figure|value|number|reading|auction price|auction|trade"
    .split("|")
    .map((noun) => `${word} ${noun}`)
    .join("|");

/** where it started the day, where the stock closed yesterday: a level as a place. */
const placesOf = (...verbs: readonly string[]): string =>
  ["it", "they", "the stock", "the shares", "the price"]
    .flatMap((who) => verbs.map((verb) => `where ${who} ${verb}`))
    .join("|");
const places = {
  open: placesOf(
    "opened",
    ...["started", "began", "opened"].flatMap((verb) =>
      ["the day", "the session", "trading", "today", "this morning"].map((when) => `${verb} ${when}`),
    ),
  ),
  before: placesOf(
    ...["closed", "ended", "finished", "settled", "left off"].flatMap((verb) =>
      ["yesterday", "the previous day", "the previous session", "the day before"].map(
        (when) => `${verb} ${when}`,
      ),
    ),
  ),
};

/** Words of price, close and open beyond the registry's, given to a metric that has the key among its own words. */
export const spokenForms: Readonly<Record<string, string>> = {
  收盘: "今收|收于|收报|收在|报收|报收于|收盘于|收盘报|收盘报价|收盘定价|收盘集合竞价|收市价|终盘|终盘价|日终价|日终价格|最新收盘|最新收盘价|最近收盘价",
  close: `closed at|closed|closes at|closing at|close price|last close|latest close|most recent close|finished at|ended at|final price|final print|final price of the day|final print of the day|final trade of the day|end-of-day price|end-of-day quote|end of day price|end-of-day|eod price|settlement price|went out at|at the closing bell|${atBell("closing")}`,
  开盘: "开于|开在|开盘于|开盘报|今日开盘|今日开盘价|开盘时|今天的起点|今日起点",
  open: `opened at|opened|opens at|opening at|open price|first print of the day|first trade of the day|${atBell("opening")}|where the day began|where the day started|${places.open}`,
  前收盘价: "前收|前收价|昨收价|前收盘|上一收盘价",
  "previous close": `previously closed at|previously closed|prior close|previous closing price|the previous close|prev. close|${places.before}`,
  成交量: "成交",
  成交额: "成交",
  turnover: "turned over|amount|amount traded|turnover value|trading turnover",
  volume: "turned over|trading volume|shares traded|traded volume",
  换手率: `换手|${told.换手}`,
  "turnover rate": `${ofFloat}|${told.traded}`,
  "52-week high": "a 52-week high of|52-week high of|52w high|52wk high|52-wk high|52 week high",
  "52-week low": "a 52-week low of|52-week low of|52w low|52wk low|52-wk low|52 week low",
  "52周最高价": "近52周高点|近52周最高|近52周最高价|过去52周最高|过去52周最高价|过去52周高点",
  "52周最低价": "近52周低点|近52周最低|近52周最低价|过去52周最低|过去52周最低价|过去52周低点",
  "day high": "high of|a high of|intraday high of|session high of|intraday high|session high",
  "day low": "low of|a low of|intraday low of|session low of|intraday low|session low",
  "dividend yield": "yields|yielding|yielded|yield|yield of",
  "10-year government bond yield":
    "10-year bond yield|10-year treasury yield|10-year yield|10-year cgb yield",
  EPS: "每股亏损|每股盈利|loss per share|per-share loss|per-share earnings|earnings a share",
  "R&D expense":
    "r&d|r&d spending|r&d spend|r&d expenses|research and development|research and development expense",
  "市盈率(TTM)":
    "ttm市盈率|市盈率ttm|滚动市盈率|pe-ttm|pe_ttm|pe ttm|p/e ttm|市盈率pe|市盈率(pe)|市盈率(pe-ttm)|市盈率(滚动)",
  "P/E":
    "p/e multiples|earnings multiples|multiple of earnings|multiple of trailing earnings|earnings multiple|trailing earnings multiple|price-to-earnings multiple|p/e multiple|price-to-earnings ratio|price-to-earnings|pe ratio|p/e ratio|price/earnings|trailing p/e|trailing pe|ttm pe|ttm p/e|p/e(ttm)|trailing p/e ratio|ttm p/e ratio|trailing pe ratio|ttm pe ratio|p/e (ttm) ratio|p/e(ttm) ratio|price to earnings",
  市净率: "市净率pb|市净率(pb)",
  "P/B":
    "p/b multiples|book multiples|multiple of book|multiple of book value|book multiple|price-to-book multiple|p/b multiple|price-to-book|price-to-book ratio|pb ratio|p/b ratio|price to book",
  总市值: "市值|整个公司的价值|整家公司的价值|整个公司的市场价值|整家公司的市场价值",
  "market cap": `${told.worth}|valued at|is worth|capitalised at|capitalized at|capitalisation|capitalization|capitalises|capitalizes|market capitalization|market capitalisation|market value`,
  营业收入: "收入|营业总收入|top line|top-line revenue",
  revenue: "revenues|sales|top line|top-line",
  净利润:
    "归母净利|净利|归属于上市公司股东的净利润|归属母公司净利润|归属母公司股东的净利润|归属母公司股东净利润|归属于母公司股东的净利润|归属母公司所有者的净利润|归属于母公司所有者的净利润|归属上市公司股东的净利润|归属于上市公司股东净利润|归属于股东的净利润",
  "net profit":
    "net income|net earnings|profit attributable to shareholders|profit attributable to owners|profit attributable to the parent|profit attributable to equity holders|profit attributable to shareholders of the parent|profit attributable to owners of the parent|bottom line|attributable profit|attributable net profit",
  净资产收益率: "净资产收益率roe|净资产收益率(roe)",
  ROE: "return on equity",
  "gross margin": "gross profit margin",
  毛利率: "销售毛利率",
  主力资金净流入: "主力资金净额|主力净额|主力资金",
  主力净流入: "主力资金|主力",
  "main-force net inflow":
    "main-force investors|main-force money|main-force funds|main-force capital|net main-force inflow|main-force inflow|main force net inflow|net inflow of main-force funds|net inflow|main-force flow|main-force flows|main-force fund flow|main-force fund flows|main-force net flow|main force flow|main force flows",
  MA5: "5-day average|5-day averages|5-day moving averages|5-day line|5-day mas|ma(5)|ma 5|5日线|五日线|五日均线|5日移动平均线|5-day moving average",
  MA20: "20-day average|20-day averages|20-day moving averages|20-day line|20-day mas|ma(20)|ma 20|20日线|二十日线|二十日均线|20日移动平均线|20-day moving average|20-day ma",
  MA60: "60-day average|60-day averages|60-day moving averages|60-day line|60-day mas|ma(60)|ma 60|60日线|六十日线|六十日均线|60日移动平均线|60-day moving average|60-day ma",
  前十大股东持股比例: `前十大股东合计持股|前十大股东合计持股比例|前十大股东合计持有|前十大股东合计占|前十大股东合计占比|前十大股东共持有|前十大股东共持股|前十大股东持股合计|前十大股东持股合计占比|前十大股东持股占比|${ofTopTen}`,
  经营现金流:
    "经营活动现金流|经营性现金流|经营活动现金流净额|经营性现金流净额|经营现金流净额|经营活动现金净流入|经营现金净流入|经营性现金净流入|经营活动现金净流出|经营现金净流出|经营性现金净流出|经营活动产生的现金流量净额|经营活动现金流量净额|经营现金流量净额",
  涨跌幅: "看涨跌幅|percentage change|percent change",
  持仓基金: "基金持有|基金持股|持股基金",
  RSI14:
    "rsi(14)|rsi (14)|rsi 14|rsi-14|14-day rsi|14日相对强弱指标|rsi(14日)|rsi(14天)|rsi (14日)|rsi (14-day)|rsi(14-day)",
};

/** the last price I can see, which may be an old one */
const atHand = [
  ...["on file", "on hand", "on record", "available to me", "in my data"],
  ...["i", "we"].flatMap((who) =>
    ["have", "hold", "had", "see", "can give", "can see", "can find", "could find", "could get", "found"].map(
      (verb) => `${who} ${verb}`,
    ),
  ),
];
const priceAtHand = ["last", "latest", "most recent", "newest"]
  .flatMap((which) =>
    ["price", "quote"].flatMap((what) => atHand.map((where) => `${which} ${what} ${where}`)),
  )
  .join("|");

/** Words for a price "now", given to every realtime metric priced in CNY. */
export const priceWords = `${priceAtHand}|最新成交价|最近成交价|最近的成交价|盘中价|盘中价格|盘中股价|价格|旧价|旧报价|旧价格|报价|股价|现价|最新价|最新报价|当前股价|当前价格|实时价|实时价格|实时股价|现在的价格|此刻价格|报|现报|报于|报在|最新报|盘中报|交投于|交易于|正交易于|正交易在|正以|正在以|trades at|trading at|traded at|is trading at|is at|was at|quoted at|stands at|stood at|changes hands at|changing hands at|changed hands at|now at|sits at|goes for|going for|sells for|sell for|selling for|trade at|are trading at|are at|were at|stand at|sit at|change hands at|are quoted at|latest available price|latest known price|last known price|last recorded price|last available price|share price|stock price|live price|spot price|latest price|last traded at|last trade|present price|present quote|going rate|going price|quote|last`;

/** Of those, verbs that a price, a close or any other measure may follow. */
export const priceVerbs =
  "报|现报|报于|报在|最新报|盘中报|交投于|交易于|正交易于|正交易在|正以|正在以|trades at|trading at|traded at|is trading at|is at|was at|quoted at|stands at|stood at|changes hands at|changing hands at|changed hands at|now at|sits at|goes for|going for|sells for|sell for|selling for|trade at|are trading at|are at|were at|stand at|sit at|change hands at|are quoted at|last traded at";

/** Of those, the words that claim "now". */
export const nowWords =
  "当前价|现价|最新价|最新报价|当前股价|当前价格|实时价|实时价格|实时股价|现在的价格|此刻价格|现报|最新报|盘中报|正交易于|正交易在|正以|正在以|current price|last price|live price|latest price|trades at|trading at|is trading at|changing hands at|changes hands at|now at|goes for|trade at|are trading at|change hands at|spot price|present price|present quote|going rate|going price";
