import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { FailureReason } from "#contract";
import { type VerifyInput, verify } from "../../src/verify/verifier.ts";

const fetched = "2026-05-07T10:32:05+08:00";
const cite = {
  kind: "tool",
  source: "akshare",
  table: "spot",
  fetched_at: fetched,
  tool_call_id: "tc_1",
  served_by: "akshare",
  path: "/current_price",
};
const claim = {
  kind: "numeric",
  value: 1801.23,
  metric: "current_price",
  code: "600519.SH",
  as_of: fetched,
  cite,
};
const row = {
  tool_call_id: "tc_1",
  tool: "get_price",
  args: { code: "600519.SH" },
  value: { current_price: 1801.23, open: 1790, "a/b": { "m~n": 7.5 }, bids: [{ p: 1801.2 }] },
  source: "akshare",
  table: "spot",
  served_by: "akshare",
  fetched_at: fetched,
};
const base: VerifyInput = {
  claims: [claim],
  trace: [row],
  competences: {
    rules: {},
    old: { expires_at: "2025-06-30T23:59:59+08:00" },
    today: { expires_at: "2026-05-07" },
  },
  staleness: { current_price: 900, close: 518_400, default: 86_400 },
  now: "2026-05-07T10:35:00+08:00",
};

const withClaim = (change: object, input: Partial<VerifyInput> = {}): VerifyInput => ({
  ...base,
  ...input,
  claims: [{ ...claim, ...change }],
});
const withCite = (change: object, claimChange: object = {}, input: Partial<VerifyInput> = {}) =>
  withClaim({ ...claimChange, cite: { ...cite, ...change } }, input);
const rows = (change: object) => ({ trace: [{ ...row, ...change }] });
const history = {
  trace: [
    {
      ...row,
      value: [
        { date: "2026-05-05", close: 1780 },
        { date: "20260506", close: 1796.5 },
      ],
    },
  ],
};
const scalar = rows({ value: 1801.23, args: { code: "600519", field: "current_price" } });

const accepted: readonly (readonly [name: string, input: VerifyInput])[] = [
  ["an exact match", base],
  ["no claims at all", { ...base, claims: [] }],
  ["a difference within 1e-9", withClaim({ value: 1801.23 + 9e-10 })],
  ["a bare code beside a suffixed one", withClaim({ code: "600519" })],
  ["a bare scalar that args.field names", withCite({ path: undefined }, {}, scalar)],
  ["a table and server left unsaid", withCite({ table: undefined, served_by: undefined })],
  ["the same instant in another offset", withClaim({ as_of: "2026-05-07T02:32:05Z" })],
  ["today's date before the close", withClaim({ as_of: "2026-05-07" })],
  ["an escaped pointer", withCite({ path: "/a~1b/m~0n" }, { metric: "m~n", value: 7.5 })],
  [
    "a row's own date",
    withCite({ path: "/1/close" }, { metric: "close", value: 1796.5, as_of: "2026-05-06" }, history),
  ],
  [
    "a code that keys the value",
    withCite(
      { path: "/000858/current_price" },
      { value: 138.5, code: "000858.SZ" },
      rows({ value: { "000858": { current_price: 138.5 } } }),
    ),
  ],
  [
    "a text equal to the traced one",
    withCite(
      { path: "/title" },
      { kind: "text", type: "title", metric: "title", value: "年报" },
      rows({ value: { title: "年报" } }),
    ),
  ],
  [
    "a registered fact",
    {
      ...base,
      claims: [{ kind: "knowledge", claim: "T+1", cite: { kind: "competence", competence_id: "rules" } }],
    },
  ],
  [
    "a fact on its last day",
    {
      ...base,
      claims: [{ kind: "knowledge", claim: "T+1", cite: { kind: "competence", competence_id: "today" } }],
    },
  ],
];
for (const [name, input] of accepted)
  test(`accepts ${name}`, () => assert.deepEqual(verify(input), { ok: true, failures: [] }));

