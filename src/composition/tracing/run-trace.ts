import type { StageName } from "#contract";
import type { Begun } from "../../journal/journal.ts";
import { faultOf, modelFacts, type SpanFacts, stageFacts } from "./span-facts.ts";
import type { TraceExport } from "./trace-export.ts";

/** The steps of one run of one turn, while it runs. */
export interface RunTrace {
  /** Does some work as a step of the stage that is under way. */
  timed<Value>(
    name: string,
    work: () => Promise<Value>,
    factsOf: (value: Value) => SpanFacts,
  ): Promise<Value>;
  /** The turn is taken up: its stages are steps from here on. */
  begun(begun: Begun): Begun;
  /** How the turn is about to end. */
  ending(state: string, error: string | undefined): void;
  /** The run is over. One that never took the turn up leaves nothing. */
  over(error?: unknown): void;
}

interface Stage {
  readonly id: string;
  readonly name: StageName;
  readonly startMs: number;
}

export function openRunTrace(spans: TraceExport, wallMs: () => number, turnId: string): RunTrace {
  const id = spans.newId();
  const startMs = wallMs();
  let run: number | undefined;
  let stage: Stage | undefined;
  let end: { readonly state: string; readonly error: string | undefined } | undefined;

  const endStage = (facts: SpanFacts): void => {
    if (stage === undefined) return;
    spans.add({ turnId, ...stage, parent: id, endMs: wallMs(), ...facts });
    stage = undefined;
  };
  const timed: RunTrace["timed"] = async (name, work, factsOf) => {
    const own = { turnId, id: spans.newId(), parent: stage?.id ?? id, name, startMs: wallMs() };
    try {
      const value = await work();
      spans.add({ ...own, endMs: wallMs(), ...factsOf(value) });
      return value;
    } catch (error) {
      spans.add({ ...own, endMs: wallMs(), error: faultOf(error) });
      throw error;
    }
  };
  const watched = (log: Begun["log"]): Begun["log"] => ({
    ...log,
    recall(name, attempt) {
      const value = log.recall(name, attempt);
      // Nothing is recorded of it: it begins now.
      if (value === undefined) stage = { id: spans.newId(), name, startMs: wallMs() };
      return value;
    },
    record(name, attempt, value, ms) {
      if (stage?.name === name)
        endStage({ attributes: { "qianmen.attempt": attempt, ...stageFacts(name, value) } });
      return log.record(name, attempt, value, ms);
    },
    once: (name, attempt, input, call) =>
      // A tool is watched where it is called, those that are not journaled included.
      log.once(name, attempt, input, name === "execute" ? call : () => timed("model", call, modelFacts)),
  });
  return {
    timed,
    begun(begun) {
      run = begun.run;
      const wait = { id: spans.newId(), name: "queue wait", startMs: begun.turn.accepted_ms };
      if (run === 1) spans.add({ turnId, ...wait, endMs: wallMs() });
      return { ...begun, log: watched(begun.log) };
    },
    ending(state, error) {
      end = { state, error };
    },
    over(thrown) {
      const fault = thrown === undefined ? end?.error : faultOf(thrown);
      endStage({ error: fault ?? "unfinished" });
      if (run === undefined) return;
      const attributes = {
        "qianmen.run": run,
        ...(end === undefined ? {} : { "qianmen.state": end.state }),
      };
      spans.add({ turnId, id, name: "run", startMs, endMs: wallMs(), attributes, error: fault });
    },
  };
}
