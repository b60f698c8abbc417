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

const joined = (heads: readonly string[], tails: readonly string[]): string =>
  heads.flatMap((head) => tails.map((tail) => head + tail)).join("|");

/** though not from today, 但不是今天的 */
const notToday = `${joined(["not ", "isn't ", "aren't "], ["today", "today's", "from today", "for today", "of today"])}|${joined(["不是", "并非", "并不是"], ["今天", "今日"])}`;

/** Days and years told from the day of the text; `op` names each. */
export const relativeTimes: readonly WordList[] = [
  ...listsOf("relative", {
    today:
      "开盘到现在|开盘到目前|开盘至今|今日|今天|今早|今晚|当天收盘|本日|today|today's|tonight|this morning|this afternoon",
    yesterday: "昨日|昨天|昨晚|昨夜|yesterday|yesterday's|last night",
    dayBefore: "前天|前日|the day before yesterday",
    past: "the day before|a day earlier|the day earlier|上一交易日|上个交易日|上一个交易日|前一个交易日|前一交易日|上一日|前一日|前一天|previous session|the previous day|last session|the previous trading day|the prior session",
    yearEnd: "the year at",
    quarterEnd: "the quarter at",
    monthEnd: "the month at",
    weekEnd: "the week at",
    earlier: notToday,
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

// Words that say now of a number: plainly (hard), of the time of speaking (soft), of a moment ago (just), of the newest (latest).

const instants = ["minute", "second", "moment", "instant", "hour"];
/** this very minute, the present moment. */
const thisInstant = joined(
  ["this very ", "this exact ", "this precise ", "this same ", "the present ", "the current "],
  instants,
);
/** this moment, where a word before it makes it a time: this minute alone is what has just been. */
const atThis = joined(
  ["at this ", "as of this ", "in this ", "as at this ", "right this ", "just this "],
  instants,
);
const aMomentAgo = joined(
  ["", "a ", "an ", "a few ", "just a ", "just an ", "less than a ", "a couple of "],
  [
    "minute ago",
    "second ago",
    "moment ago",
    "instant ago",
    "minutes ago",
    "seconds ago",
    "moments ago",
    "moments back",
  ],
);
const lastInstants = joined(
  ["in the last ", "in the past ", "within the last ", "within the past ", "over the last "],
  ["minute", "second", "few seconds", "few minutes"],
);

/** Lists of the kind "realtime". */
export const presentWords: readonly WordList[] = listsOf("realtime", {
  hard: `实时|此刻|即时|实时价|即刻|当刻|${joined(["这", "这一", "此", "此一", "当前这一", "眼下这一"], ["刻", "秒", "秒钟", "分钟", "瞬间"])}|此分此秒|real-time|real time|realtime|live|right now|streaming|streamed|tick-by-tick|tick by tick|second-by-second|instant quote|instant price|undelayed|non-delayed|逐笔|逐笔行情|秒级|毫秒级|逐秒|${thisInstant}|${atThis}|this moment|this instant|this second`,
  soft: "当前|现在|目前|眼下|如今|当下|现|现时|眼前|目下|此际|当此之时|这时候|这个时候|这个时点|这个点儿|这个钟点|这当口|迄今|说话间|说话的工夫|说话的功夫|截至发稿|截止发稿|发稿时|写这条消息时|发这条消息时|本条消息发出时|currently|current|now|at present|at the moment|presently|as we speak|as i write|as i write this|as i type|as i type this|as you read this|这会儿|此时|截至目前|截至现在|as of now|at the time of writing|as of writing|as of this writing|at this writing|as of this message|as of this reply|as of the time of this message|as of the time of writing|at this time|at the present time|at present time|at the current time|at this point|at this point in time|at this stage|as things stand|as it stands|as matters stand|these days|momentarily",
  just: `刚刚|刚才|刚查到|刚刚查到|方才|适才|刚刚一秒|${joined(["", "就在"], ["几秒前", "几秒钟前", "一秒前", "一分钟前", "几分钟前", "片刻前", "片刻之前", "不久前"])}|just now|just in|just checked|just pulled|just fetched|just updated|freshly updated|freshly quoted|freshly refreshed|just refreshed|just traded|has just traded|just printed|just changed hands|just quoted|fresh quote|fresh price|newest tick|latest tick|this minute|up to the minute|up-to-the-minute|up to the second|up-to-the-second|${aMomentAgo}|${lastInstants}`,
  latest: `最新|latest|${joined(["目前", "现在", "当前"], ["查到", "能查到", "可查", "可查到", "能取到", "取到", "掌握", "已知"])}`,
});
