import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { renderTables } from "../../src/cli/tables.ts";
import { loadSources } from "../../src/data/load-sources.ts";
import { loadAdapters, loadSkills } from "../../src/load-extensions.ts";

const root = join(import.meta.dirname, "../..");
const readme = readFileSync(join(root, "README.md"), "utf8");
const main = readFileSync(join(root, "src/main.ts"), "utf8");

const between = (text: string, from: string, to: string): string =>
  text.split(from)[1]?.split(to)[0]?.trim() ?? "";

test("every row of the README's tables is what the extensions' folders say", async () => {
  const [skills, adapters, sources] = await Promise.all([
    loadSkills(join(root, "skills")),
    loadAdapters(join(root, "adapters")),
    loadSources(),
  ]);
  const cards = [...skills.values()].map(({ card }) => card);
  const generated = new Set(renderTables(cards, adapters, sources).split("\n"));
  const written = between(readme, "<!-- tables: qianmen tables -->", "<!-- /tables -->").split("\n");
  assert.ok(written.length > 10);
  for (const row of written) assert.ok(generated.has(row), `not generated any more: ${row}`);
});

test("every command of the README exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const blocks = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? "");
  const lines = blocks.flatMap((block) => block.split("\n")).filter((line) => line.trim() !== "");
  assert.ok(lines.length >= 10);
  for (const line of lines) {
    const script = /^npm (?:run (?:-s )?)?([a-z]+)/.exec(line)?.[1];
    assert.ok(script !== undefined && script in scripts, line);
    const verb = / qianmen -- ([a-z]+)/.exec(line)?.[1];
    if (verb !== undefined) assert.ok(verb === "help" || new RegExp(`^  ${verb}: `, "m").test(main), line);
  }
});

test("every setting the README names is in .env.example", () => {
  const example = readFileSync(join(root, ".env.example"), "utf8");
  const table = between(readme, "| for | set |", "\n\n");
  const names = [...table.matchAll(/`([A-Z][A-Z0-9_]{3,})[=`]/g)].map(([, name]) => name ?? "");
  assert.ok(names.length >= 10);
  const standard = new Set(["HTTPS_PROXY", "NO_PROXY"]);
  for (const name of names) assert.ok(standard.has(name) || example.includes(`#${name}=`), name);
});
