import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { z } from "zod";
import { AppError, defineTool, type ToolOutcome } from "#contract";
import { callTool } from "../../src/tools/run-tool.ts";

const now = "2026-05-07T10:32:05+08:00";
const outcome: ToolOutcome = { ok: true, value: 1, source: "sample", served_by: "sample", fetched_at: now };

const tool = (run: () => Promise<ToolOutcome>, timeoutMs = 1_000) =>
  defineTool({ name: "try", args: z.strictObject({ code: z.string() }), timeoutMs, retrySafe: true, run });

const call = (definition: ReturnType<typeof tool>, args: unknown, signal = new AbortController().signal) =>
  callTool(definition, args, { now, signal, excludeSources: [] });

const codeOf = (result: ToolOutcome) => (result.ok ? "ok" : result.error.code);

describe("a tool call", () => {
  test("passes checked arguments on and the outcome back", async () => {
    assert.deepEqual(
      await call(
        tool(async () => outcome),
        { code: "600519.SH" },
      ),
      outcome,
    );
  });

  test("bad arguments never reach the tool, and are not repeated in the message", async () => {
    let ran = 0;
    const counting = tool(async () => {
      ran += 1;
      return outcome;
    });
    for (const args of [null, {}, { code: 1 }, { code: "x", more: "s3cret" }, "code"]) {
      const result = await call(counting, args);
      assert.equal(codeOf(result), "INVALID_ARGS");
      assert.ok(!JSON.stringify(result).includes("s3cret"));
    }
    assert.equal(ran, 0);
  });

  test("a tool that never ends is left at its time limit", async () => {
    assert.equal(
      codeOf(
        await call(
          tool(() => new Promise(() => {}), 10),
          { code: "x" },
        ),
      ),
      "NET_TIMEOUT",
    );
  });

  test("a caller who goes is not held up", async () => {
    const never = tool(() => new Promise(() => {}), 60_000);
    assert.equal(codeOf(await call(never, { code: "x" }, AbortSignal.abort())), "CANCELED");
    const leaving = new AbortController();
    const result = call(never, { code: "x" }, leaving.signal);
    leaving.abort();
    assert.equal(codeOf(await result), "CANCELED");
  });

  test("exceptions become values; only our own say why", async () => {
    const known = tool(async () => {
      throw new AppError("CALENDAR_UNKNOWN", "2027");
    });
    assert.equal(codeOf(await call(known, { code: "x" })), "CALENDAR_UNKNOWN");
    const unknown = await call(
      tool(async () => {
        throw new Error("token=abc");
      }),
      { code: "x" },
    );
    assert.equal(codeOf(unknown), "TOOL_ERROR");
    assert.ok(!JSON.stringify(unknown).includes("abc"));
  });
});
