import assert from "node:assert/strict";
import { describe, test } from "node:test";
import price from "../../skills/price/index.ts";
import { ruleOf } from "../../skills/price/limit-rules.ts";
import { lists, openSkillHarness, type Script } from "./skill-context.ts";
import { openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

async function at(now: string, look: (line: TruthLine) => Promise<void>): Promise<void> {
  const line = await openTruthLine(now);
  try {
    await look(line);
  } finally {
    await line.close();
  }
}

const figures = ({ numbers }: Told): readonly string[] =>
  numbers
    .filter(({ metric }) => /limit/.test(metric))
    .map(({ code, metric, value, as_of }) => `${code} ${metric} ${value} ${as_of.slice(0, 10)}`);

const raised = (close = Number.NaN): number => Math.floor((Math.round(close * 100) * 11) / 10 + 0.5) / 100;

describe("which session a limit price is of", () => {
  test("before the open it is today's, from the newest close, and the answer says so", async () => {
    for (const now of ["2026-05-07T08:40:00+08:00", "2026-05-07T09:20:00+08:00"])
      await at(now, async (line) => {
        const limit = raised(line.truth.close("600519.SH", "2026-05-06"));
        for (const text of ["茅台今天涨停价是多少", "茅台涨停价", "Moutai limit-up price"]) {
          const told = await line.ask(text);
          assert.deepEqual(figures(told), [`600519.SH next_limit_up ${limit} 2026-05-06`], told.text);
          assert.match(told.text, /2026-05-07/);
        }
        const both = await line.ask("茅台和五粮液涨停价");
        const other = raised(line.truth.close("000858.SZ", "2026-05-06"));
        assert.ok(figures(both).includes(`000858.SZ next_limit_up ${other} 2026-05-06`), both.text);
        assert.match((await line.converse(["茅台涨停价多少", "跌停呢"])).text, /次一交易日跌停价/);
        assert.doesNotMatch((await line.ask("茅台涨停了吗")).text, /^(?:没有|是的)/);
      });
  });

  test("on a closed day it is that of the next session, and whether a limit was reached is of the last one", () =>
    at("2026-05-10T10:20:00+08:00", async (line) => {
      const told = await line.ask("茅台涨停价是多少");
      const limit = raised(line.truth.close("600519.SH", "2026-05-08"));
      assert.deepEqual(figures(told), [`600519.SH next_limit_up ${limit} 2026-05-08`], told.text);
      assert.match(told.text, /2026-05-11/);
      assert.match((await line.ask("茅台涨停了吗")).text, /^没有:.*涨停价 .*2026-05-08/);
    }));

  test("none where a dividend stands between the newest close and the session", () =>
    at("2026-04-20T08:40:00+08:00", async (line) => {
      const told = await line.ask("工商银行涨停价是多少");
      assert.deepEqual(figures(told), [], told.text);
      assert.match(told.text, /601398\.SH:2026-04-20除权除息/);
    }));

  test("none of tomorrow either", () =>
    at("2026-04-17T18:40:00+08:00", async (line) => {
      const told = await line.ask("工商银行下周一涨停价是多少");
      assert.deepEqual(figures(told), [], told.text);
      assert.match(told.text, /601398\.SH:2026-04-20除权除息/);
    }));

  test("after the close tomorrow's follows from the day's close, and goes on to the other side and another stock", () =>
    at("2026-05-07T15:40:00+08:00", async (line) => {
      const limit = raised(line.truth.close("600519.SH", "2026-05-07"));
      for (const text of [
        "茅台明天涨停价是多少",
        "茅台下个交易日涨停价",
        "茅台明天多少钱涨停",
        "what will be Moutai's limit-up price tomorrow",
      ]) {
        const told = await line.ask(text);
        assert.deepEqual(figures(told), [`600519.SH next_limit_up ${limit} 2026-05-07`], told.text);
        assert.match(told.text, /2026-05-08/);
      }
      const both = await line.ask("中芯国际明天涨跌停价");
      assert.deepEqual(
        both.numbers.flatMap(({ metric }) => (/limit/.test(metric) ? metric : [])),
        ["next_limit_up", "next_limit_down"],
      );
      for (const [next, figure] of [
        ["跌停呢", /600519\.SH\) 次一交易日跌停价/],
        ["五粮液呢", /000858\.SZ\) 次一交易日涨停价/],
      ] as const)
        assert.match((await line.converse(["茅台明天涨停价是多少", next])).text, figure);
      assert.match((await line.converse(["茅台昨天涨停价是多少", "跌停呢"])).text, /跌停价 .*2026-05-06/);
      for (const text of ["茅台明天会到涨停价吗", "茅台明天收盘价和涨停价"])
        assert.deepEqual((await line.ask(text)).numbers, [], text);
    }));

  test("while the market trades, and of a later day, it is said to follow after the close; a closed day leads to the session after it", async () => {
    await at("2026-05-07T10:32:05+08:00", async (line) => {
      for (const text of ["茅台明天涨停价", "茅台下个交易日涨停价", "茅台下周一涨停价"]) {
        const told = await line.ask(text);
        assert.deepEqual(figures(told), [], told.text);
        assert.match(told.text, /2026-05-(?:08|11)的涨跌停价由前一交易日的收盘价算出,要等那天收盘后才知道/);
      }
    });
    await at("2026-05-08T18:40:00+08:00", async (line) => {
      const limit = raised(line.truth.close("600519.SH", "2026-05-08"));
      const told = await line.ask("茅台明天涨停价");
      assert.deepEqual(figures(told), [`600519.SH next_limit_up ${limit} 2026-05-08`], told.text);
      assert.match(told.text, /2026-05-09休市.*\n.*2026-05-11/);
      assert.deepEqual(figures(await line.ask("茅台下周二涨停价")), []);
    });
  });

  test("none where the stock or the market did not trade", () =>
    at("2026-05-07T10:32:05+08:00", async (line) => {
      for (const [text, why] of [
        ["海螺水泥涨停价多少", /没有它的成交/],
        ["海螺水泥跌停了吗", /没有它的成交/],
        ["茅台周一涨停价", /休市日没有涨跌停价/],
        ["茅台5月1日涨停价", /休市日没有涨跌停价/],
      ] as const) {
        const told = await line.ask(text);
        assert.deepEqual(figures(told), [], told.text);
        assert.match(told.text, why);
      }
    }));
});

