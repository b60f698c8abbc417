import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type AlertRule, alertHolds } from "#contract";
import { readUserNumbers } from "#language";
import { readRules, relationOf, sentenceOf, touchedBy } from "../../skills/watchlist/alert-words.ts";
import { readDigest } from "../../skills/watchlist/digest-words.ts";
import { type ReminderWish, readReminderWish } from "../../skills/watchlist/reminders.ts";

const rulesOf = (text: string) => {
  const rules = readRules(text, readUserNumbers);
  return typeof rules === "string"
    ? rules
    : rules.map(({ side = "?", level, unit }) => `${side} ${level} ${unit}`);
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
      assert.deepEqual([read.at, read.question], [at, question]);
    });
});

test("setting, listing and canceling are told apart", () => {
  const wishes: Readonly<Record<ReminderWish, readonly string[]>> = {
    alert: ["茅台跌破1300提醒我", "alert me when Moutai falls below 1300", "茅台到2000叫我", "提醒我看茅台"],
    list: [
      "我的提醒",
      "我设了哪些提醒",
      "提醒列表",
      "什么时候提醒",
      "my alerts",
      "list my alerts",
      "我的日报",
    ],
    drop: [
      "取消茅台的提醒",
      "取消第2个提醒",
      "删除所有提醒",
      "不要再发日报",
      "别再每天发了",
      "cancel the alert for Moutai",
      "stop the daily digest",
      "don't send me the digest any more",
    ],
    digest: [
      "每天15:30发我自选股",
      "日报改成16点",
      "每周一发我自选",
      "send me my watchlist every day at 15:30",
    ],
  };
  for (const [wish, texts] of Object.entries(wishes))
    for (const text of texts) assert.equal(readReminderWish(text), wish, text);
});
