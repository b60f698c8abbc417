import assert from "node:assert/strict";
import { test } from "node:test";
import { type KeptReminder, remindersTold, type Session } from "#contract";
import watchlist from "../../skills/watchlist/index.ts";
import { alert, digest } from "./reminders-kept.ts";
import { lists, now, openSkillHarness, type Script } from "./skill-context.ts";

const [maotai, wuliangye, cmb] = ["600519.SH", "000858.SZ", "600036.SH"];
const both = [alert("a", maotai, "below", "1300"), alert("b", wuliangye, "below", "120")];
const daily = digest("d", "09:25", "茅台");

const keeping =
  (reminders: readonly KeptReminder[], listed: readonly string[]): Script =>
  (tool, args) => {
    if (tool === "get_reminders") return { value: { reminders: [...reminders] } };
    if (tool === "get_watchlist") return { value: { codes: [...listed] } };
    if (tool === "get_price") return { value: { code: String(args.code), current_price: 1400, pct_chg: 1 } };
    return lists(tool, args);
  };

/** The list of them was just sent. */
const told: Session = [
  {
    ...{ turnId: "t", codes: [], skill: "", input: {}, claims: [], at: now },
    told: { what: remindersTold, at: now },
  },
];
const said = (words: string): Session => [
  { turnId: "t", codes: [maotai], skill: "watchlist", input: {}, claims: [], at: now, said: words },
];

interface Kept {
  readonly reminders: readonly KeptReminder[];
  readonly listed?: readonly string[];
  readonly session?: Session;
}

async function changes(text: string, { reminders, listed = [], session = told }: Kept, codes: string[] = []) {
  const harness = openSkillHarness(text, keeping(reminders, listed), { session });
  const result = await watchlist.run(watchlist.input.parse({ codes }), harness.context);
  const made = "reminders" in result ? (result.reminders ?? []) : [];
  const list =
    "watchlist" in result && result.watchlist !== undefined ? [JSON.stringify(result.watchlist)] : [];
  return [
    ...made.map((each) =>
      each.op === "drop"
        ? `drop ${each.ids.join()}`
        : each.reminder.kind === "alert"
          ? `set ${each.reminder.rule.code} ${each.reminder.rule.side} ${each.reminder.rule.level}`
          : `set ${each.reminder.at} ${each.reminder.text}`,
    ),
    ...list,
  ].join("; ");
}

test("what a list holds is changed by its place, the only one without", async () => {
  for (const [text, kept, made] of [
    ["第二个改成125", both, `drop b; set ${wuliangye} below 125`],
    ["把第1个改为1250", both, `drop a; set ${maotai} below 1250`],
    ["change number 1 to 1250", both, `drop a; set ${maotai} below 1250`],
    ["改成1250", both.slice(0, 1), `drop a; set ${maotai} below 1250`],
    ["第三个改成8点半", [...both, daily], "drop d; set 08:30 茅台"],
    ["改成1250", both, ""],
    ["第五个改成1250", both, ""],
  ] as const)
    assert.equal(await changes(text, { reminders: kept }), made, text);
});

test("all of a list, or the one that is named, is taken off it", async () => {
  for (const text of ["全部取消", "都删了", "cancel all of them", "delete them all"])
    assert.equal(await changes(text, { reminders: [...both, daily] }), "drop a,b,d", text);
  assert.equal(await changes("删掉五粮液那个", { reminders: both }, [wuliangye]), "drop b");
  assert.equal(await changes("remove it", { reminders: both.slice(0, 1) }, [maotai]), "drop a");
});

test("a company on the own list is taken off that, where no alerts were spoken of", async () => {
  const listed = [maotai];
  const removed = JSON.stringify({ op: "remove", codes: [maotai] });
  assert.equal(await changes("删掉茅台", { reminders: both, listed, session: [] }, [maotai]), removed);
  assert.equal(await changes("把茅台移出自选", { reminders: both, listed }, [maotai]), removed);
  assert.equal(await changes("清空自选", { reminders: both, listed }), JSON.stringify({ op: "clear" }));
  assert.equal(await changes("删掉茅台", { reminders: both, session: [] }, [maotai]), "drop a");
  assert.equal(await changes("全部取消", { reminders: both, session: [] }), "");
});

test("a company is added to the digest of companies that was spoken of, else to the own list", async () => {
  const add = JSON.stringify({ op: "add", codes: [cmb] });
  const ofDigest = said("每天早上9点25发茅台");
  const added = "drop d; set 09:25 茅台、招商银行";
  assert.equal(await changes("再加个招行", { reminders: [daily], session: ofDigest }, [cmb]), added);
  assert.equal(await changes("把招行加入自选", { reminders: [daily], session: ofDigest }, [cmb]), add);
  const ofAlert = said("茅台跌破1300提醒我");
  assert.equal(await changes("再加个招行", { reminders: both, session: ofAlert }, [cmb]), add);
});

test("an alert without a company waits for one, an index has none", async () => {
  const ask = async (text: string, codes: string[] = []) => {
    const harness = openSkillHarness(text, keeping([], []), {});
    return watchlist.run(watchlist.input.parse({ codes }), harness.context);
  };
  const open = await ask("跌破1700提醒我");
  assert.ok(open.kind === "text" && open.question?.candidates.length === 0);
  const set = await ask("跌破1700提醒我 茅台", [maotai]);
  assert.ok("reminders" in set && set.reminders?.length === 1);
  const index = await ask("大盘跌破3900提醒我", ["000001.SH"]);
  assert.ok(index.kind === "text" && /指数的提醒还没有/.test(index.text.zh));
});

test("whoever asks what alerts there are sets none", async () => {
  for (const text of ["都有啥提醒了", "我設了什麼提醒", "有几个提醒"]) {
    const harness = openSkillHarness(text, keeping(both, []), {});
    const result = await watchlist.run({}, harness.context);
    assert.ok(result.kind === "text" && /你的提醒和日报/.test(result.text.zh), text);
  }
});