test("a new listing has no limit in its first sessions, nor is one told where the days before cannot be had", async () => {
  const quote = {
    code: "600519.SH",
    phase: "morning",
    suspended: false,
    quality: "realtime",
    adjust: "none",
  };
  const days = ["2026-04-29", "2026-04-30", "2026-05-06"];
  const script =
    (bars: readonly string[] | null): Script =>
    (tool, args) => {
      if (tool === "get_price")
        return { value: { ...quote, current_price: 11, prev_close: 10 }, as_of: "2026-05-07T10:32:00+08:00" };
      if (tool === "get_daily_bars" && bars !== null)
        return {
          value: { code: "600519.SH", adjust: "none", rows: bars.map((date) => ({ date, close: 10 })) },
        };
      return lists(tool, args);
    };
  for (const [bars, why] of [
    [days, /上市初期/],
    [null, /没有取到此前的日线/],
  ] as const) {
    const { context, calls } = openSkillHarness("茅台涨停价", script(bars));
    const result = await price.run({ codes: ["600519"] }, context);
    assert.ok(result.kind === "answer");
    assert.ok(result.notes?.some(({ zh }) => why.test(zh)));
    assert.ok(!calls.some((call) => call.startsWith("calculate")));
  }
});

test("the limit is that of the day: of ChiNext before 2020-08-24, of a stock that was under a risk warning", () => {
  const [chinext, main] = ["300059.SZ", "600519.SH"].map((code) => ({ code, name: "甲" }));
  assert.ok(chinext !== undefined && main !== undefined);
  assert.equal(ruleOf(chinext, "2020-08-24").fact, "limit-chinext");
  assert.deepEqual(ruleOf(chinext, "2020-08-21"), {});
  const former = { ...main, former_names: ["*ST甲"] };
  assert.deepEqual(ruleOf(former, "2026-05-06"), { fact: "limit-risk-warning" });
  assert.equal(ruleOf(former, "2026-07-06").rate, "limit_rate_main_boards");
  assert.equal(ruleOf(main, "2026-05-06").fact, "limit-main-boards");
});
