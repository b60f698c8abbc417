import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { chatKey } from "#contract";
import { writeBackup } from "../../src/composition/backup/backup-file.ts";
import { restore } from "../../src/composition/backup/restore.ts";
import { storedKeys } from "../../src/composition/backup/stored-keys.ts";
import { createInfrastructure } from "../../src/composition/infrastructure.ts";
import { createPartsOf } from "../../src/composition/roles/parts-of.ts";
import { leftOutWords } from "../../src/composition/verbs/backup.ts";
import { createAdapterStore } from "../../src/store/adapter-store.ts";
import { question } from "../journal/messages.ts";
import { startService } from "../line/service.ts";
import { silent, startRedis } from "../store/redis-server.ts";

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "qm-backup-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

test("a service goes on from its backup as if nothing had been since, and does not let itself be restored while it runs", async (t) => {
  const service = await startService({ DATA_SOURCES: "sample" });
  t.after(() => service.stop());
  const file = join(folder, "first.qmb");
  const turn = await service.ask("600519 现在多少钱");
  await service.ask("把五粮液加入自选");
  writeFileSync(join(service.dataFolder, "weixin-accounts.json"), "[]", { mode: 0o600 });
  const made = await service.cli("backup", file, "--json");
  assert.equal(JSON.parse(made.stdout).running, true, made.stderr);
  assert.deepEqual(JSON.parse(made.stdout).leftOut, ["admin-token", "weixin-accounts.json"]);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const later = await service.ask("比亚迪现在多少钱");
  const refused = await service.cli("restore", file, "--replace");
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /at work on this Redis: stop it/);
  await service.stop({ keep: true });

  assert.match((await service.cli("restore", file)).stderr, /there are records already: --replace/);
  // As on another machine.
  rmSync(join(service.dataFolder, "weixin-accounts.json"));
  const done = await service.cli("restore", file, "--replace");
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stdout, /NOT restored 没有恢复: weixin-accounts\.json\n/);
  await service.start();
  const shown = JSON.parse((await service.cli("turns", "show", turn.id)).stdout);
  assert.equal(shown.prose, turn.prose);
  assert.equal((await service.cli("turns", "show", later.id)).code, 1, "what came later is gone");
  assert.match((await service.ask("我的自选")).prose, /五粮液/);
});

test("what a backup leaves out is said in words, and nothing where nothing is left out", () => {
  assert.equal(leftOutWords("/data", []), "");
  const words = leftOutWords("/data", ["admin-token", "weixin-accounts.json"]);
  assert.match(words, /^NOT in it 不在备份里: admin-token, weixin-accounts\.json \(in \/data\)\n/);
  assert.match(words, /those accounts log in again/);
});

/** An installation without any process of it: a Redis with one answered and one waiting question. */
async function openRoom() {
  const redis = await startRedis();
  const store = redis.store();
  const clock = { market: () => "2026-05-07T10:32:05+08:00", wallMs: Date.now };
  const infra = createInfrastructure({ store, clock, log: silent, journalDays: 30 });
  return {
    store,
    infra,
    async close() {
      await infra.closeQueues();
      await redis.stop();
    },
  };
}
type Room = Awaited<ReturnType<typeof openRoom>>;

async function fill({ store, infra }: Room) {
  const [answered, waiting] = [question({ chatId: "1" }), question({ chatId: "2" })];
  await infra.journal.create(answered, { acceptedMs: Date.now() });
  const parts = createPartsOf(new Map(), [])(answered, { text: "贵州茅台", buttons: [] });
  await infra.outbox.post({ id: answered.id, run: 0 }, parts);
  const place = infra.inbound.place(waiting.id, chatKey(waiting));
  await infra.journal.create(waiting, { acceptedMs: Date.now(), place });
  await infra.inbound.add(waiting.id, chatKey(waiting), 0);
  await createAdapterStore(store, "weixin").setEntry("accounts", "a", "sealed-text");
  await store.redis.set("qm:cache:securities", "1");
  await store.redis.set("someone-elses", "1");
  return { answered, waiting };
}

const head = (running: boolean) =>
  ({ qianmen_backup: 1, at: "2026-11-21T02:00:00.000Z", redis: "7.0.0", running }) as const;
const options = { replace: false, journalDays: 30, wallMs: Date.now };

