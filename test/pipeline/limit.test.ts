import assert from "node:assert/strict";
import { test } from "node:test";
import { createLimit } from "../../src/pipeline/execute/limit.ts";
import { eventually } from "../support/eventually.ts";

test("at most so many run at once, in the order of asking, whatever becomes of each", async () => {
  const limit = createLimit(3);
  const open: PromiseWithResolvers<void>[] = [];
  const begun: number[] = [];
  let most = 0;
  let now = 0;
  const all = Array.from({ length: 8 }, (_, at) =>
    limit.pass(async () => {
      begun.push(at);
      now += 1;
      most = Math.max(most, now);
      const gate = Promise.withResolvers<void>();
      open.push(gate);
      await gate.promise.finally(() => {
        now -= 1;
      });
      return at;
    }),
  );
  const settled = Promise.allSettled(all);
  for (let at = 0; at < 8; at += 1) {
    await eventually(`the call ${at}`, () => open[at]);
    assert.ok(begun.length <= at + 3);
    if (at % 2 === 0) open[at]?.resolve();
    else open[at]?.reject(new Error("failed"));
  }
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6, 7]);
  assert.equal(most, 3);
  const outcomes = (await settled).map((each) => (each.status === "fulfilled" ? each.value : "failed"));
  assert.deepEqual(outcomes, [0, "failed", 2, "failed", 4, "failed", 6, "failed"]);
});
