import assert from "node:assert/strict";
import { test } from "node:test";
import { readFilters, unreadFilters, wholeFilters } from "../../src/admin/read-query.ts";
import type { TurnSearch } from "../../src/journal/search/search.ts";

const sizes: Readonly<Record<string, number>> = {
  "code:000001.SZ": 2,
  "code:000001.SH": 7,
  "code:000300.SH": 1,
  "sender:weixin:42": 3,
};
const ports = {
  codeOf: (name: string) => (name === "茅台" ? "600519.SH" : undefined),
  platforms: ["telegram", "weixin"],
  search: {
    sizeOf: async ({ dimension, value }) => sizes[`${dimension}:${value}`] ?? 0,
  } as Pick<TurnSearch, "sizeOf"> as TurnSearch,
};
const whole = (over: Readonly<Record<string, string>>) =>
  wholeFilters(
    readFilters((name) => over[name]),
    ports,
  );

test("a code is found however it is written, and alone means the stock before the index of its digits", async () => {
  for (const [code, meant] of [
    ["000001", "000001.SZ"],
    ["000300", "000300.SH"],
    ["920002", "920002.BJ"],
    ["000001.sh", "000001.SH"],
    ["sh000001", "000001.SH"],
    ["SZ.000001", "000001.SZ"],
    ["600519.SH", "600519.SH"],
    ["茅台", "600519.SH"],
    ["银行", "银行"],
    ["", ""],
  ] as const)
    assert.equal((await whole({ code })).code, meant);
});

test("a person's id alone is taken for the platform that knows them, a whole one as it stands", async () => {
  assert.equal((await whole({ sender: "42" })).sender, "weixin:42");
  assert.equal((await whole({ sender: "telegram:42" })).sender, "telegram:42");
  assert.equal((await whole({ sender: "42", platform: "telegram" })).sender, "telegram:42");
});

test("a filter that cannot be read is named, and what can be is not", () => {
  const unread = (over: Readonly<Record<string, string>>) => unreadFilters(readFilters((name) => over[name]));
  assert.deepEqual(unread({ state: "dead", from: "bad", to: "2026-13-45" }), ["state", "from", "to"]);
  assert.deepEqual(unread({ state: "undelivered", from: "2026-05-07T10:30", to: "2026-05-07" }), []);
  assert.deepEqual(unread({}), []);
});
