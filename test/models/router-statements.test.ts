import assert from "node:assert/strict";
import { test } from "node:test";
import type { Claim, Session } from "#contract";
import { bundledSecurities, createDirectory, foreignSecurities, languageOf } from "#language";
import { routeByRules } from "../../src/models/builtin/route.ts";
import { groundPlan } from "../language/ground-plan.ts";
import { catalogue } from "./catalogue.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const now = "2026-05-07T10:32:05+08:00";
const [maotai, catl, byd] = ["600519.SH", "300750.SZ", "002594.SZ"];

const after = (skill: string, codes: readonly string[], more: Partial<Session[number]> = {}): Session => [
  {
    turnId: "telegram-1-2-1",
    codes,
    skill,
    input: codes.length > 0 ? { codes } : {},
    claims: [],
    at: now,
    ...more,
  },
];

function routesAs(expected: Readonly<Record<string, string>>, session: Session = []): void {
  for (const [text, wanted] of Object.entries(expected)) {
    const facts = { text, session, now, cards: catalogue, language: languageOf(text) };
    const grounded = groundPlan(routeByRules(facts, directory).plan, { text, session, now, directory });
    assert.ok("plan" in grounded, `${text} is not grounded`);
    const found = grounded.plan.actions.map(({ skill, input: { codes, date, reason } }) =>
      [skill, Array.isArray(codes) ? codes.join("+") : "", date ?? "", reason ?? ""]
        .filter(Boolean)
        .join(" "),
    );
    assert.equal(found.join("; "), wanted, text);
  }
}

test("what is said of a company in whatever words is about how its stock does", () => {
  routesAs({
    茅台是不是又跌成狗了: `price ${maotai}`,
    比亚迪又绿了: `price ${byd}`,
    茅台炸板了吗: `price ${maotai}`,
    招行又拉胯了: "price 600036.SH",
    宁德时代废了: `price ${catl}`,
    五粮液支棱起来了: "price 000858.SZ",
    茅台没救了吗: `price ${maotai}`,
    "CATL crashed": `price ${catl}`,
    "Moutai is tanking": `price ${maotai}`,
    "Moutai got hammered": `price ${maotai}`,
    "BYD is flat": `price ${byd}`,
    大盘又绿了: "market 000001.SH",
  });
});

test("why it happened again is asked of the news, what comes is not told, another thing than the price stays unanswered", () => {
  routesAs({
    宁王咋又崩了: `news ${catl}`,
    比亚迪怎么又绿了: `news ${byd}`,
    比亚迪裁员了吗: `news ${byd}`,
    宁王会崩吗: `refuse ${catl} prediction`,
    宁王起飞了: `refuse ${catl} advice`,
    "CATL is about to crash": `refuse ${catl} prediction`,
    茅台有多少员工: `help ${maotai} unsupported`,
    茅台董事长是谁: `help ${maotai} unsupported`,
    "where is Moutai located": `help ${maotai} unsupported`,
    茅台公司在哪里: `help ${maotai} unsupported`,
    茅台公司地址: `help ${maotai} unsupported`,
  });
});

test("a sigh without a stock is small talk, behind a stock it is about that one", () => {
  routesAs({ "唉 又绿了": "chitchat", 跌麻了: "chitchat", 心累: "chitchat" });
  routesAs({ "唉 又绿了": `price ${maotai}`, 又跳水了: `price ${maotai}` }, after("price", [maotai]));
});

test("wishes and agreement are small talk, though they hold words of the calendar or of advice", () => {
  for (const text of [
    ...["平安夜快乐", "圣诞快乐", "中秋快乐", "国庆快乐", "春节快乐", "恭喜发财", "Merry Christmas"],
    ...["I agree", "agreed", "makes sense", "fair enough", "说得对", "同意", "有道理", "没错", "确实"],
  ])
    routesAs({ [text]: "chitchat" });
  routesAs({ 国庆放假吗: "calendar 国庆", 中秋节休市吗: "calendar 中秋节" });
});

test("how a thing is that is no stock is small talk", () => {
  routesAs({
    北京天气怎么样: "chitchat",
    今天天气怎么样: "chitchat",
    世界杯怎么样: "chitchat",
    这部电影怎么样: "chitchat",
    "how's the weather in Beijing": "chitchat",
    茅台怎么样: `brief ${maotai}`,
  });
});

test("any news behind a company is about that company", () => {
  for (const text of [
    "any news?",
    "any good news?",
    "any announcements?",
    "got any news?",
    "is there any bad news",
  ])
    routesAs({ [text]: `news ${maotai}` }, after("price", [maotai]));
});

