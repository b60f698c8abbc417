/**
 * Every way Qianmen fails, in one table: code → what the caller does, and what the user is told.
 * Texts hold no values of the turn except the placeholders `{…}`, which code fills with names and codes.
 */

/** retry: the same call may work later · give_up: it will not · refuse_start: the process must not run. */
export type ErrorAction = "retry" | "give_up" | "refuse_start";

export interface ErrorEntry {
  readonly action: ErrorAction;
  readonly zh: string;
  readonly en: string;
}

const entry = (action: ErrorAction, zh: string, en: string): ErrorEntry => ({ action, zh, en });

export const errorCatalogue = {
  // Tools
  TOOL_ERROR: entry("give_up", "查询工具出错了,请稍后再试。", "The look-up failed. Please try again later."),
  NET_TIMEOUT: entry(
    "retry",
    "数据源响应超时,请稍后再试。",
    "The data source timed out. Please try again later.",
  ),
  RATE_LIMIT: entry(
    "retry",
    "数据源限流中,请稍后再试。",
    "The data source is rate-limiting us. Please try again shortly.",
  ),
  INVALID_ARGS: entry(
    "give_up",
    "没能理解要查什么,请写上股票的名称或代码,例如「600519 现在多少钱」。",
    "I could not tell what to look up. Please name the stock or its code, for example “price of 600519”.",
  ),
  TOOL_LIMIT: entry(
    "give_up",
    "一次问得太多,「{subject}」没有查全,请分开问。",
    "That is too much at once: “{subject}” was not looked up in full. Please ask for it separately.",
  ),
  TOO_MANY_SECURITIES: entry(
    "give_up",
    "一次最多查 6 只股票,没有查的有:{subject}。请分开问。",
    "At most 6 stocks are looked up at a time; left out: {subject}. Please ask for them separately.",
  ),
  TOO_MANY_QUESTIONS: entry(
    "give_up",
    "一次只答 3 个问题,没有答的有:{subject}。请分开问。",
    "Too many questions for one message; not answered: {subject}. Please ask them separately.",
  ),
  UNKNOWN_TOOL: entry("give_up", "查询工具不存在。", "That look-up does not exist."),
  FILE_TOO_LARGE: entry("give_up", "文件太大,无法处理。", "The file is too large."),
  INVALID_FILE_TYPE: entry("give_up", "不支持这种文件。", "This kind of file is not supported."),
  PATH_TRAVERSAL: entry("give_up", "文件名不合法。", "The file name is not allowed."),
  NO_DATA: entry("give_up", "{subject} 没有查到数据。", "No data was found for {subject}."),
  NOT_PUBLISHED: entry(
    "give_up",
    "{subject} 所问日期的这项数据还没有公布。",
    "This is not published yet for {subject} and the day asked about.",
  ),
  NO_TRADING_DAY: entry(
    "give_up",
    "所问日期不是交易日,没有这项数据。",
    "There was no trading on that day, so there is no such data.",
  ),
  /** A list date after the day proves it. `{subject}`: name(code), date and source. */
  NOT_LISTED_YET: entry(
    "give_up",
    "所问日期(或时段开始时)尚未上市,没有交易数据(名称、代码、上市日期、来源):{subject}。",
    "Not listed yet on the day asked about (or when the stretch began), so there is no trading data (name, code, day of listing, source): {subject}.",
  ),
  /** There are rows after the day and none before it, whatever the reason: a history that begins later, a long suspension, a new listing. */
  NO_EARLIER_DATA: entry(
    "give_up",
    "现有数据源没有 {subject} 在所问日期(或时段开始时)及此前一段时间的交易数据,只有之后的,所以没有可靠的数字可以给出。",
    "The data sources at hand have no trading data of {subject} for that day (or the beginning of the stretch) and some time before it, only later data, so there is no reliable number to give.",
  ),
  DELISTED: entry(
    "give_up",
    "{subject} 已不在沪深北上市名单中(可能已退市),没有所问的价格、估值、资金流向等数据。",
    "{subject} is no longer among the listed A-shares (it may have been delisted), so there is no price, valuation, money flow or other figure for it.",
  ),
  /** `{subject}`: name(code), date and source. */
  DELISTED_ON: entry(
    "give_up",
    "已退市,退市以后没有价格、估值、资金流向等数据(名称、代码、退市日期、来源):{subject}。",
    "Delisted: from then on there is no price, valuation, money flow or other figure (name, code, day of delisting, source): {subject}.",
  ),
  STALE: entry(
    "retry",
    "{subject} 的数据已过时,为避免误导不予显示,请稍后再试。",
    "The data for {subject} is out of date and is withheld. Please try again later.",
  ),
  SOURCE_DOWN: entry(
    "retry",
    "数据源暂时都不可用,没有可靠的数字可以给出,请稍后再试。",
    "No data source is available right now, so there is no reliable number to give. Please try again later.",
  ),
  /** None of the sources that are switched on ever has it: waiting does not help. */
  NOT_OFFERED: entry(
    "give_up",
    "当前启用的数据源不提供这项数据,所以没有可靠的数字可以给出。管理员启用更多数据源后可以查到。",
    "None of the data sources that are switched on has this, so there is no reliable number to give. It can be looked up once the administrator switches on more of them.",
  ),
  SOURCE_DENIED: entry(
    "give_up",
    "数据源没有开通这项数据的权限,请联系管理员。",
    "The data source does not grant access to this data. Please ask the administrator.",
  ),
  // What was asked
  EMPTY_MESSAGE: entry(
    "give_up",
    "没有收到文字。请发送股票名称或代码,例如「600519 现在多少钱」。",
    "There was no text. Send a stock name or code, for example “price of 600519”.",
  ),
  /** Nothing but emoji: small talk, and nothing to look up. */
  ONLY_EMOJI: entry(
    "give_up",
    "收到😊 想查什么就发给我,例如「茅台现在多少钱」。",
    "Got it 😊 Send me whatever you want looked up, for example “price of Moutai”.",
  ),
  MESSAGE_TOO_LONG: entry(
    "give_up",
    "消息太长(上限 8,192 个字符),请缩短后再发。",
    "The message is too long (limit 8,192 characters). Please shorten it.",
  ),
  UNSUPPORTED_MESSAGE: entry(
    "give_up",
    "目前只能读文字,看不了图片、语音或贴纸。请用文字提问。",
    "I can only read text for now, not pictures, voice or stickers. Please ask in words.",
  ),
  /** Said below the answer to the words that came with it. */
  ATTACHMENT_NOT_READ: entry(
    "give_up",
    "图片、语音等附件看不了,只按文字回答。",
    "I cannot read pictures, voice or files; this answers the words alone.",
  ),
  EDITED_TOO_LATE: entry(
    "give_up",
    "这条消息已在处理,修改不会生效。请把新问题重新发一遍。",
    "That message is already being answered, so the edit has no effect. Please send it anew.",
  ),
  UNKNOWN_SECURITY: entry(
    "give_up",
    "没有找到「{subject}」对应的 A 股,请检查代码或名称。",
    "No A-share matches “{subject}”. Please check the code or the name.",
  ),
  CODE_TOO_SHORT: entry(
    "give_up",
    "A 股代码是 6 位数字,「{subject}」少了一位,请把代码补全,或直接发公司名称。",
    "A-share codes have 6 digits; “{subject}” lacks one. Please send the whole code, or the company's name.",
  ),
  OUT_OF_SCOPE_MARKET: entry(
    "give_up",
    "目前只支持沪深北 A 股,「{subject}」不在范围内。",
    "Only A-shares (Shanghai, Shenzhen, Beijing) are covered; “{subject}” is out of scope.",
  ),
  UNSUPPORTED_SECURITY: entry(
    "give_up",
    "「{subject}」是指数、基金或债券,目前只支持股票。",
    "“{subject}” is an index, a fund or a bond; only stocks are covered for now.",
  ),
  UNSUPPORTED_INDEX: entry(
    "give_up",
    "「{subject}」是指数,这里没有指数的这项数据,只有个股的;指数可以查点位、涨跌和成交额。",
    "“{subject}” is an index, and there is no such figure of an index here, only of single stocks; an index has its level, change and turnover.",
  ),
  UNSUPPORTED_FUND: entry(
    "give_up",
    "「{subject}」是基金(ETF、LOF 等),目前只支持股票。",
    "“{subject}” is a fund (ETF, LOF or the like); only stocks are covered for now.",
  ),
  UNSUPPORTED_BOND: entry(
    "give_up",
    "「{subject}」是债券或可转债,目前只支持股票。",
    "“{subject}” is a bond; only stocks are covered for now.",
  ),
  UNSUPPORTED_B_SHARE: entry(
    "give_up",
    "「{subject}」是 B 股,目前只支持 A 股。",
    "“{subject}” is a B-share; only A-shares are covered.",
  ),
  OLD_BSE_CODE: entry(
    "give_up",
    "「{subject}」是北交所旧代码或新三板代码:北交所股票请用 920 开头的新代码,新三板不支持。",
    "“{subject}” is an old Beijing or a NEEQ code: Beijing stocks now have codes that begin with 920, NEEQ is not covered.",
  ),
  /** `{subject}`: the day as it was understood, in brackets, or nothing. */
  FUTURE_DATE: entry(
    "give_up",
    "所问日期{subject}还没有到,没有数据,也不做预测。",
    "That date{subject} is in the future: there is no data, and no forecasts are made.",
  ),
  /** `{subject}`: name(code) and the stretch. */
  SERIES_GAP: entry(
    "give_up",
    "数据源缺少一段估值数据({subject}),包含这一段的区间不给出分位。",
    "The source lacks a stretch of the valuation ({subject}), so no percentile is given for a window that holds it.",
  ),
  /** `{subject}`: the words that could not be read, in quotation marks, or nothing. */
  BAD_DATE: entry(
    "give_up",
    "没能看懂日期{subject},请写明是哪一天,例如「2026-04-30」。",
    "I could not read the date{subject}. Please name one day, for example “2026-04-30”.",
  ),
  STRETCH_TOO_SHORT: entry(
    "give_up",
    "所问的这段时间里还没有收完盘的交易日,暂时没有涨跌幅可算。",
    "No trading day of that stretch has closed yet, so there is no change to compute.",
  ),
  STRETCH_TOO_LONG: entry(
    "give_up",
    "所问的时间太长,涨跌幅最多能算近 4 年的。",
    "That is too long: changes can be computed over the last 4 years at most.",
  ),
  TOO_MANY_DAYS: entry(
    "give_up",
    "一次问的日期太多,没有查的有{subject},请分开问。",
    "That is too many days at once; not looked up:{subject}. Please ask for them separately.",
  ),
  TIME_OF_DAY: entry(
    "give_up",
    "查不了一天之内某个时刻的价格{subject}:只有最新价,和每天的开盘、收盘、最高、最低可查。",
    "Prices at a time of the day{subject} are not available: only the latest price, and each day's open, close, high and low.",
  ),
  CALENDAR_UNKNOWN: entry(
    "give_up",
    "所问日期超出可用的交易日历。",
    "That date is outside the trading calendar I have.",
  ),
  NOT_UNDERSTOOD: entry(
    "give_up",
    "没看懂这个问题。可以问股票价格,例如「600519 现在多少钱」或「茅台昨天收盘」。",
    "I did not understand. Ask for a stock price, for example “price of 600519”.",
  ),
  QUOTE_UNKNOWN: entry(
    "give_up",
    "引用的那条消息里没有可以接着问的股票,或者已不在记录里,不能确定问的是哪一只。请写出股票名称或代码。",
    "The quoted message is about no stock that I could go on from, or is not on record any more, so I cannot tell which one you mean. Please name it or give its code.",
  ),
  COST_NEEDED: entry(
    "give_up",
    "要算盈亏得知道你的成本和股数,告诉我就行,例如「成本1700 200股」。",
    "To reckon a gain or loss I need your cost and the number of shares; just tell me, for example “cost 1700, 200 shares”.",
  ),
  GAIN_OF_OTHER_TIME: entry(
    "give_up",
    "持仓的盈亏只能算当日的和买入以来的。其他时段可以问涨跌幅,例如「茅台这周涨了多少」。",
    "The gain of a holding can only be reckoned for today and since the purchase. For another time ask how far the price moved, for example “how much did Moutai rise this week”.",
  ),
  GAIN_AT_LIMIT: entry(
    "give_up",
    "按涨停价或跌停价算盈亏还做不到,可以分两步问:先问「茅台涨停价多少」,再把那个价代进来,例如「成本1700 200股,涨到1981赚多少」。",
    "I cannot reckon a gain or loss at a limit price in one step. Ask for the limit price first, then put it in, for example “cost 1700, 200 shares, profit if it rises to 1981”.",
  ),
  SUM_NOT_UNDERSTOOD: entry(
    "give_up",
    "没看懂要算什么,请把数字和关系写清楚,例如「1800涨到1900是百分之几」「100股茅台要多少钱」。",
    "I did not understand what to calculate. Please write the numbers and how they relate, for example “15% of 1800”.",
  ),
  NOT_COMPUTABLE: entry("give_up", "按给出的数字算不出结果。", "The numbers given lead to no result."),
  COMPARED_WITH_WHAT: entry(
    "give_up",
    "请写明和哪家公司或哪一天比,例如「茅台和五粮液的市盈率差多少」「茅台的净利润比去年多多少」。",
    "Please say which company or which day to compare with, for example “difference in P/E between Moutai and Wuliangye”.",
  ),
  NO_EXCHANGE_RATE: entry(
    "give_up",
    "没有汇率的数据来源,这里只能按人民币计算。",
    "There is no source for exchange rates: only sums in CNY can be computed here.",
  ),
  CHART_FAILED: entry(
    "give_up",
    "图没有画出来,请稍后再试。",
    "The chart could not be drawn. Please try again later.",
  ),
  LOSS_MAKING: entry(
    "give_up",
    "{subject} 处于亏损,市盈率(TTM)不适用。",
    "{subject} is loss-making, so P/E (TTM) does not apply.",
  ),
  UNKNOWN_INDEX: entry(
    "give_up",
    "「{subject}」不是可以查的 A 股指数。可以查上证指数、深证成指、创业板指、沪深300、上证50、中证500、中证1000、科创50、北证50 等。",
    "“{subject}” is no A-share index that can be looked up. You can ask for the SSE Composite, SZSE Component, ChiNext Index, CSI 300, SSE 50, CSI 500, CSI 1000, STAR 50 or BSE 50, for example.",
  ),
  NO_BREADTH_DATA: entry(
    "give_up",
    "目前没有涨跌家数、涨停跌停家数和板块行情的数据来源;指数点位和成交额可以查。",
    "There is no source for advancing, declining or limit-up stocks and for sectors yet; index levels and turnover can be asked for.",
  ),
  NO_RANKING_DATA: entry(
    "give_up",
    "目前没有给全市场股票排名、筛选的数据来源,说不出哪只最高、哪些符合。可以点名几只来比,例如「茅台和五粮液谁的市盈率高」;也可以问「昨天的龙虎榜」或「我的自选」。",
    "There is no source that ranks or screens all stocks yet, so I cannot tell which is highest or which ones match. Name some to compare them, for example “Moutai or Wuliangye, whose P/E is higher”, or ask for the dragon-tiger list or your watchlist.",
  ),
  NO_EVENT_DATA: entry(
    "give_up",
    "当前启用的数据源没有这类日期,所以答不了:股东大会、董事会和业绩说明会还没有来源,分红、解禁和财报披露日期需要 Tushare 或 akshare。巨潮资讯网和交易所网站的公司公告里可以查到。",
    "The data sources that are switched on do not have such dates: shareholder and board meetings and earnings calls have no source yet; dividends, unlocks and report dates need Tushare or akshare. They stand in the company's announcements at CNINFO and on the exchanges' sites.",
  ),
  DIVIDENDS_UNCLEAR: entry(
    "retry",
    "{subject} 的分红取不到:可能是数据源暂时出错,也可能是没有分红记录,当前启用的数据源分不开这两种情况。可以稍后再试,或看公司公告。",
    "The dividends of {subject} cannot be had: the source may be failing, or there may be none; the data sources that are switched on cannot tell which. Try again later, or see the company's announcements.",
  ),
  PARTS_WITHOUT_DATA: entry(
    "give_up",
    "{subject} 的{parts}没有数据,未列出。",
    "There is no data for {parts} of {subject}; it is left out.",
  ),
  PARTS_UNAVAILABLE: entry(
    "give_up",
    "{subject} 的{parts}暂时取不到,请稍后再试。",
    "For {subject}, {parts} cannot be had right now; please try again later.",
  ),
  BARS_TOO_FEW: entry(
    "give_up",
    "{subject} 的日线不够,{parts}无法计算。",
    "There are too few daily bars of {subject} to compute {parts}.",
  ),
  NO_FACT: entry(
    "give_up",
    "这个问题没有登记过的、有出处的说法,我不凭印象回答。可以问交易时间、涨跌幅限制、T+1、印花税、市盈率、MACD 等。",
    "No registered fact with a source answers this, and I do not answer from memory. You can ask about trading hours, price limits, T+1, stamp duty, P/E or MACD, for example.",
  ),
  // Models
  MODEL_DOWN: entry(
    "retry",
    "语言模型暂时不可用,请稍后再试。",
    "The language model is unavailable. Please try again later.",
  ),
  MODEL_MALFORMED: entry(
    "give_up",
    "语言模型没有给出可用的回答,这次没能完成。请换个说法再试。",
    "The language model gave no usable answer, so this could not be completed. Please rephrase and try again.",
  ),
  MODEL_NEEDED: entry(
    "give_up",
    "深入研究要由语言模型来挑选数据,现在没有可用的模型。可以直接问:股价、估值、财报、资金流向、技术指标、新闻、研报、同行对比。",
    "In-depth research needs a language model, and none is available. You can ask directly for prices, valuation, statements, money flow, indicators, news, analyst reports or peers.",
  ),
  PROMPT_TOO_LONG: entry(
    "give_up",
    "这个问题连同上下文太长,超出语言模型一次能读的长度。",
    "The question and what belongs to it are longer than the language model may read at once.",
  ),
  // Turns
  BUDGET_USED_UP: entry(
    "give_up",
    "为这一个问题准备的查询次数或时间已经用完,没有查全。请稍后再试,或把问题分开问。",
    "The calls or the time set aside for one question are used up, so this is not complete. Please try again later, or ask in parts.",
  ),
  /** `{renews}`: when the next Shanghai day begins. */
  DAY_BUDGET_USED_UP: entry(
    "give_up",
    "今天的语言模型用量已经用完,这一部分没有完成;北京时间 {renews} 恢复。",
    "Today's allowance for the language model is used up, so this part was not done; it renews at {renews} Beijing time.",
  ),
  VERIFY_FAILED: entry(
    "give_up",
    "查到的数字没有通过核验,为避免误导不予显示。",
    "The numbers found did not pass verification and are withheld.",
  ),
  TURN_TIMEOUT: entry(
    "give_up",
    "这个问题处理超时,已停止。请稍后再试。",
    "This took too long and was stopped. Please try again later.",
  ),
  TURN_FAILED: entry(
    "give_up",
    "处理这条消息时出错,没有得到结果。请稍后再试。",
    "Something went wrong and there is no result. Please try again later.",
  ),
  CANCELED: entry("give_up", "已取消。", "Canceled."),
  CANCELED_BY_ADMIN: entry(
    "give_up",
    "这个问题已由管理员取消。",
    "The administrator has canceled this question.",
  ),
  /** `{text}`: the question of the digest; `{due}`: when it should have come. */
  DIGEST_MISSED: entry(
    "give_up",
    "应在 {due} 发的「{text}」没能按时发出。以后照常发;现在要看,把这句话再发一次就行。",
    "“{text}”, due at {due} Beijing time, could not be sent in time. It goes on as before; to see it now, send the same words once more.",
  ),
  // Doors and machinery
  TOO_MANY_MESSAGES: entry(
    "give_up",
    "消息太多太快,这条没有受理。请一分钟后再发。",
    "That is too many messages at once; this one was not accepted. Please send it again in a minute.",
  ),
  /** `{renews}`: when the next Shanghai day begins. */
  DAY_REQUESTS_USED_UP: entry(
    "give_up",
    "今天可以提的问题已经提完,这条没有受理。北京时间 {renews} 起可以继续提问。",
    "The questions for today are used up, so this one was not accepted. You can ask again from {renews} Beijing time.",
  ),
  ACCESS_DENIED: entry(
    "give_up",
    "你还没有使用权限,请联系管理员。",
    "You do not have access yet. Please ask the administrator.",
  ),
  /** `{code}`: what the administrator approves; `{minutes}`: how long it can be. */
  PAIRING_NEEDED: entry(
    "give_up",
    "这里需要管理员批准才能使用。请把这个配对码告诉管理员:{code}({minutes} 分钟内有效)。",
    "An administrator must approve you first. Tell them this pairing code: {code} (valid for {minutes} minutes).",
  ),
  LOGIN_REQUIRED: entry(
    "give_up",
    "{platform} 账号 {account} 需要重新登录,它的回答都在等待。打开链接扫码:{link}",
    "The {platform} account {account} has to log in again; its answers wait. Open this link and scan the code: {link}",
  ),
  PAIRED: entry("give_up", "已获准使用,现在可以提问了。", "You have been approved and can ask now."),
  INTAKE_DOWN: entry(
    "retry",
    "系统暂时无法接收消息,请稍后再发。",
    "Messages cannot be accepted right now. Please send it again later.",
  ),
  FENCED: entry("give_up", "这条消息已由另一个进程接手。", "Another process has taken over this message."),
  CONFIG_INVALID: entry("refuse_start", "配置有误。", "The configuration is invalid."),
  REDIS_UNFIT: entry("refuse_start", "Redis 不可用或设置不当。", "Redis is missing or unfit."),
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Failures of ours or of an upstream: a turn that ends in one is `failed`. All others are honest refusals. */
export const failureCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "TOOL_ERROR",
  "NET_TIMEOUT",
  "RATE_LIMIT",
  "STALE",
  "SOURCE_DOWN",
  "UNKNOWN_TOOL",
  "MODEL_DOWN",
  "MODEL_MALFORMED",
  "BUDGET_USED_UP",
  "VERIFY_FAILED",
  "TURN_TIMEOUT",
  "TURN_FAILED",
]);

/** The catalogue's sentence for the user, placeholders filled; an unfilled one becomes an empty string. */
export function userText(
  code: ErrorCode,
  language: "zh" | "en",
  params: Readonly<Record<string, string>> = {},
): string {
  return errorCatalogue[code][language].replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? "");
}

/**
 * An expected failure that crosses a layer as an exception because no value can carry it.
 * Catching one, read `code`: it says what to do. `message` is for operators and holds no secret and no message text.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode,
    detail = "",
    options: { cause?: unknown; params?: Record<string, string> } = {},
  ) {
    super(
      detail === "" ? code : `${code}: ${detail}`,
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.name = "AppError";
    this.code = code;
    this.params = options.params ?? {};
  }

  get action(): ErrorAction {
    return errorCatalogue[this.code].action;
  }
}
