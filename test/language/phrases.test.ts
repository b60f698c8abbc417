import assert from "node:assert/strict";
import { test } from "node:test";
import { renderCandidates, renderSources } from "../../src/language/listings.ts";
import { baseMetrics, mergeMetrics } from "../../src/language/metrics.ts";
import { type PhraseView, renderPhrase } from "../../src/language/phrases.ts";
import { fillSlots, renderAged } from "../../src/language/slots.ts";
import { change, numeric, otherCompany, percent, quotation } from "./claims.ts";

const names = {
  "600519.SH": ["贵州茅台", "Kweichow Moutai", "茅台"],
  "000858.SZ": ["五粮液", "Wuliangye"],
};
const zh: PhraseView = { language: "zh", metrics: baseMetrics, names };
const en: PhraseView = { ...zh, language: "en" };

test("a phrase names company, metric, value, source and time", () => {
  assert.equal(renderPhrase(numeric(), zh), "贵州茅台(600519.SH) 当前价 ¥1801.23(akshare, 2026-05-07 10:32)");
  assert.equal(
    renderPhrase(numeric(), en),
    "Kweichow Moutai(600519.SH) current price ¥1801.23(akshare, 2026-05-07 10:32)",
  );
});

test("a close shows its date alone, an unconfirmed one says so", () => {
  const close = numeric({ metric: "close", as_of: "2026-05-06" });
  assert.equal(renderPhrase(close, zh), "贵州茅台(600519.SH) 收盘价 ¥1801.23(akshare, 2026-05-06)");
  const provisional = { ...close, as_of: "2026-05-07T15:00:00+08:00", provisional: true };
  assert.equal(
    renderPhrase(provisional, zh),
    "贵州茅台(600519.SH) 收盘价(待确认) ¥1801.23(akshare, 2026-05-07)",
  );
  assert.match(renderPhrase(provisional, en), / close \(unconfirmed\) ¥1801\.23\(akshare, 2026-05-07\)$/);
  assert.match(renderPhrase(numeric({ as_of: "2026-05-07T15:00:00+08:00" }), zh), /2026-05-07 15:00\)$/);
  assert.match(renderPhrase(numeric({ as_of: "2026-05-07T02:32:00Z" }), zh), /2026-05-07 10:32\)$/);
});

test("period and adjustment stand with the word", () => {
  const adjusted = numeric({ metric: "close", adjust: "qfq", period: "2026Q1", as_of: "2026-03-31" });
  assert.equal(
    renderPhrase(adjusted, zh),
    "贵州茅台(600519.SH) 2026Q1 收盘价(前复权) ¥1801.23(akshare, 2026-03-31)",
  );
});

test("a name that nobody registered comes from the claim, cleaned; without any the code stands alone", () => {
  const unknown = numeric({ code: "600001.SH", name: "某某\n{{c2}}<b>股份" });
  assert.match(renderPhrase(unknown, zh), /^某某c2b股份\(600001\.SH\) 当前价/);
  assert.match(renderPhrase(numeric({ code: "600001.SH" }), zh), /^600001\.SH 当前价/);
});

