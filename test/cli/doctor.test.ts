import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { Check, DoctorReport } from "../../src/cli/doctor.ts";
import { createModelsEmulator } from "../emulators/models.ts";
import { createTelegramEmulator } from "../emulators/telegram.ts";
import { createWeixinEmulator } from "../emulators/weixin.ts";
import { freePort } from "../line/service.ts";
import { compileCache } from "../support/compile-cache.ts";

const main = join(import.meta.dirname, "../../src/main.ts");
const folder = mkdtempSync(join(tmpdir(), "qm-doctor-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A verb in an installation of its own. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const own = { PATH: process.env.PATH ?? "", HOME: folder, QIANMEN_DATA: join(folder, "data") };
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...compileCache(), ...own, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].setEncoding("utf8").on("data", (text: string) => {
      said[stream] += text;
    });
  const [code] = await once(child, "close");
  return { code, ...said };
}

async function examine(env: Readonly<Record<string, string>>) {
  const { code, stdout, stderr } = await run(["doctor", "--json"], env);
  const report = JSON.parse(stdout || assert.fail(stderr)) as DoctorReport;
  const faults = report.checks.filter(({ state }) => state === "fault");
  return {
    code,
    report,
    fault: (name: string): Check | undefined => faults.find((each) => each.name === name),
  };
}

test("a house without any setting is in order, and says what would turn the rest on", async () => {
  const { code, report } = await examine({});
  assert.equal(code, 0, JSON.stringify(report));
  const off = report.checks.filter(({ state }) => state === "off");
  assert.ok(
    off.length >= 3 && off.every(({ detail }) => /[A-Z]{4,}_[A-Z_]+/.test(detail)),
    JSON.stringify(off),
  );
});

test("wrong addresses, a wrong token and a wrong key are faults that name their settings, and no secret", async (t) => {
  const telegram = await createTelegramEmulator();
  t.after(() => telegram.close());
  const models = await createModelsEmulator();
  t.after(() => models.close());
  const nowhere = `127.0.0.1:${await freePort()}`;
  const { code, report, fault } = await examine({
    REDIS_URL: `redis://:hush-hush@${nowhere}`,
    TELEGRAM_BOT_TOKEN: "999:not-the-token",
    TELEGRAM_API_ROOT: telegram.root,
    AKTOOLS_API_ROOT: `http://${nowhere}`,
    OPENAI_API_KEY: "sk-not-the-key",
    OPENAI_BASE_URL: models.openaiBaseUrl,
    MODEL_ROUTING: "openai:hermes",
  });
  assert.equal(code, 1);
  assert.match(fault("Redis")?.fix ?? "", /REDIS_URL/);
  assert.match(fault("Adapter telegram")?.detail ?? "", /401|404/);
  assert.match(fault("Adapter telegram")?.fix ?? "", /refused: check the token.*TELEGRAM_BOT_TOKEN/);
  assert.doesNotMatch(fault("Adapter telegram")?.fix ?? "", /network|proxy/);
  assert.match(fault("Source akshare")?.fix ?? "", /network and the proxy/);
  assert.ok(fault("Source akshare")?.fix?.includes(`AKTOOLS_API_ROOT=http://${nowhere}`));
  assert.match(fault("Model openai:hermes")?.detail ?? "", /401/);
  assert.match(fault("Model openai:hermes")?.fix ?? "", /OPENAI_API_KEY/);
  assert.doesNotMatch(JSON.stringify(report), /hush-hush|not-the-token|not-the-key/);
});

