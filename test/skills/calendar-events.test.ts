import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { Decimal } from "decimal.js";
import { loadSkills } from "../../src/load-extensions.ts";
import { openSkillHarness, type Script } from "./skill-context.ts";
import { inGroups, openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

const today = "2026-05-07";

let line: TruthLine;
before(async () => {
  line = await openTruthLine(`${today}T20:00:00+08:00`);
});
after(() => line.close());

const valuesOf = ({ numbers, quotes }: Told, code: string, metric: string) =>
  [...numbers, ...quotes]
    .filter((claim) => claim.code === code && claim.metric === metric)
    .map(({ value }) => value);

const perTen = (value: number): number => new Decimal(value).times(10).toNumber();

/** What a question about the next dividend tells: the one ahead, or the plan and the last one that was paid. */
function dividendOf(code: string) {
  const all = line.truth.dividends(code).filter(({ cash, stock }) => cash + stock > 0);
  const daysOf = ({ carriedOut: days }: (typeof all)[number]) =>
    days !== undefined && days.announced <= today ? days : undefined;
  const ahead = all.filter((each) => (daysOf(each)?.ex ?? "") >= today);
  const planned = all.filter((each) => daysOf(each) === undefined);
  const paid = all.filter((each) => (daysOf(each)?.ex ?? today) < today).slice(-1);
  const shown = ahead.length > 0 ? [...ahead, ...planned] : [...planned, ...paid];
  return {
    isAhead: ahead.length > 0,
    amounts: shown.flatMap(({ cash }) => (cash > 0 ? [perTen(cash)] : [])),
    exDates: shown.flatMap((each) => daysOf(each)?.ex ?? []),
    planDates: shown.flatMap((each) => (daysOf(each) === undefined ? [each.planned] : [])),
  };
}

describe("against the emulated market, in both languages", () => {
  const asks = (zh: string, en: string) => [
    (names: readonly string[]) => `${names.join("和")}${zh}`,
    (names: readonly string[]) => `${en} ${names.join(" and ")}`,
  ];
  /** Every second company in Chinese, every third in English. */
  async function judge(questions: ReturnType<typeof asks>, check: (told: Told, code: string) => void) {
    for (const [place, question] of questions.entries()) {
      const some = line.truth.companies.filter((_, at) => at % (place + 2) === 0);
      for (const group of inGroups(some, 3)) {
        const told = await line.ask(question(group.map(({ code }) => code.slice(0, 6))));
        for (const { code } of group) check(told, code);
      }
    }
  }

  test("the next dividend: its days and amount, a plan as a plan", async () => {
    let ahead = 0;
    await judge(asks("什么时候分红", "next ex-dividend date of"), (told, code) => {
      const expected = dividendOf(code);
      ahead += expected.isAhead ? 1 : 0;
      assert.deepEqual(valuesOf(told, code, "dividend_per_10"), expected.amounts, told.text);
      assert.deepEqual(valuesOf(told, code, "ex_date"), expected.exDates, told.text);
      assert.deepEqual(valuesOf(told, code, "plan_date"), expected.planDates, told.text);
      assert.deepEqual(valuesOf(told, code, "no_ex_date_on"), expected.isAhead ? [] : [today], told.text);
    });
    assert.ok(ahead > 5);
  });

  test("the last dividend", async () => {
    await judge(asks("上次分红多少", "last dividend of"), (told, code) => {
      const paid = line.truth
        .dividends(code)
        .filter(({ carriedOut: days }) => days !== undefined && days.ex < today)
        .at(-1);
      const shown = valuesOf(told, code, "ex_date");
      if (paid === undefined) return assert.deepEqual(shown, [], told.text);
      assert.deepEqual(shown, [paid.carriedOut?.ex], told.text);
      const amounts = paid.cash > 0 ? [perTen(paid.cash)] : [];
      assert.deepEqual(valuesOf(told, code, "dividend_per_10"), amounts, told.text);
      assert.deepEqual(valuesOf(told, code, "pay_date"), [paid.carriedOut?.pay], told.text);
    });
  });

  test("unlocks ahead, or that there is none", async () => {
    await judge(asks("什么时候解禁", "next unlock of"), (told, code) => {
      const all = line.truth.unlocks(code);
      const ahead = all.filter(({ date }) => date >= today);
      const shown = ahead.length > 0 ? ahead : all.filter(({ date }) => date < today).slice(-1);
      assert.deepEqual(
        valuesOf(told, code, "unlock_date"),
        shown.map(({ date }) => date),
        told.text,
      );
      assert.deepEqual(
        valuesOf(told, code, "unlock_shares"),
        shown.map(({ parts }) => parts.reduce((sum, { shares }) => sum + shares, 0)),
        told.text,
      );
      assert.deepEqual(valuesOf(told, code, "no_unlock_on"), ahead.length > 0 ? [] : [today], told.text);
    });
  });

  test("reports that are out", async () => {
    await judge(asks("什么时候发财报", "when is the earnings date of"), (told, code) => {
      assert.deepEqual(valuesOf(told, code, "published_date"), ["2026-04-25"], told.text);
      assert.deepEqual(valuesOf(told, code, "no_booking_on"), [today], told.text);
    });
  });
});

test("the text says it as it is said", async () => {
  const { text } = await line.ask("宁德时代什么时候分红");
  const [dividend] = line.truth.dividends("300750.SZ").slice(-1);
  const amount = perTen(dividend?.cash ?? 0);
  assert.ok(
    text.includes(
      `宁德时代(300750.SZ) 分红所属期「2025年度」,每10股派现(含税) ¥${amount},除权除息日「${dividend?.carriedOut?.ex}」`,
    ),
    text,
  );
  assert.ok(!Number.isInteger(amount * 100), "more decimals than a price has are shown");
  assert.match(text, /\(tushare, 2026-05-07\)/);
  const plan = await line.ask("贵州茅台什么时候分红");
  assert.match(plan.text, /方案进度「预案」,预案公告日「2026-03-28」/);
  assert.match(plan.text, /方案还没有实施/);
  const english = await line.ask("when does Moutai pay its dividend");
  assert.match(english.text, /stage of the plan “proposed”/);
  assert.doesNotMatch(english.text, /\p{Script=Han}/u);
});

test("a year that is named, 去年 and 今年", async () => {
  const code = "002594.SZ";
  const ofYear = line.truth.dividends(code).find(({ period }) => period === "2024-12-31");
  const named = await line.ask("比亚迪2024年度分红");
  assert.deepEqual(valuesOf(named, code, "dividend_per_10"), [perTen(ofYear?.cash ?? 0)], named.text);
  for (const text of ["比亚迪2024年分红多少", "比亚迪去年分红多少"]) {
    const told = await line.ask(text);
    assert.ok(valuesOf(told, code, "ex_date").includes(String(ofYear?.carriedOut?.ex)), told.text);
    assert.ok(valuesOf(told, code, "dividend_per_10").includes(perTen(ofYear?.cash ?? 0)), told.text);
  }
  assert.match((await line.ask("比亚迪2016年度分红")).text, /所问年份没有查到/);
  // The sample's newest payment is of the year before; what is planned is no answer to 分了.
  assert.match((await line.ask("茅台今年分了多少红")).text, /所问年份没有查到/);
  assert.doesNotMatch((await line.ask("茅台今年什么时候分红")).text, /所问年份没有查到/);
});

test("a report that is named: the day booked or told; one that nobody can have booked is said", async () => {
  const { quotes, text } = await line.ask("比亚迪三季报什么时候公布");
  assert.deepEqual(
    quotes.filter(({ metric }) => metric === "published_date").map(({ value }) => value),
    ["2025-10-25"],
  );
  assert.match(text, /报告「2025年三季报」/);
  assert.match(text, /下一个同类报告期还没有结束/);
  assert.match((await line.ask("比亚迪2026年三季报什么时候公布")).text, /所问报告期还没有结束/);
  const annual = await line.ask("比亚迪2025年度报告披露日");
  assert.match(annual.text, /报告「2025年年报」,披露日「2026-03-28」/);
  assert.doesNotMatch((await line.ask("比亚迪2025年半年度报告什么时候披露")).text, /2025年年报/);
});

test("both halves of a question about the market and a company, also where one has no source", async () => {
  const both = await line.ask("下个交易日是哪天,五粮液什么时候分红");
  assert.deepEqual(
    both.quotes.filter(({ metric }) => metric === "next_trading_day").map(({ value }) => value),
    ["2026-05-08"],
  );
  assert.deepEqual(valuesOf(both, "000858.SZ", "dividend_per_10"), dividendOf("000858.SZ").amounts);
  const half = await line.ask("下个交易日是哪天,五粮液股东大会什么时候开");
  assert.match(half.text, /下一交易日「2026-05-08」/);
  assert.match(half.text, /股东大会、董事会和业绩说明会还没有来源/);
});

test("a day that is booked is told as such, until the report is out", async () => {
  const own = await openTruthLine("2026-04-20T20:00:00+08:00");
  try {
    const { text, quotes } = await own.ask("比亚迪一季报什么时候公布");
    assert.deepEqual(
      quotes.filter(({ metric }) => metric === "booked_date").map(({ value }) => value),
      ["2026-04-25"],
    );
    assert.match(text, /报告「2026年一季报」,预约披露日「2026-04-25」\(tushare, 2026-04-20\)/);
    assert.match(text, /预约的披露日可能变更/);
    assert.doesNotMatch(text, /2025年年报/, "another report was asked for");
  } finally {
    await own.close();
  }
});

test("several years are told where several are asked for; an unlock without its amount says why", async () => {
  const calendar = (await loadSkills(join(import.meta.dirname, "../../skills"))).get("calendar");
  const found = { query: "茅台", status: "one", matches: [{ code: "600519.SH", name: "贵州茅台" }] };
  const tell = async (text: string, value: object) => {
    const given = { code: "600519.SH", as_of: today, coming: [], planned: [], past: [], ...value };
    const script: Script = (tool) =>
      tool === "resolve_security" ? { value: found } : { value: given, as_of: today };
    const result = await calendar?.definition.run(
      { codes: ["茅台"] },
      openSkillHarness(text, script).context,
    );
    assert.ok(result?.kind === "answer");
    return result;
  };
  const past = ["2025-06-26", "2024-06-19", "2023-06-30"].map((ex_date) => ({ ex_date }));
  const years = (claims: readonly { readonly kind: string }[]) => claims.length;
  assert.equal(years((await tell("茅台历年分红", { kind: "dividends", past })).claims), 3);
  assert.equal(years((await tell("茅台近三年分红", { kind: "dividends", past })).claims), 3);
  assert.equal(years((await tell("茅台上次分红", { kind: "dividends", past })).claims), 1);
  const yearBefore = await tell("茅台前年分红", { kind: "dividends", past });
  assert.deepEqual(
    yearBefore.claims.map((claim) => "value" in claim && claim.value),
    ["2024-06-19"],
  );
  const unlock = await tell("茅台解禁", { kind: "unlocks", coming: [{ unlock_date: "2026-12-21" }] });
  assert.match(JSON.stringify(unlock.notes), /多份公告/);
  const late = await tell("茅台财报", { kind: "reports", past: [{ booked_date: "2026-05-06" }] });
  assert.doesNotMatch(JSON.stringify(late.notes), /已披露/, "booked, and not seen to be out");
});

test("a company that has never paid is named as such", async () => {
  const never = line.truth.companies.find(({ code }) => line.truth.dividends(code).length === 0);
  const { text, quotes } = await line.ask(`${never?.code.slice(0, 6)}历年分红`);
  assert.match(text, /近年分红记录没有数据/);
  assert.deepEqual(
    quotes.map(({ metric, value }) => [metric, value]),
    [["no_ex_date_on", today]],
  );
  const all = await line.ask(`${never?.code.slice(0, 6)}近年分红和解禁`);
  const hasUnlocks = line.truth.unlocks(never?.code ?? "").length > 0;
  assert.equal(/近年解禁记录/.test(all.text), !hasUnlocks, all.text);
  assert.match(all.text, /近年分红记录/);
});

test("the company of the conversation is meant where none is named", async () => {
  const { session } = await line.ask("五粮液什么时候分红");
  const { quotes } = await line.ask("上次除权除息日是哪天", session);
  assert.ok(quotes.length > 0 && quotes.every(({ code }) => code === "000858.SZ"));
  const other = await line.ask("那比亚迪呢", session);
  assert.deepEqual(valuesOf(other, "002594.SZ", "dividend_per_10"), dividendOf("002594.SZ").amounts);
  assert.deepEqual(
    valuesOf(other, "002594.SZ", "published_date"),
    [],
    "only what the question before asked for",
  );
});

test("meetings have no source, alone and beside what has one", async () => {
  const { error, text } = await line.ask("五粮液股东大会是哪天");
  assert.equal(error, "NO_EVENT_DATA");
  assert.match(text, /巨潮资讯网/);
  const both = await line.ask("五粮液分红和股东大会是哪天");
  assert.match(both.text, /每10股派现/);
  assert.match(both.text, /股东大会、董事会和业绩说明会的日期没有来源/);
});

test("the other source answers where the first may not be asked", async () => {
  const own = await openTruthLine(`${today}T20:00:00+08:00`);
  try {
    own.fail("dividend", { kind: "no_permission" }, 3);
    const told = await own.ask("五粮液上次派息日是哪天,分了多少");
    assert.deepEqual(
      told.numbers.map(({ cite }) => cite.kind === "tool" && cite.source),
      ["akshare"],
    );
    assert.deepEqual(
      valuesOf(told, "000858.SZ", "dividend_per_10"),
      dividendOf("000858.SZ").amounts.slice(-1),
    );
    assert.match(told.text, /数据源没有给出派息日/, "Eastmoney's list has no such column");
  } finally {
    await own.close();
  }
});

test("the sample has made-up days, and says so in every cite", async () => {
  const sample = await openTruthLine(`${today}T10:32:05+08:00`, "sample");
  try {
    const { quotes, text } = await sample.ask("宁德时代什么时候分红");
    assert.deepEqual(
      quotes.filter(({ metric }) => metric === "ex_date").map(({ value }) => value),
      ["2026-05-13"],
    );
    assert.match(text, /\(sample, 2026-05-07\)/);
    assert.match((await sample.ask("工商银行什么时候分红")).text, /示例/);
  } finally {
    await sample.close();
  }
});

test("where no source is on that has such days, that is said", async () => {
  const calendar = (await loadSkills(join(import.meta.dirname, "../../skills"))).get("calendar");
  for (const failure of ["NOT_OFFERED", "SOURCE_DOWN"] as const) {
    const script: Script = (tool) =>
      tool === "resolve_security"
        ? { value: { query: "茅台", status: "one", matches: [{ code: "600519.SH", name: "贵州茅台" }] } }
        : { failure: { code: failure, message: "" } };
    const { context } = openSkillHarness("茅台什么时候分红", script);
    const result = await calendar?.definition.run({ codes: ["茅台"] }, context);
    assert.ok(result?.kind === "refusal");
    assert.equal(result.code, failure === "NOT_OFFERED" ? "NO_EVENT_DATA" : failure);
  }
});

test("with AkShare alone a failing list of dividends may be an empty one, and both are said", async () => {
  const calendar = (await loadSkills(join(import.meta.dirname, "../../skills"))).get("calendar");
  const codeFor = async (sources: readonly string[], text: string) => {
    const script: Script = (tool) => {
      if (tool === "resolve_security")
        return {
          value: { query: "茅台", status: "one", matches: [{ code: "600519.SH", name: "贵州茅台" }] },
        };
      return tool === "list_sources"
        ? { value: { sources: [...sources] } }
        : { failure: { code: "SOURCE_DOWN", message: "" } };
    };
    const result = await calendar?.definition.run(
      { codes: ["茅台"] },
      openSkillHarness(text, script).context,
    );
    return result?.kind === "refusal" ? result.code : "";
  };
  assert.equal(await codeFor(["akshare", "tencent"], "茅台什么时候分红"), "DIVIDENDS_UNCLEAR");
  assert.equal(await codeFor(["tushare", "akshare"], "茅台什么时候分红"), "SOURCE_DOWN");
  assert.equal(await codeFor(["akshare"], "茅台什么时候解禁"), "SOURCE_DOWN");
});
