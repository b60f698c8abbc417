import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const tree = mkdtempSync(join(tmpdir(), "qm-"));
after(() => rmSync(tree, { recursive: true, force: true }));

const put = (path: string, content: string) => {
  mkdirSync(join(tree, path, ".."), { recursive: true });
  writeFileSync(join(tree, path), content);
};

// A small clone: the launcher and what it loads, a main.ts that tells what it was given, two tests.
const parts = [
  ...["src/launch.mjs", "src/config/env-file.ts", "src/store", "src/contract"],
  ...["src/composition/v8-flags.ts", "test/support/process-groups.ts"],
];
for (const path of ["package.json", "package-lock.json", ...parts])
  cpSync(join(repository, path), join(tree, path), { recursive: true });
symlinkSync(join(repository, "node_modules"), join(tree, "node_modules"));
put(
  "src/main.ts",
  `const words: string[] = process.argv.slice(2);
if (words.includes("wait")) {
  process.on("SIGTERM", () => process.exit(7));
  setInterval(() => undefined, 1000);
}
if (words[0] === "fail") process.exitCode = 3;
console.log(JSON.stringify({ words, pid: process.pid, major: process.version.split(".")[0], set: process.env.SETTING, own: process.env.OWN }));
`,
);
put(".env", "SETTING=from-file\nOWN=from-file\n");
put("test/good.test.ts", 'import { test } from "node:test";\ntest("good one", () => undefined);\n');
put(
  "test/deep/bad.test.ts",
  'import { test } from "node:test";\ntest("bad one", () => { throw new Error("no"); });\n',
);

