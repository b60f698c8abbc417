import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { inGroups, openTruthLine, type TruthLine } from "./truth-line.ts";

const day = "2026-05-07";

describe("against the emulated market", () => {
  let line: TruthLine;
  before(async () => {
    line = await openTruthLine(`${day}T20:00:00+08:00`);
  });
  after(() => line.close());

  const entriesOf = (code: string, date = day) =>
    line.truth.topList(date).filter((entry) => entry.code === code);

  /** What is told of a company is its entries of the day, or that there are none. */
  async function judge(question: (names: readonly string[]) => string): Promise<number> {
    let listed = 0;
    for (const group of inGroups(line.truth.companies, 3)) {
      const { numbers, quotes, text } = await line.ask(question(group.map(({ code }) => code.slice(0, 6))));
      for (const { code } of group) {
        const entries = entriesOf(code);
        const own = numbers.filter((claim) => claim.code === code);
        const told = (metric: string) =>
          own.filter((claim) => claim.metric === metric).map(({ value }) => value);
        const sorted = entries.toSorted((a, b) => b.buy - b.sell - (a.buy - a.sell));
        assert.deepEqual(
          told("top_buy"),
          sorted.map(({ buy }) => buy),
          text,
        );
        assert.deepEqual(
          told("top_sell"),
          sorted.map(({ sell }) => sell),
          text,
        );
        const absent = quotes.filter((claim) => claim.code === code && claim.metric === "not_listed_on");
        assert.deepEqual(
          absent.map(({ value }) => value),
          entries.length === 0 ? [day] : [],
          text,
        );
        listed += entries.length;
      }
    }
    return listed;
  }

  test("for every company: its entries, or that it is not listed, in both languages", async () => {
    assert.ok((await judge((names) => `${names.join("和")}上龙虎榜了吗`)) > 0);
    assert.ok((await judge((names) => `dragon-tiger list ${names.join(" and ")}`)) > 0);
  });

  test("not being on the list is an answer that names the list's day", async () => {
    const { code } = line.truth.companies.find((company) => entriesOf(company.code).length === 0) ?? {
      code: "",
    };
    const { text, error } = await line.ask(`${code.slice(0, 6)}上龙虎榜了吗`);
    assert.equal(error, undefined);
    assert.match(text, /未上龙虎榜「2026-05-07」\([a-z]+, 2026-05-07\)/);
  });

  test("the whole list of a day", async () => {
    const { numbers, quotes, text } = await line.ask("5月6日的龙虎榜");
    const entries = line.truth.topList("2026-05-06");
    assert.deepEqual(
      numbers
        .filter(({ metric }) => metric === "top_buy")
        .map(({ code, value }) => `${code} ${value}`)
        .toSorted(),
      entries.map(({ code, buy }) => `${code} ${buy}`).toSorted(),
    );
    for (const { value } of quotes) assert.ok(text.includes(`上榜原因「${value}」`), text);
  });

  test("seats are said not to be there, a day that has not come is refused", async () => {
    const listed = line.truth.topList(day)[0]?.code.slice(0, 6);
    assert.match((await line.ask(`${listed}龙虎榜席位`)).text, /席位明细目前查不了/);
    assert.equal((await line.ask("2026年5月8日的龙虎榜")).error, "FUTURE_DATE");
  });
});