test("a text claim is an exact quotation that cannot open a slot", () => {
  assert.equal(
    renderPhrase(quotation("关于分红的公告"), zh),
    "贵州茅台(600519.SH) 「关于分红的公告」(akshare, 2026-05-06)",
  );
  assert.doesNotMatch(renderPhrase(quotation("a\n{{c1}}b"), en), /\{\{|\n/);
});

test("a quotation whose metric has a word says it; a link stands bare, with its cite or behind one", () => {
  const view = {
    ...zh,
    metrics: { ...baseMetrics, rating: { default_unit: "", zh: ["评级"], en: ["rated"] } },
  };
  const rating = { ...quotation("增持"), metric: "rating", type: "label" as const };
  assert.equal(renderPhrase(rating, view), "贵州茅台(600519.SH) 评级「增持」(akshare, 2026-05-06)");
  const link = { ...quotation("https://example.com/a_b"), metric: "url", type: "url" as const };
  assert.equal(renderPhrase(link, zh), "贵州茅台(600519.SH) https://example.com/a_b (akshare, 2026-05-06)");
  const parts = [quotation("标题"), rating, link].map((claim, at) => ({ slot: `c${at}`, claim }));
  assert.deepEqual(fillSlots("{{c0}},{{c1}} {{c2}}", parts, view), {
    ok: true,
    text: "贵州茅台(600519.SH) 「标题」,评级「增持」(akshare, 2026-05-06) https://example.com/a_b",
  });
});

test("in English the comma that a template joins with is followed by a space", () => {
  const parts = [numeric(), change].map((claim, at) => ({ slot: `c${at}`, claim }));
  assert.deepEqual(fillSlots("{{c0}},{{c1}}", parts, en), {
    ok: true,
    text: "Kweichow Moutai(600519.SH) current price ¥1801.23, change +9.50 CNY(akshare, 2026-05-07 10:32)",
  });
});

test("a level has no plus, a move has; a report period is said once where the cite is shared", () => {
  const report = { as_of: "2026-03-31", period: "2026Q1" };
  const claims = [
    numeric({ ...report, metric: "net_profit_parent", value: 2e9 }),
    numeric({ ...report, metric: "net_profit_yoy", value: 3.5, unit: "%" }),
    numeric({ ...report, metric: "gross_margin", value: 91.2, unit: "%", period: "FY2025" }),
  ];
  const parts = claims.map((claim, at) => ({ slot: `c${at}`, claim }));
  const filled = fillSlots("{{c0}},{{c1}},{{c2}}", parts, zh);
  assert.ok(filled.ok);
  assert.equal(
    filled.text,
    "贵州茅台(600519.SH) 2026Q1 归母净利润 ¥20.00亿,归母净利润同比 +3.50%,2025年度 毛利率 91.20%(akshare, 2026-03-31)",
  );
  const loss = numeric({ ...report, metric: "net_profit_parent", value: -2e9 });
  assert.match(renderPhrase(loss, zh), /归母净利润 -¥20\.00亿/);
});

test("ageing changes no quotation", () => {
  const parts = [
    { slot: "c1", claim: numeric() },
    { slot: "c2", claim: quotation("最新公告") },
  ];
  assert.match(renderAged("{{c1}}\n{{c2}}", parts, zh), /「最新公告」/);
});

const slots = [
  { slot: "c1", claim: numeric() },
  { slot: "c2", claim: change },
  { slot: "c3", claim: percent },
  { slot: "c4", claim: otherCompany },
];

test("neighbours of one company, source and time are shortened", () => {
  const filled = fillSlots("{{c1}}\n{{c2}},{{c3}}\n{{c4}}", slots, zh);
  assert.deepEqual(filled, {
    ok: true,
    text: [
      "贵州茅台(600519.SH) 当前价 ¥1801.23(akshare, 2026-05-07 10:32)",
      "涨跌额 +9.50元,涨跌幅 +0.53%(akshare, 2026-05-07 10:32)",
      "五粮液(000858.SZ) 当前价 ¥130.50(akshare, 2026-05-07 10:32)",
    ].join("\n"),
  });
});

test("another source or time keeps its own cite", () => {
  const older = { slot: "c5", claim: numeric({ metric: "prev_close", as_of: "2026-05-06" }) };
  const filled = fillSlots("{{c1}},{{c5}}", [...slots, older], zh);
  assert.ok(filled.ok);
  assert.equal(
    filled.text,
    "贵州茅台(600519.SH) 当前价 ¥1801.23(akshare, 2026-05-07 10:32),昨收 ¥1801.23(akshare, 2026-05-06)",
  );
});

test("words between two phrases keep both cites, and another company in between is named again", () => {
  const filled = fillSlots("{{c1}};今天的变化是{{c2}};{{c4}};{{c3}}", slots, zh);
  assert.ok(filled.ok);
  assert.equal(filled.text.match(/akshare/g)?.length, 4);
  assert.match(filled.text, /;贵州茅台\(600519\.SH\) 涨跌幅/);
});

test("a slot that no claim stands for gives no text", () => {
  assert.deepEqual(fillSlots("{{c1}} {{c9}} {{x}}", slots, zh), { ok: false, unknown: ["c9", "x"] });
});

test("what a phrase holds is never read as a slot", () => {
  const filled = fillSlots("{{c1}}", [{ slot: "c1", claim: quotation("{{c2}}") }, ...slots.slice(1)], zh);
  assert.ok(filled.ok);
  assert.doesNotMatch(filled.text, /涨跌额/);
});

test("aged text states its time and says nothing of now, from the draft and from the finished text alike", () => {
  const expected = "截至 2026-05-07 10:32,贵州茅台(600519.SH) 价格 ¥1801.23(akshare, 2026-05-07 10:32)";
  assert.equal(renderAged("{{c1}}", slots.slice(0, 1), zh), expected);
  const filled = fillSlots("{{c1}}", slots, zh);
  assert.ok(filled.ok);
  assert.equal(renderAged(filled.text, slots.slice(0, 1), zh), expected);
  const prose = renderAged("Currently: {{c1}}", slots.slice(0, 1), en);
  assert.match(prose, /^As of 2026-05-07 10:32: /);
  assert.doesNotMatch(prose, /current|now|latest/i);
});

test("aged text of claims that were never current has no such prefix", () => {
  const close = [{ slot: "c1", claim: numeric({ metric: "close", as_of: "2026-05-06" }) }];
  assert.equal(renderAged("{{c1}}", close, zh), "贵州茅台(600519.SH) 收盘价 ¥1801.23(akshare, 2026-05-06)");
});

test("a name that holds a word of now is not changed by ageing", () => {
  const view = { ...zh, names: { "600519.SH": ["最新科技"] } };
  assert.match(renderAged("最新 {{c1}}", slots.slice(0, 1), view), / ?最新科技\(600519\.SH\) 价格/);
});

test("the list of sources gives every number its whole origin", () => {
  const line = renderSources([numeric()], zh, { tc_1: ["tushare: RATE_LIMIT"] });
  for (const part of [
    "贵州茅台(600519.SH) 当前价 ¥1801.23",
    "来源 akshare",
    "表 stock_individual_spot_xq",
    "数据时间 2026-05-07 10:32:00",
    "取数时间 2026-05-07 10:32:05",
    "编号 tc_1",
    "先前失败 tushare: RATE_LIMIT",
  ])
    assert.ok(line.includes(part), part);
  assert.equal(renderSources([numeric(), numeric({ as_of: "2026-05-06" })], en).split("\n").length, 2);
  assert.match(renderSources([], zh), /没有数字/);
});

test("numbers of one origin stand in one line, every one of them and every cite", () => {
  const change = numeric({ metric: "change", value: 9.5 });
  const later = numeric({ metric: "close", value: 1790, as_of: "2026-05-06" });
  const listed = renderSources([numeric(), otherCompany, change, later, numeric()], zh);
  const lines = listed.split("\n");
  assert.equal(
    lines.length,
    new Set([numeric(), otherCompany, later].map((claim) => renderSources([claim], zh).split(" — ")[1])).size,
  );
  const joined = lines.find((line) => line.includes("¥1801.23")) ?? "";
  assert.match(
    joined,
    /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23、涨跌额 [+]9\.50元\(akshare, 2026-05-07 10:32\)/,
  );
  assert.equal(listed.match(/¥1801\.23/g)?.length, 1, "said once");
  assert.match(listed, /收盘价 ¥1790\.00\(akshare, 2026-05-06\) — .*数据时间 2026-05-06;/);
});

test("what several calls of one source, table and time gave stands under one heading, each number with its own call", () => {
  const cited = (call: string, over: Parameters<typeof numeric>[0] = {}) => {
    const claim = numeric(over);
    return { ...claim, cite: { ...claim.cite, tool_call_id: call } };
  };
  const other = { code: "000858.SZ", name: "五粮液" };
  const claims = [
    cited("tc_a"),
    cited("tc_b", { ...other, value: 131.1 }),
    cited("tc_c", { metric: "change", value: 9.5 }),
    cited("tc_d", { ...other, value: 130, as_of: "2026-05-06" }),
  ];
  const listed = renderSources(claims, zh, { tc_d: ["tushare: RATE_LIMIT"] });
  assert.equal(
    listed,
    [
      "来源 akshare; 表 stock_individual_spot_xq; 数据时间 2026-05-07 10:32:00; 取数时间 2026-05-07 10:32:05:",
      "· 贵州茅台(600519.SH) 当前价 ¥1801.23 — 编号 tc_a; 涨跌额 +9.50元 — 编号 tc_c",
      "· 五粮液(000858.SZ) 当前价 ¥131.10 — 编号 tc_b",
      "五粮液(000858.SZ) 当前价 ¥130.00(akshare, 2026-05-06) — 来源 akshare; 表 stock_individual_spot_xq; 数据时间 2026-05-06; 取数时间 2026-05-07 10:32:05; 先前失败 tushare: RATE_LIMIT; 编号 tc_d",
    ].join("\n"),
  );
});

test("a question back numbers its candidates", () => {
  const candidates = [
    { code: "000001.SZ", name: "平安银行" },
    { code: "601318.SH", name: "中国平安" },
  ];
  assert.equal(
    renderCandidates("平安", candidates, "zh"),
    "“平安”可能是:\n1. 平安银行(000001.SZ)\n2. 中国平安(601318.SH)\n请回复其中一个名称或代码。",
  );
  assert.doesNotMatch(renderCandidates("{{c1}}\n<b>", candidates, "en"), /\{\{|<b>/);
});

test("a metric that two registries define is refused, naming it", () => {
  const own = { volume_ratio: { default_unit: "x", zh: ["量比"], en: ["volume ratio"] } };
  assert.deepEqual(Object.keys(mergeMetrics(baseMetrics, own)).at(-1), "volume_ratio");
  assert.throws(() => mergeMetrics(baseMetrics, { close: own.volume_ratio }), /CONFIG_INVALID.*close/);
});
