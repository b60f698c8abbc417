import assert from "node:assert/strict";
import { test } from "node:test";
import type { Routes } from "../../src/data/routing.ts";
import { eventQuestion } from "../../src/tools/events-question.ts";

test("an empty list names the sources that failed before the one that told it, and none behind it", async () => {
  const asked: (string | undefined)[] = [];
  const answer = {
    ok: true,
    rows: [[]],
    table: "dividend",
    adapter: "tushare",
    fetched_at: "2026-05-07T20:00:00+08:00",
    source: "tushare",
    fallback_from: [],
  } as const;
  const failed = {
    ok: false,
    error: { code: "SOURCE_DOWN", message: "none of them" },
    fallback_from: ["first: SOURCE_DOWN", "tushare: NO_DATA", "akshare: SOURCE_DOWN"],
  } as const;
  const ask = async ({ only }: { readonly only?: string }) => {
    asked.push(only);
    return only === undefined ? failed : answer;
  };
  const question = eventQuestion<readonly string[]>(
    { capability: "dividends", key: "600519.SH", call: () => undefined, isEmpty: (row) => row.length === 0 },
    { now: answer.fetched_at, signal: new AbortController().signal, excludeSources: [] },
  );
  const found = await question({ ask } as unknown as Routes);
  assert.deepEqual(asked, [undefined, "tushare"]);
  assert.ok(found.ok);
  assert.deepEqual([found.source, found.fallback_from], ["tushare", ["first: SOURCE_DOWN"]]);
});
