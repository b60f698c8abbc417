import type { AskedDay, Bilingual, PriceValue } from "#contract";

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const phaseNotes: Readonly<Partial<Record<PriceValue["phase"], Bilingual>>> = {
  lunch: note(
    "午间休市,当前价为上午最后成交。",
    "Lunch break: the current price is the morning's last trade.",
  ),
  auction: note(
    "集合竞价中,显示的是上一交易日收盘。",
    "Opening auction: shown is the previous trading day's close.",
  ),
  pre_open: note(
    "今日尚未开盘,显示的是上一交易日收盘。",
    "Not open yet today: shown is the previous trading day's close.",
  ),
  closed_day: note(
    "今日休市,显示的是最近交易日收盘。",
    "The market is closed today: shown is the newest close.",
  ),
};

export const tradingPhases: ReadonlySet<PriceValue["phase"]> = new Set([
  "morning",
  "lunch",
  "afternoon",
  "closing_auction",
]);

const noLiveQuote = note(
  "实时行情暂时取不到,显示的是上一交易日收盘。",
  "No live quote can be had right now: shown is the previous trading day's close.",
);

const unconfirmed = note("收盘价尚待确认。", "The close is not confirmed yet.");

const gapNotes: Readonly<Record<NonNullable<PriceValue["gap"]>, Bilingual>> = {
  suspended: note(
    "该日停牌或无成交,显示的是此前最近收盘。",
    "No trading on that day (suspended): shown is the newest close before it.",
  ),
  no_data: note(
    "该日没有成交数据,显示的是此前最近收盘。",
    "There is no data of that day: shown is the newest close before it.",
  ),
  not_published: note(
    "该日收盘数据尚未公布,显示的是此前最近收盘。",
    "That day's close is not published yet: shown is the newest close before it.",
  ),
};

/** While the market trades there is no close of today. */
export const notClosedYet = note(
  "今日尚未收盘,显示的是当前价和上一交易日收盘。",
  "Today's session has not closed yet: shown are the current price and the previous trading day's close.",
);

/** Asked about a stretch of time that has just begun. */
export const noCloseWithin = note(
  "所问的这段时间里还没有收完盘的交易日,显示的是最新行情。",
  "No trading day of that stretch has closed yet: shown is the newest quote.",
);

/** The volume of a session that is under way beside that of a whole day. */
export const soFarToday = note(
  "今日的成交是截至所示时间的盘中累计,和全天的数不能直接比。",
  "What was traded today is counted up to the time shown and cannot be set directly against a whole day.",
);

/** Two independent sources tell the price differently. */
export const sourcesDiffer = note(
  "两个独立数据源的价格不一致,已分别列出,请自行核对。",
  "Two independent sources disagree on the price; both are shown, please check.",
);

/** The answer prints today's name of a company that the question calls by an earlier one. */
const formerName = note(
  "所问为原名(或旧代码),答案中是现在的名称和代码。",
  "You asked by a former name or code; the answer shows the present ones.",
);

export const formerNameNotes = (formerNames: readonly string[], question: string): readonly Bilingual[] =>
  formerNames.some((name) => question.includes(name)) ? [formerName] : [];

const closedNote = (closed: string, isOneOfSeveral: boolean): Bilingual =>
  isOneOfSeveral
    ? note(
        `「${closed}」休市,显示的是此前最近交易日的数据。`,
        `The market was closed on “${closed}”: shown is the last trading day before it.`,
      )
    : note(
        "所问日期休市,显示的是此前最近交易日的数据。",
        "The market was closed on that day: shown is the last trading day before it.",
      );

/** The remark on when the price is from; a live quote that is missing is said before the phase. */
function phaseNote(value: PriceValue): Bilingual | undefined {
  const isMissing =
    tradingPhases.has(value.phase) && !("current_price" in value) && gapOf(value) === undefined;
  return isMissing ? noLiveQuote : phaseNotes[value.phase];
}

const untraded = note(
  "该日没有成交,查不到停牌公告可以证实,显示的是此前最近收盘。",
  "Nothing was traded on that day; no suspension notice is at hand to prove why. Shown is the newest close before it.",
);

const untradedSoFar = note(
  "今日到目前为止没有成交,查不到停牌公告可以证实停牌,显示的是此前最近收盘。",
  "Nothing has been traded today so far, and no suspension notice is at hand. Shown is the newest close before.",
);

/** Nothing was traded, and no record says why. */
const untradedNote = ({ phase }: PriceValue, { date }: AskedDay): Bilingual =>
  date === undefined && tradingPhases.has(phase) ? untradedSoFar : untraded;

const gapOf = ({ gap, suspended }: PriceValue): PriceValue["gap"] =>
  gap ?? (suspended ? "suspended" : undefined);

/** For a day that was asked about only its own remark counts; else the phase of the market is said. */
export function notesOf(value: PriceValue, day: AskedDay, isOneOfSeveral: boolean): readonly Bilingual[] {
  const closed = day.closed === undefined ? undefined : closedNote(day.closed, isOneOfSeveral);
  const gap = gapOf(value);
  return [
    day.date === undefined ? phaseNote(value) : closed,
    value.quality === "provisional" ? unconfirmed : undefined,
    gap === undefined ? undefined : value.untraded === true ? untradedNote(value, day) : gapNotes[gap],
  ].filter((each) => each !== undefined);
}
