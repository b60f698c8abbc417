import type { Bilingual } from "#contract";

const note = (zh: string, en: string): Bilingual => ({ zh, en });

export const convention = note(
  "按前复权日线、通达信公式和默认参数计算,截至所示日期收盘。",
  "Computed from forward-adjusted daily bars with the formulas and default parameters of TDX, as of the close of the day shown.",
);

export const noCross = note(
  "回看范围内没有出现金叉或死叉。",
  "No golden or death cross occurred within the days looked back on.",
);

export const onlyDaily = note(
  "目前只有日线和常用周期的均线,没有周线、月线或其他周期。",
  "Only daily bars and the usual windows are available, no weekly or monthly bars and no other windows.",
);

export const noForecast = note(
  "支撑和压力以布林线轨道表示,不是预测。",
  "Support and resistance are shown as Bollinger bands; they are no forecast.",
);

export const olderThanAsked = note(
  "所问日期没有日线,显示的是此前最近交易日的数据。",
  "There is no bar of that day: shown is the newest one before it.",
);
