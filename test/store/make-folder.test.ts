import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { platform, tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { AppError } from "#contract";
import { makeFolder } from "../../src/store/make-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "qm-make-folder-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const isFault = (place: string) => (error: unknown) =>
  error instanceof AppError && error.code === "CONFIG_INVALID" && error.message.includes(place);

test("a folder is made with its parents for its owner alone, by many at once, and again", async () => {
  const place = join(folder, "a", "b", "c");
  await Promise.all([makeFolder(place), makeFolder(place), makeFolder(join(folder, "a", "b", "d"))]);
  await makeFolder(place);
  assert.equal(statSync(place).mode & 0o777, 0o700);
});

test("where a file stands in the way the fault names the folder", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  await assert.rejects(makeFolder(file), isFault(file));
  await assert.rejects(makeFolder(join(file, "below")), isFault(join(file, "below")));
});

test("a file system that takes no folders is a fault, not a wait without end", {
  skip: platform() !== "linux",
}, () => {
  // In a process of its own: a wait without end would be in a thread that lets no process end by itself.
  const path = new URL("../../src/store/make-folder.ts", import.meta.url);
  const script = `const { makeFolder } = await import(${JSON.stringify(path)});
    await makeFolder("/proc/nix").catch(({ code, message }) => console.log(code, message));`;
  const end = { timeout: 120_000, killSignal: "SIGKILL" } as const;
  const args = ["--input-type=module", "-e", script];
  const { stdout } = spawnSync(process.execPath, args, { encoding: "utf8", ...end });
  assert.match(stdout, /^CONFIG_INVALID .*\/proc\/nix/);
});

test("the fault names the option that asked for it, under its code", async () => {
  const file = join(folder, "another");
  writeFileSync(file, "");
  await assert.rejects(
    makeFolder(join(file, "below"), { named: "--out", code: "INVALID_ARGS" }),
    (error: unknown) =>
      error instanceof AppError && error.code === "INVALID_ARGS" && /: --out: /.test(error.message),
  );
});
