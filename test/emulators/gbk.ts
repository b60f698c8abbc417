/** Bytes of every character that GBK holds in two bytes, made once by decoding all of them. */
let table: ReadonlyMap<string, number> | undefined;

function createTable(): ReadonlyMap<string, number> {
  const decoder = new TextDecoder("gbk");
  const found = new Map<string, number>();
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const char = decoder.decode(Uint8Array.of(lead, trail));
      if ([...char].length === 1 && char !== "\uFFFD") found.set(char, lead * 256 + trail);
    }
  }
  return found;
}

/** Text in GBK; a character that it does not hold becomes a question mark. */
export function encodeGbk(text: string): Buffer {
  table ??= createTable();
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    const pair = table.get(char);
    if (code < 0x80) bytes.push(code);
    else if (pair === undefined) bytes.push(0x3f);
    else bytes.push(pair >> 8, pair & 0xff);
  }
  return Buffer.from(bytes);
}

/** The same with the mark `‹damaged›` as half a character, which swallows what follows it, and a byte that is none. */
export const damage = "‹damaged›";
export function encodeDamaged(text: string): Buffer {
  const parts = text.split(damage).map(encodeGbk);
  return Buffer.concat(
    parts.flatMap((part, i) => (i === 0 ? [part] : [Buffer.from([0xff, 0xb9, 0xf3, 0x81]), part])),
  );
}
