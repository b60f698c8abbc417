import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { bundledSecurities, createDirectory, foreignSecurities, readCode } from "#language";
import { auditRoute } from "../../src/cli/audit-route.ts";
import { routeByRules } from "../../src/models/builtin/route.ts";
import { catalogue } from "./catalogue.ts";

interface Labelled {
  readonly id: string;
  readonly lang: string;
  readonly utterance: string;
  readonly context: readonly { role: string; text: string }[];
  readonly expected: { skills: string[]; codes: string[]; date?: string; date_optional?: boolean };
}

/** Labelled by hand before the words were tuned to them; several skills where several things are asked for. */
const set: readonly Labelled[] = readFileSync(join(import.meta.dirname, "router-set.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));

const directory = createDirectory([...bundledSecurities, ...foreignSecurities]);
const audit = { cards: catalogue, directory, dayOf: () => "2026-05-06" };
const now = "2026-05-07T10:35:00+08:00";

const sorted = (values: Iterable<string>) => [...new Set(values)].sort().join();

/** A label without an exchange is a stock's. */
const canonical = (label: string): string => readCode(label)?.code ?? label;

function judgeAnew({ utterance, context, expected }: Labelled) {
  const { actions } = auditRoute({ utterance, now, context }, audit);
  const dates = actions.map(({ date }) => date);
  return {
    skill: sorted(actions.map(({ skill }) => skill)) === sorted(expected.skills),
    codes: sorted(actions.flatMap(({ codes }) => codes)) === sorted(expected.codes.map(canonical)),
    date: expected.date === undefined || expected.date_optional === true || dates.includes(expected.date),
  };
}

const judged = new Map<Labelled, ReturnType<typeof judgeAnew>>();

/** Each is routed once, whatever is asked of the result. */
function judge(labelled: Labelled) {
  const known = judged.get(labelled) ?? judgeAnew(labelled);
  judged.set(labelled, known);
  return known;
}

const least = { skill: 0.98, codes: 0.985, date: 0.985 } as const;

test("of the labelled utterances nearly all come to their skills, companies and days", () => {
  const all = set.map((labelled) => ({ labelled, ...judge(labelled) }));
  for (const side of ["skill", "codes", "date"] as const) {
    const wrong = all.filter((each) => !each[side]).map(({ labelled }) => labelled.utterance);
    const share = 1 - wrong.length / set.length;
    assert.ok(
      share >= least[side],
      `${side}: ${share.toFixed(3)} of ${set.length}; wrong: ${wrong.join(" | ")}`,
    );
  }
});

test("no way of writing falls behind the others", () => {
  for (const lang of new Set(set.map((labelled) => labelled.lang))) {
    const own = set.filter((labelled) => labelled.lang === lang);
    const right = own.filter((labelled) => judge(labelled).skill && judge(labelled).codes).length;
    assert.ok(right / own.length >= 0.9, `${lang}: ${right} of ${own.length}`);
  }
});

test("what the router calls certain is right, and plain questions are", () => {
  const alone = set.filter(({ context }) => context.length === 0);
  const certain = alone.filter(({ utterance: text, lang }) => {
    const language = lang === "en" ? "en" : "zh";
    return routeByRules({ text, language, now, session: [], cards: catalogue }, directory).certain;
  });
  const wrong = certain.filter((labelled) => !judge(labelled).skill).map(({ utterance }) => utterance);
  assert.ok(certain.length / alone.length > 0.4, `${certain.length} of ${alone.length}`);
  assert.ok(wrong.length / certain.length < 0.005, wrong.join(" | "));
});

test("what the context asks of the market is asked again, small talk in it is not", () => {
  const after = (...texts: string[]) =>
    auditRoute({ utterance: "那后天呢", now, context: texts.map((text) => ({ role: "user", text })) }, audit)
      .actions;
  const calendar = [{ skill: "calendar", codes: [], date: "2026-05-09" }];
  assert.deepEqual(after("茅台股价", "明天开市吗"), calendar);
  assert.deepEqual(after("明天开市吗", "谢谢"), calendar);
});
