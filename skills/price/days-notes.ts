import type { Bilingual } from "#contract";

const note = (zh: string, en: string): Bilingual => ({ zh, en });

export const dayByDay = note(
  "逐日列出已收盘的交易日,最新的在前,收盘价不复权。",
  "Listed are the trading days that have closed, the newest first; closes are unadjusted.",
);
export const someMissing = note(
  "其中没有成交(例如停牌)或没有数据的交易日未列出。",
  "Trading days without a trade (suspended, for example) or without data are left out.",
);
export const usualDays = note(
  "没有写明时段,列的是最近一周的交易日。",
  "No time was named: listed are the trading days of the last week.",
);
export const tooManyDays = note(
  "这段时间的交易日较多,只给出首日和末日的收盘价(不复权)和走势图(前复权);要逐日的数,请缩短到两周以内,例如「最近一周每天收盘价」。",
  "There are many trading days in that time: shown are the first and the last close (unadjusted) and a picture (forward-adjusted). For each day ask for two weeks or less, for example “closes of the past week”.",
);
export const tooManyRows = note(
  "公司和交易日合起来太多,只给出各家首日和末日的收盘价(不复权)和对比图(前复权);要逐日的数,请一次问一家。",
  "Companies and days together are too many: shown are the first and the last close of each (unadjusted) and a picture (forward-adjusted). For each day ask for one company at a time.",
);
export const notCovered = note(
  "现有日线没有覆盖整个时段,首日是取得到的第一个交易日。",
  "The bars at hand do not cover all of that time: the first day is the earliest there is.",
);
export const ofMove = note(
  "整段涨跌幅按前复权收盘价计算。",
  "The change over the whole time is computed from forward-adjusted closes.",
);
export const changesComputed = note(
  "该来源没有给出每天的涨跌幅,按前复权收盘价计算。",
  "That source does not give each day's change; it is computed from forward-adjusted closes.",
);
export const noChanges = note("每天的涨跌幅暂时取不到。", "The change of each day cannot be had right now.");
export const noFigures = note(
  "所问的项目里有的该来源没有给出。",
  "That source does not give all of the figures asked for.",
);

/** Of a figure that the days have none of, or not all. */
const notAveraged = note("所问的平均或合计没有算出。", "The average or total asked for was not computed.");

const notTold: readonly (readonly [words: RegExp, note: Bilingual])[] = [
  [/换手率|turnover rate/i, note("没有逐日的换手率。", "There is no turnover rate of each day.")],
  [/平均|日均|均价|合计|总共|一共|加起来|\baverage\b|\bmean\b|\bin total\b|\bsum\b/i, notAveraged],
];

/** Of days that are not listed one by one. */
export const notOfAll = (question: string): readonly Bilingual[] =>
  /成交|放量|缩量|换手|\bvolume\b|turnover|traded/i.test(question)
    ? [
        note(
          "所问的成交没有逐日列出,也没有整段的合计。",
          "What was traded is neither listed day by day nor totalled for that time.",
        ),
      ]
    : [];

/** What is asked for beside the rows and is not told. */
export const notToldIn = (question: string, isAveraged: boolean): readonly Bilingual[] =>
  notTold
    .filter(([words, said]) => words.test(question) && !(isAveraged && said === notAveraged))
    .map(([, said]) => said);
