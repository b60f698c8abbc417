import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type AlertRule, alertHolds } from "#contract";
import { readUserNumbers } from "#language";
import { relationOf, sentenceOf, touchedBy } from "../../skills/watchlist/alert-rules.ts";
import { type RuleWords, readRules } from "../../skills/watchlist/alert-words.ts";
import { readDigest } from "../../skills/watchlist/digest-words.ts";
import { readReminderWish } from "../../skills/watchlist/reminders.ts";

const rulesOf = (text: string) => {
  const read = readRules(text, readUserNumbers);
  if (typeof read === "string") return read;
  const words = ({ side, level, unit, amount }: RuleWords) =>
    `${side ?? "?"} ${level} ${unit}${amount === undefined ? "" : ` ${amount}`}`;
  return [...read.former.map((rule) => `not ${words(rule)}`), ...read.rules.map(words)];
};

describe("what a message says of an alert", () => {
  const cases: Readonly<Record<string, readonly string[] | string>> = {
    茅台跌破1300提醒我: ["below 1300 CNY"],
    "茅台跌到1,300.5元叫我": ["below 1300.5 CNY"],
    茅台低于1300通知我: ["below 1300 CNY"],
    茅台1300以下提醒我: ["below 1300 CNY"],
    宁德时代涨到400叫我: ["above 400 CNY"],
    宁德时代突破400块提醒: ["above 400 CNY"],
    "600519跌破1300提醒我": ["below 1300 CNY"],
    "关注一下紫金矿业，跌破18提醒我": ["below 18 CNY"],
    茅台到2000叫我: ["? 2000 CNY"],
    茅台涨破1900或跌破1700提醒我: ["above 1900 CNY", "below 1700 CNY"],
    "比亚迪涨跌超过5%提醒": ["move 5 %"],
    "比亚迪跌超过5%提醒我": ["down 5 %"],
    比亚迪跌5个点叫我: ["down 5 %"],
    "比亚迪涨幅超过3.5%提醒我": ["up 3.5 %"],
    比亚迪跌百分之五叫我: ["down 5 %"],
    "alert me when Moutai falls below 1300": ["below 1300 CNY"],
    "tell me if BYD rises above 400 yuan": ["above 400 CNY"],
    "notify me when CATL hits 400": ["? 400 CNY"],
    "tell me if BYD moves more than 5%": ["move 5 %"],
    "alert me if BYD drops 5 percent": ["down 5 %"],
    "alert me if BYD gains 5%": ["up 5 %"],
    提醒我看茅台: [],
    茅台跌破一千三提醒我: ["below 1300 CNY"],
    茅台跌破1千3提醒我: ["below 1300 CNY"],
    茅台一千三以下提醒我: ["below 1300 CNY"],
    万科跌破三块五叫我: ["below 3.5 CNY"],
    比亚迪跌三个点叫我: ["down 3 %"],
    "关注一下茅台,跌破一千三提醒我": ["below 1300 CNY"],
    五粮液涨到一百二或者跌到九十提醒我: ["above 120 CNY", "below 90 CNY"],
    "remind me at 3pm to check Moutai": [],
    "alert me when Moutai falls below 1300 at 3pm": ["below 1300 CNY"],
    下午三点提醒我看茅台: [],
    "15:00提醒我茅台": [],
    "3点提醒我看茅台": [],
    九点半叫我看茅台: [],
    比亚迪跌3点提醒我: "unclear",
    茅台跌破0元提醒我: "unclear",
    茅台涨了200股提醒我: "unclear",
    茅台跌破20日均线提醒我: "beyond",
    茅台市盈率低于20提醒我: "beyond",
    "alert me when the volume of Moutai is above 10": "beyond",
    茅台便宜50块提醒我: ["? 50 CNY said"],
    茅台比现在低50块提醒我: ["? 50 CNY said"],
    "remind me when Moutai is 50 yuan cheaper": ["? 50 CNY said"],
    茅台1200提醒我: ["? 1200 CNY possible"],
    茅台站上1500提醒我: ["above 1500 CNY"],
    茅台亏了5000块提醒我: "beyond",
    茅台跌了50块提醒我: ["below 50 CNY said"],
    茅台跌去50元提醒我: ["below 50 CNY said"],
    茅台再跌50块提醒我: ["below 50 CNY said"],
    茅台涨了超过50块提醒我: ["above 50 CNY said"],
    茅台漲了50塊提醒我: ["above 50 CNY said"],
    比亚迪涨跌超过10元提醒我: ["? 10 CNY said"],
    比亚迪跌幅达到10元提醒我: ["below 10 CNY said"],
    "alert me when Moutai drops by 50 yuan": ["below 50 CNY said"],
    "alert me when Moutai is up by more than 50 yuan": ["above 50 CNY said"],
    "tell me if Moutai loses 50 yuan": ["below 50 CNY said"],
    "tell me if BYD moves more than 10 yuan": ["above 10 CNY said"],
    "alert me on a 50 yuan drop of Moutai": ["? 50 CNY said"],
    茅台跌50块提醒我: ["below 50 CNY possible"],
    茅台涨超1500提醒我: ["above 1500 CNY possible"],
    "alert me when Moutai falls 50 yuan": ["below 50 CNY possible"],
    茅台跌破了1200提醒我: ["below 1200 CNY"],
    茅台跌到了1200块提醒我: ["below 1200 CNY"],
    "alert me when Moutai drops to 1200 yuan": ["below 1200 CNY"],
    "alert me when Moutai moves to 1200 yuan": ["? 1200 CNY"],
    茅台回调到1200提醒我: ["below 1200 CNY"],
    茅台跌50以下提醒我: ["below 50 CNY"],
    把比亚迪的提醒改成210: ["? 210 CNY"],
    把茅台1200的提醒改成1100: ["not ? 1200 CNY", "? 1100 CNY"],
    茅台跌破1200的提醒改为跌破1100: ["not below 1200 CNY", "below 1100 CNY"],
    "把茅台跌3%的提醒改成5%": ["not down 3 %", "? 5 %"],
    "change the Moutai alert from 1200 to 1100": ["not ? 1200 CNY", "? 1100 CNY"],
    "alert me when Moutai falls below 1100 instead of 1200": ["not ? 1200 CNY", "below 1100 CNY"],
  };
  for (const [text, expected] of Object.entries(cases))
    test(text, () => assert.deepEqual(rulesOf(text), expected));
});

