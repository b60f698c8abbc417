import { type Fault, fault } from "./claim-shape.ts";
import { isAfter, type Moment, readMoment } from "./moment.ts";
import { isObject, resolvePointer } from "./pointer.ts";
import type { TraceIndex, TraceRow } from "./trace-index.ts";
import { tracedDate, tracedMetric } from "./traced-value.ts";

/** What a derived row rests on: its oldest input, or the first fault among its inputs. */
export type Derivation = { readonly oldest: Moment | null } | { readonly fault: Fault };

export interface Freshness {
  readonly now: Moment;
  budgetSeconds(metric: string): number;
}

interface Reference {
  readonly id: string;
  readonly path: string;
}

// Deeper chains do not occur; the limit keeps hostile traces from the call stack.
const deepest = 200;

function readReference(value: unknown): Reference | null {
  if (typeof value === "string") return { id: value, path: "" };
  if (!isObject(value) || typeof value.tool_call_id !== "string") return null;
  const path = value.path ?? "";
  return typeof path === "string" ? { id: value.tool_call_id, path } : null;
}

/** Operands that the arguments name: `{tool_call_id, path?}` at the top level or in a list there. */
function referencesInArgs(args: unknown): Reference[] {
  if (!isObject(args)) return [];
  return Object.values(args)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isObject)
    .map(readReference)
    .filter((reference) => reference !== null);
}

/** True where the operands of a computation hold something that names no origin: a number of nobody. */
const hasBareOperand = (args: unknown): boolean =>
  isObject(args) &&
  Array.isArray(args.operands) &&
  !args.operands.every(
    (operand: unknown) =>
      isObject(operand) &&
      (typeof operand.tool_call_id === "string" ||
        operand.origin === "user" ||
        operand.origin === "constant"),
  );

const hasUserLiteral = (args: unknown): boolean =>
  isObject(args) &&
  Object.values(args)
    .flat()
    .some((value) => isObject(value) && (value.origin === "user" || value.origin === "constant"));

function referencesOf(row: TraceRow): Reference[] | null {
  const listed = row.derived_from ?? [];
  if (!Array.isArray(listed)) return null;
  const references = listed.map(readReference);
  if (references.some((reference) => reference === null)) return null;
  return [...references.filter((reference) => reference !== null), ...referencesInArgs(row.args)];
}

const older = (a: Moment | null, b: Moment | null): Moment | null =>
  a === null ? b : b === null || a.ms <= b.ms ? a : b;

/** Follows `derived_from` through the trace; each row is visited once per verification. */
export function createDerivations(trace: TraceIndex, freshness: Freshness) {
  const known = new Map<TraceRow, Derivation>();
  const open = new Set<TraceRow>();

  function inputFault(value: unknown): boolean {
    if (typeof value === "number") return !Number.isFinite(value);
    return typeof value !== "object" || value === null;
  }

  function input(reference: Reference): Derivation {
    const row = trace.find(reference.id);
    if (typeof row === "string") return { fault: fault(row, `input ${reference.id} is not one traced call`) };
    const at = resolvePointer(row.value, reference.path);
    if (at === null) return { fault: fault("path_unresolved", `input ${reference.id} has no such path`) };
    if (inputFault(at.value) || !(row.error === undefined || row.error === null))
      return { fault: fault("value_mismatch", `input ${reference.id} holds no number`) };
    const below = derivation(row);
    if ("fault" in below) return below;
    const fetched = readMoment(row.fetched_at);
    const asOf = tracedDate(row, at) ?? fetched;
    if (asOf === null) return { fault: fault("as_of_mismatch", `input ${reference.id} has no date`) };
    if (isAfter(asOf, freshness.now) || (fetched !== null && isAfter(asOf, fetched)))
      return { fault: fault("future_as_of", `input ${reference.id} is dated in the future`) };
    const oldest = older(asOf, below.oldest) ?? asOf;
    const budget = freshness.budgetSeconds(tracedMetric(row, at) ?? "");
    if (!(freshness.now.ms - oldest.ms <= budget * 1000))
      return { fault: fault("stale", `input ${reference.id} is too old`) };
    return { oldest };
  }

  function compute(row: TraceRow): Derivation {
    const references = referencesOf(row);
    if (references === null) return { fault: fault("ghost_tool_call", "derived_from is malformed") };
    if (references.length === 0 && row.source === "computed" && !hasUserLiteral(row.args))
      return { fault: fault("ghost_tool_call", "a computed value names no input") };
    if (row.source === "computed" && hasBareOperand(row.args))
      return { fault: fault("ghost_tool_call", "a computed value has an operand of no origin") };
    let oldest: Moment | null = null;
    for (const reference of references) {
      const one = input(reference);
      if ("fault" in one) return one;
      oldest = older(oldest, one.oldest);
    }
    return { oldest };
  }

  function derivation(row: TraceRow): Derivation {
    const before = known.get(row);
    if (before !== undefined) return before;
    if (open.has(row) || open.size >= deepest)
      return { fault: fault("ghost_tool_call", "derived_from leads back to itself or too deep") };
    open.add(row);
    const result = compute(row);
    open.delete(row);
    known.set(row, result);
    return result;
  }

  return { of: derivation };
}
