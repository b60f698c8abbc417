import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { compileCache } from "../support/compile-cache.ts";

const main = join(import.meta.dirname, "../../src/main.ts");

test("a verb that looks where no service has run says so, and what brings in an empty Redis does not", (t) => {
  const run = (folder: string, ...args: readonly string[]) =>
    spawnSync(process.execPath, [main, ...args], {
      env: { ...compileCache(), PATH: process.env.PATH, HOME: process.env.HOME, QIANMEN_DATA: folder },
      encoding: "utf8",
    });
  const [looked, asked] = [1, 2].map(() => mkdtempSync(join(tmpdir(), "qm-empty-")));
  assert.ok(looked !== undefined && asked !== undefined);
  t.after(() => {
    for (const folder of [looked, asked]) rmSync(folder, { recursive: true, force: true });
  });
  const first = run(looked, "pair", "list");
  assert.equal(first.status, 0, first.stderr);
  assert.match(first.stderr, /new, empty Redis.*REDIS_URL.*docker compose exec app node src\/launch\.mjs/);
  assert.ok(first.stderr.includes(looked));
  assert.equal(run(looked, "pair", "list").stderr, "", "there is one now");
  assert.doesNotMatch(run(asked, "ask", "15 × 23 等于多少").stderr, /empty Redis/);
});
