import assert from "node:assert/strict";
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
}, async () => {
  await assert.rejects(makeFolder("/proc/nix"), isFault("/proc/nix"));
});
