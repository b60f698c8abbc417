import { claimsOf, type Scene } from "./natural-examples.ts";

/** Who rose and fell, how many of them, who led, how the day opened: what is said of moves without a number of its own. */

const noon = "2026-05-07T10:35:00+08:00";
const evening = "2026-05-07T16:30:00+08:00";

const market: Scene = {
  question: "宁德时代、比亚迪和招商银行今天怎么样",
  now: noon,
  claims: claimsOf(
    noon,
    `price@catl=248.36 CNY
    change_pct@catl=2.15 %
    price@byd=312.4 CNY
    change_pct@byd=-0.84 %
    price@cmb=44.1 CNY
    change_pct@cmb=-1.5 %
    limit_up_count@market=73 家
    advancer_count@market=3215 家`,
  ),
  sound: [
    "三只股票一涨两跌：宁德时代涨2.15%，比亚迪跌0.84%，招商银行跌1.50%（akshare，2026-05-07）。",
    "三只股票：1涨2跌（akshare，2026-05-07）。\n宁德时代涨2.15%，比亚迪跌0.84%，招商银行跌1.5%（akshare，2026-05-07）。",
    "两只下跌：比亚迪-0.84%，招商银行-1.50%；一只上涨：宁德时代+2.15%（akshare，2026-05-07）。",
    "三只热门股中只有宁德时代上涨（+2.15%）（akshare，2026-05-07）。",
    "比亚迪和招商银行均下跌，跌幅分别为0.84%和1.50%（akshare，2026-05-07）。",
    "宁德时代逆势上涨2.15%，比亚迪与招商银行双双收跌，分别跌0.84%和1.50%（akshare，2026-05-07）。",
    "涨得最多的是宁德时代（2.15%），跌得最多的是招商银行（-1.50%），比亚迪跌0.84%（akshare，2026-05-07）。",
    "宁德时代领涨，涨幅2.15%；招商银行领跌，跌幅1.5%（akshare，2026-05-07）。",
    "招商银行跌1.50%，宁德时代是唯一上涨的，涨2.15%（akshare，2026-05-07）。",
    "三只股票里，宁德时代表现更好（+2.15%），比亚迪则下跌0.84%（akshare，2026-05-07）。",
    "两市涨停73家，上涨3215家（akshare，2026-05-07）。",
    "不论涨跌，请理性投资。比亚迪跌0.84%（akshare，2026-05-07）。",
    "比亚迪日内下跌0.84%，今日飘绿（akshare，2026-05-07）。",
    "比亚迪、招商银行没有一家上涨：比亚迪跌0.84%，招商银行跌1.50%（akshare，2026-05-07）。",
    "比亚迪并未上涨，现价312.40元（akshare，2026-05-07）。",
    "Two of the three stocks fell: BYD (-0.84%) and CMB (-1.50%). CATL rose 2.15%. Source: akshare, 2026-05-07.",
    "One rose and two fell: CATL +2.15%, BYD -0.84%, CMB -1.50% (akshare, 2026-05-07).",
    "CATL gained 2.15% while BYD and CMB both fell (akshare, 2026-05-07).",
    "CATL was the only gainer, up 2.15%; BYD slid 0.84% and CMB 1.50% (akshare, 2026-05-07).",
    "CATL led with a 2.15% gain; BYD lost 0.84% (akshare, 2026-05-07).",
  ],
  unsound: [
    "三只股票两涨一跌：宁德时代涨2.15%，比亚迪跌0.84%，招商银行跌1.50%（akshare，2026-05-07）。",
    "三只股票全线上涨：宁德时代涨2.15%，比亚迪312.40元，招商银行44.10元（akshare，2026-05-07）。",
    "宁德时代和比亚迪双双上涨：宁德时代涨2.15%，比亚迪报312.40元（akshare，2026-05-07）。",
    "无一下跌：宁德时代+2.15%（akshare，2026-05-07）。",
    "涨得最多的是比亚迪，宁德时代涨2.15%（akshare，2026-05-07）。",
    "比亚迪领跌，跌幅0.84%；招商银行跌1.5%（akshare，2026-05-07）。",
    "比亚迪是唯一上涨的，宁德时代涨2.15%（akshare，2026-05-07）。",
    "三只股票里，比亚迪表现更好（-0.84%）（akshare，2026-05-07）。",
    "比亚迪并未下跌，现价312.40元（akshare，2026-05-07）。",
    "宁德时代没有上涨，现价248.36元（akshare，2026-05-07）。",
    "宁德时代下跌而比亚迪上涨，宁德时代现价248.36元（akshare，2026-05-07）。",
    "比亚迪收红，现价312.40元（akshare，2026-05-07）。",
    "宁德时代平盘，现价248.36元（akshare，2026-05-07）。",
    "两市涨停37家（akshare，2026-05-07）。",
    "比亚迪跑赢招商银行和宁德时代，跌0.84%（akshare，2026-05-07）。",
    "宁德时代涨2.15%，招商银行同样如此（akshare，2026-05-07）。",
    "多数上涨：宁德时代+2.15%（akshare，2026-05-07）。",
    "宁德时代现价248.36元（akshare，2026-05-07），放量。",
    "宁德时代现价248.36元（akshare，2026-05-07），处于超买区。",
    "宁德时代现价248.36元（akshare，2026-05-07），被低估。",
    "宁德时代现价248.36元（akshare，2026-05-07），比昨天贵。",
    "宁德时代现价248.36元（akshare，2026-05-07），环比下降。",
    "All three stocks rose: CATL +2.15%, BYD and CMB (akshare, 2026-05-07).",
    "Both BYD and CMB gained: CATL 2.15% (akshare, 2026-05-07).",
    "Two of the three stocks rose: CATL (+2.15%), BYD and CMB. Source: akshare, 2026-05-07.",
    "CATL was the only loser; BYD slid 0.84% (akshare, 2026-05-07).",
    "BYD led the losses, down 0.84%; CMB fell 1.5% (akshare, 2026-05-07).",
    "BYD did not fall; it is at CNY 312.40 (akshare, 2026-05-07).",
    "CATL's last price is CNY 248.36 (akshare, 2026-05-07), off its highs.",
  ],
};

