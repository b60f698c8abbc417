import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { guard } from "../../src/verify/guard/guard.ts";
import { claims, metrics, names, now, sound, unsound } from "./examples.ts";

/** The seed is the same each time, so that nothing is red that was not changed; SEED takes another. */
const runs = Number(process.env.MUTATIONS ?? 10_000);
const seed = Number(process.env.SEED ?? 20261121);

const passes = (prose: string, question = "茅台怎么样") =>
  guard({ lang: "zh", user_question: question, now, claims, prose, names, metrics }).ok;

type Mutation = readonly [from: string, to: readonly string[]];

/** What is asserted changes when one of the first is replaced by one of the second. */
const replacements: readonly Mutation[] = [
  ["贵州茅台", ["五粮液", "宁德时代", "平安银行", "行业平均"]],
  ["茅台", ["五粮液", "比亚迪", "上证指数"]],
  ["Moutai", ["Wuliangye", "CATL", "BYD"]],
  ["五粮液", ["贵州茅台", "万科A"]],
  ["Wuliangye", ["Moutai", "BYD"]],
  ["当前价", ["收盘价", "开盘价", "昨收", "目标价", "均价", "市盈率"]],
  ["收盘价", ["开盘价", "最低价", "MA20"]],
  ["市盈率", ["市净率", "市销率", "动态市盈率", "换手率"]],
  ["市净率", ["市盈率", "股息率"]],
  ["营业收入", ["净利润", "总市值", "营业成本"]],
  ["净利润", ["营业收入", "扣非净利润"]],
  ["P/E", ["P/B", "forward P/E", "EPS"]],
  ["akshare", ["tushare", "Wind", "同花顺", "Bloomberg"]],
  ["tushare", ["akshare", "Choice", "东方财富"]],
  ["2026-05-07", ["2026-05-06", "2025-05-07", "2026-05-08", "5月6日"]],
  ["2026-05-06", ["2026-05-07", "2026-04-06", "5月5日"]],
  ["元（", ["美元（", "万元（", "港元（", "倍（"]],
  ["%", ["倍", "‰", "个百分点", "bp"]],
  ["亿元", ["万元", "万亿元", "亿美元"]],
  ["倍", ["%", "成", "元"]],
  ["billion", ["million", "trillion"]],
  ["CNY 1", ["USD 1", "HKD 1"]],
  ["高于", ["低于", "等于"]],
  ["低于", ["高于"]],
  ["higher", ["lower"]],
  ["净流出", ["净流入"]],
  ["同比增长", ["同比下降", "环比增长"]],
  ["下跌", ["上涨"]],
  ["-1.2", ["+1.2", "1.2"]],
  ["+0.53", ["-0.53"]],
];

/** Statements that no claim holds, put at the end of a text. */
const additions = [
  "较年初上涨37%。",
  "目标价2026元。",
  "市值已翻倍。",
  "距历史新高仅一步之遥。",
  "约三成资金流出。",
  "后市有望涨到2000元。",
  "详见 www.example.com",
  "电话 13812345678",
  "It has doubled.",
  "Target price: CNY 2,100.",
  "三家机构给出评级。",
];

const pick = <Value>(list: readonly Value[], at: number): Value => {
  const found = list[at % list.length];
  assert.ok(found !== undefined);
  return found;
};

const places = (text: string, wanted: string): number[] => {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) found.push(at);
  return found;
};

/** Places of digits that assert something: those of list marks do not. */
const digitPlaces = (text: string): number[] =>
  [...text.matchAll(/\d/g)]
    .map(({ index }) => index)
    .filter(
      (at) =>
        !/(?:^|[\n；])\s*[（(]?\d{0,1}$/.test(text.slice(0, at)) ||
        !/^\d{1,2}[.)）、]\s?(?!\d)/.test(text.slice(at)),
    );

// Only texts that show a number: in the others a name may be any name.
const texts = sound.filter(
  ([prose]) =>
    /\d(?:元|%|倍|x)|CNY/.test(prose) &&
    !/限制|T\+1|「|“|近30日|10年期|前十大|沪深300|两家公司中/.test(prose),
);

const mutation = fc.record({
  text: fc.nat(),
  way: fc.constantFrom("digit", "replace", "add"),
  place: fc.nat(),
  choice: fc.nat(),
});

