import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, matchesGlob, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { importsOf, readSource, type SourceText } from "./support/source-text.ts";

/** What a place may import. `own` folders, and zod beside the contract (whose schemas are zod's), are always allowed. */
interface Layer {
  /** Glob of the files; the first row that fits a file is its layer. */
  readonly place: string;
  /** Folders or files of the repository, aliases written out. */
  readonly may: readonly string[];
  /** Packages beside zod; `*`: whatever it brings. */
  readonly packages?: readonly string[];
  /** Node's own modules beside those that do no I/O; `*`: all. */
  readonly node?: readonly string[];
  /** Only these may import it; without an entry, whoever lists it. */
  readonly usedBy?: readonly string[];
}

const contract = "src/contract";
const language = "src/language";

/** For folder scans and bundled data. */
const files = ["fs", "fs/promises", "path", "os"];

/** The composition root: main.ts and the verbs it loads. */
const root = ["src/main.ts", "src/composition/**"];

/** The layers of the design, innermost rules first where places overlap. */
const layers: readonly Layer[] = [
  { place: "adapters/*/**", may: [contract], packages: ["*"], node: ["*"] },
  { place: "skills/*/**", may: [contract] },
  // What skills share in reading a question and telling an answer; what travels and what is handed over know nothing of it.
  { place: "src/contract/answers/**", may: ["src/contract"] },
  { place: "src/contract/index.ts", may: ["src/contract"] },
  { place: "src/contract/**", may: ["src/contract/records", "src/contract/ports", "src/contract/common"] },
  {
    place: "src/language/**",
    may: [contract],
    packages: ["decimal.js", "chrono-node", "pinyin-pro"],
    node: ["module"],
  },
  // The only tools that another program answers; its own words stay in the folder.
  {
    place: "src/tools/mcp/**",
    may: [contract, "src/tools/registry", "src/tools/settings.ts", "src/process"],
    packages: ["@modelcontextprotocol/sdk"],
    usedBy: root,
  },
  // Programs that are skills or tool servers: started with nothing inherited, ended with all that they started.
  {
    place: "src/process/**",
    may: [contract],
    // Files: /proc, by which those that left their process group are found.
    node: ["child_process", "fs/promises"],
    usedBy: ["src/load-extensions.ts", "src/tools/mcp/**", ...root],
  },
  { place: "src/tools/**", may: [contract, language, "src/data"], packages: ["decimal.js"] },
  // Draws from what it is handed; the libraries run in a thread of their own.
  {
    place: "src/charts/**",
    may: [contract],
    packages: ["echarts", "@resvg/resvg-js"],
    node: ["worker_threads", "module"],
    usedBy: root,
  },
  { place: "src/data/**", may: [contract, language], packages: ["decimal.js"], node: files },
  { place: "src/models/builtin/**", may: [contract, language] },
  {
    place: "src/models/**",
    may: [contract, language, "src/models"],
    packages: ["openai", "@anthropic-ai/sdk"],
  },
  { place: "src/pipeline/**", may: [contract, "src/verify"] },
  { place: "src/verify/**", may: [contract, language], packages: ["decimal.js"] },
  { place: "src/store/**", may: [contract], packages: ["ioredis"], node: ["*"] },
  { place: "src/memory/**", may: [contract, "src/store"] },
  { place: "src/journal/**", may: [contract, "src/store"] },
  { place: "src/queue/**", may: [contract, "src/store"], packages: ["bullmq"] },
  {
    place: "src/gateway/**",
    may: [contract, language, "src/queue", "src/journal", "src/memory"],
  },
  { place: "src/worker/**", may: [contract, "src/queue", "src/pipeline", "src/journal", "src/memory"] },
  {
    place: "src/admin/**",
    may: [contract, "src/journal", "src/queue", "src/pipeline", language],
    packages: ["hono"],
  },
  { place: "src/http/**", may: [contract], packages: ["hono", "@hono/node-server"], node: ["*"] },
  {
    place: "src/cli/**",
    may: [
      contract,
      language,
      "src/journal",
      "src/queue",
      "src/pipeline",
      "src/verify",
      "src/models/builtin",
      "src/config.ts",
      "src/config",
    ],
    node: ["*"],
    usedBy: root,
  },
  // Reads records and judges them; whoever runs the turns is handed in.
  { place: "src/eval/**", may: [contract, "src/pipeline/step-log"], node: ["fs/promises"], usedBy: root },
  { place: "src/config.ts", may: [contract, "src/config"], packages: ["yaml"], node: files },
  { place: "src/config/**", may: [contract], packages: ["yaml"], node: files, usedBy: ["src/config.ts"] },
  { place: "src/log.ts", may: [contract], packages: ["pino"], usedBy: root },
  {
    // Finds what the other folders hold; the types of what it finds are the pipeline's.
    place: "src/load-extensions.ts",
    may: [contract, "src/pipeline/ports.ts", "src/process"],
    packages: ["yaml"],
    node: files,
    usedBy: root,
  },
  { place: "src/composition/**", may: ["**"], packages: ["*"], node: ["*"], usedBy: root },
  { place: "src/main.ts", may: ["**"], packages: ["*"], node: ["*"] },
];

