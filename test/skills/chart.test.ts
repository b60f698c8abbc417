import assert from "node:assert/strict";
import { after, before, test } from "node:test";
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
  ["上证指数走势图", "candles-000001.SH-2026-05-06.png"],
  ["weekly chart of BYD", "candles-002594.SZ-2026-05-06.png"],
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
