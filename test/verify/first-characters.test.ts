import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { lexiconOf } from "../../src/verify/guard/lexicon/lexicon.ts";
import { readAmount } from "../../src/verify/guard/tokens/readers/amounts.ts";
import { readDated } from "../../src/verify/guard/tokens/readers/dated-tokens.ts";
import { readers, type Start, startAt } from "../../src/verify/guard/tokens/readers/first-characters.ts";
import { readCount, readParameter } from "../../src/verify/guard/tokens/readers/marks.ts";
import { type Cursor, readCode } from "../../src/verify/guard/tokens/readers/word-readers.ts";
import { scan } from "../../src/verify/guard/tokens/scan.ts";
import { normalise } from "../../src/verify/guard/tokens/text/normalise.ts";
import type { Token } from "../../src/verify/guard/tokens/token.ts";

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
const { names, metrics, wide } = JSON.parse(read("written-registry.json"));
const lexicon = lexiconOf(names, { ...metrics, ...wide });

interface Scene {
  readonly sound: readonly string[];
  readonly unsound: readonly string[];
}

/** Right texts and wrong ones. */
const texts = read("written.jsonl")
  .trimEnd()
  .split("\n")
  .flatMap((line) => {
    const { sound, unsound }: Scene = JSON.parse(line);
    return [...sound, ...unsound];
  });

type Reader = (cursor: Cursor, at: number) => Token | null;
const varied: readonly (readonly [kind: Exclude<keyof Start, "readers" | "varied">, read: Reader])[] = [
  ["dated", readDated],
  ["parameter", ({ lower }, at) => readParameter(lower, at)],
  ["count", ({ lower }, at) => readCount(lower, at)],
  ["code", readCode],
  ["numeral", ({ lower }, at) => readAmount(lower, at, false)],
];

/** What a reader that is kept out by its first characters would have read at the place where the scan stands. */
function missedAt(cursor: Cursor, at: number): readonly string[] {
  const start = startAt(cursor.lower.charCodeAt(at));
  const kept = [
    ...readers.filter(([, each]) => !start.readers.includes(each)).map(([, each]) => each),
    ...varied.filter(([kind]) => !start[kind]).map(([, each]) => each),
  ];
  return kept.flatMap((each) => {
    const found = each(cursor, at);
    return found === null ? [] : [`${cursor.lower.slice(at, found.end)}: ${found.kind} ${found.op}`];
  });
}

test("no reader's first characters keep it from what it would read", () => {
  const missed = new Set<string>();
  for (const text of texts) {
    const lower = normalise(text).text.toLowerCase();
    const input = {
      lower,
      lexicon,
      masks: [],
      claimSources: new Set(["akshare", "tushare"]),
      tables: new Set<string>(),
    };
    const cursor: Cursor = { ...input, tokens: [], mask: 0 };
    for (const each of scan(input)) {
      for (const one of missedAt(cursor, each.start)) missed.add(one);
      cursor.tokens.push(each);
    }
  }
  assert.deepEqual([...missed], []);
});
