import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { compileCache } from "../support/compile-cache.ts";

const main = join(import.meta.dirname, "../../src/main.ts");

test("a picture that one call names is there when the call is over", () => {
  const folder = mkdtempSync(join(tmpdir(), "qm-ask-"));
  const env = {
    ...compileCache(),
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "/",
    TMPDIR: folder,
    QIANMEN_DATA: join(folder, "data"),
    DATA_SOURCES: "sample",
  };
  try {
    const args = [main, "ask", "茅台K线图", "--local"];
    const { stdout } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
    const path = stdout.trim().split("\n").at(-1) ?? "";
    assert.match(path, /\.png$/);
    assert.equal(readFileSync(path).subarray(1, 4).toString(), "PNG");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
