import assert from "node:assert/strict";
import { test } from "node:test";
import { isBeyond, readAskedLevel } from "#contract";
import { readUserNumbers } from "#language";

const read = (text: string): string | null => {
  const asked = readAskedLevel(text, readUserNumbers(text));
  return asked === null ? null : `${asked.side} ${asked.number.value}${asked.isStrict ? "" : " or at it"}`;
};

const asked: Readonly<Record<string, string | null>> = {
  茅台跌破1300了吗: "below 1300",
  "茅台跌破了1,300元了没?": "below 1300",
  茅台站上一千八了没有: "above 1800 or at it",
  茅台有没有突破1900: "above 1900",
  茅台涨到2000了吗: "above 2000 or at it",
  茅台到1800了吗: "either 1800 or at it",
  大盘守住3900点了吗: "above 3900 or at it",
  "600519跌破1300了吗": "below 1300",
  茅台没跌破1700吧: "below 1700",
  "is BYD above 350": "above 350",
  "has Moutai fallen below 1,800 yuan?": "below 1800",
  "did CATL hit 300 today": "either 300 or at it",
  茅台是1800块吗: "at 1800 or at it",
  "我记得茅台才300块,对吗": "at 300 or at it",
  "is Moutai 300 yuan": "at 300 or at it",
  "is Moutai up 5 yuan": null,
  "茅台涨了5块,对吗": null,
  茅台跌破1300提醒我: null,
  要是跌破1300呢: null,
  茅台跌破20日均线了吗: null,
  "茅台涨超过5%了吗": null,
  茅台现在多少钱: null,
  "is Moutai between 1700 and 1900": null,
  "600519跌了吗": null,
};

for (const [text, expected] of Object.entries(asked)) test(text, () => assert.equal(read(text), expected));

test("the level itself is beyond only what is asked about as reached", () => {
  const beyond = (text: string, value: number) => {
    const found = readAskedLevel(text, readUserNumbers(text));
    assert.ok(found !== null);
    return isBeyond(found, value);
  };
  assert.deepEqual(
    [beyond("跌破1300了吗", 1300), beyond("跌到1300了吗", 1300), beyond("跌破1300了吗", 1299.99)],
    [false, true, true],
  );
  assert.deepEqual([beyond("到1300了吗", 1300), beyond("到1300了吗", 1301)], [true, undefined]);
});
