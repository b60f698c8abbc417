import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import type { Claim } from "#contract";
import { AppError } from "#contract";
import { loadCompetences } from "../../src/load-extensions.ts";
import { verify } from "../../src/verify/verifier.ts";

const place = join(import.meta.dirname, "../../competences");
const facts = loadCompetences(place);
const now = "2026-11-21T12:00:00+08:00";
/** When the newest fact was read. */
const lastRead = "2026-11-23";

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Loads facts written as YAML, one file each. */
function load(...files: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "qm-facts-"));
  folders.push(folder);
  files.forEach((text, at) => {
    writeFileSync(join(folder, `f${at}.yaml`), text);
  });
  return loadCompetences(folder);
}

const fact = (changes: Readonly<Record<string, string | null>> = {}): string => {
  const fields = { id: "some-fact", source: "A document, named", as_of: '"2026-05-06"', ...changes };
  const lines = Object.entries(fields).flatMap(([key, value]) =>
    value === null ? [] : [`${key}: ${value}`],
  );
  return `- ${[...lines, "statement:", "  zh: 某个事实。", "  en: Some fact."].join("\n  ")}\n`;
};

const refused = (pattern: RegExp, ...files: readonly string[]) =>
  assert.throws(
    () => load(...files),
    (error) => error instanceof AppError && error.code === "CONFIG_INVALID" && pattern.test(error.message),
  );

test("every file of the folder is read", () => {
  const files = readdirSync(place).filter((name) => name.endsWith(".yaml"));
  assert.ok(files.length > 0);
  assert.ok(facts.size >= files.length);
});

for (const [id, { statement, source, as_of, expires_at }] of facts) {
  test(`${id} is stated in both languages, sourced and dated`, () => {
    assert.match(statement.zh, /\p{Script=Han}.*[。!?]$/su);
    assert.doesNotMatch(statement.en, /\p{Script=Han}/u);
    assert.match(statement.en, /\.$/);
    assert.ok(source.length >= 12, "the document is named exactly");
    assert.doesNotMatch(source, /\bissue \d+|\/issues\//, "what somebody reported somewhere is no rule");
    assert.ok(!Number.isNaN(Date.parse(as_of)) && as_of <= lastRead, as_of);
    if (expires_at !== undefined) assert.ok(Date.parse(expires_at) > Date.parse(as_of));
  });
}

describe("the loader", () => {
  test("takes a sound fact, with and without an end", () => {
    assert.equal(load(fact()).size, 1);
    const ending = load(fact({ expires_at: '"2027-01-01T00:00:00+08:00"' })).get("some-fact");
    assert.equal(ending?.expires_at, "2027-01-01T00:00:00+08:00");
  });

  test("refuses one id twice, in one file or in two", () => {
    refused(/registered twice/, fact() + fact());
    refused(/registered twice/, fact(), fact());
  });

  test("refuses a missing source, a bad date and an unknown key", () => {
    refused(/source/, fact({ source: null }));
    refused(/source/, fact({ source: '""' }));
    refused(/as_of/, fact({ as_of: '"last spring"' }));
    refused(/expires_at/, fact({ expires_at: '"2027-01-01"' }));
    refused(/f0\.yaml/, fact({ colour: "red" }));
    refused(/id/, fact({ id: "Some Fact" }));
  });
});

test("an expired fact stops being citable, one without an end stays", () => {
  const claim: Claim = {
    kind: "knowledge",
    claim: "某个事实。",
    cite: { kind: "competence", competence_id: "some-fact" },
  };
  const at = (competences: Readonly<Record<string, { expires_at?: string }>>) =>
    verify({ claims: [claim], trace: [], competences, staleness: { default: 0 }, now }).failures.map(
      ({ reason }) => reason,
    );
  assert.deepEqual(at({ "some-fact": {} }), []);
  assert.deepEqual(at({ "some-fact": { expires_at: "2026-11-21T12:00:01+08:00" } }), []);
  assert.deepEqual(at({ "some-fact": { expires_at: "2026-11-21T11:59:59+08:00" } }), ["competence_expired"]);
  assert.deepEqual(at({}), ["competence_unknown"]);
});
