import type { Claim, StageName, StageRecord, StageValues, Turn } from "#contract";

/** One compared thing: what it was, what the replay made of it. */
export interface ReplayRow {
  readonly what: "state" | "plan" | "values" | "claims failed" | "prose";
  readonly before: string;
  readonly after: string;
}

export interface ReplayReport {
  readonly turn: string;
  readonly same: boolean;
  readonly rows: readonly ReplayRow[];
}

/** What is compared of a turn. */
type Outcome = Pick<Turn, "state" | "stages"> & { readonly error?: string; readonly reply?: Turn["reply"] };

/** What the newest record of a stage holds, whatever its attempt. */
export const newestOf = <Name extends StageName>(
  stages: readonly StageRecord[],
  name: Name,
): StageValues[Name] | undefined =>
  // Recorded by the pipeline under the turn's version.
  stages.findLast(({ stage }) => stage === name)?.value as StageValues[Name] | undefined;

const stateOf = ({ state, error }: Outcome): string => (state === "failed" ? `failed (${error})` : state);

const planOf = ({ stages }: Outcome): string =>
  (newestOf(stages, "route")?.plan.actions ?? [])
    .map(({ skill, input }) => `${skill} ${JSON.stringify(input)}`)
    .join("; ");

/** Of a text only a date is told: the other ones are somebody's words, which the prose holds. */
function found(claim: Claim): string {
  if (claim.kind === "knowledge") return claim.kind;
  const what = `${claim.code} ${claim.metric}`;
  if (claim.kind === "numeric") return `${what}=${claim.value} @${claim.as_of}`;
  return claim.type === "date" ? `${what}=${claim.value}` : what;
}

const valuesOf = ({ stages }: Outcome): string =>
  (newestOf(stages, "execute")?.claims ?? []).map(found).join("; ");

const failuresOf = ({ stages }: Outcome): string =>
  (newestOf(stages, "verify")?.failures ?? [])
    .map(({ claim_index, reason }) => `${claim_index}: ${reason}`)
    .join("; ");

/** Sets a turn and its replay side by side. */
export function reportOf(turn: string, before: Outcome, after: Outcome): ReplayReport {
  const row = (what: ReplayRow["what"], of: (outcome: Outcome) => string): ReplayRow => ({
    what,
    before: of(before),
    after: of(after),
  });
  const rows = [
    row("state", stateOf),
    row("plan", planOf),
    row("values", valuesOf),
    row("claims failed", failuresOf),
    row("prose", ({ reply }) => reply?.text ?? ""),
  ];
  return { turn, same: rows.every((each) => each.before === each.after), rows };
}