function mutate(
  prose: string,
  { way, place, choice }: { way: string; place: number; choice: number },
): string | null {
  if (way === "add") return `${prose}\n${pick(additions, choice)}`;
  if (way === "digit") {
    const at = pick(digitPlaces(prose), place);
    const digit = (Number(prose[at]) + 1 + (choice % 9)) % 10;
    return prose.slice(0, at) + digit + prose.slice(at + 1);
  }
  const fitting = replacements.filter(([from]) => prose.includes(from));
  if (fitting.length === 0) return null;
  const [from, to] = pick(fitting, place);
  const at = pick(places(prose, from), choice);
  return prose.slice(0, at) + pick(to, choice) + prose.slice(at + from.length);
}

test(`property: a mutation that changes what is asserted is refused (${runs} runs, seed ${seed})`, () => {
  fc.assert(
    fc.property(mutation, (how) => {
      const [prose, question] = pick(texts, how.text);
      const mutant = mutate(prose, how);
      if (mutant === null) return;
      assert.equal(passes(mutant, question), false, mutant);
    }),
    { numRuns: runs, seed },
  );
});

/** The same text written in another way that says the same. */
const reformattings: readonly ((prose: string) => string)[] = [
  (prose) => prose.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  (prose) => prose.replaceAll("（", "(").replaceAll("）", ")"),
  (prose) => prose.replaceAll("，", ", "),
  (prose) => prose.replaceAll("1801.23", "1,801.23").replaceAll("11,801", "1,1801"),
  (prose) => prose.replaceAll("1801.23", "1801.230"),
  (prose) => prose.replaceAll("2026-05-07", "2026年5月7日"),
  (prose) => prose.replaceAll("2026-05-07", "2026/05/07"),
  (prose) => prose.replaceAll("akshare", "AKShare"),
  (prose) => `<p>${prose}</p>`,
  (prose) => prose.replaceAll("1801.23", "**1801.23**"),
  (prose) => `${prose}\n以上内容仅供参考。`,
  (prose) => prose.replace(/(?<=[\u4e00-\u9fff])(?=\d)|(?<=\d)(?=[\u4e00-\u9fff])/g, " "),
  (prose) => prose.replace(/(?<=[\u4e00-\u9fff]) +(?=\d)|(?<=\d) +(?=[\u4e00-\u9fff])/g, ""),
  (prose) => prose.replace(/(?<=[^\s|]) (?=[^\s|])/g, "  "),
  (prose) => prose.replace(/(?<=[\u4e00-\u9fff])（(?!\d{1,2}）)/g, " （"),
  (prose) => `📊 ${prose}`,
  (prose) => prose.replaceAll("\n", "\n📌 "),
  (prose) => prose.replaceAll("\n", "\r\n"),
  (prose) => `**行情速览**\n\n${prose}`,
  (prose) => `## 查询结果\n${prose}`,
  (prose) => `您好！\n${prose}`,
  (prose) => prose.replace(/（(?=(?:akshare|tushare)，\d)/g, "（来源："),
  (prose) => prose.replace(/（((?:akshare|tushare)，\d{4}-\d\d-\d\d)）/g, "*（$1）*"),
  (prose) => prose.replace(/(\d)元/g, "$1元人民币").replaceAll("亿元人民币", "亿元"),
  (prose) => prose.replaceAll("收盘价", "收盤價").replaceAll("来源", "來源").replaceAll("亿", "億"),
];

/** Texts in which marks, quotations and words of the user are not read by what they say alone. */
const isMarked = (prose: string): boolean => /[「“`\\|]|<|>|1,801|您|你|you/.test(prose);

for (const [title, texts, isRight] of [
  ["that says the same passes", sound, true],
  ["of what is wrong is refused", unsound, false],
] as const)
  test(`property: a re-formatting ${title} (seed ${seed})`, () => {
    const plain = texts.filter(([prose]) => !isMarked(prose));
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...reformattings), (at, reformat) => {
        const [prose, question] = pick(plain, at);
        assert.equal(passes(reformat(prose), question), isRight, reformat(prose));
      }),
      { numRuns: 600, seed },
    );
  });

test(`property: nothing makes the guard throw (seed ${seed})`, () => {
  const words = fc.constantFrom(
    "茅台",
    "1801.23",
    "元",
    "（",
    "|",
    "\n",
    "高于",
    "百分之",
    "2026-",
    "年",
    "-",
    "万",
    "<b",
    "&#",
    "分别",
    "前者",
    "最高",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string({ unit: "binary" })), { maxLength: 30 }), (parts) => {
      const verdict = guard({
        lang: "zh",
        user_question: parts.join(""),
        now,
        claims,
        prose: parts.join(""),
        names,
        metrics,
      });
      assert.equal(verdict.ok, verdict.problems.length === 0);
    }),
    { numRuns: 500, seed },
  );
});
