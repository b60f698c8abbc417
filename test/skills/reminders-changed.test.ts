import assert from "node:assert/strict";
import { test } from "node:test";
import type { KeptReminder, Session } from "#contract";
import watchlist from "../../skills/watchlist/index.ts";
import { lists, now, openSkillHarness, type Script } from "./skill-context.ts";

const alert: KeptReminder = {
  kind: "alert",
  id: "a",
  text: "",
  rule: { code: "600519.SH", side: "below", level: "1300" },
  action: { skill: "watchlist", input: { codes: ["600519.SH"] } },
  until: "2026-08-05",
  armed: true,
};
const digest: KeptReminder = { kind: "digest", id: "d", text: "茅台", at: "09:25", done: "2026-05-07" };

const script: Script = (tool, args) =>
  tool === "get_reminders"
    ? { value: { reminders: [alert, digest] } }
    : tool === "get_price"
      ? { value: { code: "600519.SH", current_price: 1400, pct_chg: 1 } }
      : tool === "get_watchlist"
        ? { value: { codes: [] } }
        : lists(tool, args);

const after = (...said: readonly string[]): Session =>
  said.map((words, at) => ({
    turnId: `t${at}`,
    codes: ["600519.SH"],
    skill: "watchlist",
    input: { codes: ["600519.SH"] },
    claims: [],
    at: now,
    said: words,
  }));

async function changes(text: string, session: Session): Promise<string> {
  const harness = openSkillHarness(text, script, { session });
  const result = await watchlist.run(watchlist.input.parse({ codes: ["600519.SH"] }), harness.context);
  const made = "reminders" in result ? (result.reminders ?? []) : [];
  return made
    .map((each) =>
      each.op === "drop"
        ? `drop ${each.ids.join()}`
        : each.reminder.kind === "alert"
          ? `set ${each.reminder.rule.side} ${each.reminder.rule.level}`
          : `set ${each.reminder.at} ${each.reminder.text}`,
    )
    .join("; ");
}

test("a level alone changes the alert that was set before it, a time the digest", async () => {
  const [ofAlert, ofDigest] = ["茅台跌破1300提醒我", "每天早上9点25发茅台"];
  for (const [text, said, made] of [
    ["改成1250", [ofAlert], "drop a; set below 1250"],
    ["换成1250", [ofAlert], "drop a; set below 1250"],
    ["change it to 1250", ["alert me if Moutai falls below 1300"], "drop a; set below 1250"],
    ["改成1250", [ofAlert, "改成1300"], "drop a; set below 1250"],
    ["改成8点半", [ofDigest], "drop d; set 08:30 茅台"],
    ["时间改成下午3点", [ofDigest], "drop d; set 15:00 茅台"],
    ["改成15点", [ofDigest], "drop d; set 15:00 茅台"],
  ] as const)
    assert.equal(await changes(text, after(...said)), made, text);
});

test("where nothing was set before, or something else is said, nothing is changed", async () => {
  assert.equal(await changes("改成1250", []), "");
  assert.equal(await changes("改成1250", after()), "");
});
