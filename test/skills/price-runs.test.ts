import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { companies } from "../emulators/market-securities.ts";
import { inGroups, openTruthLine, type TruthLine } from "./truth-line.ts";

const newest = "2026-05-06";
let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

/** The metric and the length of the run that ends on the newest day; null where that day is flat. */
function runOf(code: string): readonly [string, number] | null {
  const changes: number[] = [];
  let bar = line.truth.lastBar(code, newest);
  while (bar !== undefined && changes.length < 40) {
    changes.push(Math.sign(bar.pct_chg));
    const before = new Date(Date.parse(bar.date) - 86_400_000).toISOString().slice(0, 10);
    bar = line.truth.lastBar(code, before);
  }
  const [sign = 0] = changes;
  const end = changes.findIndex((each) => each !== sign);
  if (sign === 0 || end < 0) return null;
  return [sign > 0 ? "rise_days" : "fall_days", end];
}

test("the days in a row that a stock rose or fell are true for every company, and are those of the closes", async () => {
  let judged = 0;
  const traded = companies.filter(({ code }) => line.truth.lastBar(code, newest)?.date === newest);
  for (const group of inGroups(traded.map(({ code }) => code).slice(0, 18), 6)) {
    for (const text of [
      `${group.join("、")} 连涨几天了`,
      `how many days have ${group.join(" and ")} risen in a row`,
    ]) {
      const { numbers } = await line.ask(text);
      for (const code of group) {
        const run = runOf(code);
        const told = numbers.find((claim) => claim.code === code && claim.metric.endsWith("_days"));
        assert.deepEqual(told === undefined ? null : [told.metric, told.value], run, `${code}: ${text}`);
        if (told !== undefined) assert.equal(told.as_of, newest);
        judged += run === null ? 0 : 1;
      }
    }
  }
  assert.ok(judged >= 24, String(judged));
});

test("a run of money flows is another skill's, and days named for themselves are no run", async () => {
  const flows = await line.ask("茅台主力连续流入几天了");
  assert.ok(flows.numbers.some(({ metric }) => metric === "main_net"));
  const days = await line.ask("茅台最近5天涨了多少");
  assert.ok(!days.numbers.some(({ metric }) => metric.endsWith("_days")), days.text);
});

test("whether more was traded than usual is answered with what was traded", async () => {
  for (const text of ["茅台今天放量了吗", "茅台量能怎么样"]) {
    const { numbers } = await line.ask(text);
    assert.deepEqual(
      [...new Set(numbers.map(({ metric }) => metric))].filter((metric) =>
        ["volume", "amount"].includes(metric),
      ),
      ["volume", "amount"],
      text,
    );
  }
});
