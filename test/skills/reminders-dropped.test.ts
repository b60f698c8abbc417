import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { alert, askWith, digest } from "./reminders-kept.ts";

const kept = [
  alert("m1200", "600519.SH", "below", "1200"),
  alert("m1500", "600519.SH", "above", "1500"),
  alert("w100", "000858.SZ", "below", "100"),
  alert("b5", "002594.SZ", "move", "5"),
  digest("market", "09:00", "大盘怎么样", "market"),
  digest("list", "15:30", "我的自选", "watchlist"),
  digest("moutai", "15:40", "茅台多少钱"),
];
const all = kept.map(({ id }) => id).join(" ");
const digests = "market list moutai";

const cases: readonly (readonly [text: string, dropped: string, ...codes: readonly string[]])[] = [
  ["取消茅台1500的提醒", "m1500", "茅台"],
  ["取消茅台跌破1200的提醒", "m1200", "茅台"],
  ["取消茅台1200和1500的提醒", "m1200 m1500", "茅台"],
  ["茅台1500元的提醒不要了", "m1500", "茅台"],
  ["把茅台一千五的提醒取消", "m1500", "茅台"],
  ["取消茅台1600的提醒", "", "茅台"],
  ["取消茅台上涨的提醒", "m1500", "茅台"],
  ["取消茅台的提醒", "m1200 m1500", "茅台"],
  ["取消茅台所有提醒", "m1200 m1500", "茅台"],
  ["取消1500的提醒", "m1500"],
  ["取消1500的提醒", "m1500", "取消1500"],
  ["取消1300的提醒", ""],
  ["取消1300的提醒", "", "取消1300"],
  ["取消比亚迪5%的提醒", "b5", "比亚迪"],
  ["取消比亚迪涨跌5%的提醒", "b5", "比亚迪"],
  ["取消比亚迪4%的提醒", "", "002594.SZ"],
  ["取消比亚迪4个点的提醒", "", "002594.SZ"],
  ["取消比亚迪5个点的提醒", "b5", "002594.SZ"],
  ["取消比亚迪5元的提醒", "", "比亚迪"],
  ["取消平安的提醒", "", "平安"],
  ["cancel the Moutai alert at 1500", "m1500", "Moutai"],
  ["cancel the alert at 1500", "m1500"],
  ["cancel the alert at 1300", ""],
  ["stop alerting me when Moutai falls below 1,200", "m1200", "Moutai"],
  ["取消15:30的日报", "list"],
  ["取消下午三点半的日报", "list"],
  ["取消9点的日报", "market"],
  ["取消15:30的提醒", "list"],
  ["取消16点的日报", ""],
  ["取消15:30和15:40的日报", "list moutai"],
  ["取消大盘的日报", "market"],
  ["不要再发大盘日报", "market"],
  ["取消自选日报", "list"],
  ["取消茅台的日报", "moutai", "茅台"],
  ["取消龙虎榜的日报", ""],
  ["cancel the 3:30 pm digest", "list"],
  ["cancel the digest at 9", "market"],
  ["stop the market digest", "market"],
  ["取消日报", digests],
  ["不要再发日报", digests],
  ["别再每天发了", digests],
  ["取消所有日报", digests],
  ["stop the daily digest", digests],
  ["don't send me the digest any more", digests],
  ["取消茅台1500的提醒和15:30的日报", "m1500 list", "茅台"],
  ["取消所有提醒和日报", all],
  ["取消所有提醒", all],
  ["cancel all alerts", all],
  ["取消提醒", ""],
  ["cancel my alert", ""],
  ["除了茅台都取消,提醒太多", "", "茅台"],
  ["只留茅台的提醒,其他都删掉", "", "茅台"],
  ["取消第1个和第3个提醒", "m1200 w100"],
  ["取消第1和第3个提醒", "m1200 w100"],
  ["取消第1、3、4个提醒", "m1200 w100 b5"],
  ["取消第一个和第三个提醒", "m1200 w100"],
  ["取消第1到3个提醒", "m1200 m1500 w100"],
  ["取消前两个提醒", "m1200 m1500"],
  ["取消最后一个提醒", "moutai"],
  ["取消提醒2和4", "m1500 b5"],
  ["取消第2个提醒", "m1500"],
  ["取消第9个提醒", ""],
  ["取消第1个和第9个提醒", ""],
  ["取消第1个日报", "market"],
  ["取消第6个日报", "list"],
  ["cancel alerts 1 and 3", "m1200 w100"],
  ["cancel alert 1, 2 and 4", "m1200 m1500 b5"],
  ["cancel alert 2", "m1500"],
  ["cancel #2 and #3 of my alerts", "m1500 w100"],
  ["cancel the first and the third alert", "m1200 w100"],
  ["cancel alerts 1-3", "m1200 m1500 w100"],
  ["cancel alert 100", "w100"],
];

describe("of many what is named is taken off, and nothing else", () => {
  for (const [text, dropped, ...codes] of cases)
    test(text, async () => {
      assert.equal((await askWith(kept, text, codes)).dropped, dropped);
    });
});

test("the only one goes where nothing else is named, and stays where another is", async () => {
  const one = [alert("a", "600519.SH", "below", "1200")];
  const of = async (text: string, ...codes: readonly string[]) => (await askWith(one, text, codes)).dropped;
  assert.equal(await of("取消提醒"), "a");
  assert.equal(await of("cancel my alert"), "a");
  assert.equal(await of("cancel the alert at 1500"), "");
  assert.equal(await of("取消五粮液的提醒", "五粮液"), "");
  assert.equal(await of("取消特斯拉的提醒", "特斯拉"), "");
  assert.equal(await of("取消日报"), "");
  assert.equal(await of("取消茅台的日报", "茅台"), "");
});

test("what cancels one thing and sets another does neither, and says how", async () => {
  const { dropped, set, text } = await askWith(kept, "取消茅台1200的提醒,跌破1100再提醒我", ["茅台"]);
  assert.deepEqual([dropped, set], ["", []]);
  assert.match(text, /分两条发,现在什么都没有改/);
});
