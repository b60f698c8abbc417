/**
 * The Verifier: deterministic, no I/O, no model. It compares claims with the trace that is said to hold them and
 * trusts neither. The checks run in the order of `failureReasons`; a claim's first failure is reported.
 */
import type { ClaimFailure, StalenessBudgets, ToolCall, Verdict } from "#contract";
import { type Fault, fault, shapeClaim, type ValueClaim } from "./claim-shape.ts";
import { createDerivations, type Freshness } from "./derivation.ts";
import { isAfter, type Moment, readMoment, sameMoment } from "./moment.ts";
import { isObject, type Resolution, resolvePointer } from "./pointer.ts";
import { sameCode } from "./security-code.ts";
import { indexTrace, type TraceIndex, type TraceRow } from "./trace-index.ts";
import { tracedCode, tracedDate, tracedMetric, tracedQualifier } from "./traced-value.ts";

export interface VerifyInput {
  readonly claims: readonly unknown[];
  /** Rows of a shape other than the contract's are tolerated; they verify nothing. */
  readonly trace: readonly (ToolCall | unknown)[];
  readonly competences: Readonly<Record<string, { readonly expires_at?: string }>>;
  /** Seconds by metric. */
  readonly staleness: StalenessBudgets;
  /** ISO 8601 with offset. */
  readonly now: string;
}

/** Absolute, so that a large amount has no larger slack. */
const tolerance = 1e-9;

interface Bench {
  readonly trace: TraceIndex;
  readonly freshness: Freshness;
  readonly derivations: ReturnType<typeof createDerivations>;
  readonly competences: Readonly<Record<string, unknown>>;
}

function budgetOf(staleness: unknown, metric: string): number {
  if (!isObject(staleness)) return -1;
  const own = Object.hasOwn(staleness, metric) ? staleness[metric] : undefined;
  const budget = typeof own === "number" ? own : staleness.default;
  // No budget, no freshness: fails closed.
  return typeof budget === "number" && !Number.isNaN(budget) ? budget : -1;
}

function valueFault(claim: ValueClaim, row: TraceRow, at: Resolution): Fault | null {
  if (row.error !== undefined && row.error !== null)
    return fault("value_mismatch", "the cited call failed and holds no value");
  const traced = at.value;
  if (claim.kind === "text")
    return traced === claim.value ? null : fault("value_mismatch", "the text is not the traced one");
  if (typeof traced !== "number" || !Number.isFinite(traced) || typeof claim.value !== "number")
    return fault("value_mismatch", "the trace holds no finite number there");
  return Math.abs(traced - claim.value) <= tolerance
    ? null
    : fault("value_mismatch", "the value is not the traced one");
}

function metricFault(claim: ValueClaim, row: TraceRow, at: Resolution): Fault | null {
  const metric = tracedMetric(row, at);
  if (metric !== claim.metric)
    return fault("metric_mismatch", `the trace names ${metric ?? "no metric"}, not ${claim.metric}`);
  const adjust = tracedQualifier(row, at, "adjust");
  return claim.adjust !== undefined && adjust !== null && adjust !== claim.adjust
    ? fault("metric_mismatch", "the price adjustment is not the traced one")
    : null;
}

/** A computed row without a code of its own speaks of the security that all its inputs speak of. */
function codeOf(row: TraceRow, at: Resolution, trace: TraceIndex): string | null {
  const own = tracedCode(row, at);
  if (own !== null || !Array.isArray(row.derived_from)) return own;
  const codes = row.derived_from.map((reference: unknown) => {
    const id = isObject(reference) ? reference.tool_call_id : reference;
    const path = isObject(reference) && typeof reference.path === "string" ? reference.path : "";
    const input = typeof id === "string" ? trace.find(id) : "ghost_tool_call";
    const place = typeof input === "string" ? null : resolvePointer(input.value, path);
    return typeof input === "string" || place === null ? null : tracedCode(input, place);
  });
  const [first] = codes;
  return typeof first === "string" && codes.every((code) => code !== null && sameCode(code, first))
    ? first
    : null;
}

function codeFault(claim: ValueClaim, row: TraceRow, at: Resolution, trace: TraceIndex): Fault | null {
  const code = codeOf(row, at, trace);
  const equal = code === null || claim.code === null ? code === claim.code : sameCode(code, claim.code);
  return equal ? null : fault("code_mismatch", `the value belongs to ${code ?? "no security"}`);
}

