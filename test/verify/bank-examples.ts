import type { Claim } from "#contract";
import type { Example } from "./examples.ts";

/** A second set, after the close: three banks, two report periods. */
export const bankNow = "2026-05-07T16:30:00+08:00";

export const bankNames = {
  "600036": ["招商银行", "招行", "China Merchants Bank", "CMB"],
  "601398": ["工商银行", "工行", "ICBC"],
  "000001": ["平安银行", "Ping An Bank"],
  "000002": ["万科A", "万科", "Vanke"],
};

function claim(
  metric: string,
  code: string,
  value: number,
  unit: string,
  as_of: string,
  source: string,
): Claim {
  const fetched_at = "2026-05-07T16:05:11+08:00";
  const cite = { kind: "tool" as const, source, fetched_at, tool_call_id: `tc_${metric}_${code}` };
  return { kind: "numeric", value, metric, code, unit, as_of, cite };
}

const priced = (metric: string, code: string, value: number, unit: string) =>
  claim(metric, code, value, unit, "2026-05-07", "akshare");
const valued = (metric: string, code: string, value: number) =>
  claim(metric, code, value, "x", "2026-05-07", "tushare");
const reported = (metric: string, value: number, unit: string, as_of: string) =>
  claim(metric, "600036", value, unit, as_of, "tushare");

export const bankClaims: readonly Claim[] = [
  priced("close", "600036", 38.52, "CNY"),
  priced("close", "601398", 5.87, "CNY"),
  priced("close", "000001", 11.2, "CNY"),
  priced("change_pct", "600036", -2.04, "%"),
  priced("volume", "600036", 625_180, "手"),
  priced("amount", "600036", 2_408_000_000, "CNY"),
  priced("turnover_rate", "600036", 0.3, "%"),
  priced("main_net_inflow", "600036", -12_345.6, "万元"),
  priced("ma5", "600036", 39.1, "CNY"),
  priced("ma20", "600036", 38.1, "CNY"),
  priced("ma60", "600036", 40.02, "CNY"),
  priced("rsi14", "600036", 48.2, ""),
  valued("pb", "600036", 0.98),
  valued("pb", "601398", 0.62),
  valued("pb", "000001", 0.55),
  valued("pe_ttm", "000002", -3.5),
  claim("market_cap", "600036", 971_400_000_000, "CNY", "2026-05-07", "tushare"),
  reported("revenue", 337_488_000_000, "CNY", "2025-12-31"),
  reported("revenue_yoy", -0.48, "%", "2025-12-31"),
  reported("net_profit", 148_391_000_000, "CNY", "2025-12-31"),
  reported("revenue", 83_750_000_000, "CNY", "2026-03-31"),
  reported("net_profit", 37_286_000_000, "CNY", "2026-03-31"),
];

const A = "（akshare，2026-05-07）";

