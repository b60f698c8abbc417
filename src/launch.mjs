#!/usr/bin/env node
// The binary `qianmen` and every npm script. It runs on the system's Node (20 or newer), installs what is missing
// and continues on Node 24: plain JavaScript, and nothing but Node's own modules until that is done.
import { spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as http from "node:http";
import * as nodeModule from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";

const { existsSync, lstatSync, statSync } = fs;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const neededMajor = 24;
const projectNode = join(root, "node_modules", "node", "bin", "node");
const [verb, ...rest] = process.argv.slice(2);

/** Standard error, so that standard output stays for answers and test reports. */
const say = (line) => process.stderr.write(`qianmen: ${line}\n`);

class SetupFault extends Error {}

const majorOf = (version) => Number(version.replace(/^v/, "").split(".")[0]);

/** A linked node_modules belongs to somebody else, and an image carries no lock file: both are left alone. */
function dependenciesAreMissing() {
  const modules = join(root, "node_modules");
  const lock = join(root, "package-lock.json");
  if (!existsSync(lock)) return false;
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) return false;
  const marker = statSync(join(modules, ".package-lock.json"), { throwIfNoEntry: false });
  return marker === undefined || marker.mtimeMs < statSync(lock).mtimeMs;
}

function runNpm(args) {
  // Inside an npm script this is the npm that runs it; `npm` on PATH otherwise.
  const npmScript = process.env.npm_execpath;
  const isScript = npmScript !== undefined && /\.c?js$/.test(npmScript);
  const [command, ...first] = isScript ? [process.execPath, npmScript] : ["npm"];
  return spawnSync(command, [...first, ...args], { cwd: root, encoding: "utf8", maxBuffer: 64 * 2 ** 20 });
}

function lastLines({ stdout, stderr, error }) {
  if (error) return `  ${error.message}`;
  const lines = `${stdout ?? ""}\n${stderr ?? ""}`.split("\n").filter((line) => line.trim() !== "");
  return lines
    .slice(-12)
    .map((line) => `  ${line}`)
    .join("\n");
}

function installDependencies() {
  say("installing the dependencies (npm ci; a minute at the first start)");
  // Development dependencies bring Node 24, whatever NODE_ENV or `omit` say.
  const result = runNpm(["ci", "--include=dev", "--no-audit", "--no-fund"]);
  if (result.status === 0) return;
  throw new SetupFault(
    `npm ci failed; its last lines were:\n${lastLines(result)}\n` +
      "qianmen: check the network and the npm registry (npm ping), then run the same command again",
  );
}

/** @returns the path of a Node that is new enough: this process's own, or the one that npm installed. */
function findNode() {
  if (majorOf(process.version) >= neededMajor) return process.execPath;
  if (existsSync(projectNode)) return projectNode;
  const isClone = existsSync(join(root, "package-lock.json"));
  throw new SetupFault(
    isClone
      ? `npm did not install Node ${neededMajor} (are install scripts switched off?): run ` +
          "`npm rebuild node --ignore-scripts=false`, or install Node 24 or newer on this machine"
      : `Node ${neededMajor} or newer is needed and this is ${process.version}: install a newer Node or use the image's own`,
  );
}

/** Compiled code is kept beside the packages: in the shared temporary folder others could slip theirs in. */
const compiled = join(root, "node_modules", ".cache", "compile");

/**
 * Runs a command to its end with our own terminal; with `heard` what it says on standard output goes there instead. A terminal sends SIGINT to the whole group, so it is passed on
 * only where there is none; otherwise the child would take one Ctrl-C for two.
 * @returns its exit code; 128 + the signal's number where a signal ended it.
 */
function run(command, args, heard) {
  return new Promise((resolve, reject) => {
    const stdio = heard === undefined ? "inherit" : ["ignore", "pipe", "inherit"];
    const child = spawn(command, args, { cwd: process.cwd(), stdio });
    child.stdout?.on("data", heard);
    const hasTerminal = process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY;
    const handlers = ["SIGINT", "SIGTERM", "SIGHUP"].map((signal) => {
      const handler = () => (signal === "SIGINT" && hasTerminal ? undefined : child.kill(signal));
      process.on(signal, handler);
      return [signal, handler];
    });
    const settle = (settleWith) => {
      for (const [signal, handler] of handlers) process.off(signal, handler);
      settleWith();
    };
    child.on("error", (error) => settle(() => reject(error)));
    // All that it has said is heard by then.
    child.on("close", (code, signal) => {
      const numbers = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };
      settle(() => resolve(code ?? 128 + (numbers[signal] ?? 0)));
    });
  });
}

const runNode = (...args) => run(process.execPath, args);

async function ask(question) {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await prompt.question(question).finally(() => prompt.close());
  return /^(y|yes|是|好)$/i.test(answer.trim());
}

async function ensureRedis() {
  const { ensureRedisInstalled } = await import("./store/install-redis.ts");
  await ensureRedisInstalled({
    isRoot: process.getuid?.() === 0,
    hasTty: Boolean(process.stdin.isTTY && process.stderr.isTTY),
    say,
    ask,
  });
}

