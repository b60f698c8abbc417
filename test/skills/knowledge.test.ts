import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import type { KnowledgeClaim, Language, Session } from "#contract";
import { baseMetrics, createFactIndex, fillSlots } from "#language";
import knowledge from "../../skills/knowledge/index.ts";
import { createFacts } from "../../src/composition/agent/facts.ts";
import { type Competence, loadCompetences } from "../../src/load-extensions.ts";
import { guard } from "../../src/verify/guard/guard.ts";
import { directory, now, openSkillHarness } from "./skill-context.ts";

const facts = loadCompetences(join(import.meta.dirname, "../../competences"));

async function idsFor(text: string, language: Language = "zh", session: Session = []) {
  const { context, calls } = openSkillHarness(text, () => undefined, { language, session });
  const result = await knowledge.run({}, context);
  assert.deepEqual(calls, [], "no tool is asked");
  if (result.kind === "refusal") return result.code;
  assert.equal(result.kind, "answer");
  return result.kind === "answer"
    ? result.claims.map(({ cite }) => (cite.kind === "competence" ? cite.competence_id : ""))
    : [];
}

/** Questions as people put them, and the facts that answer each. */
const answered: readonly (readonly [question: string, ids: readonly string[]])[] = [
  ["什么是市盈率", ["pe-ttm", "pe-of-a-loss"]],
  ["今天几点收盘", ["sessions-continuous", "sessions-closing-call"]],
  ["下午几点收盘", ["sessions-continuous", "sessions-closing-call"]],
  ["下午几点开盘", ["sessions-continuous"]],
  ["能买50股吗", ["lot-main-boards", "lot-star", "lot-beijing"]],
  ["ST是什么意思", ["st-names", "limit-risk-warning", "limit-risk-warning-growth-boards"]],
  [
    "我昨天1790买了200股茅台,今天卖的话赚多少,手续费怎么算",
    ["stamp-duty-rate", "transfer-fee", "commission-cap"],
  ],
  ["什麼是市盈率", ["pe-ttm", "pe-of-a-loss"]],
  ["ROE是什么意思", ["roe-average"]],
  ["净资产收益率怎么算", ["roe-average"]],
  ["毛利率怎么算", ["gross-margin"]],
  ["净利率是什么", ["net-margin"]],
  ["T+1是什么意思", ["t-plus-one"]],
  ["能当天买当天卖吗", ["t-plus-one"]],
  ["科创板涨跌幅限制", ["limit-star"]],
  ["北交所涨跌幅", ["limit-beijing"]],
  ["ST股涨跌幅限制是多少", ["limit-risk-warning"]],
  ["印花税怎么收", ["stamp-duty-rate", "stamp-duty-seller"]],
  ["A股几点收盘", ["sessions-continuous", "sessions-closing-call"]],
  ["买了茅台当天能卖吗", ["t-plus-one"]],
  ["我昨天买的茅台今天能卖不", ["t-plus-one"]],
  ["can I sell Moutai the same day I bought it", ["t-plus-one"]],
  ["卖掉要交多少税", ["stamp-duty-rate", "stamp-duty-seller"]],
  ["前复权和后复权的区别", ["forward-adjusted-price", "backward-adjusted-price"]],
  ["MACD怎么算", ["macd-lines", "macd-bar"]],
  ["科创板最少买多少股", ["lot-star"]],
  ["年报什么时候披露", ["annual-report-deadline"]],
  ["盘后固定价格交易", ["after-hours-fixed-price"]],
  ["what is the stamp duty rate", ["stamp-duty-rate", "stamp-duty-seller"]],
  ["price limits on the STAR Market", ["limit-star"]],
  ["explain TTM PE", ["pe-ttm"]],
  ["how is KDJ calculated", ["kdj-definition"]],
  ["什么是除权除息", ["ex-date", "ex-right-reference-price"]],
  ["什么是股权登记日", ["record-date"]],
  ["什么是龙虎榜", ["top-list"]],
  ["什么是北向资金", ["northbound", "northbound-disclosure"]],
  ["融资融券是什么意思", ["margin-trading"]],
  ["可转债是什么", ["convertible-bond"]],
  ["量比是什么", ["volume-ratio"]],
  ["委比怎么算", ["order-ratio"]],
  ["振幅怎么算", ["amplitude"]],
  ["内盘外盘是什么意思", ["active-sides"]],
  ["什么是一字板", ["one-price-limit"]],
  ["破净是什么意思", ["below-book"]],
  ["什么是停牌", ["trading-suspension"]],
  ["退市整理期多久", ["delisting-period", "delisting-period-limit"]],
  ["什么是限售解禁", ["lock-up-expiry", "lock-up-before-listing"]],
  ["什么是大宗交易", ["block-trade", "block-trade-minimum"]],
  ["怎么打新股", ["subscription-shenzhen", "subscription-star"]],
  ["科创板门槛", ["access-star"]],
  ["创业板开通条件", ["access-chinext"]],
  ["北交所开户条件", ["access-beijing"]],
  ["投资者适当性", ["access-star", "access-chinext", "access-beijing"]],
  ["what is a block trade", ["block-trade", "block-trade-minimum"]],
  ["总市值和流通市值的区别", ["total-market-value", "float-market-value"]],
  ["量比和换手率有什么区别", ["volume-ratio", "turnover-rate"]],
  ["北向资金与南向资金的区别", ["northbound", "northbound-disclosure", "southbound"]],
  ["沪股通跟深股通的区别", ["northbound", "northbound-disclosure"]],
];

