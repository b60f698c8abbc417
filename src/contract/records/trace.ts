import { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Json } from "./json.ts";

const json: z.ZodType<Json> = z.json();

/** A source as a cite names it; `mcp:<name>` for tools of an MCP server. What comes through AKTools is `akshare`. */
export const sourceName = z.string().regex(/^(?:[a-z][a-z0-9-]{1,30}|mcp:[a-z0-9_-]{1,40})$/);

export const operand = z.object({ tool_call_id: z.string(), path: z.string().optional() });

/**
 * One row of the trace: one tool call and what came back. `value` is frozen, an object keyed by metric id
 * (`{"current_price": 1801.23}`), rows of such objects, or objects keyed by code, so that a cite's `path` names the metric.
 * Secrets never enter `args`.
 */
export const toolCallSchema = z.object({
  tool_call_id: z.string().regex(/^tc_[A-Za-z0-9_-]{1,80}$/),
  tool: z.string(),
  args: z.record(z.string(), json),
  value: json,
  source: z.string(),
  table: z.string().optional(),
  /** The source that really answered, e.g. `akshare` or `tushare`. */
  served_by: z.string(),
  /** Implementation and version, e.g. `aktools`. */
  adapter: z.string().optional(),
  fetched_at: z.string(),
  as_of: z.string().optional(),
  derived_from: z.array(operand).optional(),
  /** Sources that were asked first and failed, in order, each as `<source>: <ERROR_CODE>`. */
  fallback_from: z.array(z.string()).optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
});

export type ToolCall = z.infer<typeof toolCallSchema>;

/** An expected tool failure, as a value. `subject` names what it is about (a code or the user's own word). */
export interface ToolFailure {
  readonly code: ErrorCode;
  /** For operators; no secret, no upstream text. */
  readonly message: string;
  readonly subject?: string;
}

/** What a tool returns before the trace gives it an id. */
export type ToolOutcome =
  | {
      readonly ok: true;
      readonly value: Json;
      readonly source: string;
      readonly table?: string;
      readonly served_by: string;
      readonly adapter?: string;
      /** Market time at which the data was fetched (the cache keeps the original one). */
      readonly fetched_at: string;
      readonly as_of?: string;
      readonly derived_from?: readonly z.infer<typeof operand>[];
      readonly fallback_from?: readonly string[];
    }
  | { readonly ok: false; readonly error: ToolFailure };
