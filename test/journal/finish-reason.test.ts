import assert from "node:assert/strict";
import { test } from "node:test";
import { turnOf } from "../../src/journal/record.ts";
import { question } from "./messages.ts";

const message = JSON.stringify(question({ chatId: "c", senderId: "c", text: "600519" }));
const finishOf = (fields: Record<string, string>) =>
  turnOf("t", new Map(Object.entries({ m: message, ...fields }))).finish_reason;

for (const [what, fields, reason] of [
  ["a turn under way has none yet", { s: "working" }, undefined],
  ["what the pipeline wrote stands", { s: "completed", f: "budget" }, "budget"],
  ["an older answer was a success", { s: "completed" }, "success"],
  ["an older question back too", { s: "input-required" }, "success"],
  ["an older time-out was a budget", { s: "failed", error: "TURN_TIMEOUT" }, "budget"],
  ["any other older failure was one", { s: "failed", error: "SOURCE_DOWN" }, "big_fail"],
  ["a cancel needs no field", { s: "canceled", error: "CANCELED" }, "canceled"],
  ["a word of a later version is read by the ending", { s: "completed", f: "later" }, "success"],
] as const) {
  test(`${what}`, () => assert.equal(finishOf(fields), reason));
}
