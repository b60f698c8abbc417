import assert from "node:assert/strict";
import { test } from "node:test";
import { bundledSecurities, createDirectory, foreignSecurities, languageOf } from "#language";
import { routeByRules } from "../../src/models/builtin/route.ts";
import { catalogue } from "./catalogue.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const now = "2026-05-07T10:32:05+08:00";

const routed = (text: string): string => {
  const facts = { text, session: [], now, cards: catalogue, language: languageOf(text) };
  const { actions } = routeByRules(facts, directory).plan;
  return actions
    .map(({ skill, input }) => [skill, ...(Array.isArray(input.codes) ? input.codes : [])].join(" "))
    .join("; ");
};

test("a number in a clause that sets or changes an alert is its level", () => {
  for (const [text, expected] of [
    ["把比亚迪的提醒改成210", "watchlist 002594.SZ"],
    ["比亚迪提醒价改为210", "watchlist 002594.SZ"],
    ["把比亞迪的提醒改成210", "watchlist 002594.SZ"],
    ["茅台跌5个点提醒我", "watchlist 600519.SH"],
    ["茅台涨5个点通知我", "watchlist 600519.SH"],
    ["茅台跌3个点就叫我", "watchlist 600519.SH"],
    ["五粮液市盈率多少,茅台跌5个点提醒我", "valuation 000858.SZ; watchlist 600519.SH"],
  ])
    assert.equal(routed(text ?? ""), expected, text);
});

test("elsewhere it stays a sum's, or a figure that nobody changes", () => {
  for (const [text, expected] of [
    ["茅台1500涨5个点是多少", "calculator 600519.SH"],
    ["把茅台股价改成1500,提醒我", "refuse"],
    ["茅台股价改成1500", "refuse"],
    ["change the BYD alert to 310", "watchlist 002594.SZ"],
  ])
    assert.equal(routed(text ?? "").replace(/^refuse.*/, "refuse"), expected, text);
});

test("a number that is a stock's and an index's is the index's where points are asked for", () => {
  for (const [text, expected] of [
    ["000001多少点", "market 000001.SH"],
    ["000016多少点", "market 000016.SH"],
    ["000016現在多少點", "market 000016.SH"],
    ["000001昨天收盘多少点", "market 000001.SH"],
    ["000001和000300多少点", "market 000001.SH 000300.SH"],
    ["how many points is 000001", "market 000001.SH"],
    ["000001多少钱", "price 000001.SZ"],
    ["000016", "price 000016.SZ"],
    ["000001今天跌了多少点", "price 000001.SZ"],
    ["深证000001多少点", "price 000001.SZ"],
    ["平安银行000001多少点", "price 000001.SZ"],
    ["000858多少点", "price 000858.SZ"],
  ])
    assert.equal(routed(text ?? ""), expected, text);
});
