import assert from "node:assert/strict";
import { test } from "node:test";
import { type VerifyInput, verify } from "../../src/verify/verifier.ts";

/** Edges of every check, written from the protocol's text alone: what passes (null) and the reason that must be given. */
const now = "2026-05-07T10:35:00+08:00";
const fetched_at = "2026-05-07T10:32:05+08:00";

const row = (change: object = {}) => ({
  tool_call_id: "tc_q",
  tool: "quote",
  args: { code: "600519.SH" },
  value: { price: 1801.23, "a/b": { "~1": 3 }, list: [{ price: 7 }], __own: 1 },
  source: "sina",
  table: "hq",
  served_by: "sina",
  fetched_at,
  ...change,
});
const cite = (change: object = {}) => ({
  kind: "tool",
  source: "sina",
  table: "hq",
  served_by: "sina",
  fetched_at,
  tool_call_id: "tc_q",
  path: "/price",
  ...change,
});
const claim = (change: object = {}, citeChange: object = {}) => ({
  kind: "numeric",
  value: 1801.23,
  metric: "price",
  code: "600519.SH",
  unit: "CNY",
  as_of: fetched_at,
  cite: cite(citeChange),
  ...change,
});
const input = (change: Partial<VerifyInput> = {}): VerifyInput => ({
  claims: [claim()],
  trace: [row()],
  competences: {
    live: { expires_at: "2026-05-07T10:35:00+08:00" },
    gone: { expires_at: "2026-05-07T10:34:59+08:00" },
  },
  staleness: { price: 900, close: 600_000, default: 86_400 },
  now,
  ...change,
});
const one = (change: object, citeChange: object = {}, more: Partial<VerifyInput> = {}) =>
  input({ claims: [claim(change, citeChange)], ...more });
const traced = (change: object, more: object = {}, citeChange: object = {}) =>
  one(more, citeChange, { trace: [row(change)] });

const daily = {
  value: [
    { date: "20260505", close: 10 },
    { date: "2026-05-06", close: 11 },
  ],
};
const closeOf = (value: number, at: number, as_of: string) =>
  traced(daily, { metric: "close", value, as_of }, { path: `/${at}/close` });

const computed = (change: object, rest: readonly object[] = [row()]) =>
  one(
    { value: 2, metric: "ratio" },
    { tool_call_id: "tc_c", source: "computed", table: undefined, served_by: "computed", path: "/ratio" },
    {
      trace: [
        ...rest,
        row({
          tool_call_id: "tc_c",
          source: "computed",
          served_by: "computed",
          value: { ratio: 2 },
          derived_from: [{ tool_call_id: "tc_q", path: "/price" }],
          ...change,
        }),
      ],
    },
  );
const loop = (id: string, to: string) =>
  row({ tool_call_id: id, derived_from: [{ tool_call_id: to, path: "/price" }] });
const knowledge = (competence_id: unknown, change: object = {}) =>
  input({
    claims: [{ kind: "knowledge", claim: "T+1", cite: { kind: "competence", competence_id }, ...change }],
  });

