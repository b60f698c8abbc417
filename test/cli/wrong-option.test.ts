import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { compileCache } from "../support/compile-cache.ts";

const main = join(import.meta.dirname, "../../src/main.ts");

test("a dataset that is not there is named in one plain sentence", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "eval", "--dataset", "/not-here"], {
    env: { ...compileCache(), PATH: process.env.PATH, HOME: process.env.HOME },
    encoding: "utf8",
  });
  assert.deepEqual([status, stdout], [1, ""]);
  assert.equal(stderr, "qianmen: --dataset /not-here: there is no such file 没有这个文件\n");
});

test("an option that does not exist is named in one plain sentence, with where to look", () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "turns", "--fail"], {
    env: { ...compileCache(), PATH: process.env.PATH, HOME: process.env.HOME },
    encoding: "utf8",
  });
  assert.deepEqual([status, stdout], [1, ""]);
  assert.equal(stderr, "qianmen: Unknown option '--fail'; see npm run -s qianmen -- help\n");
});
