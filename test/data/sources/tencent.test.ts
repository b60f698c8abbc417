import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import tencent from "../../../src/data/sources/tencent/index.ts";
import { readQuoteLine, readQuoteTime } from "../../../src/data/sources/tencent/quote-line.ts";
import { codeOf, openFeed, range, signal, testBars, testQuotes, testValuation } from "./feed-harness.ts";

describe("Tencent", () => {
  const harness = openFeed(tencent, ["TENCENT_API_ROOT", "TENCENT_KLINE_API_ROOT"]);
  testQuotes(harness, "qt", "qt");
  testBars(harness, "fqkline", "fqkline");
  testValuation(harness);

  test("a name cut within a character is found out", async () => {
    harness.market().fail("qt", { kind: "gbk_garbage" });
    assert.equal(codeOf(await harness.client().spot("600519.SH", signal)), "TOOL_ERROR");
  });

  test("its 501 means too often", async () => {
    harness.market().fail("tencent", { kind: "rate_minute" }, 2);
    assert.equal(codeOf(await harness.client().spot("600519.SH", signal)), "RATE_LIMIT");
    assert.equal(codeOf(await harness.client().daily("600519.SH", range, signal)), "RATE_LIMIT");
  });
});

const cells = (changes: Readonly<Record<number, string>> = {}): string => {
  const row = new Array<string>(88).fill("");
  const known = { 0: "1", 2: "600519", 3: "1801.23", 4: "1791.73", 30: "20260507103203", ...changes };
  for (const [place, cell] of Object.entries(known)) row[Number(place)] = cell;
  return row.join("~");
};
const line = (text: string, key = "sh600519") => readQuoteLine(`v_${key}="${text}";\n`, "sh600519").kind;

test("a line is read only where market, code, length and numbers are what they must be", () => {
  assert.equal(line(cells()), "line");
  assert.equal(line(""), "unknown");
  assert.equal(line("1", "pv_none_match"), "unknown");
  assert.equal(line(cells(), "sz000858"), "broken");
  assert.equal(line(cells({ 0: "51" })), "broken");
  assert.equal(line(cells({ 2: "000858" })), "broken");
  assert.equal(line(cells({ 3: "1,801.23" })), "broken");
  assert.equal(line(cells().split("~").slice(0, 37).join("~")), "broken");
  assert.equal(line(cells({ 82: "CNY" })), "line");
  assert.equal(line(cells({ 82: "HKD" })), "broken");
  assert.equal(line(cells({ 1: "\uFFFD" })), "broken");
  assert.equal(readQuoteLine("<html></html>", "sh600519").kind, "foreign");
});

test("one tilde too few never reads as a line of the same code", () => {
  const whole = cells({ 5: "1790.00", 6: "1" }).split("~");
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1 }), (swallowed) => {
      const shifted = whole.toSpliced(swallowed, 2, `${whole[swallowed]}${whole[swallowed + 1]}`);
      assert.equal(line(shifted.join("~")), "broken");
    }),
  );
});

test("its time is fourteen digits of Beijing wall time", () => {
  assert.equal(readQuoteTime("20260507103203"), "2026-05-07T10:32:03+08:00");
  for (const cell of ["20260230103203", "20260507243203", "2026050710320", "", undefined]) {
    assert.equal(readQuoteTime(cell), null);
  }
});