const opening: Scene = {
  question: "宁德时代今天开盘怎么样",
  now: noon,
  claims: claimsOf(
    noon,
    `price@catl=251.36 CNY
    open@catl=258 CNY
    prev_close@catl=256.96 CNY
    ma5@catl=249.9 CNY
    ma60@catl=259.13 CNY`,
  ),
  sound: [
    "宁德时代今日高开，开盘价258.00元，昨收256.96元（akshare，2026-05-07）。",
    "宁德时代高开于258.00元，目前报251.36元（akshare，2026-05-07）。",
    "宁德时代高开低走，今开258元，最新价251.36元（akshare，2026-05-07）。",
    "宁德时代高开后回落，今开258元，最新价251.36元，低于昨收的256.96元（akshare，2026-05-07）。",
    "宁德时代现价251.36元，较昨收的256.96元更低（akshare，2026-05-07）。",
    "宁德时代的5日均线在249.90元，现价251.36元位于其上方（akshare，2026-05-07）。",
    "宁德时代尚未站上60日均线（259.13元），现价251.36元（akshare，2026-05-07）。",
    "CATL opened higher at CNY 258.00; its previous close was CNY 256.96 (akshare, 2026-05-07).",
  ],
  unsound: [
    "宁德时代今日低开，开盘价258.00元，昨收256.96元（akshare，2026-05-07）。",
    "宁德时代今日平开，开盘价258.00元（akshare，2026-05-07）。",
    "宁德时代高开0.4%，开盘价258.00元（akshare，2026-05-07）。",
    "宁德时代高开高走，今开258元，最新价251.36元（akshare，2026-05-07）。",
    "宁德时代现价251.36元，较昨收的256.96元更高（akshare，2026-05-07）。",
    "宁德时代的5日均线在249.90元，现价251.36元位于其下方（akshare，2026-05-07）。",
    "宁德时代已站上60日均线（259.13元），现价251.36元（akshare，2026-05-07）。",
    "CATL opened lower at CNY 258.00 (akshare, 2026-05-07).",
  ],
};

