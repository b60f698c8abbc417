import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { NumericClaim } from "#contract";
import { baseMetrics, fillSlots } from "#language";
import { guard } from "../../src/verify/guard/guard.ts";

const names = {
  "600519": ["贵州茅台", "Kweichow Moutai"],
  "002594": ["比亚迪", "BYD"],
  "600036": ["招商银行", "CMB"],
};
const codes = Object.keys(names);
const now = "2026-05-07T16:30:00+08:00";
const seed = Number(process.env.SEED ?? 20261121);

type Values = readonly [first: number, second: number, third: number];

function claimOf(metric: string, code: string, value: number, source: string): NumericClaim {
  const cite = { kind: "tool" as const, source, fetched_at: now, tool_call_id: `tc_${metric}_${code}` };
  const unit = baseMetrics[metric]?.default_unit ?? "";
  return { kind: "numeric", value, metric, code, unit, as_of: "2026-05-07", cite };
}

/** A frame writes two companies' values of two measures in one way of many; each is sound for every value. */
interface Frame {
  readonly write: (a: string, b: string, price: string, other: string, ratio: string) => string;
}

const frames: readonly Frame[] = [
  { write: (a, b, p, q, r) => `${a}收盘价${p}元，市盈率${r}倍，${b}收盘价${q}元（akshare，2026-05-07）。` },
  {
    write: (a, b, p, q, r) =>
      `- ${a}：收盘价${p}元\n- ${b}：收盘价${q}元\n- ${a}：市盈率${r}倍\n\n来源：akshare，2026-05-07`,
  },
  {
    write: (a, b, p, q, r) =>
      `${a}和${b}的收盘价分别为${p}元和${q}元，${a}市盈率为${r}倍（akshare，2026年5月7日）。`,
  },
  {
    write: (a, b, p, q, r) =>
      `| 公司 | 收盘价(元) | 市盈率 |\n|---|---|---|\n| ${a} | ${p} | ${r} |\n| ${b} | ${q} | |\n\n来源：akshare，日期：2026-05-07`,
  },
  {
    write: (a, b, p, q, r) =>
      `| 指标 | ${a} | ${b} |\n|---|---|---|\n| 收盘价 | ${p}元 | ${q}元 |\n| 市盈率 | ${r}倍 | |\n\nakshare，2026-05-07`,
  },
  {
    write: (a, b, p, q, r) =>
      `<p><b>${a}</b>：收盘价${p}元，市盈率${r}倍</p><p>${b}：收盘价${q}元</p><p>来源：akshare，2026-05-07</p>`,
  },
  {
    write: (a, b, p, q, r) =>
      `${a} closed at CNY ${p} (P/E ${r}x) and ${b} at CNY ${q} (akshare, 2026-05-07).`,
  },
  {
    write: (a, b, p, q, r) =>
      `${a}: close CNY ${p}; P/E ${r}x. ${b}: close CNY ${q}. Source: akshare, May 7, 2026.`,
  },
  {
    write: (a, b, p, q, r) =>
      `收盘价：${p}元（${a}）、${q}元（${b}）；${a}市盈率${r}倍（akshare，2026-05-07）。`,
  },
];

const full = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
const writings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(/^(\d+)(\d{3})\b/, "$1,$2"),
  (text) => `${text}0`,
  full,
];

const value = fc.integer({ min: 101, max: 299_999 }).map((cents) => cents / 100);
const scene = fc.record({
  pair: fc.constantFrom<readonly [number, number]>([0, 1], [1, 2], [2, 0]),
  values: fc.tuple(value, value, value).filter((all) => new Set(all).size === 3) as fc.Arbitrary<Values>,
  frame: fc.nat(frames.length - 1),
  writing: fc.nat(writings.length - 1),
});

