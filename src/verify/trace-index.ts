import { isObject } from "./pointer.ts";

export type TraceRow = Readonly<Record<string, unknown>>;

/** Trace rows by id, built once per verification. */
export interface TraceIndex {
  /** The row, or why there is not exactly one. */
  find(id: string): TraceRow | "ghost_tool_call" | "duplicate_id";
}

/** Rows that are no objects or have no id are passed over: nothing can cite them. */
export function indexTrace(trace: readonly unknown[]): TraceIndex {
  const rows = new Map<string, TraceRow | "duplicate_id">();
  for (const row of trace) {
    if (!isObject(row) || !Object.hasOwn(row, "tool_call_id")) continue;
    const id = row.tool_call_id;
    if (typeof id === "string") rows.set(id, rows.has(id) ? "duplicate_id" : row);
  }
  return { find: (id) => rows.get(id) ?? "ghost_tool_call" };
}
