import assert from "node:assert/strict";
import { test } from "node:test";
import { type Claim, cardsBy, linesByCompany } from "#contract";

/** Claims of a company and a metric each, in slot order. */
const view = (...pairs: readonly (readonly [code: string, metric: string])[]) => ({
  claims: pairs.map(([code, metric], at) => ({
    slot: `c${at + 1}`,
    claim: { kind: "numeric", value: 1, metric, code, as_of: "2026-05-06" } as Claim,
  })),
});
const byMetric = (claim: Claim) => (claim.kind === "knowledge" ? "" : claim.metric);

test("cards of several lines stand apart, one line a key, whatever the order of the claims", () => {
  const two = view(["600519.SH", "pe"], ["000858.SZ", "pe"], ["600519.SH", "ma"], ["600519.SH", "pe"]);
  assert.equal(cardsBy(two, byMetric), "{{c1}},{{c4}}\n{{c3}}\n\n{{c2}}");
});

test("companies of one line each, and one company alone, have no empty lines", () => {
  assert.equal(cardsBy(view(["600519.SH", "pe"], ["000858.SZ", "pe"]), byMetric), "{{c1}}\n{{c2}}");
  assert.equal(cardsBy(view(["600519.SH", "pe"], ["600519.SH", "ma"]), byMetric), "{{c1}}\n{{c2}}");
});

test("a fact is a sentence and has a line of its own", () => {
  const fact = {
    kind: "knowledge",
    claim: "一句话。",
    cite: { kind: "competence", competence_id: "t-plus-one" },
  };
  const slots = [1, 2].map((at) => ({ slot: `c${at}`, claim: fact as Claim }));
  assert.equal(linesByCompany({ claims: slots }), "{{c1}}\n{{c2}}");
});
