import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { companies } from "../emulators/market-securities.ts";
import { inGroups, openTruthLine, type Told, type TruthLine } from "./truth-line.ts";

let line: TruthLine;
before(async () => {
  line = await openTruthLine("2026-05-07T10:35:00+08:00");
});
after(() => line.close());

const figureIn = ({ numbers }: Told, metric: RegExp, code: string): number | undefined =>
  numbers.find((each) => metric.test(each.metric) && each.code === code)?.value;

/** The yes or no that the text begins with; null where it begins with neither. */
const saidBy = ({ text }: Told): boolean | null => {
  const lead = /^(?:按市盈率看,|By P\/E, )?(?:(是|yes)|(不是|没有|no)): ?/i.exec(text);
  return lead === null ? null : lead[1] !== undefined;
};

test("whether one company's figure is above another's is answered with yes or no first", async () => {
  const asked = [
    [/^pe_ttm$/, (a: string, b: string) => `${a}的市盈率比${b}低吗`, -1],
    [/^pe_ttm$/, (a: string, b: string) => `is ${a}'s P/E lower than ${b}'s`, -1],
    [/^pe_ttm$/, (a: string, b: string) => `${a}比${b}贵吗`, 1],
    [/^total_mv$/, (a: string, b: string) => `${a}的市值超过${b}了吗`, 1],
    [/^roe/, (a: string, b: string) => `${a}ROE比${b}高吗`, 1],
    [/revenue$/, (a: string, b: string) => `${a}营收比${b}多吗`, 1],
    [/^current_price$/, (a: string, b: string) => `${a}股价比${b}低吗`, -1],
    [/^main_net$/, (a: string, b: string) => `${a}主力净流入比${b}多吗`, 1],
  ] as const;
  const seen = new Map<string, number>();
  for (const [a = "", b = ""] of inGroups(
    companies.slice(0, 16).map(({ code }) => code),
    2,
  ))
    for (const [metric, words, sign] of asked) {
      const told = await line.ask(words(a, b));
      const [first, second] = [figureIn(told, metric, a), figureIn(told, metric, b)];
      // A loss has no P/E.
      if (first === undefined || second === undefined) continue;
      const said = saidBy(told);
      if (said === null && Math.abs(first - second) < 0.01 * Math.abs(first)) continue;
      assert.equal(said, sign * (first - second) > 0, `${words(a, b)} ${told.text}`);
      seen.set(`${metric} ${said}`, 1);
    }
  assert.ok(seen.size >= 10, [...seen.keys()].join());
});

test("who rose or fell more is said of changes on one day, of a stretch too; where all went the other way that is said", async () => {
  const leads = new Set<string>();
  for (const [a = "", b = ""] of inGroups(
    companies.slice(0, 20).map(({ code }) => code),
    2,
  ))
    for (const [text, metric, sign] of [
      [`今天${a}比${b}涨得多吗`, /^pct_chg$/, 1],
      [`${a}今天比${b}跌得多吗`, /^pct_chg$/, -1],
      [`这周${a}比${b}涨得多吗`, /^move_/, 1],
      [`今年${a}跌得比${b}多吗`, /^move_/, -1],
      [`did ${a} rise more than ${b} today`, /^pct_chg$/, 1],
      [`最近5天${a}跑赢${b}了吗`, /^move_/, 0],
      [`did ${a} outperform ${b} this week`, /^move_/, 0],
    ] as const) {
      const told = await line.ask(text);
      const [first = 0, second = 0] = [figureIn(told, metric, a), figureIn(told, metric, b)];
      const isOther = sign !== 0 && sign * first < 0 && sign * second < 0;
      const lead = /^(?:[^:(]{1,40}):/.exec(told.text)?.[0] ?? "";
      leads.add(lead);
      if (isOther) assert.match(lead, /^(?:没有,都[涨跌]了|No, all of them)/, `${text} ${told.text}`);
      else if (Math.abs(first - second) >= 0.01)
        assert.equal(saidBy(told), (sign < 0 ? second - first : first - second) > 0, `${text} ${told.text}`);
    }
  assert.ok(leads.size >= 6, [...leads].join());
});

test("of 和五粮液比 and 相比五粮液 the other company is asked about", async () => {
  const plain = await line.ask("茅台的市盈率比五粮液低吗");
  for (const text of ["和五粮液比茅台市盈率低吗", "茅台和五粮液比,市盈率低吗", "茅臺的市盈率比五糧液低嗎"])
    assert.equal(saidBy(await line.ask(text)), saidBy(plain), text);
  for (const text of [
    "相比五粮液,茅台的市盈率高吗",
    "compared with Wuliangye, is Moutai's P/E higher",
    "茅台的市盈率有五粮液高吗",
  ]) {
    const told = await line.ask(text);
    assert.equal(saidBy(told), !saidBy(plain), told.text);
    assert.equal(told.numbers.filter(({ metric }) => metric === "pe_ttm").length, 2, told.text);
  }
  assert.equal(saidBy(await line.ask("五粮液的市盈率比茅台低吗")), !saidBy(plain));
  assert.equal(
    saidBy(await line.ask("比亚迪的市盈率比宁德时代低吗")),
    !saidBy(await line.ask("比亚迪的市盈率比宁德时代高吗")),
  );
});

test("how far apart, which of them and why have no yes or no", async () => {
  for (const text of ["茅台市盈率比五粮液高多少", "茅台和五粮液谁的市盈率高", "茅台为什么比五粮液贵"])
    assert.equal(saidBy(await line.ask(text)), null, text);
});

test("before the open yesterday's changes say nothing of today", async () => {
  const early = await openTruthLine("2026-05-07T09:00:00+08:00");
  try {
    assert.equal(saidBy(await early.ask("今天茅台比五粮液涨得多吗")), null);
    assert.notEqual(saidBy(await early.ask("茅台的市盈率比五粮液低吗")), null);
  } finally {
    await early.close();
  }
});

test("dear or cheap is by P/E whatever was asked before", async () => {
  const { session } = await line.ask("营收增长了吗 茅台");
  for (const [text, lead] of [
    ["茅台比五粮液贵吗", "按市盈率看,"],
    ["茅台比五粮液便宜吗", "按市盈率看,"],
    ["is Moutai pricier than Wuliangye", "By P/E, "],
  ] as const) {
    const told = await line.ask(text, session);
    assert.ok(told.text.startsWith(lead), `${text} ${told.text}`);
  }
});
