import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Attempt,
  firstTier,
  type GateDecision,
  type GateProfile,
  gate,
  gateBudgets,
} from "../../src/pipeline/gate.ts";

const passed = (tier: Attempt["tier"]): Attempt => ({ tier, failures: [], verifiedShare: 1 });
const failed = (tier: Attempt["tier"], reason: Attempt["failures"][number], verifiedShare = 0): Attempt => ({
  tier,
  failures: [reason],
  verifiedShare,
});

interface Row {
  readonly name: string;
  readonly profile: GateProfile;
  readonly attempts: readonly Attempt[];
  readonly toolCalls?: number;
  readonly elapsedMs?: number;
  readonly want: GateDecision;
}

const rows: readonly Row[] = [
  {
    name: "verified claims stop",
    profile: "strict",
    attempts: [passed("small")],
    want: { action: "stop", why: "verified" },
  },
  {
    name: "strict: a stale value is asked for again, of other sources, on the large tier",
    profile: "strict",
    attempts: [failed("small", "stale")],
    want: { action: "escalate", tier: "large", enter: "execute" },
  },
  {
    name: "strict: a wrong company goes back to the router",
    profile: "strict",
    attempts: [failed("small", "code_mismatch")],
    want: { action: "escalate", tier: "large", enter: "route" },
  },
  {
    name: "strict: the second failure is told",
    profile: "strict",
    attempts: [failed("small", "stale"), failed("large", "stale")],
    want: { action: "stop", why: "exhausted" },
  },
  {
    name: "hrm: the small tier goes on while it improves",
    profile: "hrm",
    attempts: [failed("small", "stale", 0.2), failed("small", "stale", 0.5)],
    want: { action: "continue", tier: "small", enter: "execute" },
  },
  {
    name: "hrm: one attempt without improvement is borne",
    profile: "hrm",
    attempts: [failed("small", "stale", 0.5), failed("small", "stale", 0.5)],
    want: { action: "continue", tier: "small", enter: "execute" },
  },
  {
    name: "hrm: the small tier's attempts are limited",
    profile: "hrm",
    attempts: [failed("small", "stale", 0.1), failed("small", "stale", 0.2), failed("small", "stale", 0.3)],
    want: { action: "escalate", tier: "large", enter: "execute" },
  },
  {
    name: "hrm: the large tier is retried once",
    profile: "hrm",
    attempts: [failed("small", "stale"), failed("large", "stale")],
    want: { action: "continue", tier: "large", enter: "execute" },
  },
  {
    name: "fallback_only: a first failure on the large tier is retried there",
    profile: "fallback_only",
    attempts: [failed("large", "schema")],
    want: { action: "continue", tier: "large", enter: "route" },
  },
  {
    name: "time used up stops",
    profile: "strict",
    attempts: [failed("small", "stale")],
    elapsedMs: 60_000,
    want: { action: "stop", why: "budget" },
  },
  {
    name: "tool calls used up stop",
    profile: "strict",
    attempts: [failed("small", "stale")],
    toolCalls: 18,
    want: { action: "stop", why: "budget" },
  },
];

for (const { name, profile, attempts, toolCalls = 1, elapsedMs = 10, want } of rows) {
  test(name, () => {
    assert.deepEqual(gate({ attempts, toolCalls, elapsedMs }, gateBudgets[profile]), want);
  });
}

test("only fallback_only begins on the large tier", () => {
  assert.deepEqual((["strict", "hrm", "fallback_only"] as const).map(firstTier), ["small", "small", "large"]);
});