const reports: Scene = {
  question: "宁德时代和比亚迪的业绩、估值、资金流",
  now: evening,
  claims: claimsOf(
    evening,
    `revenue@catl=84704589000 CNY, 2026-03-31, tushare
    revenue_yoy@catl=6.18 %, 2026-03-31, tushare
    revenue_yoy@byd=-3.52 %, 2026-03-31, tushare
    gross_margin@catl=0.2441 ratio, 2026-03-31, tushare
    gross_margin@byd=0.2007 ratio, 2026-03-31, tushare
    roe@catl=6.2 %, 2026-03-31, tushare
    roe@byd=7.4 %, 2026-03-31, tushare
    main_net_inflow@catl=53849.5 万元
    main_net_inflow@byd=-29352.71 万元
    close@byd=348.5 CNY, 2026-04-30
    close@byd=352.1 CNY, 2026-05-06`,
  ),
  sound: [
    "宁德时代营收同比增长6.18%至847.05亿元（tushare，2026-03-31）。",
    "宁德时代营收保持增长，同比+6.18%，比亚迪则同比下降3.52%（tushare，2026-03-31）。",
    "论毛利率，宁德时代（24.41%）远高于比亚迪（20.07%）；但论ROE，宁德时代的6.2%不如比亚迪的7.4%（tushare，2026-03-31）。",
    "CATL's gross margin of 24.4% exceeds BYD's 20.1%, though its ROE (6.2%) is lower than BYD's 7.4% (tushare, 2026-03-31).",
    "BYD's ROE is higher at 7.4%, against 6.2% for CATL (tushare, 2026-03-31).",
    "净流出最多的是比亚迪（2.94亿元），宁德时代净流入5.38亿元（akshare，2026-05-07）。",
    "CATL drew a main-force net inflow of RMB 538.5 million, whereas BYD saw a net outflow of RMB 293.53 million (akshare, 2026-05-07).",
    "比亚迪4月30日收348.50元，5月6日收352.10元（akshare）。",
    "比亚迪收盘价分别为348.50元（4月30日）和352.10元（5月6日），来源：akshare。",
    "| | 宁德时代 | 比亚迪 |\n|---|---|---|\n| 毛利率 | 24.41% | 20.07% |\n| 来源 | tushare，2026-03-31 | tushare，2026-03-31 |",
    "宁德时代 2026Q1\n营收 | 847.05亿元\n同比 | +6.18%\n来源 | tushare，2026-03-31",
    "宁德时代毛利率24.41%，ROE 6.20%；比亚迪则为20.07%和7.40%（tushare，2026-03-31）。",
    "2026-04-30：348.50元；2026-05-06：352.10元。以上为比亚迪收盘价，来源akshare。",
  ],
  unsound: [
    "宁德时代营收同比增长6.18%至874.05亿元（tushare，2026-03-31）。",
    "两家公司营收均增长，宁德时代同比增长6.18%（tushare，2026-03-31）。",
    "比亚迪毛利率20.07%（tushare，2026-03-31），业绩增长。",
    "CATL's ROE is higher at 6.2%, against 7.4% for BYD (tushare, 2026-03-31).",
    "两家公司均获主力净流入：宁德时代5.38亿元（akshare，2026-05-07）。",
    "净流出最多的是宁德时代（akshare，2026-05-07）。",
    "比亚迪4月30日收352.10元，5月6日收348.50元（akshare）。",
    "比亚迪收盘价分别为352.10元（4月30日）和348.50元（5月6日），来源：akshare。",
    "| | 宁德时代 | 比亚迪 |\n|---|---|---|\n| 毛利率 | 24.41% | 20.07% |\n| 来源 | tushare，2026-03-31 | akshare，2026-03-31 |",
    "宁德时代 2026Q1\n毛利率 | 24.41%\n同比 | +6.18%\n来源 | tushare，2026-03-31",
    "宁德时代毛利率24.41%，ROE 6.20%；比亚迪则为7.40%和20.07%（tushare，2026-03-31）。",
    "2026-04-30：348.50元；2026-05-06：352.10元。以上为比亚迪开盘价，来源akshare。",
  ],
};

export const moveScenes: readonly Scene[] = [market, opening, reports];
