import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, SkillAnswer } from "#contract";
import price from "../../skills/price/index.ts";
import { lists, openSkillHarness, type Script } from "./skill-context.ts";

const day = {
  open: 1791.5,
  high: 1810,
  low: 1790.1,
  prev_close: 1791.73,
  volume: 837_700,
  amount: 1_500_000_000,
};
const live = {
  quality: "realtime",
  phase: "morning",
  suspended: false,
  current_price: 1801.23,
  change: 9.5,
  pct_chg: 0.53,
  ...day,
};
const closed = {
  quality: "final",
  phase: "morning",
  suspended: false,
  close: 1791.73,
  change: -4.95,
  pct_chg: -0.28,
  ...day,
};

/** A live quote while no day is named, else that day's close. */
const market =
  (changes: Readonly<Record<string, Json>> = {}): Script =>
  (tool, args) => {
    if (tool === "resolve_date" && args.query === "上个交易日")
      return {
        value: { date: "2026-05-06", relation: "past", is_trading_day: true, trading_day: "2026-05-06" },
      };
    if (tool === "resolve_date" && args.query === "2026-05-02")
      return {
        value: { date: "2026-05-02", relation: "past", is_trading_day: false, trading_day: "2026-04-30" },
      };
    if (tool === "check_price")
      return {
        value: { code: String(args.code), current_price: 1805.5 },
        as_of: "2026-05-07T10:32:00+08:00",
      };
    if (tool !== "get_price") return lists(tool, args);
    const code = String(args.code);
    return args.date === undefined
      ? { value: { code, ...live, ...changes }, as_of: "2026-05-07T10:32:00+08:00" }
      : { value: { code, ...closed, ...changes }, as_of: String(args.date) };
  };

async function ask(text: string, input: unknown = {}, script: Script = market()) {
  const harness = openSkillHarness(text, script);
  const parsed = price.input.parse({ codes: ["600519.SH"], ...(input as object) });
  const result = await price.run(parsed, harness.context);
  const answer = result as SkillAnswer;
  const metrics =
    answer.kind === "answer" ? answer.claims.map((claim) => ("metric" in claim ? claim.metric : "")) : [];
  const notes = answer.kind === "answer" ? (answer.notes ?? []).map(({ zh }) => zh) : [];
  return { result, metrics, notes, calls: harness.calls };
}

const usual = ["current_price", "change", "pct_chg"];

test("values are shown by the words of the question, and a word inside a time is none", async () => {
  assert.deepEqual((await ask("茅台多少钱")).metrics, usual);
  assert.deepEqual((await ask("茅台股价和成交量")).metrics, [...usual, "volume"]);
  assert.deepEqual((await ask("茅台3天前收盘", { date: "2026-04-30" })).metrics, [
    "close",
    "change",
    "pct_chg",
  ]);
  assert.deepEqual((await ask("茅台昨收")).metrics, ["prev_close", ...usual]);
  assert.deepEqual((await ask("price of Moutai, volume and turnover")).metrics, [
    ...usual,
    "volume",
    "amount",
  ]);
});

test("what alone is asked for leads", async () => {
  assert.deepEqual((await ask("茅台今天开盘价")).metrics, ["open", ...usual]);
  assert.deepEqual((await ask("茅台最高和最低")).metrics, ["high", "low", ...usual]);
});

test("the close of a day that trades on is said not to be there yet", async () => {
  const { metrics, notes } = await ask("茅台今天收盘");
  assert.deepEqual(metrics, [...usual, "close"]);
  assert.deepEqual(notes, ["今日尚未收盘,显示的是当前价和上一交易日收盘。"]);
  assert.deepEqual((await ask("茅台多少钱")).notes, []);
});

test("a closed day is named where several days are asked about", async () => {
  const holiday = { date: "2026-05-02" };
  assert.deepEqual((await ask("茅台5月2日收盘", holiday)).notes, [
    "所问日期休市,显示的是此前最近交易日的数据。",
  ]);
  assert.deepEqual((await ask("茅台5月2日和4月30日收盘", holiday)).notes, [
    "「2026-05-02」休市,显示的是此前最近交易日的数据。",
  ]);
});

test("a day that cannot be read is refused with the user's words", async () => {
  assert.deepEqual((await ask("茅台2月30日收盘", { date: "2月30日" })).result, {
    kind: "refusal",
    code: "BAD_DATE",
    subject: "「2月30日」",
  });
  assert.deepEqual((await ask("茅台10:00的价格", { date: "10:00" })).result, {
    kind: "refusal",
    code: "TIME_OF_DAY",
    subject: "「10:00」",
  });
});

test("more stocks than are looked up at a time are named", async () => {
  const codes = [
    "600519.SH",
    "000858.SZ",
    "300750.SZ",
    "002594.SZ",
    "601318.SH",
    "000001.SZ",
    "600036.SH",
    "000002.SZ",
  ];
  const { result, metrics } = await ask("股价", { codes });
  assert.equal(metrics.length, 6 * usual.length);
  assert.ok(result.kind === "answer");
  assert.deepEqual(result.missing, [{ code: "TOO_MANY_SECURITIES", subject: "招商银行, 万科A" }]);
});

