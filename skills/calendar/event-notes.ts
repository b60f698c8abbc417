import type { Bilingual, EventKind, EventRow, EventsValue } from "#contract";
import type { AskedPeriods, EventWishes } from "./event-wishes.ts";

const note = (zh: string, en: string): Bilingual => ({ zh, en });

const planOnly = note(
  "方案还没有实施:金额可能变,除权除息日要等实施公告。",
  "The plan is not carried out yet: its amount may change, and the ex-dividend date comes with the notice of implementation.",
);
const lastOne = note("另列出最近一次已实施的。", "Also shown is the last one that was carried out.");
const lastReport = note("另列出最近一次已披露的。", "Also shown is the last report that is out.");
const mayChange = note(
  "预约的披露日可能变更,以交易所公告为准。",
  "A booked day may be changed; the exchange's notice counts.",
);
const notEnded = note(
  "所问报告期还没有结束,交易所还没有排出预约披露日,显示的是最近的报告期。",
  "The period asked about has not ended and no day can be booked for it yet: shown are the newest periods.",
);
const noPayDay = note("数据源没有给出派息日。", "The source does not give the payment date.");
const openAmount = note(
  "同一解禁日有多份公告,股数没有列出。",
  "Several announcements speak of one unlock date, so the number of shares is left out.",
);
const nextNotEnded = note(
  "下一个同类报告期还没有结束,交易所还没有排出它的预约披露日。",
  "The next period of that kind has not ended, and no day can be booked for its report yet.",
);
export const noMeetings = note(
  "股东大会、董事会和业绩说明会的日期没有来源,未列出。",
  "There is no source for dates of meetings and earnings calls; they are left out.",
);
export const noRights = note(
  "配股不在这份数据里,未列出。",
  "Rights issues are not in these data; they are left out.",
);
export const otherYears = note(
  "所问年份没有查到,显示的是最近的。",
  "Nothing was found for the year asked about: shown is the newest.",
);

/** What a company has none of. */
export const records: Readonly<Record<EventKind, Bilingual>> = {
  dividends: note("近年分红记录", "dividends of recent years"),
  unlocks: note("近年解禁记录", "unlocks of recent years"),
  reports: note("财报披露日期", "days of reports"),
};

/** Remarks on the rows shown, by their pointers. */
export function notesOf(
  value: EventsValue,
  places: readonly string[],
  wishes: EventWishes,
): readonly Bilingual[] {
  const shows = (list: string) => places.some((place) => place.startsWith(`/${list}/`));
  const rows = places.map((place) => {
    const [, list = "", at = ""] = place.split("/");
    return (value[list] as readonly EventRow[])[Number(at)] ?? {};
  });
  const isMixed = shows("past") && !wishes.past && wishes.years.length === 0;
  const decided = rows.filter((row) => row.ex_date !== undefined);
  return [
    shows("planned") ? planOnly : undefined,
    isMixed && value.kind === "dividends" ? lastOne : undefined,
    isMixed && rows.some((row) => row.published_date !== undefined) ? lastReport : undefined,
    value.kind === "reports" && shows("coming") ? mayChange : undefined,
    wishes.payDay && decided.length > 0 && decided.every((row) => row.pay_date === undefined)
      ? noPayDay
      : undefined,
    value.kind === "unlocks" && rows.some((row) => row.unlock_shares === undefined) ? openAmount : undefined,
  ].filter((each) => each !== undefined);
}

/** Why a report that is asked for is not among those shown. */
export function periodNotes(
  value: EventsValue,
  wishes: EventWishes,
  { periods, early }: AskedPeriods,
): readonly Bilingual[] {
  if (early) return [notEnded];
  const isNext = periods !== undefined && wishes.years.length === 0 && wishes.future;
  return isNext && value.coming.length === 0 ? [nextNotEnded] : [];
}
