import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { readSource } from "./support/source-text.ts";

const repository = join(import.meta.dirname, "..");

/** Exports that only tests import, each with the reason why it is worth a test of its own. */
const forTestsOnly: Readonly<Record<string, string>> = {
  "src/tools/cross-check.ts#isApart": "where two sources begin to differ, to the last decimal",
  "src/language/spelling.ts#oneSlip": "one slip exactly, apart from the names that it is tried on",
  "src/models/choices.ts#defaultModels": "the tests of the choice must not repeat the models' names",
  "src/language/dates.ts#findBadDates": "dates that do not exist, apart from the plans that they spoil",
  "src/language/follow-up.ts#readChoice": "the words of a choice, apart from the plan around them",
  "src/language/units.ts#units": "every unit has a formatter and both languages",
  "src/language/dates/festivals.ts#festivalDay": "a table of days against the calendar",
  "src/data/capabilities.ts#capabilities": "the contract suite asks a source for each",
  "src/data/rows.ts#rowUnits": "the contract suite holds each cell to its unit",
  "src/data/sources/akshare/spot-xq.ts#readQuoteTime": "the times that the quote writes, one by one",
  "src/verify/guard/tokens/amend.ts#amendments":
    "its test asks each pass for what it would correct without the kinds it needs",
  "src/verify/guard/tokens/readers/first-characters.ts#readers":
    "each is tried where its first characters keep it out",
  "src/data/sources/akshare/spot-xq.ts#readValuation": "a cell that is missing or makes no sense, one by one",
};

const aliases: Readonly<Record<string, string>> = {
  "#contract": "src/contract/index.ts",
  "#language": "src/language/index.ts",
};

type Files = ReadonlyMap<string, string>;

const placeOf = (path: string, wanted: string): string =>
  aliases[wanted] ?? (wanted.startsWith(".") ? normalize(join(dirname(path), wanted)) : wanted);

/** Names of a `{ a, type b as c, d: e }`: those on the left, which are the other file's. */
const namesIn = (list: string): string[] =>
  list
    .split(",")
    .map((each) => each.trim().replace(/^type\s+/, ""))
    .map((each) => each.split(/\s+as\s+|\s*:\s*/)[0] ?? "")
    .filter((name) => name !== "");

/** Values that a file makes and exports by name. A type's export costs nothing and says what a signature means. */
function exportsOf(text: string): string[] {
  const { code } = readSource(text);
  const declared = [
    ...code.matchAll(/^export\s+(?:async\s+)?(?:const|let|function\*?|class)\s+([\w$]+)/gm),
  ].map(([, name = ""]) => name);
  const listed = [...code.matchAll(/^export\s*\{([^}]*)\}(?!\s*from)/gm)].flatMap(([, list = ""]) =>
    namesIn(list),
  );
  return [...declared, ...listed];
}

const quoted = "[\"']([^\"']+)[\"']";
/** `import { … } from`, `export { … } from`, and the destructured `{ … } = await import(…)`. */
const named = [
  new RegExp(
    String.raw`\b(?:import|export)\s+(?:type\s+)?(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*${quoted}`,
    "g",
  ),
  new RegExp(String.raw`\{([^{}]*)\}(?:\s*:[^=]*)?\s*=\s*await\s+import\(\s*${quoted}`, "g"),
];
/** `import * as x from`, and a dynamic import that hands the whole module on. */
const whole = [
  new RegExp(String.raw`\bimport\s*\*\s*as\s+[\w$]+\s*from\s*${quoted}`, "g"),
  new RegExp(String.raw`(?<!=\s*await\s+)\bimport\(\s*${quoted}`, "g"),
];

/** What a file takes from others, as `place#name`; `place#*` for all of it. */
function usesOf(path: string, text: string): string[] {
  const { uncommented } = readSource(text);
  const found = (patterns: readonly RegExp[]) => patterns.flatMap((each) => [...uncommented.matchAll(each)]);
  return [
    ...found(named).flatMap(([, list = "", wanted = ""]) =>
      namesIn(list).map((name) => `${placeOf(path, wanted)}#${name}`),
    ),
    ...found(whole).map(([, wanted = ""]) => `${placeOf(path, wanted)}#*`),
  ];
}

/** Files that hand on everything of another: `export * from`. */
function relaysOf(path: string, text: string): string[] {
  const { uncommented } = readSource(text);
  return [...uncommented.matchAll(/^export\s*\*\s*from\s*["']([^"']+)["']/gm)].map(([, wanted = ""]) =>
    placeOf(path, wanted),
  );
}

/** Every `path#name` that nobody takes, be it from its own place or from one that hands it on. */
function unusedIn(files: Files, takers: Files = files): string[] {
  const used = new Set([...takers].flatMap(([path, text]) => usesOf(path, text)));
  const doors = new Map<string, string[]>();
  for (const [path, text] of files)
    for (const target of relaysOf(path, text)) doors.set(target, [...(doors.get(target) ?? []), path]);
  return [...files].flatMap(([path, text]) => {
    const places = [path, ...(doors.get(path) ?? [])];
    const isUsed = (name: string) =>
      places.some((place) => used.has(`${place}#${name}`) || used.has(`${place}#*`));
    return exportsOf(text)
      .filter((name) => !isUsed(name))
      .map((name) => `${path}#${name}`);
  });
}

/** The contract offers: extensions take of it what they need, also those that are not here. */
const offered = /^src\/contract\//;

const read = (pattern: string): Files =>
  new Map(
    globSync(pattern, { cwd: repository }).map((path) => [
      path,
      readFileSync(join(repository, path), "utf8"),
    ]),
  );
const product = read("{src,adapters,skills}/**/*.{ts,mjs}");

test("what the product exports, the product imports", () => {
  assert.ok(product.size > 100);
  const unused = unusedIn(product).filter(
    (name) => !offered.test(name) && !Object.hasOwn(forTestsOnly, name),
  );
  assert.deepEqual(unused, []);
});

test("every exception is needed, and a test uses it", () => {
  const unused = new Set(unusedIn(product));
  const untested = new Set(unusedIn(product, read("test/**/*.ts")));
  for (const [name, reason] of Object.entries(forTestsOnly)) {
    assert.ok(unused.has(name), `${name} is used by the product, or gone`);
    assert.ok(!untested.has(name), `no test uses ${name}`);
    assert.notEqual(reason, "");
  }
});

test("an export that is only used at home is found, one that is taken by any way is not", () => {
  const files = new Map([
    ["src/a.ts", "export const lonely = 1;\nexport function taken() {}\nexport type T = 1;\nlonely;"],
    ["src/b.ts", 'import { type T, taken as other } from "./a.ts";\nexport async function late() {}\nother;'],
    ["src/c.ts", 'const { late } = await import("./b.ts");\n// import { lonely } from "./a.ts"'],
    ["src/e.ts", "export const run = 1;\nexport const aside = 2;"],
    ["src/f.ts", 'const { run } = await import("./e.ts");'],
    ["src/g.ts", "export const run = 1;"],
    ["src/h.ts", 'const verb = () => import("./g.ts");'],
    [
      "src/contract/x.ts",
      "export const inner = 1;\nexport class Forgotten {}\nconst local = 1;\nexport { local };",
    ],
    ["src/contract/index.ts", 'export * from "./x.ts";'],
    ["src/d.ts", 'import { inner } from "#contract";\ninner;'],
  ]);
  assert.deepEqual(unusedIn(files), [
    "src/a.ts#lonely",
    "src/e.ts#aside",
    "src/contract/x.ts#Forgotten",
    "src/contract/x.ts#local",
  ]);
});