/** Words that name tests: files, folders and patterns. The rest are options of `node --test`. */
function testFiles(words) {
  const isPlace = (word) => !word.startsWith("-") && (/[*?{]|\.ts$/.test(word) || existsSync(word));
  const places = words.filter(isPlace);
  const patterns = places.length === 0 ? [join(root, "test/**/*.test.ts")] : places;
  const files = patterns.flatMap((place) => {
    if (statSync(place, { throwIfNoEntry: false })?.isDirectory())
      return fs.globSync(join(place, "**/*.test.ts"));
    return /[*?{]/.test(place) ? fs.globSync(place) : [place];
  });
  const missing = files.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new SetupFault(`there is no test file ${missing.join(", ")}`);
  if (files.length === 0) throw new SetupFault(`no test file matches ${patterns.join(" ")}`);
  return { options: words.filter((word) => !isPlace(word)), files: [...new Set(files)].sort() };
}

/** A test that takes longer hangs: it fails under its name, and what its file clears up afterwards ends it. Long, since a busy machine is no fault. */
const testEndMs = 20 * 60_000;

async function test(words) {
  const { options, files } = testFiles(words);
  await ensureRedis();
  // Node leaves one processor free; the tests wait for much of their time, so more files than there are processors keep these busy.
  const atOnce = `--test-concurrency=${Math.ceil(availableParallelism() * 1.5)}`;
  const end = `--test-timeout=${testEndMs}`;
  // Each file is a process, and many start the service: what one has compiled the next one finds.
  process.env.NODE_COMPILE_CACHE ??= compiled;
  const { groupFiles } = await import("../test/support/process-groups.ts");
  const { together, apart } = groupFiles(root, files);
  const oneProcess = ["--test", "--test-isolation=none", end, ...options];
  if (apart.length === 0 && together.length === 1) return runNode(...oneProcess, ...together[0]);
  const failed = [];
  const ofOneProcess = async (shared) => {
    const report = [];
    const code = await run(process.execPath, [...oneProcess, ...shared], (said) => report.push(said));
    // What is wrong stands at the end.
    if (code === 0) process.stdout.write(Buffer.concat(report));
    else failed.push(...report);
    return code;
  };
  const ofTheirOwn = apart.length === 0 ? [] : [runNode("--test", atOnce, end, ...options, ...apart)];
  const codes = await Promise.all([...together.map(ofOneProcess), ...ofTheirOwn]);
  process.stdout.write(Buffer.concat(failed));
  return Math.max(...codes);
}

/** Format and lint, types, and then the README's own test command; the first that fails ends it. */
async function gate() {
  const { ensureBrowser } = await import("../test/support/install-browser.ts");
  // Beside what needs none: it is mostly a download.
  const browser = ensureBrowser(say);
  const module = (...path) => join(root, "node_modules", ...path);
  const steps = [
    ["biome check", () => runNode(module("@biomejs", "biome", "bin", "biome"), "check", root)],
    ["tsc --noEmit", () => runNode(module("typescript", "bin", "tsc"), "--noEmit", "--project", root)],
    ["npm test", () => browser.then(() => run("npm", ["--prefix", root, "test"]))],
  ];
  for (const [name, step] of steps) {
    say(`gate: ${name}`);
    const code = await step();
    if (code === 0) continue;
    say(`gate: ${name} failed`);
    return code;
  }
  return 0;
}

async function bench(words) {
  await ensureRedis();
  return runNode(join(root, "bench", "bench.ts"), ...words);
}

async function chaos(words) {
  await ensureRedis();
  return runNode(join(root, "test", "chaos", "run.ts"), ...words);
}

const ownVerbs = { test, gate, bench, chaos };

async function launch() {
  if (dependenciesAreMissing()) installDependencies();
  const node = findNode();
  if (node !== process.execPath) {
    return run(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
  }
  if (Object.hasOwn(ownVerbs, verb ?? "")) return ownVerbs[verb](rest);
  if (verb === "start") (await import("./composition/v8-flags.ts")).holdYoungHeap();
  if (verb === "audit") (await import("./composition/v8-flags.ts")).readyToBeTimed();
  nodeModule.enableCompileCache(compiled);
  const { values, fault } = (await import("./config/env-file.ts")).readEnvFile(join(root, ".env"));
  if (fault !== undefined) throw new SetupFault(fault);
  // What the environment already holds wins over the file.
  for (const [name, value] of Object.entries(values)) process.env[name] ??= value;
  // HTTP_PROXY, HTTPS_PROXY and NO_PROXY hold for every fetch of the product.
  http.setGlobalProxyFromEnv?.();
  await import("./main.ts");
  // main.ts sets the exit code itself.
  return undefined;
}

try {
  const code = await launch();
  if (code !== undefined) process.exitCode = code;
} catch (error) {
  const isPlain = error instanceof SetupFault || error?.name === "AppError";
  say(isPlain ? error.message : (error?.stack ?? String(error)));
  process.exitCode = 1;
}