export const soundBanks: readonly Example[] = [
  [`招商银行（600036）今日收盘价38.52元，下跌2.04%，成交量62.52万手，成交额24.08亿元，换手率0.30%${A}。`],
  [`招商银行今天收跌2.04%，收盘报38.52元${A}。`],
  [`招行收于38.52元，跌幅2.04%${A}。`],
  ["三家银行的市净率：招商银行0.98倍、工商银行0.62倍、平安银行0.55倍（tushare，2026-05-07）。"],
  ["市净率从高到低依次为：招商银行0.98倍、工商银行0.62倍、平安银行0.55倍（tushare，2026-05-07）。"],
  [
    "招商银行、工商银行、平安银行的市净率分别为0.98倍、0.62倍、0.55倍，其中招商银行最高，平安银行最低（tushare，2026-05-07）。",
  ],
  [
    "三者之中，平安银行市净率最低（0.55倍，tushare，2026-05-07）。工商银行为0.62倍，招商银行为0.98倍（tushare，2026-05-07）。",
  ],
  ["招商银行2025年营业收入3374.88亿元，同比下降0.48%；归母净利润1483.91亿元（tushare，2025年年报）。"],
  ["2026年一季度，招商银行营业收入837.5亿元，净利润372.86亿元（tushare，2026-03-31）。"],
  ["招商银行2026Q1营收837.50亿元（tushare）。"],
  ["招商银行一季报：营收837.5亿元，净利润372.86亿元。来源：tushare，2026年3月31日。"],
  [`招商银行今日主力资金净流出1.23亿元${A}。`],
  [`招商银行主力资金净流入为-1.23亿元${A}。`],
  [`招商银行收盘价38.52元，介于MA20的38.10元与MA5的39.10元之间${A}。`],
  [
    `收盘价38.52元高于20日均线（38.10元），但低于5日均线（39.10元）和60日均线（40.02元）${A}。`,
    "招商银行均线",
  ],
  [`招商银行收盘38.52元，跌破5日均线39.10元，仍站在20日均线38.10元上方${A}。`],
  ["招商银行的总市值为9714亿元，市净率为0.98倍（tushare，2026-05-07）。"],
  ["万科A市盈率(TTM)为-3.50倍（tushare，2026-05-07），处于亏损状态。"],
  ["招商银行：收盘价 38.52 元（2026-05-07，akshare）、市净率 0.98（2026-05-07，tushare）。"],
  ["China Merchants Bank closed at CNY 38.52, down 2.04%, on volume of 625,180 lots (akshare, 2026-05-07)."],
  ["CMB's 2025 revenue came to RMB 337.49 billion, down 0.48% year on year (tushare, Dec 31, 2025)."],
  ["CMB reported Q1 2026 revenue of RMB 83.75 billion and net profit of RMB 37.29 billion (tushare)."],
  ["In the first quarter of 2026, CMB's net profit was RMB 37.29 billion (tushare)."],
  ["CMB (600036) has a P/B of 0.98x, above ICBC's 0.62x and Ping An Bank's 0.55x (tushare, 2026-05-07)."],
  [
    "Of the three banks, Ping An Bank has the lowest P/B at 0.55x; ICBC is at 0.62x and CMB at 0.98x (tushare, 2026-05-07).",
  ],
  ["Closing prices on May 7, 2026 (akshare): CMB CNY 38.52, ICBC CNY 5.87, Ping An Bank CNY 11.20."],
  [
    "- CMB: close CNY 38.52\n- ICBC: close CNY 5.87\n- Ping An Bank: close CNY 11.20\n\nAll figures from akshare as of 2026-05-07.",
  ],
  ["CMB saw a main-force net outflow of RMB 123.46 million (akshare, 2026-05-07)."],
  ["收盘价：招商银行38.52元；工商银行5.87元；平安银行11.20元。以上数据来源于akshare，日期为2026年5月7日。"],
  [
    "| 代码 | 名称 | 收盘价 | 市净率 |\n|---|---|---|---|\n| 600036 | 招商银行 | 38.52 | 0.98 |\n| 601398 | 工商银行 | 5.87 | 0.62 |\n\n价格来源akshare（2026-05-07），市净率来源tushare（2026-05-07）。",
  ],
  [
    "| 名称 | 收盘价 | 市净率 | 来源与日期 |\n|---|---|---|---|\n| 招商银行 | 38.52元（akshare，2026-05-07） | 0.98倍（tushare，2026-05-07） | 见左 |",
  ],
  ["公司\t收盘价\t来源\t日期\n招商银行\t38.52元\takshare\t2026-05-07\n工商银行\t5.87元\takshare\t2026-05-07"],
  [`招商银行RSI14为48.2，处于中性区间${A}。`],
  ["截至收盘，招商银行报38.52元，跌2.04%（akshare，2026-05-07 15:00）。"],
  ["招商银行（600036.SH）5月7日收盘价38.52元，来源：akshare。"],
  ["你问的是招商银行，对吗？它今天的收盘价是38.52元（来源akshare，2026-05-07）。"],
  ["根据akshare 2026-05-07的数据，招商银行收盘价为38.52元，MA5为39.10元，MA20为38.10元，MA60为40.02元。"],
  ["成交额（亿元）：24.08；成交量（万手）：62.52。招商银行，akshare，2026-05-07。", "招商银行成交"],
];

