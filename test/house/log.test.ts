import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

const module = join(import.meta.dirname, "../../src/log.ts");

/** The lines that a process of its own writes: the log goes to standard error itself. */
function linesOf(script: string, secrets: readonly string[]): string {
  const code = `import { createLog } from ${JSON.stringify(module)};
const secrets = ${JSON.stringify(secrets)};
${script}`;
  const { stderr, status } = spawnSync(process.execPath, ["--input-type=module-typescript", "-e", code], {
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
  return stderr;
}

const awkward = ['pass"word', "back\\slash", "tab\there"];

test("a secret is struck out of every field and message, also one that JSON writes in another way", () => {
  const lines = linesOf(
    `const log = createLog({ level: "info", secrets });
for (const secret of secrets) log.info({ reason: "refused " + secret }, "said " + secret);`,
    awkward,
  );
  assert.equal(lines.split("[secret]").length - 1, 2 * awkward.length, lines);
  assert.doesNotMatch(lines, /word|slash|here/);
});

test("so is one that came to be known later", () => {
  const lines = linesOf(
    `const log = createLog({ level: "info", secrets: [] });
log.hide(secrets);
log.info({ secrets }, "known");`,
    awkward,
  );
  assert.doesNotMatch(lines, /word|slash|here/);
});

test("an error among the fields is its name, code and message, without its secrets", () => {
  const lines = linesOf(
    `const log = createLog({ level: "debug", secrets: ["token-of-ours"] });
log.debug({ turn: "t1", error: new TypeError("refused token-of-ours") }, "signal lost");
log.warn({ error: Object.assign(new Error("gone"), { code: "ECONNRESET" }) }, "cut off");
log.info({ error: "SOURCE_DOWN" }, "turn ended");`,
    [],
  );
  const fields = lines
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { error: unknown }).error);
  assert.deepEqual(fields, [
    { name: "TypeError", message: "refused [secret]" },
    { name: "Error", code: "ECONNRESET", message: "gone" },
    "SOURCE_DOWN",
  ]);
});
