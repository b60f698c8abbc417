import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { AppError } from "#contract";
import { loadAdapters, loadSkillCards, loadSkills } from "../../src/load-extensions.ts";

const place = mkdtempSync(join(tmpdir(), "qm-folders-"));
const clear = () => rmSync(place, { recursive: true, force: true });
after(clear);
beforeEach(() => {
  clear();
  mkdirSync(place);
});

const isPlain = (words: RegExp) => (error: unknown) => {
  assert.ok(error instanceof AppError, String(error));
  assert.match(error.message, words);
  return true;
};

test("an empty folder, as a removed extension leaves one, is none", async () => {
  mkdirSync(join(place, "gone"));
  assert.equal((await loadSkills(place)).size, 0);
  assert.deepEqual(loadSkillCards(place), []);
  assert.deepEqual(await loadAdapters(place), []);
});

test("a folder that lacks what makes it an extension is named with what to do", async () => {
  mkdirSync(join(place, "notes"));
  writeFileSync(join(place, "notes", "todo.txt"), "later");
  const [skill, adapter] = [/notes has no SKILL\.md: write one/, /notes has no index\.ts: write one/];
  await assert.rejects(loadSkills(place), isPlain(skill));
  assert.throws(() => loadSkillCards(place), isPlain(skill));
  await assert.rejects(loadAdapters(place), isPlain(adapter));
  const card = "---\nname: notes\ndescription: Notes.\nmetadata:\n  examples: x\n---\n";
  writeFileSync(join(place, "notes", "SKILL.md"), card);
  await assert.rejects(loadSkills(place), isPlain(/notes has no index\.ts/));
});
