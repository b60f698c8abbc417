import assert from "node:assert/strict";
import { test } from "node:test";
import { bundledSecurities, createDirectory, foreignSecurities, languageOf } from "#language";
import { routeByRules } from "../../src/models/builtin/route.ts";
import { groundPlan } from "../language/ground-plan.ts";
import { catalogue } from "./catalogue.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const now = "2026-05-07T10:32:05+08:00";

/** The skills and days of the plan as it is carried out, and what is told as not answered. */
function routed(text: string) {
  const { plan } = routeByRules(
    { text, session: [], now, cards: catalogue, language: languageOf(text) },
    directory,
  );
  const grounded = groundPlan(plan, { text, session: [], now, directory });
  assert.ok("plan" in grounded, `${text}: ${JSON.stringify(grounded)}`);
  const { actions, left = [] } = grounded.plan;
  return { asked: actions.map(({ skill, input }) => [skill, input.date ?? ""].join(" ").trim()), left };
}

test("of more than three questions three are planned, and the rest is told in its own words", () => {
  for (const [text, asked, left] of [
    [
      "茅台现在多少钱,比亚迪的净利润,大盘怎么样,宁德时代新闻",
      ["price", "fundamentals", "market"],
      ["宁德时代新闻"],
    ],
    [
      "price of Moutai, PE of BYD, net profit of CATL, news about Wuliangye",
      ["price", "valuation", "fundamentals"],
      ["news about Wuliangye"],
    ],
    [
      "茅台价格、市盈率、净利润、新闻、资金流向",
      ["price", "valuation", "fundamentals"],
      ["新闻", "资金流向"],
    ],
    ["茅台市盈率净利润新闻资金流向", ["valuation", "fundamentals", "news"], ["资金流向"]],
    [
      "貴州茅臺股價,比亞迪淨利潤,大盤怎麼樣,寧德時代新聞",
      ["price", "fundamentals", "market"],
      ["寧德時代新聞"],
    ],
    ["茅台能买吗,现在价格,市盈率,净利润,新闻", ["refuse", "price", "valuation"], ["净利润", "新闻"]],
  ] as const)
    assert.deepEqual(routed(text), { asked, left }, text);
});

test("a day of what is left is no day of what is answered", () => {
  const { asked, left } = routed("茅台现在多少钱,比亚迪的净利润,大盘怎么样,宁德时代昨天的新闻");
  assert.deepEqual(asked, ["price", "fundamentals", "market"]);
  assert.deepEqual(left, ["宁德时代昨天的新闻"]);
});

test("of three questions, and of several companies or days of one, nothing is left", () => {
  for (const text of [
    "茅台现在多少钱,比亚迪的净利润,大盘怎么样",
    "茅台、五粮液、比亚迪、宁德时代多少钱",
    "茅台5月6日、4月30日、4月29日、4月28日收盘价",
  ])
    assert.deepEqual(routed(text).left, [], text);
});
