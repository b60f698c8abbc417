import assert from "node:assert/strict";
import { test } from "node:test";
import { bundledSecurities, createDirectory, groundOn, readSubjects, readText } from "#language";
import { groundPlan } from "./ground-plan.ts";

const listed = createDirectory(bundledSecurities);
const now = "2026-05-07T10:35:00+08:00";

/** A directory that counts how often it looks through a text. */
function counting() {
  const looks: string[] = [];
  const directory = {
    ...listed,
    mentions(text: Parameters<typeof listed.mentions>[0]) {
      looks.push(typeof text === "string" ? text : text.original);
      return listed.mentions(text);
    },
  };
  return { looks, directory };
}

test("a message is looked through once, whoever asks what it says", () => {
  const { looks, directory } = counting();
  const text = "茅台昨天收盘价";
  const reading = readText({ text, session: [], now, directory });
  assert.deepEqual(looks, []);
  const plan = {
    actions: [{ skill: "price", input: { codes: ["茅台"], date: "2026-05-06" } }],
    language: "zh",
  } as const;
  assert.deepEqual(reading.mentions(), listed.mentions(text));
  assert.deepEqual(groundOn(reading, plan), groundPlan(plan, { text, session: [], now, directory: listed }));
  assert.equal(reading.subjects(), reading.subjects());
  assert.equal(reading.times(), reading.times());
  assert.deepEqual(looks, [text]);
});

test("the name of a bot is a word of the message, but none of its subjects", () => {
  const { looks, directory } = counting();
  const text = "@平安 茅台股价";
  const reading = readText({ text, session: [], now, directory });
  assert.deepEqual(
    reading.subjects().mentions.map(({ query }) => query),
    ["茅台"],
  );
  assert.deepEqual(
    reading.mentions().map(({ query }) => query),
    ["平安", "茅台"],
  );
  assert.equal(looks.length, 2);
  assert.deepEqual(reading.subjects(), readSubjects({ text, session: [], now, directory: listed }));
});
