import { listsOf, type WordList } from "./word-list.ts";

/** 周四 is the last Thursday, today included; 上周四 that of the week before. */
const weekdays: readonly WordList[] = [..."一二三四五六日"].flatMap((han, i) => {
  const english = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"][i] ?? "";
  const short = ["mon", "tue|tues", "wed", "thu|thur|thurs", "fri", "on sat", "星期天|礼拜天"][i] ?? "";
  // 本周日均成交额, 上周日均: the week, and a day's average.
  if (han === "日")
    return [{ kind: "relative", op: "weekday7", words: `星期日|礼拜日|周日|${english}|${short}` }];
  return [
    {
      kind: "relative",
      op: `weekday${i + 1}`,
      words: `周${han}|星期${han}|本周${han}|礼拜${han}|${english}|${short}`,
    },
    { kind: "relative", op: `lastWeekday${i + 1}`, words: `上周${han}|上星期${han}|last ${english}` },
  ];
});

/** Days and years told from the day of the text; `op` names each. */
export const relativeTimes: readonly WordList[] = [
  ...listsOf("relative", {
    today:
      "开盘到现在|开盘到目前|开盘至今|今日|今天|今早|今晚|当天收盘|本日|today|today's|tonight|this morning|this afternoon",
    yesterday: "昨日|昨天|昨晚|yesterday|yesterday's|last night",
    dayBefore: "前天|前日|the day before yesterday",
    past: "the day before|a day earlier|the day earlier|上一交易日|上个交易日|上一个交易日|前一个交易日|前一交易日|上一日|前一日|前一天|previous session|the previous day|last session|the previous trading day|the prior session",
    yearEnd: "the year at",
    quarterEnd: "the quarter at",
    monthEnd: "the month at",
    weekEnd: "the week at",
    earlier: "not today|not today's",
    lastWeek: "上周|上个星期|上星期|last week|last week's",
    lastMonth: "上月|上个月|last month|last month's",
    thisWeek: "本周|这周|本星期|这星期|这个星期",
    thisMonth: "本月|这个月|这月",
  }),
  ...weekdays,
  ...listsOf("relative", {
    yearBeforeLast: "前年|the year before last",
    lastYear: "去年|上年|上一年|last year|last year's",
    thisYear: "今年|本年|本年度",
  }),
];
