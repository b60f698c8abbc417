import type {
  ActionRecord,
  ClaimFailure,
  ExecuteRecord,
  Freshness,
  StalenessBudgets,
  Verdict,
} from "#contract";
import { verify as verifyClaims } from "../../verify/verifier.ts";
import type { TurnRun } from "../ports.ts";

/** Budgets of one action's metrics in seconds. A metric that nobody registered has the budget 0: its claims are stale. */
function budgetsOf(
  run: TurnRun,
  action: ActionRecord,
  metrics: Iterable<string>,
  now: string,
): StalenessBudgets {
  const overrides = action.result.kind === "answer" ? action.result.freshness : undefined;
  const budgets: Record<string, number> = {};
  for (const metric of metrics) {
    const freshness: Freshness | undefined = overrides?.[metric] ?? run.ports.freshnessOf(metric);
    budgets[metric] = freshness === undefined ? 0 : run.ports.budgetSeconds(freshness, now);
  }
  return { ...budgets, default: 0 };
}

/**
 * The instant to judge by: the newest fetch behind a claim, which lies after the turn's start. A replay of recorded data
 * judges alike. Other calls do not count: the list of securities may be from any time, even a later one where the market clock was set back.
 */
function judgedAt(run: TurnRun, { claims, trace }: ExecuteRecord): string {
  const cited = new Set(claims.map(({ cite }) => (cite.kind === "tool" ? cite.tool_call_id : undefined)));
  let newest = run.now;
  for (const { tool_call_id, fetched_at } of trace) {
    if (cited.has(tool_call_id) && Date.parse(fetched_at) > Date.parse(newest)) newest = fetched_at;
  }
  return newest;
}

/** What computed values rest on is judged by its own age, though no claim shows it. */
const inputMetrics = ({ trace }: ExecuteRecord): readonly string[] =>
  trace.flatMap(({ derived_from = [] }) => derived_from.flatMap(({ path }) => path?.split("/").at(-1) ?? []));

/** The Verifier over all claims, each action's with its own budgets; `claim_index` counts over the whole turn. */
export function verify(run: TurnRun, executed: ExecuteRecord): Verdict {
  const now = judgedAt(run, executed);
  const inputs = inputMetrics(executed);
  const failures: ClaimFailure[] = [];
  for (const action of executed.actions) {
    const claims = executed.claims.slice(action.first, action.first + action.count);
    const shown = claims.flatMap((claim) => (claim.kind === "knowledge" ? [] : [claim.metric]));
    const metrics = new Set([...shown, ...inputs]);
    const verdict = verifyClaims({
      claims,
      trace: executed.trace,
      competences: run.ports.competences,
      staleness: budgetsOf(run, action, metrics, now),
      now,
    });
    for (const failure of verdict.failures) {
      failures.push({ ...failure, claim_index: failure.claim_index + action.first });
    }
  }
  return { ok: failures.length === 0, failures };
}
