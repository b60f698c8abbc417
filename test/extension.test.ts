import assert from "node:assert/strict";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { copyTree, type TreeCopy } from "./support/tree-copy.ts";

/** The protocol's list of sources that a cite may name is closed: the addition takes the place of one of them. */
const loft = "yahoo";

/** What a developer adds: one of each kind, each in a place of its own. */
const additions: Readonly<Record<string, string>> = {
  "adapters/pigeon/index.ts": `
import { z } from "zod";
import { defineAdapter } from "#contract";

export default defineAdapter({
  platform: "pigeon",
  summary: { zh: "信鸽", en: "carrier pigeon" },
  settings: { schema: z.object({ PIGEON_TOKEN: z.string().optional() }), secrets: ["PIGEON_TOKEN"] },
  public: true,
  isOn: ({ PIGEON_TOKEN }) =>
    PIGEON_TOKEN === undefined ? { on: false, hint: "set PIGEON_TOKEN" } : { on: true },
  create: () => ({
    maxCharacters: 800,
    start: async () => undefined,
    stop: async () => undefined,
    send: async () => ({ outcome: "refused", reason: "no pigeon has come home" }),
    health: () => ({ ok: false, detail: "the loft is empty" }),
  }),
});
`,
  "skills/founding/index.ts": `
import { z } from "zod";
import { defineSkill } from "#contract";

const input = z.strictObject({});

export default defineSkill<z.infer<typeof input>>({
  input,
  metrics: { nest_count: { default_unit: "家", zh: ["巢数"], en: ["nests"] } },
  freshness: { nest_count: { tradingDays: 1 } },
  run: async () => ({ kind: "text", text: { zh: "信鸽已经出发。", en: "The pigeon is on its way." } }),
});
`,
  "skills/founding/SKILL.md": `---
name: founding
description: Says that the pigeon has left. Use for 信鸽飞走了吗, "pigeon".
metadata:
  triggers: 信鸽 pigeon
  examples: 信鸽飞走了吗
---
Inputs: none.
`,
  [`src/data/sources/${loft}/index.ts`]: `
import { z } from "zod";
import { defineSource } from "../../source.ts";

export default defineSource({
  name: "${loft}",
  summary: { zh: "鸽舍", en: "the loft" },
  settings: { schema: z.object({ LOFT_TOKEN: z.string().optional() }), secrets: ["LOFT_TOKEN"] },
  provides: { spot: 99 },
  isOn: ({ LOFT_TOKEN }) =>
    LOFT_TOKEN === undefined ? { on: false, hint: "set LOFT_TOKEN" } : { on: true },
  create: ({ clock }) => ({
    spot: async () => ({ ok: true, rows: [], table: "loft", adapter: "loft", fetched_at: clock.market() }),
  }),
});
`,
  "competences/pigeons.yaml": `- id: pigeon-message
  statement:
    zh: 信鸽传书每日 2 次。
    en: The pigeon post flies 2 times a day.
  words:
    zh: [信鸽传书]
    en: [pigeon post]
  source: Made up for a test
  as_of: 2026-05-06
`,
};

/** Asks the loaders of the tree what they find. */
const survey = `
import { loadAdapters, loadCompetences, loadSkills } from "./src/load-extensions.ts";
import { loadSources } from "./src/data/load-sources.ts";
import { layFoundation } from "./src/composition/foundation.ts";
const env = { PIGEON_TOKEN: "p-secret", LOFT_TOKEN: "l-secret", DATA_SOURCES: "${loft}" };
const { config, sources } = await layFoundation(process.cwd(), env);
console.log(JSON.stringify({
  adapters: (await loadAdapters("adapters")).map(({ platform }) => platform),
  skills: [...(await loadSkills("skills")).keys()],
  sources: (await loadSources()).map(({ name }) => name),
  competences: [...loadCompetences("competences").keys()],
  settings: Object.keys(config.values).sort(),
  secrets: config.secretValues.toSorted(),
  on: sources.on.map(({ name }) => name),
}));
`;