export const unsoundBanks: readonly Example[] = [
  ["招商银行2026年一季度营业收入3374.88亿元（tushare，2026-03-31）。"],
  ["招商银行2025年营业收入837.5亿元（tushare，2025-12-31）。"],
  ["招商银行2025年营业收入3374.88亿元，同比增长0.48%（tushare，2025-12-31）。"],
  [`招商银行收盘价38.52元高于5日均线39.10元${A}。`],
  ["招商银行、工商银行、平安银行的市净率分别为0.62倍、0.98倍、0.55倍（tushare，2026-05-07）。"],
  [
    "招商银行、工商银行、平安银行的市净率分别为0.98倍、0.62倍、0.55倍，其中工商银行最高（tushare，2026-05-07）。",
  ],
  [
    "Of the three banks, ICBC has the lowest P/B at 0.62x; Ping An Bank is at 0.55x and CMB at 0.98x (tushare, 2026-05-07).",
  ],
  ["市净率由低到高：招商银行0.98倍、工商银行0.62倍、平安银行0.55倍（tushare，2026-05-07）。"],
  [`招商银行收涨2.04%，报38.52元${A}。`],
  ["招商银行市净率不足1倍（tushare，2026-05-07）。"],
  ["三家银行均破净，招商银行市净率0.98倍，跌破5成（tushare，2026-05-07）。"],
  ["四家银行的市净率：招商银行0.98倍、工商银行0.62倍、平安银行0.55倍（tushare，2026-05-07）。"],
  ["招商银行的市净率是工商银行的1.58倍（tushare，2026-05-07）。"],
  ["招商银行与工商银行市净率相差0.36倍（tushare，2026-05-07）。"],
  ["招商银行一季度净利润372.86亿元，占全年的四分之一（tushare，2026-03-31）。"],
  ["招商银行市值近万亿（tushare，2026-05-07）。"],
  ["招商银行市值9714亿元，即将突破万亿（tushare，2026-05-07）。"],
  [`招商银行成交量62.52万股${A}。`],
  [`招商银行成交量625.18万手${A}。`],
  [`招商银行今日主力资金净流出1.23万元${A}。`],
  ["CMB's P/B of 0.98x is below ICBC's 0.62x (tushare, 2026-05-07)."],
  ["CMB closed at CNY 38.52, up 2.04% (akshare, 2026-05-07)."],
  ["CMB closed at CNY 5.87 and ICBC closed at CNY 38.52 (akshare, 2026-05-07)."],
  ["Closing prices on May 7, 2026 (akshare): CMB CNY 5.87, ICBC CNY 38.52, Ping An Bank CNY 11.20."],
  ["CMB's net profit fell 12% (tushare, 2025-12-31)."],
  ["CMB's dividend yield is 0.98% (tushare, 2026-05-07)."],
  ["CMB trades at CNY 38.52 (akshare, 2026-05-07)."],
  ["CMB's market cap is RMB 971.4 million (tushare, 2026-05-07)."],
  ["CMB's price has halved to CNY 38.52 (akshare, 2026-05-07)."],
  [
    "| 名称 | 收盘价 | 市净率 |\n|---|---|---|\n| 招商银行 | 38.52 | 0.62 |\n| 工商银行 | 5.87 | 0.98 |\n\n来源：akshare、tushare，2026-05-07",
  ],
  [
    "| 名称 | 市净率 | 收盘价 |\n|---|---|---|\n| 招商银行 | 38.52 | 0.98 |\n\n来源：akshare、tushare，2026-05-07",
  ],
  [
    "| 名称 | 收盘价 | 来源 | 日期 |\n|---|---|---|---|\n| 招商银行 | 38.52元 | akshare | 2026-05-07 |\n| 工商银行 | 5.87元 | | |",
  ],
  ["公司\t收盘价\t来源\t日期\n招商银行\t5.87元\takshare\t2026-05-07\n工商银行\t38.52元\takshare\t2026-05-07"],
  [
    "招商银行收盘价38.52元，成交额24.08亿元（akshare，2026-05-07），净利润1483.91亿元（akshare，2025-12-31）。",
  ],
  [`招商银行盘中现价38.52元${A}。`],
  [`招商银行昨日收盘价38.52元${A}。`],
  [`招商银行52周最低38.52元${A}。`],
  [`招商银行10日均线39.10元${A}。`],
  [`招商银行MA10为39.10元${A}。`],
  [`招商银行RSI6为48.2${A}。`],
  [`招商银行RSI14为48.2%${A}。`],
  ["招商银行市净率0.98元（tushare，2026-05-07）。"],
  [`招商银行收盘价38.52${A}，建议38元以下分批买入。`],
  [`招商银行收盘价叁拾捌点伍叁元${A}。`],
  [`招商银行收盘价三十八点二五元${A}。`],
  [`招商银行跌百分之二点四${A}。`],
  [`招商银行跌两个多点${A}。`],
  [`招商银行跌2个点${A}。`],
  [`招商银行连跌三日，收盘价38.52元${A}。`],
  ["招商银行净利润1483.91亿元，日赚4亿（tushare，2025-12-31）。"],
  ["招商银行净利润增速-0.48%（tushare，2025-12-31）。"],
  ["招商银行营收环比下降0.48%（tushare，2025-12-31）。"],
  ["招商银行现金分红1483.91亿元（tushare，2025-12-31）。"],
  ["招商银行总资产9714亿元（tushare，2026-05-07）。"],
  [`招商证券收盘价38.52元${A}。`],
  [`招商银行(601398)收盘价38.52元${A}。`],
  [`601398收盘价38.52元${A}。`],
  [`工商银行收盘价38.52元，招商银行收盘价5.87元${A}。`],
  ["招商银行收盘价38.52元（akshare，2026-05-07 15:30）。"],
  ["招商银行收盘价38.52元（akshare，07/05/2026）。"],
  ["招商银行收盘价38.52元（akshare，2026年5月）。"],
  ["招商银行收盘价38.52元（来源：公开数据，2026-05-07）。"],
  ["招商银行收盘价38.52元（akshare，最新）。"],
];
