import assert from "node:assert/strict";
import { test } from "node:test";
import { bundledSecurities, createDirectory, foreignSecurities, languageOf } from "#language";
import help from "../../skills/help/index.ts";
import { commandTexts } from "../../src/gateway/commands.ts";
import { routeByRules } from "../../src/models/builtin/route.ts";
import { openSkillHarness } from "../skills/skill-context.ts";
import { catalogue } from "./catalogue.ts";

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const now = "2026-05-07T10:32:05+08:00";

/** The questions in lines such as `· 茅台现在多少钱、大盘怎么样`; what stands in brackets is a remark. */
const examplesIn = (text: string): readonly string[] =>
  text
    .split("\n")
    .filter((line) => /^[·•] /.test(line))
    .flatMap((line) => line.slice(2).split(/[、,]/))
    .map((example) => example.replace(/[((].*$/, "").trim());

const skillOf = (text: string): string | undefined => {
  const facts = { text, session: [], now, cards: catalogue, language: languageOf(text) };
  return routeByRules(facts, directory).plan.actions[0]?.skill;
};

test("what the help gives as an example is answered by a skill", async () => {
  const result = await help.run({}, openSkillHarness("你能做什么", () => undefined).context);
  assert.equal(result.kind, "text");
  for (const text of Object.values(result.kind === "text" ? result.text : {})) {
    const examples = examplesIn(text);
    assert.ok(examples.length >= 10, text);
    for (const example of examples)
      assert.ok(!["help", "refuse", "chitchat", undefined].includes(skillOf(example)), example);
  }
});

test("what /help gives as an example is understood, or leads to the long help", () => {
  for (const text of Object.values(commandTexts.help)) {
    const skills = examplesIn(text).map((example) =>
      example.startsWith("它") ? "follow-up" : skillOf(example),
    );
    assert.ok(skills.length >= 3 && skills.at(-1) === "help", text);
    for (const skill of skills.slice(0, -1)) assert.ok(skill !== "help" && skill !== undefined, text);
  }
});
