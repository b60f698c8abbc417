import type { Claim } from "#contract";

/** A third set: what analysts and chat bots write, several companies, days and sources to a text. */
export interface Scene {
  readonly question: string;
  readonly now: string;
  readonly claims: readonly Claim[];
  readonly sound: readonly string[];
  readonly unsound: readonly string[];
}

export const naturalNames = {
  "300750": ["宁德时代", "CATL"],
  "002594": ["比亚迪", "BYD"],
  "000002": ["万科A", "万科", "Vanke"],
  "600036": ["招商银行", "CMB"],
};

const noon = "2026-05-07T10:35:00+08:00";
const evening = "2026-05-07T16:30:00+08:00";
const codes: Readonly<Record<string, string>> = {
  catl: "300750",
  byd: "002594",
  vanke: "000002",
  cmb: "600036",
};

/** `metric@company=value unit, as_of, source`: one claim a row. */
export function claimsOf(now: string, rows: string): Claim[] {
  return rows
    .trim()
    .split("\n")
    .map((row) => {
      const [what = "", as_of = "2026-05-07", source = "akshare", provisional] = row.trim().split(/,\s*/);
      const [, metric = "", who = "", value = "", unit = ""] = /^(\w+)@(\w+)=(\S+) ?(.*)$/.exec(what) ?? [];
      return {
        kind: "numeric",
        value: Number(value),
        metric,
        code: codes[who] ?? null,
        unit,
        as_of,
        ...(provisional === "provisional" ? { provisional: true } : {}),
        cite: { kind: "tool", source, fetched_at: now, tool_call_id: `tc_${metric}_${who}_${as_of}` },
      } as const;
    });
}

const quotes: Scene = {
  question: "宁德时代、比亚迪和万科今天怎么样,我250买的宁德",
  now: noon,
  claims: claimsOf(
    noon,
    `price@catl=251.36 CNY
    prev_close@catl=256.96 CNY
    change_pct@catl=-2.18 %
    volume@catl=412345 手
    price@byd=348.5 CNY
    change_pct@byd=1.2 %
    price@vanke=6.55 CNY
    change_pct@vanke=0 %`,
  ),
  sound: [
    "宁德时代现价251.36元（-2.18%），比亚迪现价348.50元（+1.20%）（akshare，2026-05-07）。",
    "宁德时代盘中下跌2.18%至251.36元（akshare，2026-05-07）。",
    "宁德时代 251.36 元 ↓2.18%\n比亚迪 348.50 元 ↑1.20%\nakshare 2026-05-07",
    "万科A6.55元，宁德时代251.36元（现价，akshare，2026-05-07）。",
    "万科A：6.55元（0.00%）；比亚迪：348.50元（+1.20%）。数据：akshare，2026-05-07。",
    "①宁德时代现价251.36元 ②比亚迪现价348.50元 ③万科A现价6.55元（akshare，2026-05-07）",
    "三只股票中，比亚迪涨幅最大（+1.20%）（akshare，2026-05-07）。",
    "三只股票中，宁德时代跌幅最大，为2.18%（akshare，2026-05-07）。",
    "比亚迪（+1.20%）跑赢宁德时代（-2.18%）（akshare，2026-05-07）。",
    "今日上涨的有比亚迪（+1.20%），下跌的有宁德时代（-2.18%）（akshare，2026-05-07）。",
    "当前价低于昨收：宁德时代现价251.36元，昨收256.96元（akshare，2026-05-07）。",
    "宁德时代现价251.36元[1]，涨跌幅-2.18%[1]。\n\n[1] akshare，2026-05-07",
    "宁德时代成交量4123.45万股（akshare，2026-05-07）。",
    "您说的250元我记下了。宁德时代当前价251.36元（akshare，2026-05-07）。",
    "一是宁德时代现价251.36元；二是比亚迪现价348.50元（akshare，2026-05-07）。",
    "CATL is at RMB251.36, down 2.18% (akshare, 2026-05-07).",
    "CATL closed yesterday at CNY 256.96; it is down 2.18% at CNY 251.36 (akshare, 2026-05-07).",
    "At 2026-05-07, CATL and BYD traded at CNY 251.36 and CNY 348.50 respectively (akshare).",
    "On 2026-05-07, akshare showed CATL at CNY 251.36, below its previous close of CNY 256.96.",
    "CATL dipped 2.18% to CNY 251.36 while BYD rose 1.20% to CNY 348.50 (akshare, 2026-05-07).",
  ],
  unsound: [
    "宁德时代现价251.36元（+2.18%）（akshare，2026-05-07）。",
    "宁德时代 251.36 元 ↑2.18%\nakshare 2026-05-07",
    "三只股票中，比亚迪跌幅最大（akshare，2026-05-07）。",
    "宁德时代（-2.18%）跑赢比亚迪（+1.20%）（akshare，2026-05-07）。",
    "比亚迪现价348.50元（akshare，2026-05-07），跑赢沪深300。",
    "三只股票下跌：宁德时代、比亚迪、万科A（akshare，2026-05-07）。",
    "宁德时代报251.36元/手（akshare，2026-05-07）。",
    "宁德时代现价251.36元，较上周收盘256.96元下跌2.18%（akshare，2026-05-07）。",
    "宁德时代现价251.36元（akshare，2026-05-07），为上市以来首次。",
    "宁德时代现价251.36元（akshare，2026-05-07），市场份额第一。",
    "宁德时代现价251.36元，接近昨收256.96元（akshare，2026-05-07）。",
    "宁德时代现价251.36元（akshare，2026-05-07），走势持续了3日。",
    "宁德时代股份（000002）现价251.36元（akshare，2026-05-07）。",
    "您说的250美元我记下了。宁德时代当前价251.36元（akshare，2026-05-07）。",
    "宁德时代 251.36元，比亚迪 348.50元（最低价，akshare，2026-05-07）。",
    "| 股票 | 代码 | 现价 |\n|---|---|---|\n| 宁德时代 | 002594 | 251.36元 |\n\nakshare，2026-05-07",
    "CATL is at CNY 251.36 (akshare, 2026-05-07), in the top ten by turnover.",
    "CATL is at CNY 251.36 (akshare, 2026-05-07), a 52-week low.",
    "CATL is at CNY 251.36 (akshare, 2026-05-07), the first drop this week.",
  ],
};