/** Packages that only one door may open, even where a place may bring its own. */
const guarded: Readonly<Record<string, readonly string[]>> = {
  bullmq: ["src/queue/**", ...root],
  ioredis: ["src/store/**", ...root],
  openai: ["src/models/**"],
  "@anthropic-ai/sdk": ["src/models/**"],
  "@modelcontextprotocol/sdk": ["src/tools/mcp/**"],
};

/** No file system, network or process; timers wait but do not tell the time. */
const pureModules = new Set(
  "assert async_hooks buffer crypto events string_decoder timers timers/promises url util".split(" "),
);

const aliases: Readonly<Record<string, string>> = {
  "#contract": "src/contract/index.ts",
  "#language": "src/language/index.ts",
};

/** Files longer than this must be explained below. */
const mostLines = 300;
const explainedLong: Readonly<Record<string, string>> = {
  "src/contract/records/errors.ts": "one table with an entry for every way to fail, and nothing else",
  "src/verify/guard/binding/bind.ts":
    "one pass that carries company, metric and window from clause to clause",
  "src/verify/guard/tokens/readers/dates.ts":
    "a small reader for each way in which a date is written, and nothing else",
  "src/verify/guard/lexicon/words.ts": "a table of words",
  "src/verify/guard/tokens/scan.ts": "one loop over the characters with a case for each kind of token",
};

