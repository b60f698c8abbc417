import type { Turn } from "#contract";
import type { EvalCase } from "./case.ts";
import { judgeTurn } from "./judge-turn.ts";
import { type TurnSignal, turnSignal } from "./turn-signal.ts";

/** One turn of a case after it was asked. */
export interface TurnResult {
  readonly question: string;
  readonly prose: string;
  readonly faults: readonly string[];
  readonly signal: TurnSignal;
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
  close(): Promise<void>;
}

export interface EvalDesk {
  /** Sets the market clock of what is asked from now on; undefined: the data's own. */
  setNow(now: string | undefined): void;
  /** A chat that nobody has used. */
  converse(): Promise<Conversation>;
}

export interface RunOptions {
  /** Conversations at once. */
  readonly concurrency: number;
  /** After each case, in the order in which they end. */
  readonly onCase?: (result: CaseResult, done: number, all: number) => void;
}

const emptySignal = turnSignal({ stages: [] });

function resultOf(
  asked: Turn | { readonly refused: string },
  { question, expect }: EvalCase["turns"][number],
  lang: EvalCase["lang"],
): TurnResult {
  if ("refused" in asked) {
    const none = { prose: "", signal: emptySignal, promptTokens: 0, completionTokens: 0 };
    return { question, faults: [`not taken: ${asked.refused}`], ...none };
  }
  const { ended_ms, accepted_ms, models } = asked;
  return {
    question,
    prose: asked.reply?.text ?? "",
    faults: judgeTurn(asked, expect, lang),
    signal: turnSignal(asked),
    ...(ended_ms === undefined ? {} : { ms: ended_ms - accepted_ms }),
    promptTokens: models.reduce((sum, { usage }) => sum + usage.prompt_tokens, 0),
    completionTokens: models.reduce((sum, { usage }) => sum + usage.completion_tokens, 0),
  };
}

async function runCase(desk: EvalDesk, each: EvalCase): Promise<CaseResult> {
  const conversation = await desk.converse();
  const turns: TurnResult[] = [];
  try {
    for (const turn of each.turns)
      turns.push(resultOf(await conversation.ask(turn.question), turn, each.lang));
  } finally {
    await conversation.close();
  }
  const passed = turns.every(({ faults }) => faults.length === 0);
  return { id: each.id, tags: [each.lang, ...each.tags], passed, turns };
}

/** Cases of one market clock may run side by side; the clock is everybody's. */
function byClock(cases: readonly EvalCase[]): ReadonlyMap<string | undefined, readonly EvalCase[]> {
  const groups = new Map<string | undefined, EvalCase[]>();
  for (const each of cases) groups.set(each.now, [...(groups.get(each.now) ?? []), each]);
  return groups;
}

/** Runs all cases and gives the results in the dataset's order. */
export async function runCases(
  desk: EvalDesk,
  cases: readonly EvalCase[],
  { concurrency, onCase }: RunOptions,
): Promise<readonly CaseResult[]> {
  const results = new Map<string, CaseResult>();
  for (const [now, group] of byClock(cases)) {
    desk.setNow(now);
    const waiting = [...group];
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const result = await runCase(desk, next);
        results.set(result.id, result);
        onCase?.(result, results.size, cases.length);
      }
    };
    await Promise.all(Array.from({ length: Math.min(concurrency, group.length) }, work));
  }
  return cases.flatMap(({ id }) => results.get(id) ?? []);
}
