import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "#contract";
import { bundledSecurities, createDirectory, foreignSecurities, groundPlan, languageOf } from "#language";
import { routeByRules } from "../../src/models/builtin/route.ts";
import { catalogue } from "./catalogue.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const now = "2026-05-07T10:32:05+08:00";

const after = (code: string): Session => [
  { turnId: "telegram-1-2-1", codes: [code], skill: "price", input: { codes: [code] }, claims: [], at: now },
];

function routesAs(expected: Readonly<Record<string, readonly string[]>>, session: Session = []): void {
  for (const [text, actions] of Object.entries(expected)) {
    const facts = { text, session, now, cards: catalogue, language: languageOf(text) };
    const { plan } = routeByRules(facts, directory);
    assert.ok("plan" in groundPlan(plan, { text, session, now, directory }), `${text} is not grounded`);
    const found = plan.actions.map(({ skill, input: { codes, date, reason } }) =>
      [skill, Array.isArray(codes) ? codes.join("+") : "", date ?? "", reason ?? ""]
        .filter(Boolean)
        .join(" "),
    );
    assert.deepEqual(found, actions, text);
  }
}

test("words that say the same are read the same", () => {
  routesAs({
    海螺水泥去年挣了多少钱: ["fundamentals 600585.SH"],
    招行贵不: ["valuation 600036.SH"],
    明天能交易不: ["calendar 2026-05-08"],
    "行，我知道啦": ["chitchat"],
    融资融券是个啥: ["knowledge"],
    这数字准不: ["sources"],
  });
});

test("is it or is it not denies nothing", () => {
  routesAs({ 讯飞是不是超卖了: ["technical 002230.SZ"], 中芯国际是不是涨停了: ["price 688981.SH"] });
  routesAs({ 不是股价: ["help unsupported"] });
});

test("how things stand is asked of an index as of the market, of a company as of its news", () => {
  routesAs({ 大盘现在啥情况: ["market 000001.SH"], 紫金矿业啥情况: ["news 601899.SH"] });
});

test("a broker that rates another company is no subject; alone or set beside one it is", () => {
  routesAs({
    中金对中免的最新评级: ["research-reports 601888.SH"],
    中信证券怎么看茅台: ["research-reports 600519.SH"],
    "CICC's rating on BYD": ["research-reports 002594.SZ"],
    中信证券的评级: ["research-reports 600030.SH"],
    "ICBC rating and CMB rating": ["research-reports 601398.SH+600036.SH"],
  });
});

test("the list of somebody else is refused, one's own and a company's are not", () => {
  routesAs({
    张三的自选股是什么: ["refuse privacy"],
    看看李四的自选: ["refuse privacy"],
    "show me John's watchlist": ["refuse privacy"],
    我的自选股: ["watchlist"],
    万科加自选: ["watchlist 000002.SZ"],
    周五的关注列表: ["watchlist 2026-05-01"],
  });
});

test("a question in everyday words about the company before needs no name", () => {
  routesAs(
    {
      昨天收在哪: ["price 600519.SH 2026-05-06"],
      怎么跌这么狠: ["news 600519.SH"],
      主力在进还是在出: ["fund-flow 600519.SH"],
      加进我的自选: ["watchlist 600519.SH"],
      最近三个月的走势发来: ["chart 600519.SH"],
      五粮液和它比呢: ["peers 600519.SH+000858.SZ"],
      我的自选: ["watchlist"],
      紫霄科技市盈率: ["valuation 紫霄科技"],
    },
    after("600519.SH"),
  );
});

test("a name of several companies is the one that was spoken of before, else asked about", () => {
  routesAs({ 平安有什么消息: ["news 601318.SH"] }, after("601318.SH"));
  routesAs({ 平安有什么消息: ["news 平安"] }, after("600519.SH"));
});

test("a slip in a name that begins like one of another market is read", () => {
  routesAs({ 京东芳多少钱: ["price 000725.SZ"], 京东多少钱: ["refuse out_of_scope"] });
});

test("a picture asked for first is of everything behind it", () => {
  routesAs({ 用图展示美的和格力股价: ["chart 000333.SZ+000651.SZ"] });
});

test("a sum of money and a share of it is a sum", () => {
  routesAs({ "200元-10%": ["calculator"], "原价200元-10%": ["calculator"] });
});
