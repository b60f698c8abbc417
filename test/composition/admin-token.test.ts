import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { ownAdminToken } from "../../src/composition/admin/admin-token.ts";

const root = mkdtempSync(join(tmpdir(), "qm-token-"));
after(() => rmSync(root, { recursive: true, force: true }));

let folders = 0;
const fresh = () => join(root, `data${folders++}`, "deep");
const inFile = (folder: string) => readFileSync(join(folder, "admin-token"), "utf8").trim();

test("many first starts at once have one token, and so has every later one", async () => {
  const folder = fresh();
  const tokens = await Promise.all(Array.from({ length: 12 }, () => ownAdminToken(folder)));
  assert.deepEqual(new Set(tokens), new Set([inFile(folder)]));
  assert.equal(statSync(join(folder, "admin-token")).mode & 0o777, 0o600);
  assert.equal(await ownAdminToken(folder), tokens[0]);
});

test("a start that finds the file made and not yet written waits for whoever made it", async () => {
  const folder = fresh();
  await ownAdminToken(folder);
  const path = join(folder, "admin-token");
  writeFileSync(path, "");
  const second = ownAdminToken(folder);
  await sleep(60);
  writeFileSync(path, "the-token-of-the-first-start\n");
  assert.equal(await second, "the-token-of-the-first-start");
  assert.equal(inFile(folder), "the-token-of-the-first-start");
});

test("a file that nobody comes to write is replaced", async () => {
  const folder = fresh();
  await ownAdminToken(folder);
  writeFileSync(join(folder, "admin-token"), "cut\n");
  const token = await ownAdminToken(folder);
  assert.ok(token.length >= 16);
  assert.equal(inFile(folder), token);
});
