import assert from "node:assert/strict";
import { test } from "node:test";
import type { Claim, Session, SessionTurn } from "#contract";
import { bundledSecurities, createDirectory, foreignSecurities, languageOf } from "#language";
import { routeByRules } from "../../src/models/builtin/route.ts";
import { groundPlan } from "../language/ground-plan.ts";
import { catalogue } from "./catalogue.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const now = "2026-05-07T10:32:05+08:00";
const [maotai, wuliangye, catl, byd] = ["600519.SH", "000858.SZ", "300750.SZ", "002594.SZ"];

/** One message that asked one skill about some companies. */
function after(skill: string, codes: readonly string[], date?: string, asOf?: string): Session {
  const claim = {
    kind: "numeric",
    metric: "index_current",
    value: 1,
    unit: "点",
    code: codes[0] ?? null,
    as_of: asOf ?? "",
    cite: { kind: "tool", source: "tushare", tool_call_id: "t1", fetched_at: now },
  } as unknown as Claim;
  const turn: SessionTurn = {
    turnId: `terminal-1-${skill}`,
    codes,
    skill,
    input: { codes, ...(date === undefined ? {} : { date }) },
    ...(date === undefined ? {} : { date }),
    claims: asOf === undefined ? [] : [claim],
    at: now,
  };
  return [turn];
}

/** The actions as the product carries them out: skill, companies, day. */
function routed(text: string, session: Session = []): readonly string[] {
  const facts = { text, session, now, cards: catalogue, language: languageOf(text) };
  const { plan } = routeByRules(facts, directory);
  const grounded = groundPlan(plan, { text, session, now, directory });
  assert.ok("plan" in grounded, text);
  return grounded.plan.actions.map(({ skill, input: { codes, date } }) =>
    [skill, Array.isArray(codes) ? codes.join("+") : "", date ?? ""].join(" ").trim(),
  );
}

const judge = (cases: readonly (readonly [text: string, session: Session, expected: string])[]) => {
  for (const [text, session, expected] of cases)
    assert.deepEqual(routed(text, session), [expected], `${text} after ${session[0]?.skill ?? "nothing"}`);
};

test("higher than at an earlier time is asked of the figure before, not of the price", () => {
  judge([
    ["比一年前高吗", after("valuation", [maotai]), `valuation ${maotai} 2025-05-07`],
    ["比昨天高吗", after("price", [maotai]), `price ${maotai} 2026-05-06`],
    ["市值比一年前高吗", after("price", [maotai]), `valuation ${maotai} 2025-05-07`],
  ]);
});

test("a day that now was compared with is not the day of the next question; a day that was asked about is", () => {
  const compared = after("market", ["000001.SH"], "2026-05-06", "2026-05-07T10:32:05+08:00");
  judge([
    ["创业板呢", compared, "market 399006.SZ"],
    ["创业板呢", after("market", ["000001.SH"], "2026-05-06", "2026-05-06"), "market 399006.SZ 2026-05-06"],
  ]);
});

test("it is set against the company that is named, a third is added to what was drawn", () => {
  judge([
    ["它比比亚迪便宜吗", after("price", [catl]), `peers ${catl}+${byd}`],
    ["is it cheaper than BYD", after("price", [catl]), `peers ${catl}+${byd}`],
    ["加上五粮液对比", after("chart", [maotai]), `chart ${maotai}+${wuliangye}`],
    ["加上五粮液", after("valuation", [maotai]), `valuation ${maotai}+${wuliangye}`],
    ["五粮液也加上", after("watchlist", [catl]), `watchlist ${wuliangye}`],
    ["再加个五粮液", after("watchlist", [catl]), `watchlist ${wuliangye}`],
    ["100股能分红多少", after("watchlist", [catl]), `calculator ${catl}`],
    ["五粮液也要", after("valuation", [maotai]), `valuation ${wuliangye}`],
    ["近三个月的", after("chart", [maotai]), `chart ${maotai} 近三个月`],
  ]);
});

test("whose figure is higher is asked of both companies spoken of", () => {
  const one = after("fundamentals", [maotai]);
  const two: Session = [...one, ...after("fundamentals", [wuliangye])].map((turn, at) => ({
    ...turn,
    turnId: `terminal-${at}`,
  }));
  judge([
    ["毛利率谁高", two, `peers ${maotai}+${wuliangye}`],
    ["两个的总市值", two, `valuation ${maotai}+${wuliangye}`],
  ]);
});

test("behind flows of money a run and a sum are theirs", () => {
  judge([
    ["连续几天了", after("fund-flow", [byd]), `fund-flow ${byd} 连续几天`],
    ["最近一周合计多少", after("fund-flow", [byd]), `fund-flow ${byd} 最近一周`],
  ]);
});

