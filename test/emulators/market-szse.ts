import { daysBetween } from "./market-calendar.ts";
import { type FeedServer, jsonAnswer } from "./market-feeds.ts";

const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

/** `GET /api/report/exchange/onepersistenthour/monthList?month=2026-05`: every day of the month, `zrxh` 1 on Sundays. */
export const szse: FeedServer = {
  server: "szse",
  read(url) {
    if (url.pathname !== "/api/report/exchange/onepersistenthour/monthList") return undefined;
    return { name: "monthList", params: { month: url.searchParams.get("month") ?? "" } };
  },
  answer({ params: { month = "" } }, { truth, fault, twist }) {
    const days = month.startsWith("2026-") ? daysBetween(`${month}-01`, lastDayOf(month)) : [];
    const shown = fault?.kind === "empty" ? [] : twist?.kind === "wrong_date" ? days.slice(9) : days;
    const data = shown.map((jyrq) => ({
      zrxh: new Date(`${jyrq}T00:00:00Z`).getUTCDay() + 1,
      jybz: truth.isTradingDay(jyrq) ? "1" : "0",
      jyrq,
    }));
    return jsonAnswer({ data, nowdate: "2026-05-07" });
  },
};
