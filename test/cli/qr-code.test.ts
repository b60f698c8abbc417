import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type QrCode, qrCode, qrLines } from "../../src/cli/qr-code.ts";

/** Reads codes of one block, by the standard and without the writer's own functions. */
function read(code: QrCode): string {
  const size = code.length;
  const version = (size - 17) / 4;
  const dark = (x: number, y: number) => (code[y]?.[x] === true ? 1 : 0);
  let format = 0;
  for (const [x, y] of [0, 1, 2, 3, 4, 5, 7, 8].map((at) => [at, 8] as const))
    format = format * 2 + dark(x, y);
  for (const y of [7, 5, 4, 3, 2, 1, 0]) format = format * 2 + dark(8, y);
  const masked = (format ^ 0b101010000010010) >> 10;
  assert.equal(masked >> 3, 0b01, "level L");
  const isMasked = [
    (i: number, j: number) => (i + j) % 2 === 0,
    (i: number) => i % 2 === 0,
    (_: number, j: number) => j % 3 === 0,
    (i: number, j: number) => (i + j) % 3 === 0,
    (i: number, j: number) => ((i >> 1) + Math.floor(j / 3)) % 2 === 0,
    (i: number, j: number) => ((i * j) % 2) + ((i * j) % 3) === 0,
    (i: number, j: number) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
    (i: number, j: number) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
  ][masked & 7];
  const middle = size - 7;
  const isPattern = (x: number, y: number) =>
    (x < 9 && y < 9) ||
    (x >= size - 8 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    x === 6 ||
    y === 6 ||
    (version > 1 && Math.abs(x - middle) <= 2 && Math.abs(y - middle) <= 2);
  const bits: number[] = [];
  for (let pair = 0, right = size - 1; right > 0; right -= right === 8 ? 3 : 2, pair++)
    for (let step = 0; step < size; step++)
      for (const x of [right, right - 1]) {
        const y = pair % 2 === 0 ? size - 1 - step : step;
        if (!isPattern(x, y)) bits.push(dark(x, y) ^ (isMasked?.(y, x) === true ? 1 : 0));
      }
  const bytes = Array.from({ length: bits.length >> 3 }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8).join(""), 2),
  );
  checkBlock(bytes, [7, 10, 15, 20, 26][version - 1] ?? 0);
  assert.equal((bytes[0] ?? 0) >> 4, 0b0100, "byte mode");
  const nibbles = bytes.flatMap((byte) => [byte >> 4, byte & 15]).slice(1);
  const octets = Array.from({ length: nibbles.length >> 1 }, (_, at) => {
    const [high = 0, low = 0] = nibbles.slice(2 * at, 2 * at + 2);
    return high * 16 + low;
  });
  return new TextDecoder().decode(Uint8Array.from(octets.slice(1, 1 + (octets[0] ?? 0))));
}

/** A block of Reed–Solomon is zero at the first powers of the field's generator. */
function checkBlock(bytes: readonly number[], checks: number): void {
  const powers = [1];
  for (let at = 1; at < 255; at++) {
    const doubled = (powers[at - 1] ?? 0) * 2;
    powers.push(doubled > 255 ? doubled ^ 0x11d : doubled);
  }
  const times = (a: number, power: number) =>
    a === 0 ? 0 : (powers[(powers.indexOf(a) + power) % 255] ?? 0);
  for (let power = 0; power < checks; power++) {
    const value = bytes.reduce((sum, byte) => times(sum, power) ^ byte, 0);
    assert.equal(value, 0, `syndrome ${power}`);
  }
}

test("a link is read back from its code, by a reader of its own", () => {
  for (const text of [
    "https://liteapp.weixin.qq.com/q/7GiQu1?qrcode=0123456789abcdef&bot_type=3",
    "茅台",
    "",
  ])
    assert.equal(read(qrCode(text)), text);
});

test("any text of up to 106 bytes is read back", () => {
  const texts = fc.string({ maxLength: 26, unit: "binary" });
  fc.assert(
    fc.property(texts, (text) => {
      assert.equal(read(qrCode(text)), text);
    }),
    { numRuns: 40 },
  );
});

test("longer texts take larger codes, and one that does not fit is refused", () => {
  const sizes = [100, 200, 300, 400, 520].map((length) => qrCode("x".repeat(length)).length);
  assert.deepEqual(sizes, [37, 53, 61, 69, 77]);
  assert.throws(() => qrCode("x".repeat(521)), RangeError);
});

test("on the terminal two rows stand in a line, with a light edge", () => {
  const code = qrCode("x");
  const lines = qrLines(code);
  assert.equal(lines.length, Math.ceil((code.length + 4) / 2));
  assert.ok(lines.every((line) => [...line].length === code.length + 4));
  assert.match(lines[0] ?? "", /^█+$/);
});
