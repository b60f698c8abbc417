/**
 * Measures of the market that a registry may lack although a claim holds one. Such a claim is read by its metric's id, split at
 * `_` and digits; the words lead to it and to no registered metric.
 */
interface KnownMeasure {
  readonly key: string;
  /** Tested against the id in lower case. */
  readonly id: RegExp;
  /** Split at `|`, both languages. */
  readonly words: string;
}

const measure = (key: string, id: RegExp, words: string): KnownMeasure => ({ key: `~${key}`, id, words });

const knownMeasures: readonly KnownMeasure[] = [
  measure(
    "holders",
    /^(?!.*(?:ratio|pct|top)).*holder/,
    "户数|股东户数|股东人数|股东总户数|shareholder count|holder count|number of shareholders|shareholders",
  ),
  measure(
    "top_holders",
    /(?=.*(?:top|holder))(?=.*(?:ratio|pct|stake|share|hold))(?!.*(?:count|num|float|circ))/,
    "前十大股东持股比例|前十大股东合计持股比例|前十大股东合计持股|top 10 shareholders' stake|top ten shareholders' stake",
  ),
  measure(
    "top_float_holders",
    /(?=.*(?:top|holder))(?=.*(?:float|circ))(?=.*(?:ratio|pct|stake|share|hold))(?!.*(?:count|num))/,
    "前十大流通股东持股比例|前十大流通股东合计持股比例|前十大流通股东合计持股|top 10 float shareholders' stake|top ten float shareholders' stake",
  ),
  measure(
    "dividend_per_10",
    /(?=.*(?:divid|dps|cash_div|bonus|payout))(?=.*(?:10|ten))(?!.*yield)/,
    "每10股派息|每10股派现|每10股派发现金红利|每10股派|每十股派息|每十股派现|每十股派|每10股分红|dividend per 10 shares|per 10 shares",
  ),
  measure(
    "dividend_per_share",
    /^(?!.*(?:10|ten|yield)).*(?:divid|dps|cash_div|payout_per)/,
    "每股派息|每股派现|每股股利|每股分红|每股现金分红|dividend per share|dividend|dividends|派息|派现|分红",
  ),
  measure("dividend_yield", /divid.*yield|^dv_|dy_ttm/, "股息率|dividend yield"),
  measure("eps", /^(?!.*(?:forecast|est)).*eps/, "每股收益|eps|earnings per share"),
  measure("bps", /^bps|book_value_per|nav_per/, "每股净资产|book value per share"),
  measure("net_margin", /net_margin|net_profit_margin/, "净利率|销售净利率|net margin"),
  measure("debt_ratio", /debt|liab.*ratio/, "资产负债率|负债率|debt ratio|debt-to-asset ratio"),
  measure(
    "total_shares",
    /total_share|shares_out|share_capital/,
    "总股本|total shares|total shares outstanding",
  ),
  measure(
    "float_shares",
    /float_share|circ_share/,
    "流通股本|流通股|float shares|float|free float|free-float|floating shares|freely traded shares|tradable shares|tradeable shares|circulating shares",
  ),
  measure("float_cap", /(?:circ|float).*(?:mv|cap)/, "流通市值|float market cap|free-float market cap"),
  measure("ps", /^ps(?:_|$)|price_sales/, "市销率|p/s|ps ratio"),
  measure(
    "high_52w",
    /(?:52w|52_?week|year).*high|high.*(?:52w|52_?week|year)/,
    "52周最高价|52周最高|52周高点|近52周最高价|近52周最高|52-week high",
  ),
  measure(
    "low_52w",
    /(?:52w|52_?week|year).*low|low.*(?:52w|52_?week|year)/,
    "52周最低价|52周最低|52周低点|近52周最低价|近52周最低|52-week low",
  ),
  measure(
    "high",
    /^(?:day_)?high(?:_price)?$/,
    "最高价|日内最高价|日内最高|盘中最高|最高触及|最高上探|最高上探至|最高冲至|最高摸至|day high|intraday high|day's high|session high|traded as high as|and as high as|trading as high as|rose as high as|peaked at|hit a high of|touched a high of|reached a high of",
  ),
  measure(
    "low",
    /^(?:day_)?low(?:_price)?$/,
    "最低价|日内最低价|日内最低|盘中最低|最低触及|最低下探|最低下探至|最低探至|最低跌至|day low|intraday low|day's low|session low|as low as|and as low as|hit a low of|touched a low of|fell to a low of",
  ),
  measure("amplitude", /amplitude|swing/, "振幅|amplitude"),
  measure("volume_ratio", /volume_ratio|vol_ratio/, "量比|volume ratio"),
  measure(
    "change_30d",
    /(?:change|chg|return|gain).*30|30.*(?:change|chg|return|gain)/,
    "近30日涨跌幅|近30日涨幅|近30日跌幅|30日涨跌幅|30-day change|30-day return",
  ),
  measure(
    "northbound",
    /north/,
    "北向资金|北向|northbound|northbound investors|northbound funds|北向资金净流入|北向资金净买入|北向资金净额|northbound net inflow|northbound net buying",
  ),
  measure(
    "margin_balance",
    /margin_bal|financing_bal|rzye|rzrq/,
    "融资余额|融资融券余额|两融余额|margin balance|margin financing balance",
  ),
  measure(
    "index_close",
    /index_(?:close|level|price|point|value)|^(?:point|level)s?$/,
    "收盘点位|点位|指数点位|closing level|index level",
  ),
  measure("limit_up", /limit_?up(?!.*day)|zt_/, "涨停家数|涨停股数|涨停数量|limit-up count|limit-up stocks"),
  measure("limit_down", /limit_?down|dt_/, "跌停家数|跌停股数|跌停数量|limit-down count|limit-down stocks"),
  measure("advancers", /advanc|up_count|rise_count|rising/, "上涨家数|advancers|advancing stocks"),
  measure("decliners", /declin|down_count|fall_count|falling/, "下跌家数|decliners|declining stocks"),
  measure(
    "board_days",
    /(?:limit|board|consec|streak).*day|days?_(?:up|down|limit)/,
    "连板天数|连续涨停天数|连续上涨天数|连续下跌天数|limit-up days|consecutive limit-up days",
  ),
  measure(
    "yield_10y",
    /(?=.*(?:yield|bond|treasury|cgb))(?=.*10)(?!.*(?:chang|chg|bp))/,
    "10年期国债收益率|十年期国债收益率|10-year yield|10-year government bond yield|10-year treasury yield",
  ),
  measure(
    "yield_change",
    /(?=.*(?:yield|bond|treasury|cgb|lpr))(?=.*(?:chang|chg|bp))/,
    "10年期国债收益率变动|收益率变动|yield change|10-year yield change",
  ),
  measure(
    "lpr",
    /lpr(?!.*(?:chang|chg|bp))/,
    "lpr|贷款市场报价利率|1年期lpr|5年期lpr|一年期lpr|五年期以上lpr|1-year lpr|5-year lpr",
  ),
  measure(
    "pe_percentile",
    /pe.*(?:percentile|pctl|quantile|rank)/,
    "分位|历史分位|分位数|百分位|percentile|市盈率分位|市盈率历史分位|近5年市盈率分位|近5年pe分位|近五年市盈率分位|p/e percentile|5-year p/e percentile",
  ),
  measure(
    "pb_percentile",
    /pb.*(?:percentile|pctl|quantile|rank)/,
    "分位|历史分位|分位数|百分位|percentile|市净率分位|市净率历史分位|近5年市净率分位|近5年pb分位|p/b percentile",
  ),
  measure("news", /news|article|headline/, "新闻条数|相关新闻|新闻|资讯|news items|news count"),
  measure("reports", /report_count|research|rating_count/, "研报数量|研报|research reports"),
  measure(
    "rd",
    /^rd_|r_and_d|research_exp/,
    "研发费用|研发投入|r&d|r&d expense|r&d expenses|r&d spending|r&d outlay|research and development|research and development expense|research and development expenses|research and development spending",
  ),
  measure(
    "cash_flow",
    /ocf|cash_flow|cashflow/,
    "经营现金流|经营活动现金流净额|经营性现金流净额|operating cash flow",
  ),
  measure("employees", /employee|headcount|staff/, "员工人数|员工数|employees|headcount"),
];

