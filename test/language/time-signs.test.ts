import assert from "node:assert/strict";
import { test } from "node:test";
import { dayNumber } from "../../src/language/civil.ts";
import { festivalRules } from "../../src/language/dates/festivals.ts";
import { periodEndRules } from "../../src/language/dates/period-ends.ts";
import { relativeRules } from "../../src/language/dates/relative.ts";
import { maySpeakOfTime } from "../../src/language/dates/time-signs.ts";
import { timeWords } from "../../src/language/dates/unread.ts";
import { writtenRules } from "../../src/language/dates/written.ts";

const rules = [...relativeRules, ...festivalRules, ...periodEndRules, ...writtenRules];

const civil = { year: 2026, month: 5, day: 7 };
const today = { day: dayNumber(2026, 5, 7), civil, future: false, asksIfOpen: false };

/** Chinese words that stand in the rules, as far as they are written out. */
const words = new Set(rules.flatMap(({ pattern }) => pattern.source.match(/\p{Script=Han}{1,4}/gu) ?? []));
const vague =
  "当时 那时 何时 近期 近来 不久前 不久后 那阵子 上次 上回 那会儿 曾经 从前 以往 早先 先前 原先 原来的股价 以前 过去 上市之初";
const clocks = "盘前 盘后 早盘 尾盘 傍晚 夜里 清晨 凌晨 一大早 10:30 10点左右 3小时 5分钟";
const festivals = "元旦 春节 除夕 清明 五一 端午 中秋 国庆 元宵 圣诞 黄金周 双十一 双11 双12";
const befores = ["", "3", "三", "上", "最近"];
const behinds = ["", "前", "后", "收盘", "的股价", "当天", "代", "3", " 3"];

test("a text without any sign of time holds nothing that a rule reads as one", () => {
  let without = 0;
  for (const word of [...words, ...`${vague} ${clocks} ${festivals}`.split(" ")])
    for (const before of befores)
      for (const behind of behinds) {
        const text = before + word + behind;
        if (maySpeakOfTime(text)) continue;
        without++;
        assert.deepEqual(timeWords(text), [], text);
        for (const { pattern, read } of rules)
          for (const match of text.matchAll(pattern))
            assert.equal(read({ ...match.groups, whole: match[0] }, today), null, text);
      }
  assert.ok(without > 1000, `${without} texts`);
});

test("a question about now has no sign of time, one that names a time has", () => {
  for (const text of ["600519 现在多少钱", "宁德时代股价", "五粮液市盈率", "当前价", "目前市值"])
    assert.equal(maySpeakOfTime(text), false, text);
  for (const text of ["清明收盘价", "2025的净利润", "3/15收盘", "10:30的价格", "yesterday"])
    assert.equal(maySpeakOfTime(text), true, text);
});