const refused: readonly (readonly [reason: FailureReason, name: string, input: VerifyInput])[] = [
  ["schema", "a claim that is a list", { ...base, claims: [[]] }],
  ["schema", "NaN", withClaim({ value: Number.NaN })],
  ["schema", "a number in quotes", withClaim({ value: "1801.23" })],
  ["schema", "a time without offset", withClaim({ as_of: "2026-05-07T10:32:05" })],
  ["schema", "a day that no calendar has", withClaim({ as_of: "2026-02-30" })],
  ["schema", "a path that is no string", withCite({ path: 5 })],
  [
    "schema",
    "a number that cites a competence",
    withClaim({ cite: { kind: "competence", competence_id: "rules" } }),
  ],
  ["missing_cite", "no cite", withClaim({ cite: undefined })],
  ["unknown_kind", "a cite of another kind", withCite({ kind: "web" })],
  ["unknown_kind", "a claim of another kind", withClaim({ kind: "guess" })],
  ["ghost_tool_call", "an unknown call", withCite({ tool_call_id: "tc_9" })],
  ["ghost_tool_call", "__proto__ as an id", withCite({ tool_call_id: "__proto__" })],
  ["duplicate_id", "two rows of one id", { ...base, trace: [row, row] }],
  ["path_unresolved", "a missing key", withCite({ path: "/last" })],
  ["path_unresolved", "an inherited key", withCite({ path: "/constructor" })],
  ["path_unresolved", "a length", withCite({ path: "/bids/length" })],
  ["path_unresolved", "a leading zero", withCite({ path: "/bids/00/p" })],
  ["path_unresolved", "a bad escape", withCite({ path: "/a~2b" })],
  ["value_mismatch", "another value", withClaim({ value: 1801.24 })],
  ["value_mismatch", "a difference above 1e-9", withClaim({ value: 1801.23 + 2e-9 })],
  [
    "value_mismatch",
    "a large amount off by one",
    withClaim({ value: 3e11 + 1 }, rows({ value: { current_price: 3e11 } })),
  ],
  ["value_mismatch", "a list", withCite({ path: "/bids" })],
  ["value_mismatch", "a failed call", withClaim({}, rows({ error: { code: "STALE", message: "" } }))],
  ["metric_mismatch", "another metric's place", withCite({ path: "/open" }, { value: 1790 })],
  ["code_mismatch", "another company", withClaim({ code: "000858.SZ" })],
  ["code_mismatch", "another exchange", withClaim({ code: "600519.SZ" })],
  [
    "code_mismatch",
    "another company's row",
    withCite(
      { path: "/000858/current_price" },
      { value: 138.5 },
      rows({ value: { "000858": { current_price: 138.5 } } }),
    ),
  ],
  ["source_mismatch", "another source", withCite({ source: "tushare" })],
  ["source_mismatch", "another table", withCite({ table: "daily" })],
  ["source_mismatch", "another server", withCite({ served_by: "tushare" })],
  ["source_mismatch", "another fetch", withCite({ fetched_at: "2026-05-07T10:32:06+08:00" })],
  [
    "as_of_mismatch",
    "another day's row",
    withCite({ path: "/0/close" }, { metric: "close", value: 1780, as_of: "2026-05-06" }, history),
  ],
  [
    "as_of_mismatch",
    "not the call's as_of",
    withClaim({ as_of: "2026-05-07T10:30:00+08:00" }, rows({ as_of: fetched })),
  ],
  ["future_as_of", "tomorrow", withClaim({ as_of: "2026-05-08" })],
  ["future_as_of", "later than the fetch", withClaim({ as_of: "2026-05-07T10:33:00+08:00" })],
  ["stale", "past the budget although fetched just now", withClaim({ as_of: "2026-05-07T10:19:59+08:00" })],
  ["stale", "no budget that says otherwise", { ...base, staleness: {} as VerifyInput["staleness"] }],
  [
    "competence_unknown",
    "an unregistered fact",
    {
      ...base,
      claims: [{ kind: "knowledge", claim: "x", cite: { kind: "competence", competence_id: "toString" } }],
    },
  ],
  [
    "competence_expired",
    "a fact past its time",
    {
      ...base,
      claims: [{ kind: "knowledge", claim: "x", cite: { kind: "competence", competence_id: "old" } }],
    },
  ],
];
for (const [reason, name, input] of refused)
  test(`refuses ${name}: ${reason}`, () =>
    assert.deepEqual(
      verify(input).failures.map((failure) => failure.reason),
      [reason],
    ));