/** What is handed in and where it may be read. A date made of a given instant is no clock. */
const ambient: readonly { readonly use: RegExp; readonly places: readonly string[] }[] = [
  { use: /\bprocess\s*\.\s*env\b/, places: ["src/config.ts", "src/main.ts"] },
  {
    use: /\bDate\s*\.\s*now\b|\bnew\s+Date\s*(?:\(\s*\)|(?![\w\s(]))/,
    places: ["src/config.ts", "src/main.ts"],
  },
  { use: /\bMath\s*\.\s*random\b/, places: root },
];

/** Folders of which each holds one extension, found by scan and default-exported. */
const extensionIndexes = ["adapters/*/index.ts", "skills/*/index.ts", "src/data/sources/*/index.ts"];

const fits = (path: string, globs: readonly string[]): boolean =>
  globs.some((glob) => matchesGlob(path, glob));

const layerOf = (path: string): Layer | undefined => layers.find(({ place }) => matchesGlob(path, place));

const isUnder = (path: string, place: string): boolean =>
  place === "**" || path === place || path.startsWith(`${place}/`);

/** The folder that a file may use freely: its extension's own, else its layer's. */
function ownFolder(path: string): string {
  const depth = path.startsWith("src/data/sources/") ? 4 : 2;
  return path.split("/").slice(0, depth).join("/");
}

function nodeFault({ node = [] }: Layer, module: string): string | undefined {
  const isAllowed = pureModules.has(module) || node.includes(module) || node.includes("*");
  return isAllowed ? undefined : `node:${module} does I/O`;
}

function packageFault(path: string, layer: Layer, name: string): string | undefined {
  const doors = Object.hasOwn(guarded, name) ? guarded[name] : undefined;
  if (doors !== undefined && !fits(path, doors)) return `${name} has another door`;
  const { packages = [] } = layer;
  const isAllowed = name === "zod" || packages.includes(name) || packages.includes("*");
  return isAllowed ? undefined : `${name} is not among its packages`;
}

function placeFault(path: string, layer: Layer, target: string): string | undefined {
  // A source may use what all sources share; sources do not know each other.
  const own = ownFolder(path);
  if (isUnder(target, own) && layer === layerOf(target)) return undefined;
  if (
    own.startsWith("src/data/sources/") &&
    isUnder(target, "src/data") &&
    !isUnder(target, "src/data/sources")
  )
    return undefined;
  const targetLayer = layerOf(target);
  const users = targetLayer?.usedBy;
  if (users !== undefined && targetLayer !== layer && !fits(path, users))
    return `${target} is used by ${users.join(", ")} only`;
  return layer.may.some((place) => isUnder(target, place)) ? undefined : `${target} is beyond its layer`;
}

/** The file of this tree that an import names; undefined for a package. */
const targetOf = (path: string, wanted: string): string | undefined =>
  wanted.startsWith(".") ? normalize(join(dirname(path), wanted)) : aliases[wanted];

function importFault(path: string, layer: Layer, wanted: string): string | undefined {
  const bare = wanted.replace(/^node:/, "");
  if (wanted.startsWith("node:") || builtinModules.includes(wanted)) return nodeFault(layer, bare);
  const target = targetOf(path, wanted);
  if (target !== undefined) return placeFault(path, layer, target);
  if (wanted.startsWith("#")) return `${wanted} is no alias`;
  return packageFault(
    path,
    layer,
    wanted
      .split("/")
      .slice(0, wanted.startsWith("@") ? 2 : 1)
      .join("/"),
  );
}

function shapeFaults(path: string, text: string, { code }: SourceText): string[] {
  const faults: string[] = [];
  const lines = text.split("\n").length - 1;
  if (lines > mostLines && !Object.hasOwn(explainedLong, path)) faults.push(`${lines} lines`);
  for (const { use, places } of ambient) {
    const found = fits(path, places) ? null : use.exec(code);
    if (found !== null) faults.push(`reads ${found[0]}; have it handed in`);
  }
  const isExtension = fits(path, extensionIndexes);
  const hasDefault = /\bexport\s+default\b|\bexport\s*\{[^}]*\bas\s+default\b/.test(code);
  if (isExtension && !hasDefault) faults.push("an extension is default-exported");
  if (!isExtension && hasDefault) faults.push("only extensions are default-exported");
  return faults;
}

/** Everything wrong with one file, a sentence each. */
function faultsOf(path: string, text: string): string[] {
  const layer = layerOf(path);
  if (layer === undefined) return [`${path}: no layer knows this place`];
  const source = readSource(text);
  const imports = importsOf(source).map((wanted) => importFault(path, layer, wanted));
  const found = [...imports.filter((fault) => fault !== undefined), ...shapeFaults(path, text, source)];
  return found.map((fault) => `${path}: ${fault}`);
}

const repository = fileURLToPath(new URL("..", import.meta.url));
const sources = globSync("{src,adapters,skills}/**/*.ts", { cwd: repository }).sort();

test("every file keeps to its layer, its size, and what is handed to it", () => {
  assert(sources.length > 50);
  const faults = sources.flatMap((path) => faultsOf(path, readFileSync(join(repository, path), "utf8")));
  assert.deepEqual(faults, []);
});

/** The first way from a file back to itself along imports, types included; undefined where there is none. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  const follow = (path: string, way: readonly string[]): readonly string[] | undefined => {
    if (way.includes(path)) return [...way.slice(way.indexOf(path)), path];
    if (done.has(path)) return undefined;
    for (const next of graph.get(path) ?? []) {
      const found = follow(next, [...way, path]);
      if (found !== undefined) return found;
    }
    done.add(path);
    return undefined;
  };
  for (const path of graph.keys()) {
    const found = follow(path, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

test("no file imports itself by way of others, not even for a type", () => {
  const graph = new Map(
    sources.map((path) => {
      const text = readFileSync(join(repository, path), "utf8");
      return [path, importsOf(readSource(text)).flatMap((wanted) => targetOf(path, wanted) ?? [])] as const;
    }),
  );
  assert([...graph.values()].flat().length > sources.length);
  assert.deepEqual(circleIn(graph), undefined);
  assert.deepEqual(
    circleIn(
      new Map([
        ["a", ["b"]],
        ["b", ["c"]],
        ["c", ["b"]],
      ]),
    ),
    ["b", "c", "b"],
  );
});

test("every explained long file exists", () => {
  for (const path of Object.keys(explainedLong)) assert(sources.includes(path), path);
});

const refused: readonly (readonly [path: string, text: string, fault: RegExp])[] = [
  [
    "adapters/a/index.ts",
    'import x from "../../src/queue/outbox.ts";\nexport default x;',
    /beyond its layer/,
  ],
  ["adapters/a/index.ts", 'import x from "../b/index.ts";\nexport default x;', /beyond its layer/],
  ["adapters/a/index.ts", 'import { Queue } from "bullmq";\nexport default Queue;', /another door/],
  ["adapters/a/index.ts", "export default process.env.TOKEN;", /reads process\.env/],
  [
    "skills/s/index.ts",
    'import type { X } from "../../src/tools/x.ts";\nexport default 1;',
    /beyond its layer/,
  ],
  ["skills/s/index.ts", 'import "../t/index.ts";\nexport default 1;', /beyond its layer/],
  ["skills/s/index.ts", 'import "#language";\nexport default 1;', /beyond its layer/],
  ["skills/s/index.ts", 'import "node:http";\nexport default 1;', /does I\/O/],
  ["skills/s/index.ts", 'import fs from "fs";\nexport default fs;', /does I\/O/],
  ["skills/s/index.ts", "export default Date.now();", /reads Date\.now/],
  ["skills/s/index.ts", "export const skill = 1;", /is default-exported/],
  ["src/contract/x.ts", 'import { hash } from "../language/index.ts";', /beyond its layer/],
  ["src/language/x.ts", 'import { readFile } from "node:fs/promises";', /does I\/O/],
  ["src/tools/x.ts", 'const { y } = await import("../models/router.ts");', /beyond its layer/],
  ["src/tools/x.ts", 'export { y } from "../queue/outbox.ts";', /beyond its layer/],
  ["src/data/sources/a/index.ts", 'import "../b/index.ts";\nexport default 1;', /beyond its layer/],
  ["src/data/x.ts", 'import { request } from "node:https";', /does I\/O/],
  ["src/models/builtin/x.ts", 'import { y } from "../router.ts";', /beyond its layer/],
  ["src/models/x.ts", 'import { y } from "../pipeline/turn.ts";', /beyond its layer/],
  ["src/pipeline/x.ts", 'import { Worker } from "bullmq";', /another door/],
  ["src/pipeline/x.ts", 'import { price } from "../../skills/price/index.ts";', /beyond its layer/],
  ["src/pipeline/x.ts", "const jitter = Math.random();", /reads Math\.random/],
  ["src/worker/x.ts", 'import { y } from "../gateway/receive.ts";', /beyond its layer/],
  ["src/gateway/x.ts", 'type Y = import("../pipeline/turn.ts").Y;', /beyond its layer/],
  ["src/http/x.ts", 'import { y } from "../cli/ask.ts";', /used by/],
  ["src/queue/x.ts", 'import pino from "pino";', /not among its packages/],
  ["src/queue/x.ts", "const now = new Date();", /reads new Date/],
  ["src/queue/x.ts", "export default 1;", /only extensions/],
  ["src/queue/x.ts", "x;\n".repeat(301), /301 lines/],
  ["src/utils/x.ts", "", /no layer knows/],
];

for (const [path, text, fault] of refused) {
  test(`refused: ${path} with ${text.split("\n")[0]?.slice(0, 60)}`, () => {
    assert.match(faultsOf(path, text).join("\n"), fault);
  });
}

test("allowed: what each layer is for", () => {
  const allowed: readonly (readonly [path: string, text: string])[] = [
    ["adapters/a/index.ts", 'import { Bot } from "grammy";\nimport { x } from "./x.ts";\nexport default x;'],
    [
      "skills/s/index.ts",
      'import { defineSkill } from "#contract";\nimport { z } from "zod";\nexport default z;',
    ],
    ["src/data/sources/a/index.ts", 'import { x } from "../../source.ts";\nexport default x;'],
    ["src/gateway/x.ts", 'import { randomUUID } from "node:crypto";\nimport { y } from "#language";'],
    ["src/queue/x.ts", "const day = new Date(accepted);\nconst s = 'Date.now()'; // Math.random()"],
    ["src/main.ts", 'import { x } from "./cli/ask.ts";\nconst now = Date.now();'],
  ];
  for (const [path, text] of allowed) assert.deepEqual(faultsOf(path, text), []);
});
