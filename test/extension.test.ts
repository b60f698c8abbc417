import assert from "node:assert/strict";
import { globSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { copyTree } from "./support/tree-copy.ts";

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
  "competences/pigeons.yaml": `- id: pigeon-message-1850
  statement:
    zh: 路透社曾用信鸽传递股价。
    en: Reuters once carried stock prices by pigeon.
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

const tree = copyTree();
rmSync(join(tree.place, "src/data/sources", loft), { recursive: true });
after(() => rmSync(tree.place, { recursive: true, force: true }));

test("an adapter, a skill, a source and a competence are added with no file changed outside their own folders", async (t) => {
  tree.write(Object.fromEntries(Object.entries(additions).map(([path, text]) => [path, text.trimStart()])));

  await t.test("the loaders find each of them, and their settings and secrets with them", async () => {
    const { stdout } = await tree.run(["--input-type=module", "--eval", survey]);
    const found = JSON.parse(stdout);
    assert(found.adapters.includes("pigeon"));
    assert(found.skills.includes("founding"));
    assert(found.sources.includes(loft));
    assert(found.competences.includes("pigeon-message-1850"));
    assert.deepEqual(found.settings, ["DATA_SOURCES", "LOFT_TOKEN", "PIGEON_TOKEN"]);
    assert.deepEqual(found.secrets, ["l-secret", "p-secret"]);
    assert.deepEqual(found.on, [loft]);
  });

  await t.test("the tree with them still keeps to its layers and passes the contract suites", async () => {
    const contracts = globSync("test/**/*contract.test.ts", { cwd: tree.place });
    const { failed, report } = await tree.runSuites(["test/architecture.test.ts", ...contracts]);
    assert.deepEqual(failed, []);
    assert.match(report, /pigeon/);
    assert(report.includes(`source ${loft}`));
  });

  await t.test("a question goes to the new skill", async () => {
    const { stdout } = await tree.run(["src/main.ts", "ask", "信鸽飞走了吗", "--local"]);
    assert.equal(stdout.trim(), "信鸽已经出发。");
  });

  await t.test("nothing but the additions has changed", () => {
    assert.deepEqual(tree.changed(), Object.keys(additions).sort());
  });
});