test("an older close says why it is shown", async () => {
  for (const [gap, words] of [
    ["suspended", /停牌/],
    ["no_data", /没有成交数据/],
    ["not_published", /尚未公布/],
  ] as const) {
    const { notes } = await ask(
      "茅台4月30日收盘",
      { date: "2026-04-30" },
      market({ gap, suspended: gap === "suspended" }),
    );
    assert.equal(notes.length, 1);
    assert.match(notes[0] ?? "", words);
  }
});

test("a stock that was not traded for weeks is told by its last close, without a word of a proven suspension", async () => {
  const told = await ask("茅台现在多少钱", {}, market({ gap: "no_data", suspended: false, untraded: true }));
  assert.match(told.notes.join(), /没有成交,查不到停牌公告/);
  assert.ok(told.result.kind === "answer" && "since" in (told.result.freshness?.close ?? {}));
  const alone = await ask("茅台现在多少钱", {}, market({ gap: "no_data", suspended: false }));
  assert.ok(alone.result.kind === "answer" && !("since" in (alone.result.freshness?.close ?? {})));
});

test("a day of an earlier year that was asked without one says so", async () => {
  const past = { date: "2025-11-20" };
  for (const text of ["招商银行11月20日收盘价", "招行 11/20 收盘", "close of CMB on Nov 20"])
    assert.match((await ask(text, past)).notes.join(), /没有写年份/, text);
  for (const text of [
    "招商银行2025年11月20日收盘价",
    "招行去年11月20日收盘",
    "招行20251120收盘",
    "600036昨天收盘",
  ])
    assert.doesNotMatch((await ask(text, past)).notes.join(), /没有写年份/, text);
  assert.deepEqual((await ask("茅台4月30日收盘", { date: "2026-04-30" })).notes, []);
});

test("two sources that differ are both shown, and one that agrees or fails is not", async () => {
  const check = (state: string) => market({ check: { state, source: "tencent" } });
  const differing = await ask("茅台多少钱", {}, check("differs"));
  assert.deepEqual(differing.metrics, [...usual, "current_price"]);
  assert.match(differing.notes.join(), /不一致/);
  for (const state of ["agrees", "unavailable"]) {
    const { metrics, notes, calls } = await ask("茅台多少钱", {}, check(state));
    assert.deepEqual([metrics, notes], [usual, []]);
    assert.ok(!calls.some((call) => call.startsWith("check_price")));
  }
});

/** The turnover rate of a day, as a valuation's row tells it. */
const traded =
  (rate: number | null, asOf: string): Script =>
  (tool, args) =>
    tool === "get_valuation"
      ? {
          value: { code: String(args.code), pb: 7.1, ...(rate === null ? {} : { turnover_rate: rate }) },
          as_of: asOf,
        }
      : market()(tool, args);

test("the turnover rate has its own day and its words say of what it is", async () => {
  const script = traded(0.2038, "2026-05-06");
  for (const text of ["茅台换手率", "茅台换手高吗", "turnover rate of Moutai"]) {
    const { metrics, notes } = await ask(text, {}, script);
    assert.deepEqual(metrics, ["turnover_rate", ...usual], text);
    assert.match(notes.join(), /按流通股本计,是所示交易日全天/);
  }
  const beside = await ask("茅台股价和换手率", {}, script);
  assert.deepEqual(beside.metrics, [...usual, "turnover_rate"]);
  const { result } = beside;
  const [rate] = result.kind === "answer" ? result.claims.slice(-1) : [];
  assert.ok(rate?.kind === "numeric" && rate.unit === "%" && rate.as_of === "2026-05-06");
});

test("turnover is no rate, and no look is taken at what nobody asked for", async () => {
  const { metrics, calls } = await ask("turnover of Moutai", {}, traded(0.2038, "2026-05-06"));
  assert.deepEqual(metrics, ["amount", ...usual]);
  assert.ok(calls.every((call) => !call.startsWith("get_valuation")));
});

test("a rate that no source tells, or of another day than the one named, is said to lack", async () => {
  const none = await ask("茅台换手率", {}, traded(null, "2026-05-06"));
  assert.deepEqual([none.metrics, none.notes], [usual, ["所问的换手率现有数据源没有给出,未显示。"]]);
  const older = await ask("茅台4月30日换手率", { date: "2026-04-30" }, traded(0.2, "2026-04-29"));
  assert.deepEqual(older.metrics, ["close", "change", "pct_chg"]);
  assert.match(older.notes.join(), /所问日期没有换手率/);
  const named = await ask("茅台4月30日换手率", { date: "2026-04-30" }, traded(0.2, "2026-04-30"));
  assert.equal(named.metrics[0], "turnover_rate");
  assert.ok(named.result.kind === "answer");
  assert.deepEqual(named.result.freshness?.turnover_rate, { since: "2026-04-30" });
});
