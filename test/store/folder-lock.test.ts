import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "qm-lock-"));
});
after(() => rm(folder, { recursive: true, force: true }));

test("a lock that cannot be written leaves nothing behind", async () => {
  const module = fileURLToPath(new URL("../../src/store/folder-lock.ts", import.meta.url));
  const take = `const { withFolderLock } = await import(${JSON.stringify(module)});
    await withFolderLock(${JSON.stringify(join(folder, "a.lock"))}, async () => {}).catch((error) => console.log(error.code));`;
  // Files may not grow, as on a full disk.
  const { stdout, stderr } = spawnSync(
    "sh",
    ["-c", 'ulimit -f 0; exec "$0" --input-type=module -e "$1"', process.execPath, take],
    { encoding: "utf8" },
  );
  assert.equal(stdout.trim(), "EFBIG", stderr);
  assert.deepEqual(await readdir(folder), []);
});
