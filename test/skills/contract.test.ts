import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import fc from "fast-check";
import { parse } from "yaml";
import { z } from "zod";
import {
  type ErrorCode,
  errorCatalogue,
  type Language,
  type Metric,
  type MetricRegistry,
  type NumericClaim,
  type SkillResult,
} from "#contract";
import { baseMetrics, fillSlots, formatValue, languageOf, mergeMetrics } from "#language";
import { loadSkills } from "../../src/load-extensions.ts";
import { routeByRules } from "../../src/models/builtin/route.ts";
import type { LoadedSkill } from "../../src/pipeline/ports.ts";
import { childEnvOf } from "../../src/process/child-env.ts";
import { firstWall } from "../../src/verify/first-wall.ts";
import { guard } from "../../src/verify/guard/guard.ts";
import { directory, lists, now, openSkillHarness, type Script } from "./skill-context.ts";

/** Ours, and an example of a skill that is a program of its own. */
const places = ["../../skills", "../process/skills"].map((place) => join(import.meta.dirname, place));
const folders = places.flatMap((place) =>
  readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[a-z]/.test(entry.name))
    .map(({ name }) => ({ place, name })),
);
const loaded = await Promise.all(places.map((place) => loadSkills(place, { env: childEnvOf(process.env) })));
const skills = new Map(loaded.flatMap((each) => [...each]));
const folderOf = (name: string): string =>
  join(folders.find((each) => each.name === name)?.place ?? "", name);
const cards = [...skills.values()].map(({ card }) => card);
const metrics: MetricRegistry = mergeMetrics(
  baseMetrics,
  ...[...skills.values()].map(({ definition }) => definition.metrics ?? {}),
);
const languages: readonly Language[] = ["zh", "en"];

/** The keys that the Agent Skills standard knows. */
const standardKeys = new Set([
  "name",
  "description",
  "license",
  "compatibility",
  "metadata",
  "allowed-tools",
]);

test("every folder is found, and nothing else", () => {
  assert.deepEqual([...skills.keys()].toSorted(), folders.map(({ name }) => name).toSorted());
});

interface InputSchema {
  readonly additionalProperties?: unknown;
  readonly properties: Readonly<Record<string, { readonly description?: string }>>;
}

function inputOf({ definition }: LoadedSkill): InputSchema {
  const schema = z.toJSONSchema(definition.input, { io: "input", unrepresentable: "any" });
  return { properties: {}, ...(schema as Partial<InputSchema>) };
}

/** The well-known keys that the skill takes, filled. */
function inputWith(skill: LoadedSkill, values: Readonly<Record<string, unknown>>): unknown {
  const { properties } = inputOf(skill);
  const input = Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(properties, key)));
  const parsed = skill.definition.input.safeParse(input);
  assert.ok(parsed.success, `${JSON.stringify(input)}: ${parsed.error?.message ?? ""}`);
  return parsed.data;
}

/** A result is one of the four kinds, names only codes of the catalogue, and says something. */
function checkResult(result: SkillResult): void {
  const known = (code: ErrorCode) => assert.ok(Object.hasOwn(errorCatalogue, code), code);
  if (result.kind === "refusal") known(result.code);
  if (result.kind === "question") assert.ok(result.candidates.length > 0);
  if (result.kind === "text") for (const language of languages) assert.ok(result.text[language].length > 0);
  if (result.kind !== "answer") return;
  for (const { code } of result.missing ?? []) known(code);
  const says = result.claims.length + (result.missing ?? []).length + (result.notes ?? []).length;
  assert.ok(says > 0 || result.question !== undefined, "an answer that says nothing");
}

const scripts: Readonly<Record<string, Script>> = {
  "no source answers": (tool, args) =>
    lists(tool, args) ?? { failure: { code: "SOURCE_DOWN", message: "down" } },
  "no tool answers": () => ({ failure: { code: "TOOL_ERROR", message: "broken" } }),
  "there is no data": (tool, args) => lists(tool, args) ?? { failure: { code: "NO_DATA", message: "none" } },
};

const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  nothing: {},
  "a company": { codes: ["600519.SH"] },
  "several companies and a day": { codes: ["600519.SH", "000858.SZ"], date: "2026-04-30" },
  "a code that does not exist": { codes: ["999999"] },
  "an ambiguous name": { codes: ["平安"] },
  "a company abroad": { codes: ["AAPL"] },
  "a day that cannot be read": { codes: ["600519.SH"], date: "去年" },
  "a day to come": { codes: ["600519.SH"], date: "2026-05-08" },
};

/** The units that are whole numbers; all others have decimals. */
const wholeUnits = /^(?:shares|手|家|户|条|日|天|只|个)$/;

function figure({ default_unit: unit, signed }: Metric): fc.Arbitrary<number> {
  const least = signed === true ? -1 : 1;
  if (wholeUnits.test(unit)) return fc.integer({ min: 1, max: 2_000_000_000 });
  const cents = fc.integer({ min: 1, max: unit === "CNY" ? 300_000 : 9_999 }).map((value) => value / 100);
  return fc.tuple(cents, fc.constantFrom(1, least)).map(([value, sign]) => value * sign);
}

