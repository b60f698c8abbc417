import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { traceSettings } from "../../src/composition/tracing/trace-settings.ts";
import { coreSettings } from "../../src/config/core-settings.ts";
import { loadConfig } from "../../src/config.ts";
import { loadSources } from "../../src/data/load-sources.ts";
import { loadAdapters } from "../../src/load-extensions.ts";
import { modelSettings } from "../../src/models/settings.ts";
import { toolSettings } from "../../src/tools/settings.ts";

const text = readFileSync(new URL("../../.env.example", import.meta.url), "utf8");
/** Every name it lists, with its example. */
const listed = [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = "", value = ""]) => ({
  name,
  value,
}));
const extensions = [
  ...(await loadAdapters(fileURLToPath(new URL("../../adapters", import.meta.url)))),
  ...(await loadSources()),
].map(({ settings }) => settings);
const namesOf = (all: typeof extensions) => all.flatMap(({ schema }) => Object.keys(schema.shape));

test("every setting of the core and of the models is listed once, with a line on what it is for", () => {
  const names = listed.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  for (const name of namesOf([coreSettings, modelSettings, toolSettings, traceSettings]))
    assert(names.includes(name), name);
});

test("every name that is listed is a setting of this version", () => {
  const known = new Set(namesOf([coreSettings, modelSettings, toolSettings, traceSettings, ...extensions]));
  assert.deepEqual(
    listed.filter(({ name }) => !known.has(name)),
    [],
  );
});

test("copied as it is it changes nothing, and every example it gives is valid", () => {
  assert.deepEqual(parseEnv(text), {});
  const env = Object.fromEntries(listed.map(({ name, value }) => [name, value]));
  // The models' names are examples, a key is not to be shown.
  env.OPENAI_API_KEY = "any";
  assert.doesNotThrow(() =>
    loadConfig({ env, extensions: [...extensions, modelSettings, toolSettings, traceSettings] }),
  );
});
