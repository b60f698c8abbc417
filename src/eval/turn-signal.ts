import {
  type Claim,
  type ClaimFailure,
  type ExecuteRecord,
  type FailureReason,
  type RouteRecord,
  recordedAt,
  type SynthesisRecord,
  type Turn,
  type Verdict,
} from "#contract";

/** How well one turn kept the promise, from its record alone. Everything counts; ratios are the reader's. */
export interface TurnSignal {
  /** Whether every claim of the first attempt passed the Verifier; undefined where that attempt had no claim. */
  readonly firstPass?: boolean;
  /** Numeric claims that the Verifier saw, over all attempts. */
  readonly numericClaims: number;
  /** Those of them whose cite led to what they say; being too old is no fault of a cite. */
  readonly validCites: number;
  /** Claims that name a competence, over all attempts. */
  readonly competenceReferences: number;
  /** Those of them that are registered and have not expired. */
  readonly competencesResolved: number;
  /** Of each shown numeric claim: the turn's market time minus its `as_of`; a date counts from its close, 15:00 in Shanghai. */
  readonly citedAgesSeconds: readonly number[];
  /** Spans of drafts that a wall refused. */
  readonly draftRefusals: number;
  /** True where a template stood in for refused drafts. */
  readonly fellBack: boolean;
  /** True where the last wall refused the finished text, so that nothing was said. */
  readonly guardRefused: boolean;
  /** True where the large tier was asked. */
  readonly escalated: boolean;
  /** Plans of a model, and those of them that had to be asked for anew; a turn without any usable plan leaves no record of them. */
  readonly modelPlans: number;
  readonly malformedPlans: number;
}

/** Reasons that speak of a value's age or time, not of where it came from. */
const ageReasons: ReadonlySet<FailureReason> = new Set(["stale", "future_as_of"]);
const competenceReasons: ReadonlySet<FailureReason> = new Set(["competence_unknown", "competence_expired"]);

const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const epochMs = (asOf: string): number => Date.parse(dateOnly.test(asOf) ? `${asOf}T15:00:00+08:00` : asOf);

function ageSeconds(claim: Claim, now: string): number | undefined {
  if (claim.kind !== "numeric") return undefined;
  const ms = Date.parse(now) - epochMs(claim.as_of);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms / 1000);
}

/** Each claim of each attempt with the reason for which it failed, if it did. */
function judgedClaims({ stages }: SignalRecord): { claim: Claim; attempt: number; reason?: FailureReason }[] {
  return stages.flatMap(({ stage, attempt, value }) => {
    if (stage !== "execute") return [];
    const verified = stages.find((record) => record.stage === "verify" && record.attempt === attempt);
    // Recorded by the pipeline under the turn's version.
    const failures: readonly ClaimFailure[] = (verified?.value as Verdict | undefined)?.failures ?? [];
    const reasons = new Map(failures.map(({ claim_index, reason }) => [claim_index, reason]));
    return (value as ExecuteRecord).claims.map((claim, index) => {
      const reason = reasons.get(index);
      return { claim, attempt, ...(reason === undefined ? {} : { reason }) };
    });
  });
}

/** Plans of models: a repeated route of a later attempt is the same record again, so each is counted once. */
function plansOf({ stages }: SignalRecord): {
  modelPlans: number;
  malformedPlans: number;
  escalated: boolean;
} {
  const routes = stages.filter(({ stage }) => stage === "route").map(({ value }) => value as RouteRecord);
  const distinct = [...new Map(routes.map((route) => [JSON.stringify(route.models), route])).values()];
  const asked = distinct.map(({ models }) => models.filter(({ provider }) => provider !== "builtin"));
  const writing = stages
    .filter(({ stage }) => stage === "synthesize")
    .flatMap(({ value }) => (value as SynthesisRecord).models);
  return {
    modelPlans: asked.reduce((sum, models) => sum + models.length, 0),
    malformedPlans: asked.reduce((sum, models) => sum + Math.max(0, models.length - 1), 0),
    escalated: [...distinct.flatMap(({ models }) => models), ...writing].some(
      ({ task, tier }) => tier === "large" || task === "escalation",
    ),
  };
}

export type SignalRecord = Pick<Turn, "stages" | "market_now">;

/** Metrics and charts ask about the same ended turn. */
const signals = new WeakMap<SignalRecord, TurnSignal>();

/** Reads a turn's record, of an ended turn or one that failed half-way; a record is read once. */
export function turnSignal(record: SignalRecord): TurnSignal {
  const signal = signals.get(record) ?? readSignal(record);
  signals.set(record, signal);
  return signal;
}

function readSignal(record: SignalRecord): TurnSignal {
  const judged = judgedClaims(record);
  const first = judged.filter(({ attempt }) => attempt === 0);
  const numeric = judged.filter(({ claim }) => claim.kind === "numeric");
  const knowledge = judged.filter(({ claim }) => claim.cite.kind === "competence");
  const synthesis = recordedAt(record, "synthesize");
  const written = record.stages.findLast(({ stage }) => stage === "synthesize")?.attempt;
  const shown = judged.filter(({ attempt, reason }) => attempt === written && reason === undefined);
  const now = record.market_now;
  const refusals = synthesis?.refusals.length ?? 0;
  return {
    ...(first.length === 0 ? {} : { firstPass: first.every(({ reason }) => reason === undefined) }),
    numericClaims: numeric.length,
    validCites: numeric.filter(({ reason }) => reason === undefined || ageReasons.has(reason)).length,
    competenceReferences: knowledge.length,
    competencesResolved: knowledge.filter(
      ({ reason }) => reason === undefined || !competenceReasons.has(reason),
    ).length,
    citedAgesSeconds:
      now === undefined
        ? []
        : shown.map(({ claim }) => ageSeconds(claim, now)).filter((age) => age !== undefined),
    draftRefusals: refusals,
    fellBack: refusals > 0 && synthesis?.by === "template",
    guardRefused: recordedAt(record, "guard")?.ok === false,
    ...plansOf(record),
  };
}