const claimOf = (metric: string, code: string): fc.Arbitrary<NumericClaim> =>
  figure(metrics[metric] ?? { default_unit: "", zh: [], en: [] }).map((value) => ({
    kind: "numeric",
    value,
    metric,
    code,
    unit: metrics[metric]?.default_unit ?? "",
    as_of: "2026-05-07T10:32:05+08:00",
    cite: { kind: "tool", source: "akshare", fetched_at: now, tool_call_id: "tc_1", path: `/${metric}` },
  }));

/** Claims as an answer holds them: company by company. */
const claimsOf = (shown: readonly string[]): fc.Arbitrary<readonly NumericClaim[]> =>
  fc
    .tuple(
      fc.subarray([...shown], { minLength: 1, maxLength: Math.min(6, shown.length) }),
      fc.subarray(["600519.SH", "000858.SZ"], { minLength: 1 }),
    )
    .chain(([picked, codes]) =>
      fc.tuple(...codes.flatMap((code) => picked.map((metric) => claimOf(metric, code)))),
    );

/** Metrics that are shown for a company, by the skill's own freshness table. */
const shownMetrics = ({ definition }: LoadedSkill): readonly string[] =>
  Object.keys(definition.freshness ?? {});

for (const [name, skill] of skills) {
  const { card, definition } = skill;
  describe(`skill ${name}`, () => {
    test("SKILL.md follows the Agent Skills standard and says when to use the skill", () => {
      const text = readFileSync(join(folderOf(name), "SKILL.md"), "utf8");
      const [, front = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
      const keys = Object.keys(parse(front) as object);
      assert.deepEqual(
        keys.filter((key) => !standardKeys.has(key)),
        [],
      );
      assert.equal(card.name, name);
      assert.match(card.description, /\bfor\b/i, "the description says what it is for");
      assert.ok(card.description.length <= 1024);
      assert.match(body, /Inputs: /);
      assert.match(card.triggers.join(" "), /\p{Script=Han}/u);
      assert.match(card.triggers.join(" "), /[a-z]/i);
    });

    test("its examples come to it by the built-in router", () => {
      assert.ok(card.examples.length > 0);
      for (const text of card.examples) {
        const facts = { text, language: languageOf(text), now, session: [], cards };
        const { plan } = routeByRules(facts, directory);
        assert.deepEqual([...new Set(plan.actions.map((action) => action.skill))], [name], text);
      }
    });

    test("its input refuses unknown keys, and each key is described", () => {
      const { additionalProperties, properties } = inputOf(skill);
      assert.equal(additionalProperties, false);
      assert.equal(definition.input.safeParse({ no_such_key: 1 }).success, false);
      for (const [key, property] of Object.entries(properties)) assert.ok(property.description, key);
    });

    test("each metric has a unit that can be printed, words in both languages and a freshness", () => {
      for (const metric of new Set([...shownMetrics(skill), ...Object.keys(definition.metrics ?? {})])) {
        const known = metrics[metric];
        assert.ok(known !== undefined, `${metric} is registered`);
        for (const language of languages) {
          assert.ok(known[language][0], `${metric} has a word in ${language}`);
          assert.notEqual(formatValue(1, known.default_unit, { language }), "");
        }
        assert.ok(definition.freshness?.[metric] !== undefined, metric);
      }
    });

    test("its template uses every claim once, passes both walls, and needs nothing outside slots", () => {
      const { template } = definition;
      const shown = shownMetrics(skill);
      if (template === undefined || shown.length === 0) return;
      const names = directory.names();
      fc.assert(
        fc.property(fc.constantFrom(...languages), claimsOf(shown), (language, claims) => {
          const slots = claims.map((claim, at) => ({ slot: `c${at + 1}`, claim }));
          const text = template({ claims: slots, language });
          for (const { slot } of slots)
            assert.equal(text.split(`{{${slot}}}`).length, 2, `${slot} in ${text}`);
          const codes = new Set(claims.map(({ code }) => code ?? ""));
          const codesIn = (outside: string) =>
            directory.mentions(outside).flatMap(({ matches }) => matches.map(({ code }) => code));
          assert.deepEqual(firstWall({ text, language, codes, codesIn }), []);
          const filled = fillSlots(text, slots, { language, metrics, names });
          assert.ok(filled.ok);
          const asked = {
            lang: language,
            user_question: "",
            now,
            claims,
            prose: filled.text,
            names,
            metrics,
          };
          assert.deepEqual(guard(asked).problems, [], filled.text);
        }),
        { numRuns: 60 },
      );
    });

    for (const [what, script] of Object.entries(scripts)) {
      for (const [asked, values] of Object.entries(inputs)) {
        test(`${asked}, ${what}: the result is a value without a number`, async () => {
          const { context } = openSkillHarness("茅台", script);
          const result = await definition.run(inputWith(skill, values), context);
          checkResult(result);
          if (result.kind === "answer") assert.deepEqual(result.claims, []);
          assert.doesNotThrow(() => JSON.stringify(result));
        });
      }
    }

    test("its files import the contract, the schema library and their own folder only", () => {
      for (const file of readdirSync(folderOf(name)).filter((each) => each.endsWith(".ts"))) {
        const source = readFileSync(join(folderOf(name), file), "utf8");
        const imported = [...source.matchAll(/^(?:import|export)[^"]*from "([^"]+)"/gm)].map(
          ([, from]) => from,
        );
        const foreign = imported.filter((from) => !/^(?:#contract|zod|\.\/[\w./-]+)$/.test(from ?? ""));
        assert.deepEqual(foreign, [], file);
      }
    });
  });
}
