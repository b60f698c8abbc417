import assert from "node:assert/strict";
import { test } from "node:test";
import type { Claim, SlottedClaim } from "#contract";
import { baseMetrics } from "#language";
import { linkedProse } from "../../src/admin/html/linked-prose.ts";

const view = { language: "zh" as const, metrics: baseMetrics };

const claim = (value: number, metric: string, code = "600519.SH"): Claim => ({
  kind: "numeric",
  value,
  metric,
  code,
  as_of: "2026-05-06",
  cite: { kind: "tool", source: "sample", fetched_at: "2026-05-07T10:32:05+08:00", tool_call_id: "tc_1" },
});

const slotted = (...claims: Claim[]): SlottedClaim[] =>
  claims.map((each, at) => ({ slot: `c${at + 1}`, claim: each }));

/** Each link's slot and text, in order. */
const linksOf = (text: string, slots: readonly SlottedClaim[]) =>
  [...String(linkedProse(text, slots, view)).matchAll(/<a href="#(c\d+)">([^<]*)<\/a>/g)].map(
    ([, slot, shown]) => [slot, shown],
  );

test("every value is linked to its own claim, equal ones in their order", () => {
  const slots = slotted(claim(19.8, "pe_ttm"), claim(7.1, "pb"), claim(19.8, "pe_ttm", "000858.SZ"));
  const text = "甲 市盈率 19.80倍,市净率 7.10倍;乙 市盈率 19.80倍(sample, 2026-05-06)";
  assert.deepEqual(linksOf(text, slots), [
    ["c1", "19.80倍"],
    ["c2", "7.10倍"],
    ["c3", "19.80倍"],
  ]);
});

test("a value inside a longer number is not it, and one that is said twice is linked twice", () => {
  const slots = slotted(claim(1.5, "pe_ttm"));
  assert.deepEqual(linksOf("11.50倍 1.50倍", slots), [["c1", "1.50倍"]]);
  assert.deepEqual(linksOf("1.50倍,即 1.50倍", slots), [
    ["c1", "1.50倍"],
    ["c1", "1.50倍"],
  ]);
});

test("markup in a text stays text, linked or not", () => {
  const title: Claim = { ...claim(1, "title"), kind: "text", type: "title", value: '<b>公告</b>&"' } as Claim;
  const shown = String(linkedProse('《<b>公告</b>&"》<script>x</script>', slotted(title), view));
  assert.doesNotMatch(shown, /<b>|<script>/);
  assert.match(shown, /<a href="#c1">&lt;b&gt;公告&lt;\/b&gt;&amp;&quot;<\/a>/);
});
