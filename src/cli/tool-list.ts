import type { JsonObject } from "#contract";

/** A tool as it is listed; the registry's own type, as far as this page needs it. */
export interface ToolLine {
  readonly name: string;
  readonly source: string;
  readonly timeout_ms: number;
  readonly args: JsonObject;
  readonly allowed: boolean;
  /** True for one that a model might pick but is not offered: a prompt has no room for it. */
  readonly no_room: boolean;
}

const keysOf = (value: unknown): readonly string[] =>
  typeof value === "object" && value !== null ? Object.keys(value) : [];

/** `code, date?`: the arguments, those that may be left out with a question mark. */
function argsText({ properties, required }: JsonObject): string {
  const needed = new Set(Array.isArray(required) ? required : []);
  return keysOf(properties)
    .map((key) => (needed.has(key) ? key : `${key}?`))
    .join(", ");
}

/** One line a tool: name, arguments, where it comes from, its time limit. Plain text for a terminal. */
export function renderTools(tools: readonly ToolLine[]): string {
  return tools
    .map(({ name, source, timeout_ms, args, allowed, no_room }) => {
      const ends = [
        source,
        `${timeout_ms / 1000} s`,
        ...(allowed ? [] : ["kept out by TOOLS_ALLOW or TOOLS_DENY"]),
        ...(no_room ? ["not offered to models: no room in a prompt (LIMIT_PROMPT_TOKENS)"] : []),
      ];
      return `${name}(${argsText(args)})  ${ends.join(" · ")}`;
    })
    .join("\n");
}
