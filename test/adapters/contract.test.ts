import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { test } from "node:test";
import type { AdapterDefinition } from "#contract";
import { type CreatePlatform, testAdapterContract } from "./contract.ts";

const adapters = new URL("../../adapters/", import.meta.url);

const folders = readdirSync(adapters, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

test("there are adapters to check", () => assert.ok(folders.length > 0));

for (const folder of folders) {
  const index = new URL(`${folder}/index.ts`, adapters);
  const { default: definition }: { default: AdapterDefinition } = await import(index.href);
  const harness = new URL(`${folder}/harness.ts`, import.meta.url);
  const platform: { createPlatform: CreatePlatform } | undefined = existsSync(harness)
    ? await import(harness.href)
    : undefined;
  testAdapterContract(folder, definition, platform?.createPlatform);
}