function build({
  pair,
  values,
  frame,
  writing,
}: {
  pair: readonly [number, number];
  values: Values;
  frame: number;
  writing: number;
}) {
  const [first = "", second = ""] = pair.map((at) => codes[at] ?? "");
  const isEnglish = /CNY/.test(frames[frame]?.write("", "", "", "", "") ?? "");
  const nameOf = (code: string) =>
    Object.entries(names).find(([own]) => own === code)?.[1][isEnglish ? 1 : 0] ?? "";
  const claims = [
    claimOf("close", first, values[0], "akshare"),
    claimOf("close", second, values[1], "akshare"),
    claimOf("pe_ttm", first, values[2], "akshare"),
  ];
  const say = (shown: readonly number[]) => {
    const [p = "", q = "", r = ""] = shown.map((each) => (writings[writing] ?? String)(each.toFixed(2)));
    return frames[frame]?.write(nameOf(first), nameOf(second), p, q, r) ?? "";
  };
  return { claims, say };
}

const problems = (prose: string, claims: readonly NumericClaim[]) =>
  guard({ lang: "zh", user_question: "", now, claims, prose, names, metrics: baseMetrics }).problems;

test(`property: any values of two companies, written in any of the frames, pass (seed ${seed})`, () => {
  fc.assert(
    fc.property(scene, (given) => {
      const { claims, say } = build(given);
      const prose = say(given.values);
      assert.deepEqual(problems(prose, claims), [], prose);
    }),
    { seed, numRuns: 1500 },
  );
});

test(`property: values that change places, or one that changes at all, are refused (seed ${seed})`, () => {
  const ways: readonly ((values: Values) => readonly number[])[] = [
    ([a, b, c]) => [b, a, c],
    ([a, b, c]) => [c, b, a],
    ([a, b, c]) => [a, c, b],
    ([a, b, c]) => [a + 0.01, b, c],
    ([a, b, c]) => [a, b * 10, c],
    ([a, b, c]) => [a, b, c - 0.01],
    ([a, b, c]) => [-a, b, c],
  ];
  fc.assert(
    fc.property(scene, fc.constantFrom(...ways), (given, way) => {
      const { claims, say } = build(given);
      const prose = say(way(given.values));
      assert.notDeepEqual(problems(prose, claims), [], prose);
    }),
    { seed, numRuns: 3000 },
  );
});

test(`property: company, source, date, unit and measure that are not the claim's are refused (seed ${seed})`, () => {
  const swaps: readonly (readonly [RegExp, string])[] = [
    [/akshare/, "tushare"],
    [/2026-05-07|2026年5月7日|May 7, 2026/, "2026-05-06"],
    [/收盘价|close(?:d at)?/, "开盘价"],
    [/市盈率|P\/E/, "市净率"],
    [/元|CNY/, "美元"],
    [/倍|x/, "%"],
    [/贵州茅台|Kweichow Moutai|比亚迪|BYD|招商银行|CMB/, "宁波银行股份"],
  ];
  fc.assert(
    fc.property(scene, fc.constantFrom(...swaps), (given, [from, to]) => {
      const { claims, say } = build(given);
      const prose = say(given.values);
      const mutant = prose.replace(from, to);
      if (mutant !== prose) assert.notDeepEqual(problems(mutant, claims), [], mutant);
    }),
    { seed, numRuns: 2000 },
  );
});

const metricIds = Object.keys(baseMetrics);

test(`property: the product's own phrase of any metric, with one digit changed, is refused (seed ${seed})`, () => {
  const place = fc.record({
    metric: fc.constantFrom(...metricIds),
    language: fc.constantFrom("zh" as const, "en" as const),
    value,
    at: fc.nat(),
    step: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(place, ({ metric, language, value: shown, at, step }) => {
      const claim = claimOf(metric, "600519", shown, "akshare");
      const view = { language, metrics: baseMetrics, names };
      const filled = fillSlots("{{c1}}", [{ slot: "c1", claim }], view);
      assert.ok(filled.ok);
      assert.deepEqual(problems(filled.text, [claim]), [], filled.text);
      const places = [...filled.text.matchAll(/\d/g)].map((match) => match.index);
      const chosen = places[at % places.length] ?? 0;
      const digit = (Number(filled.text.charAt(chosen)) + step) % 10;
      const mutant = `${filled.text.slice(0, chosen)}${digit}${filled.text.slice(chosen + 1)}`;
      assert.notDeepEqual(problems(mutant, [claim]), [], mutant);
    }),
    { seed, numRuns: 2000 },
  );
});
