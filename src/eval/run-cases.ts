import {
  AppError,
  type FinishReason,
  finishReasonOf,
  type StepEntry,
  type TokenUsage,
  type Turn,
  type TurnCounters,
} from "#contract";
import { type CostOf, countersOf, stepLog, tokenUsageOf } from "../pipeline/step-log/step-log.ts";
import type { EvalCase } from "./case.ts";
import { judgeTurn } from "./judge-turn.ts";
import { shuffled } from "./shuffled.ts";
import { type TurnSignal, turnSignal } from "./turn-signal.ts";

/** One turn of a case after it was asked. */
export interface TurnResult {
  readonly question: string;
  /** What was wanted, as the dataset has it. */
  readonly expect: EvalCase["turns"][number]["expect"];
  readonly prose: string;
  readonly faults: readonly string[];
  readonly signal: TurnSignal;
  /** Null for a turn that was not taken. */
  readonly finish: FinishReason | null;
  readonly steps: readonly StepEntry[];
  readonly counters: TurnCounters;
  readonly usage: TokenUsage;
  /** From acceptance to the answer standing in the ledger; undefined for a turn that was not taken. */
  readonly ms?: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
}

export interface CaseResult {
  readonly id: string;
  readonly tags: readonly string[];
  readonly passed: boolean;
  readonly turns: readonly TurnResult[];
}

/** What a case is run on: a conversation of its own whose questions take the way of everybody's. */
export interface Conversation {
  /** The finished turn, or why there is none. */
  ask(question: string): Promise<Turn | { readonly refused: string }>;
}

export interface EvalTarget {
  /** Sets the market clock of what is asked from now on; undefined: the data's own. */
  setNow(now: string | undefined): void;
  /** A conversation that nobody has used; the name is not given twice. */
  converse(name: string): Conversation;
  /** True once a limit of the day has stopped a call: what is asked then is answered without a model. */
  isUsedUp?(): boolean;
  /** What a model call came to, for the steps of its turn. */
  readonly costOf?: CostOf | undefined;
}

export interface RunOptions {
  /** Conversations at once. */
  readonly concurrency: number;
  /** Decides the order in which the cases are asked, which must make no difference. */
  readonly seed: number;
  /** After each case, in the order in which they end. */
  readonly onCase?: (result: CaseResult, done: number, all: number) => void;
}

/** As much of a record as a turn that was not taken has left. */
const nothingLeft = { id: "", run: 0, stages: [], models: [] };

function resultOf(
  asked: Turn | { readonly refused: string },
  { question, expect }: EvalCase["turns"][number],
  { lang, costOf }: Pick<EvalCase, "lang"> & Pick<EvalTarget, "costOf">,
): TurnResult {
  const turn = "refused" in asked ? nothingLeft : asked;
  const left = {
    ...{
      question,
      expect,
      steps: stepLog(turn, costOf),
      counters: countersOf(turn),
      usage: tokenUsageOf(turn),
    },
    signal: turnSignal(turn),
    promptTokens: turn.models.reduce((sum, { usage }) => sum + usage.prompt_tokens, 0),
    completionTokens: turn.models.reduce((sum, { usage }) => sum + usage.completion_tokens, 0),
  };
  if ("refused" in asked)
    return { ...left, prose: "", finish: null, faults: [`not taken: ${asked.refused}`] };
  const { ended_ms, accepted_ms, reply, finish_reason } = asked;
  return {
    ...left,
    prose: reply?.text ?? "",
    faults: judgeTurn(asked, expect, lang),
    finish: finish_reason ?? finishReasonOf(asked) ?? null,
    ...(ended_ms === undefined ? {} : { ms: ended_ms - accepted_ms }),
  };
}

async function runCase(target: EvalTarget, each: EvalCase): Promise<CaseResult> {
  const { lang } = each;
  const { costOf } = target;
  const conversation = target.converse(each.id);
  const turns: TurnResult[] = [];
  for (const turn of each.turns)
    turns.push(resultOf(await conversation.ask(turn.question), turn, { lang, costOf }));
  const passed = turns.every(({ faults }) => faults.length === 0);
  return { id: each.id, tags: [lang, ...each.tags], passed, turns };
}

/** Cases of one market clock may run side by side; the clock is everybody's. */
function byClock(cases: readonly EvalCase[]): ReadonlyMap<string | undefined, readonly EvalCase[]> {
  const groups = new Map<string | undefined, EvalCase[]>();
  for (const each of cases) groups.set(each.now, [...(groups.get(each.now) ?? []), each]);
  return groups;
}

const usedUpAfter = (done: number, all: number): AppError =>
  new AppError(
    "DAY_BUDGET_USED_UP",
    `TOTAL_DAY_TOKENS or TOTAL_DAY_COST is reached after ${done} of ${all} cases: the run is stopped, and nothing is written 当日用量上限已到,评测中止,不写结果`,
  );

/**
 * Runs all cases and gives the results in the dataset's order. Throws AppError DAY_BUDGET_USED_UP where a limit of the day is reached: what
 * is left of the run would judge the built-in rules in a model's place.
 */
export async function runCases(
  target: EvalTarget,
  cases: readonly EvalCase[],
  { concurrency, seed, onCase }: RunOptions,
): Promise<readonly CaseResult[]> {
  const results = new Map<string, CaseResult>();
  const isUsedUp = () => target.isUsedUp?.() === true;
  for (const [now, group] of byClock(shuffled(cases, seed))) {
    target.setNow(now);
    const waiting = [...group];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const result = await runCase(target, next);
        if (isUsedUp()) return;
        results.set(result.id, result);
        onCase?.(result, results.size, cases.length);
      }
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, group.length) }, work));
    if (isUsedUp()) throw usedUpAfter(results.size, cases.length);
  }
  return cases.flatMap(({ id }) => results.get(id) ?? []);
}
