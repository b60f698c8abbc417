import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readCloses } from "../../skills/chart/asked-closes.ts";
import { openQuestionRun, type QuestionRun } from "../line/question-run.ts";

let run: QuestionRun;
before(async () => {
  run = await openQuestionRun({ DATA_SOURCES: "sample" }, "2026-05-07T10:32:05+08:00");
});
after(() => run.close());

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Width and height stand at the 17th byte of a PNG. */
function sizeOf(base64: string): readonly number[] {
  const png = Buffer.from(base64, "base64");
  assert.deepEqual(png.subarray(0, 8), signature);
  assert.ok(png.byteLength > 10_000 && png.byteLength <= 5_000_000, String(png.byteLength));
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

for (const [text, name] of [
  ["茅台K线图", "candles-600519.SH-2026-05-06.png"],
  ["茅台和五粮液走势对比图", "lines-600519.SH-2026-05-06.png"],
  ["茅台和五粮液k线对比", "lines-600519.SH-2026-05-06.png"],
  ["上证指数走势图", "candles-000001.SH-2026-05-06.png"],
  ["weekly chart of BYD", "candles-002594.SZ-2026-05-06.png"],
  ["贵州茅台最近30日收盘价和7日均线的图", "closes-600519.SH-2026-05-06.png"],
] as const)
  test(`${text}: a picture, and the newest close with source and date`, async () => {
    const { reply, state } = await run.ask(text);
    assert.equal(state, "completed");
    const [picture, ...more] = reply.artifacts ?? [];
    assert.deepEqual([picture?.name, picture?.mediaType, more.length], [name, "image/png", 0]);
    assert.deepEqual(sizeOf(picture?.base64 ?? ""), [1200, 700]);
    assert.match(reply.text, /sample, 2026-05-06/);
  });

test("no bars, no picture, and why", async () => {
  const { reply, error } = await run.ask("工商银行K线");
  assert.deepEqual([reply.artifacts, error], [undefined, "NO_DATA"]);
});

test("closes and their averages are drawn where they are asked for, candlesticks otherwise", () => {
  for (const [text, asked] of [
    ["贵州茅台最近30日收盘价和7日均线的图", { averages: [7] }],
    ["画茅台近30个交易日的收盘价,MA7和MA20", { averages: [7, 20] }],
    ["茅台最近3个月收盘价走势图", { averages: [] }],
    ["茅台最近20个收盘价的图", { count: 20, averages: [] }],
    ["chart of the last 30 closes of 600519 with a 7-day average", { count: 30, averages: [7] }],
    ["plot CATL's 30 closing prices with a 7 day moving average", { count: 30, averages: [7] }],
    ["茅台收盘价走势图", { averages: [] }],
    ["茅台近7日均线和收盘价的图", { averages: [7] }],
    ["茅台7日均线和7日均线,收盘价图", { averages: [7] }],
    ["茅台收盘价图,9999日均线,1日均线", { averages: [] }],
  ] as const)
    assert.deepEqual(readCloses(text), asked, text);
  for (const text of ["茅台K线图", "茅台收盘价K线", "candlestick chart of closes of BYD", "五粮液走势图"])
    assert.equal(readCloses(text), undefined, text);
});
