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
