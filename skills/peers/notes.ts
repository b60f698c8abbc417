import type { Bilingual } from "#contract";

const note = (zh: string, en: string): Bilingual => ({ zh, en });

export const sortedDown = note(
  "各行按第一项从高到低排列。",
  "Rows are sorted by their first figure, largest first.",
);
export const sortedUp = note(
  "各行按第一项从低到高排列。",
  "Rows are sorted by their first figure, smallest first.",
);
/** Where a comparison is asked for by a figure that there is none of. */
export const withoutData = (figure: string): Bilingual => ({
  zh: `「${figure}」没有可以对比的数据。\n${comparableBy.zh}`,
  en: `There are no figures of “${figure}” to compare.\n${comparableBy.en}`,
});
const comparableBy = note(
  "可以对比的有:股价、涨跌幅、成交额、市盈率、市净率、总市值、股息率、主力净流入,以及营收、净利润、毛利率、净资产收益率、负债率等财报数字。",
  "Companies can be compared by price, change, turnover, P/E, P/B, market value, dividend yield, main-force net inflow, and by figures of their statements such as revenue, net profit, gross margin, return on equity and debt ratio.",
);
export const flowsAreModels = note(
  "主力资金按成交单的大小划分,是数据商的模型估算,各家口径不同。",
  "Main-force money is the vendor's model by the size of orders, and vendors differ.",
);
export const differentDays = note(
  "各公司数据的日期不同,请对照各行的日期。",
  "The companies' figures are of different days; mind the dates of the rows.",
);
export const differentPeriods = note(
  "各公司没有共同的报告期,财务数据不做对比。",
  "The companies share no report period, so their statements are not compared.",
);
export const periodNotShared = note(
  "所问的报告期不是各家都有,没有对比。",
  "Not all of the companies have that report period, so nothing was compared.",
);
export const notPublished = note(
  "所问报告期还没有公布,显示的是最新已公布的一期。",
  "That report period is not published yet: shown is the newest published one.",
);
export const ofQuarter = note(
  "金额为单季度数,不是年初至今的累计。",
  "Amounts are those of the single quarter, not year to date.",
);
export const byValue = note(
  "同行取自同一行业分类,按总市值取前几家。",
  "Peers are of the same industry by the source's classification, the largest by market value.",
);
export const byList = note(
  "同行取自同一行业分类,是名单里靠前的几家,不一定是市值最大的。",
  "Peers are of the same industry by the source's classification: the first of its list, not necessarily the largest.",
);
export const noMedian = note(
  "没有全行业的数据,行业中位数未计算。",
  "There are no figures of the whole industry, so its median is not computed.",
);
export const onlyNewest = note(
  "同行对比只有最新数据,不是所问日期的。",
  "Peers can be compared by their newest figures only, not those of the day asked about.",
);
export const noPeers = note(
  "数据源的同一行业分类里没有其他公司。",
  "The source lists no other company of the same industry.",
);
export const newestOnes = note(
  "对比的是最新的数,不是所问时段的变化。",
  "Compared are the newest figures, not how they moved over that time.",
);
