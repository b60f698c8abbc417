import {
  type A2aPart,
  type Artifact,
  a2aErrors,
  type ErrorCode,
  endStates,
  type FinishReason,
  finishReasonOf,
  type JsonObject,
  recordedAt,
  type StepEntry,
  type TokenUsage,
  type Turn,
  type TurnCounters,
  type TurnState,
} from "#contract";
import { type CostOf, countersOf, stepLog, tokenUsageOf } from "../../pipeline/step-log/step-log.ts";

/** As A2A has it. */
export interface CaseArtifact {
  readonly artifactId: string;
  readonly name: string;
  readonly parts: readonly A2aPart[];
}

/** `code` is one of `a2aErrors`; `data.code` the entry of our own catalogue, where there is one. */
export interface CaseError {
  readonly code: number;
  readonly message: string;
  readonly data?: { readonly code: ErrorCode };
}

/** What became of one case. A request that cannot be run is `failed` with an error and without a task. */
export interface CaseResult {
  readonly task_id: string | null;
  readonly state: TurnState;
  /** What the person would have been told; empty where nothing was said. */
  readonly answer: string;
  /**
   * True where the answer may be relied on: every claim passed the Verifier and the last wall, and what was expected is there. An honest
   * refusal claims nothing, so that it is true of one.
   */
  readonly verified: boolean;
  /** Why it is not verified, a few words each. */
  readonly faults: readonly string[];
  /** Null where the task has not ended or nothing was run. */
  readonly finish_reason: FinishReason | null;
  readonly logs: readonly StepEntry[];
  /** The answer with its claims, then its pictures. */
  readonly artifacts: readonly CaseArtifact[];
  readonly counters: TurnCounters;
  readonly token_usage: TokenUsage;
  readonly error?: CaseError;
}

/** What the answer must have come by and must say, literally. */
export interface CaseWishes {
  readonly tools: readonly string[];
  readonly says: readonly string[];
}

const nothingUsed = { id: "", run: 0, stages: [], models: [] };

/** A request that was not run. */
export const refusedCase = (code: number, message: string): CaseResult => ({
  task_id: null,
  state: "failed",
  answer: "",
  verified: false,
  faults: [message],
  finish_reason: null,
  logs: [],
  artifacts: [],
  counters: countersOf(nothingUsed),
  token_usage: tokenUsageOf(nothingUsed),
  error: { code, message },
});

/** The words of A2A for what went wrong with tools and their arguments. */
const a2aOf: Readonly<Partial<Record<ErrorCode, number>>> = {
  UNKNOWN_TOOL: a2aErrors.unsupportedOperation,
  INVALID_ARGS: a2aErrors.contentTypeNotSupported,
  INVALID_FILE_TYPE: a2aErrors.contentTypeNotSupported,
  FILE_TOO_LARGE: a2aErrors.contentTypeNotSupported,
  PATH_TRAVERSAL: a2aErrors.contentTypeNotSupported,
  UNSUPPORTED_MESSAGE: a2aErrors.contentTypeNotSupported,
};

/** An honest refusal is a completed task and no error, unless A2A has a word for its cause. */
function errorOf({ state, error }: Turn, finish: FinishReason | null): { readonly error?: CaseError } {
  const data = error === undefined ? {} : { data: { code: error } };
  if (state === "canceled") return { error: { code: a2aErrors.canceled, message: "canceled", ...data } };
  const known = error === undefined ? undefined : a2aOf[error];
  if (known !== undefined) return { error: { code: known, message: error ?? "", ...data } };
  if (finish === "budget") return { error: { code: a2aErrors.budget, message: error ?? "budget", ...data } };
  if (state === "failed") return { error: { code: a2aErrors.failed, message: error ?? "failed", ...data } };
  return {};
}

function faultsOf(turn: Turn, { tools, says }: CaseWishes): readonly string[] {
  const { state, error, reply } = turn;
  if (!endStates.has(state)) return ["has not ended"];
  const called = new Set(recordedAt(turn, "execute")?.trace.map(({ tool }) => tool));
  const refused = new Set(recordedAt(turn, "verify")?.failures.map(({ reason }) => reason));
  return [
    ...(state === "failed" || state === "canceled"
      ? [`${state}${error === undefined ? "" : ` (${error})`}`]
      : []),
    ...[...refused].map((reason) => `a claim was withheld: ${reason}`),
    ...(recordedAt(turn, "guard")?.ok === false ? ["the prose guard refused the text"] : []),
    ...tools.filter((tool) => !called.has(tool)).map((tool) => `tool ${tool} is missing`),
    ...says
      .filter((text) => reply?.text.includes(text) !== true)
      .map((text) => `does not say ${JSON.stringify(text)}`),
  ];
}

function artifactsOf(turn: Turn, pictures: readonly Artifact[]): readonly CaseArtifact[] {
  const text = turn.reply?.text;
  if (text === undefined) return [];
  const withheld = new Set(recordedAt(turn, "verify")?.failures.map(({ claim_index }) => claim_index));
  const claims = (recordedAt(turn, "execute")?.claims ?? []).filter((_, index) => !withheld.has(index));
  // Claims are JSON by their schema.
  const data: A2aPart = { kind: "data", data: { claims: claims as unknown as readonly JsonObject[] } };
  const parts: readonly A2aPart[] = [{ kind: "text", text }, ...(claims.length === 0 ? [] : [data])];
  return [
    { artifactId: "answer", name: "answer", parts },
    ...pictures.map(({ name, mediaType, base64 }, at) => ({
      artifactId: `file-${at + 1}`,
      name,
      parts: [{ kind: "file" as const, file: { name, mimeType: mediaType, bytes: base64 } }],
    })),
  ];
}

/** Everything about one turn; the same record always gives the same result. */
export function caseResult(
  turn: Turn,
  {
    pictures,
    wishes,
    costOf,
  }: {
    readonly pictures: readonly Artifact[];
    readonly wishes: CaseWishes;
    readonly costOf?: CostOf | undefined;
  },
): CaseResult {
  const faults = faultsOf(turn, wishes);
  const finish = turn.finish_reason ?? finishReasonOf(turn) ?? null;
  return {
    task_id: turn.id,
    state: turn.state,
    answer: turn.reply?.text ?? "",
    verified: faults.length === 0,
    faults,
    finish_reason: finish,
    logs: stepLog(turn, costOf),
    artifacts: artifactsOf(turn, pictures),
    counters: countersOf(turn),
    token_usage: tokenUsageOf(turn),
    ...errorOf(turn, finish),
  };
}
