/**
 * A QR code (ISO/IEC 18004) of a text: byte mode, error correction level L, versions 1 to 15, hence up to 520 bytes of UTF-8: a
 * login link on a screen, which is scanned from near.
 */

/** By version, from 1: check bytes of a block, and blocks. */
const checkBytes = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22];
const blockCounts = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6];

/** True for a dark module; `modules[y][x]`. */
export type QrCode = readonly (readonly boolean[])[];

const sizeOf = (version: number): number => 17 + 4 * version;

/** Centres of the alignment patterns along one side. */
function alignments(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const last = sizeOf(version) - 7;
  return [6, ...Array.from({ length: count - 1 }, (_, at) => last - step * (count - 2 - at))];
}

/** Bytes that fit into a version beside its patterns, data and check bytes together. */
function capacity(version: number): number {
  const aligned = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const patterns = aligned === 0 ? 0 : (25 * aligned - 10) * aligned - 55;
  const versionBits = version >= 7 ? 36 : 0;
  return Math.floor(((16 * version + 128) * version + 64 - patterns - versionBits) / 8);
}

const rowOf = (table: readonly number[], version: number): number => table[version - 1] ?? 0;

const dataBytes = (version: number): number =>
  capacity(version) - rowOf(checkBytes, version) * rowOf(blockCounts, version);

const lengthBits = (version: number): number => (version < 10 ? 8 : 16);

/** Multiplication in GF(256) over x⁸+x⁴+x³+x²+1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((b >>> bit) & 1) * a;
  }
  return product;
}

/** Reed–Solomon check bytes of one block. */
function checksOf(data: readonly number[], count: number): number[] {
  const divisor = [...new Array<number>(count - 1).fill(0), 1];
  for (let power = 0, root = 1; power < count; power++, root = times(root, 2))
    for (let at = 0; at < count; at++)
      divisor[at] = times(divisor[at] ?? 0, root) ^ (at + 1 < count ? (divisor[at + 1] ?? 0) : 0);
  const rest = new Array<number>(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (let at = 0; at < count; at++) rest[at] = (rest[at] ?? 0) ^ times(divisor[at] ?? 0, factor);
  }
  return rest;
}

/** Mode, length, bytes, end and filling, as whole bytes. */
function dataOf(bytes: Uint8Array, version: number): number[] {
  const bits: number[] = [];
  const push = (value: number, count: number) => {
    for (let at = count - 1; at >= 0; at--) bits.push((value >>> at) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, lengthBits(version));
  for (const byte of bytes) push(byte, 8);
  const room = dataBytes(version) * 8;
  push(0, Math.min(4, room - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let filler = 0xec; bits.length < room; filler ^= 0xec ^ 0x11) push(filler, 8);
  return Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
}

/** Blocks with their checks, one byte of each in turn. The last blocks are longer by one where it does not come out even. */
function interleaved(data: readonly number[], version: number): number[] {
  const [count, checks] = [rowOf(blockCounts, version), rowOf(checkBytes, version)];
  const short = Math.floor(data.length / count);
  const longer = data.length % count;
  const blocks = Array.from({ length: count }, (_, at) => {
    const from = at * short + Math.max(0, at - (count - longer));
    return data.slice(from, from + short + (at >= count - longer ? 1 : 0));
  });
  const inTurn = (rows: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, at) =>
      rows.flatMap((row) => row.slice(at, at + 1)),
    ).flat();
  return [...inTurn(blocks), ...inTurn(blocks.map((block) => checksOf(block, checks)))];
}

/** Remainder of a division of polynomials over GF(2), behind the value itself. */
function withRemainder(value: number, divisor: number, bits: number): number {
  let rest = value << bits;
  for (let at = 31 - Math.clz32(rest); at >= bits; at--)
    if (((rest >>> at) & 1) === 1) rest ^= divisor << (at - bits);
  return (value << bits) | rest;
}

type Mask = (x: number, y: number) => boolean;

const masks: readonly Mask[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** A square of modules; those of the patterns are fixed, all others take data and the mask. */
function createSquare(version: number) {
  const size = sizeOf(version);
  const empty = () => Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const [dark, fixed] = [empty(), empty()];
  const write = (x: number, y: number, isDark: boolean) => {
    const [row, marks] = [dark[y], fixed[y]];
    if (row === undefined || marks === undefined || x < 0 || x >= size) return;
    row[x] = isDark;
    marks[x] = true;
  };
  const around = (x: number, y: number, reach: number, isDark: (distance: number) => boolean) => {
    for (let dy = -reach; dy <= reach; dy++)
      for (let dx = -reach; dx <= reach; dx++)
        write(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
  };
  return { size, dark, fixed, write, around };
}

type Square = ReturnType<typeof createSquare>;

function drawPatterns({ size, write, around }: Square, version: number): void {
  for (let at = 0; at < size; at++) {
    write(6, at, at % 2 === 0);
    write(at, 6, at % 2 === 0);
  }
  const corners: readonly (readonly [number, number])[] = [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ];
  for (const [x, y] of corners) around(x, y, 4, (distance) => distance !== 2 && distance !== 4);
  const centres = alignments(version);
  const last = size - 7;
  for (const x of centres)
    for (const y of centres) {
      const isCorner = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
      if (!isCorner) around(x, y, 2, (distance) => distance !== 1);
    }
  if (version < 7) return;
  const bits = withRemainder(version, 0x1f25, 12);
  for (let at = 0; at < 18; at++) {
    const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)];
    write(far, near, ((bits >>> at) & 1) === 1);
    write(near, far, ((bits >>> at) & 1) === 1);
  }
}

/** Level L is 01; the mask's number follows; both copies, and the one module that is always dark. */
function drawFormat({ size, write }: Square, mask: number): void {
  const bits = withRemainder((0b01 << 3) | mask, 0x537, 10) ^ 0x5412;
  const bit = (at: number) => ((bits >>> at) & 1) === 1;
  for (let at = 0; at < 15; at++) {
    if (at < 8) write(size - 1 - at, 8, bit(at));
    else write(8, size - 15 + at, bit(at));
    if (at < 6) write(8, at, bit(at));
    else if (at < 8) write(8, at + 1, bit(at));
    else if (at === 8) write(7, 8, bit(at));
    else write(14 - at, 8, bit(at));
  }
  write(8, size - 8, true);
}

/** Two columns at a time from the right, up and down in turn, around the timing column. */
function* dataPlaces({ size, fixed }: Square): Generator<readonly [x: number, y: number]> {
  for (let right = size - 1, isUp = true; right >= 1; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (fixed[y]?.[x] === false) yield [x, y];
    }
  }
}

