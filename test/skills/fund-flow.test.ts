import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { NumericClaim, SkillAnswer } from "#contract";
import fundFlow from "../../skills/fund-flow/index.ts";
import { askedWindow } from "../../skills/fund-flow/window.ts";
import { lists, openSkillHarness, type Script } from "./skill-context.ts";
import { inGroups, openTruthLine, type TruthLine } from "./truth-line.ts";

describe("against the emulated market", () => {
  let line: TruthLine;
  before(async () => {
    line = await openTruthLine("2026-05-07T20:00:00+08:00");
  });
  after(() => line.close());

  /** Net inflow of a class of orders in CNY. */
  function trueFlow(code: string, date: string, metric: string): number | undefined {
    const flow = line.truth.flow(code, date);
    if (flow === undefined) return undefined;
    const net = (size: "sm" | "md" | "lg" | "elg") => flow.buy[size] - flow.sell[size];
    const byMetric: Readonly<Record<string, number>> = {
      main_net: net("lg") + net("elg"),
      super_large_net: net("elg"),
      large_net: net("lg"),
      medium_net: net("md"),
      small_net: net("sm"),
      net_flow: flow.net,
    };
    return (byMetric[metric] ?? Number.NaN) * 10_000;
  }

  /** The newest days with trade, newest first. */
  const daysOf = (code: string): readonly string[] =>
    line.truth.tradingDays
      .filter((day) => day <= "2026-05-07" && line.truth.bar(code, day) !== undefined)
      .toReversed();

  function trueRun(code: string): number {
    const signs = daysOf(code).map((day) => Math.sign(trueFlow(code, day, "main_net") ?? 0));
    return signs.findIndex((sign) => sign !== signs[0]);
  }

  const isNear = (value: number, expected: number | undefined) =>
    Math.abs(value - (expected ?? Number.NaN)) <= 1;

  /** Every number told is true of its day, its sum or its run. */
  function judge({ numbers, text }: { numbers: readonly NumericClaim[]; text: string }): number {
    for (const { metric, code, value, as_of } of numbers) {
      const company = code ?? "";
      if (metric === "main_net_total") {
        const days = daysOf(company).slice(0, 3);
        const sum = days.reduce((total, day) => total + (trueFlow(company, day, "main_net") ?? 0), 0);
        assert.ok(isNear(value, sum), text);
        assert.equal(as_of, days.at(-1));
      } else if (metric.endsWith("_days")) {
        const sign = Math.sign(trueFlow(company, daysOf(company)[0] ?? "", "main_net") ?? 0);
        assert.deepEqual(
          [metric, value],
          [sign > 0 ? "main_inflow_days" : "main_outflow_days", trueRun(company)],
          text,
        );
      } else assert.ok(isNear(value, trueFlow(company, as_of, metric)), `${metric} ${as_of} in ${text}`);
    }
    return numbers.length;
  }

  test("the newest day, a named one, three days with their sum, in both languages: all true", async () => {
    const questions = [
      (names: readonly string[]) => `${names.join("和")}主力资金`,
      (names: readonly string[]) => `${names.join("和")} 2026-04-30 主力净流入`,
      (names: readonly string[]) => `${names.join("和")} 近3日资金流向`,
      (names: readonly string[]) => `fund flow of ${names.join(" and ")}`,
      (names: readonly string[]) => `${names.join("和")}大单和小单净流入`,
    ];
    for (const question of questions) {
      let judged = 0;
      for (const group of inGroups(line.truth.companies.slice(0, 24), 3)) {
        const told = await line.ask(question(group.map(({ code }) => code.slice(0, 6))));
        judged += judge(told);
        for (const { code } of group)
          if (told.error === undefined && line.truth.bar(code, "2026-04-30") !== undefined)
            assert.ok(
              told.numbers.some((claim) => claim.code === code && claim.metric === "main_net"),
              `${code} in ${told.text}`,
            );
      }
      assert.ok(judged >= 20, question(["600519"]));
    }
  });

  test("the newest day is told with its run, several days each with the sum first", async () => {
    const { numbers, text } = await line.ask("茅台主力资金连续几天了");
    const [day, run] = numbers;
    assert.deepEqual([numbers.length, day?.metric, day?.as_of], [2, "main_net", "2026-05-07"]);
    assert.match(run?.metric ?? "", /^main_(?:in|out)flow_days$/);
    assert.match(text, /数据商的模型估算/);
    const three = await line.ask("茅台近3日资金流向");
    assert.deepEqual(
      three.numbers.map(({ metric }) => metric).filter((metric) => !metric.endsWith("_days")),
      ["main_net_total", "main_net", "main_net", "main_net"],
    );
  });

  test("the flow of a market is not made up", async () => {
    const { text, numbers } = await line.ask("北向资金今天买了多少");
    assert.deepEqual(numbers, []);
    assert.match(text, /北向资金.*查不了/);
  });
});

