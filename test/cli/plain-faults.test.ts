import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { compileCache } from "../support/compile-cache.ts";

const root = join(import.meta.dirname, "../..");
const main = join(root, "src/main.ts");
const folder = mkdtempSync(join(tmpdir(), "qm-plain-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const env = { ...compileCache(), PATH: process.env.PATH, HOME: folder, QIANMEN_DATA: join(folder, "data") };

function run(args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    env,
    input,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

const put = (name: string, value: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  return path;
};

const line = JSON.stringify({
  ...{ id: 1, lang: "zh", user_question: "茅台多少钱", now: "2026-05-07T10:32:05+08:00" },
  ...{ claims: [], prose: "贵州茅台 当前价 ¥1801.23" },
});

test("a registry may give one word in place of a list of one; what fits no registry is one sentence that names the place", () => {
  const metrics = put("metrics.json", { price: { default_unit: "CNY", zh: "当前价", en: "price" } });
  const names = put("names.json", { "600519.SH": "贵州茅台" });
  const good = run(["audit", "guard", "--metrics", metrics, "--names", names], line);
  assert.deepEqual([good.status, good.stderr], [0, ""]);
  assert.equal(JSON.parse(good.stdout).ok, false);
  for (const [option, value, place] of [
    ["--metrics", { price: { default_unit: "CNY", zh: 7, en: "price" } }, /price\.zh/],
    ["--metrics", { price: { zh: "当前价", en: "price" } }, /price\.default_unit/],
    ["--metrics", ["price"], /must be an object|expected record/],
    ["--names", { "600519.SH": [600519] }, /600519\.SH/],
    ["--names", "{", /bad\.json: /],
  ] as const) {
    const bad = run(["audit", "guard", option, put("bad.json", value)], line);
    assert.deepEqual([bad.status, bad.stdout], [1, ""], bad.stderr);
    assert.match(bad.stderr, place);
    assert.match(bad.stderr, /^qianmen: [^\n]+bad\.json: [^\n]+\n$/, "one line, no stack");
  }
});

test("a backup into a folder that is not there names the folder", () => {
  const { status, stdout, stderr } = run(["backup", join(folder, "absent", "b")]);
  assert.deepEqual([status, stdout], [1, ""]);
  assert.equal(
    stderr,
    `qianmen: there is no folder ${join(folder, "absent")}: make it first (mkdir -p), or name another\n`,
  );
});

test("a file that is not there, is a folder or holds something else is named in one line", () => {
  const absent = join(folder, "absent.json");
  for (const [args, said] of [
    [["replay", "--file", absent], `there is no file ${absent}`],
    [["restore", absent, "--replace"], `there is no file ${absent}`],
    [["restore", folder, "--replace"], `${folder} is no file`],
    [["replay", "--file", put("odd.json", "{")], `${join(folder, "odd.json")} is no exported turn`],
  ] as const)
    assert.deepEqual(run(args), { status: 1, stdout: "", stderr: `qianmen: ${said}\n` });
});

test("a reader that goes before the output ends is no fault", async () => {
  const child = spawn(process.execPath, [main, "audit", "guard"], { env, stdio: ["pipe", "pipe", "pipe"] });
  const stderr = text(child.stderr);
  child.stdin.on("error", () => undefined);
  child.stdin.write(`${line}\n`);
  await once(child.stdout, "data");
  child.stdout.destroy();
  child.stdin.end(`${line}\n`.repeat(2000));
  const [code] = await once(child, "exit");
  assert.deepEqual([code, await stderr], [0, ""]);
});

test("a command that people are told to run is said so that it runs: by asRun, and never as a bare `qianmen`", () => {
  const files = globSync(["src/{cli,composition}/**/*.ts", "adapters/**/*.ts"], { cwd: root });
  const told = files.flatMap((path) =>
    readFileSync(join(root, path), "utf8")
      .split("\n")
      .filter(
        (each) =>
          !/^\s*(?:\/?\*|\/\/)/.test(each) &&
          /\bqianmen (?:-- )?(?:login|turns|doctor|help|invite|pair)\b/.test(each),
      )
      .filter((each) => !/usage|^ {7}qianmen |there is no verb/.test(each))
      .map((each) => `${path}: ${each.trim()}`),
  );
  assert.deepEqual(told, []);
  const { stdout } = run(["help"]);
  assert.match(stdout, /npm run -s qianmen -- <verb> …\)[\s\S]*login weixin\|wechat/);
});
