import assert from "node:assert/strict";
import { test } from "node:test";
import { createTroubleLog } from "../../src/composition/redis/trouble-log.ts";

test("one trouble of many connections is one line, a new one or a lasting one is told", () => {
  const lines: unknown[] = [];
  let nowMs = 0;
  const trouble = createTroubleLog({ warn: (fields) => void lines.push(fields) }, () => nowMs);
  for (; nowMs < 10_000; nowMs += 2000) for (let each = 0; each < 9; each += 1) trouble("refused");
  assert.deepEqual(lines, [{ detail: "refused" }]);
  trouble("reset");
  trouble("refused");
  assert.deepEqual(lines.slice(1), [{ detail: "reset" }, { detail: "refused" }]);
});
