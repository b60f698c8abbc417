/** What a question about the trading calendar wants to know; none of them: whether a day is open. */
export interface Wishes {
  readonly previous: boolean;
  readonly next: boolean;
  /** When it opens, of whatever day that is: it may be open now. */
  readonly reopening: boolean;
  readonly holiday: boolean;
  /** Whether a day is open, beside anything else. */
  readonly open: boolean;
  /** The day of the week. */
  readonly weekday: boolean;
  /** How many trading days lie in a stretch of time. */
  readonly count: boolean;
}

const previous = /上(?:一|1)?个?交易日|前(?:一|1)个?交易日|(?:previous|last|prior) trading day/i;
const next = /下(?:一|1)?个?交易日|最近的交易日|(?:next|following) trading day/i;
const reopening = /什么时候(?:再)?(?:开市|开盘|恢复)|(?:哪天|几号|何时)(?:开市|开盘)|re-?open/i;
const holiday = /放假|假期|长假|休几天|放几天|几天假|节假日|休市(?:几天|安排|时间|多久)|holiday|days? off/i;
const festival = /元旦|春节|清明|劳动节|五一|端午|中秋|国庆/;
const aDay = /当天|那天|开市吗|开盘吗|交易吗|开门吗/;

const weekday =
  /星期几|周几|礼拜几|星期天吗|week ?day (?:is|was|of|will)|what day (?:is|was|of the week)|(?:which|what) (?:week ?day|day of the week)|day of the week/i;

export const readWishes = (text: string): Wishes => ({
  previous: previous.test(text),
  next: next.test(text) || reopening.test(text),
  reopening: reopening.test(text),
  holiday: holiday.test(text) || (festival.test(text) && !aDay.test(text) && !/交易日/.test(text)),
  open: open.test(text),
  weekday: weekday.test(text),
  count: /(?:多少|几)个?交易日|how many trading days/i.test(text),
});

const open =
  /是(?:不是)?交易日|[开休停][市盘门][吗么不没]|开不开[市盘门]|休不休市|交易[吗么]|\b(?:is|was|are|will)\b[^?,;]{0,40}\b(?:trading day|open|closed|trade|trading)\b/i;

const events =
  /分红|派息|派现|除权|除息|送股|送转|转增|配股|登记日|解禁|限售|股东大?会|董事会|业绩|财报|年报|季报|中报|半年报|预约披露|披露|到账|dividend|ex-date|record date|payout|unlock|lock-?up|earnings|results|report|meeting|agm/i;

/** The market's days, whatever company was spoken of before. */
const market =
  /[开休停收][市盘门]|开不开|休不休|放假|放几天|放不放|休[几假息]|假期|长假|节假日|交易日|交易吗|星期几|周几|礼拜几|holiday|days? off|market|exchange|weekday|trading day|\b(?:open|closed) on\b|\b(?:are|will) (?:you|we|they)\b[^?,;]{0,12}\b(?:open|closed)\b/i;

/** True where a question about companies has a part about the market's own days. */
export const asksForMarket = (text: string): boolean =>
  /[开休停][市盘](?!前|后|价)|交易日|放假|假期|长假|(?:market|exchange)s? (?:is )?(?:open|closed)|trading day|holiday/i.test(
    text,
  );

/** Days of companies. */
export const isAboutCompany = (text: string, codes: readonly string[]): boolean =>
  events.test(text) || (!market.test(text) && codes.some((code) => /^\d{6}\.(?:SH|SZ|BJ)$/.test(code)));
