import { crc32, deflateSync } from "node:zlib";
import { qrCode } from "../../cli/qr-code.ts";

/** Pixels of one module of the code, and modules of white around it. */
const scale = 8;
const margin = 4;

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** One bit a pixel, 1 is white; each row begins with its filter, none. */
function rowsOf(code: readonly (readonly boolean[])[], side: number): Buffer {
  const stride = 1 + Math.ceil(side / 8);
  const rows = Buffer.alloc(stride * side);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) {
      const isDark = code[Math.floor(y / scale) - margin]?.[Math.floor(x / scale) - margin] === true;
      const at = y * stride + 1 + (x >> 3);
      if (!isDark) rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
    }
  return rows;
}

/**
 * The text as a QR code, a PNG in a data address: a phone's browser offers to read a picture that is pressed long, which it does for
 * no drawing. Undefined for a text that is too long for a code.
 */
export function qrPicture(text: string): string | undefined {
  let code: readonly (readonly boolean[])[];
  try {
    code = qrCode(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  const side = (code.length + 2 * margin) * scale;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // Depth 1, grey; compression, filter and interlace as PNG has them.
  header[8] = 1;
  const png = Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rowsOf(code, side))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString("base64")}`;
}
