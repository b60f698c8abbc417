import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { IncomingMessage } from "#contract";
import { createMemoryLog } from "./memory-log.ts";
import { openTurnHarness, type TurnHarness } from "./turn-harness.ts";

let harness: TurnHarness;
before(async () => {
  harness = await openTurnHarness();
});
after(() => harness.close());

const rule = { code: "600519.SH", side: "below", level: "1900" } as const;
const due: IncomingMessage["reminder"] = {
  kind: "alert",
  rule,
  action: { skill: "watchlist", input: { codes: [rule.code] } },
};
const sentence = "贵州茅台跌破1900元提醒我";

/** What a message that is due is told, and the systems of the models that were asked for it. */
async function told(text: string, reminder: IncomingMessage["reminder"], ports = {}) {
  const before = harness.models.calls.length;
  const { reply, state } = await harness.run(text, {
    journal: createMemoryLog(),
    message: { reminder },
    ports,
  });
  assert.equal(state, "completed");
  return { text: reply.text, systems: harness.models.calls.slice(before).map(({ system }) => system) };
}

test("an alert that came true asks no model at all, and says how the price stands to the user's level", async () => {
  const { text, systems } = await told(sentence, due);
  assert.match(
    text,
    /^🔔 提醒:贵州茅台\(600519\.SH\) 当前价 ¥1801\.23\(sample, 2026-05-07 10:32\),低于你设的 1900 元。\n/,
  );
  assert.deepEqual(systems, []);
});

test("what the guard refuses of a skill's own prose gives way to the template", async () => {
  const { guard } = harness.ports;
  const check: typeof guard.check = (input) =>
    input.prose.includes("低于")
      ? { ok: false, problems: [{ reason: "comparison_false", span: "低于", message: "refused" }] }
      : guard.check(input);
  const { text } = await told(sentence, due, { guard: { ...guard, check } });
  assert.match(
    text,
    /^🔔 提醒:贵州茅台\(600519\.SH\) 当前价 ¥1801\.23,涨跌幅 \+0\.53%\(sample, 2026-05-07 10:32\)\n/,
  );
});

test("a digest is planned without a model, and an English one is marked in English", async () => {
  const { text, systems } = await told("price of Moutai", { kind: "digest" });
  assert.match(text, /^🔔 Daily digest: /);
  assert.ok(systems.every((system) => !system.includes("You route")));
});
