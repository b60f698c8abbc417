import type { FailureReason } from "#contract";
import { type Moment, readMoment } from "./moment.ts";
import { isObject } from "./pointer.ts";

/** A cite of a tool call whose fields have the right types; absent and null are the same. */
export interface ToolCiteShape {
  readonly source: string;
  readonly table: string | undefined;
  readonly servedBy: string | undefined;
  readonly fetchedAt: Moment;
  readonly toolCallId: string;
  readonly path: string | undefined;
}

/** A numeric or text claim whose fields have the right types. */
export interface ValueClaim {
  readonly kind: "numeric" | "text";
  readonly value: number | string;
  readonly metric: string;
  readonly code: string | null;
  readonly asOf: Moment;
  readonly period: string | undefined;
  readonly adjust: string | undefined;
  readonly cite: ToolCiteShape;
}

export interface KnowledgeShape {
  readonly kind: "knowledge";
  readonly competenceId: string;
}

export interface Fault {
  readonly reason: FailureReason;
  readonly message: string;
}

export type ShapeResult =
  | { readonly ok: true; readonly claim: ValueClaim | KnowledgeShape }
  | { readonly ok: false; readonly fault: Fault };

export const fault = (reason: FailureReason, message: string): Fault => ({ reason, message });
const refuse = (reason: FailureReason, message: string): ShapeResult => ({
  ok: false,
  fault: fault(reason, message),
});

const textTypes: readonly unknown[] = ["title", "url", "date", "label"];
const absent = (value: unknown): value is null | undefined => value === undefined || value === null;
const optionalText = (value: unknown): boolean => absent(value) || typeof value === "string";
const filled = (value: unknown): value is string => typeof value === "string" && value !== "";
const textOr = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** The first field that has not the type the protocol gives it, or null. */
function valueFieldFault(claim: Record<string, unknown>): string | null {
  if (claim.kind === "numeric" && !Number.isFinite(claim.value)) return "value is not a finite number";
  if (claim.kind === "text" && typeof claim.value !== "string") return "value is not a string";
  if (claim.kind === "text" && !textTypes.includes(claim.type)) return "type is not one of the text types";
  if (!filled(claim.metric)) return "metric is not a string";
  if (claim.code !== null && typeof claim.code !== "string") return "code is neither a string nor null";
  if (readMoment(claim.as_of) === null) return "as_of is neither a date nor an instant with offset";
  for (const key of ["unit", "name", "period", "adjust"])
    if (!optionalText(claim[key])) return `${key} is not a string`;
  if (!absent(claim.provisional) && typeof claim.provisional !== "boolean")
    return "provisional is not a boolean";
  return null;
}

function toolCite(cite: Record<string, unknown>): ToolCiteShape | string {
  if (!filled(cite.source)) return "cite.source is not a string";
  if (!filled(cite.tool_call_id)) return "cite.tool_call_id is not a string";
  for (const key of ["table", "served_by", "path"])
    if (!optionalText(cite[key])) return `cite.${key} is not a string`;
  const fetchedAt = readMoment(cite.fetched_at);
  if (fetchedAt === null) return "cite.fetched_at is not an instant with offset";
  return {
    source: cite.source,
    table: textOr(cite.table),
    servedBy: textOr(cite.served_by),
    fetchedAt,
    toolCallId: cite.tool_call_id,
    path: textOr(cite.path),
  };
}

function shapeValue(claim: Record<string, unknown>, cite: Record<string, unknown>): ShapeResult {
  if (cite.kind !== "tool") return refuse("schema", `a ${claim.kind} claim needs a cite of a tool call`);
  const shaped = toolCite(cite);
  const asOf = readMoment(claim.as_of);
  if (typeof shaped === "string") return refuse("schema", shaped);
  if (asOf === null) return refuse("schema", "as_of is malformed");
  return {
    ok: true,
    claim: {
      kind: claim.kind === "text" ? "text" : "numeric",
      value: typeof claim.value === "number" ? claim.value : String(claim.value),
      metric: String(claim.metric),
      code: typeof claim.code === "string" ? claim.code : null,
      asOf,
      period: textOr(claim.period),
      adjust: textOr(claim.adjust),
      cite: shaped,
    },
  };
}

/** Checks a claim's own form (reasons `schema`, `missing_cite`, `unknown_kind`); never throws. */
export function shapeClaim(claim: unknown): ShapeResult {
  if (!isObject(claim)) return refuse("schema", "the claim is not an object");
  const { kind, cite } = claim;
  if (typeof kind !== "string") return refuse("schema", "kind is not a string");
  const isValue = kind === "numeric" || kind === "text";
  const wrong = isValue ? valueFieldFault(claim) : null;
  if (wrong !== null) return refuse("schema", wrong);
  if (kind === "knowledge" && !filled(claim.claim)) return refuse("schema", "claim is not a string");
  if (absent(cite)) return refuse("missing_cite", "the claim has no cite");
  if (!isObject(cite) || typeof cite.kind !== "string") return refuse("schema", "cite has no kind");
  if (!isValue && kind !== "knowledge") return refuse("unknown_kind", "no such kind of claim");
  if (cite.kind !== "tool" && cite.kind !== "competence")
    return refuse("unknown_kind", "no such kind of cite");
  if (isValue) return shapeValue(claim, cite);
  if (cite.kind !== "competence") return refuse("schema", "a knowledge claim needs a cite of a competence");
  if (!filled(cite.competence_id)) return refuse("schema", "cite.competence_id is not a string");
  return { ok: true, claim: { kind: "knowledge", competenceId: cite.competence_id } };
}