/** The suites that read the folders of extensions, or the list of what they need; all others know those that they name, or none. */
const suites = [
  "test/architecture.test.ts",
  "test/unused-exports.test.ts",
  "test/**/*contract.test.ts",
  "test/skills/knowledge.test.ts",
  "test/models/{builtin,router-rules,router-set}.test.ts",
  "test/house/readme.test.ts",
  "test/house/source-text.test.ts",
];

/** The sources' place is prepared by the test, so that the copy lacks one before anything is added. */
function prepareTree(): TreeCopy {
  const copy = copyTree();
  rmSync(join(copy.place, "src/data/sources", loft), { recursive: true });
  copy.changed();
  return copy;
}

async function failedWithout(files: readonly string[]): Promise<readonly string[]> {
  const plain = prepareTree();
  try {
    return (await plain.runSuites(files)).failed;
  } finally {
    rmSync(plain.place, { recursive: true, force: true });
  }
}

const tree = prepareTree();
after(() => rmSync(tree.place, { recursive: true, force: true }));
const ask = async (text: string) => (await tree.run(["src/main.ts", "ask", text, "--local"])).stdout.trim();

test("an adapter, skills, a source and a competence are added with no file changed outside their own folders", async (t) => {
  tree.write(Object.fromEntries(Object.entries(additions).map(([path, text]) => [path, text.trimStart()])));
  // The second skill is the generator's own.
  await tree.run(["src/main.ts", "new", "skill", "paper-plane"]);

  await t.test("the loaders find each of them, and their settings and secrets with them", async () => {
    const { stdout } = await tree.run(["--input-type=module", "--eval", survey]);
    const found = JSON.parse(stdout);
    assert(found.adapters.includes("pigeon"));
    assert(found.skills.includes("founding") && found.skills.includes("paper-plane"));
    assert(found.sources.includes(loft));
    assert(found.competences.includes("pigeon-message"));
    assert.deepEqual(found.settings, ["DATA_SOURCES", "LOFT_TOKEN", "PIGEON_TOKEN"]);
    assert.deepEqual(found.secrets, ["l-secret", "p-secret"]);
    assert.deepEqual(found.on, [loft]);
  });

  await t.test("the tree with them keeps to its layers and passes every suite that reads them", async () => {
    const files = globSync(suites, { cwd: tree.place }).sort();
    assert.ok(files.length >= 10);
    const { failed, report } = await tree.runSuites(files);
    // What is red without them says nothing about them.
    const without = failed.length === 0 ? [] : await failedWithout(files);
    assert.deepEqual(
      failed.filter((each) => !without.includes(each)),
      [],
    );
    assert.match(report, /pigeon/);
    assert(report.includes(`source ${loft}`));
  });

  await t.test("what the generator writes keeps types and format", async () => {
    // The skill's own files and what they import: the rest is the tree's, and nothing imports a skill by its name.
    const project = { extends: "./tsconfig.json", include: ["skills/paper-plane"] };
    writeFileSync(join(tree.place, "tsconfig.added.json"), JSON.stringify(project));
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

  await t.test("questions go to the new skills and find the new fact", async () => {
    assert.equal(await ask("信鸽飞走了吗"), "信鸽已经出发。");
    assert.match(
      await ask("演示 paper plane 茅台"),
      /^贵州茅台\(600519\.SH\) 总市值 .+\(sample, 2026-05-0\d\)/,
    );
    assert.equal(await ask("信鸽传书的规则"), "信鸽传书每日 2 次(pigeon-message)。");
  });

  await t.test("a skill of the same name is not made twice", async () => {
    const written = readFileSync(join(tree.place, "skills/paper-plane/index.ts"), "utf8");
    await assert.rejects(
      tree.run(["src/main.ts", "new", "skill", "paper-plane"]),
      /there is one of that name/,
    );
    assert.equal(readFileSync(join(tree.place, "skills/paper-plane/index.ts"), "utf8"), written);
  });

  await t.test("nothing but the additions has changed", () => {
    const made = ["skills/paper-plane/SKILL.md", "skills/paper-plane/index.ts"];
    assert.deepEqual(tree.changed(), [...Object.keys(additions), ...made].sort());
  });
});
