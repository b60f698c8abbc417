import assert from "node:assert/strict";
import { globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { newSkill } from "../src/cli/new-skill.ts";
import { copyTree, type TreeCopy } from "./support/tree-copy.ts";

const fact = `- id: pigeon-message
  statement:
    zh: 信鸽传书每日 2 次。
    en: The pigeon post flies 2 times a day.
  words:
    zh: [信鸽传书]
    en: [pigeon post]
  source: Made up for a test
  as_of: 2026-05-06
`;

/** The suites that read the folders of skills and competences; all others know the skills that they name, or none. */
const suites = [
  "test/architecture.test.ts",
  "test/unused-exports.test.ts",
  "test/**/*contract.test.ts",
  "test/skills/knowledge.test.ts",
  "test/models/{builtin,router-rules,router-set}.test.ts",
  "test/house/readme.test.ts",
  "test/house/source-text.test.ts",
];
const withoutSkills = ["test/{adapters,data}/**"];

async function failedWithout(files: readonly string[]): Promise<readonly string[]> {
  const plain = copyTree();
  try {
    return (await plain.runSuites(files)).failed;
  } finally {
    rmSync(plain.place, { recursive: true, force: true });
  }
}

describe("a skill made by the generator, and one file of competences", () => {
  let tree: TreeCopy;
  before(() => {
    tree = copyTree();
  });
  after(() => rmSync(tree.place, { recursive: true, force: true }));

  test("change no file but their own", async () => {
    await tree.run(["src/main.ts", "new", "skill", "paper-plane"]);
    tree.write({ "competences/pigeons.yaml": fact });
    assert.deepEqual(tree.changed(), [
      "competences/pigeons.yaml",
      "skills/paper-plane/SKILL.md",
      "skills/paper-plane/index.ts",
    ]);
  });

  test("answer questions at once", async () => {
    const ask = async (text: string) =>
      (await tree.run(["src/main.ts", "ask", text, "--local"])).stdout.trim();
    assert.match(
      await ask("演示 paper plane 茅台"),
      /^贵州茅台\(600519\.SH\) 总市值 .+\(sample, 2026-05-0\d\)/,
    );
    assert.equal(await ask("信鸽传书的规则"), "信鸽传书每日 2 次(pigeon-message)。");
  });

  test("pass every suite that reads them, their types and their format", async () => {
    const files = globSync(suites, { cwd: tree.place, exclude: withoutSkills }).sort();
    assert.ok(files.length >= 10);
    const { failed } = await tree.runSuites(files);
    // What is red without them says nothing about them.
    const without = failed.length === 0 ? [] : await failedWithout(files);
    assert.deepEqual(
      failed.filter((each) => !without.includes(each)),
      [],
    );
    // The skill's own files and what they import: the rest is the tree's, and nothing imports a skill by its name.
    const project = { extends: "./tsconfig.json", include: ["skills/paper-plane"] };
    tree.write({ "tsconfig.added.json": JSON.stringify(project) });
    const tsc = ["node_modules/typescript/bin/tsc", "--project", "tsconfig.added.json", "--listFiles"];
    const { stdout } = await tree.run(tsc).catch((failure: { stdout: string }) => failure);
    const lines = stdout.split("\n");
    assert.ok(lines.some((line) => line.endsWith("paper-plane/index.ts")));
    assert.deepEqual(
      lines.filter((line) => /paper-plane.*error TS/.test(line)),
      [],
    );
    const config = join(import.meta.dirname, "../biome.json");
    const biome = ["node_modules/@biomejs/biome/bin/biome", "check", "--config-path", config];
    await tree.run([...biome, "skills/paper-plane"]);
  });

  test("do not come twice", async () => {
    const before = readFileSync(join(tree.place, "skills/paper-plane/index.ts"), "utf8");
    await assert.rejects(
      tree.run(["src/main.ts", "new", "skill", "paper-plane"]),
      /there is one of that name/,
    );
    assert.equal(readFileSync(join(tree.place, "skills/paper-plane/index.ts"), "utf8"), before);
  });
});

for (const name of ["", "Price", "a_b", "-a", "a--b", "a-", "../a", "a b", "中", "a".repeat(65)])
  test(`${JSON.stringify(name)} is no name of a skill`, () => {
    assert.throws(() => newSkill(name, new Set()), /INVALID_ARGS/);
  });

test("a name that is taken is refused", () => {
  assert.ok(newSkill("paper-plane", new Set(["price"]))["index.ts"].length > 0);
  assert.throws(() => newSkill("price", new Set(["price"])), /there is one of that name/);
});
