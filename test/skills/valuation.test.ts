import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, SkillAnswer } from "#contract";
import valuation from "../../skills/valuation/index.ts";
import { lists, openSkillHarness, type Script } from "./skill-context.ts";

const figures = { pe_ttm: 19.8, pb: 7.1, ps_ttm: 9.4, dv_ttm: 3.1, total_mv: 2e12, circ_mv: 1.9e12 };

const market =
  (changes: Readonly<Record<string, Json>> = {}, asOf?: string): Script =>
  (tool, args) =>
    tool === "get_valuation"
      ? {
          value: { code: String(args.code), ...figures, ...changes },
          as_of: asOf ?? String(args.date ?? "2026-05-06"),
        }
      : lists(tool, args);

async function ask(text: string, input: unknown = {}, script: Script = market()) {
  const harness = openSkillHarness(text, script);
  const answer = (await valuation.run(
    valuation.input.parse({ codes: ["600519.SH"], ...(input as object) }),
    harness.context,
  )) as SkillAnswer;
  const claims = answer.kind === "answer" ? answer.claims : [];
  return {
    answer,
    metrics: claims.map((claim) => ("metric" in claim ? claim.metric : "")),
    dates: [...new Set(claims.map((claim) => ("as_of" in claim ? claim.as_of : "")))],
    notes: answer.kind === "answer" ? (answer.notes ?? []).map(({ zh }) => zh) : [],
    calls: harness.calls,
  };
}

test("the metric asked for leads, the usual ones follow", async () => {
  const expected: Readonly<Record<string, readonly string[]>> = {
    茅台市盈率: ["pe_ttm", "pb"],
    茅台市净率: ["pb", "pe_ttm"],
    茅台股息率: ["dv_ttm", "pe_ttm", "pb"],
    茅台分红怎么样: ["dv_ttm", "pe_ttm", "pb"],
    茅台流通市值和总市值: ["circ_mv", "total_mv", "pe_ttm", "pb"],
    "dividend yield of Moutai": ["dv_ttm", "pe_ttm", "pb"],
    "market cap of Moutai": ["total_mv", "pe_ttm", "pb"],
    茅台贵不贵: ["pe_ttm", "pb"],
  };
  for (const [text, metrics] of Object.entries(expected))
    assert.deepEqual((await ask(text)).metrics, metrics, text);
});

test("a named day is asked for and no newer value is shown for it", async () => {
  const { dates, notes, calls, answer } = await ask("茅台4月30日市盈率", { date: "2026-04-30" });
  assert.deepEqual([dates, notes], [["2026-04-30"], []]);
  assert.ok(calls.includes('get_valuation {"code":"600519.SH","date":"2026-04-30"}'));
  assert.deepEqual(answer.freshness?.pe_ttm, { since: "2026-04-30" });
});

test("a value from before the day asked about says so", async () => {
  const { notes } = await ask("茅台4月30日市盈率", { date: "2026-04-30" }, market({}, "2026-04-29"));
  assert.deepEqual(notes, ["所问日期没有估值数据,显示的是此前最近交易日的数据。"]);
});

test("a loss is said and no figure stands for it", async () => {
  const { metrics, notes } = await ask("万科市盈率", {}, market({ pe_ttm: null }));
  assert.deepEqual(metrics, ["pb"]);
  assert.match(notes.join(), /亏损/);
});

test("a day that cannot be read is refused with the user's words", async () => {
  const { answer } = await ask("茅台去年市盈率", { date: "去年" });
  assert.deepEqual(answer, { kind: "refusal", code: "BAD_DATE", subject: "「去年」" });
});

test("the place within the last years is said not to be there", async () => {
  assert.match((await ask("茅台市盈率历史分位")).notes.join(), /历史分位目前查不了/);
  assert.deepEqual((await ask("茅台市盈率")).notes, []);
});

test("a rank within the market is said not to be there, beside the value", async () => {
  for (const text of ["茅台市值排第几", "茅台市值在A股排名第几", "茅台市值全市场排行"]) {
    const { metrics, notes } = await ask(text);
    assert.equal(metrics[0], "total_mv", text);
    assert.match(notes.join(), /全市场或行业的排名目前查不了/, text);
  }
});

test("several companies are a line each, a former name is said", async () => {
  const { answer, notes } = await ask("隆基股份和茅台市盈率", { codes: ["601012.SH", "600519.SH"] });
  assert.match(notes.join(), /原名/);
  const slots = answer.claims.map((claim, at) => ({ slot: `c${at + 1}`, claim }));
  assert.equal(valuation.template?.({ claims: slots, language: "zh" }), "{{c1}},{{c2}}\n{{c3}},{{c4}}");
});

test("compared with an earlier time the newest values stand beside those of that day", async () => {
  for (const text of [
    "茅台市盈率比一年前高吗",
    "茅台市盈率和4月30日比",
    "is Moutai's P/E higher than on April 30",
  ]) {
    const { answer, metrics, dates } = await ask(text, { date: "2026-04-30" });
    assert.deepEqual(
      [metrics, dates],
      [
        ["pe_ttm", "pb", "pe_ttm", "pb"],
        ["2026-05-06", "2026-04-30"],
      ],
      text,
    );
    const claims = answer.claims.map((claim, at) => ({ slot: `c${at + 1}`, claim }));
    assert.equal(valuation.template?.({ claims, language: "zh" }), "{{c1}},{{c2}}\n{{c3}},{{c4}}");
    assert.deepEqual(answer.freshness?.pe_ttm, { since: "2026-04-30" });
  }
});

test("what was asked for and is not there on the day compared with is said", async () => {
  const script: Script = (tool, args) =>
    tool === "get_valuation" && args.date !== undefined
      ? { value: { code: String(args.code), pe_ttm: 14.9, pb: 2.99 }, as_of: String(args.date) }
      : market()(tool, args);
  const { notes } = await ask("茅台股息率和4月30日比", { date: "2026-04-30" }, script);
  assert.deepEqual(notes, ["所问的指标当日没有数据,未显示。"]);
});

test("a period that now is compared with is its last day before, as prices have it", async () => {
  const script: Script = (tool, args) => {
    if (tool === "resolve_date") return { failure: { code: "BAD_DATE", message: "no day" } };
    if (tool === "resolve_stretch" && args.query === "比年初")
      return {
        value: { metric: "move_ytd", from: "2025-12-31", to: "2026-05-06", bars_from: "2025-12-01" },
      };
    return market()(tool, args);
  };
  const { dates } = await ask("茅台市值和年初比", { date: "年初" }, script);
  assert.deepEqual(dates, ["2026-05-06", "2025-12-31"]);
  const { answer } = await ask("茅台年初市值", { date: "年初" }, script);
  assert.equal(answer.kind === "answer" ? "" : Reflect.get(answer, "code"), "BAD_DATE");
});