test("ledger, sealed credentials and what waited come back; what has ended meanwhile, and caches, do not", async (t) => {
  const [from, to] = [await openRoom(), await openRoom()];
  t.after(() => Promise.all([from.close(), to.close()]));
  const { answered, waiting } = await fill(from);
  await from.store.redis.set("qm:session:brief", "1", "PX", 300);
  const file = join(folder, "idle.qmb");
  await writeBackup(file, head(false), storedKeys(from.store));
  await pause(320);
  await restore(to.store, file, options);
  assert.deepEqual(await to.infra.journal.read(answered.id), await from.infra.journal.read(answered.id));
  assert.equal((await to.infra.outbox.rows(answered.id))[0]?.part.text, "贵州茅台");
  assert.deepEqual(
    await createAdapterStore(to.store, "weixin").entries("accounts"),
    new Map([["a", "sealed-text"]]),
  );
  assert.deepEqual(await to.infra.inbound.waiting(chatKey(waiting)), [waiting.id]);
  assert.equal((await to.infra.inbound.counts()).wait, 1);
  for (const key of ["qm:session:brief", "qm:cache:securities", "someone-elses"])
    assert.equal(await to.store.redis.exists(key), 0, key);
  const [was, is] = await Promise.all(
    [from, to].map(({ store }) => store.redis.pexpiretime(store.keys.turn(answered.id))),
  );
  assert.equal(is, was, "a turn is kept no longer than it would have been");
  assert.deepEqual(await to.store.redis.keys("qm-restore:*"), []);
});

test("what was open while a service ran has been answered since: it is not answered again", async (t) => {
  const [from, to] = [await openRoom(), await openRoom()];
  t.after(() => Promise.all([from.close(), to.close()]));
  const { answered, waiting } = await fill(from);
  const file = join(folder, "busy.qmb");
  await writeBackup(file, head(true), storedKeys(from.store));
  assert.equal((await restore(to.store, file, options)).ended, 2);
  assert.deepEqual(await to.infra.inbound.waiting(chatKey(waiting)), []);
  assert.equal((await to.infra.inbound.counts()).wait, 0);
  assert.deepEqual(await to.infra.queueOf("telegram").waiting(chatKey(answered)), []);
  assert.equal((await to.infra.journal.read(waiting.id))?.state, "canceled");
  assert.equal((await to.infra.journal.read(answered.id))?.state, "completed");
});

test("a turn that ended while the backup was being made is left as it is", { timeout: 20_000 }, async (t) => {
  const [from, to] = [await openRoom(), await openRoom()];
  t.after(() => Promise.all([from.close(), to.close()]));
  const { answered } = await fill(from);
  await from.infra.journal.end(answered.id, 0, { state: "completed", models: [], endedMs: 1 });
  // As the list of open turns was read before.
  await from.store.redis.zadd(from.store.keys.turnsIn("open"), 1, answered.id);
  const file = join(folder, "moments-apart.qmb");
  await writeBackup(file, head(true), storedKeys(from.store));
  assert.equal((await restore(to.store, file, options)).ended, 1);
  assert.equal((await to.infra.journal.read(answered.id))?.ended_ms, 1);
  assert.deepEqual(await to.infra.journal.list({ limit: 9, state: "open" }), []);
});

test("a file that is cut, changed, of another form or none of ours changes nothing", async (t) => {
  const [from, to] = [await openRoom(), await openRoom()];
  t.after(() => Promise.all([from.close(), to.close()]));
  const { answered } = await fill(from);
  const file = join(folder, "whole.qmb");
  await writeBackup(file, head(false), storedKeys(from.store));
  const kept = question({ chatId: "9" });
  await to.infra.journal.create(kept, { acceptedMs: Date.now() });
  const whole = readFileSync(file);
  const lines = gunzipSync(whole).toString().trimEnd().split("\n");
  const text = (changed: readonly string[]) => gzipSync(`${changed.join("\n")}\n`);
  const other = lines.map((line) => line.replace(answered.id, "telegram-7-1-999"));
  const wrong: Readonly<Record<string, Buffer>> = {
    cut: whole.subarray(0, whole.length - 20),
    "without its end": text(lines.slice(0, -1)),
    "without a key": text([...lines.slice(0, 1), ...lines.slice(2)]),
    changed: text(other),
    "with more behind it": text([...lines, "[]"]),
    "a later form": text([JSON.stringify({ ...head(false), qianmen_backup: 2 }), ...lines.slice(1)]),
    "no gzip": Buffer.from(lines.join("\n")),
    empty: Buffer.alloc(0),
    "an empty gzip": gzipSync(""),
    "another's key": text([
      JSON.stringify(head(false)),
      JSON.stringify(["someone-elses", 0, ""]),
      JSON.stringify({ keys: 1, sha256: "" }),
    ]),
  };
  for (const [name, bytes] of Object.entries(wrong)) {
    const path = join(folder, "wrong.qmb");
    writeFileSync(path, bytes);
    await assert.rejects(restore(to.store, path, { ...options, replace: true }), /INVALID_ARGS/, name);
  }
  assert.notEqual(await to.infra.journal.read(kept.id), null);
  assert.equal(await to.infra.journal.read(answered.id), null);
  assert.deepEqual(await to.store.redis.keys("qm-restore:*"), []);
});
