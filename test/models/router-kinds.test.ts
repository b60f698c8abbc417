import assert from "node:assert/strict";
import { test } from "node:test";
import { bundledSecurities, createDirectory, foreignSecurities } from "#language";
import { auditRoute } from "../../src/cli/audit-route.ts";
import { catalogue } from "./catalogue.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const audit = { cards: catalogue, directory, dayOf: () => "2026-05-06" };
const now = "2026-05-07T10:35:00+08:00";

/** `skill code…` of each action, behind what the user asked before. */
const route = (utterance: string, ...before: string[]): string =>
  auditRoute({ utterance, now, context: before.map((text) => ({ role: "user", text })) }, audit)
    .actions.map(({ skill, codes }) => [skill, ...codes.map((code) => code.slice(0, 6))].join(" "))
    .join(" + ");

function all(expected: string, ...texts: readonly string[]): void {
  for (const text of texts) assert.equal(route(text), expected, text);
}

test("a level with 以上, 上方, 之下 behind it is asked of the price, of an index of its level", () => {
  all("price 600519", "茅台还在1300以上吗", "茅台在1300上方吗", "茅台还在1400上面吗", "茅台还有1300吗");
  all("price 300308", "中际旭创还在千元之上吗", "旭创跌到900以下了吗");
  all("price 600519", "is Moutai still above 1300", "茅台1380?");
  all("market 000001", "上证还在4000点以上吗", "上证指数还在3900之上吗");
  all("valuation 600519", "茅台市盈率还在20以上吗");
});

test("a name that was mistaken is asked the question before", () => {
  const texts = [
    "打错了 是长安汽车",
    "说错了,是长安汽车",
    "不对 是长安汽车",
    "输错了 长安汽车",
    "口误 是长安汽车",
  ];
  const others = [
    "啊不是 是长安汽车",
    "长安汽车才对",
    "我是说长安汽车",
    "typo, 长安汽车",
    "不好意思 打错了 长安汽车",
  ];
  for (const text of [...texts, ...others])
    assert.equal(route(text, "长城汽车毛利率"), "fundamentals 000625", text);
  assert.equal(route("sorry, I meant BYD", "P/E of CATL"), "valuation 002594");
  assert.equal(route("打错了", "长城汽车毛利率"), "help");
});

test("a word behind the explanation of another is explained, of a company its figure is told", () => {
  for (const [text, before] of [
    ["那市销率呢", "什么是市净率"],
    ["股息率呢", "什么是市盈率"],
    ["那KDJ呢", "什么是MACD"],
    ["and P/B?", "what is P/E"],
  ] as const)
    assert.equal(route(text, before), "knowledge", text);
  assert.equal(route("茅台的呢", "什么是市净率"), "valuation 600519");
  assert.equal(route("茅台的呢", "宁德时代研报", "什么是市净率"), "valuation 600519");
});

test("where a number was found is asked of its source", () => {
  for (const text of [
    "刚才那价格哪儿查的",
    "哪儿查的",
    "这价你从哪儿弄来的",
    "这个价从何而来",
    "这价哪个平台的",
  ])
    assert.equal(route(text, "茅台现价"), "sources", text);
  assert.equal(route("同花顺上显示1380 跟你不一样", "茅台现价"), "sources");
});

test("whether more is red than green is asked of the market", () => {
  all("market", "今天红的多还是绿的多", "绿的多还是红的多", "今天红多还是绿多", "满屏绿吗今天", "全场飘绿吗");
  all("price 600519", "茅台红了还是绿了");
});

test("big money that runs is flow, somebody who should run is advice, a chairman who ran is news", () => {
  all("fund_flow 300059", "主力今天在跑路吗 东财", "东财主力跑了没", "机构在跑路吗 东财", "东财主力撤了吗");
  all("refuse", "该跑路了吗", "茅台要跑路吗");
  all("news 002594", "比亚迪老板跑路了吗");
});

test("what is expected of earnings is the analysts'", () => {
  all(
    "research_reports 600519",
    "茅台明年eps预期",
    "茅台明年EPS预期多少",
    "茅台2026年净利润预期",
    "茅台业绩预期",
  );
  all("research_reports 600519", "expected EPS of Moutai next year", "Moutai EPS expectations");
});

test("what a company does is asked of its card, what a word is for is explained", () => {
  all(
    "brief 300124",
    "汇川技术是干嘛的",
    "汇川技术干什么的",
    "汇川技术做啥的",
    "汇川技术是家什么公司",
    "汇川技术什么来头",
  );
  all("brief 600900", "run me through Yangtze Power", "what does Yangtze Power do", "what is Yangtze Power");
  all("knowledge", "龙虎榜是干嘛的", "MACD是干嘛用的");
  all("help", "你是干嘛的");
  assert.equal(route("它是干嘛的", "汇川技术股价"), "brief 300124");
});

test("ways to go put side by side are a picture", () => {
  all(
    "chart 600519 000858",
    "茅台 五粮液 今年走势放一块",
    "茅台五粮液走势摆一块儿",
    "茅台和五粮液曲线叠一起",
  );
});

test("a sigh without a company is small talk, whatever was spoken of before", () => {
  all("chitchat", "跌麻了想哭", "跌得我想哭", "跌到怀疑人生", "亏到想哭", "今天跌麻了");
  assert.equal(route("跌麻了想哭", "茅台现价"), "chitchat");
  all("price 600519", "茅台跌麻了");
});

test("a company whose name is an everyday word is meant where something is asked of it, and else the word", () => {
  all("price 300024", "机器人这票今天多少钱", "机器人股价");
  all("price 002582", "好想你最新股价");
  all("fundamentals 603883", "老百姓一季度营收");
  all("valuation 601099", "太平洋市净率", "太平洋证券市净率");
  all("valuation 601601", "太平洋保险市净率");
  all("chitchat", "你是机器人吗", "你好呀机器人", "你是人还是机器人", "我好想你");
  all("refuse", "茅台值得买吗", "茅台值得买", "现在值得买吗", "哪只值得买");
  all("price 300785", "值得买股价");
  all("fundamentals 000333", "美的机器人业务收入");
});

test("the app in which something was seen is not what is asked about", () => {
  all("price 600519", "同花顺上看茅台1380对不对 现在到底多少", "同花顺上茅台多少", "大智慧显示茅台1380 对吗");
  all("valuation 300750", "东方财富里的宁德时代市盈率是20 对吗");
  all("price 300033", "同花顺股价", "同花顺上涨了吗");
  all("fundamentals 300033", "同花顺上半年营收");
  all("peers 300033 300059", "同花顺和东方财富谁贵");
});

test("a nickname stands for its company, and one that spells three for all of them", () => {
  all("valuation 601398", "宇宙行股息率");
  all("price 688256", "寒王股价");
  all("price 300502 300308 300394", "易中天股价");
});
