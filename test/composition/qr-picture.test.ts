import assert from "node:assert/strict";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { qrCode } from "../../src/cli/qr-code.ts";
import { qrPicture } from "../../src/composition/admin/qr-picture.ts";

/** What a reader of PNG sees: the side, and whether a pixel is dark. */
function readPng(address: string) {
  const png = Buffer.from(address.replace(/^data:image\/png;base64,/, ""), "base64");
  assert.equal(png.subarray(1, 4).toString("latin1"), "PNG");
  const side = png.readUInt32BE(16);
  assert.deepEqual([png.readUInt32BE(20), png[24], png[25]], [side, 1, 0]);
  const start = png.indexOf("IDAT") + 4;
  const rows = inflateSync(png.subarray(start, start + png.readUInt32BE(start - 8)));
  const stride = 1 + Math.ceil(side / 8);
  assert.equal(rows.length, stride * side);
  const isDark = (x: number, y: number) =>
    (((rows[y * stride + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1) === 0;
  return { side, isDark };
}

test("each module of the code is a square of the picture, with four modules of white around it", () => {
  const text = "https://liteapp.weixin.qq.com/q/abc?bot_type=3";
  const code = qrCode(text);
  const { side, isDark } = readPng(qrPicture(text) ?? "");
  const modules = code.length + 8;
  assert.equal(side % modules, 0);
  const scale = side / modules;
  for (let y = 0; y < modules; y++)
    for (let x = 0; x < modules; x++)
      for (const [dx, dy] of [
        [0, 0],
        [scale - 1, scale - 1],
      ] as const)
        assert.equal(isDark(x * scale + dx, y * scale + dy), code[y - 4]?.[x - 4] === true, `${x},${y}`);
});

test("a text that no code holds has no picture", () => {
  assert.equal(qrPicture("x".repeat(10_000)), undefined);
});