/** Both ends of a range, found whether the registry has their measures or not. */
const ranges: readonly KnownMeasure[] = [
  measure(
    "range_52w",
    /^(?=.*(?:52w|52_?week))(?=.*(?:high|low))/,
    "52周区间|52周价格区间|52周波动区间|52周股价区间|近52周区间|52-week range|52-week trading range",
  ),
  measure(
    "range_day",
    /^(?:day_)?(?:high|low)(?:_price)?$/,
    "日内区间|运行区间|今日运行区间|日内运行区间|盘中运行区间|震荡区间|日内震荡区间|价格区间|当日区间|全天区间|日内波动区间|波动区间|今日波动区间|当日波动区间|全天波动区间|今日区间|盘中区间|traded between|trading between|ranged between|ranged from|moved between|swung between|traded in a range of|traded in a range between|day range|day's range|intraday range|today's range",
  ),
];

/** The range that a metric is an end of, or null. */
export const rangeOf = (metric: string): string | null =>
  ranges.find(({ id }) => id.test(metric.toLowerCase()))?.key ?? null;

/** True for the key of a range, which both ends are found by. */
export const isRangeKey = (key: string): boolean => ranges.some((each) => each.key === key);

/** Every measure that has words of its own here. */
export const wordedMeasures: readonly KnownMeasure[] = [...knownMeasures, ...ranges];

/** Keys of the measures that an unregistered metric may be. */
export const measuresOf = (metric: string): readonly string[] =>
  knownMeasures.filter(({ id }) => id.test(metric.toLowerCase())).map(({ key }) => key);

/** True for a key of this list, which no registry holds. */
export const isKnownMeasure = (key: string): boolean => key.startsWith("~");
