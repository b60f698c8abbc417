import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { ErrorCode, JsonObject, ToolOutcome } from "#contract";

const failed = (code: ErrorCode, message: string): ToolOutcome => ({ ok: false, error: { code, message } });

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The value: the structured content, else the one text that is a JSON object. */
function objectIn({ structuredContent, content }: CallToolResult): JsonObject | undefined {
  // What came over the wire is JSON.
  if (isObject(structuredContent)) return structuredContent as JsonObject;
  const [only] = content;
  const parsed = content.length === 1 && only?.type === "text" ? parse(only.text) : undefined;
  return isObject(parsed) ? parsed : undefined;
}

/** The SDK's servers answer wrong arguments this way, not with an error of the protocol. */
const saysInvalid = ({ content }: CallToolResult): boolean =>
  content.some((each) => each.type === "text" && each.text.startsWith("MCP error -32602"));

/**
 * A result as a traced value. An error is a value too, without the server's words. Prose, pictures and files hold nothing that a
 * claim could point at: NO_DATA.
 */
export function readResult(
  result: CallToolResult,
  origin: { readonly source: string; readonly table: string; readonly fetchedAt: string },
): ToolOutcome {
  const { source, table, fetchedAt } = origin;
  if (result.isError === true)
    return saysInvalid(result)
      ? failed("INVALID_ARGS", `${source}: the server refuses the arguments of ${table}`)
      : failed("TOOL_ERROR", `${source}: ${table} failed`);
  const value = objectIn(result);
  if (value === undefined) return failed("NO_DATA", `${source}: ${table} gave no JSON object`);
  return { ok: true, value, source, table, served_by: source, adapter: "mcp", fetched_at: fetchedAt };
}