const reports: Scene = {
  question: "宁德时代和比亚迪的业绩、估值、资金流",
  now: evening,
  claims: claimsOf(
    evening,
    `close@catl=251.36 CNY, 2026-05-07, akshare
    close@byd=348.5 CNY, 2026-05-07, akshare
    change_pct@catl=-2.18 %, 2026-05-07, akshare
    pe_ttm@catl=21.5 x, 2026-05-07, tushare
    pe_ttm@byd=24.31 x, 2026-05-07, tushare
    pb@catl=4.4 x, 2026-05-07, tushare
    pb@byd=5.02 x, 2026-05-07, tushare
    revenue@catl=84704589000 CNY, 2026-03-31, tushare
    revenue@byd=170360000000 CNY, 2026-03-31, tushare
    revenue_yoy@catl=6.18 %, 2026-03-31, tushare
    revenue_yoy@byd=-3.52 %, 2026-03-31, tushare
    gross_margin@catl=0.2441 ratio, 2026-03-31, tushare
    gross_margin@byd=0.2007 ratio, 2026-03-31, tushare
    main_net_inflow@catl=53849.5 万元
    main_net_inflow@byd=-29352.71 万元`,
  ),
  sound: [
    "宁德时代、比亚迪的收盘价分别为251.36元、348.50元（akshare，2026-05-07），市盈率分别为21.5倍、24.31倍（tushare，2026-05-07）。",
    "两家公司的市净率分别是4.40倍（宁德时代）和5.02倍（比亚迪），来源：tushare，2026-05-07。",
    "比亚迪市盈率24.31倍，市净率5.02倍；同期宁德时代分别为21.50倍和4.40倍（tushare，2026-05-07）。",
    "宁德时代 vs 比亚迪\n\n市盈率：21.50倍 vs 24.31倍\n\n来源：tushare，2026-05-07",
    "宁德时代21.50倍的市盈率，明显低于比亚迪的24.31倍（tushare，2026-05-07）。",
    "毛利率方面，宁德时代（24.41%）优于比亚迪（20.07%）（tushare，2026年一季报）。",
    "比亚迪2026年1-3月营业收入1703.6亿元，同比减少3.52%（tushare）。",
    "宁德时代2026一季报要点：\n一是营收847.05亿元，同比增长6.18%；\n二是毛利率24.41%。\n（tushare，2026-03-31）",
    "| 公司 | 营收 | 同比 | 毛利率 |\n|---|---|---|---|\n| 宁德时代 | 847.05亿元 | +6.18% | 24.41% |\n| 比亚迪 | 1703.60亿元 | -3.52% | 20.07% |\n\n数据来源：tushare，报告期：2026年3月31日",
    "| 指标（2026一季报） | 宁德时代 | 比亚迪 |\n|---|---|---|\n| 营业收入（亿元） | 847.05 | 1703.60 |\n\n来源：tushare",
    "宁德时代营收847.05亿元（同比+6.18%）（tushare，2026-03-31）。",
    "宁德时代主力资金净流入5.38亿元，比亚迪净流出2.94亿元（akshare，2026-05-07）。",
    "| 名称 | 主力净流入（亿元） |\n|---|---|\n| 宁德时代 | 5.38 |\n| 比亚迪 | -2.94 |\n来源：akshare 日期：2026-05-07",
    "宁德时代收盘价251.36元，市盈率21.50倍（收盘价：akshare，2026-05-07；市盈率：tushare，2026-05-07）。",
    "宁德时代今日收跌2.18%，报251.36元（akshare，2026-05-07）。",
    "CATL trades at 21.50x earnings versus 24.31x for BYD (tushare, 2026-05-07).",
    "CATL closed at CNY 251.36 on May 7, 2026, down 2.18% (akshare).",
    "In Q1 2026 CATL grew revenue 6.18% year on year to RMB 84.70 billion, whereas BYD's revenue fell 3.52% to RMB 170.36 billion (tushare).",
    "BYD reported Q1 2026 revenue of RMB 170.4 billion (-3.52% yoy); source: tushare.",
    "CATL saw a main-force net inflow of RMB 538.5 million, while BYD saw a net outflow of RMB 293.53 million (akshare, 2026-05-07).",
  ],
  unsound: [
    "宁德时代、比亚迪的收盘价分别为251.36元、348.50元（akshare，2026-05-07），市盈率分别为24.31倍、21.5倍（tushare，2026-05-07）。",
    "两家公司的市净率分别是4.40倍（比亚迪）和5.02倍（宁德时代），来源：tushare，2026-05-07。",
    "比亚迪市盈率24.31倍，市净率5.02倍；同期宁德时代分别为4.40倍和21.50倍（tushare，2026-05-07）。",
    "宁德时代 vs 比亚迪\n\n市盈率：24.31倍 vs 21.50倍\n\n来源：tushare，2026-05-07",
    "毛利率方面，比亚迪（20.07%）优于宁德时代（24.41%）（tushare，2026年一季报）。",
    "比亚迪主力净流入最多，为-2.94亿元（akshare，2026-05-07）。",
    "| 名称 | 主力净流出（亿元） |\n|---|---|\n| 宁德时代 | 5.38 |\n来源：akshare 日期：2026-05-07",
    "| 公司 | 营收 | 环比 |\n|---|---|---|\n| 宁德时代 | 847.05亿元 | +6.18% |\n\ntushare，2026-03-31",
    "| 公司 | 毛利率 | 同比 |\n|---|---|---|\n| 宁德时代 | 24.41% | +6.18% |\n\ntushare，2026-03-31",
    "CATL trades at 21.50x book versus 24.31x for BYD (tushare, 2026-05-07).",
    "CATL's Q1 revenue rose 6.18% quarter on quarter (tushare, 2026-03-31).",
    "CATL closed at CNY 251.36 on May 6, 2026, down 2.18% (akshare).",
  ],
};

