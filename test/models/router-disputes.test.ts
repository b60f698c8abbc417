import assert from "node:assert/strict";
import { test } from "node:test";
import type { Claim, Session } from "#contract";
import { bundledSecurities, createDirectory, foreignSecurities, languageOf } from "#language";
import { routeByRules } from "../../src/models/builtin/route.ts";
import { catalogue } from "./catalogue.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const now = "2026-05-07T10:32:05+08:00";
const [maotai, wuliangye] = ["600519.SH", "000858.SZ"];
const price: Claim = {
  ...{ kind: "numeric", metric: "current_price", value: 1801.23, code: maotai, unit: "CNY", as_of: now },
  cite: { kind: "tool", source: "sample", fetched_at: now, tool_call_id: "tc_1" },
};
const answered: Session = [
  { turnId: "t1", codes: [maotai], skill: "price", input: { codes: [maotai] }, claims: [price], at: now },
];

function routed(text: string, session: Session): string {
  const { plan } = routeByRules(
    { text, session, now, cards: catalogue, language: languageOf(text) },
    directory,
  );
  return plan.actions
    .map(({ skill, input }) => [skill, ...(Array.isArray(input.codes) ? input.codes : [])].join(" "))
    .join("; ");
}

const judge = (session: Session, cases: Readonly<Record<string, string>>) => {
  for (const [text, expected] of Object.entries(cases)) assert.equal(routed(text, session), expected, text);
};

test("a number seen elsewhere is set against the answer before, wherever it was seen", () => {
  judge(answered, {
    和同花顺不一样: "sources",
    "不对吧,我这里显示1799": "sources",
    "不對吧,我這邊顯示1799": "sources",
    我看雪球上是1799啊: "sources",
    跟券商软件对不上: "sources",
    茅台在同花顺上显示1799: "sources",
    "my app shows 1799": "sources",
    "it's different from Tonghuashun": "sources",
    这价格是多少分钟前的: "sources",
    这哪天的数据: "sources",
  });
});

test("a number that was not told is looked up where the company is named", () => {
  judge([], { "茅台价格错了吧,实际是1258": `price ${maotai}`, 茅台价格不准: `price ${maotai}` });
  judge(answered, { "五粮液价格不对吧,我这里显示129": `price ${wuliangye}`, 茅台价格错了吧: "sources" });
});

test("what only sounds like it asks for what it says", () => {
  judge(answered, {
    茅台和五粮液谁贵: `peers ${maotai} ${wuliangye}`,
    同花顺多少钱: "price 300033.SZ",
    "我这里有100股茅台 成本1700 值多少": `calculator ${maotai}`,
    "不对,我要的是市盈率": `valuation ${maotai}`,
    昨天收盘是1791吗: `price ${maotai}`,
  });
});

test("of a link only the stock in it counts, and neither its host nor its words", () => {
  judge([], {
    "https://quote.eastmoney.com/sz300750.html": "price 300750.SZ",
    "https://xueqiu.com/S/SH600519": `price ${maotai}`,
    "stockpage.10jqka.com.cn/600519/ 市盈率": `valuation ${maotai}`,
    "看看 https://quote.eastmoney.com/sz300750.html 的市盈率": "valuation 300750.SZ",
    东方财富市盈率: "valuation 300059.SZ",
    "price of JD.com": "refuse",
  });
});
