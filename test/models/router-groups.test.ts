import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "#contract";
import { bundledSecurities, createDirectory, foreignSecurities, languageOf } from "#language";
import { routeByRules } from "../../src/models/builtin/route.ts";
import { catalogue } from "./catalogue.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const now = "2026-05-07T10:32:05+08:00";
const codes = ["600519.SH", "000858.SZ"];
const two: Session = [{ turnId: "t1", codes, skill: "price", input: { codes }, claims: [], at: now }];

function routed(text: string, session: Session = []): string {
  const facts = { text, session, now, cards: catalogue, language: languageOf(text) };
  const [action] = routeByRules(facts, directory).plan.actions;
  return `${action?.skill} ${JSON.stringify(action?.input)}`;
}

test("those of a class of stocks are to be listed, which no source does", () => {
  for (const text of [
    ...[
      "连板股有哪些",
      "破净股有哪些",
      "低市盈率银行股",
      "有哪些银行股",
      "科技股",
      "新能源概念股",
      "次新股呢",
    ],
    ...["創業板有哪些股票", "现在有哪些ST股", "銀行股呢", "银行股怎么样", "券商股今天涨了吗"],
  ])
    assert.equal(routed(text), 'market {"ranking":true}', text);
  assert.equal(routed("银行股呢", two), 'market {"ranking":true}');
});

test("what only ends in the same word is no class of stocks", () => {
  for (const text of [
    ...[
      "什么是次新股",
      "控股股东是谁",
      "我的自选股",
      "自选股有哪些",
      "港股",
      "推荐几只银行股",
      "200股呢",
      "两百股呢",
    ],
    ...["能买50股吗", "茅台总股本", "最近有哪些机构调研了比亚迪", "上证50成分股有哪些"],
  ])
    assert.doesNotMatch(routed(text), /ranking/, text);
});

test("how many stocks are at their limit, and how a sector does, is the market's; the limit itself is a rule", () => {
  for (const text of [
    ...["涨停板今天多少家", "跌停板有几家", "今天涨停几家", "今天跌停几只", "白酒板块呢", "哪个行业跌得惨"],
    ...["今天哪个板块涨得好", "新能源概念今天涨了吗"],
  ])
    assert.equal(routed(text), "market {}", text);
  for (const text of ["涨停板是多少", "创业板涨停板是多少"]) assert.match(routed(text), /^knowledge/, text);
  assert.match(routed("大盘怎么样"), /^market/);
});

test("the one that fell more, behind several, is one of them; behind none it is asked of the market", () => {
  for (const text of ["跌得多的呢", "涨的多的呢", "哪个涨的多", "跌幅大的是哪个"])
    assert.equal(routed(text, two), `peers ${JSON.stringify({ codes })}`, text);
  assert.equal(routed("涨的多还是跌的多", two), "market {}");
});
