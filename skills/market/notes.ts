import type { AskedDay, Bilingual, IndexValue } from "#contract";

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const lastClose = (zh: string, en: string): Bilingual =>
  note(`${zh},显示的是上一交易日收盘点位。`, `${en}: shown is the previous trading day's closing level.`);

const phaseNotes: Readonly<Partial<Record<IndexValue["phase"], Bilingual>>> = {
  lunch: note("午间休市,点位为上午最后成交。", "Lunch break: the level is the morning's last."),
  auction: lastClose("集合竞价中", "Opening auction"),
  gap: lastClose("马上开盘", "The market is about to open"),
  pre_open: lastClose("今日尚未开盘", "Not open yet today"),
  closed_day: note(
    "今日休市,显示的是最近交易日收盘点位。",
    "The market is closed today: shown is the newest closing level.",
  ),
};

const trading: ReadonlySet<IndexValue["phase"]> = new Set([
  "morning",
  "lunch",
  "afternoon",
  "closing_auction",
]);

/** Two independent sources tell a level differently. */
export const sourcesDiffer = note(
  "两个独立数据源的点位不一致,已分别列出,请自行核对。",
  "Two independent sources disagree on the level; both are shown, please check.",
);

export const noCause = note(
  "涨跌的原因没有可靠来源,只给出涨跌的数字;个股的新闻可以问,例如「茅台最近有什么新闻」。",
  "No reliable source tells the cause of a move, so only its figures are given; headlines of a stock can be asked for, for example “news about Moutai”.",
);

const notClosedYet = note(
  "今日尚未收盘,显示的是当前点位和昨收点位。",
  "Today's session has not closed yet: shown are the current level and the previous close.",
);

/** The turnover of a session that is under way beside that of a whole day. */
export const soFarToday = note(
  "今日的成交额是截至所示时间的盘中累计,和全天的数不能直接比。",
  "Today's turnover is counted up to the time shown and cannot be set directly against a whole day.",
);

export const ofYear = note(
  "没有写明时段,取的是最近的整年。",
  "No time was named: the last full year is taken.",
);
export const notOfAllTime = note(
  "历史高低点没有数据来源,取的是最近的整年。",
  "No source here tells all-time highs and lows: the last full year is taken.",
);
/** The extremes of a stretch, not of a day. */
export const ofStretch = note(
  "高低点取自所问时段里每天的盘中点位。",
  "Highs and lows are those of each day's session in that time.",
);
export const partly = note(
  "现有日线没有覆盖整个时段,只在取得到的交易日里比较。",
  "The bars at hand do not cover all of that time: only the days there are were compared.",
);

export const dayByDay = note(
  "逐日列出已收盘的交易日,最新的在前。",
  "Listed are the trading days that have closed, the newest first.",
);
export const notAveraged = note(
  "所问的平均或合计没有算出,列的是每天的数。",
  "The average or total asked for was not computed: listed is each day.",
);
/** Of more days than are listed. */
export const ofAllBetween = note(
  "按所示首末两日之间(含首末两日)每个已收盘的交易日计算。",
  "It is computed from every trading day that has closed from the first to the last day shown, both included.",
);
/** Beside the move over a stretch, and its first and last close. */
export const tooManyDays = note(
  "这段时间的交易日较多,没有逐日列出;要逐日的点位,请缩短到两周以内,例如「最近一周每天收盘点位」。",
  "There are many trading days in that time, so they are not listed; for each day's level ask for two weeks or less, for example “closing levels of the past week”.",
);
export const firstOnly = note(
  "指数和交易日合起来太多,其余指数未列出,请写明名称分开问。",
  "Indices and days together are too many: the other indices are left out, please ask for them by name.",
);

const noLiveLevel = lastClose("实时点位暂时取不到", "No live level can be had right now");
const unconfirmed = note("收盘点位尚待确认。", "The closing level is not confirmed yet.");
const closed = note(
  "所问日期休市,显示的是此前最近交易日的数据。",
  "The market was closed on that day: shown is the last trading day before it.",
);
const ofIndex = note(
  "成交额按各指数的口径,不是全市场合计。",
  "Turnover is counted as each index's source does; it is no sum of the whole market.",
);

interface Shown {
  readonly amount: boolean;
  /** The message asks for the close. */
  readonly asksClose: boolean;
}

export function notesOf(
  value: IndexValue,
  day: AskedDay,
  { amount, asksClose }: Shown,
): readonly Bilingual[] {
  const { phase, quality } = value;
  const isMissing = trading.has(phase) && quality === "final";
  const isOpen = "index_current" in value && trading.has(phase);
  const ofPhase = isMissing ? noLiveLevel : phaseNotes[phase];
  return [
    day.date === undefined ? ofPhase : day.closed === undefined ? undefined : closed,
    quality === "provisional" ? unconfirmed : undefined,
    asksClose && isOpen ? notClosedYet : undefined,
    amount ? ofIndex : undefined,
  ].filter((each) => each !== undefined);
}
