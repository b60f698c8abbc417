import {
  AppError,
  type ExecuteRecord,
  type GuardVerdict,
  type ModelCallRecord,
  type RouteRecord,
  type StageName,
  type SynthesisRecord,
  type ToolOutcome,
  type Verdict,
} from "#contract";
import type { TraceSpan } from "./trace-export.ts";

/** What a span says beside its name and its times: codes and counts, never a text of the message, of the answer or of a model. */
export type SpanFacts = Pick<TraceSpan, "attributes" | "error">;

export function stageFacts(stage: StageName, value: unknown): NonNullable<SpanFacts["attributes"]> {
  // Recorded by the pipeline just now.
  if (stage === "route") {
    const { plan, by, degraded } = value as RouteRecord;
    const skills = plan.actions.map(({ skill }) => skill);
    return { "qianmen.skills": skills, "qianmen.by": by, "qianmen.degraded": degraded };
  }
  if (stage === "execute") {
    const { claims, trace } = value as ExecuteRecord;
    return { "qianmen.claims": claims.length, "qianmen.tool_calls": trace.length };
  }
  if (stage === "verify") {
    const { ok, failures } = value as Verdict;
    return { "qianmen.ok": ok, "qianmen.failures": failures.map(({ reason }) => reason) };
  }
  if (stage === "synthesize") {
    const { by, refusals, degraded } = value as SynthesisRecord;
    return { "qianmen.by": by, "qianmen.refusals": refusals.length, "qianmen.degraded": degraded };
  }
  const { ok, problems } = value as GuardVerdict;
  return { "qianmen.ok": ok, "qianmen.problems": problems.map(({ reason }) => reason) };
}

export function toolFacts(outcome: ToolOutcome): SpanFacts {
  if (!outcome.ok) return { error: outcome.error.code };
  const { source, served_by, fallback_from = [] } = outcome;
  return {
    attributes: {
      "qianmen.source": source,
      "qianmen.served_by": served_by,
      "qianmen.fallback_from": [...fallback_from],
    },
  };
}

/** Of a journaled answer of a model; what is none says nothing. */
export function modelFacts(value: unknown): SpanFacts {
  const record = (value as { record?: ModelCallRecord } | null)?.record;
  if (record === undefined) return {};
  const { task, provider, model, usage } = record;
  return {
    attributes: {
      "gen_ai.provider.name": provider,
      "gen_ai.request.model": model,
      "gen_ai.usage.input_tokens": usage.prompt_tokens,
      "gen_ai.usage.output_tokens": usage.completion_tokens,
      "qianmen.task": task,
    },
  };
}

/** The code of a failure, or its kind: its text may quote a message. */
export const faultOf = (error: unknown): string =>
  error instanceof AppError ? error.code : error instanceof Error ? error.name : "error";
