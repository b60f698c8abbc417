import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { cleanTitle, formatValue } from "#language";
import { inGroups, openTruthLine, type TruthLine } from "./truth-line.ts";

const now = "2026-05-07T20:00:00+08:00";

for (const sources of ["tushare,akshare", "akshare"])
  describe(`against the emulated market, ${sources}`, () => {
    let line: TruthLine;
    before(async () => {
      line = await openTruthLine(now, sources);
    });
    after(() => line.close());

    test("titles, institutions and ratings word by word, forecasts by their years, in both languages", async () => {
      let judged = 0;
      for (const question of [
        (names: readonly string[]) => `${names.join("和")}最新研报`,
        (names: readonly string[]) => `analyst ratings of ${names.join(" and ")}`,
      ])
        for (const group of inGroups(line.truth.companies.slice(0, 30), 2)) {
          const { quotes, numbers, text } = await line.ask(
            question(group.map(({ code }) => code.slice(0, 6))),
          );
          for (const { code } of group) {
            const own = quotes.filter((claim) => claim.code === code);
            const [newest] = line.truth.research(code);
            const told = (metric: string) =>
              own.filter((claim) => claim.metric === metric).map(({ value }) => value);
            const expected = line.truth.research(code).slice(0, 2);
            assert.deepEqual(
              told("title"),
              expected.map(({ title }) => cleanTitle(title)),
              text,
            );
            assert.deepEqual(
              told("org"),
              expected.map(({ org }) => org),
              text,
            );
            assert.deepEqual(
              told("rating"),
              expected.map(({ rating }) => rating),
              text,
            );
            assert.deepEqual(
              told("year"),
              (newest?.years ?? []).map(({ year }) => String(year)),
              text,
            );
            const eps = numbers.filter((claim) => claim.code === code && claim.metric === "forecast_eps");
            assert.deepEqual(
              eps.map(({ value }) => value),
              (newest?.years ?? []).map(({ eps: value }) => value),
            );
            judged += eps.length;
          }
          assert.match(text, /机构的观点|opinion of the institutions|没有查到|No data/);
        }
      assert.ok(judged >= 60);
    });

    test("each year's forecast stands behind its year, as an opinion with the disclaimer", async () => {
      const { text } = await line.ask("茅台盈利预测");
      for (const { year, eps } of line.truth.research("600519.SH")[0]?.years ?? [])
        assert.ok(
          text.includes(`预测年度「${year}」:预测每股收益 ${formatValue(eps, "CNY", { language: "zh" })},`),
          text,
        );
      assert.match(text, /机构的观点[\s\S]*不构成投资建议/);
    });

    test("target prices and counts are said not to be there", async () => {
      assert.match((await line.ask("茅台目标价")).text, /目标价目前查不了/);
      assert.match((await line.ask("有几家机构给茅台买入评级")).text, /家数没有统计/);
    });
  });
