import assert from "node:assert/strict";
import { test } from "node:test";
import { startService } from "./service.ts";

test("one person's messages of a minute are as many as RATE_LIMIT_PERSON says", async (t) => {
  const service = await startService({ DATA_SOURCES: "sample", RATE_LIMIT_PERSON: "2" });
  t.after(() => service.stop());
  for (const question of ["600519 现在多少钱", "茅台市盈率多少"])
    assert.equal((await service.ask(question)).state, "completed");
  const { code, stdout, stderr } = await service.cli("ask", "15 × 23 等于多少");
  assert.notEqual(code, 0, stdout);
  assert.match(stdout + stderr, /没有受理|too many/);
});