/** A computed row over `tc_1`. */
const computed = (change: object = {}) => ({
  tool_call_id: "tc_2",
  tool: "calculate",
  args: { code: "600519.SH", op: "subtract" },
  value: { gap: 11.23 },
  source: "computed",
  served_by: "computed",
  fetched_at: fetched,
  derived_from: [
    { tool_call_id: "tc_1", path: "/current_price" },
    { tool_call_id: "tc_1", path: "/open" },
  ],
  ...change,
});
const gap = (trace: readonly object[]): VerifyInput => ({
  ...base,
  claims: [
    {
      ...claim,
      metric: "gap",
      value: 11.23,
      cite: {
        ...cite,
        source: "computed",
        table: undefined,
        served_by: "computed",
        tool_call_id: "tc_2",
        path: "/gap",
      },
    },
  ],
  trace,
});
const reasonOf = (input: VerifyInput) => verify(input).failures[0]?.reason;

test("a computed value stands on traced, fresh inputs", () =>
  assert.equal(verify(gap([row, computed()])).ok, true));
test("a number laundered through a computation without inputs is refused", () =>
  assert.equal(reasonOf(gap([row, computed({ derived_from: [] })])), "ghost_tool_call"));
test("a computed value whose input is not traced is refused", () =>
  assert.equal(
    reasonOf(gap([row, computed({ derived_from: [{ tool_call_id: "tc_7" }] })])),
    "ghost_tool_call",
  ));
test("a computed value that rests on itself is refused", () =>
  assert.equal(
    reasonOf(gap([row, computed({ derived_from: [{ tool_call_id: "tc_2", path: "/gap" }] })])),
    "ghost_tool_call",
  ));
test("a computed value is as old as its oldest input", () => {
  const old = { ...row, as_of: "2026-05-01", fetched_at: "2026-05-01T15:05:00+08:00" };
  assert.equal(reasonOf(gap([old, computed()])), "stale");
});
test("an input at a path that leads nowhere is refused", () =>
  assert.equal(
    reasonOf(gap([row, computed({ derived_from: [{ tool_call_id: "tc_1", path: "/x" }] })])),
    "path_unresolved",
  ));
test("a deep chain of inputs ends in a refusal, not in the call stack", () => {
  const chain = Array.from({ length: 5000 }, (_, i) =>
    computed({ tool_call_id: `tc_${i + 2}`, derived_from: [{ tool_call_id: `tc_${i + 3}`, path: "/gap" }] }),
  );
  assert.equal(reasonOf(gap([row, ...chain])), "ghost_tool_call");
});

test("each failing claim is reported once, by its index", () => {
  const { failures } = verify({ ...base, claims: [claim, { ...claim, value: 1 }, null, claim] });
  assert.deepEqual(
    failures.map(({ claim_index, reason }) => [claim_index, reason]),
    [
      [1, "value_mismatch"],
      [2, "schema"],
    ],
  );
});

const seed = Number(process.env.SEED ?? 20261121);
const anything = fc.oneof(
  fc.anything(),
  fc.constantFrom("__proto__", Number.NaN, "/", "~", "tc_1", "2026-05-07", claim, row),
);
const shuffled = (shape: object) =>
  fc.record(
    Object.fromEntries(
      Object.keys(shape).map((key) => [
        key,
        fc.oneof(
          { weight: 4, arbitrary: fc.constant(Reflect.get(shape, key)) },
          { weight: 1, arbitrary: anything },
        ),
      ]),
    ),
  );

test(`property: nothing makes it throw, and what is altered in value never passes (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(shuffled(claim), anything), { maxLength: 3 }),
      fc.array(fc.oneof(shuffled(row), anything), { maxLength: 3 }),
      (claims, trace) => {
        const verdict = verify({ ...base, claims, trace });
        assert.equal(verdict.ok, verdict.failures.length === 0);
        assert.ok(verdict.failures.every(({ claim_index }) => claim_index < claims.length));
      },
    ),
    { seed, numRuns: 500 },
  );
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (value) => {
      assert.equal(verify(withClaim({ value })).ok, Math.abs(value - 1801.23) <= 1e-9);
    }),
    { seed },
  );
});
