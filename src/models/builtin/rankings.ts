/** Figures by which all stocks of the market may be ranked, as they are said. */
const figure =
  "(?:涨幅?|跌幅?|换手率?|成交[量额]?|市值|市盈率|市净率|市销率|股息率?|分红|净?流入|净?流出|净买入|净卖出|资金|股价|价格|振幅|量比|营收|营业收入|利润|净利润?|毛利率?|净利率|负债率?|研发费用?|总资产|体量|roe|eps|pe|pb|ps|赚钱?|亏钱?|贵|便宜|值钱)";

/** Who is ranked where no company is named. */
const anyone = "(?:股票|个股|票(?!房)|公司|企业|a股|全市场|全场|两市|沪深|[^,，。?？]{0,4}股(?![份价息东]))";

const most = "最[\\p{Script=Han}]{0,3}";

const chinese = [
  // 涨幅最大的股票, 股息率最高的是哪家公司.
  `${figure}[^,，。?？]{0,3}${most}[^,，。?？]{0,8}${anyone}`,
  `${figure}[^,，。?？]{0,3}${most}[^,，。?？]{0,4}(?:是谁|有谁|有哪|哪[些只支个家几])`,
  // 哪只股票换手率最高, 谁涨得最多.
  `(?:哪[些只支个家几]|谁|什么|啥)[^,，。?？]{0,8}${figure}[^,，。?？]{0,3}最`,
  `${anyone}[^,，。?？]{0,4}${figure}[^,，。?？]{0,3}最`,
  // 最贵的股票.
  `最(?:贵|便宜|值钱|赚钱|能赚|能涨|能跌|牛|猛|惨)的[^,，。?？]{0,4}${anyone}`,
  // 涨幅榜, 换手率排行, 市值前十.
  `${figure}[^,，。?？]{0,3}(?:排行榜?|排名|榜单?|前[十百几\\d]|top ?\\d)`,
  `(?:${anyone})?(?:涨|跌|涨幅|跌幅|资金|热|人气|妖股)[^,，。?？]{0,2}(?:排行)?榜`,
  // 低市盈率高分红的银行股有哪些, 现在有哪些ST股.
  `[高低]${figure}[^,，。?？]{0,12}(?:股票?|个股|公司)(?:都?有哪|有什么|哪些|有没有)`,
  `(?:有?哪[些几只支]|有什么)[^,，。?？]{0,6}${anyone}[^,，。?？]{0,8}(?:[涨跌]停(?!板)|破净|跌破净资产|创?[^,，。?？]{0,4}新[高低]|超[买卖])`,
  "(?:有哪[些几]|哪些)[^,，。?？]{0,4}\\*?ST(?:股|公司|$)|\\*?ST股(?:都?有哪|名单)",
].join("|");

const figureWord =
  "(?:p/?e|p/?b|p/?s|market cap(?:itali[sz]ation)?|turnover|volume|traded|dividends?|yield|revenue|sales|profits?|earnings|margins?|roe|price|priced|expensive|cheap|inflows?|outflows?|gain|loss|valuable|profitable|active|undervalued)";

const english = [
  "\\b(?:top|biggest|largest|best|worst|main) (?:\\w+ )?(?:gainers?|losers?|movers?|performers?|risers?|fallers?|decliners?)\\b",
  "\\b(?:gainers|losers|movers) (?:list|board|ranking|today|yesterday|of the day)\\b",
  `\\b(?:which|what) (?:a-?share |chinese |china )?(?:stock|share|company|companies|stocks|shares)\\b.{0,40}\\b(?:most|best|worst|highest|lowest|biggest|largest|least|top)\\b`,
  `\\b(?:most|best|worst|highest|lowest|biggest|largest|least|top)\\b.{0,20}\\b${figureWord}\\b.{0,20}\\b(?:stocks?|shares|company|companies|a-shares?|china|market)\\b`,
  `\\b(?:stocks?|company|companies|shares) (?:with|that has|by) the (?:most|best|highest|lowest|biggest|largest)\\b`,
  "\\b(?:best|worst)[- ]performing (?:\\w+ )?(?:stocks?|shares|companies|company)\\b",
  "\\b(?:cheapest|priciest|dearest|largest|biggest|smallest|highest[- ]priced|lowest[- ]priced) (?:a-share |chinese )?(?:stocks?|shares|companies|company)\\b",
  "\\bmost (?:actively )?(?:active|traded|expensive|valuable|profitable) (?:\\w+ )?(?:stocks?|shares|companies|company)\\b",
  `\\brank(?:ing)? (?:of )?(?:all|the) (?:stocks|shares|companies|market)\\b`,
].join("|");

const ranking = new RegExp(`${chinese}|${english}`, "iu");

/** Days to come, groups that are no stocks, and lists of the user's own. */
const otherwise =
  /明天|明日|明年|后天|下周|下个?月|未来|将来|今后|会|将|能涨|指数|大盘|板块|概念|自选|龙虎榜|我的|持仓|同行|同业|行业|\b(?:tomorrow|will|going to|next (?:week|month|year)|index|indices|sectors?|industry|industries|watch ?list|dragon|peers?|my)\b/iu;

const longestRead = 500;

/** True where all stocks of the market are to be ranked by a figure: 换手率最高的是哪只, top gainers. Linear in the text. */
export const asksForRanking = (text: string): boolean =>
  ranking.test(text.slice(0, longestRead)) && !otherwise.test(text.slice(0, longestRead));

/** Refused words that ask for no advice in such a question: 哪只股票涨得最多. */
const names = /^(?:哪[只支个些]?(?:股票|票)|什么股票|which|what|best|the best|worst|发财|undervalued)/;

/** Whether a declined request's word only says who is ranked. */
export const onlyNamesRanked = (word: string): boolean => names.test(word);
