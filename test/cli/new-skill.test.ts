import assert from "node:assert/strict";
import { test } from "node:test";
import { newSkill } from "../../src/cli/new-skill.ts";

for (const name of ["", "Price", "a_b", "-a", "a--b", "a-", "../a", "a b", "中", "a".repeat(65)])
  test(`${JSON.stringify(name)} is no name of a skill`, () => {
    assert.throws(() => newSkill(name, new Set()), /INVALID_ARGS/);
  });

test("a name that is taken is refused", () => {
  assert.ok(newSkill("paper-plane", new Set(["price"]))["index.ts"].length > 0);
  assert.throws(() => newSkill("price", new Set(["price"])), /there is one of that name/);
});