test("a limit of the writer's own price is a sum, a stock's limit its price's, how it is reckoned a rule", () => {
  routesAs({
    "昨收10块,涨停价是多少": "calculator",
    "昨收12.5,跌停价多少": "calculator",
    "10块的股票涨停价是多少": "calculator",
    "if a stock closed at 10, what is its limit-up price": "calculator",
    茅台涨停价多少: `price ${maotai}`,
    涨停价怎么算: "knowledge",
  });
  const limit = {
    kind: "numeric",
    metric: "calc_limit_up",
    value: 11,
    unit: "CNY",
    code: null,
  } as unknown as Claim;
  routesAs({ 北交所呢: "calculator", 主板呢: "calculator" }, after("calculator", [], { claims: [limit] }));
});

test("who names a company behind a question that lacked one has answered it", () => {
  const open = { candidates: [] };
  routesAs({ 茅台: `technical ${maotai}`, 比亚迪吧: `technical ${byd}` }, after("technical", [], open));
  const ofDay = { ...open, input: { date: "2026-05-06" }, date: "2026-05-06" };
  routesAs({ 茅台: `price ${maotai} 2026-05-06` }, after("price", [], ofDay));
  routesAs({ 茅台: `price ${maotai}` }, after("market", []));
});

test("so many shares asked the price of are a sum in English too", () => {
  routesAs({
    "how much for 300 shares of Yangtze Power": "calculator 600900.SH",
    "how much are 300 shares of Moutai": `calculator ${maotai}`,
    "price of 300 shares of Moutai": `calculator ${maotai}`,
  });
});

test("a space parts two questions where each side names its company and asks something", () => {
  routesAs({
    "茅台多少钱 五粮液市盈率多少": `price ${maotai}; valuation 000858.SZ`,
    "茅台现价 五粮液PE 比亚迪主力资金": `price ${maotai}; valuation 000858.SZ; fund-flow ${byd}`,
    "茅台 五粮液 市盈率": `valuation ${maotai}+000858.SZ`,
  });
});

test("set against the market behind a move, both are told over the same time", () => {
  const moved = after("price", [maotai], { input: { codes: [maotai], date: "这个月" }, date: "这个月" });
  routesAs(
    {
      跑赢大盘没有: `price ${maotai} 这个月; market 000001.SH 这个月`,
      跑赢沪深300了吗: `price ${maotai} 这个月; market 000300.SH 这个月`,
    },
    moved,
  );
  routesAs({ 跑赢大盘没有: "market 000001.SH" });
});

test("who takes note of an answer asks for nothing again", () => {
  const told = after("news", [maotai]);
  routesAs(
    { 那行吧: `chitchat ${maotai}`, 那好的: `chitchat ${maotai}`, 那五粮液呢: "news 000858.SZ" },
    told,
  );
  routesAs({ 那啥时候分: `calendar ${maotai}` }, told);
});

const first = (text: string, session: Session): string => {
  const facts = { text, session, now, cards: catalogue, language: languageOf(text) };
  return routeByRules(facts, directory).plan.actions[0]?.skill ?? "";
};

test("what was set is taken back behind it, and 取消 alone asks what there is", () => {
  const taken = ["取消吧", "算了不要了", "算了", "never mind", "cancel it"];
  for (const text of taken) assert.equal(first(text, after("watchlist", [maotai])), "watchlist", text);
  assert.equal(first("取消", []), "watchlist");
  for (const session of [[], after("price", [maotai])]) assert.notEqual(first("算了", session), "watchlist");
});

test("another level or time behind what was set changes it; behind a price it is a number to be stated, and refused", () => {
  const set = after("watchlist", [maotai]);
  for (const text of ["改成1650", "改成8点半", "還是改成1600", "时间改成下午3点", "change it to 1650"])
    assert.equal(first(text, set), "watchlist", text);
  for (const text of ["改成1650", "价格改成1500"])
    assert.equal(first(text, after("price", [maotai])), "refuse", text);
  assert.equal(first("茅台股价改成1500", set), "refuse");
});

test("behind the list of what was set its parts are changed, taken off and added to by place, by name or all at once", () => {
  const set = after("watchlist", [maotai]);
  for (const text of [
    ...[
      "第一个改成1750",
      "把第1个改为1750",
      "change number 1 to 1750",
      "茅台那个改成1750",
      "全部取消",
      "都删了",
    ],
    ...[
      "cancel all of them",
      "把第1个删了",
      "remove the first one",
      "再加个招行",
      "再加五粮液吧",
      "add CATL too",
    ],
  ])
    assert.equal(first(text, set), "watchlist", text);
  for (const text of ["第一个改成1750", "全部取消", "再加个招行"])
    assert.notEqual(first(text, after("price", [maotai])), "watchlist", text);
});