test("words for the last days are read, longer stretches and other words are not", () => {
  for (const [words, days] of [
    ["近5日", 5],
    ["最近三天", 3],
    ["过去10个交易日", 10],
    ["最近一周", 5],
    ["近期", 5],
    ["last 3 days", 3],
    ["近20日", 20],
    ["近60日", null],
    ["上周", null],
    ["去年", null],
  ] as const)
    assert.equal(askedWindow(words)?.days ?? null, days, words);
});

const rows = ["2026-04-29", "2026-04-30", "2026-05-06"].map((date, at) => ({
  date,
  main_net: [5, -3, -2][at] ?? 0,
}));
const market: Script = (tool, args) =>
  tool === "get_money_flow"
    ? { value: { code: String(args.code), rows }, as_of: "2026-05-06" }
    : lists(tool, args);

async function ask(text: string, date?: string) {
  const harness = openSkillHarness(text, market);
  return fundFlow.run({ codes: ["600519.SH"], ...(date === undefined ? {} : { date }) }, harness.context);
}

test("a day that the series does not hold is missing, a stretch that is too long is refused", async () => {
  assert.deepEqual(await ask("茅台3月2日主力", "2026-03-02"), {
    kind: "refusal",
    code: "NO_DATA",
    subject: "600519.SH",
  });
  assert.deepEqual(await ask("茅台近60日主力", "近60日"), {
    kind: "refusal",
    code: "BAD_DATE",
    subject: "「近60日」",
  });
});

test("of a day without a row the one before it is told, and that it is another one", async () => {
  const answer = (await ask("茅台5月5日主力", "2026-05-05")) as SkillAnswer;
  assert.deepEqual(
    answer.claims.map((claim) => ("as_of" in claim ? claim.as_of : "")),
    ["2026-04-30"],
  );
  assert.match(
    answer.notes?.map((note) => (typeof note === "string" ? note : note.zh)).join("") ?? "",
    /所问日期/,
  );
  assert.deepEqual(answer.freshness?.main_net, { since: "2026-04-30" });
  const exact = (await ask("茅台4月30日主力", "2026-04-30")) as SkillAnswer;
  assert.doesNotMatch(JSON.stringify(exact.notes), /所问日期/);
});

test("where nothing can be computed the days themselves are told", async () => {
  const answer = (await ask("茅台近3日主力", "近3日")) as SkillAnswer;
  assert.deepEqual(
    answer.claims.map((claim) => ("as_of" in claim ? claim.as_of : "")),
    ["2026-05-06", "2026-04-30", "2026-04-29"],
  );
  assert.deepEqual(answer.freshness?.main_net, { since: "2026-04-29" });
});

test("a question about today is told that the day shown is an earlier one", async () => {
  const notes = async (text: string) =>
    ((await ask(text)) as SkillAnswer).notes?.map(({ zh }) => zh).join() ?? "";
  assert.match(await notes("茅台今天净流入多少"), /收盘后公布/);
  assert.doesNotMatch(await notes("茅台主力资金"), /收盘后公布/);
});