const days: Scene = {
  question: "比亚迪最近几天收盘价",
  now: noon,
  claims: claimsOf(
    noon,
    `close@byd=348.5 CNY, 2026-04-30
    close@byd=352.1 CNY, 2026-05-06
    change_pct@byd=1.03 %, 2026-05-06
    holder_count@byd=213456 户, 2026-03-31, tushare
    dividend_per_10@byd=7 CNY, 2025-12-31, tushare
    limit_up_count@market=58 家, 2026-05-06
    limit_down_count@market=7 家, 2026-05-06
    close@vanke=6.55 CNY, 2026-05-07, akshare, provisional`,
  ),
  sound: [
    "比亚迪近两日收盘价：4月30日348.50元，5月6日352.10元（akshare）。",
    "比亚迪4月30日收盘348.50元，5月6日收盘352.10元，涨1.03%（akshare）。",
    "BYD's close rose from CNY 348.50 on April 30, 2026 to CNY 352.10 on May 6, 2026 (akshare).",
    "比亚迪收盘价最高为352.10元（2026-05-06，akshare），最低为348.50元（2026-04-30，akshare）。",
    "比亚迪股东户数21.35万户（tushare，2026-03-31），每10股派现7元（tushare，2025-12-31）。",
    "两市涨停家数58家，跌停家数7家（akshare，2026-05-06）。",
    "万科A收盘价（待确认）6.55元（akshare，2026-05-07）。",
    "Vanke's close (provisional) was CNY 6.55 (akshare, 2026-05-07).",
  ],
  unsound: [
    "比亚迪近五日收盘价：4月30日348.50元，5月6日352.10元（akshare）。",
    "比亚迪收盘价最高为348.50元（2026-04-30，akshare）。",
    "BYD's close fell from CNY 348.50 on April 30, 2026 to CNY 352.10 on May 6, 2026 (akshare).",
    "比亚迪股东户数21.53万户（tushare，2026-03-31）。",
    "比亚迪每股派现7元（tushare，2025-12-31）。",
    "两市涨停家数7家，跌停家数58家（akshare，2026-05-06）。",
    "万科A收盘价6.55元（akshare，2026-05-07）。",
    "Vanke's close was CNY 6.55 (akshare, 2026-05-07).",
    "比亚迪收盘价连续上涨（akshare，2026-05-06）。",
  ],
};

export const scenes: readonly Scene[] = [quotes, reports, days];
