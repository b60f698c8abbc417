import assert from "node:assert/strict";
import { test } from "node:test";
import { maxReminders } from "#contract";
import { alert, askWith, digest } from "./reminders-kept.ts";

const maotai = "600519.SH";
const first = alert("m1200", maotai, "below", "1200");
const other = alert("m1500", maotai, "above", "1500");

test("two levels of one message, and one more in a later one, hold beside each other", async () => {
  const both = await askWith([], "茅台跌破1200和1100都提醒我", ["茅台"]);
  assert.deepEqual([both.dropped, both.set], ["", ["600519.SH below 1200", "600519.SH below 1100"]]);
  const more = await askWith([first], "茅台跌破1100提醒我", ["茅台"]);
  assert.deepEqual([more.dropped, more.set], ["", ["600519.SH below 1100"]]);
  assert.match(more.text, /^已设提醒:[^\n]*1100 元[^\n]*\n之前设的仍然有效:跌到 1200 元或更低。\n/);
  const english = await askWith([first], "alert me when Moutai falls below 1100", ["Moutai"]);
  assert.match(
    english.text,
    /^Alert set: [^\n]*1100[^\n]*\nWhat you set before stays: at 1200 yuan or below\.\n/,
  );
});

test("the same level again is one alert", async () => {
  const again = await askWith([first, other], "茅台跌破1200.0提醒我", ["茅台"]);
  assert.deepEqual([again.dropped, again.set], ["m1200", ["600519.SH below 1200"]]);
});

test("a change takes the named one's place, or the only one's, or asks which", async () => {
  const of = async (text: string, ...kept: readonly (typeof first)[]) => {
    const { dropped, set } = await askWith(kept, text, [/Moutai/.test(text) ? "Moutai" : "茅台"]);
    return `${dropped} > ${set.join(", ")}`;
  };
  assert.equal(await of("把茅台的提醒改成1100", first), "m1200 > 600519.SH below 1100");
  assert.equal(await of("把茅台的提醒改成1100", first, other), "m1200 > 600519.SH below 1100");
  assert.equal(await of("把茅台1500的提醒改成1600", first, other), "m1500 > 600519.SH above 1600");
  assert.equal(await of("把茅台1300的提醒改成1600", first, other), " > ");
  const third = alert("m1000", maotai, "below", "1000");
  assert.equal(await of("把茅台的提醒改成1100", first, third), " > ");
  assert.equal(await of("把茅台的提醒改成1100"), " > 600519.SH below 1100");
  assert.equal(
    await of("change the Moutai alert from 1200 to 1100", first, third),
    "m1200 > 600519.SH below 1100",
  );
  assert.equal(
    await of("alert me when Moutai falls below 1100 instead of 1200", first, other),
    "m1200 > 600519.SH below 1100",
  );
  assert.equal(await of("茅台回调到1100提醒我", first), " > 600519.SH below 1100");
  const percent = alert("m3", maotai, "down", "3");
  assert.equal(await of("把茅台3%的提醒改成5%", percent), "m3 > 600519.SH down 5");
});

test("no more are set than there may be, what is replaced counted out", async () => {
  const many = Array.from({ length: maxReminders - 1 }, (_, at) =>
    alert(`w${at}`, "000858.SZ", "below", `${at + 1}`),
  );
  const full = [...many, first];
  assert.match((await askWith(full, "茅台跌破1100提醒我", ["茅台"])).text, /最多/);
  assert.deepEqual((await askWith(many, "茅台跌破1200和1100都提醒我", ["茅台"])).set, []);
  assert.equal((await askWith(full, "把茅台的提醒改成1100", ["茅台"])).dropped, "m1200");
});

test("an amount of change is no level: nothing is set, and what can be is said", async () => {
  for (const [text, name] of [
    ["茅台跌了50块提醒我", "茅台"],
    ["茅台跌50块提醒我", "茅台"],
    ["茅台涨50块提醒我", "茅台"],
    ["茅台50块提醒我", "茅台"],
    ["茅台涨超100元提醒我", "茅台"],
    ["alert me when Moutai drops by 50 yuan", "Moutai"],
    ["alert me when Moutai falls 50 yuan", "Moutai"],
    ["alert me when Moutai is up 50 yuan", "Moutai"],
  ] as const) {
    const told = await askWith([first], text, [name]);
    assert.deepEqual([told.dropped, told.set], ["", []], text);
    assert.match(
      told.text,
      /不能按涨跌多少元来设,这次没有设|a change of so many yuan, so nothing was set/,
      text,
    );
  }
});

test("a level in few words is one", async () => {
  for (const [text, name, set] of [
    ["茅台跌1200提醒我", "茅台", "600519.SH below 1200"],
    ["茅台1200提醒我", "茅台", "600519.SH below 1200"],
    ["茅台涨超1500提醒我", "茅台", "600519.SH above 1500"],
    ["茅台跌破50提醒我", "茅台", "600519.SH below 50"],
    ["alert me when Moutai rises over 1500 yuan", "Moutai", "600519.SH above 1500"],
    ["比亚迪涨过300提醒我", "比亚迪", "002594.SZ above 300"],
  ] as const)
    assert.deepEqual((await askWith([], text, [name])).set, [set], text);
});

test("without a price what may be an amount is asked back", async () => {
  const told = await askWith([], "平安银行跌5块提醒我", ["平安银行"]);
  assert.deepEqual(told.set, []);
  assert.match(told.text, /请说明是涨到还是跌到/);
  assert.equal((await askWith([], "平安银行跌破5块提醒我", ["平安银行"])).set.length, 1);
});

const market = digest("market", "09:00", "大盘怎么样", "market");
const list = digest("list", "15:30", "我的自选", "watchlist");

test("a digest comes at each time that is named, and a later time takes the earlier's place", async () => {
  const two = await askWith([market], "每天9点和15点发我的自选");
  assert.deepEqual([two.dropped, two.set], ["", ["09:00 我的自选", "15:00 我的自选"]]);
  assert.match(two.text, /^已设日报:每个交易日 09:00 和 15:00/);
  const later = await askWith([market, list], "每天16:00发我的自选");
  assert.deepEqual([later.dropped, later.set], ["list", ["16:00 我的自选"]]);
  const changed = await askWith([market, list], "把日报从15:30改到16点");
  assert.deepEqual([changed.dropped, changed.set], ["list", ["16:00 我的自选"]]);
  const only = await askWith([list], "日报改成16点");
  assert.deepEqual([only.dropped, only.set], ["list", ["16:00 我的自选"]]);
  assert.deepEqual((await askWith([market, list], "把日报从14:30改到16点")).set, []);
  const mixed = await askWith([], "每天9点发大盘,15点发我的自选");
  assert.deepEqual(mixed.set, []);
  assert.match(mixed.text, /请分几条设/);
});