test("an index that is denied is not asked about", () => {
  judge([["是平安银行不是上证指数", [], "price 000001.SZ"]]);
});

test("rules asked beside a company are rules, orders and sums what they were", () => {
  judge([
    ["卖掉要交多少税", after("price", [maotai]), "knowledge"],
    ["can I sell Moutai the same day I bought it", [], `knowledge ${maotai}`],
    ["涨停是多少", [], "knowledge"],
    ["帮我卖掉茅台", [], `refuse ${maotai}`],
    ["buy CATL with 600000 how many shares", [], `calculator ${catl}`],
    ["how much dividend do I get for 200 shares of Moutai", [], `calculator ${maotai}`],
    ["今天亏了多少", after("calculator", [byd]), `calculator ${byd}`],
    ["比亚迪去年亏了多少", [], `fundamentals ${byd} 去年`],
  ]);
});

test("a stock of before beside an index that is named is asked for its price, the index for its level", () => {
  assert.deepEqual(routed("比上证指数跌得多吗", after("price", [catl])), [
    `price ${catl}`,
    "market 000001.SH",
  ]);
});

test("when what was bought may be sold is a rule, whether to sell is not", () => {
  const skills = routed("我昨天买的茅台今天能卖不").map((action) => action.split(" ")[0]);
  assert.deepEqual([...new Set(skills)], ["knowledge"]);
  assert.deepEqual(routed("茅台能卖吗"), [`refuse ${maotai}`]);
});

test("a code before 股息率 counts no shares", () => {
  assert.deepEqual(routed("600036 股息率和roe"), ["valuation 600036.SH", "fundamentals 600036.SH"]);
  assert.deepEqual(routed("600036股要多少钱"), ["calculator"]);
});

test("sectors, screens and lists of the whole market go where it is said that no source gives them", () => {
  for (const text of ["白酒板块今天怎么样", "低市盈率高分红的银行股有哪些", "现在有哪些ST股"])
    assert.deepEqual(routed(text), ["market"], text);
});

test("words that only frame a question are no company's name", () => {
  judge([
    ["20日均线上方吗", after("price", [maotai]), `technical ${maotai}`],
    ["换算成美元", after("price", [maotai]), `calculator ${maotai}`],
    ["北上资金持股", [], "fund-flow"],
    ["shizhi duoshao", after("price", [wuliangye]), `valuation ${wuliangye}`],
    ["wuliangye ne", [], `price ${wuliangye}`],
  ]);
});

test("behind a sum another number or question of it is the sum's, what has words of its own is not", () => {
  const [sum] = after("calculator", [byd]);
  assert.ok(sum !== undefined);
  const said: Session = [{ ...sum, said: "比亚迪300股成本280" }];
  judge([
    ["要是涨到2000呢", said, `calculator ${byd}`],
    ["200股呢", said, `calculator ${byd}`],
    ["亏了还是赚了", said, `calculator ${byd}`],
    ["手续费呢", said, `calculator ${byd}`],
    ["能分红多少", said, `calculator ${byd}`],
    ["能分红多少", after("price", [byd]), `calendar ${byd}`],
    ["8%呢", after("calculator", []), "calculator"],
    ["市盈率呢", said, `valuation ${byd}`],
    ["昨天呢", after("price", [byd]), `price ${byd} 2026-05-06`],
    ["要是涨到2000呢", after("price", [byd]), `calculator ${byd}`],
  ]);
});

test("a time alone goes on with a price's move, behind a card of now too", () => {
  judge([
    ["2025年全年呢", after("price", [maotai]), `price ${maotai} 2025年`],
    ["2025年全年呢", after("fundamentals", [maotai]), `fundamentals ${maotai} 2025年`],
    ["上周呢", after("brief", [maotai]), `price ${maotai} 上周`],
    ["沪深300呢", after("price", [maotai], "2026-05-06"), "market 000300.SH 2026-05-06"],
    ["沪深300呢", after("valuation", [maotai]), "market 000300.SH"],
    ["和五粮液一起画", after("chart", [maotai]), `chart ${maotai}+${wuliangye}`],
  ]);
});

test("a stock takes the stock's place beside an index, and a stretch of time is each one's own", () => {
  const both: Session = [...after("price", [maotai]), ...after("market", ["000300.SH"])].map((turn) => ({
    ...turn,
    turnId: "terminal-1",
  }));
  assert.deepEqual(routed("五粮液呢", both), [`price ${wuliangye}`]);
  assert.deepEqual(routed("今年以来呢", both), [`price ${maotai} 今年以来`, "market 000300.SH 今年以来"]);
});

