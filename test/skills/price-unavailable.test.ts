import assert from "node:assert/strict";
import { test } from "node:test";
import { unavailableNotes } from "../../skills/price/unavailable.ts";

test("a figure that no source gives is named, in both languages", () => {
  for (const [question, zh, en] of [
    ["茅台量比和振幅", /量比、振幅/, /volume ratio, amplitude/],
    ["茅台买一价", /盘口/, /order book/],
    ["茅台占上证指数权重多少", /权重/, /weight in an index/],
    ["茅台最高到过多少", /历史高低点/, /all-time highs/],
    ["all-time high of Moutai", /历史高低点/, /all-time highs/],
  ] as const) {
    const [note, ...others] = unavailableNotes(question);
    assert.equal(others.length, 0);
    assert.match(note?.zh ?? "", zh, question);
    assert.match(note?.en ?? "", en, question);
  }
});

test("what is there is not said to lack", () => {
  for (const question of [
    "茅台现在多少钱",
    "中芯国际涨停价多少",
    "茅台成交额",
    "五粮液买多少",
    "宁德时代最高价",
    "turnover of CATL",
    "东方财富换手率",
    "turnover rate of CATL",
    "茅台20日均价",
    "茅台今天最高到过多少",
    "比亚迪今天量比昨天大吗",
  ])
    assert.deepEqual(unavailableNotes(question), [], question);
});
