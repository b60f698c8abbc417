import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session, SessionTurn } from "#contract";
import { bundledSecurities, createDirectory, foreignSecurities, languageOf } from "#language";
import { routeByRules } from "../../src/models/builtin/route.ts";
import { groundPlan } from "../language/ground-plan.ts";
import { catalogue } from "./catalogue.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const now = "2026-05-07T10:32:05+08:00";
const [maotai, wuliangye] = ["600519.SH", "000858.SZ"];

const turn = (id: string, skill: string, codes: readonly string[], date?: string): SessionTurn => ({
  turnId: `terminal-1-${id}`,
  codes,
  skill,
  input: { codes, ...(date === undefined ? {} : { date }) },
  ...(date === undefined ? {} : { date }),
  claims: [],
  at: now,
});

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

const judge = (expected: Readonly<Record<string, readonly string[]>>, session: Session = []) => {
  for (const [text, actions] of Object.entries(expected))
    assert.deepEqual(routed(text, session), actions, text);
};

test("a difference of two companies is a comparison's, one of two times its own figure's", () => {
  judge({
    茅台和五粮液成交额差多少: [`peers ${maotai}+${wuliangye}`],
    "Moutai and Wuliangye market cap difference": [`peers ${maotai}+${wuliangye}`],
    "is Moutai more expensive than Wuliangye by PE, by how much": [`peers ${maotai}+${wuliangye}`],
    "茅台负债率高吗 和五粮液比": [`peers ${maotai}+${wuliangye}`],
    茅台今天收盘价和4月30日差多少: [`price ${maotai} 2026-04-30`],
    今天茅台成交额比昨天多多少: [`price ${maotai} 2026-05-06`],
  });
});

test("how far those of before are apart goes on with them, over the same time", () => {
  const both = [turn("1", "price", [maotai, wuliangye])];
  judge(
    { 差多少: [`peers ${maotai}+${wuliangye}`], "how much higher?": [`peers ${maotai}+${wuliangye}`] },
    both,
  );
  const each = [turn("1", "valuation", [maotai]), turn("2", "valuation", [wuliangye])];
  judge({ 差多少: [`peers ${maotai}+${wuliangye}`], "difference?": [`peers ${maotai}+${wuliangye}`] }, each);
  const moved = [turn("1", "price", [maotai], "今年"), turn("2", "price", [wuliangye], "今年")];
  judge({ 差几个点: [`peers ${maotai}+${wuliangye} 今年`] }, moved);
});

test("a name alone asks the same of it, but changes no list and goes on with no sum", () => {
  judge({ 五粮液: [`fund-flow ${wuliangye}`], "Wuliangye?": [`fund-flow ${wuliangye}`] }, [
    turn("1", "fund-flow", [maotai]),
  ]);
  judge({ 五粮液: [`price ${wuliangye} 2026-05-06`] }, [turn("1", "price", [maotai], "2026-05-06")]);
  for (const skill of ["watchlist", "calculator", "market"])
    judge({ 五粮液: [`price ${wuliangye}`] }, [turn("1", skill, [maotai])]);
});

test("against the market behind a move is the same move of both", () => {
  judge(
    {
      和大盘比呢: [`price ${maotai} 今年`, "market 000001.SH 今年"],
      跟沪深300比: [`price ${maotai} 今年`, "market 000300.SH 今年"],
      "vs the CSI 300?": [`price ${maotai} 今年`, "market 000300.SH 今年"],
    },
    [turn("1", "price", [maotai], "今年")],
  );
});

test("no part is passed over for the other", () => {
  for (const [text, skills] of Object.entries({
    "BYD net profit 2025 vs 2024": ["fundamentals"],
    "how did moutai do last month vs the index": ["price", "market"],
    "比亚迪年报啥时候出 净利润多少": ["calendar", "fundamentals"],
    "what is 万华化学 trading at right now?": ["price"],
    "3手茅台 市值多少": ["calculator"],
    "茅台 市盈率 多少": ["valuation"],
    茅台去年净利润比前年多多少: ["fundamentals"],
    "现在几点了,开市了吗": ["calendar"],
    "几点收盘 茅台现在多少": ["knowledge", "price"],
    "茅台还能涨吗 现在多少钱": ["refuse", "price"],
    "茅台能买吗 市盈率多少": ["refuse", "valuation"],
    茅台分红率多少: ["fundamentals"],
    "should I buy CATL now": ["refuse"],
    "five day moving average of Moutai": ["technical"],
  })) {
    const asked = routed(text).map((action) => action.split(" ")[0]);
    assert.deepEqual([...new Set(asked)], skills, text);
  }
});
