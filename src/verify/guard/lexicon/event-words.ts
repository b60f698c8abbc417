import type { WordList } from "./word-list.ts";

/** What happens to a stock or is judged of it, for which no claim exists. */
export const eventWords: readonly WordList[] = [
  {
    kind: "event",
    words:
      "放量|缩量|放巨量|量价齐升|量价齐跌|量价背离|量能放大|量能萎缩|成交放大|成交萎缩|成交明显放大|成交明显萎缩|成交活跃|成交清淡|交投活跃|交投清淡",
  },
  {
    kind: "event",
    words:
      "金叉|死叉|超买|超卖|多头排列|空头排列|破位|见底|见顶|筑底|触底|探底|探底回升|冲高|冲高回落|上升趋势|下降趋势|上升通道|下降通道|走势向上|走势向下|趋势向上|趋势向下|历史底部|底部区域|顶部区域|止跌|止涨|企稳|由涨转跌|由跌转涨|先涨后跌|先跌后涨|阴跌|阴跌不止|冲击涨停",
  },
  {
    kind: "event",
    words:
      "破净|破发|低估|高估|被低估|被高估|估值合理|估值偏高|估值偏低|性价比高|股息诱人|高股息|分红丰厚|业绩增长|业绩大增|业绩下滑|业绩向好|业绩承压|业绩亮眼|利润增长|利润下滑|利润大增|扭亏|扭亏为盈|由盈转亏|扭盈为亏|由亏转盈|资不抵债",
  },
  {
    kind: "event",
    words:
      "浮盈|浮亏|抗跌|更抗跌|最抗跌|扛跌|同样如此|也是如此|亦是如此|亦然|抢筹|出逃|扫货|抄底|回本|解套|套牢|独占鳌头|一枝独秀|一骑绝尘|头把交椅|遥遥领先|半壁江山|三甲|仅次于|蒸发|缩水|资金涌入|资金追捧|大幅流入|大幅流出|大举买入|大举卖出",
  },
  {
    kind: "event",
    op: "last",
    words: "也是|亦是|也一样|也如此|也同样|同样|as well|too|also",
  },
  {
    kind: "event",
    words:
      "涨跌不一|涨多跌少|跌多涨少|龙头地位|行业龙头|行业第一|龙一|领头羊|折价交易|溢价交易|低位|高位|便宜|昂贵|偏贵|太贵|很贵|挺贵|划算|估值优势|安全边际|亏损收窄|亏损扩大|放缓|提速|减速|收窄|扩大|放大|缩小|走阔|增收不增利|量能|异动|拉升在即|创新高|创新低|连阳|连阴|主力控盘|筹码集中|资金出逃",
  },
  {
    kind: "event",
    words:
      "profitable|unprofitable|trading at a discount|trading at a premium|at a discount|at a premium|cheap|expensive|attractively valued|richly valued|fully valued|industry leader|market leader|mixed bag|outperformer|underperformer|overheated|volatile|momentum|breakout|sell-off|selloff|rally mode|overbought|oversold|undervalued|overvalued|fairly valued|bargain|golden cross|death cross|heavy volume|light volume|thin volume|heavy trading|most traded|most active|most analysts|bull market|bear market|in the black|in the red|loss-making|money-losing|losing money|breaking even|break even|broke even|bottomed out|bottoming|topped out|second only to|next only to|off its high|off its highs|off its low|off its lows|halfway|likewise|so did|as did|a fraction of|fraction of|lion's share|losing run|winning run|slowed|slowing|accelerated|accelerating|quickened|narrowed|narrowing|widened|widening|extending losses|extended losses|extending gains|extended gains|outpacing the market|under pressure|swung to a loss|swung to a profit|turned profitable|turned around",
  },
];
