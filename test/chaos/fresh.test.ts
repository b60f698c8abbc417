import assert from "node:assert/strict";
import { test } from "node:test";
import { patienceMs } from "../line/chat.ts";
import { openMarketLine } from "../line/market-line.ts";

test("an answer held up until its price has aged is looked up anew before it is sent", async () => {
  const early = "2026-05-07T10:32:05+08:00";
  const late = "2026-05-07T10:50:00+08:00";
  const line = await openMarketLine(early);
  try {
    const { telegram } = line;
    await line.askAt(early, "000858 现在多少钱");
    const sends = telegram.calls.get("sendmessage") ?? 0;
    telegram.fail("sendMessage", { kind: "too_many", retryAfter: 2 });
    const held = line.askAt(early, "600519 现在多少钱");
    await telegram.waitFor(
      () => (telegram.calls.get("sendmessage") ?? 0) > sends,
      patienceMs,
      "the first try",
    );
    // The market goes on while the platform holds the answer up.
    await line.askAt(late, "000858 现在多少钱");
    const answer = await held;
    assert.match(answer, /^贵州茅台\(600519\.SH\) 当前价 ¥[\d.]+\(akshare, 2026-05-07 10:(49|50)\)/);
  } finally {
    await line.close();
  }
});