function sourceFault(claim: ValueClaim, row: TraceRow): Fault | null {
  const { cite } = claim;
  const fetchedAt = readMoment(row.fetched_at);
  if (cite.source !== row.source) return fault("source_mismatch", "source is not the trace's");
  if (cite.table !== undefined && cite.table !== row.table)
    return fault("source_mismatch", "table is not the trace's");
  if (cite.servedBy !== undefined && cite.servedBy !== row.served_by)
    return fault("source_mismatch", "served_by is not the trace's");
  if (
    fetchedAt === null ||
    fetchedAt.ms !== cite.fetchedAt.ms ||
    fetchedAt.dateOnly !== cite.fetchedAt.dateOnly
  )
    return fault("source_mismatch", "fetched_at is not the trace's");
  return null;
}

function dateFault(claim: ValueClaim, row: TraceRow, at: Resolution): Fault | null {
  const own = tracedDate(row, at);
  if (own !== null && !sameMoment(own, claim.asOf))
    return fault("as_of_mismatch", "as_of is not the date of the traced row");
  const period = tracedQualifier(row, at, "period");
  return claim.period !== undefined && period !== null && period !== claim.period
    ? fault("as_of_mismatch", "the report period is not the traced one")
    : null;
}

function freshnessFault(claim: ValueClaim, oldestInput: Moment | null, { now, budgetSeconds }: Freshness) {
  if (isAfter(claim.asOf, now)) return fault("future_as_of", "as_of lies after now");
  if (isAfter(claim.asOf, claim.cite.fetchedAt)) return fault("future_as_of", "as_of lies after fetched_at");
  const oldestMs = Math.min(claim.asOf.ms, oldestInput?.ms ?? claim.asOf.ms);
  const ageSeconds = (now.ms - oldestMs) / 1000;
  const budget = budgetSeconds(claim.metric);
  return ageSeconds <= budget ? null : fault("stale", `${Math.round(ageSeconds)} s old, budget ${budget} s`);
}

function checkValue(claim: ValueClaim, bench: Bench): Fault | null {
  const row = bench.trace.find(claim.cite.toolCallId);
  if (row === "ghost_tool_call") return fault(row, "no traced call has this id");
  if (row === "duplicate_id") return fault(row, "several traced calls have this id");
  const at = resolvePointer(row.value, claim.cite.path ?? "");
  if (at === null) return fault("path_unresolved", "the path leads nowhere in the traced value");
  const inputs = bench.derivations.of(row);
  return (
    valueFault(claim, row, at) ??
    metricFault(claim, row, at) ??
    codeFault(claim, row, at, bench.trace) ??
    sourceFault(claim, row) ??
    dateFault(claim, row, at) ??
    ("fault" in inputs ? inputs.fault : freshnessFault(claim, inputs.oldest, bench.freshness))
  );
}

function checkCompetence(id: string, bench: Bench): Fault | null {
  const entry = Object.hasOwn(bench.competences, id) ? bench.competences[id] : undefined;
  if (!isObject(entry)) return fault("competence_unknown", "no such competence is registered");
  const expiresAt = entry.expires_at;
  if (expiresAt === undefined || expiresAt === null) return null;
  const expires = readMoment(expiresAt);
  return expires === null || isAfter(bench.freshness.now, expires)
    ? fault("competence_expired", "the competence is past its time")
    : null;
}

/** Judges every claim; linear in claims and trace; never throws, whatever the claims and rows hold. */
export function verify(input: VerifyInput): Verdict {
  const claims = Array.isArray(input.claims) ? input.claims : [input.claims];
  const trace = indexTrace(Array.isArray(input.trace) ? input.trace : []);
  const now = readMoment(input.now);
  const failures: ClaimFailure[] = [];
  const competences = isObject(input.competences) ? input.competences : {};
  const freshness = {
    now: now ?? { ms: Number.NaN, day: Number.NaN, dateOnly: false },
    budgetSeconds: (metric: string) => budgetOf(input.staleness, metric),
  };
  const bench = { trace, freshness, competences, derivations: createDerivations(trace, freshness) };
  for (const [claim_index, claim] of claims.entries()) {
    const shaped =
      now === null ? { ok: false as const, fault: fault("schema", "now is malformed") } : shapeClaim(claim);
    const found = !shaped.ok
      ? shaped.fault
      : shaped.claim.kind === "knowledge"
        ? checkCompetence(shaped.claim.competenceId, bench)
        : checkValue(shaped.claim, bench);
    if (found !== null) failures.push({ claim_index, ...found });
  }
  return { ok: failures.length === 0, failures };
}