function drawData(square: Square, bytes: readonly number[], mask: Mask): void {
  let at = 0;
  for (const [x, y] of dataPlaces(square)) {
    const bit = ((bytes[at >>> 3] ?? 0) >>> (7 - (at & 7))) & 1;
    const row = square.dark[y];
    if (row !== undefined) row[x] = (bit === 1) !== mask(x, y);
    at += 1;
  }
}

/** How hard a picture is to read: long runs, blocks of one colour, and an uneven share of dark. */
function penalty(dark: QrCode): number {
  const size = dark.length;
  const columns = dark.map((_, x) => dark.map((row) => row[x] ?? false));
  let points = 0;
  for (const line of [...dark, ...columns]) {
    for (const run of line
      .map(Number)
      .join("")
      .match(/0{5,}|1{5,}/g) ?? [])
      points += run.length - 2;
    points +=
      40 *
      [
        ...line
          .map(Number)
          .join("")
          .matchAll(/(?=0000(1011101)|(1011101)0000)/g),
      ].length;
  }
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const four = [dark[y]?.[x], dark[y]?.[x - 1], dark[y - 1]?.[x], dark[y - 1]?.[x - 1]];
      if (four.every((module) => module === four[0])) points += 3;
    }
  const share = dark.flat().filter(Boolean).length / (size * size);
  return points + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}

/** Throws RangeError for a text that is too long. */
export function qrCode(text: string): QrCode {
  const bytes = new TextEncoder().encode(text);
  const version = checkBytes.findIndex(
    (_, at) => 4 + lengthBits(at + 1) + bytes.length * 8 <= dataBytes(at + 1) * 8,
  );
  if (version < 0) throw new RangeError(`a code holds no ${bytes.length} bytes`);
  const stream = interleaved(dataOf(bytes, version + 1), version + 1);
  const pictures = masks.map((mask, number) => {
    const square = createSquare(version + 1);
    drawPatterns(square, version + 1);
    drawFormat(square, number);
    drawData(square, stream, mask);
    return { dark: square.dark, points: penalty(square.dark) };
  });
  return pictures.toSorted((a, b) => a.points - b.points)[0]?.dark ?? [];
}

const quietZone = 2;

/** Two rows a line, light on dark as terminals mostly are: what is light in the code is printed as a full block. */
export function qrLines(code: QrCode): readonly string[] {
  const isLight = (x: number, y: number) => code[y]?.[x] !== true;
  const reach = code.length + quietZone;
  const lines: string[] = [];
  for (let y = -quietZone; y < reach; y += 2) {
    let line = "";
    for (let x = -quietZone; x < reach; x++) {
      const [upper, lower] = [isLight(x, y), y + 1 >= reach ? false : isLight(x, y + 1)];
      line += upper ? (lower ? "█" : "▀") : lower ? "▄" : " ";
    }
    lines.push(line);
  }
  return lines;
}
