import assert from "node:assert/strict";
import { test } from "node:test";
import type { Session } from "#contract";
import { bundledSecurities, createDirectory, foreignSecurities, languageOf } from "#language";
import { routeByRules } from "../../src/models/builtin/route.ts";
import { groundPlan } from "../language/ground-plan.ts";
import { catalogue } from "./catalogue.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const now = "2026-05-07T10:32:05+08:00";
const [maotai, wuliangye, catl] = ["600519.SH", "000858.SZ", "300750.SZ"];
const before: Session = [
  { turnId: "t1", codes: [catl], skill: "valuation", input: { codes: [catl] }, claims: [], at: now },
];

function routed(text: string, session: Session = []): string {
  const facts = { text, session, now, cards: catalogue, language: languageOf(text) };
  const { plan } = routeByRules(facts, directory);
  const grounded = groundPlan(plan, { text, session, now, directory });
  assert.ok("plan" in grounded, text);
  return grounded.plan.actions
    .map(({ skill, input }) => [skill, ...(Array.isArray(input.codes) ? input.codes : [])].join(" "))
    .join("; ");
}

const judge = (session: Session, cases: readonly (readonly [text: string, expected: string])[]) => {
  for (const [text, expected] of cases) assert.equal(routed(text, session), expected, text);
};

test("a name that no list knows is asked about where it stands beside one that is known", () => {
  judge(
    [],
    [
      ["对比茅台和宇宙无敌股份", `peers ${maotai} 宇宙无敌股份`],
      ["茅台和宇宙无敌股份谁贵", `peers ${maotai} 宇宙无敌股份`],
      ["宇宙无敌股份和茅台多少钱", `price 宇宙无敌股份 ${maotai}`],
      ["茅台、宇宙无敌股份和甲乙丙丁的市盈率", `valuation ${maotai} 宇宙无敌股份 甲乙丙丁`],
      ["compare Moutai with Zorbaflux", `peers ${maotai} Zorbaflux`],
      ["price of Moutai and Zorbaflux", `price ${maotai} Zorbaflux`],
    ],
  );
});

test("beside the company spoken of before too, which stands in no place of it", () => {
  judge(before, [
    ["和宇宙无敌股份比呢", `peers ${catl} 宇宙无敌股份`],
    ["compare it with Zorbaflux", `peers ${catl} Zorbaflux`],
    ["对比茅台和宇宙无敌股份", `peers ${maotai} 宇宙无敌股份`],
    ["宇宙无敌股份和茅台比怎么样", `peers 宇宙无敌股份 ${maotai}`],
    ["比音勒芬跌破20提醒我", "watchlist 比音勒芬"],
    ["比较茅台和五粮液的市盈率", `peers ${maotai} ${wuliangye}`],
  ]);
});

test("what is set beside a company and is none is no name", () => {
  judge(
    [],
    [
      ["茅台和同行比", `peers ${maotai}`],
      ["茅台市盈率和市净率", `valuation ${maotai}`],
      ["茅台比昨天高吗", `price ${maotai}`],
      ["茅台和五粮液谁贵", `peers ${maotai} ${wuliangye}`],
      ["Midea with footnotes", "help 000333.SZ"],
    ],
  );
});

test("behind a refusal the company that was refused is asked about, and none before it", () => {
  const refusedOne: Session = [
    ...before,
    { turnId: "t2", codes: [], skill: "price", input: { codes: ["TSLA.US"] }, claims: [], at: now },
  ];
  judge(refusedOne, [
    ["它的市盈率呢", "valuation TSLA.US"],
    ["昨天呢", "price TSLA.US"],
    ["五粮液呢", `price ${wuliangye}`],
  ]);
  const onlyRefused: Session = [
    { turnId: "t1", codes: [], skill: "refuse", input: { codes: ["HSI.HK"] }, claims: [], at: now },
  ];
  judge(onlyRefused, [["它昨天呢", "price HSI.HK"]]);
});

test("what a question of yes or no asks of the company before, and a word that skills are asked by, are no names", () => {
  judge(before, [
    ["估值合理吗", `valuation ${catl}`],
    ["成交量放大了吗", `price ${catl}`],
    ["利润下滑了没有", `fundamentals ${catl}`],
    ["利潤下滑了嗎", `fundamentals ${catl}`],
    ["登记日前买还来得及吗", `calendar ${catl}`],
    ["不是市盈率 是市净率", `valuation ${catl}`],
    ["机构都给啥评级", `research-reports ${catl}`],
  ]);
});

test("a name before what is asked of it, or behind 是, stays the name of a company that no list knows", () => {
  judge(before, [
    ["宇宙无敌股份涨了吗", "price 宇宙无敌股份"],
    ["宇宙无敌的市盈率", "valuation 宇宙无敌"],
    ["股价是宇宙无敌吗", "price 宇宙无敌"],
  ]);
  assert.doesNotMatch(routed("利润下滑了吗"), /下滑/);
});

test("an app in which another price is seen is no company of the question, the company behind it is where it is asked about", () => {
  judge(before, [
    ["价格不对啊 我看同花顺是1799", "sources"],
    ["價格不對 我看東方財富才1799", "sources"],
    ["看同花顺股价", "price 300033.SZ"],
    ["茅台和同花顺谁贵", `peers ${maotai} 300033.SZ`],
  ]);
});
