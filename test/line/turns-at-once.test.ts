import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { newChat, patienceMs } from "./chat.ts";
import { openModelLine } from "./telegram-line.ts";

test("a worker has as many turns under way as TURNS_AT_ONCE says; the others wait and are answered", async (t) => {
  const { telegram, models, close } = await openModelLine({ TURNS_AT_ONCE: "2" });
  t.after(close);
  models.hold();
  const asked = Array.from({ length: 5 }, () => {
    const chat = newChat(telegram);
    return { chat, message: chat.say("600519 现在多少钱") };
  });
  await telegram.waitFor(() => (models.waiting() >= 2 ? true : undefined), patienceMs, "two turns under way");
  // A third one would have come by now: the first two took less.
  await pause(500);
  assert.equal(models.waiting(), 2);
  models.release();
  for (const { chat, message } of asked) assert.match((await chat.answerTo(message)).text ?? "", /1801\.23/);
});
