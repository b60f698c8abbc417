import assert from "node:assert/strict";
import { test } from "node:test";
import { readPeTtm, readRatio } from "../../src/data/valuation-cells.ts";

test("a P/E of 0 is none, one below zero is a loss, an empty one says that there is none", () => {
  assert.deepEqual(readPeTtm(19.8), { pe_ttm: 19.8 });
  assert.deepEqual(readPeTtm(-7.2), { pe_ttm: null, below_zero: true });
  assert.deepEqual(readPeTtm(null), { pe_ttm: null });
  assert.deepEqual(readPeTtm("19.8"), { pe_ttm: 19.8 });
  for (const cell of [0, "0", undefined, "-", "", "19,8", Number.NaN]) assert.deepEqual(readPeTtm(cell), {});
});

test("a ratio may be below zero and is never 0", () => {
  assert.deepEqual([7.1, -2, 0, null, "7"].map(readRatio), [7.1, -2, undefined, undefined, 7]);
});
