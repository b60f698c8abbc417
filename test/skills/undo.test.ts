import assert from "node:assert/strict";
import { test } from "node:test";
import type { KeptReminder, Session, SkillResult } from "#contract";
import watchlist from "../../skills/watchlist/index.ts";
import { undoes } from "../../skills/watchlist/undo.ts";
import { lists, now, openSkillHarness, type Script } from "./skill-context.ts";

const alert = (id: string, code: string, level: string): KeptReminder => ({
  kind: "alert",
  id,
  text: "",
  rule: { code, side: "below", level },
  action: { skill: "watchlist", input: { codes: [code] } },
  until: "2026-08-05",
  armed: true,
});

const keeping =
  (reminders: readonly KeptReminder[]): Script =>
  (tool, args) =>
    tool === "get_reminders" ? { value: { reminders: [...reminders] } } : lists(tool, args);

const after = (said: string | undefined, ...codes: readonly string[]): Session => [
  {
    turnId: "t",
    codes,
    skill: "watchlist",
    input: {},
    claims: [],
    at: now,
    ...(said === undefined ? {} : { said }),
  },
];

async function ask(text: string, reminders: readonly KeptReminder[], session: Session): Promise<SkillResult> {
  const harness = openSkillHarness(text, keeping(reminders), { session });
  return watchlist.run(watchlist.input.parse({}), harness.context);
}

const two = [alert("a", "600519.SH", "1300"), alert("b", "000858.SZ", "100")];

test("what was just set is taken back, by its company and level, and nothing else is", async () => {
  for (const text of ["取消吧", "算了不要了", "算了", "never mind", "cancel it", "哎,还是取消吧"]) {
    const result = await ask(text, two, after("五粮液跌破100提醒我", "000858.SZ"));
    assert.deepEqual(result.kind === "text" && result.reminders, [{ op: "drop", ids: ["b"] }], text);
  }
});

test("where it is not clear what, it is asked, and a stock on the list stays there", async () => {
  const open = await ask("取消吧", two, []);
  assert.ok(open.kind === "text" && open.reminders === undefined && /要取消哪一个/.test(open.text.zh));
  const added = await ask("取消吧", two, after(undefined, "002594.SZ"));
  assert.ok(added.kind === "text" && added.reminders === undefined && added.watchlist === undefined);
  assert.match(added.text.zh, /把比亚迪移出自选/);
  const none = await ask("取消", [], []);
  assert.ok(none.kind === "text" && /没有提醒或日报可以取消/.test(none.text.zh));
});

test("a message that says more, or nothing, takes nothing back", () => {
  for (const text of [
    "吧",
    "。",
    "",
    "取消关注茅台",
    "不要再发日报",
    "算了,茅台多少钱",
    "取消第1个提醒",
    "茅台不要了",
  ])
    assert.equal(undoes(text), false, text);
});
