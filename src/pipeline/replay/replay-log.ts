import {
  AppError,
  type ErrorCode,
  type ExecuteRecord,
  errorCatalogue,
  type Json,
  type StageName,
  type StageRecord,
  stageNames,
  type ToolCall,
  type ToolOutcome,
  type Turn,
  type TurnLog,
} from "#contract";

/** What a replay wrote, in order; nothing of it touches the original. */
export interface Recording extends TurnLog {
  readonly stages: readonly StageRecord[];
}

const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(errorCatalogue, code);

/** A traced row as the tool returned it. */
function outcomeOf(row: ToolCall): ToolOutcome {
  if (row.error !== undefined) {
    const { code, message } = row.error;
    return { ok: false, error: { code: isErrorCode(code) ? code : "TOOL_ERROR", message } };
  }
  const {
    tool_call_id: _id,
    tool: _tool,
    args: _args,
    error: _error,
    table,
    adapter,
    as_of,
    derived_from,
    fallback_from,
    ...rest
  } = row;
  return {
    ok: true,
    ...rest,
    ...(table === undefined ? {} : { table }),
    ...(adapter === undefined ? {} : { adapter }),
    ...(as_of === undefined ? {} : { as_of }),
    ...(derived_from === undefined ? {} : { derived_from }),
    ...(fallback_from === undefined ? {} : { fallback_from }),
  };
}

const isToolCall = (input: unknown): input is { readonly tool: Json; readonly args: unknown } =>
  typeof input === "object" && input !== null && "tool" in input;

const sameCall = (row: ToolCall, tool: Json, args: unknown): boolean =>
  row.tool === tool &&
  JSON.stringify(Object.entries(row.args).sort()) === JSON.stringify(Object.entries(args ?? {}).sort());

/**
 * The journal of a replay: stages before `from` are the original's, later ones run anew. Unless `live`, tool calls are
 * answered from the original's trace, and a call that the original did not make fails as NO_DATA: nothing is fetched.
 */
export function replayLog(original: Turn, from: StageName, live: boolean): Recording {
  const first = stageNames.indexOf(from);
  const stages: StageRecord[] = [];
  const executed = original.stages.filter(({ stage }) => stage === "execute");
  /** The call as the same attempt made it; as any made it, where the replay takes another way. */
  const rowOf = (attempt: number, tool: Json, args: unknown): ToolCall | undefined =>
    executed
      .toSorted((a, b) => Number(b.attempt === attempt) - Number(a.attempt === attempt))
      .flatMap(({ value }) => (value as ExecuteRecord).trace)
      .find((row) => sameCall(row, tool, args));
  return {
    stages,
    recall(stage, attempt) {
      if (stageNames.indexOf(stage) >= first) return undefined;
      return original.stages.find((record) => record.stage === stage && record.attempt === attempt)?.value;
    },
    async record(stage, attempt, value, ms) {
      stages.push({ stage, attempt, value, ms });
    },
    async once<Value>(
      stage: StageName,
      attempt: number,
      input: unknown,
      call: () => Promise<Value>,
    ): Promise<Value> {
      // What a skill asks a model is asked anew, as by the other stages; only tools are answered from the trace.
      if (stage !== "execute" || live || !isToolCall(input)) return call();
      const { tool, args } = input;
      const row = rowOf(attempt, tool, args);
      const outcome: ToolOutcome = row
        ? outcomeOf(row)
        : { ok: false, error: { code: "NO_DATA", message: "the original turn did not make this call" } };
      // For a tool's call `once("execute")` is asked for its outcome.
      return outcome as Value;
    },
  };
}

/** Reads a stage's name. Throws AppError INVALID_ARGS for one that does not exist. */
export function readStage(name: string): StageName {
  const stage = stageNames.find((candidate) => candidate === name);
  if (stage === undefined)
    throw new AppError("INVALID_ARGS", `no stage ${name}; one of ${stageNames.join(", ")}`);
  return stage;
}
