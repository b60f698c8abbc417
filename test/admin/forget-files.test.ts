import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { forgetAccount, forgetCases } from "../../src/composition/command-line/forget-files.ts";
import { readCases } from "../../src/eval/case.ts";
import { forget } from "../../src/journal/forget/forget.ts";
import { createAdapterStore } from "../../src/store/adapter-store.ts";
import { type ActHarness, actor, openActHarness } from "./act-harness.ts";

let harness: ActHarness;
let folder: string;

before(async () => {
  harness = await openActHarness();
  folder = mkdtempSync(join(tmpdir(), "qm-forget-"));
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await harness?.close();
});

const mei = { platform: "telegram", id: "5501" };
const theirs = (number: number, text: string) =>
  harness.answered({ id: `telegram-7-5501-${number}`, chatId: "5501", senderId: "5501", text });

test("collected cases of a forgotten person are gone, of turns that the journal holds no more too; all others stand as they were", async () => {
  const to = join(folder, "cases.jsonl");
  const collect = (id: string) => harness.acts.collect(actor, id, { wrong: false, to });
  const one = await theirs(1, "茅台现在多少钱");
  const past = await theirs(2, "五粮液市盈率多少");
  const other = await harness.answered({ text: "比亚迪昨天收盘多少" });
  await collect(one.id);
  await collect(other.id);
  const others = readFileSync(to, "utf8").split("\n")[1] ?? "";
  await collect(past.id);
  appendFileSync(to, "\n");
  // It has expired: only what is kept of the case says whose it is.
  await harness.store.redis.del(harness.store.keys.turn(past.id));
  assert.match(readFileSync(to, "utf8"), /茅台现在多少钱[\s\S]*五粮液市盈率多少/);

  const keep = createAdapterStore(harness.store, "eval");
  const turns = [one];
  const found = await forget(
    harness.store,
    { ...mei, dropJobs: async () => undefined, settle: async () => undefined },
    sleep,
    () => forgetCases({ keep, dataFolder: folder }, mei, turns),
  );
  assert.equal(found.cases, 2);
  assert.equal(found.left, 0);
  assert.equal(readFileSync(to, "utf8"), `${others}\n\n`);
  assert.equal(readCases(readFileSync(to, "utf8")).length, 1);
  assert.equal(statSync(to).mode & 0o777, 0o600);
  const kept = [...(await keep.entries("cases")).values()].join();
  assert.doesNotMatch(kept, /5501/);
  assert.match(kept, new RegExp(other.message.chatId));
});

test("a case that an earlier version collected is known by its turn, and an empty dataset goes", async () => {
  const turn = await theirs(3, "茅台市值");
  const dataFolder = mkdtempSync(join(folder, "data-"));
  const to = join(dataFolder, "eval", "cases.jsonl");
  await harness.acts.collect(actor, turn.id, { wrong: true, to });
  const keep = createAdapterStore(harness.store, "eval");
  for (const name of (await keep.entries("cases")).keys()) await keep.deleteEntry("cases", name);
  writeFileSync(to, readFileSync(to, "utf8").trimEnd(), { mode: 0o600 });
  assert.equal(await forgetCases({ keep, dataFolder }, mei, [turn]), 1);
  assert.equal(statSync(to, { throwIfNoEntry: false }), undefined);
  assert.equal(await forgetCases({ keep, dataFolder }, mei, [turn]), 0, "nothing is there");
});

test("of two accounts that go at the same time none comes back", async () => {
  const path = join(folder, "weixin-accounts.json");
  const ids = Array.from({ length: 8 }, (_, at) => `u${at}`);
  writeFileSync(path, JSON.stringify([...ids, "stays"].map((userId) => ({ userId }))), { mode: 0o600 });
  const gone = await Promise.all(ids.map((id) => forgetAccount(folder, { platform: "weixin", id })));
  assert.deepEqual(
    gone,
    ids.map(() => 1),
  );
  assert.deepEqual(JSON.parse(readFileSync(path, "utf8")), [{ userId: "stays" }]);
});

test("an account that is kept in a file goes with its owner", async () => {
  const path = join(folder, "weixin-accounts.json");
  const all = [
    { userId: "u1", token: "t1" },
    { userId: "u12", token: "t2" },
  ];
  writeFileSync(path, JSON.stringify(all), { mode: 0o600 });
  assert.equal(await forgetAccount(folder, { platform: "weixin", id: "u1" }), 1);
  assert.deepEqual(JSON.parse(readFileSync(path, "utf8")), all.slice(1));
  assert.equal(await forgetAccount(folder, { platform: "telegram", id: "u12" }), 0);
  assert.equal(await forgetAccount(folder, { platform: "weixin", id: "u12" }), 1);
  assert.equal(statSync(path, { throwIfNoEntry: false }), undefined);
});