function launch(...args: string[]): ChildProcess {
  // Without NODE_TEST_CONTEXT: a test run inside this one would keep its lines to itself.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawn(process.execPath, [join(tree, "src/launch.mjs"), ...args], {
    cwd: tree,
    env: { ...env, OWN: "from-environment" },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function ended(child: ChildProcess) {
  assert(child.stdout !== null && child.stderr !== null);
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { stdout, stderr, code };
}

test("a verb goes to main.ts with its words, on Node 24, and its exit code comes back", async () => {
  const { stdout, stderr, code } = await ended(launch("ask", "600519 现在多少钱", "--json"));
  const told = JSON.parse(stdout);
  assert.deepEqual(told.words, ["ask", "600519 现在多少钱", "--json"]);
  assert.equal(told.major, "v24");
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal((await ended(launch("fail"))).code, 3);
});

test(".env is read, and what the environment holds wins over it", async () => {
  const told = JSON.parse((await ended(launch("turns"))).stdout);
  assert.deepEqual([told.set, told.own], ["from-file", "from-environment"]);
});

test(".env with a byte order mark and Windows line ends is read whole; what is no text file is named with what to do", async () => {
  const written = "SETTING=from-file\nOWN=from-file\n";
  put(".env", `\uFEFF${written.replaceAll("\n", "\r\n")}`);
  const told = JSON.parse((await ended(launch("turns"))).stdout);
  assert.deepEqual([told.set, told.own], ["from-file", "from-environment"]);
  rmSync(join(tree, ".env"));
  mkdirSync(join(tree, ".env"));
  const folder = await ended(launch("turns"));
  rmSync(join(tree, ".env"), { recursive: true });
  assert.deepEqual([folder.code, folder.stdout], [1, ""]);
  assert.match(folder.stderr, /^qianmen: \S+\.env is a folder and must be a file: remove the folder.*\n$/);
  writeFileSync(join(tree, ".env"), Buffer.from(`\uFEFF${written}`, "utf16le"));
  const wide = await ended(launch("turns"));
  put(".env", written);
  assert.match(wide.stderr, /^qianmen: \S+\.env is written in UTF-16: save it as UTF-8\n$/);
});

test("a signal reaches main.ts", async () => {
  const child = launch("wait");
  assert(child.stdout !== null);
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  assert.equal(code, 7);
});

test("who ends `npm start` by npm's process ends the service with it", async () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const npm = spawn("npm", ["start", "--silent", "--", "wait"], {
    ...{ cwd: tree, env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(npm.stdout, "data");
  const { words, pid } = JSON.parse(String(said));
  assert.deepEqual(words, ["start", "wait"]);
  // Not `close`: an orphan would keep the pipe.
  const gone = once(npm, "exit");
  npm.kill("SIGTERM");
  await gone;
  const isThere = () => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  for (let tries = 0; tries < 100 && isThere(); tries += 1) await pause(100);
  const isOrphan = isThere();
  if (isOrphan) process.kill(pid, "SIGKILL");
  assert.equal(isOrphan, false);
});

test("`test` runs every test file; its report ends standard output, and a failing test is its exit code", async () => {
  const { stdout, code } = await ended(launch("test"));
  assert.equal(code, 1);
  assert.match(stdout, /good one[\s\S]*tests 2[\s\S]*pass 1[\s\S]*fail 1/);
});

test("`test` with a file, a folder or a pattern runs that, and hands options on", async () => {
  const one = await ended(launch("test", "test/good.test.ts"));
  assert.deepEqual([one.code, /tests 1\b/.test(one.stdout)], [0, true]);
  const folder = await ended(launch("test", "test/deep"));
  assert.equal(folder.code, 1);
  const pattern = await ended(launch("test", "test/g*.test.ts", "--test-reporter=tap"));
  assert.match(pattern.stdout, /^TAP version[\s\S]*ok 1 - good one[\s\S]*# pass 1/);
});

test("tests that only compute share a process beside the others; what fails there stands at the end and in the exit code", async () => {
  const tellProcess = 'import { test } from "node:test";\nconsole.log("in " + process.pid);\n';
  put("test/language/one.test.ts", `${tellProcess}test("word one", () => undefined);\n`);
  put("test/language/two.test.ts", `${tellProcess}test("word two", () => undefined);\n`);
  const sound = await ended(launch("test", "test/language", "test/good.test.ts"));
  assert.equal(sound.code, 0);
  for (const name of ["good one", "word one", "word two"]) assert.ok(sound.stdout.includes(name), name);
  assert.equal(new Set(sound.stdout.match(/in \d+/g)).size, 1);
  put("test/language/two.test.ts", `${tellProcess}test("word two", () => { throw new Error("no"); });\n`);
  const broken = await ended(launch("test", "test/language", "test/good.test.ts"));
  rmSync(join(tree, "test/language"), { recursive: true });
  assert.equal(broken.code, 1);
  assert.match(broken.stdout, /good one[\s\S]*failing tests[\s\S]*word two/);
});

test("files that start nothing share a process too; one that starts processes by what it imports, or has hooks for every test, has its own", async () => {
  const tell = (name: string) =>
    `import { beforeEach, test } from "node:test";\ntest("${name}", () => console.log("${name} in " + process.pid));\n`;
  put("test/other/plain.test.ts", tell("plain"));
  put("test/other/simple.test.ts", tell("simple"));
  put("test/other/starts.ts", 'export { spawn } from "node:child_process";\n');
  put(
    "test/other/starting.test.ts",
    `import { spawn } from "./starts.ts";\n${tell("starting")}void spawn;\n`,
  );
  put("test/other/hooked.test.ts", `${tell("hooked")}beforeEach(() => undefined);\n`);
  const { stdout, code } = await ended(launch("test", "test/other"));
  rmSync(join(tree, "test/other"), { recursive: true });
  assert.equal(code, 0);
  const pidOf = (name: string) => new RegExp(`${name} in (\\d+)`).exec(stdout)?.[1];
  const [plain, simple, starting, hooked] = ["plain", "simple", "starting", "hooked"].map(pidOf);
  assert.ok(plain !== undefined && plain === simple);
  assert.equal(new Set([plain, starting, hooked]).size, 3);
});

test("a test file that is not there is named instead of passing for no test", async () => {
  const { code, stderr } = await ended(launch("test", "test/absent.test.ts"));
  assert.equal(code, 1);
  assert.match(stderr, /no test file test\/absent\.test\.ts/);
});
