import assert from "node:assert/strict";
import { test } from "node:test";
import { fittingMove } from "../../src/data/fitting-move.ts";

const told = { prevClose: 100, open: 101, change: 3, pctChg: 3 };

test("a move that fits the two prices is told as it is", () => {
  assert.deepEqual(fittingMove(103, told), { change: 3, pct_chg: 3 });
});

test("what does not fit is left out: a percentage as a fraction, a change of another price", () => {
  assert.deepEqual(fittingMove(103, { ...told, pctChg: 0.03 }), { change: 3, pct_chg: undefined });
  assert.deepEqual(fittingMove(103, { ...told, change: 2.5 }), { change: undefined, pct_chg: 3 });
  assert.deepEqual(fittingMove(104, told), { change: undefined, pct_chg: undefined });
});

test("without a reference change and percentage prove each other", () => {
  const bar = { prevClose: undefined, open: 101, change: 3 };
  assert.deepEqual(fittingMove(103, { ...bar, pctChg: 3 }), { change: 3, pct_chg: 3 });
  assert.deepEqual(fittingMove(103, { ...bar, pctChg: 0.03 }), { change: undefined, pct_chg: undefined });
  assert.deepEqual(fittingMove(103, { ...bar, pctChg: undefined }), { change: 3, pct_chg: undefined });
});

test("a move that fits the open and not the reference says that the two have changed places", () => {
  assert.equal(fittingMove(103, { ...told, prevClose: 101, open: 100 }), null);
  // Opened at the reference: there is nothing to tell them apart by, and nothing wrong.
  assert.deepEqual(fittingMove(103, { ...told, open: 100 }), { change: 3, pct_chg: 3 });
});

test("a tick apart: the change fits both of them, the percentage tells", () => {
  const bar = { prevClose: 7.84, open: 7.85, change: 0.06, pctChg: 0.77 };
  assert.deepEqual(fittingMove(7.9, bar), { change: 0.06, pct_chg: 0.77 });
  assert.equal(fittingMove(7.9, { ...bar, prevClose: 7.85, open: 7.84 }), null);
});