const rule = (side: AlertRule["side"], level: string): AlertRule => ({ code: "600519.SH", side, level });

test("an alert's own sentence is read as the same alert", () => {
  for (const side of ["below", "above", "up", "down", "move"] as const)
    for (const [language, name] of [
      ["zh", "贵州茅台"],
      ["en", "Kweichow Moutai"],
    ] as const) {
      const text = sentenceOf(rule(side, "5.5"), name, language);
      const unit = side === "below" || side === "above" ? "CNY" : "%";
      assert.deepEqual(rulesOf(text), [`${side} 5.5 ${unit}`], text);
      assert.equal(readReminderWish(text), "alert");
    }
});

test("a rule holds at its level and beyond, of the price or of the day's change", () => {
  const value = { current_price: 1300, pct_chg: -5 };
  const holds = (side: AlertRule["side"], level: string) => alertHolds(rule(side, level), value);
  assert.deepEqual(
    [holds("below", "1300"), holds("below", "1299.99"), holds("above", "1300")],
    [true, false, true],
  );
  assert.deepEqual(
    [holds("down", "5"), holds("down", "5.01"), holds("up", "5"), holds("move", "5")],
    [true, false, false, true],
  );
  assert.equal(alertHolds(rule("below", "1300"), { close: 1299 }), true);
  assert.equal(alertHolds(rule("move", "5"), { current_price: 1299 }), undefined);
});

test("how a price stands to a level is said as it is, and nothing of a change the other way", () => {
  const say = (side: AlertRule["side"], value: number) =>
    relationOf(rule(side, "5"), { current_price: value, pct_chg: value })?.zh ?? null;
  assert.deepEqual(
    [say("below", 4), say("below", 5), say("below", 6)],
    ["低于你设的 5 元", "正好是你设的 5 元", "高于你设的 5 元"],
  );
  assert.deepEqual(
    [say("move", -6), say("up", 5), say("move", 1), say("up", -6), say("down", 6)],
    ["跌幅超过你设的 5%", "涨幅正好是你设的 5%", "涨幅没有到你设的 5%", null, null],
  );
  assert.equal(touchedBy(rule("below", "5"), { low: 5, high: 9 }), "low");
  assert.equal(touchedBy(rule("below", "5"), { low: 5.01 }), null);
  assert.equal(touchedBy(rule("above", "5"), { high: 5 }), "high");
});