for (const [question, ids] of answered)
  test(`${question}: the facts about it, and no other`, async () => {
    assert.deepEqual(await idsFor(question), ids);
  });

test("an open question gets the facts of every board, at most a handful", async () => {
  const limits = ["limit-main-boards", "limit-chinext", "limit-star", "limit-beijing"];
  for (const text of ["涨跌停限制是多少", "涨停是多少", "茅台涨跌停限制"])
    assert.deepEqual(await idsFor(text), limits, text);
});

test("another case is asked of the rule before, however many came between; what has a rule of its own is told that", async () => {
  const asked = (said: string): Session[number] => ({
    ...{ turnId: said, codes: [], skill: "knowledge", input: {}, claims: [], said, at: now },
  });
  const limits = [asked("涨跌幅限制是多少"), asked("北交所呢")];
  assert.deepEqual(await idsFor("北交所呢", "zh", limits.slice(0, 1)), ["limit-beijing"]);
  assert.deepEqual(await idsFor("科创板呢", "zh", limits), ["limit-star"]);
  assert.deepEqual(await idsFor("那ST呢", "zh", limits), ["limit-risk-warning"]);
  assert.deepEqual(await idsFor("佣金呢", "zh", [asked("印花税多少")]), ["commission-cap"]);
  const english = [asked("what is the daily price limit")];
  assert.deepEqual(await idsFor("what about the STAR Market", "en", english), ["limit-star"]);
});

const unanswered = [
  "动态市盈率是什么",
  "what is forward PE",
  "港股印花税",
  "stamp duty in Hong Kong",
  "什么是量子力学",
  "可转债强赎规则",
  "量比和做市商的区别",
  "什么是做市商",
  "茅台大宗交易",
  "茅台退市",
  "科创板今天怎么样",
  "季报披露期限",
  "茅台董事长",
  "什么",
  "",
];

for (const question of unanswered)
  test(`${question || "nothing"}: no fact is about it, and none is bent to it`, async () => {
    assert.equal(await idsFor(question), "NO_FACT");
  });

test("a fact is said in the language of the question", () => {
  for (const language of ["zh", "en"] as const) {
    const [claim] = createFacts(facts)(language, now).find("T+1");
    assert.equal(claim?.claim, facts.get("t-plus-one")?.statement[language]);
  }
});

describe("every registered fact", () => {
  const claimOf = (id: string, { statement }: Competence, language: Language): KnowledgeClaim => ({
    kind: "knowledge",
    claim: statement[language],
    cite: { kind: "competence", competence_id: id },
  });
  const judge = (prose: string, claims: readonly KnowledgeClaim[], lang: Language) =>
    guard({
      ...{ lang, user_question: "", now, claims, prose },
      names: directory.names(),
      metrics: baseMetrics,
    }).problems;

  for (const language of ["zh", "en"] as const)
    test(`passes the guard as its template says it, in ${language}`, () => {
      for (const [id, fact] of facts) {
        const slots = [{ slot: "c1", claim: claimOf(id, fact, language) }];
        const text = knowledge.template?.({ claims: slots, language }) ?? "";
        const filled = fillSlots(text, slots, { language, metrics: baseMetrics, names: directory.names() });
        assert.ok(filled.ok);
        assert.match(filled.text, new RegExp(`\\(${id}\\)[。.]$`));
        assert.deepEqual(
          judge(filled.text, [slots[0]?.claim ?? claimOf(id, fact, language)], language),
          [],
          id,
        );
      }
    });

  test("with one of its numbers changed does not pass", () => {
    let changed = 0;
    for (const [id, fact] of facts) {
      const claim = claimOf(id, fact, "zh");
      const prose = claim.claim.replace(/\d(?=%| 股| 只|:)/, (digit) => String((Number(digit) + 1) % 10));
      if (prose === claim.claim) continue;
      changed++;
      assert.notDeepEqual(judge(prose, [claim], "zh"), [], id);
    }
    assert.ok(changed > 20);
  });

  test("is found by its own words, alone or beside facts of the same words", () => {
    const find = createFactIndex(facts.values());
    for (const [id, { words }] of facts) {
      if (words === undefined) continue;
      for (const word of [...words.zh, ...words.en]) {
        const found = find(word);
        assert.ok(found.length > 0, `${id}: ${word}`);
      }
      const own = [...words.zh, ...words.en].some((word) => find(word).includes(id));
      assert.ok(own, `${id} is found by one of its words`);
    }
  });
});

describe("what is registered", () => {
  const fact = (id: string, changes: Partial<Competence> = {}): Competence => ({
    id,
    statement: { zh: "信鸽每日飞行 3 次。", en: "The pigeon flies 3 times a day." },
    source: "A document, named",
    as_of: "2026-05-06",
    ...changes,
  });
  const book = (...list: readonly Competence[]) => createFacts(new Map(list.map((each) => [each.id, each])));

  test("is found without words too, by what it says", () => {
    assert.equal(book(fact("pigeon-flights"))("zh", now).find("信鸽每日飞行").length, 1);
    assert.deepEqual(book(fact("pigeon-flights"))("zh", now).find("鸽子的寿命"), []);
  });

  test("is no answer once its time is over", () => {
    const words = { zh: ["信鸽"], en: ["pigeon"] };
    const ending = book(fact("pigeon-flights", { words, expires_at: "2026-05-07T10:32:05+08:00" }));
    assert.equal(ending("en", "2026-05-07T10:32:04+08:00").find("pigeon").length, 1);
    assert.deepEqual(ending("en", now).find("pigeon"), []);
  });
});
