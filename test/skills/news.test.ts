import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { SkillAnswer } from "#contract";
import { cleanTitle } from "#language";
import news from "../../skills/news/index.ts";
import { lists, openSkillHarness, type Script } from "./skill-context.ts";
import { inGroups, openTruthLine, type TruthLine } from "./truth-line.ts";

describe("against the emulated market", () => {
  let line: TruthLine;
  before(async () => {
    line = await openTruthLine("2026-05-07T20:00:00+08:00");
  });
  after(() => line.close());

  test("headlines stand word by word with outlet and time, and only links to the source's own hosts, in both languages", async () => {
    for (const question of [
      (names: readonly string[]) => `${names.join("和")}有什么新闻`,
      (names: readonly string[]) => `news about ${names.join(" and ")}`,
    ])
      for (const group of inGroups(line.truth.companies.slice(0, 24), 3)) {
        const { quotes, text } = await line.ask(question(group.map(({ code }) => code.slice(0, 6))));
        for (const { code } of group) {
          const own = quotes.filter((claim) => claim.code === code);
          const about = line.truth.headlines(code).filter(({ title }) => !title.includes("两市"));
          const titles = own.filter(({ metric }) => metric === "title");
          assert.deepEqual(
            titles.map(({ value, as_of }) => `${as_of.slice(0, 16).replace("T", " ")} ${value}`),
            about.map(({ title, time }) => `${time.slice(0, 16)} ${cleanTitle(title)}`),
          );
          for (const { value } of titles)
            assert.ok(text.includes(`「${value}」`) || text.includes(`“${value}”`), text);
          const links = own.filter(({ metric }) => metric === "url").map(({ value }) => value);
          assert.deepEqual(links, [about[0]?.url]);
        }
        assert.doesNotMatch(text, /evil|javascript|\{\{/);
      }
  });

  test("a link stands bare after the cite of its headline", async () => {
    const { text } = await line.ask("茅台有什么新闻");
    assert.match(
      text,
      /」,「证券时报网」\(akshare, 2026-05-06 09:16\) http:\/\/finance\.eastmoney\.com\/a\/\S+\.html\n/,
    );
  });

  test("headlines of a named day; why a price moved is not claimed to be known", async () => {
    const { quotes } = await line.ask("茅台5月3日的新闻");
    assert.deepEqual([...new Set(quotes.map(({ as_of }) => as_of.slice(0, 10)))], ["2026-05-03"]);
    assert.match((await line.ask("茅台为什么大跌")).text, /不代表涨跌的原因/);
  });
});

const headline = (as_of: string) => ({
  code: "600519.SH",
  as_of: `${as_of}T09:00:00+08:00`,
  title: `标题${as_of}`,
});

const market =
  (...days: readonly string[]): Script =>
  (tool, args) =>
    tool === "get_news"
      ? { value: { code: String(args.code), rows: days.map(headline) }, as_of: `${days[0]}T09:00:00+08:00` }
      : lists(tool, args);

async function ask(text: string, script: Script, date?: string) {
  const harness = openSkillHarness(text, script);
  const answer = (await news.run(
    { codes: ["600519.SH"], ...(date === undefined ? {} : { date }) },
    harness.context,
  )) as SkillAnswer;
  return {
    days: answer.claims.map((claim) => ("as_of" in claim ? String(claim.as_of).slice(0, 10) : "")),
    notes: (answer.notes ?? []).map(({ zh }) => zh).join(),
    freshness: answer.freshness?.title,
  };
}

test("the newest week alone where it has any, else older ones that say so", async () => {
  const both = await ask("茅台新闻", market("2026-05-06", "2026-04-20"));
  assert.deepEqual([both.days, both.notes, both.freshness], [["2026-05-06"], "", { calendarDays: 7 }]);
  const old = await ask("茅台新闻", market("2026-04-20"));
  assert.deepEqual([old.days, old.freshness], [["2026-04-20"], { since: "2026-04-20" }]);
  assert.match(old.notes, /更早的几条/);
});

test("a day without headlines and a time that is no day are said", async () => {
  assert.match(
    (await ask("茅台4月30日新闻", market("2026-05-06"), "2026-04-30")).notes,
    /所问日期没有查到新闻/,
  );
  assert.match((await ask("茅台去年的新闻", market("2026-05-06"), "去年")).notes, /只能查最近的/);
  assert.equal((await ask("茅台最近的新闻", market("2026-05-06"), "最近")).notes, "");
});

test("without a company it is said what can be asked", async () => {
  const result = await news.run({}, openSkillHarness("今天有什么新闻", market()).context);
  assert.equal(result.kind, "text");
});
