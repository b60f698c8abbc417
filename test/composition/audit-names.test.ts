import assert from "node:assert/strict";
import { test } from "node:test";
import { createDirectory } from "#language";
import { securitiesWith } from "../../src/composition/verbs/audit.ts";

const codesOf = (names: Readonly<Record<string, string[]>>, query: string) =>
  createDirectory(securitiesWith(names))
    .resolve(query)
    .matches.map(({ code }) => code);

test("a name that a registry gives to one security is no other's, and one that it leaves out stays as it was", () => {
  const names = { "601318": ["中国平安", "Ping An"], "000001": ["平安银行", "Ping An Bank"] };
  assert.deepEqual(codesOf(names, "Ping An"), ["601318.SH"]);
  assert.deepEqual(codesOf(names, "Ping An Bank"), ["000001.SZ"]);
  assert.deepEqual(codesOf({}, "Ping An"), ["601318.SH", "000001.SZ"]);
});