const cases: readonly (readonly [name: string, input: VerifyInput, reason: string | null])[] = [
  ["a value 0.9e-9 away", one({ value: 1801.23 + 9e-10 }), null],
  ["a value 2e-9 away", one({ value: 1801.23 + 2e-9 }), "value_mismatch"],
  [
    "a large amount one cent off",
    traced({ value: { price: 1e12 } }, { value: 1e12 + 0.01 }),
    "value_mismatch",
  ],
  ["zero for minus zero", traced({ value: { price: -0 } }, { value: 0 }), null],
  ["the opposite sign", traced({ value: { price: -1801.23 } }), "value_mismatch"],
  ["a claim of NaN", one({ value: Number.NaN }), "schema"],
  ["a claim of infinity", one({ value: Number.POSITIVE_INFINITY }), "schema"],
  ["a traced NaN", traced({ value: { price: Number.NaN } }), "value_mismatch"],
  ["a traced infinity", traced({ value: { price: Number.POSITIVE_INFINITY } }), "value_mismatch"],
  ["a number traced as text", traced({ value: { price: "1801.23" } }), "value_mismatch"],
  ["a number claimed as text", one({ value: "1801.23" }), "schema"],
  ["a traced null", traced({ value: { price: null } }), "value_mismatch"],
  ["a traced true for one", traced({ value: { price: true } }, { value: 1 }), "value_mismatch"],
  ["a boxed list of one", traced({ value: { price: [1801.23] } }), "value_mismatch"],
  ["a failed call that holds a value", traced({ error: { code: "NO_DATA" } }), "value_mismatch"],
  ["a prototype key as path", one({ metric: "constructor" }, { path: "/constructor" }), "path_unresolved"],
  ["__proto__ as path", one({ metric: "__proto__" }, { path: "/__proto__" }), "path_unresolved"],
  ["the length of a list", one({ metric: "length", value: 1 }, { path: "/list/length" }), "path_unresolved"],
  ["an index with a leading zero", one({ value: 7 }, { path: "/list/00/price" }), "path_unresolved"],
  ["the index - of a list", one({ value: 7 }, { path: "/list/-/price" }), "path_unresolved"],
  ["an index past the end", one({ value: 7 }, { path: "/list/1/price" }), "path_unresolved"],
  ["a pointer without its slash", one({}, { path: "price" }), "path_unresolved"],
  ["a pointer with a lone tilde", one({ metric: "~1", value: 3 }, { path: "/a~1b/~" }), "path_unresolved"],
  ["an escaped slash and tilde", one({ metric: "~1", value: 3 }, { path: "/a~1b/~01" }), null],
  ["a pointer with an empty last token", one({}, { path: "/price/" }), "path_unresolved"],
  ["the metric of another key", one({ metric: "close" }), "metric_mismatch"],
  ["a metric in other letters", one({ metric: "Price" }), "metric_mismatch"],
  [
    "a scalar that args.field names",
    traced({ value: 1801.23, args: { code: "600519", field: "price" } }, {}, { path: undefined }),
    null,
  ],
  ["a scalar that nothing names", traced({ value: 1801.23 }, {}, { path: undefined }), "metric_mismatch"],
  [
    "a scalar of another field",
    traced({ value: 1801.23, args: { code: "600519", field: "open" } }, {}, { path: "" }),
    "metric_mismatch",
  ],
  ["the bare code", one({ code: "600519" }), null],
  ["the code of the other exchange", one({ code: "600519.SZ" }), "code_mismatch"],
  [
    "the index of the same digits",
    traced({ args: { code: "000001.SZ" } }, { code: "000001.SH" }),
    "code_mismatch",
  ],
  ["no code where the call has one", one({ code: null }), "code_mismatch"],
  ["a code where the call has none", traced({ args: {} }), "code_mismatch"],
  [
    "the code token of the path before args",
    traced(
      { value: { "000858.SZ": { price: 1801.23 } } },
      { code: "600519.SH" },
      { path: "/000858.SZ/price" },
    ),
    "code_mismatch",
  ],
  [
    "the code of the row itself",
    traced({ args: {}, value: [{ code: "600519", price: 1801.23 }] }, {}, { path: "/0/price" }),
    null,
  ],
  [
    "another row of the same list",
    traced({ args: {}, value: [{ code: "000858", price: 1801.23 }] }, {}, { path: "/0/price" }),
    "code_mismatch",
  ],
  ["a source in other letters", one({}, { source: "Sina" }), "source_mismatch"],
  ["another table", one({}, { table: "hq2" }), "source_mismatch"],
  ["another server", one({}, { served_by: "tencent" }), "source_mismatch"],
  ["a table where the trace has none", traced({ table: undefined }), "source_mismatch"],
  ["a fetch one second off", one({}, { fetched_at: "2026-05-07T10:32:06+08:00" }), "source_mismatch"],
  ["the same fetch in UTC", one({}, { fetched_at: "2026-05-07T02:32:05Z" }), null],
  ["a fetch without offset", one({}, { fetched_at: "2026-05-07T10:32:05" }), "schema"],
  ["the row's compact date", closeOf(10, 0, "2026-05-05"), null],
  ["the date of the row beside it", closeOf(10, 0, "2026-05-06"), "as_of_mismatch"],
  ["an instant of the row's day", closeOf(11, 1, "2026-05-06T23:59:59+08:00"), null],
  ["an instant whose Shanghai day is the next", closeOf(11, 1, "2026-05-06T16:00:00Z"), "as_of_mismatch"],
  ["a day that the calendar lacks", one({ as_of: "2026-02-29" }), "schema"],
  [
    "an as_of after now",
    traced({ as_of: undefined }, { as_of: "2026-05-07T10:35:01+08:00" }),
    "future_as_of",
  ],
  ["an as_of after the fetch, before now", one({ as_of: "2026-05-07T10:32:06+08:00" }), "future_as_of"],
  ["tomorrow's date", one({ as_of: "2026-05-08" }), "future_as_of"],
  ["an age of exactly the budget", one({}, {}, { now: "2026-05-07T10:47:05+08:00" }), null],
  ["one second past the budget", one({}, {}, { now: "2026-05-07T10:47:06+08:00" }), "stale"],
  ["a fresh fetch of an old price", one({ as_of: "2026-05-07T09:31:00+08:00" }), "stale"],
  [
    "a metric named like a prototype key takes the default budget",
    traced({ value: { toString: 5 } }, { metric: "toString", value: 5 }, { path: "/toString" }),
    null,
  ],
  ["no budget at all", one({}, {}, { staleness: {} as VerifyInput["staleness"] }), "stale"],
  ["an id that no call has", one({}, { tool_call_id: "tc_x" }), "ghost_tool_call"],
  ["an id named like a prototype key", one({}, { tool_call_id: "__proto__" }), "ghost_tool_call"],
  ["an id with a blank", one({}, { tool_call_id: "tc_q " }), "ghost_tool_call"],
  ["an id twice, both rows equal", input({ trace: [row(), row()] }), "duplicate_id"],
  ["no cite", input({ claims: [{ ...claim(), cite: undefined }] }), "missing_cite"],
  ["a kind that does not exist", one({ kind: "forecast" }), "unknown_kind"],
  [
    "a number with the cite of a fact",
    input({ claims: [{ ...claim(), cite: { kind: "competence", competence_id: "live" } }] }),
    "schema",
  ],
  ["a fact in its last second", knowledge("live"), null],
  ["a fact one second past its time", knowledge("gone"), "competence_expired"],
  ["a fact that is not registered", knowledge("new"), "competence_unknown"],
  ["a fact named like a prototype key", knowledge("hasOwnProperty"), "competence_unknown"],
  ["a value computed from a fresh price", computed({}), null],
  ["computed from no input", computed({ derived_from: [] }), "ghost_tool_call"],
  [
    "computed from a call that is not there",
    computed({ derived_from: [{ tool_call_id: "tc_z" }] }),
    "ghost_tool_call",
  ],
  ["computed from an id that stands twice", computed({}, [row(), row()]), "duplicate_id"],
  [
    "computed from a path that is not there",
    computed({ derived_from: [{ tool_call_id: "tc_q", path: "/open" }] }),
    "path_unresolved",
  ],
  [
    "computed from itself",
    computed({ derived_from: [{ tool_call_id: "tc_c", path: "/ratio" }] }),
    "ghost_tool_call",
  ],
  [
    "computed from two that rest on each other",
    computed({ derived_from: [{ tool_call_id: "tc_a", path: "/price" }] }, [
      loop("tc_a", "tc_b"),
      loop("tc_b", "tc_a"),
    ]),
    "ghost_tool_call",
  ],
  ["computed from an old price", computed({}, [row({ as_of: "2026-05-06T10:00:00+08:00" })]), "stale"],
  ["computed from a failed call", computed({}, [row({ error: { code: "NET_TIMEOUT" } })]), "value_mismatch"],
  ["now without offset", one({}, {}, { now: "2026-05-07T10:35:00" }), "schema"],
  ["a claim that is a list", input({ claims: [[claim()]] }), "schema"],
];

for (const [name, given, reason] of cases)
  test(`verifier: ${name} → ${reason ?? "passes"}`, () => {
    const verdict = verify(given);
    assert.deepEqual(
      verdict.failures.map((each) => each.reason),
      reason === null ? [] : [reason],
    );
    assert.equal(verdict.ok, reason === null);
  });
