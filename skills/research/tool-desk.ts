import type { Json, ModelToolCall, PickStep, SkillContext, ToolCall } from "#contract";

type Return = PickStep["returns"][number];

/** Calls of one research that are carried out. */
const mostCalls = 6;

const codePattern = /^\d{6}\.(?:SH|SZ|BJ|CSI)$/;

/** Indices that any company may be held against. */
const benchmarks = ["000001.SH", "399001.SZ", "399006.SZ", "000300.SH"];

/** The codes in a value, as keys or as strings. */
function codesIn(value: Json): readonly string[] {
  if (typeof value === "string") return codePattern.test(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [...codesIn(key), ...codesIn(inner)]);
}

const refusal = (say: string): Return => ({ say });

/** Carries out what the model picks, within limits, and keeps what came of it. */
export interface ToolDesk {
  readonly calls: ReadonlyMap<string, ToolCall>;
  carryOut(pick: ModelToolCall): Promise<Return>;
}

/** Companies come from the question or from what one of our own tools returned: a model cannot bring one in from memory. */
export function createToolDesk(named: readonly string[], context: SkillContext): ToolDesk {
  const calls = new Map<string, ToolCall>();
  const known = new Set([...named, ...benchmarks]);
  let made = 0;
  return {
    calls,
    async carryOut({ name, args }) {
      if (args === null) return refusal("the arguments are no JSON object");
      const strange = codesIn(args).filter((code) => !known.has(code));
      if (strange.length > 0) return refusal("a code is neither in the question nor in a result");
      if (made === mostCalls) return refusal("all calls are used up; answer with what there is");
      made += 1;
      const returned = await context.call(name, args);
      if (!returned.ok) return returned;
      calls.set(returned.call.tool_call_id, returned.call);
      if (!returned.call.source.startsWith("mcp:"))
        for (const code of codesIn(returned.value)) known.add(code);
      return returned;
    },
  };
}
