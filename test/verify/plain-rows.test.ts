import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readInFull } from "../../src/verify/guard/full-reading.ts";
import type { GuardInput } from "../../src/verify/guard/guard-input.ts";
import { lexiconOf } from "../../src/verify/guard/lexicon/lexicon.ts";
import { isPlain } from "../../src/verify/guard/plain-rows.ts";
import { normalise } from "../../src/verify/guard/tokens/text/normalise.ts";
import { readMoment } from "../../src/verify/moment.ts";
import * as examples from "./examples.ts";
import { scenes } from "./written-scenes.ts";

/** The seed is the same each time, so that nothing is red that was not changed; SEED takes another. */
const runs = Number(process.env.MUTATIONS ?? 10_000);
const seed = Number(process.env.SEED ?? 20261122);

const readableOf = ({ prose, names, metrics }: GuardInput) => {
  const normal = normalise(prose);
  return { normal, lower: normal.text.toLowerCase(), lexicon: lexiconOf(names, metrics) };
};

function takes(input: GuardInput): boolean {
  const now = readMoment(input.now);
  return now !== null && isPlain({ ...readableOf(input), claims: input.claims, now });
}

/** The full reading refuses what the short way takes. */
const isTakenWrongly = (input: GuardInput): boolean =>
  takes(input) && !readInFull(input, readableOf(input)).ok;

const inputs: readonly (GuardInput & { readonly isSound: boolean })[] = scenes.flatMap(
  ({ question, sound, unsound, ...scene }) =>
    [...sound, ...unsound].map((prose, at) => ({
      ...scene,
      lang: "zh" as const,
      user_question: question,
      prose,
      isSound: at < sound.length,
    })),
);

test("the short way takes nothing that the full reading refuses, and no text labelled unsound", () => {
  const wrong = inputs.filter((input) => takes(input) && (!input.isSound || isTakenWrongly(input)));
  assert.deepEqual(
    wrong.map(({ prose }) => prose),
    [],
  );
});

const { claims, names, metrics, now } = examples;
const isTaken = (prose: string): boolean =>
  takes({ lang: "zh", user_question: "茅台怎么样", now, claims, prose, names, metrics });

const asWritten = [
  "贵州茅台(600519.SH) 当前价 ¥1801.23(akshare, 2026-05-07 10:32)",
  "贵州茅台(600519.SH) 当前价 ¥1801.23,涨跌幅 +0.53%(akshare, 2026-05-07 10:32)\n市盈率(TTM) 35.42倍,总市值 ¥2.26万亿(tushare, 2026-05-06)",
  "贵州茅台(600519.SH) 当前价 ¥1801.23(akshare, 2026-05-07)\n五粮液(000858.SZ) 当前价 ¥138.50,涨跌幅 -1.20%(akshare, 2026-05-07)",
  "Kweichow Moutai(600519.SH) current price ¥1801.23, change +0.53%(akshare, 2026-05-07 10:32)",
  "贵州茅台 主力资金净流入 -3.52亿元(akshare, 2026-05-07)",
];
for (const prose of asWritten)
  test(`it takes a row as the formatter writes it: ${prose}`, () => assert.ok(isTaken(prose)));

const left = [
  ["another value", "贵州茅台(600519.SH) 当前价 ¥1801.24(akshare, 2026-05-07)"],
  ["another code", "贵州茅台(000858.SZ) 当前价 ¥1801.23(akshare, 2026-05-07)"],
  ["another exchange", "贵州茅台(600519.SZ) 当前价 ¥1801.23(akshare, 2026-05-07)"],
  ["another company's value", "五粮液 当前价 ¥1801.23(akshare, 2026-05-07)"],
  ["another measure", "贵州茅台 收盘价 ¥1801.23(akshare, 2026-05-07)"],
  ["another source", "贵州茅台 当前价 ¥1801.23(tushare, 2026-05-07)"],
  ["another day", "贵州茅台 当前价 ¥1801.23(akshare, 2026-05-06)"],
  ["another time", "贵州茅台 当前价 ¥1801.23(akshare, 2026-05-07 10:31)"],
  ["another currency", "贵州茅台 当前价 1801.23美元(akshare, 2026-05-07)"],
  ["a bound", "贵州茅台 当前价 ¥1801.23以上(akshare, 2026-05-07)"],
  ["a direction that the sign contradicts", "五粮液 涨幅 -1.20%(akshare, 2026-05-07)"],
  ["a sign turned", "五粮液 涨跌幅 +1.20%(akshare, 2026-05-07)"],
  ["zeros in front", "贵州茅台 当前价 ¥01801.23(akshare, 2026-05-07)"],
  ["no source", "贵州茅台 当前价 ¥1801.23"],
  ["a sentence behind it", "贵州茅台 当前价 ¥1801.23(akshare, 2026-05-07)\n建议买入"],
  ["no company", "当前价 ¥1801.23(akshare, 2026-05-07)"],
  ["nothing", ""],
] as const;
for (const [what, prose] of left)
  test(`it leaves to the full reading ${what}`, () => assert.ok(!isTaken(prose)));

/** Rows of the scenes. */
const rows = inputs.filter(takes).map(({ isSound, ...input }) => input);

/** What may be put in anywhere: digits, marks, units, words that turn or bound a statement, other names, measures, sources and days. */
const pieces =
  "0|1|9|.|-|+|%|亿|万|元|¥|$|(|)|,|，| |\n|涨|跌|不|非|约|近|以上|倍|x|昨日|近5日|平安银行|贵州茅台|(000001.SH)|市净率|收盘价|净流出|akshare|tushare|2026-05-06|2025-12-31|。|；|美元".split(
    "|",
  );

test("nor does it after any change of a row", () => {
  const change = fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.constantFrom("", ...pieces));
  const changed = fc
    .tuple(fc.constantFrom(...rows), fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([row, changes]) => {
      let { prose } = row;
      for (const [where, length, piece] of changes) {
        const at = where % (prose.length + 1);
        prose = prose.slice(0, at) + piece + prose.slice(at + length);
      }
      return { ...row, prose };
    });
  fc.assert(
    fc.property(changed, (input) => !isTakenWrongly(input)),
    { numRuns: runs, seed },
  );
});