describe("what a message says of a digest", () => {
  const cases: Readonly<Record<string, readonly [at: string | undefined, question: string | undefined]>> = {
    "每天15:30发我自选股": ["15:30", "我的自选"],
    每个交易日早上9点半发大盘: ["09:30", "大盘怎么样"],
    每天下午3点半给我发茅台的市盈率: ["15:30", "茅台的市盈率"],
    每天十点一刻发茅台: ["10:15", "茅台"],
    每天3点发我的自选: ["15:00", "我的自选"],
    每天晚上8点发茅台的新闻: ["20:00", "茅台的新闻"],
    每天收盘后发我自选: ["15:10", "我的自选"],
    日报改成16点: ["16:00", undefined],
    "每天9:00发北向资金": ["09:00", "北向资金"],
    每天收盘后推送龙虎榜: ["15:10", "龙虎榜"],
    把日报时间换到下午4点: ["16:00", undefined],
    "change the daily digest to 4pm": ["16:00", undefined],
    每天早上9点给我发一下消息: ["09:00", undefined],
    每天发我自选: [undefined, "我的自选"],
    "每天25:70发自选": [undefined, "我的自选"],
    "每个交易日15点05分,发我它的市盈率": ["15:05", "茅台的市盈率"],
    "send me my watchlist every trading day at 15:30": ["15:30", "my watchlist"],
    "every trading day at 3:10 pm send me the price of Moutai": ["15:10", "price of Moutai"],
    "send me the P/E of Moutai every day at 4pm": ["16:00", "P/E of Moutai"],
    "every morning at 9 send me the market": ["09:00", "how is the market"],
  };
  for (const [text, [at, question]] of Object.entries(cases))
    test(text, () => {
      const language = /\p{Script=Han}/u.test(text) ? "zh" : "en";
      const names = /茅台|Moutai|它/.test(text) ? ["茅台"] : [];
      const read = readDigest(text, { names, namesOther: false, language });
      assert.deepEqual([read.times[0], read.question], [at, question]);
    });
});

describe("the times that a message names", () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    每天凌晨1点发大盘: ["01:00"],
    每天淩晨1點發大盤: ["01:00"],
    每天晚上12点发大盘: ["00:00"],
    每天半夜12点发大盘: ["00:00"],
    每天半夜两点发大盘: ["02:00"],
    每天晚上11点半发大盘: ["23:30"],
    每晚8点发大盘: ["20:00"],
    每早6点发大盘: ["06:00"],
    每天晚上的9点发大盘: ["21:00"],
    每天零点发大盘: ["00:00"],
    "每天24:00发大盘": ["00:00"],
    每天九点十五发大盘: ["09:15"],
    每天九点零五分发大盘: ["09:05"],
    每天中午12点发大盘: ["12:00"],
    每天中午1点发大盘: ["13:00"],
    每天下午3点发大盘: ["15:00"],
    每天3点发大盘: ["15:00"],
    每天早上9点发大盘: ["09:00"],
    每天21点发大盘: ["21:00"],
    每天9点和15点发我的自选: ["09:00", "15:00"],
    "每天9:30、11:30和15:00发大盘": ["09:30", "11:30", "15:00"],
    每天早上9点和晚上8点发大盘: ["09:00", "20:00"],
    每天开盘前和收盘后发大盘: ["09:00", "15:10"],
    "每天收盘后15:30发大盘": ["15:30"],
    "每天15:30发茅台10:00的价格": ["15:30"],
    "every evening at 8 send me the market": ["20:00"],
    "every night at 11 send me the market": ["23:00"],
    "send me the market every day at 8 in the evening": ["20:00"],
    "send me the market every day at 9 p.m.": ["21:00"],
    "every morning at 6 send me the market": ["06:00"],
    "send me the market every day at midnight": ["00:00"],
    "send me my watchlist every day at 9:00 and 15:00": ["09:00", "15:00"],
    "send me my watchlist every day at 9 and at 3pm": ["09:00", "15:00"],
    从9点改到16点: ["not 09:00", "16:00"],
    "change the digest from 9:00 to 16:00": ["not 09:00", "16:00"],
    日报9点的改成10点和15点: ["not 09:00", "10:00", "15:00"],
    "每天9点发大盘,15点发我的自选": ["mixed"],
    "every day send me the market at 9:00 and my watchlist at 15:00": ["mixed"],
  };
  for (const [text, expected] of Object.entries(cases))
    test(text, () => {
      const names = text.includes("茅台") ? ["茅台"] : [];
      const { times, former, isMixed } = readDigest(text, { names, namesOther: false, language: "zh" });
      assert.deepEqual(isMixed ? ["mixed"] : [...former.map((at) => `not ${at}`), ...times], expected);
    });
});

test("the time is no part of what a digest sends", () => {
  const questions: Readonly<Record<string, string>> = {
    "每天15:30发茅台10:00的价格": "茅台10:00的价格",
    每天早上9点和晚上8点发茅台的新闻: "茅台的新闻",
    每晚8点发茅台的新闻: "茅台的新闻",
    "send me the P/E of Moutai every day at 9 and at 3pm": "P/E of Moutai",
    "every evening at 8 send me the P/E of Moutai": "P/E of Moutai",
  };
  for (const [text, expected] of Object.entries(questions)) {
    const { question } = readDigest(text, { names: ["茅台"], namesOther: false, language: "zh" });
    assert.equal(question, expected, text);
  }
});
