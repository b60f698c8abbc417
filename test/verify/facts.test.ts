/** What a text may say of registered facts, and what it may not: numbers as in the fact, of the same subject, bound and day. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Claim } from "#contract";
import { guard } from "../../src/verify/guard/guard.ts";
import { metrics } from "./examples.ts";
import { naturalNames as names } from "./natural-examples.ts";

const fact = (claim: string, id: string, as_of?: string): Claim => ({
  kind: "knowledge",
  claim,
  cite: { kind: "competence", competence_id: id },
  ...(as_of === undefined ? {} : { as_of }),
});

const rsi14: Claim = {
  ...{ kind: "numeric", metric: "rsi14", value: 73.2, code: "600519", name: "贵州茅台", unit: "" },
  as_of: "2026-05-07",
  cite: {
    ...{ kind: "tool", source: "akshare", table: "indicator", tool_call_id: "tc_1" },
    fetched_at: "2026-05-07T16:05:11+08:00",
  },
};

interface Scene {
  readonly facts: readonly Claim[];
  readonly sound: readonly string[];
  readonly unsound: readonly string[];
}

const scenes: readonly Scene[] = [
  {
    facts: [fact("沪深主板股票的日涨跌幅限制为10%，创业板和科创板股票为20%，北交所股票为30%。", "kb_limit")],
    sound: [
      "科创板股票的日涨跌幅限制是20%(来源:kb_limit)。",
      "北交所股票日涨跌幅限制为30%(kb_limit)。",
      "主板股票每天最多涨跌10%,创业板和科创板是20%(来源:kb_limit)。",
      "按现行规则,主板股票涨跌幅限制为10%,科创板为20%,北交所为30%(kb_limit)。",
    ],
    unsound: [
      "北交所股票日涨跌幅限制为20%(kb_limit)。",
      "创业板股票的日涨跌幅限制为10%(kb_limit)。",
      "按现行规则,主板股票涨跌幅限制为10%,科创板为30%,北交所为20%(kb_limit)。",
      "茅台今天涨幅10%(kb_limit)。",
      "主板股票今天平均涨幅为10%(kb_limit)。",
    ],
  },
  {
    facts: [fact("A股买入申报数量应为100股或其整数倍；科创板单笔申报数量不小于200股。", "kb_lot")],
    sound: ["买入A股要按100股的整数倍申报(kb_lot);科创板单笔不少于200股。"],
    unsound: ["买入A股要按200股的整数倍申报(kb_lot)。", "科创板单笔申报数量不超过200股(kb_lot)。"],
  },
  {
    facts: [fact("A股证券交易印花税由卖方缴纳，税率为0.05%；过户费由买卖双方缴纳，费率为0.001%。", "kb_fee")],
    sound: ["卖出A股要缴0.05%的印花税(来源:kb_fee)。", "过户费费率为0.001%,买卖双方都要缴(来源:kb_fee)。"],
    unsound: [
      "买入A股要缴0.05%的印花税(来源:kb_fee)。",
      "过户费费率为0.05%(来源:kb_fee)。",
      "印花税税率不是0.05%(kb_fee)。",
      "印花税税率从0.1%下调到0.05%(kb_fee)。",
    ],
  },
  {
    facts: [fact("A股连续竞价时间为9:30至11:30和13:00至14:57，收盘集合竞价为14:57至15:00。", "kb_hours")],
    sound: [
      "A股连续竞价时间是上午9:30至11:30、下午13:00至14:57(kb_hours)。",
      "收盘集合竞价从14:57到15:00(kb_hours)。",
    ],
    unsound: [
      "A股连续竞价时间是上午9:30至11:30、下午13:00至15:00(kb_hours)。",
      "收盘集合竞价从14:55到15:00(kb_hours)。",
    ],
  },
  {
    facts: [fact("通达信MACD的默认参数为12、26、9。", "kb_macd")],
    sound: ["通达信里MACD默认参数是12、26、9(kb_macd)。"],
    unsound: ["通达信里MACD默认参数是26、12、9(kb_macd)。"],
  },
  {
    facts: [
      fact(
        "Main-board A-shares have a daily price limit of 10%; ChiNext and STAR Market shares have a limit of 20%.",
        "kb_lim_en",
      ),
    ],
    sound: [
      "STAR Market shares may move by up to 20% a day (kb_lim_en).",
      "The daily limit is 10% for main-board A-shares and 20% for ChiNext and STAR Market shares (source: kb_lim_en).",
    ],
    unsound: [
      "The daily limit is 20% for main-board A-shares and 10% for ChiNext and STAR Market shares (source: kb_lim_en).",
      "ChiNext shares have a daily price limit of 10% (kb_lim_en).",
    ],
  },
  {
    facts: [fact("The regular sessions run from 9:30 to 11:30 and from 13:00 to 15:00.", "kb_h_en")],
    sound: ["Trading runs from 9:30 to 11:30 and from 13:00 to 15:00 (kb_h_en)."],
    unsound: ["Trading runs from 9:30 to 11:30 and from 13:30 to 15:00 (kb_h_en)."],
  },
  {
    facts: [fact("市盈率(TTM)等于总市值除以最近12个月归母净利润。", "kb_pe")],
    sound: ["市盈率(TTM)用总市值除以最近12个月的归母净利润(kb_pe)。"],
    unsound: ["市盈率(TTM)用总市值除以最近24个月的归母净利润(kb_pe)。"],
  },
  {
    facts: [
      fact(
        "年度报告应在每个会计年度结束之日起4个月内披露，半年度报告2个月内披露，季度报告1个月内披露。",
        "kb_dis",
      ),
    ],
    sound: ["年度报告要在会计年度结束后4个月内披露(kb_dis)。", "季度报告应在季度结束后1个月内披露(kb_dis)。"],
    unsound: ["季度报告应在2个月内披露(kb_dis)。", "半年度报告应在4个月内披露(kb_dis)。"],
  },
  {
    facts: [fact("RSI高于70通常视为超买，低于30通常视为超卖。", "kb_rsi", "2026-01-15"), rsi14],
    sound: [
      "贵州茅台RSI14为73.2(akshare,2026-05-07)。一般认为RSI高于70为超买(kb_rsi,2026-01-15)。",
      "RSI在70以上通常视为超买,30以下通常视为超卖(来源:kb_rsi,2026-01-15)。",
    ],
    unsound: [
      "RSI在70以上通常视为超卖(来源:kb_rsi,2026-01-15)。",
      "RSI高于70通常视为超买(来源:kb_rsi,2026-01-16)。",
      "贵州茅台RSI14为70(kb_rsi,2026-01-15)。",
      "贵州茅台的RSI高于70(kb_rsi,2026-01-15)。",
      "现在RSI为70,属于超买(kb_rsi)。",
    ],
  },
  {
    facts: [fact("RSI高于70通常视为超买，低于30通常视为超卖。", "kb_rsi")],
    sound: ["一般来说RSI高于70视为超买、低于30视为超卖(kb_rsi)。"],
    unsound: ["一般来说RSI高于70视为超卖、低于30视为超买(kb_rsi)。"],
  },
  {
    facts: [fact("A股买入以手为单位，每手为100股。", "kb_unit")],
    sound: ["A股买入以手为单位,一手是100股(kb_unit)。"],
    unsound: ["A股买入以手为单位,两手是100股(kb_unit)。"],
  },
  {
    facts: [fact("科创板投资者门槛为50万元。", "kb_th")],
    sound: ["科创板投资者门槛为50万元(kb_th)。"],
    unsound: ["科创板投资者门槛为50万元以下(kb_th)。"],
  },
  {
    facts: [fact("RSI高于70通常视为超买，低于30通常视为超卖。", "kb_rsi")],
    sound: ["RSI高于70视为超买(kb_rsi)。"],
    unsound: ["RSI高于70不视为超买(kb_rsi)。", "RSI高于70并非超买(kb_rsi)。"],
  },
  {
    facts: [fact("沪深主板股票的日涨跌幅限制为10%，创业板和科创板股票为20%。", "kb_lim")],
    sound: ["沪深主板股票的日涨跌幅不得超过10%(kb_lim)。"],
    unsound: ["沪深主板股票的日涨跌幅限制至少为10%(kb_lim)。"],
  },
  // Told in other words, in the other language or in part.
  {
    facts: [fact("市销率等于总市值除以最近12个月营业收入。", "kb_told")],
    sound: [
      "市销率就是用总市值去除以最近12个月的营业收入。",
      "The price-to-sales ratio is total market cap divided by revenue of the last 12 months.",
    ],
    unsound: [
      "市销率等于总市值除以最近6个月营业收入。",
      "市销率等于最近12个月营业收入除以总市值。",
      "市盈率等于总市值除以最近12个月营业收入。",
    ],
  },
  {
    facts: [fact("KDJ指标的K值高于80视为超买，低于20视为超卖。", "kb_told")],
    sound: [
      "K值在80以上算超买，20以下算超卖。",
      "In the KDJ indicator a K reading above 80 counts as overbought and one below 20 as oversold.",
    ],
    unsound: ["K值高于20视为超买。", "KDJ的K值高于80视为超卖。", "RSI高于80视为超买。"],
  },
  {
    facts: [
      fact(
        "Brokers may charge a commission of up to 0.3% of the traded value, with a minimum of RMB 5 per order.",
        "kb_told",
      ),
    ],
    sound: [
      "Commission is capped at 0.3% of the traded value, and at least RMB 5 is charged per order.",
      "券商佣金最高为成交金额的0.3%，每笔最低五元。",
    ],
    unsound: [
      "券商佣金最低为成交金额的0.3%。",
      "Brokers may charge a stamp duty of up to 0.3% of the traded value.",
      "券商佣金最高为成交金额的0.5%，每笔最低5元。",
    ],
  },
  {
    facts: [fact("港股通每日额度为沪市420亿元、深市420亿元；北向每日额度各520亿元。", "kb_told")],
    sound: [
      "港股通沪市和深市每日额度各为420亿元，北向则各520亿元。",
      "The northbound daily quota is RMB 52 billion for each link.",
    ],
    unsound: ["北向每日额度各420亿元。", "港股通每日额度为沪市520亿元。", "北向每月额度各520亿元。"],
  },
  {
    facts: [
      fact(
        "Block trades require at least 300,000 shares or a value of at least RMB 2 million for A-shares.",
        "kb_told",
      ),
    ],
    sound: [
      "An A-share block trade needs 300,000 shares or more, or a value of RMB 2 million or more.",
      "A股大宗交易单笔数量不低于30万股，或金额不低于200万元。",
    ],
    unsound: [
      "A股大宗交易单笔数量不低于50万股。",
      "Block trades require at most 300,000 shares.",
      "A股集中竞价单笔数量不低于30万股。",
    ],
  },
  {
    facts: [fact("MA金叉指5日均线上穿10日均线，死叉指5日均线下穿10日均线。", "kb_told")],
    sound: [
      "5日均线向上穿过10日均线，叫金叉。",
      "A golden cross is the 5-day moving average crossing above the 10-day; a death cross is the 5-day crossing below it.",
    ],
    unsound: ["金叉指5日均线下穿10日均线。", "金叉指10日均线上穿5日均线。", "金叉指5日均线上穿20日均线。"],
  },
  {
    facts: [
      fact(
        "In the Hong Kong market the stamp duty is 0.1% of the transaction value on both the buyer and the seller.",
        "kb_told",
      ),
    ],
    sound: [
      "Hong Kong charges stamp duty of 0.1% on both sides of a trade.",
      "港股印花税为成交金额的0.1%，买卖双方都要交。",
    ],
    unsound: [
      "A股印花税为成交金额的0.1%，买卖双方都要交。",
      "港股印花税为成交金额的0.1%，只由卖方缴纳。",
      "港股印花税为成交金额的0.13%。",
    ],
  },
  {
    facts: [fact("A股开盘前9:15至9:20可以撤单，9:20至9:25不能撤单。", "kb_told")],
    sound: [
      "9:20到9:25不可撤单，9:15到9:20可以。",
      "Orders can be cancelled from 9:15 to 9:20 but not from 9:20 to 9:25.",
    ],
    unsound: ["9:15至9:20不能撤单。", "9:20至9:25可以撤单。", "9:25至9:30不能撤单。"],
  },
  {
    facts: [
      fact(
        "上市公司年度股东大会应于上一会计年度结束后的6个月内召开，临时股东大会应在事实发生之日起2个月内召开。",
        "kb_told",
      ),
    ],
    sound: [
      "年度股东大会要在上个会计年度结束后六个月之内召开。",
      "An annual general meeting must be held within six months of the end of the previous fiscal year; an extraordinary one within two months of the event.",
    ],
    unsound: [
      "年度股东大会应于上一会计年度结束后的2个月内召开。",
      "临时股东大会应于上一会计年度结束后的6个月内召开。",
      "年度股东大会最早在会计年度结束6个月后召开。",
    ],
  },
];

const problemsOf = (claims: readonly Claim[], prose: string) =>
  guard({ lang: "zh", user_question: "", now: "2026-05-07T16:30:00+08:00", claims, prose, names, metrics })
    .problems;

for (const { facts, sound, unsound } of scenes) {
  for (const prose of sound) test(`passes: ${prose}`, () => assert.deepEqual(problemsOf(facts, prose), []));
  for (const prose of unsound)
    test(`refuses: ${prose}`, () => assert.notDeepEqual(problemsOf(facts, prose), []));
}