test("a stock set against an index is told by its own skill, the index by its", () => {
  for (const text of ["茅台和沪深300对比今年以来", "今年以来茅台跑赢沪深300了吗"])
    assert.deepEqual(routed(text), [`price ${maotai} 今年以来`, "market 000300.SH 今年以来"], text);
  assert.deepEqual(routed("茅台和五粮液对比"), [`peers ${maotai}+${wuliangye}`]);
});

test("what an order would cost, a limit and a rule are asked, an order is declined", () => {
  judge([
    ["buy 300 shares of BYD how much", [], `calculator ${byd}`],
    ["buy 300 shares of BYD for me", [], `refuse ${byd}`],
    ["茅台能涨到多少算涨停", [], `price ${maotai}`],
    ["茅台能涨到多少", [], `refuse ${maotai}`],
    ["能买50股吗", [], "knowledge"],
    ["茅台能买吗", [], `refuse ${maotai}`],
    ["茅台跑赢五粮液了吗", [], `price ${maotai}+${wuliangye}`],
    ["今年谁分红多,茅台还是五粮液", [], `calendar ${maotai}+${wuliangye} 今年`],
    ["多少钱合适", after("price", [maotai]), "refuse"],
    ["北交所的艾融软件呢", after("price", [maotai]), "price 920799.BJ"],
    ["北交所涨跌幅多少", [], "knowledge"],
    ["估值高不高", after("brief", [byd]), `valuation ${byd}`],
    ["它现在市盈率是不是比较低了", after("price", [byd]), `valuation ${byd}`],
    ["涨得最多的是哪个", after("price", [maotai, byd]), `peers ${maotai}+${byd}`],
  ]);
});

test("holdings told one after the other are one sum, and no company among them is passed over", () => {
  for (const text of ["我有五粮液200股,茅台100股,一共值多少", "我有五粮液200股,茅台100股,现在多少钱"])
    assert.deepEqual(routed(text), [`calculator ${wuliangye}+${maotai}`], text);
});

/** One message whose answer showed one figure. */
function toldBy(skill: string, codes: readonly string[], metric: string): Session {
  const [turn] = after(skill, codes, undefined, now);
  assert.ok(turn !== undefined);
  const claims = turn.claims.map((claim): Claim => ({ ...claim, metric }) as Claim);
  return [{ ...turn, claims }];
}

test("a short question goes on with the figure that was told, and asks for one's own gain, not the company's", () => {
  judge([
    ["赚了多少", after("price", [maotai]), `calculator ${maotai}`],
    ["亏了吗", after("price", [maotai]), `calculator ${maotai}`],
    ["赚了多少", after("fundamentals", [maotai]), `fundamentals ${maotai}`],
    ["200股呢", toldBy("calendar", [maotai], "dividend_per_10"), `calculator ${maotai}`],
    ["一手能分多少", toldBy("calendar", [maotai], "dividend_per_10"), `calculator ${maotai}`],
    ["跌停呢", toldBy("price", [maotai], "limit_up"), `price ${maotai}`],
    ["and limit down?", toldBy("price", [maotai], "limit_up"), `price ${maotai}`],
    ["ST呢", after("knowledge", []), "knowledge"],
    ["佣金呢", after("knowledge", []), "knowledge"],
    ["五粮液呢", after("knowledge", []), `price ${wuliangye}`],
  ]);
});

test("a correction asks the last question of the company that was meant", () => {
  judge([
    ["错了,我要问的是五粮液", after("price", [maotai]), `price ${wuliangye}`],
    ["不对,我说的是宁德时代", after("valuation", [maotai]), `valuation ${catl}`],
    ["打错了,是五粮液", after("price", [maotai]), `price ${wuliangye}`],
    ["BYD's?", after("valuation", [maotai]), `valuation ${byd}`],
    ["五粮液A股呢", after("price", [maotai]), `price ${wuliangye}`],
  ]);
});

test("another exchange behind an index, another company in the same picture", () => {
  judge([
    ["深圳呢", after("market", ["000001.SH"]), "market 深圳"],
    ["and Shenzhen?", after("market", ["000001.SH"]), "market Shenzhen"],
    ["五粮液也画上", after("chart", [maotai]), `chart ${maotai}+${wuliangye}`],
    ["最近5天合计", after("fund-flow", [catl]), `fund-flow ${catl} 最近5天`],
  ]);
});

test("to look again asks the question before once more, with its companies and its time", () => {
  for (const text of [
    "重新查一下",
    "再查一遍",
    "帮我再看一下",
    "刷新一下",
    "try again",
    "check again please",
  ]) {
    assert.deepEqual(routed(text, after("valuation", [maotai])), [`valuation ${maotai}`], text);
    assert.deepEqual(routed(text, after("price", [maotai, byd], "this week")), [
      `price ${maotai}+${byd} this week`,
    ]);
  }
  assert.deepEqual(routed("再看看五粮液", after("valuation", [maotai])), [`valuation ${wuliangye}`]);
});
