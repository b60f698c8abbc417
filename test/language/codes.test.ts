import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findCodes, readCode } from "../../src/language/codes.ts";

const spellings: readonly (readonly [string, string, string])[] = [
  ["600519", "600519.SH", "stock"],
  ["600519.SH", "600519.SH", "stock"],
  ["600519.ss", "600519.SH", "stock"],
  ["600519.XSHG", "600519.SH", "stock"],
  ["SH600519", "600519.SH", "stock"],
  ["sh.600519", "600519.SH", "stock"],
  ["SH 600519", "600519.SH", "stock"],
  ["６００５１９", "600519.SH", "stock"],
  ["ＳＨ６００５１９", "600519.SH", "stock"],
  ["六零零五一九", "600519.SH", "stock"],
  ["三〇〇七五〇", "300750.SZ", "stock"],
  ["000858.XSHE", "000858.SZ", "stock"],
  ["300750", "300750.SZ", "stock"],
  ["688981", "688981.SH", "stock"],
  ["920799", "920799.BJ", "stock"],
  ["BJ920799", "920799.BJ", "stock"],
  ["000001", "000001.SZ", "stock"],
  ["sh000001", "000001.SH", "index"],
  ["399006", "399006.SZ", "index"],
  ["899050", "899050.BJ", "index"],
  ["930050.CSI", "930050.CSI", "index"],
  ["510300", "510300.SH", "fund"],
  ["159915", "159915.SZ", "fund"],
  ["113050", "113050.SH", "bond"],
  ["123001", "123001.SZ", "bond"],
  ["900901", "900901.SH", "b_share"],
  ["200002", "200002.SZ", "b_share"],
  ["830799", "830799.BJ", "neeq"],
  ["430047", "430047.BJ", "neeq"],
  ["871981", "871981.BJ", "neeq"],
  ["880001.BJ", "880001.BJ", "neeq"],
  ["400001", "400001", "delisted"],
  ["420001", "420001", "delisted"],
  ["$SH600519$", "600519.SH", "stock"],
  ["(600519)", "600519.SH", "stock"],
  ["“600519”。", "600519.SH", "stock"],
  ["sh:600519", "600519.SH", "stock"],
  ["sh_600519", "600519.SH", "stock"],
  ["sh-600519", "600519.SH", "stock"],
  ["SHSE.600519", "600519.SH", "stock"],
  ["600519SH", "600519.SH", "stock"],
  ["600519 SH", "600519.SH", "stock"],
  ["600519-sh", "600519.SH", "stock"],
  ["600519.SSE", "600519.SH", "stock"],
  ["000001 SH", "000001.SH", "index"],
  ["000001.SZSE", "000001.SZ", "stock"],
  ["920799.BSE", "920799.BJ", "stock"],
  ["123456", "123456", "unknown"],
  ["555555", "555555", "unknown"],
  ["600519.HK", "600519.HK", "hk"],
  ["700.HK", "00700.HK", "hk"],
  ["9988hk", "09988.HK", "hk"],
  ["NASDAQ:AAPL", "AAPL.US", "us"],
  ["200725", "200725.SZ", "b_share"],
  ["201872", "201872.SZ", "b_share"],
  ["508000", "508000.SH", "fund"],
  ["161725", "161725.SZ", "fund"],
  ["118031", "118031.SH", "bond"],
  ["127056", "127056.SZ", "bond"],
  ["600519.SZ", "600519.SZ", "unknown"],
  ["999999", "999999", "unknown"],
  ["00700", "00700.HK", "hk"],
  ["0700.HK", "00700.HK", "hk"],
  ["hk00700", "00700.HK", "hk"],
  ["AAPL.US", "AAPL.US", "us"],
  ["$tsla", "TSLA.US", "us"],
];

test("every spelling of a code is read as one canonical code", () => {
  for (const [text, code, kind] of spellings) assert.deepEqual(readCode(text), { code, kind }, text);
});

test("what is no code is not read as one", () => {
  for (const text of [
    "",
    "茅台",
    "60051",
    "6005199",
    "1801.23",
    "600519.5",
    "2026-04-30",
    "600519 茅台",
    "abc600519",
    "20260430",
    "$tsla1",
    "2024 hk",
    "600519x",
  ])
    assert.equal(readCode(text), null, text);
});

test("codes in a sentence are found with their places in the original text", () => {
  const text = "看看ＳＨ６００５１９和600036/000858,还有 sz.300750。";
  const found = findCodes(text);
  assert.deepEqual(
    found.map(({ code }) => code),
    ["600519.SH", "600036.SH", "000858.SZ", "300750.SZ"],
  );
  for (const { span, text: written } of found) assert.equal(text.slice(...span), written);
});

test("a piece of a longer number, of a decimal or of a word is no code", () => {
  for (const text of ["16005190", "1.600519", "600519.88元", "x600519", "600519a", "手机13600519000"])
    assert.deepEqual(findCodes(text), [], text);
});

test("words behind a number are no exchange where they go on", () => {
  for (const text of ["600519 shares", "600519 shanghai", "600519 szechuan"])
    assert.deepEqual(
      findCodes(text).map(({ code, bare }) => [code, bare]),
      [["600519.SH", true]],
      text,
    );
});

test("no text makes the reader throw, and each code it finds stands in the text", () => {
  const piece = fc.oneof(
    fc.constantFrom("sh", "SZ.", "600519", "00700", ".hk", "$", " ", "us.", "0", "１", "xshg"),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const text = pieces.join("");
      let end = 0;
      for (const { span, text: written } of findCodes(text)) {
        assert.ok(span[0] >= end && span[1] <= text.length);
        assert.equal(text.slice(...span), written);
        end = span[1];
      }
    }),
  );
});

const exchange = fc.constantFrom("SH", "SZ", "BJ");
const sixDigits = fc.integer({ min: 0, max: 999_999 }).map((number) => String(number).padStart(6, "0"));
const wide = (text: string) =>
  [...text].map((character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)).join("");

test("prefix, suffix, case and full width never change what a code means", () => {
  fc.assert(
    fc.property(sixDigits, exchange, (digits, place) => {
      const canonical = readCode(`${digits}.${place}`);
      assert.equal(canonical?.code, `${digits}.${place}`);
      const others = [
        `${place}${digits}`,
        `${place.toLowerCase()}.${digits}`,
        `${digits}.${place.toLowerCase()}`,
        `$${place}${digits}$`,
        `${digits}${place}`,
        `${digits} ${place}`,
      ];
      for (const other of [...others, wide(`${place}${digits}`), ` ${digits}.${place} `])
        assert.deepEqual(readCode(other), canonical, other);
    }),
  );
});

test("spans of found codes are exact in any surrounding text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 30 }), sixDigits, (before, digits) => {
      const text = `${before} 。${digits}。`;
      const last = findCodes(text).at(-1);
      assert.equal(last?.text, digits);
      assert.deepEqual(last?.span, [before.length + 2, before.length + 8]);
    }),
  );
});