test("a website in the place of a model's API is told as such, with its address and no secret", async (t) => {
  const models = await createModelsEmulator();
  t.after(() => models.close());
  models.fail("*", { kind: "html" }, 9);
  const { fault } = await examine({
    OPENAI_API_KEY: models.openaiKey,
    OPENAI_BASE_URL: models.openaiBaseUrl,
    MODEL_ROUTING: "openai:hermes",
  });
  const { detail = "", fix = "" } = fault("Model openai:hermes") ?? {};
  assert.match(detail, /a web page \(HTML\), not an API's answer \(check OPENAI_BASE_URL\)/);
  assert.match(fix, /no API: check the address/);
  assert.ok(fix.includes(`OPENAI_BASE_URL=${models.openaiBaseUrl}`));
  assert.ok(!`${detail} ${fix}`.includes(models.openaiKey));
});

test("addresses are shown without their users, passwords and queries", async () => {
  const { report } = await examine({
    REDIS_URL: "redis://guest:pw-of-redis@127.0.0.1:9/2",
    TELEGRAM_BOT_TOKEN: "999:token",
    TELEGRAM_API_ROOT: "http://guest:pw-of-telegram@127.0.0.1:9",
    AKTOOLS_API_ROOT: "http://guest:pw-of-aktools@127.0.0.1:9",
    OPENAI_API_KEY: "sk-any",
    OPENAI_BASE_URL: "http://guest:pw-of-openai@127.0.0.1:9/v1?key=key-in-the-query",
  });
  const told = JSON.stringify(report);
  assert.doesNotMatch(told, /guest|pw-of|key-in-the-query/);
  for (const address of ["redis://127.0.0.1:9/2", "TELEGRAM_API_ROOT=http://127.0.0.1:9", "9/v1"])
    assert.ok(told.includes(address), address);
});

test("nobody is blocked under a name that no platform knows; one in the settings is pointed out", async () => {
  for (const [name, why] of [
    ["telegrm:777", /There is no platform telegrm: choose from telegram,/],
    ["telegram:@wang", /telegram has no such ids: write telegram:123456789\./],
  ] as const) {
    const { code, stdout, stderr } = await run(["pair", "block", name]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, why);
  }
  const { code, stdout } = await run(["pair", "block", "telegram:777"]);
  assert.deepEqual([code, /telegram:777 is blocked/.test(stdout)], [0, true]);
  const { report } = await examine({ ACCESS_ALLOW: "telegram:@wang,telegram:7", OPERATOR_CHAT: "telegrm:7" });
  const told = report.checks.filter(({ name }) => name === "Settings").map(({ detail }) => detail);
  assert.deepEqual(told, ["ACCESS_ALLOW: telegram:@wang is nobody", "OPERATOR_CHAT: telegrm:7 is nobody"]);
});

test("WeChat without an account answers nobody, and the doctor says how one is connected", async () => {
  const env = { WEIXIN_ENABLED: "on", CREDENTIALS_KEY: "a key for tests, 32 characters.." };
  const look = async () => {
    const { code, report } = await examine(env);
    assert.equal(code, 0);
    const { state, detail } = report.checks.find(({ name }) => name === "Adapter weixin") ?? {};
    return { state, detail };
  };
  assert.deepEqual(await look(), {
    state: "warn",
    detail: "enabled, no account: npm run -s qianmen -- login weixin",
  });
  const channel = await createWeixinEmulator();
  const { code, stdout } = await run(["login", "weixin"], { ...env, WEIXIN_API_ROOT: channel.root });
  await channel.close();
  assert.equal(code, 0, stdout);
  assert.deepEqual(await look(), { state: "ok", detail: "1 account" });
});

test("a platform and a model that answer are in order", async (t) => {
  const telegram = await createTelegramEmulator();
  t.after(() => telegram.close());
  const models = await createModelsEmulator();
  t.after(() => models.close());
  const { code, report } = await examine({
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.root,
    ACCESS: "open",
    ANTHROPIC_API_KEY: models.anthropicKey,
    ANTHROPIC_BASE_URL: models.anthropicBaseUrl,
    DATA_SOURCES: "sample",
  });
  assert.equal(code, 0, JSON.stringify(report));
  const asked = report.checks.filter(({ name }) => name.startsWith("Model anthropic:"));
  assert.ok(asked.length >= 1 && asked.every(({ state }) => state === "ok"));
});

test("a local question says its answer, and beside it only that the data are samples", async () => {
  const { code, stdout, stderr } = await run(["ask", "--local", "600519 现在多少钱"]);
  assert.equal(code, 0);
  assert.match(stdout, /^贵州茅台\(600519\.SH\) 当前价 ¥1801\.23/);
  assert.match(stderr, /^\(示例数据[^\n]*\n$/);
});
