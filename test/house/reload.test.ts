import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, beforeEach, test } from "node:test";
import type { Log } from "#contract";
import { followSettings } from "../../src/composition/settings/follow-settings.ts";
import { type Config, loadConfig } from "../../src/config.ts";
import { modelSettings } from "../../src/models/settings.ts";

const folder = mkdtempSync(join(tmpdir(), "qm-reload-"));
after(() => rmSync(folder, { recursive: true, force: true }));

interface Line {
  readonly level: string;
  readonly message: string;
  readonly settings?: readonly string[];
  readonly err?: string;
}

let files = 0;
let file: string;
let applied: Config[];
let lines: Line[];
let followed: { close(): void } | undefined;
const told = new EventEmitter();

const note = (level: string) => (fields: object, message: string) => {
  lines.push({ level, message, ...fields });
  told.emit("line");
};
const log: Log = { debug: note("debug"), info: note("info"), warn: note("warn"), error: note("error") };

beforeEach(() => {
  files += 1;
  file = join(folder, `${files}.yaml`);
  applied = [];
  lines = [];
});
afterEach(() => followed?.close());

function follow(text: string, env: Record<string, string> = {}): void {
  writeFileSync(file, text);
  const reread = () => loadConfig({ env, file, extensions: [modelSettings] });
  followed = followSettings({
    file,
    config: reread(),
    reread,
    apply: (config) => void applied.push(config),
    log,
    everyMs: 10,
  });
}

/** Writes as editors do, and waits until it is spoken of. */
async function change(text: string): Promise<Line | undefined> {
  const line = once(told, "line");
  writeFileSync(`${file}~`, text);
  renameSync(`${file}~`, file);
  await line;
  return lines.at(-1);
}

test("models, budgets, gates and who may ask are taken over, and named", async () => {
  follow("BUDGET_SECONDS: 60\nACCESS: open\n");
  const line = await change(
    "BUDGET_SECONDS: 30\nACCESS: allowlist\nACCESS_ALLOW: telegram:1\nGATE_PROFILE: hrm\nMODEL_ROUTING: builtin\n" +
      "DAY_TOKENS: 5\nTOTAL_DAY_COST: 0.5\nMODEL_PRICES: openai:small=1/2\n",
  );
  assert.deepEqual(line?.settings, [
    "ACCESS",
    "ACCESS_ALLOW",
    "BUDGET_SECONDS",
    "DAY_TOKENS",
    "GATE_PROFILE",
    "MODEL_PRICES",
    "MODEL_ROUTING",
    "TOTAL_DAY_COST",
  ]);
  const [config] = applied;
  assert.deepEqual(config?.access, { mode: "allowlist", allow: ["telegram:1"] });
  assert.deepEqual([config?.core.BUDGET_SECONDS, config?.core.GATE_PROFILE], [30, "hrm"]);
});

test("a faulty file is told in one line without any secret and changes nothing", async () => {
  follow("BUDGET_SECONDS: 60\n");
  const line = await change(
    "BUDGET_SECONDS: soon\nGATE_STEPS: many\nOPENAI_API_KEY: sk-secret-9999\nMODEL_ROUTING: x\n",
  );
  assert.equal(line?.level, "error");
  assert.match(line?.err ?? "", /GATE_STEPS.*BUDGET_SECONDS.*MODEL_ROUTING/);
  assert.doesNotMatch(line?.err ?? "", /\n|sk-secret/);
  assert.deepEqual(applied, []);
  await change("BUDGET_SECONDS: 20\n");
  assert.equal(applied.length, 1, "mended, it is taken over");
});

test("what needs a restart is named, and does not keep the rest from being taken over", async () => {
  follow("JOURNAL_DAYS: 30\nBUDGET_SECONDS: 60\n");
  const line = await change("JOURNAL_DAYS: 7\nHTTP_PORT: 9999\nBUDGET_SECONDS: 50\n");
  assert.deepEqual(line?.settings, ["HTTP_PORT", "JOURNAL_DAYS"]);
  assert.match(line?.message ?? "", /restart/);
  assert.deepEqual(lines.find(({ level }) => level === "info")?.settings, ["BUDGET_SECONDS"]);
  assert.equal(applied[0]?.core.BUDGET_SECONDS, 50);
});

test("a change that needs a restart alone takes nothing over", async () => {
  follow("JOURNAL_DAYS: 30\n");
  await change("JOURNAL_DAYS: 7\n");
  assert.deepEqual([applied.length, lines.length], [0, 1]);
});

test("the environment wins over the file, also over one that changes", async () => {
  follow("GATE_STEPS: 2\n", { BUDGET_SECONDS: "40" });
  await change("GATE_STEPS: 3\nBUDGET_SECONDS: 10\n");
  assert.deepEqual([applied[0]?.core.BUDGET_SECONDS, applied[0]?.core.GATE_STEPS], [40, 3]);
});

test("a file that is taken away leaves the defaults", async () => {
  follow("BUDGET_SECONDS: 10\n");
  const line = once(told, "line");
  rmSync(file);
  await line;
  assert.deepEqual([applied.length, applied[0]?.core.BUDGET_SECONDS], [1, undefined]);
});

test("a file that is a link into a mounted folder is followed, also where it comes later", async () => {
  const mounted = join(folder, `${files}.mounted`);
  mkdirSync(mounted);
  const target = join(mounted, "qianmen.yaml");
  symlinkSync(target, file);
  const reread = () => loadConfig({ env: {}, file, extensions: [modelSettings] });
  followed = followSettings({ file, config: reread(), reread, apply: () => undefined, log, everyMs: 10 });
  for (const text of ["BUDGET_SECONDS: 30\n", "BUDGET_SECONDS: 40\n"]) {
    const line = once(told, "line");
    writeFileSync(`${target}~`, text);
    renameSync(`${target}~`, target);
    await line;
    assert.deepEqual(lines.at(-1)?.settings, ["BUDGET_SECONDS"]);
  }
});
